"""Which station costs a rival most: by how much the best run of its railroad falls (7.3, 7.4.2)."""

from goldenspike.core.actions import Action, PlaceToken
from goldenspike.core.game import Game
from goldenspike.core.rules.train_card import has_train
from goldenspike.puzzles.kinds.base import Facts, Kind, Survey, after, best_run, presided_by_others
from goldenspike.puzzles.model import About


class StationKind(Kind):
    name = "station"
    step = "station"
    most_answers = 2

    def subjects(self, game: Game) -> list[About]:
        s, title = game.state, game.setup.title
        if len(self.choices(game, {})) < self.least_choices:
            return []
        rivals = [company for company in presided_by_others(s, s.turn) if has_train(game.setup, s, company)]
        return [{"company": title.companies[s.operating].id, "rival": title.companies[rival].id} for rival in rivals]

    def choices(self, game: Game, about: About) -> list[Action]:
        return [action for action in game.legal_for(game.state.turn) if isinstance(action, PlaceToken)]

    def worth(self, game: Game, about: About, action: Action) -> int:
        facts = self.facts(game, about, action)
        return int(facts["before"]) - int(facts["after"])

    def is_puzzle(self, found: Survey) -> bool:
        return super().is_puzzle(found) and (found.best or 0) > 0

    def facts(self, game: Game, about: About, action: Action) -> Facts:
        rival = game.setup.company_index[about["rival"]]
        before = best_run(game.setup, game.state, rival)
        return {"before": before, "after": best_run(game.setup, after(game, action), rival)}
