"""What is drawn, not chosen: dealt private companies and tokens of uncertainty (S-5), random revenue (S-6)."""

from collections.abc import Iterator
from itertools import permutations

from goldenspike.core import events
from goldenspike.core.actions import Action, BuyFromBank, DealPrivates, DrawRevenue, DrawToken, Pass
from goldenspike.core.holders import BANK, CHANCE, NONE
from goldenspike.core.interrupts import RevenueDrawNeeded, TokenDrawNeeded
from goldenspike.core.ledger import Ledger
from goldenspike.core.options import Undealt
from goldenspike.core.reasons import Reason, Refusal
from goldenspike.core.rules.private_company import sell_from_bank
from goldenspike.core.rules.reform import are_sold
from goldenspike.core.state import State
from goldenspike.core.steps.auction import AuctionStep
from goldenspike.core.steps.base import Offer, Step
from goldenspike.core.title import Setup

REVENUE_PERCENT = (80, 90, 100, 100, 110, 120)
"""For the markers 1 to 6 (S-6.3)."""


class ChanceStep(Step):
    """A question that nobody answers: the table draws."""

    name = "chance"

    def actors(self, setup: Setup, s: State) -> tuple[int, ...]:
        return (CHANCE,)


class DealStep(ChanceStep):
    """Each player is dealt a private company and pays for it; seats follow their prices (S-5 1.0)."""

    def kinds(self) -> tuple[type, ...]:
        return (DealPrivates,)

    def refuse(self, setup: Setup, s: State, action: Action) -> Refusal | None:
        assert isinstance(action, DealPrivates)
        privates = len(setup.title.privates)
        dealt = [private for private in action.privates if private != NONE]
        fair = len(dealt) == min(setup.players, privates) and len(set(dealt)) == len(dealt)
        known = all(0 <= private < privates for private in dealt)
        return None if fair and known and len(action.privates) == setup.players else Refusal(Reason.BAD_DRAW)

    def apply(self, ledger: Ledger, action: Action) -> None:
        assert isinstance(action, DealPrivates)
        setup = ledger.setup
        last = len(setup.title.privates)
        order = sorted(range(setup.players), key=lambda player: (action.privates[player] % (last + 1), player))
        ledger.set_seating(tuple(order))
        setup.plan.flow.start_auction(ledger)
        for player in order:
            private = action.privates[player]
            if private != NONE:
                sell_from_bank(ledger, player, private, setup.title.privates[private].price)
        if setup.options.undealt is Undealt.REMOVED:
            for private, owner in enumerate(ledger.state.privates):
                if owner == BANK:
                    ledger.close_private(private)
        setup.plan.flow.after_private_sale(ledger)

    def legal(self, setup: Setup, s: State, player: int) -> Iterator[Action]:
        if player != CHANCE:
            return
        cards = list(range(len(setup.title.privates)))
        cards += [NONE] * (setup.players - len(cards))
        seen: set[tuple[int, ...]] = set()
        for privates in permutations(cards, setup.players):
            if privates not in seen:
                seen.add(privates)
                yield DealPrivates(privates)


class FaceValueStep(AuctionStep):
    """What was not dealt is sold in order at face value; when all pass, the rest leaves the game (S-5, option a)."""

    def kinds(self) -> tuple[type, ...]:
        return (Pass, BuyFromBank)

    def offers(self, setup: Setup, s: State, player: int) -> list[Offer]:
        return []

    def all_passed(self, ledger: Ledger, player: int) -> int:
        for private, owner in enumerate(ledger.state.privates):
            if owner == BANK:
                ledger.close_private(private)
        ledger.setup.plan.flow.after_private_sale(ledger)
        return NONE


class DrawTokenStep(ChanceStep):
    """A token of uncertainty for the buyer of a 5-train (S-5 3.0)."""

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

    def legal(self, setup: Setup, s: State, player: int) -> Iterator[Action]:
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

    def legal(self, setup: Setup, s: State, player: int) -> Iterator[Action]:
        if player == CHANCE:
            for number in range(1, len(REVENUE_PERCENT) + 1):
                yield DrawRevenue(number)


def adjusted(revenue: int, percent: int) -> int:
    """The share of the revenue, rounded to the nearest ten dollars, halves up (ruling on S-6.3)."""
    return (revenue * percent + 500) // 1000 * 10
