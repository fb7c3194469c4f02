"""The baron: names, levels and characters; guesses, playouts and values that make sense; answers that are legal."""

from dataclasses import replace
from random import Random

import pytest

from goldenspike.bots.baron.baron import BaronBot, name_of
from goldenspike.bots.baron.character import CHARACTERS, LEVELS, REHEARSAL
from goldenspike.bots.baron.forecast import Forecast
from goldenspike.bots.baron.imagine import imagine
from goldenspike.bots.baron.playout import Playout
from goldenspike.bots.baron.search import DOOMED, FEWEST, Search
from goldenspike.bots.baron.weighed import Weighed
from goldenspike.bots.baron.worth import standing, worth_of_players
from goldenspike.bots.base import Bot, Deadline, Limit, Table, list_actions
from goldenspike.bots.greedy import GreedyBot
from goldenspike.bots.outlook import worth_of_share
from goldenspike.bots.play import next_action
from goldenspike.bots.roster import BOTS, find_maker, make_bot
from goldenspike.core.actions import BuyTrain, LayTile, Pass, PayDividend, Payout
from goldenspike.core.game import Game
from goldenspike.core.holders import CHANCE
from goldenspike.core.ids import Company, Holder, Train
from goldenspike.core.rules.runs import best_revenues, best_routes
from goldenspike.core.title import RoundKind
from goldenspike.titles.catalogue import make
from players import P0, P1

PLAIN = CHARACTERS["baron"]


@pytest.fixture(scope="module")
def games() -> list[Game]:
    """Positions of one game, a while apart."""
    game = Game(make("1830", "classic", 4, {}))
    bots: list[Bot] = [GreedyBot(Random(seed)) for seed in range(4)]
    rng = Random(5)
    found: list[Game] = []
    while not game.is_over:
        if game.ply % 45 == 3 and game.actors != (CHANCE,):
            found.append(Game(game.setup, game.state))
        game.push(next_action(game, bots, rng))
    return found


def test_names() -> None:
    assert name_of("normal", "baron") == "baron" and name_of("hard", "raider") == "baron-hard-raider"
    for name in ("baron", "baron-easy", "baron-hard", "baron-builder", "baron-hard-raider", "baron-rusher", "baron-investor"):
        assert make_bot(name, "1").name == name
    for name in ("baron-x", "baron-hard-x", "x", "baron-raider-hard", "baron-hard-raider-x"):
        assert find_maker(name) is None
    with pytest.raises(KeyError):
        make_bot("nobody", "1")
    assert set(BOTS) >= {"random", "greedy", "baron", "baron-easy", "baron-hard"}


@pytest.mark.parametrize("name", ["baron-easy", "baron", "baron-hard", "baron-raider", "baron-rusher", "baron-builder"])
def test_answers_are_legal(name: str, games: list[Game]) -> None:
    bot = make_bot(name, "1")
    for game in games:
        actor = game.actors[0]
        action = bot.choose(Table(game, actor, Limit(nodes=100)))
        assert game.refuse(action) is None


@pytest.mark.parametrize(("title", "version", "players"), [("1830", "starter", 2), ("1830", "s1", 3), ("1862", "standard", 4)])
def test_it_plays_other_boxes(title: str, version: str, players: int) -> None:
    """Whatever it answers there is legal: `push` would refuse it otherwise."""
    game = Game(make(title, version, players, {}))
    bots = [make_bot("baron-easy", str(seed)) for seed in range(players)]
    rng = Random(1)
    while not game.is_over and game.ply < 250:
        game.push(next_action(game, bots, rng))
    assert game.is_over or game.ply == 250


