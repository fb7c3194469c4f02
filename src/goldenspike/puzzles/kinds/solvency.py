"""How far one can go without bankruptcy: the dearest purchase after which a forced train can still be paid (C-2.3, C-2.4).

The question is posed in a stock turn of a president whose railroad has no train, or only trains that will rust. It supposes
that the railroad has lost them and must buy the cheapest train that is left then, before anybody else acts. All ways of selling
shares under the rules of the forced purchase are tried. Asked for is the dearest share, or the highest par price of a railroad
to start.
"""

from dataclasses import replace

from goldenspike.core.actions import Action, BuyShare, SellShares, StartCompany
from goldenspike.core.game import Game
from goldenspike.core.holders import BANK, POOL, treasury
from goldenspike.core.ids import Company, Holder, Train, by_train
from goldenspike.core.options import ForcedPurchase
from goldenspike.core.rules.forced_sale import forced_sales, missing_money
from goldenspike.core.rules.runs import has_route
from goldenspike.core.rules.stock_sale import sale_price
from goldenspike.core.rules.train_card import cheapest_price, owned_trains
from goldenspike.core.state import State
from goldenspike.core.steps.trains import TrainStep
from goldenspike.core.title import RoundKind, Setup
from goldenspike.puzzles.kinds.base import Facts, Kind, Survey, after, presided_by
from goldenspike.puzzles.model import About
from goldenspike.view.selling import pool_room
from goldenspike.view.trains_ahead import TrainsAhead


class SolvencyKind(Kind):
    name = "solvency"
    step = "stock"
    tries = 150
    least_choices = 3
    least_gap = 1

    def subjects(self, game: Game) -> list[About]:
        setup, s = game.setup, game.state
        if setup.options.forced_purchase is not ForcedPurchase.BANKRUPTCY or s.bought >= 0 or _train_step(setup) is None:
            return []
        ahead = TrainsAhead(setup, s)
        found: list[About] = []
        for company in presided_by(s, s.turn):
            price = _price_to_come(setup, s, company, ahead)
            if price > s.money[treasury(company)]:
                about = {"company": setup.title.companies[company].id, "price": str(price)}
                found.append(about)
                starts = {one.company for one in game.legal_for(s.turn) if isinstance(one, StartCompany)}
                found += [{**about, "start": setup.title.companies[start].id} for start in sorted(starts)]
        return found

    def choices(self, game: Game, about: About) -> list[Action]:
        legal = game.legal_for(game.state.turn)
        if "start" in about:
            start = game.setup.company_index[about["start"]]
            return [action for action in legal if isinstance(action, StartCompany) and action.company == start]
        return [action for action in legal if isinstance(action, BuyShare)]

    def worth(self, game: Game, about: About, action: Action) -> int | None:
        """What is spent; None if the train could not be paid for afterwards."""
        facts = self.facts(game, about, action)
        return None if facts["missing"] else int(facts["spent"])

    def is_puzzle(self, found: Survey) -> bool:
        return super().is_puzzle(found) and any(one.worth is None for one in found.weighed)

    def facts(self, game: Game, about: About, action: Action) -> Facts:
        setup, s = game.setup, game.state
        company = setup.company_index[about["company"]]
        changed = after(game, action)
        return {
            "spent": s.money[s.turn] - changed.money[s.turn],
            "treasury": changed.money[treasury(company)],
            "money": changed.money[s.turn],
            "missing": _lacking(setup, _train_turn(setup, changed, company, int(about["price"]))),
        }


def _price_to_come(setup: Setup, s: State, company: Company, ahead: TrainsAhead) -> int:
    """What the cheapest train costs when the railroad has no train left; 0 if it never needs one."""
    if not s.funded[company] or not has_route(setup, s, company):
        return 0
    price = cheapest_price(setup, s)
    for train in owned_trains(setup, s, company):
        purchase = ahead.until_obsolete(train)
        if purchase is None:
            return 0
        price = max(price, purchase.price)
    return price


def _train_turn(setup: Setup, s: State, company: Company, price: int) -> State:
    """The moment in the railroad's turn at which it must buy a train for this price, as if that were now."""
    step = _train_step(setup)
    assert step is not None
    trains = s.trains.copy()
    for train, card in by_train(setup.title.trains):
        trains[_index(setup, treasury(company), train)] = 0
        if card.price < price:
            for source in (BANK, POOL):
                trains[_index(setup, source, train)] = 0
    return replace(
        s,
        round=RoundKind.OPERATING,
        operating_round=1,
        step=step,
        step_done=False,
        pending=(),
        turn=s.presidents[company],
        operating=company,
        acted=False,
        sale_prices=(),
        trains=trains,
        networks={},
    )


def _train_step(setup: Setup) -> int | None:
    """The number of the step in which trains are bought; None if the title has rules of its own for forced purchases."""
    steps = setup.plan.rounds[RoundKind.OPERATING]
    return next((number for number, one in enumerate(steps) if type(one) is TrainStep), None)


def _index(setup: Setup, holder: Holder, train: Train) -> int:
    return holder * len(setup.title.trains) + train


def _lacking(setup: Setup, s: State) -> int:
    """What is missing for the train after the best of all possible sales; 0 if it can be paid."""
    known: set[tuple[int, ...]] = set()
    least = missing_money(setup, s, s.operating)

    def search(s: State) -> None:
        nonlocal least
        missing = missing_money(setup, s, s.operating)
        least = min(least, missing)
        key = (*s.cells, *s.shares, *s.presidents, s.money[s.turn])
        if key in known or missing - _most_to_raise(setup, s) >= least:
            return
        known.add(key)
        for sold, count, double in forced_sales(setup, s, s.operating):
            trial = Game(setup, s)
            trial.push(SellShares(s.turn, sold, count, double))
            search(trial.state)
            if not least:
                return

    search(s)
    return least


def _most_to_raise(setup: Setup, s: State) -> int:
    """No sales can bring more than this: all that the pool takes, at current prices, which only fall."""
    return sum(
        min(s.units(company, s.turn), pool_room(setup, s, company)) * sale_price(setup, s, company)
        for company in setup.all_companies
        if s.cells[company] >= 0 and s.units(company, s.turn)
    )
