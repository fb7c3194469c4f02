"""The learned player that looks ahead: what it tries, when it stops, and what it tells."""

from random import Random

import numpy as np
import pytest

from goldenspike.bots.baron.baron import BaronBot
from goldenspike.bots.baron.weighed import TERMS
from goldenspike.bots.base import Limit, Table
from goldenspike.bots.magnate import search
from goldenspike.bots.magnate.features import Reader
from goldenspike.bots.magnate.hard import POINTS, HardMagnate
from goldenspike.bots.magnate.network import Array, Judgment, Network
from goldenspike.bots.magnate.player import MagnateBot, shipped
from goldenspike.bots.magnate.search import Lookahead, Tried
from goldenspike.core.actions import PayDividend, Payout, SellShares
from goldenspike.core.game import Game
from goldenspike.testing import Position
from goldenspike.titles.catalogue import make
from goldenspike.titles.g1830 import classic
from players import P0

OWN_MONEY = 22
"""Where the row of a position has the player's own money: after 21 numbers about the round, and that the seat is taken."""


class MoneyLover(Network):
    """Likes the last candidate a little more than the others, and expects what the player has in cash."""

    def __init__(self) -> None:
        self.sizes = shipped().sizes

    def judge(self, position: Array, rows: Array) -> Judgment:
        chances = np.ones(len(rows), dtype=np.float32)
        chances[-1] = 1.5
        return Judgment(chances / chances.sum(), float(position[OWN_MONEY]))


@pytest.fixture
def dividend() -> Game:
    """PRR has run for 300 and may withhold it."""
    position = Position(classic(3), phase="5", money=100).company("PRR", shares={0: 6}, money=50, trains="5", revenue=300)
    return position.company("NYC", shares={1: 6}, money=300, trains="5").operating_round("PRR", "dividend")


@pytest.fixture
def stock() -> Game:
    position = Position(classic(3), phase="3", money=400).company("PRR", shares={0: 6, 1: 2}, par=82, money=300, trains="3")
    return position.company("NYC", shares={1: 6}, money=300, trains="3", par=90).stock_round(turn=0)


