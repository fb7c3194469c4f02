"""The steps of 1830: the table of contents of its turns (2.0)."""

from goldenspike.core import pending
from goldenspike.core.flow import Flow
from goldenspike.core.steps.auction import AuctionStep
from goldenspike.core.steps.base import Plan
from goldenspike.core.steps.offers import OfferStep
from goldenspike.core.steps.operating import (
    ChooseCityStep,
    ChooseHomeStep,
    ExtraTileStep,
    HomeStep,
    StationStep,
    TrackStep,
)
from goldenspike.core.steps.private_trade import ExchangeStep, PrivateTradeStep
from goldenspike.core.steps.running import DividendStep, RunStep
from goldenspike.core.steps.seating import SeatingStep
from goldenspike.core.steps.set_par import SetParStep
from goldenspike.core.steps.stock import StockStep
from goldenspike.core.steps.trains import DiscardStep, TrainStep
from goldenspike.core.title import RoundKind

_OFFER = OfferStep()

CLASSIC_PLAN = Plan(
    rounds={
        RoundKind.SEATING: (SeatingStep(),),
        RoundKind.AUCTION: (AuctionStep(),),
        RoundKind.STOCK: (StockStep(),),
        RoundKind.OPERATING: (HomeStep(), TrackStep(), StationStep(), RunStep(), DividendStep(), TrainStep()),
    },
    interrupts={
        pending.SET_PAR: SetParStep(),
        pending.CHOOSE_HOME: ChooseHomeStep(),
        pending.CHOOSE_CITY: ChooseCityStep(),
        pending.OFFER_PRIVATE: _OFFER,
        pending.OFFER_TRAIN: _OFFER,
        pending.DISCARD: DiscardStep(),
    },
    flow=Flow(),
    anytime=(PrivateTradeStep(), ExchangeStep(), ExtraTileStep()),
)
