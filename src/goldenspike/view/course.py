"""The course of a game in outline, read move by move, so that a new move costs no more late in a game than early."""

from collections.abc import Iterable, Sequence
from copy import copy

from goldenspike.core.events import DividendDeclared, Event, Paid, RoundStarted, TrainsRun, Why
from goldenspike.core.holders import BANK
from goldenspike.core.ids import Company, Player
from goldenspike.core.title import RoundKind
from goldenspike.view.model import RoundView
from goldenspike.view.steps import TURN_STARTS

INCOME = (Why.DIVIDEND, Why.REVENUE, Why.PRIVATE_INCOME)
"""What the bank pays in every operating round as long as trains run."""


class Course:
    def __init__(self) -> None:
        self.moves = 0
        """How many have been read."""
        self.round_plies: list[int] = []
        """The moves with which a round began."""
        self.turn_plies: list[int] = []
        """The moves after which another turn began."""
        self.paid: list[int] = []
        """What the bank paid as income in each operating round."""
        self.earned: dict[Company, dict[RoundView, int]] = {}
        """What each railroad earned in each operating round: the revenue that was decided over, or 0 (7.4, 7.5)."""
        self._round = RoundView("operating", 0, 0, 0)
        self._seat: Player | None = None

    @staticmethod
    def of(moves: Iterable[tuple[Player, Sequence[Event]]]) -> "Course":
        """A move is the seat that made it and its events."""
        return Course().after(moves)

    def after(self, moves: Iterable[tuple[Player, Sequence[Event]]]) -> "Course":
        """The course with more moves; this one stays as it is."""
        after = copy(self)
        after.round_plies, after.turn_plies, after.paid = self.round_plies.copy(), self.turn_plies.copy(), self.paid.copy()
        after.earned = {company: earned.copy() for company, earned in self.earned.items()}
        for seat, events in moves:
            after._read(seat, events)
        return after

    def _read(self, seat: Player, events: Sequence[Event]) -> None:
        if self._seat not in (None, seat) and self.turn_plies[-1:] != [self.moves]:
            self.turn_plies.append(self.moves)
        self.moves += 1
        self._seat = seat
        for event in events:
            if isinstance(event, TURN_STARTS):
                if self.turn_plies[-1:] != [self.moves]:
                    self.turn_plies.append(self.moves)
                if isinstance(event, RoundStarted):
                    self._start_round(event)
            elif isinstance(event, Paid):
                if event.payer == BANK and event.why in INCOME and self.paid:
                    self.paid[-1] += event.amount
            elif isinstance(event, TrainsRun | DividendDeclared):
                # A run may be contested or changed by a draw; what counts is the last word.
                self.earned.setdefault(event.company, {})[self._round] = event.revenue

    def _start_round(self, event: RoundStarted) -> None:
        if self.round_plies[-1:] != [self.moves]:
            self.round_plies.append(self.moves)
        if event.kind == RoundKind.OPERATING:
            self.paid.append(0)
        self._round = RoundView(RoundKind(event.kind).name.lower(), event.number, event.operating_round, 0)
