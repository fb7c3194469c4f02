"""Setting the par price of a presidency that came with a private company (5.2, T-05)."""

from collections.abc import Iterator

from goldenspike.core.actions import Action, SetPar
from goldenspike.core.ids import Player
from goldenspike.core.interrupts import ParPriceNeeded
from goldenspike.core.ledger import Ledger
from goldenspike.core.reasons import Reason, Refusal
from goldenspike.core.rules.floating import settle_float
from goldenspike.core.state import State
from goldenspike.core.steps.base import InterruptStep
from goldenspike.core.title import Setup


class SetParStep(InterruptStep):
    name = "set_par"

    def kinds(self) -> tuple[type, ...]:
        return (SetPar,)

    def refuse(self, setup: Setup, s: State, action: Action) -> Refusal | None:
        assert isinstance(action, SetPar)
        asked = s.pending[-1]
        assert isinstance(asked, ParPriceNeeded)
        if action.player != asked.player:
            return Refusal(Reason.NOT_YOUR_TURN, (action.player,))
        if action.company != asked.company:
            return Refusal(Reason.MUST_ANSWER_FIRST)
        if setup.title.market.par_cell(action.price) < 0:
            return Refusal(Reason.NOT_A_PAR_PRICE, (action.price,))
        return None

    def apply(self, ledger: Ledger, action: Action) -> None:
        assert isinstance(action, SetPar)
        ledger.pop_interrupt()
        ledger.set_par(action.company, action.price)
        settle_float(ledger, action.company)
        ledger.setup.plan.flow.after_private_sale(ledger)

    def legal(self, setup: Setup, s: State, player: Player) -> Iterator[Action]:
        asked = s.pending[-1]
        assert isinstance(asked, ParPriceNeeded)
        if player == asked.player:
            for cell in setup.title.market.par_cells:
                yield SetPar(player, asked.company, setup.title.market.prices[cell])
