"""The last step of a company's turn: buy back half of the shares (Aktienrückkauf)."""

from collections.abc import Iterator

from goldenspike.core.actions import Action, Pass, Redeem
from goldenspike.core.ids import Player
from goldenspike.core.ledger import Ledger
from goldenspike.core.reasons import Refusal
from goldenspike.core.state import State
from goldenspike.core.steps.base import Step, refuse_operator, refuse_turn
from goldenspike.core.title import Setup
from goldenspike.titles.g1862.rules.redemption import NOTE, notes_range, redeem, refuse_notes, refuse_redemption


class RedemptionStep(Step):
    name = "redemption"

    def kinds(self) -> tuple[type, ...]:
        return (Redeem, Pass)

    def begin(self, ledger: Ledger) -> None:
        if refuse_redemption(ledger.setup, ledger.state, ledger.state.operating) is not None:
            ledger.finish_step()

    def refuse(self, setup: Setup, s: State, action: Action) -> Refusal | None:
        if isinstance(action, Pass):
            return refuse_turn(s, action.player)
        assert isinstance(action, Redeem)
        refusal = refuse_operator(s, action.player, action.company)
        if refusal is None:
            refusal = refuse_redemption(setup, s, action.company)
        return refusal if refusal is not None else refuse_notes(setup, s, action.company, action.notes)

    def apply(self, ledger: Ledger, action: Action) -> None:
        ledger.note_action()
        if isinstance(action, Redeem):
            redeem(ledger, action.company, action.notes)
        ledger.finish_step()

    def legal(self, setup: Setup, s: State, player: Player) -> Iterator[Action]:
        if player != s.turn:
            return
        yield Pass(player)
        if refuse_redemption(setup, s, s.operating) is None:
            least, most = notes_range(setup, s, s.operating)
            for notes in range(least, most + 1, NOTE):
                yield Redeem(player, s.operating, notes)
