"""Which tile earns most: the best run of the operating railroad right after the lay (7.2, 7.4)."""

from goldenspike.core.actions import Action, LayTile
from goldenspike.core.game import Game
from goldenspike.core.rules.train_card import has_train
from goldenspike.puzzles.kinds.base import Facts, Kind, Survey, after, best_run
from goldenspike.puzzles.model import About

MOST_CHOICES = 120
"""More lays than this take too long to compare."""


class TileKind(Kind):
    name = "tile"
    step = "track"
    least_choices = 8

    def subjects(self, game: Game) -> list[About]:
        s = game.state
        if s.lays or not has_train(game.setup, s, s.operating) or len(self.choices(game, {})) > MOST_CHOICES:
            return []
        return [{"company": game.setup.title.companies[s.operating].id}]

    def choices(self, game: Game, about: About) -> list[Action]:
        return [action for action in game.legal_for(game.state.turn) if isinstance(action, LayTile)]

    def worth(self, game: Game, about: About, action: Action) -> int:
        return best_run(game.setup, after(game, action), game.state.operating)

    def is_puzzle(self, found: Survey) -> bool:
        # A lay that only keeps what the railroad has is no find.
        return super().is_puzzle(found) and (found.best or 0) > 0

    def facts(self, game: Game, about: About, action: Action) -> Facts:
        return {"before": best_run(game.setup, game.state, game.state.operating)}
