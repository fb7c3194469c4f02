"""Which purchase rusts whose trains: after it, how far one's own best runs are ahead of those of the others (7.6, 3.0)."""

from dataclasses import replace

from goldenspike.core.actions import Action, BuyTrain, Pass
from goldenspike.core.game import Game
from goldenspike.core.holders import company_of_holder, is_company
from goldenspike.core.rules.train_card import owned_trains
from goldenspike.core.state import State
from goldenspike.puzzles.kinds.base import Facts, Kind, Survey, after, best_run, presided_by, presided_by_others
from goldenspike.puzzles.model import About


class RustKind(Kind):
    name = "rust"
    step = "train"
    most_answers = 2

    def subjects(self, game: Game) -> list[About]:
        s = game.state
        if s.sale_prices:  # In the middle of a forced purchase prices are bound (C-2.3.2).
            return []
        choices = self.choices(game, {})
        if len(choices) < self.least_choices or any(after(game, action).pending for action in choices):
            return []
        if not any(rusted(game, after(game, action), action) for action in choices):
            return []
        return [{"company": game.setup.title.companies[s.operating].id}]

    def choices(self, game: Game, about: About) -> list[Action]:
        """No purchase, and every train that needs nobody's consent."""
        legal = game.legal_for(game.state.turn)
        return [
            self.canonical(action)
            for action in legal
            if isinstance(action, Pass) or (isinstance(action, BuyTrain) and self._is_free(game, action))
        ]

    def _is_free(self, game: Game, action: BuyTrain) -> bool:
        source = action.source
        return not is_company(source) or game.state.presidents[company_of_holder(source)] == action.player

    def canonical(self, action: Action) -> Action:
        """A train of one's own railroad may have any price."""
        if isinstance(action, BuyTrain) and is_company(action.source):
            return replace(action, price=1)
        return action

    def worth(self, game: Game, about: About, action: Action) -> int:
        facts = self.facts(game, about, action)
        return int(facts["own"]) - int(facts["others"])

    def is_puzzle(self, found: Survey) -> bool:
        # Some trains must be at stake, so that the best answer is far from the worst.
        worths = [one.worth for one in found.weighed if one.worth is not None]
        return super().is_puzzle(found) and max(worths) - min(worths) >= 30

    def facts(self, game: Game, about: About, action: Action) -> Facts:
        setup, s, changed = game.setup, game.state, after(game, action)
        own = sum(best_run(setup, changed, company) for company in presided_by(s, s.turn))
        others = sum(best_run(setup, changed, company) for company in presided_by_others(s, s.turn))
        return {"own": own, "others": others, "rusted": "; ".join(rusted(game, changed, action))}


def rusted(game: Game, changed: State, action: Action) -> list[str]:
    """The trains that railroads lose by an action: "B&O: 2, 2"."""
    setup = game.setup
    found: list[str] = []
    for company in setup.all_companies:
        left = owned_trains(setup, changed, company)
        lost = []
        for train in owned_trains(setup, game.state, company):
            if train in left:
                left.remove(train)
            else:
                lost.append(setup.title.trains[train].id)
        sold = isinstance(action, BuyTrain) and is_company(action.source) and company_of_holder(action.source) == company
        if lost and not sold and not (isinstance(action, BuyTrain) and action.trade_in >= 0 and company == action.company):
            found.append(f"{setup.title.companies[company].id}: {', '.join(lost)}")
    return found
