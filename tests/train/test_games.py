"""Games as training data: what is recorded, what is passed over, and what advantages are."""

from collections.abc import Iterator
from itertools import pairwise
from random import Random

import numpy as np
import pytest

from goldenspike.bots.base import Bot, Limit, Table
from goldenspike.bots.magnate.candidates import MOST_LAYS, closest, is_proposal, key_of, list_candidates
from goldenspike.bots.magnate.features import Reader, sizes
from goldenspike.bots.magnate.network import LAYERS, Network
from goldenspike.bots.magnate.player import MagnateBot
from goldenspike.bots.magnate.result import margin_of, result_of, won_by
from goldenspike.bots.play import next_action
from goldenspike.bots.roster import make_bot
from goldenspike.core.actions import Action, LayTile
from goldenspike.core.game import Game
from goldenspike.core.holders import BANK, CHANCE, FIRST_COMPANY
from goldenspike.core.ids import Player
from goldenspike.core.options import Knowledge
from goldenspike.titles.g1830 import classic
from goldenspike.train.games import EARLIER, LEARNER, Limited, Order, play, play_all
from goldenspike.train.samples import Samples, advantages, join
from goldenspike.view.secrets import visibility_for

SHAPES = {
    "read": (-1, 24),
    "grasp": (24, 16),
    "join": (-2, 16),
    "weigh": (16, 8),
    "score": (8, 1),
    "judge": (16, 8),
    "value": (8, 1),
}


def random_weights(seed: int, players: int = 4) -> dict[str, np.ndarray]:
    """Weights of a small network that has learned nothing."""
    rng = np.random.default_rng(seed)
    position, row = sizes(classic(players))
    found = {}
    for layer in LAYERS:
        rows, columns = SHAPES[layer]
        rows = {-1: position, -2: 16 + row}.get(rows, rows)
        found[f"{layer}.w"] = rng.normal(0, 1 / np.sqrt(rows), (rows, columns)).astype(np.float16)
        found[f"{layer}.b"] = np.zeros(columns, np.float16)
    return found


def positions(players: int, every: int, knowledge: Knowledge = Knowledge.OPEN) -> Iterator[tuple[Game, Player]]:
    """Positions of a game of foremen at which somebody decides."""
    game = Game(classic(players, knowledge=knowledge))
    bots: list[Bot] = [make_bot("foreman", str(seat)) for seat in range(players)]
    rng = Random(players)
    while not game.is_over:
        if game.ply % every == 0 and game.actors[0] != CHANCE:
            yield game, game.actors[0]
        game.push(next_action(game, bots, rng))


@pytest.mark.parametrize("players", [2, 3, 4, 6])
def test_candidates_are_legal_and_rows_have_one_size(players: int) -> None:
    kinds = set()
    for game, player in positions(players, 7):
        table = Table(game, player)
        reader = Reader(game.setup)
        decision = reader.read(table, set())
        assert len(set(decision.candidates)) == len(decision.candidates)
        assert sum(isinstance(action, LayTile) for action in decision.candidates) <= MOST_LAYS
        kinds |= {type(action).__name__ for action in decision.candidates}
        for action in decision.candidates:
            assert game.refuse(action) is None, action
        if len(decision.candidates) > 1:
            assert decision.position.shape == (sizes(game.setup)[0],)
            assert decision.rows.shape == (len(decision.candidates), sizes(game.setup)[1])
            assert np.isfinite(decision.rows).all() and np.abs(decision.rows).max() < 100
    assert {"BuyShare", "LayTile", "PayDividend", "BuyTrain", "StartCompany", "Bid", "SellShares"} <= kinds
    assert sizes(classic(players)) == sizes(classic(4))


def test_rows_do_not_depend_on_what_was_read_before() -> None:
    shared = Reader(classic(4))
    for game, player in positions(4, 31):
        first, again = shared.read(Table(game, player), set()), Reader(game.setup).read(Table(game, player), set())
        assert first.candidates == again.candidates
        assert (first.rows == again.rows).all() and (first.position == again.position).all()


