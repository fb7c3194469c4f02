"""The plan of this title: the steps of its rounds."""

from goldenspike.core.interrupts import (
    DebtDue,
    DiscardNeeded,
    ParPriceNeeded,
    TrainOffered,
)
from goldenspike.core.steps.base import Plan
from goldenspike.core.steps.correction import CorrectionStep
from goldenspike.core.steps.declared import without_map
from goldenspike.core.steps.offers import OfferStep
from goldenspike.core.steps.operating import HomeStep, StationStep
from goldenspike.core.steps.running import ContestStep, DividendStep, RunStep
from goldenspike.core.steps.seating import SeatingStep
from goldenspike.core.steps.set_par import SetParStep
from goldenspike.core.steps.trains import DiscardStep
from goldenspike.core.title import RoundKind
from goldenspike.titles.g1862.flow import Flow1862
from goldenspike.titles.g1862.steps.closing import ClosePrivateStep
from goldenspike.titles.g1862.steps.debt import PayDebtStep
from goldenspike.titles.g1862.steps.first_round import FirstRoundStep
from goldenspike.titles.g1862.steps.redemption import RedemptionStep
from goldenspike.titles.g1862.steps.stock import GroupedStockStep
from goldenspike.titles.g1862.steps.track import TwoYellowTrackStep
from goldenspike.titles.g1862.steps.trains import DirectorPaysTrainStep

PLAN = Plan(
    rounds={
        RoundKind.SEATING: (SeatingStep(),),
        RoundKind.AUCTION: (FirstRoundStep(),),
        RoundKind.STOCK: (GroupedStockStep(),),
        RoundKind.OPERATING: (
            HomeStep(),
            TwoYellowTrackStep(),
            StationStep(),
            RunStep(),
            DividendStep(),
            DirectorPaysTrainStep(),
            RedemptionStep(),
        ),
    },
    interrupts={
        ParPriceNeeded: SetParStep(),
        TrainOffered: OfferStep(),
        DiscardNeeded: DiscardStep(),
        DebtDue: PayDebtStep(),
    },
    flow=Flow1862(),
    anytime=(ClosePrivateStep(), ContestStep(), CorrectionStep()),
)

REAL_TABLE_PLAN = without_map(PLAN)
