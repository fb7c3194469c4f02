"""Reasons for a refusal: a closed list, each with its paragraph and the facts that it carries.

Their sentences are in `text`; the names of the facts are the placeholders.
"""

from enum import Enum

from goldenspike.core.frozen import frozen


class Reason(Enum):
    """A member's value is its code, its paragraph and the names of its facts."""

    # --- any time
    NOT_NOW = ("not_now", "2.0", ())
    NOT_YOUR_TURN = ("not_your_turn", "2.0", ("player",))
    GAME_OVER = ("game_over", "8.0", ())
    UNKNOWN_PLAYER = ("unknown_player", "1.0", ("player",))
    UNKNOWN_COMPANY = ("unknown_company", "1.0", ())
    UNKNOWN_PRIVATE = ("unknown_private", "1.0", ())
    UNKNOWN_HEX = ("unknown_hex", "1.0", ())
    UNKNOWN_TILE = ("unknown_tile", "1.0", ())
    UNKNOWN_TRAIN = ("unknown_train", "1.0", ())
    UNKNOWN_SOURCE = ("unknown_source", "5.1", ())
    NOT_PRESIDENT = ("not_president", "6.4", ("company",))
    NOT_OPERATING = ("not_operating", "7.0", ("company",))
    NOT_ENOUGH_MONEY = ("not_enough_money", "7.1", ("price", "money"))
    MUST_ANSWER_FIRST = ("must_answer_first", "7.0", ())
    PAYER_CANNOT_PAY = ("payer_cannot_pay", "1.0", ())
    NO_SUCH_HOLDER = ("no_such_holder", "1.0", ())
    NO_SUCH_CELL = ("no_such_cell", "5.0", ())
    # --- seats and the initial auction
    BAD_SEATS = ("bad_seats", "C-2.1", ())
    NOT_THE_CHEAPEST = ("not_the_cheapest", "C-2.2", ("private",))
    NOT_FOR_SALE = ("not_for_sale", "C-2.2", ("private",))
    BUY_DO_NOT_BID = ("buy_do_not_bid", "C-2.2", ("private",))
    BID_TOO_LOW = ("bid_too_low", "C-2.2.1", ("least",))
    BID_NOT_IN_STEPS = ("bid_not_in_steps", "V-1.8", ("step",))
    MONEY_IS_FROZEN = ("money_is_frozen", "C-2.2.1", ("price", "money"))
    MUST_TAKE_FREE_PRIVATE = ("must_take_free_private", "C-2.2.3", ("private",))
    NOT_A_BIDDER = ("not_a_bidder", "C-2.2.2", ("private",))
    HIGHEST_BIDDER = ("highest_bidder", "C-2.2.2", ())
    NOT_IN_THIS_AUCTION = ("not_in_this_auction", "C-2.2.2", ("private",))
    NO_SUCH_GROUP = ("no_such_group", "1.3", ())
    MONEY_FOR_A_GROUP = ("money_for_a_group", "1.3", ("most",))
    # --- stock rounds
    NOT_A_PAR_PRICE = ("not_a_par_price", "5.2", ("price",))
    ALREADY_STARTED = ("already_started", "6.2", ("company",))
    NOT_STARTED = ("not_started", "6.2", ("company",))
    NO_SUCH_SHARE = ("no_such_share", "6.2", ("company",))
    BOUGHT_ALREADY = ("bought_already", "6.2", ())
    SOLD_THIS_ROUND = ("sold_this_round", "6.1", ("company",))
    ONE_SHARE_ONLY = ("one_share_only", "5.4", ())
    BAD_COUNT = ("bad_count", "6.1", ("count",))
    HOLDING_LIMIT = ("holding_limit", "5.3", ("company",))
    CERTIFICATE_LIMIT = ("certificate_limit", "5.3", ("limit",))
    MUST_SELL_FIRST = ("must_sell_first", "5.3", ())
    NO_SALES_IN_FIRST_ROUND = ("no_sales_in_first_round", "6.1", ())
    NOT_ENOUGH_SHARES = ("not_enough_shares", "6.1", ("company", "count"))
    POOL_LIMIT = ("pool_limit", "5.3", ("company",))
    NO_SUCCESSOR = ("no_successor", "6.4", ("company",))
    STAYS_FLOATED = ("stays_floated", "6.3", ("company",))
    NO_PRICE_YET = ("no_price_yet", "6.1", ("company",))
    SELL_ORDER = ("sell_order", "6.1", ())
    # --- private companies
    NOT_YOUR_PRIVATE = ("not_your_private", "4.1", ("private",))
    NO_PRIVATE_SALES_YET = ("no_private_sales_yet", "4.1", ())
    PRIVATE_PRICE = ("private_price", "4.1", ("least", "most"))
    PRIVATE_STAYS_WITH_PLAYERS = ("private_stays_with_players", "T-05", ("private",))
    PRIVATE_TRADED_ALREADY = ("private_traded_already", "V-6.4", ("private",))
    NOT_FROM_YOURSELF = ("not_from_yourself", "4.1", ())
    NO_EXCHANGE = ("no_exchange", "T-05", ("private",))
    NOT_BETWEEN_TURNS = ("not_between_turns", "T-05", ())
    BUYER_CANNOT_PAY = ("buyer_cannot_pay", "4.1", ())
    # --- companies in groups, redemption, leaving the game
    GROUP_NOT_OPEN = ("group_not_open", "XV", ("company",))
    COMPANY_CLOSED = ("company_closed", "XII", ("company",))
    NO_REDEMPTION_YET = ("no_redemption_yet", "XIV", ())
    REDEEMED_ALREADY = ("redeemed_already", "XIV", ("company",))
    BAD_NOTES = ("bad_notes", "XIV", ("least", "most"))
    # --- track
    LAID_ALREADY = ("laid_already", "7.2", ())
    TILE_DOES_NOT_FIT = ("tile_does_not_fit", "7.2.1", ("tile", "hex"))
    COLOR_NOT_AVAILABLE = ("color_not_available", "3.0", ("tile",))
    NO_TILE_LEFT = ("no_tile_left", "7.2", ("tile",))
    HEX_BLOCKED = ("hex_blocked", "7.2.1", ("hex", "private"))
    NOT_CONNECTED = ("not_connected", "7.2.1", ("hex",))
    NO_NEW_TRACK = ("no_new_track", "V-7.7", ("hex",))
    NO_SUCH_POWER = ("no_such_power", "T-05", ("private",))
    POWER_ELSEWHERE = ("power_elsewhere", "T-05", ("private", "hex"))
    HOME_TILE_FIRST = ("home_tile_first", "VI", ("hex",))
    YELLOW_TILE_ONLY = ("yellow_tile_only", "III", ("tile",))
    # --- stations
    TOKEN_PLACED_ALREADY = ("token_placed_already", "7.3.2", ())
    NO_TOKENS_LEFT = ("no_tokens_left", "7.3.2", ("company",))
    NOT_A_CITY = ("not_a_city", "7.3", ("hex",))
    CITY_FULL = ("city_full", "7.3.2", ("hex",))
    CITY_RESERVED = ("city_reserved", "7.3.2", ("hex", "company"))
    TOKEN_IN_HEX = ("token_in_hex", "7.3.2", ("hex",))
    CITY_NOT_REACHED = ("city_not_reached", "7.3.2", ("hex",))
    NOT_YOUR_HOME = ("not_your_home", "7.3.1", ("hex",))
    # --- running trains
    ROUTE_TRAIN_NOT_OWNED = ("route_train_not_owned", "7.4", ("train",))
    ROUTE_TOO_SHORT = ("route_too_short", "7.4", ())
    ROUTE_TOO_LONG = ("route_too_long", "7.4.1", ("train", "most"))
    ROUTE_BROKEN = ("route_broken", "7.4.2", ("hex",))
    ROUTE_NO_STATION = ("route_no_station", "7.4.2", ())
    ROUTE_TRACK_TWICE = ("route_track_twice", "7.4.2", ("hex",))
    ROUTE_STOP_TWICE = ("route_stop_twice", "7.4.2", ("hex",))
    ROUTE_AREA_TWICE = ("route_area_twice", "7.4.2", ("hex",))
    ROUTE_BLOCKED = ("route_blocked", "7.3.3", ("hex",))
    ROUTE_THROUGH_OFFBOARD = ("route_through_offboard", "7.4.2", ("hex",))
    ROUTE_REVERSES = ("route_reverses", "7.4.2", ("hex",))
    ROUTE_CHANGES_TRACK = ("route_changes_track", "7.4.2", ("hex",))
    ROUTE_SKIPS_STOP = ("route_skips_stop", "7.4.2", ("hex",))
    ROUTE_NO_LICENCE = ("route_no_licence", "S-1", ("hex",))
    ROUTE_HEX_TWICE = ("route_hex_twice", "S-4", ("hex",))
    ROUTES_SHARE_TRACK = ("routes_share_track", "7.4.2", ("hex",))
    NOT_CONTESTABLE = ("not_contestable", "7.4", ())
    NOTHING_TO_PAY = ("nothing_to_pay", "7.5", ())
    NOT_THE_BEST_RUN = ("not_the_best_run", "7.4", ("revenue", "best"))
    # --- declared, where the map is on the real table
    AMOUNT_NOT_IN_STEPS = ("amount_not_in_steps", "7.5", ("step",))
    MORE_THAN_TRACK_COSTS = ("more_than_track_costs", "7.2.1", ("most",))
    NOT_A_STATION_COST = ("not_a_station_cost", "7.3.2", ("cost",))
    MORE_THAN_TRAINS_EARN = ("more_than_trains_earn", "7.4", ("revenue", "best"))
    ONE_AMOUNT_PER_TRAIN = ("one_amount_per_train", "7.4", ("count",))
    # --- revenue
    NO_SPLIT = ("no_split", "V-7.1", ())
    # --- trains
    TRAIN_LIMIT = ("train_limit", "7.6", ("limit",))
    TRAIN_NOT_AVAILABLE = ("train_not_available", "7.6", ("train",))
    TRAIN_PRICE = ("train_price", "7.6", ("price",))
    TRAIN_PRICE_TOO_LOW = ("train_price_too_low", "7.6", ("price",))
    TRAIN_PRICE_TOO_HIGH = ("train_price_too_high", "C-2.3.1", ("price",))
    NO_TRADE_IN = ("no_trade_in", "7.6", ("train",))
    NOT_ITS_TRAIN = ("not_its_train", "7.6", ("train",))
    LAST_TRAIN = ("last_train", "V-7.8", ("company",))
    MUST_BUY_TRAIN = ("must_buy_train", "7.6.2", ("company",))
    NOT_THE_CHEAPEST_TRAIN = ("not_the_cheapest_train", "C-2.3.1", ("train", "price"))
    COMPANY_CAN_PAY = ("company_can_pay", "C-2.3.1", ("company",))
    NO_FORCED_SALE = ("no_forced_sale", "C-2.3.2", ())
    MORE_THAN_NEEDED = ("more_than_needed", "C-2.3.2", ())
    PRESIDENCY_PROTECTED = ("presidency_protected", "C-2.3.2", ("company",))
    CAN_STILL_PAY = ("can_still_pay", "C-2.4", ())
    IN_RECEIVERSHIP = ("in_receivership", "7.7", ("company",))
    BAD_DRAW = ("bad_draw", "S-5", ())
    NO_LICENCE_NEEDED = ("no_licence_needed", "S-1", ("company",))
    COAL_NOT_REACHED = ("coal_not_reached", "S-1", ("hex",))
    REVENUE_RETAINED = ("revenue_retained", "S-5", ("company",))
    NO_DOUBLE = ("no_double", "V-7.2", ("company",))
    NO_HALF_DOUBLE = ("no_half_double", "V-7.2", ("company",))
    DOUBLE_GOES_ANYWAY = ("double_goes_anyway", "V-7.2", ("company",))
    NO_PRIVATE_TRADES = ("no_private_trades", "S-6", ())
    NO_SUCH_LOAN = ("no_such_loan", "7.7", ("company",))
    OBSOLETE_TRAIN = ("obsolete_train", "V-3.0", ("train",))

    @property
    def code(self) -> str:
        return str(self.value[0])

    @property
    def paragraph(self) -> str:
        return str(self.value[1])

    @property
    def facts(self) -> tuple[str, ...]:
        names: tuple[str, ...] = self.value[2]
        return names

    def __repr__(self) -> str:
        return f"{type(self).__name__}.{self.name}"


@frozen
class Refusal:
    """A reason with its facts, in the order of `reason.facts`."""

    reason: Reason
    facts: tuple[int, ...] = ()


class IllegalAction(Exception):
    """Raised by `Game.push`; the state is unchanged."""

    def __init__(self, refusal: Refusal, action: object) -> None:
        super().__init__(refusal, action)
        self.refusal = refusal
        self.action = action

    def __str__(self) -> str:
        facts = ", ".join(f"{name}={fact}" for name, fact in zip(self.refusal.reason.facts, self.refusal.facts, strict=True))
        reason = self.refusal.reason
        return f"{reason.code} ({reason.paragraph}){': ' + facts if facts else ''}"
