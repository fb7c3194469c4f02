"""Corrections of the books, at any time when no question is open. They are never listed: people agree on them first."""

from collections.abc import Iterable

from goldenspike.core import events
from goldenspike.core.actions import Action, Correction, CorrectMoney, CorrectPrice, CorrectShares, CorrectTrain
from goldenspike.core.events import Why
from goldenspike.core.ids import Player
from goldenspike.core.ledger import Ledger
from goldenspike.core.reasons import Reason, Refusal
from goldenspike.core.rules.correction import refuse_correction_of_train, refuse_money, refuse_price, refuse_shares
from goldenspike.core.rules.floating import settle_float
from goldenspike.core.rules.obsolescence import retire_obsolete_trains
from goldenspike.core.rules.presidency import settle_presidency
from goldenspike.core.state import State
from goldenspike.core.steps.base import Step
from goldenspike.core.title import RoundKind, Setup


class CorrectionStep(Step):
    """Move money, shares, a train or a price token, as all people at the table have agreed."""

    name = "correction"
    forms = ()

    def kinds(self) -> tuple[type, ...]:
        return (CorrectMoney, CorrectShares, CorrectTrain, CorrectPrice)

    def refuse(self, setup: Setup, s: State, action: Action) -> Refusal | None:
        assert isinstance(action, Correction)
        if s.pending:
            return Refusal(Reason.MUST_ANSWER_FIRST)
        if s.round == RoundKind.SEATING or action.player not in s.seating:
            return Refusal(Reason.NOT_NOW)
        if isinstance(action, CorrectMoney):
            return refuse_money(setup, s, action.payer, action.payee, action.amount)
        if isinstance(action, CorrectShares):
            return refuse_shares(setup, s, action.company, action.seller, action.buyer, action.count)
        if isinstance(action, CorrectTrain):
            return refuse_correction_of_train(setup, s, action.train, action.seller, action.buyer)
        return refuse_price(setup, s, action.company, action.cell)

    def apply(self, ledger: Ledger, action: Action) -> None:
        """What depends on the books follows: presidencies, floating, obsolete trains. Nobody's turn is counted."""
        assert isinstance(action, Correction)
        ledger.emit(events.Corrected(action.player))
        if isinstance(action, CorrectMoney):
            ledger.pay(action.payer, action.payee, action.amount, Why.CORRECTION)
        elif isinstance(action, CorrectShares):
            ledger.correct_shares(action.company, action.seller, action.buyer, action.count)
            settle_presidency(ledger, action.company)
            settle_float(ledger, action.company)
        elif isinstance(action, CorrectTrain):
            ledger.correct_train(action.train, action.seller, action.buyer)
            retire_obsolete_trains(ledger)
        else:
            ledger.correct_price(action.company, action.cell)

    def legal(self, setup: Setup, s: State, player: Player) -> Iterable[Action]:
        return ()
