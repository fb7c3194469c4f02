"""What is in the box of each version: boards, tiles, railroads, private companies, trains and tables (1.0, S-1.1 to S-6.1).

Components only. Which switches a version starts from, and how a switch changes its box, is told in `versions`.
"""

from dataclasses import replace

from goldenspike.core.title import Title
from goldenspike.titles.g1830.board import CLASSIC_BOARD
from goldenspike.titles.g1830.companies import CLASSIC_COMPANIES, CLASSIC_PRIVATES
from goldenspike.titles.g1830.market import MARKET
from goldenspike.titles.g1830.tiles import CLASSIC_COUNTS, TILES
from goldenspike.titles.g1830.trains import CLASSIC_PHASES, CLASSIC_TRAINS

BASE_LIMITS = ((2, 28), (3, 20), (4, 16), (5, 13), (6, 11), (7, 11))
"""Certificates a player may hold (5.3)."""

_CLASSIC_TILES = tuple(tile for tile in TILES if tile.id in CLASSIC_COUNTS)

CLASSIC = Title(
    name="1830",
    version="classic",
    hexes=CLASSIC_BOARD,
    tiles=_CLASSIC_TILES,
    tile_counts=tuple(CLASSIC_COUNTS[tile.id] for tile in _CLASSIC_TILES),
    market=MARKET,
    companies=CLASSIC_COMPANIES,
    privates=CLASSIC_PRIVATES,
    trains=CLASSIC_TRAINS,
    phases=CLASSIC_PHASES,
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