@pytest.mark.parametrize("knowledge", [Knowledge.CLOSED, Knowledge.PARTIAL])
def test_hidden_money_changes_no_number(knowledge: Knowledge) -> None:
    rng, compared = Random(5), 0
    for game, player in positions(3, 9, knowledge):
        seen = visibility_for(game.setup, game.state, player)
        s = game.state.copy()
        s.money = s.money.copy()
        s.networks = {}
        hidden = [other for other, known in enumerate(seen.players) if not known]
        hidden += [FIRST_COMPANY + company for company, known in enumerate(seen.companies) if not known]
        for purse in hidden:
            extra = rng.randrange(1, 500)
            s.money[purse] += extra
            s.money[BANK] -= extra
        twin = Game(game.setup, s)
        decisions = [Reader(game.setup).read(Table(world, player), set()) for world in (game, twin)]
        assert decisions[0].candidates == decisions[1].candidates
        assert (decisions[0].rows == decisions[1].rows).all() and (decisions[0].position == decisions[1].position).all()
        compared += bool(hidden)
    assert compared > 20


def test_what_was_offered_in_a_turn_is_not_offered_again() -> None:
    offered = 0
    for game, player in positions(4, 3):
        table = Table(game, player)
        proposals = [action for action in list_candidates(table, set())[0] if is_proposal(table.state, table.player, action)]
        for proposal in proposals[:1]:
            left = list_candidates(table, {key_of(proposal)})[0]
            assert not [action for action in left if key_of(action) == key_of(proposal)]
            offered += 1
    assert offered


def test_an_amount_between_levels_counts_as_the_nearest() -> None:
    game, player = next(found for found in positions(4, 1) if Table(*found).offers)
    table = Table(game, player)
    offer = table.offers[0]
    candidates = list_candidates(table, set())[0]
    assert candidates[closest(candidates, offer.at(offer.lo + 10))] == offer.at(offer.lo + 5)
    assert closest([candidates[0]], offer.at(offer.lo + 10)) == -1


def test_a_game_of_the_network_is_recorded_and_repeats() -> None:
    order = Order("a game", (LEARNER, "foreman", LEARNER, "greedy"), random_weights(1))
    report, again = play(order), play(order)
    samples = report.samples
    assert samples is not None and again.samples is not None and report.is_over
    assert report.wealth == again.wealth and (samples.rows == again.samples.rows).all()
    assert (samples.counts > 1).all(), "steps with one candidate are passed over"
    assert (samples.chosen < samples.counts).all() and len(samples.rows) == samples.counts.sum()
    assert set(samples.seats) == {0, 2} and ((samples.chances > 0) & (samples.chances <= 1)).all()
    for seat in (0, 2):
        assert np.allclose(samples.results[samples.seats == seat], result_of(report.wealth, seat))
    assert ((samples.shares > 0) & (samples.shares < 1.5)).all()


def test_games_are_played_side_by_side() -> None:
    orders = [Order(f"beside {number}", (LEARNER, "foreman", LEARNER, "greedy"), random_weights(1)) for number in range(3)]
    reports, again = play_all(orders), play_all(orders)
    assert [report.wealth for report in reports] == [report.wealth for report in again]
    assert len({report.wealth for report in reports}) == 3 and all(report.is_over for report in reports)
    for report in reports:
        assert report.samples is not None and set(report.samples.seats) == {0, 2}
        assert report.decisions == len(report.samples.chosen)


def test_an_earlier_network_and_a_bot_without_effort_hold_seats() -> None:
    names = (LEARNER, EARLIER, "baron-hard/0", "foreman")
    report = play(Order("guests", names, random_weights(1), random_weights(2)))
    other = play(Order("guests", names, random_weights(1), random_weights(3)))
    assert report.is_over and report.samples is not None and set(report.samples.seats) == {0}
    assert report.wealth != other.wealth, "the earlier network decides"


def test_nodes_after_a_name_limit_what_a_bot_tries_out() -> None:
    limits = []

    class Watcher:
        name = "watcher"

        def choose(self, table: Table) -> Action:
            limits.append(table.limit)
            return table.actions[0]

        def interject(self, table: Table) -> None:
            limits.append(table.limit)

    game, player = next(positions(2, 1))
    bot = Limited(Watcher(), 7)
    assert bot.choose(Table(game, player)) in Table(game, player).actions and bot.interject(Table(game, player)) is None
    assert limits == [Limit(nodes=7)] * 2


