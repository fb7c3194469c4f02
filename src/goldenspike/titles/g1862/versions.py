"""The one version of this title, and how options change its box."""

from dataclasses import replace
from functools import lru_cache
from typing import Any

from goldenspike.core.options import (
    AuctionPass,
    Capital,
    Knowledge,
    MapKeeping,
    OperatingOrder,
    Options,
    OutbidMoney,
    PriceFall,
    RunningTrains,
    SellOrder,
    UnfloatedPrice,
)
from goldenspike.core.title import Setup, Title
from goldenspike.titles.g1862.board import BOARD
from goldenspike.titles.g1862.chapters import CHAPTERS, CONTENTS
from goldenspike.titles.g1862.companies import COMPANIES, PRIVATES
from goldenspike.titles.g1862.market import MARKET
from goldenspike.titles.g1862.options import Options1862
from goldenspike.titles.g1862.plan import PLAN, REAL_TABLE_PLAN
from goldenspike.titles.g1862.rules.destinations import PAY
from goldenspike.titles.g1862.tiles import COUNTS, TILES
from goldenspike.titles.g1862.trains import PHASES, TRAINS

LIMITS = (
    (13, ((4, 22), (5, 18), (6, 15), (7, 13))),
    (12, ((3, 26), (4, 20), (5, 16), (6, 14), (7, 12))),
    (11, ((3, 23), (4, 18), (5, 15), (6, 12), (7, 11))),
    (10, ((3, 21), (4, 16), (5, 13), (6, 11), (7, 10))),
    (9, ((3, 19), (4, 15), (5, 12), (6, 10), (7, 9))),
    (8, ((3, 17), (4, 13), (5, 10), (6, 9), (7, 8))),
    (7, ((3, 15), (4, 12), (5, 9), (6, 8), (7, 7))),
    (6, ((3, 13), (4, 10), (5, 8), (6, 7), (7, 6))),
)
"""Companies in the game, and for each number of players the certificate limit."""

STANDARD = Title(
    name="1862",
    version="standard",
    hexes=BOARD,
    tiles=TILES,
    tile_counts=tuple(COUNTS[tile.id] for tile in TILES),
    market=MARKET,
    companies=COMPANIES,
    privates=PRIVATES,
    trains=TRAINS,
    phases=PHASES,
    bank=22000,
    starting_money=((4, 600), (5, 500), (6, 440), (7, 400)),
    certificate_limits=LIMITS[0][1],
    token_costs=(0, 40, 100, 100),
    few_players=4,
    holding_units_of_few=7,
    limits_by_companies=LIMITS,
    abroad_percent=150,
    pool_pays_company=False,
    sale_before_operating_falls_first=True,
    forced_any_train=True,
    privates_count=False,
    neutral_markers=1,
    chapters=CHAPTERS,
    contents=CONTENTS,
    destination_pay=PAY,
)

STANDARD_OPTIONS = Options1862(
    knowledge=Knowledge.OPEN,
    auction_pass=AuctionPass.OUT,
    outbid_money=OutbidMoney.FREE,
    operating_order=OperatingOrder.FIXED,
    price_fall=PriceFall.PER_BLOCK,
    unfloated_price=UnfloatedPrice.FALLS,
    sell_order=SellOrder.SELL_BUY,
    capital=Capital.AT_ONCE,
    running_trains=RunningTrains.FREE,
)


@lru_cache(maxsize=64)
def make_setup(title: Title, options: Options, players: int) -> Setup:
    return Setup(title, options, players, PLAN if options.map is MapKeeping.KEPT else REAL_TABLE_PLAN)


def standard(players: int = 4, **switches: Any) -> Setup:
    """1862 for a number of players; any option of `Options1862` may be given by name."""
    return make_setup(STANDARD, replace(STANDARD_OPTIONS, **switches), players)
