"""A player's turn in a stock round: sell, then buy one share of a company whose group is in play (Aktienrunden)."""

from collections.abc import Sequence

from goldenspike.core.actions import Action, BuyShare, StartCompany
from goldenspike.core.ids import Company, Player
from goldenspike.core.reasons import Refusal
from goldenspike.core.state import State
from goldenspike.core.steps.stock import StockStep
from goldenspike.core.title import Setup
from goldenspike.titles.g1862.rules.groups import refuse_group


class GroupedStockStep(StockStep):
    def refuse(self, setup: Setup, s: State, action: Action) -> Refusal | None:
        refusal = super().refuse(setup, s, action)
        if isinstance(action, (BuyShare, StartCompany)) and (refusal is None or s.closed[action.company]):
            return refuse_group(setup, s, action.company)
        return refusal

    def _purchases(self, setup: Setup, s: State, player: Player, company: Company, room: int) -> Sequence[Action]:
        if refuse_group(setup, s, company) is not None:
            return ()
        return super()._purchases(setup, s, player, company, room)
