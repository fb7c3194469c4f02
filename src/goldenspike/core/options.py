"""Options that both titles know: an enum and a field of `Options` each.

A title adds the options of its own by extending `Options`. A version is a set of values; a table may change any that the
version offers before the game starts. The form, the command line, the help and docs/variants.md follow from the fields.
"""

from dataclasses import dataclass
from enum import Enum
from typing import Final

from goldenspike.core.switches import Exclusion, Group, option


class Knowledge(Enum):
    """Whose money is shown (V-0.1, C-1.1); TOTALS is CLOSED, and payments are told only to those who see the money."""

    OPEN = "open"
    PARTIAL = "partial"
    CLOSED = "closed"
    TOTALS = "totals"


class MapKeeping(Enum):
    """Who keeps the map: the program, or the players on the real table, whose presidents declare spending and runs (7.2, 7.4)."""

    KEPT = "kept"
    REAL = "real"


class Seating(Enum):
    """How the players find their seats (V-1.1, C-2.1)."""

    FREE = "free"
    RANDOM = "random"


class MarketPeak(Enum):
    """Whether the highest share value ends the game (V-8, S-5)."""

    OFF = "off"
    OPERATING_ROUND = "operating_round"
    ON = "on"


class BiddingOrder(Enum):
    """Who bids next in an auction (V-1.8)."""

    FORMAL = "formal"
    FREE_FOR_ALL = "free_for_all"


class AuctionPass(Enum):
    """Whether a bidder may bid again after passing (V-1.8)."""

    STILL_IN = "still_in"
    OUT = "out"


class Raises(Enum):
    """By how much a bid may be raised (V-1.8)."""

    AT_LEAST_FIVE = "min_5"
    MULTIPLES_OF_FIVE = "multiples_of_5"
    EXACTLY_FIVE = "exactly_5"


class OperatingOrder(Enum):
    """Whether a price that moves during a round changes the order (V-2.0, 7.0)."""

    VARIABLE = "variable"
    FIXED = "fixed"


class PriceFall(Enum):
    """How far a sale moves the price down (V-5.1, 5.5)."""

    PER_SHARE = "per_share"
    PER_BLOCK = "per_block"
    PER_BLOCK_NON_PRESIDENT = "per_block_non_president"
    REFORM = "reform"


class UnfloatedPrice(Enum):
    """Whether forced sales in operating rounds lower the price of a company that has not floated (5.3 sidebar)."""

    STAYS = "stays"
    FALLS = "falls"


class DividendRise(Enum):
    """How far a dividend moves the price (5.5, S-5)."""

    ONE = "one"
    ONE_TO_FOUR = "one_to_four"


class SellOrder(Enum):
    """Order of selling and buying in a stock turn (V-6.1, C-1.2)."""

    SELL_BUY_SELL = "sell_buy_sell"
    SELL_BUY = "sell_buy"
    BUY_SELL = "buy_sell"


class ShareSales(Enum):
    """Whether shares of one company sold in a turn have one price (V-6.2, 6.1)."""

    BLOCK = "block"
    ONE_AT_A_TIME = "one_at_a_time"


class BrownPurchases(Enum):
    """Where several shares of a brown company may come from (V-6.3, C-1.3)."""

    POOL_ONLY = "pool_only"
    ALL = "all"


class PrivateTrading(Enum):
    """Whether a private company may be bought and sold again in one stock round (V-6.4)."""

    RESTRICTED = "restricted"
    UNRESTRICTED = "unrestricted"
    NONE = "none"


class TrackPlacement(Enum):
    """What a railroad must reach to lay a tile (V-7.7, C-1.4)."""

    OPEN = "open"
    CLOSED = "closed"
    HYBRID = "hybrid"


class TrainLimit(Enum):
    """Whether a train may be bought at the limit (V-7.8)."""

    FIRM = "firm"
    FLEXIBLE = "flexible"


class LastTrain(Enum):
    """Whether a railroad with a route may sell its last train (V-7.8)."""

    MAY_SELL = "may_sell"
    MAY_NOT_SELL = "may_not_sell"


class FreeStation(Enum):
    """Whether a free station counts towards the price of the next one (ruling on T-05, DH)."""

    KEEPS_STEP = "keeps_step"
    USES_STEP = "uses_step"


class PowerTiming(Enum):
    """When a railroad may lay the additional tile of a private company (7.1, T-05, CS)."""

    TRACK_STEP = "track_step"
    WHOLE_TURN = "whole_turn"


class ExchangeTiming(Enum):
    """When a private company may be exchanged for a share (T-05, MH)."""

    BETWEEN_TURNS = "between_turns"
    ANY_TIME = "any_time"


class ExchangeAfterSale(Enum):
    """Whether a player who sold shares of a company may exchange for one in the same stock round (T-05 MH, 6.1)."""

    FORBIDDEN = "forbidden"
    ALLOWED = "allowed"


class DiscardOrder(Enum):
    """In which order railroads over the limit discard (7.6.1)."""

    SHARE_VALUE = "share_value"
    ANY = "any"


class CityChoice(Enum):
    """Who chooses the city of a station whose hex gets its first track (ruling on 7.2.2)."""

    OWNER = "owner"
    TILE_LAYER = "tile_layer"


class RunningTrains(Enum):
    """Whether the engine finds the best run, others may contest the president's, or he runs as he likes (7.4)."""

    PROVEN = "proven"
    HONOUR = "honour"
    FREE = "free"