def test_a_hard_baron_rehearses_the_starter_game() -> None:
    """It takes what ends best when all play on to the end, and nothing where it may not think at all."""
    game = Game(make("1830", "starter", 3, {}))
    bots = [make_bot("baron", str(seed)) for seed in range(3)]
    rng = Random(1)
    while game.state.operating_round < 9 or not any(isinstance(action, LayTile) for action in list_actions(game, game.actors[0])):
        game.push(next_action(game, bots, rng))
    player = game.actors[0]
    hard = BaronBot(Random(1), "hard")
    chosen = hard.choose(Table(game, player))
    assert game.refuse(chosen) is None and chosen == hard.thoughts[0].action
    assert 1 < len(hard.thoughts) <= REHEARSAL.candidates and all(thought.tries == 1 for thought in hard.thoughts)
    assert hard.thoughts[0].score == max(thought.score for thought in hard.thoughts)
    hurried = BaronBot(Random(1), "hard")
    assert hurried.choose(Table(game, player, Limit(nodes=0))) == make_bot("baron", "1").choose(Table(game, player))


def test_a_unit_of_a_halved_company_is_worth_half() -> None:
    """1862: after a redemption certificates stand for five percent."""
    game = Game(make("1862", "standard", 4, {}))
    bots = [make_bot("greedy", str(seed)) for seed in range(4)]
    rng = Random(1)
    while not any(game.state.operated):
        game.push(next_action(game, bots, rng))
    company = game.state.operated.index(True)
    halved = game.state.copy()
    halved.halved = [number == company for number in range(len(halved.halved))]
    forecast = Forecast(game.setup, [])
    assert forecast.share(halved, Company(company)) == forecast.share(game.state, Company(company)) / 2 > 0
    assert (
        abs(2 * worth_of_share(game.setup, halved, Company(company)) - worth_of_share(game.setup, game.state, Company(company)))
        <= 1
    )


def test_several_sets_of_trains_share_one_network(games: list[Game]) -> None:
    """What each would earn is what it would earn if it were asked about alone (7.4)."""
    compared = 0
    for game in games[4::4]:
        setup, s = game.setup, game.state
        sets: tuple[tuple[Train, ...], ...] = ((), (Train(0),), (Train(1), Train(0)), (Train(2), Train(2)))
        for company in setup.all_companies:
            alone = [best_routes(setup, s, company, trains).revenue for trains in sets]
            assert best_revenues(setup, s, company, sets) == alone
            compared += alone[-1] > alone[1] > 0
    assert compared


def test_first_choices(games: list[Game]) -> None:
    bot = BaronBot(Random(1), "easy")
    for game in games[::2]:
        choices = bot.first_choices(Table(game, game.actors[0]), 3)
        assert 1 <= len(choices) <= 3 and len(set(choices)) == len(choices)
        assert all(game.refuse(choice) is None for choice in choices)


def test_a_playout_ends_with_its_rounds(games: list[Game]) -> None:
    game = games[2]
    again = Game(game.setup, game.state.copy())
    taken = Playout(game.setup).run(again, 1, Random(1))
    assert taken > 0 and again.state is not game.state
    before, after = game.state, again.state
    assert (after.round_number, after.operating_round) != (before.round_number, before.operating_round)


def test_a_playout_ends_with_its_time(games: list[Game]) -> None:
    game = Game(games[2].setup, games[2].state.copy())
    assert Playout(game.setup).run(game, 50, Random(1), Deadline(0.0)) == 0


def test_what_is_open_needs_no_guess() -> None:
    setup = make("1830", "classic", 3, {"knowledge": "open"})
    game = Game(setup)
    assert imagine(Table(game, P0), Random(1)).state.money == game.state.money


def test_guesses_keep_what_is_known(games: list[Game]) -> None:
    for game in games:
        seat = Table(game, P1)
        guess = imagine(seat, Random(1)).state
        assert guess.money[1] == game.state.money[1]
        assert guess.shares == game.state.shares
        assert all(amount >= 0 for amount in guess.money)


