"""Draws: uncertainty tokens (S-5), random revenue (S-6)."""

from collections.abc import Iterator

from goldenspike.core import events
from goldenspike.core.actions import Action, DrawRevenue, DrawToken
from goldenspike.core.holders import CHANCE
from goldenspike.core.ids import Player
from goldenspike.core.interrupts import RevenueDrawNeeded, TokenDrawNeeded
from goldenspike.core.ledger import Ledger
from goldenspike.core.reasons import Reason, Refusal
from goldenspike.core.rules.reform import are_sold
from goldenspike.core.state import State
from goldenspike.core.steps.base import Step
from goldenspike.core.title import Setup

REVENUE_PERCENT = (80, 90, 100, 100, 110, 120)
"""For the markers 1 to 6 (S-6.3)."""
REVENUE_STEP = 10
"""Revenue is rounded to a multiple of this (ruling on S-6.3)."""


class ChanceStep(Step):
    """A question that no player answers: the driver of the game draws."""

    name = "chance"

    def actors(self, setup: Setup, s: State) -> tuple[Player, ...]:
        return (CHANCE,)


class DrawTokenStep(ChanceStep):
    """An uncertainty token for the buyer of a 5-train (S-5 3.0)."""

    forms = ("token",)

    def kinds(self) -> tuple[type, ...]:
        return (DrawToken,)

    def refuse(self, setup: Setup, s: State, action: Action) -> Refusal | None:
        assert isinstance(action, DrawToken)
        there = 0 <= action.kind < len(s.uncertainty) and s.uncertainty[action.kind] > 0
        return None if there else Refusal(Reason.BAD_DRAW)

    def apply(self, ledger: Ledger, action: Action) -> None:
        assert isinstance(action, DrawToken)
        asked = ledger.pop_interrupt()
        assert isinstance(asked, TokenDrawNeeded)
        ledger.draw_token(action.kind, asked.company)
        if are_sold(ledger.setup, ledger.state):
            ledger.discard_tokens()

    def legal(self, setup: Setup, s: State, player: Player) -> Iterator[Action]:
        if player == CHANCE:
            for kind, count in enumerate(s.uncertainty):
                if count:
                    yield DrawToken(kind)


class DrawRevenueStep(ChanceStep):
    """A marker from 1 to 6 raises or lowers the revenue, to the nearest ten (S-6.3)."""

    forms = ("revenue",)

    def kinds(self) -> tuple[type, ...]:
        return (DrawRevenue,)

    def refuse(self, setup: Setup, s: State, action: Action) -> Refusal | None:
        assert isinstance(action, DrawRevenue)
        return None if 1 <= action.number <= len(REVENUE_PERCENT) else Refusal(Reason.BAD_DRAW)

    def apply(self, ledger: Ledger, action: Action) -> None:
        assert isinstance(action, DrawRevenue)
        asked = ledger.pop_interrupt()
        assert isinstance(asked, RevenueDrawNeeded)
        company = asked.company
        percent = REVENUE_PERCENT[action.number - 1]
        revenue = adjusted(ledger.state.revenues[company], percent)
        ledger.set_revenue(company, revenue)
        ledger.emit(events.RevenueDrawn(company, percent, revenue))

    def legal(self, setup: Setup, s: State, player: Player) -> Iterator[Action]:
        if player == CHANCE:
            for number in range(1, len(REVENUE_PERCENT) + 1):
                yield DrawRevenue(number)


def adjusted(revenue: int, percent: int) -> int:
    """The percentage of the revenue, rounded to the nearest ten dollars, halves up (ruling on S-6.3)."""
    return (revenue * percent + 50 * REVENUE_STEP) // (100 * REVENUE_STEP) * REVENUE_STEP