def test_answers_that_lead_further_are_preferred_to_those_it_liked_at_first(
    dividend: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(search, "ROUNDS", 0)
    plain, hard = MagnateBot(Random(1), MoneyLover()), HardMagnate(Random(1), MoneyLover())
    first = plain.choose(Table(dividend, P0))
    answer = hard.choose(Table(dividend, P0))
    assert isinstance(first, PayDividend) and first.payout is Payout.WITHHOLD
    assert isinstance(answer, PayDividend) and answer.payout is Payout.PAY
    assert {tried.action for tried in hard.tried} == {first, answer} and hard.tried[0].value > hard.tried[1].value


def test_all_answers_are_tried_on_the_same_samples_and_the_best_most_often(stock: Game) -> None:
    before = stock.state.copy()
    hard = HardMagnate(Random(1), MoneyLover())
    hard.choose(Table(stock, P0))
    counts = [len(tried.results) for tried in hard.tried]
    assert len(counts) == search.MOST and min(counts) >= search.FEWEST and counts[0] == max(counts) > min(counts)
    assert all(set(tried.results) == set(range(len(tried.results))) for tried in hard.tried)
    assert sum(counts) <= 2 * search.TRIES
    assert stock.state == before, "tries leave the table as it is"


def test_tries_end_where_it_makes_no_difference(stock: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(search, "ROUNDS", 0)
    monkeypatch.setattr(MoneyLover, "judge", lambda self, position, rows: Judgment(np.full(len(rows), 1 / len(rows)), 0.2))
    hard = HardMagnate(Random(1), MoneyLover())
    hard.choose(Table(stock, P0))
    assert [len(tried.results) for tried in hard.tried] == [search.FEWEST] * search.MOST


def test_what_the_network_liked_decides_between_equals() -> None:
    often, seldom = Tried(SellShares(P0, 0, 1), 0.6, 0.0), Tried(SellShares(P0, 0, 2), 0.1, 0.0)  # type: ignore[arg-type]
    for tried in (often, seldom):
        tried.results = {0: 0.2, 1: 0.1}
    assert often.score > seldom.score and often.is_like(seldom)
    seldom.results = {0: 0.4, 1: 0.3}
    assert seldom.score > often.score and not often.is_like(seldom)


def test_an_answer_it_is_sure_of_is_given_at_once(stock: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    def judge(self: Network, position: Array, rows: Array) -> Judgment:
        return Judgment(np.array([0.98, *[0.02 / (len(rows) - 1)] * (len(rows) - 1)], dtype=np.float32), 0.0)

    monkeypatch.setattr(MoneyLover, "judge", judge)
    hard = HardMagnate(Random(1), MoneyLover())
    assert hard.choose(Table(stock, P0)) == MagnateBot(Random(1), MoneyLover()).choose(Table(stock, P0))
    assert hard.tried == [] and hard.comparison is None and hard.doubt is not None


def test_without_effort_it_answers_like_the_magnate(stock: Game) -> None:
    """The limit of nodes counts actions in tries, so that answers do not depend on the machine."""
    hard = HardMagnate(Random(1))
    assert hard.choose(Table(stock, P0, Limit(nodes=0))) == MagnateBot(Random(1)).choose(Table(stock, P0))
    table = Table(stock, P0, Limit(nodes=100))
    reader = Reader(table.setup)
    decision = reader.read(table, set())
    lookahead = Lookahead(table, shipped(), reader, set(), 1)
    lookahead.weigh(decision, shipped().judge(decision.position, decision.rows))
    assert lookahead.nodes <= 101


def test_the_same_seed_gives_the_same_answer_and_values(stock: Game) -> None:
    first, second = HardMagnate(Random(5)), HardMagnate(Random(5))
    assert first.choose(Table(stock, P0)) == second.choose(Table(stock, P0))
    assert first.tried == second.tried and first.tried


class Ticks:
    """A clock that moves on by a hundredth of a second whenever it is read."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        self.now += 0.01
        return self.now


@pytest.mark.parametrize("seconds", [0.05, 0.5, 2.0])
def test_the_time_limit_holds_inside_tries(seconds: float) -> None:
    clock = Ticks()
    hard = HardMagnate(Random(1), MoneyLover(), clock)
    for step in ("track", "dividend", "train"):
        position = Position(classic(3), phase="5", money=900).company("PRR", shares={0: 6}, money=2000, trains="4", revenue=200)
        game = position.company("NYC", shares={1: 6}, money=300, trains="4").operating_round("PRR", step)
        started = clock.now
        choice = hard.choose(Table(game, P0, Limit(seconds=seconds)))
        assert game.refuse(choice) is None
        assert clock.now - started <= seconds * 1.1 + 0.05


def test_the_best_two_answers_are_told_in_points(dividend: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(search, "ROUNDS", 0)
    hard = HardMagnate(Random(1), MoneyLover())
    hard.choose(Table(dividend, P0))
    best, second = hard.tried
    told = hard.comparison
    assert told is not None and told.in_points and told.second == second.action
    assert (told.best, told.other) == (round(POINTS * best.value), round(POINTS * second.value)) and told.best > told.other
    assert told.term in TERMS


@pytest.mark.parametrize(("title", "version"), [("1830", "base"), ("1862", "standard")])
def test_elsewhere_it_plays_and_explains_like_the_hard_baron(title: str, version: str) -> None:
    setup = make(title, version, 4, {})
    game = Game(setup)
    while game.actors[0] < 0:
        game.push(next(iter(game.legal)))
    hard, baron = HardMagnate(Random(2)), BaronBot(Random(2), "hard")
    limit = Limit(nodes=50)
    actor = game.actors[0]
    assert hard.choose(Table(game, actor, limit)) == baron.choose(Table(game, actor, limit))
    assert hard.comparison == baron.comparison