def test_more_money_is_worth_more(games: list[Game]) -> None:
    forecast = Forecast(games[0].setup, [])
    for game in games:
        if game.state.round in (RoundKind.STOCK, RoundKind.OPERATING):
            richer = replace(game.state, money=game.state.money.copy())
            richer.money[0] += 100
            now = worth_of_players(forecast, game.state, PLAIN)
            then = worth_of_players(forecast, richer, PLAIN)
            assert then[0] > now[0] and then[1:] == now[1:]
            assert standing(then, P0) > standing(now, P0) and standing(then, P1) < standing(now, P1)
            assert forecast.rounds_left(game.state) >= 0


def test_the_usual_answer_is_kept_unless_another_is_clearly_better() -> None:
    usual, other = Weighed(Pass(P0)), Weighed(Pass(P1))
    usual.scores = {0: 100.0, 1: 120.0, 2: 90.0}
    other.scores = {0: 110.0, 1: 125.0, 2: 95.0}
    other.compare(usual, 2.0)
    assert other.lead < 0
    other.scores = {number: score + 400 for number, score in usual.scores.items()}
    other.compare(usual, 2.0)
    assert other.lead > 0


@pytest.mark.parametrize(("kind", "most"), [(RoundKind.STOCK, 16), (RoundKind.OPERATING, 60)])
def test_a_hard_baron_gives_another_answer_only_where_playouts_speak_for_it(kind: RoundKind, most: int) -> None:
    """It starts from its knowledge, mostly stays with it, and plays differently where several playouts are clearly better."""
    game = Game(make("1830", "classic", 4, {"knowledge": "open"}))
    bots = [make_bot("baron", str(seed)) for seed in range(4)]
    rng = Random(7)
    turns = different = 0
    while turns < most:
        s = game.state
        if s.round == kind and s.phase and not s.pending and len(list_actions(game, game.actors[0])) > 1:
            player = game.actors[0]
            usual = BaronBot(Random(1), "hard").choose(Table(game, player, Limit(nodes=0)))
            hard = BaronBot(Random(1), "hard")
            answer = hard.choose(Table(game, player))
            assert game.refuse(answer) is None
            turns += 1
            if answer != usual:
                different += 1
                assert hard.thoughts[0].action == answer and hard.thoughts[0].lead > 0
                assert hard.thoughts[0].tries >= FEWEST
        game.push(next_action(game, bots, rng))
    assert 0 < different < turns / 2


def test_a_candidate_that_is_clearly_worse_is_dropped_early(games: list[Game]) -> None:
    game = next(game for game in games if game.state.round == RoundKind.OPERATING)
    seat = Table(game, game.actors[0])
    search = Search(seat, Playout(game.setup), replace(LEVELS["hard"], samples=12), PLAIN, 1)
    usual, worse = (Weighed(action, bonus) for action, bonus in ((seat.actions[0], 0.0), (seat.actions[-1], -1e6)))
    assert search.weigh([usual, worse])[0] is usual
    assert worse.tries == usual.tries == DOOMED


def test_nodes_limit_the_thinking(games: list[Game]) -> None:
    game = next(game for game in games if game.state.round == RoundKind.OPERATING)
    seat = Table(game, game.actors[0], Limit(nodes=1))
    search = Search(seat, Playout(game.setup), LEVELS["normal"], PLAIN, 1)
    search.weigh([Weighed(action) for action in seat.actions[:3]])
    assert search.nodes < 400
    late = Search(Table(game, game.actors[0]), Playout(game.setup), LEVELS["normal"], PLAIN, 1, Deadline(0.0))
    late.weigh([Weighed(action) for action in seat.actions[:3]])
    assert late.nodes == 0


def test_characters_like_different_things(games: list[Game]) -> None:
    bot = BaronBot(Random(1), "easy", "rusher")
    seat = Table(games[0], games[0].actors[0])
    assert bot._bonus(seat, BuyTrain(P0, Company(0), Train(2), Holder(7), 300)) > 0
    assert bot._bonus(seat, PayDividend(P0, Company(0), Payout.PAY)) == 0
