"""Closing private companies: at any time, in anybody's turn, even during an interrupt (Privatbahnen)."""

from collections.abc import Iterator

from goldenspike.core.actions import Action, ClosePrivate
from goldenspike.core.ids import Player, by_private
from goldenspike.core.ledger import Ledger
from goldenspike.core.reasons import Reason, Refusal
from goldenspike.core.state import State
from goldenspike.core.steps.base import Step
from goldenspike.core.title import RoundKind, Setup
from goldenspike.titles.g1862.rules.privates import close_at_will, refuse_closing


class ClosePrivateStep(Step):
    name = "close_private"
    forms = ()

    def kinds(self) -> tuple[type, ...]:
        return (ClosePrivate,)

    def refuse(self, setup: Setup, s: State, action: Action) -> Refusal | None:
        assert isinstance(action, ClosePrivate)
        if s.round not in (RoundKind.AUCTION, RoundKind.STOCK, RoundKind.OPERATING):
            return Refusal(Reason.NOT_NOW)
        return refuse_closing(setup, s, action.player, action.private)

    def apply(self, ledger: Ledger, action: Action) -> None:
        assert isinstance(action, ClosePrivate)
        close_at_will(ledger, action.private)

    def legal(self, setup: Setup, s: State, player: Player) -> Iterator[Action]:
        if s.round != RoundKind.SEATING:
            for private, owner in by_private(s.privates):
                if owner == player:
                    yield ClosePrivate(player, private)
