"""What is in the box of each version: boards, tiles, railroads, private companies, trains and tables (1.0, S-1.1 to S-6.1).

Components only. The defaults of a version's options, and how options change its box, are in `versions` and `switches`.
"""

from dataclasses import replace

from goldenspike.core.title import Title
from goldenspike.titles.g1830 import companies, trains
from goldenspike.titles.g1830.board import CLASSIC_BOARD
from goldenspike.titles.g1830.board_tiles import READING_BOARD, S1_BOARD, S2_BOARD, S3_BOARD, S4_BOARD
from goldenspike.titles.g1830.market import MARKET
from goldenspike.titles.g1830.tiles import (
    CLASSIC_COUNTS,
    READING_REMOVED,
    READING_TILES,
    S1_COUNTS,
    S2_COUNTS,
    S3_COUNTS,
    S4_COUNTS,
    S6_COUNTS,
    Counts,
    supply,
    with_added,
    with_removed,
)

BASE_LIMITS = ((2, 28), (3, 20), (4, 16), (5, 13), (6, 11), (7, 11))
"""Certificates a player may hold (5.3)."""
CHART_LIMITS = ((2, 32), (3, 22), (4, 18), (5, 15), (6, 13), (7, 12))
"""The chart of V-5.3, for all scenarios with more railroads."""
BOARD_LIMITS = ((2, 32), (3, 27), (4, 20), (5, 16), (6, 14), (7, 13))
"""The other set of V-5.3, printed on the 1830+ board for games with all railroads; known from public data only."""

SEVEN_PLAYERS_MONEY = ((2, 1200), (3, 800), (4, 600), (5, 480), (6, 400), (7, 360))
"""S-1.1: seven players have $360 each."""

_CLASSIC_TILES, _CLASSIC_TILE_COUNTS = supply(CLASSIC_COUNTS)

CLASSIC = Title(
    name="1830",
    version="classic",
    hexes=CLASSIC_BOARD,
    tiles=_CLASSIC_TILES,
    tile_counts=_CLASSIC_TILE_COUNTS,
    market=MARKET,
    companies=companies.CLASSIC_COMPANIES,
    privates=companies.CLASSIC_PRIVATES,
    trains=trains.CLASSIC_TRAINS,
    phases=trains.CLASSIC_PHASES,
    bank=12000,
    starting_money=((2, 1200), (3, 800), (4, 600), (5, 480), (6, 400), (7, 350)),
    certificate_limits=BASE_LIMITS,
    token_costs=(0, 40, 100, 100),
    private_groups=(
        (2, (("SV", "DH", "CA"), ("CS", "MH", "BO"))),
        (3, (("SV", "BO"), ("CS", "CA"), ("DH", "MH"))),
        (4, (("SV", "MH"), ("CS", "DH"), ("CA",), ("BO",))),
        (5, (("SV", "CS"), ("DH",), ("MH",), ("CA",), ("BO",))),
        (6, (("SV",), ("CS",), ("DH",), ("MH",), ("CA",), ("BO",))),
        (7, (("SV",), ("CS",), ("DH",), ("MH",), ("CA",), ("BO",))),
    ),
)

BASE = replace(CLASSIC, version="base")


def with_tiles(title: Title, counts: Counts) -> Title:
    """The same box with another mix of tiles (V-1.4)."""
    tiles, numbers = supply(counts)
    return replace(title, tiles=tiles, tile_counts=numbers)


S1 = replace(
    with_tiles(CLASSIC, S1_COUNTS),
    version="s1",
    hexes=S1_BOARD,
    companies=companies.S1_COMPANIES,
    privates=companies.S1_PRIVATES,
    trains=trains.S1_TRAINS,
    starting_money=SEVEN_PLAYERS_MONEY,
    certificate_limits=CHART_LIMITS,
    token_costs=(0, 100, 100, 100),
)
S2 = replace(
    with_tiles(S1, S2_COUNTS),
    version="s2",
    hexes=S2_BOARD,
    companies=companies.S2_COMPANIES,
    privates=companies.S2_PRIVATES,
    trains=trains.S2_TRAINS,
    token_costs=(0, 40, 100, 100),
)
S3 = replace(
    with_tiles(S1, S3_COUNTS),
    version="s3",
    hexes=S3_BOARD,
    companies=companies.S3_COMPANIES,
    privates=companies.S3_PRIVATES,
    trains=trains.S3_TRAINS,
)
S4 = replace(
    with_tiles(CLASSIC, S4_COUNTS),
    version="s4",
    hexes=S4_BOARD,
    companies=companies.S4_COMPANIES,
    privates=companies.S4_PRIVATES,
    trains=trains.S4_TRAINS,
    certificate_limits=CHART_LIMITS,
    no_hex_twice=True,
)
S5 = replace(CLASSIC, version="s5")
"""Changes rules only, so it may be played with the components of any version."""
S6 = replace(with_tiles(CLASSIC, S6_COUNTS), version="s6")


def reading_tiles(counts: Counts) -> Counts:
    """A mix with what the Reading changes: tiles with two circles for Baltimore and Boston, and one on its home (S-6.3)."""
    return with_added(with_removed(counts, READING_REMOVED), READING_TILES)


def one_more(limits: tuple[tuple[int, int], ...]) -> tuple[tuple[int, int], ...]:
    """Limits of certificates with the one that the Reading adds (S-6.3)."""
    return tuple((players, limit + 1) for players, limit in limits)


def with_reading(title: Title) -> Title:
    """A box of the classic board with the Reading of the computer game (S-6.1, S-6.3)."""
    counts = dict(zip((tile.id for tile in title.tiles), title.tile_counts, strict=True))
    return replace(
        with_tiles(title, reading_tiles(counts)),
        hexes=READING_BOARD,
        companies=(*title.companies, companies.RDR_COMPUTER),
        trains=trains.with_count(title.trains, "4", trains.count_of(title.trains, "4") + 1),
        certificate_limits=one_more(title.certificate_limits),
    )


S6_READING = with_reading(S6)
"""S-6 with the Reading toggle."""

SCENARIOS = (S1, S2, S3, S4, S5, S6)
