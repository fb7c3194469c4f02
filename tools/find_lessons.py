"""Finds positions for lessons in games between bots, and writes the moves that lead to them.

A position is taken if somebody who follows the coach from there does all tasks of the lesson in a few decisions.

    python tools/find_lessons.py [LESSON …]
"""

import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from random import Random

import msgspec

from goldenspike.bots.base import Limit, Table
from goldenspike.bots.greedy import GreedyBot
from goldenspike.bots.outlook import shortfall, trains_until_retired
from goldenspike.bots.play import next_action
from goldenspike.bots.roster import make_bot
from goldenspike.core.actions import Action, BuyTrain, Pass, PayDividend, Payout, PlaceToken, StartCompany
from goldenspike.core.events import Event
from goldenspike.core.game import Game
from goldenspike.core.holders import FIRST_COMPANY
from goldenspike.core.ids import NONE, by_company
from goldenspike.core.rules.train_card import bank_trains, owned_trains
from goldenspike.core.rules.train_purchase import must_buy_train
from goldenspike.core.title import RoundKind
from goldenspike.learn.coach import Coach
from goldenspike.learn.lessons import FIRST, Lesson, Situation
from goldenspike.learn.path import LESSONS
from goldenspike.record.wire import to_wire
from goldenspike.titles.catalogue import make
from goldenspike.titles.g1862.rules.redemption import refuse_redemption
from goldenspike.view.selling import smallest_dump

FOLDER = Path(__file__).parents[1] / "src/goldenspike/learn/openings"
BOTS = ("greedy", "baron-easy", "greedy")
GAMES = 60
MOST_MOVES = 600
"""The last rounds of a game take more of them."""
FEWEST_DECISIONS, MOST_DECISIONS = 5, 10
REPEATS = 6
"""How often a position is tried, since the gentle bots differ each time."""
TRIED = 4
"""How many positions of a game are tried."""
LIMIT = Limit(nodes=600)
TRAINS_LEFT = 5
"""How many purchases the train of the lesson on redemption outlives at least."""
LEAST_REVENUE = 60


def in_auction(game: Game) -> bool:
    """The learner has nothing yet, and half of the private companies are for sale."""
    owners = game.state.privates
    return (
        game.state.round == RoundKind.AUCTION
        and game.ply >= 3
        and 0 not in owners
        and 2 * sum(owner == NONE for owner in owners) >= len(owners)
    )


def starts_stock_round(game: Game) -> bool:
    return game.question.kind == "stock" and game.state.round_number == 1


def can_place_station(game: Game) -> bool:
    s = game.state
    if game.question.kind != "track" or s.money[FIRST_COMPANY + s.operating] < 100:
        return False
    probe = game.copy()
    while probe.question.kind == "track":
        probe.push(next(action for action in probe.legal_for(FIRST) if type(action).__name__ == "Pass"))
    return probe.question.kind == "station" and any(isinstance(action, PlaceToken) for action in probe.legal_for(FIRST))


def trains_go_soon(game: Game) -> bool:
    setup, s = game.setup, game.state
    if game.question.kind != "track":
        return False
    owned = owned_trains(setup, s, s.operating)
    offered = bank_trains(setup, s)
    return (
        bool(owned)
        and all(0 < trains_until_retired(setup, s, train) <= 4 for train in owned)
        and bool(offered)
        and s.money[FIRST_COMPANY + s.operating] >= setup.title.trains[offered[0]].price
    )


def must_pay_for_train(game: Game) -> bool:
    setup, s = game.setup, game.state
    if s.round != RoundKind.OPERATING or game.question.kind != "track" or s.presidents[s.operating] != 0:
        return False
    if owned_trains(setup, s, s.operating) or not must_buy_train(setup, s, s.operating):
        return False
    # A train of another railroad of the learner's would cost next to nothing.
    own = [company for company, president in by_company(s.presidents) if president == 0]
    return shortfall(setup, s, s.operating) > 0 and own == [s.operating]


def can_dump(game: Game) -> bool:
    """The learner can hand a railroad in trouble to somebody else."""
    setup, s = game.setup, game.state
    if game.question.kind != "stock" or game.question.form:
        return False
    return any(
        president == 0 and s.funded[company] and shortfall(setup, s, company) and smallest_dump(setup, s, company)[0]
        for company, president in by_company(s.presidents)
    )


def can_rush(game: Game) -> bool:
    """The next train of the bank makes trains of others obsolete, and the learner's railroad has the money."""
    setup, s = game.setup, game.state
    offered = bank_trains(setup, s)
    if game.question.kind != "track" or not offered:
        return False
    card = setup.title.trains[offered[0]]
    if not card.phase or setup.phase_index[card.phase] <= s.phase or s.money[FIRST_COMPANY + s.operating] < card.price:
        return False
    going = [train for train in setup.all_trains if setup.title.trains[train].obsolete == card.id]
    others = (company for company, president in by_company(s.presidents) if president > 0)
    return any(train in going for company in others for train in owned_trains(setup, s, company))


def nears_end(game: Game) -> bool:
    return game.state.bank_broken and game.state.round == RoundKind.OPERATING


def in_stock_round_of_1862(game: Game) -> bool:
    return game.state.round == RoundKind.STOCK


