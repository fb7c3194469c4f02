"""Every rule that may differ between two tables, as enums and one field each.

A title's version is a set of these values; a table may change any of them before the game starts. `switches.py` lists them.
"""

from dataclasses import dataclass
from enum import Enum


class Knowledge(Enum):
    """Whose money is shown (V-0.1, C-1.1)."""

    OPEN = "open"
    PARTIAL = "partial"
    CLOSED = "closed"


class Seating(Enum):
    """How the players find their seats (V-1.1, C-2.1)."""

    FREE = "free"
    RANDOM = "random"


class Board(Enum):
    """Which side of the board is used (V-1.2); VERSION is the one that the version prescribes."""

    VERSION = "version"
    CLASSIC = "classic"
    PLUS = "plus"


class TileMix(Enum):
    """Which track tiles are used (V-1.4, S-1 variant)."""

    VERSION = "version"
    CLASSIC = "classic"
    MIX_A = "mix_a"
    MIX_B = "mix_b"
    S1_VARIANT = "s1_variant"


class PlusObsolescence(Enum):
    """When plus-trains go out of date (V-3.0): later than the other trains of their size, or with them."""

    DELAYED = "delayed"
    ORDINARY = "ordinary"


class SecondCertificates(Enum):
    """Which railroads have a second 20 % certificate (V-7.2)."""

    VERSION = "version"
    NONE = "none"
    ERIE = "erie"
    NW = "n&w"
    BOTH = "both"


class ReadingHome(Enum):
    """Where the Reading starts (V-7.6)."""

    READING = "H16"
    SCHUYLKILL = "G15"
    CHOICE = "choice"


class BankSize(Enum):
    """How much money the bank starts with (V-1.3)."""

    FULL = "full"
    SHORT = "short"
    EXTENDED = "extended"


class Diesels(Enum):
    """How many diesels there are (V-1.7, V-3.0, T-03)."""

    VERSION = "version"
    NONE = "none"
    SIX = "six"
    UNLIMITED = "unlimited"


class PrivateSale(Enum):
    """How the private companies are sold at the start (V-1.8, 1.3, C-2.2)."""

    BUY_BID = "buy_bid_auction"
    BID_AND_CHOOSE = "bid_and_choose"
    DEALT = "dealt"


class Undealt(Enum):
    """What becomes of private companies that nobody was dealt (S-5)."""

    REMOVED = "removed"
    FACE_VALUE = "face_value"
    AUCTION = "auction"


class MarketPeak(Enum):
    """Whether the highest share value ends the game (V-8, S-5)."""

    OFF = "off"
    OPERATING_ROUND = "operating_round"
    ON = "on"


class GreenOo(Enum):
    """Whether the exits of a green OO tile stay with different cities (V-7.9)."""

    FIXED = "fixed"
    VARIABLE = "variable"


class BiddingOrder(Enum):
    """Who speaks in an auction (V-1.8)."""

    FORMAL = "formal"
    FREE_FOR_ALL = "free_for_all"


class AuctionPass(Enum):
    """Whether a bidder who passed may come back (V-1.8)."""

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


class CertificateLimits(Enum):
    """Which table limits the certificates of a player (V-5.3, 5.3)."""

    VERSION = "version"
    BASE = "base"
    CHART = "chart"
    BOARD = "board"


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


class DhStation(Enum):
    """When the free station of the DH may be placed (V-4.0)."""

    TIGHT = "tight"
    FLEXIBLE = "flexible"


class FreeStation(Enum):
    """Whether a station that came free counts for the price of the next (ruling on T-05, DH)."""

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
    """Whether whoever sold shares of a company may exchange for one in the same stock round (T-05 MH, 6.1)."""

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
    """Whether the engine proves the best run, others may contest the president's, or he runs as he likes (7.4)."""

    PROVEN = "proven"
    HONOUR = "honour"
    FREE = "free"


class Capital(Enum):
    """When a floated railroad receives its money (6.3)."""

    END_OF_ROUND = "end_of_round"
    AT_ONCE = "at_once"


class ForcedPurchase(Enum):
    """What happens when railroad and president cannot pay a train that must be bought (C-2.3, 7.6.2)."""

    BANKRUPTCY = "forced_sale_bankruptcy"
    RECEIVERSHIP = "receivership"


