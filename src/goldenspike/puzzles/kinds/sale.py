"""Which sale hands a presidency to somebody else and leaves the seller richest (6.1, 6.4, 5.5)."""

from goldenspike.core.actions import Action, SellShares
from goldenspike.core.game import Game
from goldenspike.core.ids import by_company
from goldenspike.puzzles.kinds.base import Facts, Kind, after
from goldenspike.puzzles.model import About


class SaleKind(Kind):
    name = "sale"
    step = "stock"
    least_choices = 4
    least_gap = 1

    def subjects(self, game: Game) -> list[About]:
        return [{}]

    def choices(self, game: Game, about: About) -> list[Action]:
        return [action for action in game.legal_for(game.state.turn) if isinstance(action, SellShares)]

    def worth(self, game: Game, about: About, action: Action) -> int | None:
        """The player's wealth afterwards, at market prices; None if every railroad keeps its president."""
        changed = after(game, action)
        if changed.presidents == game.state.presidents:
            return None
        return game.setup.plan.flow.wealth(game.setup, changed, game.state.turn)

    def facts(self, game: Game, about: About, action: Action) -> Facts:
        changed = after(game, action)
        cards = game.setup.title.companies
        for company, president in by_company(changed.presidents):
            if president != game.state.presidents[company]:
                return {"company": cards[company].id, "player": president}
        return {}
