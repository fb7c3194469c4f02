"""The versions of 1830, and how the switches change what is in the box."""

from dataclasses import replace
from functools import lru_cache
from typing import Any

from goldenspike.core.options import (
    BankSize,
    CertificateLimits,
    Diesels,
    ForcedPurchase,
    Knowledge,
    Options,
    PrivateSale,
    Seating,
    TrainMix,
)
from goldenspike.core.title import Setup, Title
from goldenspike.titles.g1830.boxes import BASE, BASE_LIMITS, CLASSIC
from goldenspike.titles.g1830.plan import plan_for
from goldenspike.titles.g1830.trains import with_count, with_unlimited_diesels, without

_BANK = {BankSize.FULL: 12000, BankSize.SHORT: 4500, BankSize.EXTENDED: 20000}
_LIMITS = {
    CertificateLimits.BASE: BASE_LIMITS,
    CertificateLimits.CHART: ((2, 32), (3, 22), (4, 18), (5, 15), (6, 13), (7, 12)),
}

CLASSIC_OPTIONS = Options()
BASE_OPTIONS = Options(
    knowledge=Knowledge.OPEN,
    seating=Seating.FREE,
    private_sale=PrivateSale.BID_AND_CHOOSE,
    forced_purchase=ForcedPurchase.RECEIVERSHIP,
)


def apply_options(title: Title, options: Options) -> Title:
    """The box as the switches of set-up leave it (V-1.3, V-1.7, V-5.3)."""
    trains = title.trains
    if options.trains is TrainMix.THIRD_SIX:
        trains = with_count(trains, "6", 3)
    elif options.trains is TrainMix.NO_DIESELS:
        trains = without(trains, "D")
    if options.diesels is Diesels.UNLIMITED:
        trains = with_unlimited_diesels(trains)
    return replace(title, trains=trains, bank=_BANK[options.bank], certificate_limits=_LIMITS[options.certificate_limits])


@lru_cache(maxsize=64)
def make_setup(title: Title, options: Options, players: int) -> Setup:
    return Setup(apply_options(title, options), options, players, plan_for(options))


def classic(players: int = 4, **switches: Any) -> Setup:
    """1830 Classic for a number of players; any switch of `Options` may be changed by name."""
    return make_setup(CLASSIC, replace(CLASSIC_OPTIONS, **switches), players)


def base(players: int = 4, **switches: Any) -> Setup:
    """The base game for a number of players; any switch of `Options` may be changed by name."""
    return make_setup(BASE, replace(BASE_OPTIONS, **switches), players)
