"""The plan of 1830: the steps of its rounds (2.0)."""

from dataclasses import replace

from goldenspike.core.flow import Flow
from goldenspike.core.interrupts import (
    CityNeeded,
    DiscardNeeded,
    GroupNeeded,
    HomeNeeded,
    ParPriceNeeded,
    PrivateOffered,
    RevenueDrawNeeded,
    TokenDrawNeeded,
    TrainOffered,
)
from goldenspike.core.options import MapKeeping
from goldenspike.core.steps.auction import AuctionStep
from goldenspike.core.steps.base import Plan
from goldenspike.core.steps.chance import DrawRevenueStep, DrawTokenStep
from goldenspike.core.steps.correction import CorrectionStep
from goldenspike.core.steps.declared import without_map
from goldenspike.core.steps.group_auction import BidForChoiceStep, ChooseGroupStep
from goldenspike.core.steps.loans import ChooseLoanStep
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
from goldenspike.core.steps.running import ContestStep, DividendStep, RunStep
from goldenspike.core.steps.seating import SeatingStep
from goldenspike.core.steps.set_par import SetParStep
from goldenspike.core.steps.stock import StockStep
from goldenspike.core.steps.trains import DiscardStep, TrainStep
from goldenspike.core.title import RoundKind
from goldenspike.titles.g1830.dealing import DealStep, DealtFlow, FaceValueStep
from goldenspike.titles.g1830.options import Options1830, PrivateSale, Undealt

_OFFER = OfferStep()

BUY_BID_PLAN = Plan(
    rounds={
        RoundKind.SEATING: (SeatingStep(),),
        RoundKind.AUCTION: (AuctionStep(),),
        RoundKind.STOCK: (StockStep(),),
        RoundKind.OPERATING: (HomeStep(), TrackStep(), StationStep(), RunStep(), DividendStep(), TrainStep()),
    },
    interrupts={
        ParPriceNeeded: SetParStep(),
        GroupNeeded: ChooseGroupStep(),
        TokenDrawNeeded: DrawTokenStep(),
        RevenueDrawNeeded: DrawRevenueStep(),
        HomeNeeded: ChooseHomeStep(),
        CityNeeded: ChooseCityStep(),
        PrivateOffered: _OFFER,
        TrainOffered: _OFFER,
        DiscardNeeded: DiscardStep(),
    },
    flow=Flow(),
    anytime=(PrivateTradeStep(), ExchangeStep(), ExtraTileStep(), ChooseLoanStep(), ContestStep(), CorrectionStep()),
)

BID_AND_CHOOSE_PLAN = replace(BUY_BID_PLAN, rounds={**BUY_BID_PLAN.rounds, RoundKind.AUCTION: (BidForChoiceStep(),)})


DEALT_PLAN = replace(BUY_BID_PLAN, rounds={**BUY_BID_PLAN.rounds, RoundKind.SEATING: (DealStep(),)}, flow=DealtFlow())
FACE_VALUE_PLAN = replace(DEALT_PLAN, rounds={**DEALT_PLAN.rounds, RoundKind.AUCTION: (FaceValueStep(),)})


def plan_for(options: Options1830) -> Plan:
    """The plan for these options: the initial sale differs (V-1.8, S-5), and who keeps the map."""
    plan = _with_sale(options)
    return plan if options.map is MapKeeping.KEPT else without_map(plan)


def _with_sale(options: Options1830) -> Plan:
    if options.private_sale is PrivateSale.BID_AND_CHOOSE:
        return BID_AND_CHOOSE_PLAN
    if options.private_sale is PrivateSale.DEALT:
        return FACE_VALUE_PLAN if options.undealt is Undealt.FACE_VALUE else DEALT_PLAN
    return BUY_BID_PLAN
