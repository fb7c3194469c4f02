"""The versions of 1830: a box, the defaults of its options, and a plan of steps."""

from dataclasses import replace
from functools import lru_cache
from typing import Any

from goldenspike.core.options import (
    DividendRise,
    ForcedPurchase,
    Knowledge,
    MarketPeak,
    Options,
    PriceFall,
    PrivateTrading,
    Seating,
)
from goldenspike.core.title import Setup, Title
from goldenspike.titles.g1830.boxes import BASE, CLASSIC
from goldenspike.titles.g1830.options import Options1830, PrivateSale, own
from goldenspike.titles.g1830.plan import plan_for
from goldenspike.titles.g1830.switches import apply_options

CLASSIC_OPTIONS = Options1830()
BASE_OPTIONS = Options1830(
    knowledge=Knowledge.OPEN,
    seating=Seating.FREE,
    private_sale=PrivateSale.BID_AND_CHOOSE,
    forced_purchase=ForcedPurchase.RECEIVERSHIP,
)
S4_OPTIONS = Options1830(price_fall=PriceFall.PER_BLOCK_NON_PRESIDENT, rise_needs_dividend=True)
S5_OPTIONS = Options1830(
    private_sale=PrivateSale.DEALT,
    uncertainty=True,
    price_fall=PriceFall.REFORM,
    dividend_rise=DividendRise.ONE_TO_FOUR,
    market_peak_ends=MarketPeak.OPERATING_ROUND,
)
S6_OPTIONS = Options1830(private_trading=PrivateTrading.NONE)


@lru_cache(maxsize=64)
def make_setup(title: Title, options: Options, players: int) -> Setup:
    return Setup(apply_options(title, own(options)), options, players, plan_for(own(options)))


def classic(players: int = 4, **switches: Any) -> Setup:
    """1830 Classic for a number of players; any option of `Options1830` may be given by name."""
    return make_setup(CLASSIC, replace(CLASSIC_OPTIONS, **switches), players)


def base(players: int = 4, **switches: Any) -> Setup:
    """The base game for a number of players; any option of `Options1830` may be given by name."""
    return make_setup(BASE, replace(BASE_OPTIONS, **switches), players)