def can_redeem(game: Game) -> bool:
    """The railroad has a train that lasts, and a run that pays; it can redeem its shares at the end of this turn."""
    setup, s = game.setup, game.state
    company = s.operating
    if game.question.kind != "two_yellow_track" or len([own for own in s.presidents if own == 0]) != 1:
        return False
    lasting = any(trains_until_retired(setup, s, train) > TRAINS_LEFT for train in owned_trains(setup, s, company))
    return lasting and refuse_redemption(setup, s, company) is None and s.revenues[company] >= LEAST_REVENUE


WANTED: dict[str, Callable[[Game], bool]] = {
    "auction": in_auction,
    "stocks": starts_stock_round,
    "stations": can_place_station,
    "phases": trains_go_soon,
    "forced": must_pay_for_train,
    "selling": can_dump,
    "rush": can_rush,
    "ending": nears_end,
    "1862": in_stock_round_of_1862,
    "redemption": can_redeem,
}


class Lazy:
    """Buys a train only if it has none, and may pay out all it earns: so it gets into trouble."""

    name = "lazy"

    def __init__(self, rng: Random, spends: bool) -> None:
        self._bot = GreedyBot(rng)
        self._spends = spends

    def choose(self, table: Table) -> Action:
        chosen = self._bot.choose(table)
        s = table.state
        passing = [action for action in table.actions if isinstance(action, Pass)]
        if isinstance(chosen, BuyTrain) and passing and owned_trains(table.setup, s, s.operating):
            return passing[0]
        if isinstance(chosen, PayDividend) and self._spends:
            return PayDividend(chosen.player, chosen.company, Payout.PAY)
        return chosen

    def interject(self, table: Table) -> Action | None:
        return self._bot.interject(table)


class Spendthrift:
    """Starts one railroad, spends its money on the first trains, which do not last, and pays out all they earn."""

    name = "spendthrift"

    def __init__(self, rng: Random) -> None:
        self._bot = GreedyBot(rng)

    def choose(self, table: Table) -> Action:
        chosen = self._bot.choose(table)
        passing = [action for action in table.actions if isinstance(action, Pass)]
        first = [action for action in table.actions if isinstance(action, BuyTrain) and action.train == 0]
        if first:
            return first[0]
        if passing and (
            isinstance(chosen, BuyTrain) or (isinstance(chosen, StartCompany) and table.player in table.state.presidents)
        ):
            return passing[0]
        if isinstance(chosen, PayDividend):
            return PayDividend(chosen.player, chosen.company, Payout.PAY)
        return chosen

    def interject(self, table: Table) -> Action | None:
        return self._bot.interject(table)


def positions(lesson: Lesson, seed: int) -> Iterator[Game]:
    """The positions of a game in which the learner is to move and the lesson could begin."""
    wanted = WANTED[lesson.id]
    game = Game(make(lesson.title, lesson.version, lesson.players, dict(lesson.options)))
    rng = Random(seed)
    bots = [make_bot(BOTS[player % len(BOTS)], f"{seed}/{player}") for player in range(lesson.players)]
    if lesson.id == "forced":
        bots[0] = Spendthrift(Random(seed))
    elif lesson.id in ("phases", "selling"):
        bots[0] = Lazy(Random(seed), lesson.id != "phases")
    while not game.is_over and (game.ply <= MOST_MOVES or lesson.id == "ending"):
        if game.actors == (0,) and wanted(game):
            yield game
        game.push(next_action(game, bots, rng))


def decisions(lesson: Lesson, start: Game, seed: int) -> int | None:
    """How many decisions the lesson takes if one follows the coach; None if it is not passed."""
    game = Game(start.setup, start.state)
    rng = Random(seed)
    bots = [make_bot(lesson.bot, f"{seed}:{player}") for player in range(lesson.players)]
    coach = Coach(Random(seed))
    events: list[Event] = []
    count = 0
    while count <= MOST_DECISIONS and game.ply < 120:
        now = Situation(game.setup, game.state, lesson.seat, events)
        standing = lesson.standing(now)
        if standing.is_over:
            return count if standing.is_passed else None
        if game.is_over:
            return None
        if game.actors == (lesson.seat,):
            table = Table(game, lesson.seat, LIMIT)
            count += len(table.actions) + len(table.offers) > 1
            events += game.push(coach.rank(table, 1, lesson.aims_of(now))[0])
            continue
        events += game.push(next_action(game, bots, rng))
    return None


def find(lesson: Lesson) -> bool:
    lesson = replace(lesson, opening="")
    for seed in range(GAMES):
        for tried, game in enumerate(positions(lesson, seed)):
            if tried >= TRIED:
                break
            if all(FEWEST_DECISIONS <= (decisions(lesson, game, again) or 0) <= MOST_DECISIONS for again in range(REPEATS)):
                wires = [to_wire(game.setup, action) for action in game.actions]
                (FOLDER / f"{lesson.id}.json").write_bytes(msgspec.json.encode(wires))
                print(lesson.id, "seed", seed, "after", game.ply, "moves:", decisions(lesson, game, 0), "decisions", flush=True)
                return True
    print(lesson.id, "not found", flush=True)
    return False


if __name__ == "__main__":
    for name in sys.argv[1:] or WANTED:
        find(LESSONS[name])