class Capital(Enum):
    """When a floated railroad receives its money (6.3)."""

    END_OF_ROUND = "end_of_round"
    AT_ONCE = "at_once"


class ForcedPurchase(Enum):
    """What happens when railroad and president cannot pay for a mandatory train (C-2.3, 7.6.2)."""

    BANKRUPTCY = "forced_sale_bankruptcy"
    RECEIVERSHIP = "receivership"


class BankBreaks(Enum):
    """When the bank counts as broken (8.0)."""

    AT_ZERO = "at_zero"
    BELOW_ZERO = "below_zero"


class OutbidMoney(Enum):
    """Whether an outbid bid's money is free at once or only when the bid is withdrawn (C-2.2.1)."""

    FREE = "free"
    TIED = "tied"


class AfterAllPass(Enum):
    """Whose turn it is after all have passed and the private companies have paid (C-2.2.3)."""

    PRIORITY = "priority"
    NEXT_PLAYER = "next_player"


@dataclass(frozen=True, slots=True)
class Options:
    """A value for each option of core."""

    knowledge: Knowledge = option(Knowledge.PARTIAL, Group.GENERAL, "V-0.1")
    map: MapKeeping = option(MapKeeping.KEPT, Group.GENERAL, "7.2", "7.3", "7.4")
    seating: Seating = option(Seating.RANDOM, Group.SETUP, "V-1.1")
    bidding_order: BiddingOrder = option(BiddingOrder.FORMAL, Group.AUCTION, "V-1.8a")
    auction_pass: AuctionPass = option(AuctionPass.STILL_IN, Group.AUCTION, "V-1.8b")
    raises: Raises = option(Raises.AT_LEAST_FIVE, Group.AUCTION, "V-1.8c")
    outbid_money: OutbidMoney = option(OutbidMoney.TIED, Group.AUCTION, "II")
    after_all_pass: AfterAllPass = option(AfterAllPass.PRIORITY, Group.AUCTION, "C-2.2.3")
    operating_order: OperatingOrder = option(OperatingOrder.VARIABLE, Group.SEQUENCE, "V-2.0")
    delayed_obsolescence: bool = option(False, Group.PHASES, "V-3.0a", "S-6.3.delayed_obsolescence")
    delayed_private_sales: bool = option(False, Group.PHASES, "V-3.0b", "S-6.3.delayed_private_sales")
    free_station: FreeStation = option(FreeStation.KEEPS_STEP, Group.PRIVATES, "T-05")
    extra_tile: PowerTiming = option(PowerTiming.TRACK_STEP, Group.PRIVATES, "7.1")
    exchange: ExchangeTiming = option(ExchangeTiming.BETWEEN_TURNS, Group.PRIVATES, "T-05")
    exchange_after_sale: ExchangeAfterSale = option(ExchangeAfterSale.FORBIDDEN, Group.PRIVATES, "T-05", "6.1")
    price_fall: PriceFall = option(PriceFall.PER_SHARE, Group.MARKET, "V-5.1")
    unfloated_price: UnfloatedPrice = option(UnfloatedPrice.STAYS, Group.MARKET, "5.3")
    dividend_rise: DividendRise = option(DividendRise.ONE, Group.MARKET, "S-5")
    rise_needs_dividend: bool = option(False, Group.MARKET, "V-5.2")
    sell_order: SellOrder = option(SellOrder.SELL_BUY_SELL, Group.STOCK, "V-6.1")
    share_sales: ShareSales = option(ShareSales.BLOCK, Group.STOCK, "V-6.2")
    brown_purchases: BrownPurchases = option(BrownPurchases.POOL_ONLY, Group.STOCK, "V-6.3")
    private_trading: PrivateTrading = option(PrivateTrading.RESTRICTED, Group.STOCK, "V-6.4")
    capital: Capital = option(Capital.END_OF_ROUND, Group.STOCK, "6.3")
    split_revenue: bool = option(False, Group.OPERATING, "V-7.1", "S-6.3.split")
    random_revenue: bool = option(False, Group.OPERATING, "S-6.3.random_revenues")
    track_placement: TrackPlacement = option(TrackPlacement.OPEN, Group.OPERATING, "V-7.7")
    city_choice: CityChoice = option(CityChoice.OWNER, Group.OPERATING, "7.2.2")
    running_trains: RunningTrains = option(RunningTrains.PROVEN, Group.OPERATING, "7.4")
    train_limit: TrainLimit = option(TrainLimit.FIRM, Group.OPERATING, "V-7.8a")
    last_train: LastTrain = option(LastTrain.MAY_SELL, Group.OPERATING, "V-7.8b")
    forced_purchase: ForcedPurchase = option(ForcedPurchase.BANKRUPTCY, Group.OPERATING, "C-2.3")
    discard_order: DiscardOrder = option(DiscardOrder.SHARE_VALUE, Group.OPERATING, "7.6.1")
    bank_breaks: BankBreaks = option(BankBreaks.AT_ZERO, Group.END, "8.0")
    market_peak_ends: MarketPeak = option(MarketPeak.OFF, Group.END, "V-8.0")


EXCLUSIONS: Final[tuple[Exclusion, ...]] = (
    Exclusion("rise_needs_dividend", "on", "dividend_rise", "one_to_four", "two_rules_for_the_rise"),
    Exclusion("running_trains", "honour", "random_revenue", "on", "drawn_before_contested"),
    Exclusion("running_trains", "honour", "map", "real", "no_map_to_contest_on"),
)
