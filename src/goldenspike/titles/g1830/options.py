"""The options that only this title has: what is in the box, how the private companies are sold, and the starter game."""

from dataclasses import dataclass, fields
from enum import Enum
from typing import Final

from goldenspike.core.options import Options
from goldenspike.core.switches import Exclusion, Group, option


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
    """When plus-trains become obsolete (V-3.0): later than the other trains of their size, or with them."""

    DELAYED = "delayed"
    ORDINARY = "ordinary"


class SecondCertificates(Enum):
    """Which railroads have a second 20% certificate (V-7.2)."""

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


class GreenOo(Enum):
    """Whether the exits of a green OO tile stay with different cities (V-7.9)."""

    FIXED = "fixed"
    VARIABLE = "variable"


class CertificateLimits(Enum):
    """Which table limits the certificates of a player (V-5.3, 5.3)."""

    VERSION = "version"
    BASE = "base"
    CHART = "chart"
    BOARD = "board"


class DhStation(Enum):
    """When the free station of the DH may be placed (V-4.0)."""

    TIGHT = "tight"
    FLEXIBLE = "flexible"


@dataclass(frozen=True)  # No slots: they would hide the attributes of the compiled base class.
class Options1830(Options):
    """The defaults are those of 1830 Classic."""

    bank: BankSize = option(BankSize.FULL, Group.SETUP, "V-1.3", "S-6.3.short", "S-6.3.extended")
    board: Board = option(Board.VERSION, Group.SETUP, "V-1.2", "V-7.5")
    random_map: int = option(0, Group.SETUP, "S-6.3.random_map", most=999_999)
    tiles: TileMix = option(TileMix.VERSION, Group.SETUP, "V-1.4", "S-1.v")
    unlimited_tiles: bool = option(False, Group.SETUP, "S-6.3.unlimited_tiles")
    additional_tiles: bool = option(False, Group.SETUP, "S-6.3.additional_tiles")
    with_pl: bool = option(False, Group.SETUP, "V-1.5")
    with_cc: bool = option(False, Group.SETUP, "V-1.5")
    with_pp: bool = option(False, Group.SETUP, "V-1.5")
    with_jk: bool = option(False, Group.SETUP, "V-1.5")
    with_nw: bool = option(False, Group.SETUP, "V-1.6")
    with_pmq: bool = option(False, Group.SETUP, "V-1.6")
    with_nkp: bool = option(False, Group.SETUP, "V-1.6")
    with_rdr: bool = option(False, Group.SETUP, "V-1.6")
    reading: bool = option(False, Group.SETUP, "S-6.3.reading")
    third_six: bool = option(False, Group.SETUP, "V-1.7")
    plus_trains: bool = option(False, Group.SETUP, "V-1.7", "V-7.10")
    plus_obsolescence: PlusObsolescence = option(PlusObsolescence.DELAYED, Group.PHASES, "V-3.0d")
    diesels: Diesels = option(Diesels.VERSION, Group.SETUP, "V-1.7", "V-3.0c", "S-6.3.no_diesels")
    private_sale: PrivateSale = option(PrivateSale.BUY_BID, Group.AUCTION, "V-1.8")
    undealt: Undealt = option(Undealt.REMOVED, Group.AUCTION, "S-5.v")
    uncertainty: bool = option(False, Group.PHASES, "S-5")
    dh_station: DhStation = option(DhStation.TIGHT, Group.PRIVATES, "V-4.0a")
    sv_half_cost: bool = option(False, Group.PRIVATES, "V-4.0b")
    certificate_limits: CertificateLimits = option(CertificateLimits.VERSION, Group.MARKET, "V-5.3")
    second_certificates: SecondCertificates = option(SecondCertificates.VERSION, Group.OPERATING, "V-7.2")
    oo_home: bool = option(True, Group.OPERATING, "V-7.3")
    home_choice: bool = option(False, Group.OPERATING, "V-7.4")
    reading_home: ReadingHome = option(ReadingHome.READING, Group.OPERATING, "V-7.6")
    green_oo: GreenOo = option(GreenOo.FIXED, Group.OPERATING, "V-7.9")


@dataclass(frozen=True)  # No slots: they would hide the attributes of the compiled base class.
class StarterOptions(Options):
    """The starter game has no shares and no private companies, so hardly any option concerns it."""

    two_railroads: bool = option(False, Group.SETUP, "booklet")


def own(options: Options) -> Options1830:
    """The options of a game of this title, except the starter game."""
    assert isinstance(options, Options1830)
    return options


OFFERED: Final = tuple(field.name for field in fields(Options1830) if field.name != "outbid_money")
"""All options but one: here an outbid player's money stays tied up (C-2.2.1)."""

STARTER_OFFERED: Final = (
    "knowledge",
    "map",
    "seating",
    "track_placement",
    "city_choice",
    "running_trains",
    "train_limit",
    "two_railroads",
)

EXCLUSIONS: Final[tuple[Exclusion, ...]] = (
    Exclusion("private_sale", "bid_and_choose", "bidding_order", "free_for_all", "only_in_the_auction"),
    Exclusion("private_sale", "bid_and_choose", "auction_pass", "out", "only_in_the_auction"),
    Exclusion("private_sale", "bid_and_choose", "raises", "multiples_of_5", "only_in_the_auction"),
    Exclusion("private_sale", "bid_and_choose", "raises", "exactly_5", "only_in_the_auction"),
    Exclusion("private_sale", "bid_and_choose", "after_all_pass", "next_player", "only_in_the_auction"),
    Exclusion("private_sale", "bid_and_choose", "undealt", "face_value", "only_when_dealt"),
    Exclusion("private_sale", "bid_and_choose", "undealt", "auction", "only_when_dealt"),
    Exclusion("private_sale", "buy_bid_auction", "undealt", "face_value", "only_when_dealt"),
    Exclusion("private_sale", "buy_bid_auction", "undealt", "auction", "only_when_dealt"),
    Exclusion("private_sale", "bid_and_choose", "with_pl", "on", "no_group_for_it"),
    Exclusion("private_sale", "bid_and_choose", "with_cc", "on", "no_group_for_it"),
    Exclusion("private_sale", "bid_and_choose", "with_pp", "on", "no_group_for_it"),
    Exclusion("private_sale", "bid_and_choose", "with_jk", "on", "no_group_for_it"),
    Exclusion("reading", "on", "with_rdr", "on", "two_readings"),
    Exclusion("reading", "on", "board", "plus", "reading_needs_classic_board"),
)
