"""Choosing which of several loans a manager pays first (7.7, note)."""

from collections.abc import Iterable

from goldenspike.core.actions import Action, ChooseLoan
from goldenspike.core.ids import Player
from goldenspike.core.ledger import Ledger
from goldenspike.core.reasons import Reason, Refusal
from goldenspike.core.rules.receivership import debts_of
from goldenspike.core.state import State
from goldenspike.core.steps.base import Step
from goldenspike.core.title import Setup


class ChooseLoanStep(Step):
    """At any time, by a player with more than one railroad in receivership."""

    name = "choose_loan"
    forms = ()

    def kinds(self) -> tuple[type, ...]:
        return (ChooseLoan,)

    def refuse(self, setup: Setup, s: State, action: Action) -> Refusal | None:
        assert isinstance(action, ChooseLoan)
        debts = debts_of(s, action.player)
        if len(debts) < 2 or action.company not in debts or action.company == s.first_loan[action.player]:
            return Refusal(Reason.NO_SUCH_LOAN, (action.company,))
        return None

    def apply(self, ledger: Ledger, action: Action) -> None:
        assert isinstance(action, ChooseLoan)
        ledger.choose_loan(action.player, action.company)

    def legal(self, setup: Setup, s: State, player: Player) -> Iterable[Action]:
        if not any(s.loans):
            return ()
        actions = [ChooseLoan(player, company) for company in debts_of(s, player)]
        return [action for action in actions if self.refuse(setup, s, action) is None]
