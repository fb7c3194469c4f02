"""The base class of steps, the plan that orders them, and choices with an amount."""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import ClassVar, Literal

from goldenspike.core.actions import Action, Bid, BidForChoice, BuyPrivate, BuyTrain, DeclareRun, DeclareTrack, SellPrivate
from goldenspike.core.flow import Flow
from goldenspike.core.frozen import frozen
from goldenspike.core.ids import NO_COMPANY, NO_HEX, NONE, Company, Player
from goldenspike.core.interrupts import CityNeeded, DebtDue, GroupNeeded, Interrupt, PrivateOffered, TrainOffered
from goldenspike.core.ledger import Ledger
from goldenspike.core.question import Question
from goldenspike.core.reasons import Reason, Refusal
from goldenspike.core.state import State
from goldenspike.core.title import Setup

Priced = Bid | BidForChoice | BuyPrivate | BuyTrain | SellPrivate | DeclareTrack | DeclareRun
"""Actions with an amount that the player chooses."""


@frozen
class Offer:
    """A choice with an amount from `lo` to `hi` in steps of `step`; `action` is the one at `lo`."""

    action: Priced
    lo: int
    hi: int
    step: int

    @property
    def kind(self) -> str:
        return type(self.action).__name__

    @property
    def field(self) -> Literal["amount", "price", "cost", "earned"]:
        """The field of the action that holds the amount; `earned` holds a list of one."""
        action = self.action
        if isinstance(action, (Bid, BidForChoice)):
            return "amount"
        if isinstance(action, DeclareTrack):
            return "cost"
        return "earned" if isinstance(action, DeclareRun) else "price"

    def at(self, amount: int) -> Priced:
        action = self.action
        if isinstance(action, (Bid, BidForChoice)):
            return replace(action, amount=amount)
        if isinstance(action, DeclareTrack):
            return replace(action, cost=amount)
        if isinstance(action, DeclareRun):
            return replace(action, earned=(amount,))
        return replace(action, price=amount)


class Step:
    """One phase of a turn, or the answer to an interrupt."""

    name: ClassVar[str]
    """What the step is called in questions, views and catalogues: track, set_par."""
    forms: ClassVar[tuple[str, ...]] = ("",)
    """The questions that the step may ask; empty if it never asks."""
    on_map: ClassVar[bool] = False
    """Whether its answers or effects are on the board."""

    def kinds(self) -> tuple[type, ...]:
        """The actions that this step understands."""
        raise NotImplementedError

    def actors(self, setup: Setup, s: State) -> tuple[Player, ...]:
        """The players the game is waiting for."""
        return (s.turn,)

    def question(self, setup: Setup, s: State) -> Question:
        """What is asked now, and of whom."""
        revenue = s.revenues[s.operating] if s.operating != NONE else NONE
        return Question(
            self.name, self.actors(setup, s), self.form(setup, s), company=s.operating, revenue=revenue, on_map=self.on_map
        )

    def form(self, setup: Setup, s: State) -> str:
        """Which of its `forms` the step asks now."""
        return self.forms[0]

    def begin(self, ledger: Ledger) -> None:
        """Apply what is automatic when the step begins; finish it if there is nothing to ask."""

    def refuse(self, setup: Setup, s: State, action: Action) -> Refusal | None:
        """Why the action is illegal, or None."""
        raise NotImplementedError

    def apply(self, ledger: Ledger, action: Action) -> None:
        """Apply an action that was not refused."""
        raise NotImplementedError

    def legal(self, setup: Setup, s: State, player: Player) -> Iterable[Action]:
        """The player's legal actions, without those whose amount is chosen (see `offers`)."""
        raise NotImplementedError

    def offers(self, setup: Setup, s: State, player: Player) -> list[Offer]:
        """Choices with an amount."""
        return []


class InterruptStep(Step):
    """A step that answers the interrupt on top of the stack."""

    def actors(self, setup: Setup, s: State) -> tuple[Player, ...]:
        return (s.pending[-1].player,)

    def question(self, setup: Setup, s: State) -> Question:
        asked = s.pending[-1]
        return Question(
            self.name,
            self.actors(setup, s),
            self.form(setup, s),
            company=_company_of(asked),
            hex=asked.hex if isinstance(asked, CityNeeded) else NO_HEX,
            amount=asked.amount if isinstance(asked, DebtDue) else NONE,
            on_map=self.on_map,
        )


def _company_of(asked: Interrupt) -> Company:
    """The company that an interrupt is about; offers are described by their own questions."""
    return NO_COMPANY if isinstance(asked, (GroupNeeded, DebtDue, PrivateOffered, TrainOffered)) else asked.company


class StepsInForce:
    """The active step and those whose actions are allowed beside it, sorted by what they understand."""

    def __init__(self, steps: tuple[Step, ...]) -> None:
        self.steps = steps
        self.with_offers = tuple([one for one in steps if type(one).offers is not Step.offers])
        """Those that have choices with an amount at some time."""
        self._by_kind: dict[type, tuple[Step, ...]] = {}

    def that_take(self, kind: type) -> tuple[Step, ...]:
        """Those that understand a class of actions."""
        found = self._by_kind.get(kind)
        if found is None:
            found = self._by_kind[kind] = tuple([one for one in self.steps if kind in one.kinds()])
        return found


@dataclass(frozen=True, slots=True)
class Plan:
    """The plan of a title: the steps of each round, the steps that handle interrupts, and actions allowed at any time."""

    rounds: dict[int, tuple[Step, ...]]
    """By RoundKind."""
    interrupts: dict[type, Step]
    """By the class of the interrupt."""
    flow: Flow
    """The sequence of rounds and turns."""
    anytime: tuple[Step, ...]
    """Steps whose actions are allowed beside those of the active step."""
    _in_force: dict[Step, StepsInForce] = field(default_factory=dict, init=False, compare=False, repr=False)
    """By the active step, as far as anybody has asked."""

    def step_at(self, s: State) -> Step:
        """The active step; the game must not be over."""
        return self.interrupts[type(s.pending[-1])] if s.pending else self.rounds[s.round][s.step]

    def in_force(self, s: State) -> StepsInForce:
        """The active step and those beside it; the game must not be over."""
        step = self.step_at(s)
        found = self._in_force.get(step)
        if found is None:
            found = self._in_force[step] = StepsInForce((step, *self.anytime))
        return found


def refuse_turn(s: State, player: Player) -> Refusal | None:
    return None if s.turn == player else Refusal(Reason.NOT_YOUR_TURN, (player,))


def refuse_operator(s: State, player: Player, company: Company) -> Refusal | None:
    """Only the president acts for the company whose turn it is (7.0)."""
    if s.operating != company:
        return Refusal(Reason.NOT_OPERATING, (company,))
    if s.presidents[company] != player:
        return Refusal(Reason.NOT_PRESIDENT, (company,))
    return None