class BankBreaks(Enum):
    """When the bank has run out (8.0)."""

    AT_ZERO = "at_zero"
    BELOW_ZERO = "below_zero"


class OutbidMoney(Enum):
    """Whether the money of a bid is free once the bid is exceeded, or only when it is withdrawn (C-2.2.1)."""

    FREE = "free"
    TIED = "tied"


class ExpressBonus(Enum):
    """Whether an express train must count home and destination for the bonus of a destination run, or may pass them (IX)."""

    COUNTED = "counted"
    PASSING = "passing"


class AfterAllPass(Enum):
    """Who goes on when all have passed and the private companies have paid (C-2.2.3)."""

    PRIORITY = "priority"
    NEXT_PLAYER = "next_player"


@dataclass(frozen=True, slots=True)
class Options:
    """One value for each switch. The defaults are those of 1830 Classic."""

    knowledge: Knowledge = Knowledge.PARTIAL
    seating: Seating = Seating.RANDOM
    board: Board = Board.VERSION
    random_map: int = 0
    tiles: TileMix = TileMix.VERSION
    unlimited_tiles: bool = False
    additional_tiles: bool = False
    bank: BankSize = BankSize.FULL
    with_pl: bool = False
    with_cc: bool = False
    with_pp: bool = False
    with_jk: bool = False
    with_nw: bool = False
    with_pmq: bool = False
    with_nkp: bool = False
    with_rdr: bool = False
    reading: bool = False
    third_six: bool = False
    plus_trains: bool = False
    plus_obsolescence: PlusObsolescence = PlusObsolescence.DELAYED
    diesels: Diesels = Diesels.VERSION
    private_sale: PrivateSale = PrivateSale.BUY_BID
    undealt: Undealt = Undealt.REMOVED
    bidding_order: BiddingOrder = BiddingOrder.FORMAL
    auction_pass: AuctionPass = AuctionPass.STILL_IN
    raises: Raises = Raises.AT_LEAST_FIVE
    outbid_money: OutbidMoney = OutbidMoney.TIED
    after_all_pass: AfterAllPass = AfterAllPass.PRIORITY
    operating_order: OperatingOrder = OperatingOrder.VARIABLE
    delayed_obsolescence: bool = False
    delayed_private_sales: bool = False
    uncertainty: bool = False
    dh_station: DhStation = DhStation.TIGHT
    sv_half_cost: bool = False
    free_station: FreeStation = FreeStation.KEEPS_STEP
    extra_tile: PowerTiming = PowerTiming.TRACK_STEP
    exchange: ExchangeTiming = ExchangeTiming.BETWEEN_TURNS
    exchange_after_sale: ExchangeAfterSale = ExchangeAfterSale.FORBIDDEN
    price_fall: PriceFall = PriceFall.PER_SHARE
    unfloated_price: UnfloatedPrice = UnfloatedPrice.STAYS
    rise_needs_dividend: bool = False
    dividend_rise: DividendRise = DividendRise.ONE
    certificate_limits: CertificateLimits = CertificateLimits.VERSION
    sell_order: SellOrder = SellOrder.SELL_BUY_SELL
    share_sales: ShareSales = ShareSales.BLOCK
    brown_purchases: BrownPurchases = BrownPurchases.POOL_ONLY
    private_trading: PrivateTrading = PrivateTrading.RESTRICTED
    capital: Capital = Capital.END_OF_ROUND
    second_certificates: SecondCertificates = SecondCertificates.VERSION
    oo_home: bool = True
    home_choice: bool = False
    reading_home: ReadingHome = ReadingHome.READING
    split_revenue: bool = False
    random_revenue: bool = False
    green_oo: GreenOo = GreenOo.FIXED
    track_placement: TrackPlacement = TrackPlacement.OPEN
    city_choice: CityChoice = CityChoice.OWNER
    running_trains: RunningTrains = RunningTrains.PROVEN
    express_bonus: ExpressBonus = ExpressBonus.COUNTED
    train_limit: TrainLimit = TrainLimit.FIRM
    last_train: LastTrain = LastTrain.MAY_SELL
    two_railroads: bool = False
    forced_purchase: ForcedPurchase = ForcedPurchase.BANKRUPTCY
    discard_order: DiscardOrder = DiscardOrder.SHARE_VALUE
    bank_breaks: BankBreaks = BankBreaks.AT_ZERO
    market_peak_ends: MarketPeak = MarketPeak.OFF