def test_teachers_are_recorded_and_others_are_not() -> None:
    report = play(Order("lesson", ("foreman", "greedy", "foreman", "random"), recorded=frozenset(("foreman",)), varied=True))
    assert report.samples is not None and set(report.samples.seats) == {0, 2}
    assert report.decisions == len(report.samples.chosen) > 100


def test_games_are_joined_seat_by_seat() -> None:
    reports = [play(Order(str(number), ("foreman",) * 4, recorded=frozenset(("foreman",)))) for number in range(2)]
    samples = join(reports)
    assert len(set(samples.seats)) == 8 and sum(first != second for first, second in pairwise(samples.seats)) == 7


def made_up(values: list[float], shares: list[float], results: list[float], seats: list[int]) -> Samples:
    count = len(values)
    nothing = np.zeros((count, 1), np.float16)
    numbers = np.ones(count, np.int64)
    expected, parts, achieved = (np.array(part, np.float32) for part in (values, shares, results))
    chances = np.ones(count, np.float32)
    return Samples(nothing, nothing, numbers, numbers * 0, chances, expected, parts, achieved, np.array(seats))


def test_advantages_add_up_to_the_surprise_at_the_end() -> None:
    samples = made_up([0.1, 0.3, 0.2, 0.0], [0.25, 0.3, 0.35, 0.25], [1.0, 1.0, 1.0, -0.5], [0, 0, 0, 1])
    gained, returns = advantages(samples, trace=1.0)
    assert np.allclose(gained, [0.9, 0.7, 0.8, -0.5]) and np.allclose(returns, [1, 1, 1, -0.5])
    near, _ = advantages(samples, trace=0.0)
    assert np.allclose(near, [0.2, -0.1, 0.8, -0.5]), "each choice answers for the next position only"
    shaped, _ = advantages(samples, trace=0.0, shaping=2.0)
    assert np.allclose(shaped, [0.3, 0.0, 0.8, -0.5], atol=1e-6)


def test_results_of_all_seats_add_up_to_nothing() -> None:
    assert abs(sum(result_of((5000, 4000, 4000, 3000), seat) for seat in range(4))) < 1e-9
    assert margin_of((0, 0, 9000, 0), 2) == 1.0 and won_by((5, 7, 7, 1), 1) == 0.5


def test_the_network_judges_each_candidate_alone() -> None:
    network = Network(random_weights(2))
    rng = np.random.default_rng(1)
    position = rng.normal(size=(1, network.sizes[0])).astype(np.float32)[0]
    rows = rng.normal(size=(7, network.sizes[1])).astype(np.float32)
    judged, turned = network.judge(position, rows), network.judge(position, rows[::-1].copy())
    assert np.allclose(judged.chances[::-1], turned.chances, atol=1e-6)
    assert judged.value == turned.value
    assert np.isclose(judged.chances.sum(), 1)


def test_several_positions_are_judged_as_each_alone() -> None:
    network = Network(random_weights(2))
    rng = np.random.default_rng(2)
    positions = [rng.normal(size=(network.sizes[0],)).astype(np.float32) for _ in range(4)]
    rows = [rng.normal(size=(count, network.sizes[1])).astype(np.float32) for count in (3, 1, 9, 2)]
    for position, row, judged in zip(positions, rows, network.judge_all(positions, rows), strict=True):
        alone = network.judge(position, row)
        assert np.allclose(judged.chances, alone.chances, atol=1e-5) and abs(judged.value - alone.value) < 1e-5


def test_the_best_two_answers_are_told_with_their_chances() -> None:
    game, player = next(found for found in positions(4, 40) if len(Table(*found).actions) > 3)
    bot = MagnateBot(Random(1), Network(random_weights(3)))
    answer = bot.choose(Table(game, player))
    doubt = bot.doubt
    assert doubt is not None and doubt.best == answer != doubt.second
    assert 1 >= doubt.chance >= doubt.second_chance > 0
