"""Whole games between bots, every invariant checked after every action."""

from random import Random

import pytest

from goldenspike.bots.play import next_action, seat_bots
from goldenspike.core.actions import Bid, BuyFromBank, ExchangePrivate
from goldenspike.core.events import EndReason
from goldenspike.core.game import Game, player_of
from goldenspike.core.holders import BANK
from goldenspike.core.ids import Holder, Player
from goldenspike.core.options import BiddingOrder
from goldenspike.core.title import RoundKind
from goldenspike.testing import Position
from goldenspike.testing import simulate as simulation
from goldenspike.testing.combinations import draw_combination
from goldenspike.testing.invariants import Violation
from goldenspike.testing.saving import violations_of_saving
from goldenspike.testing.simulate import Summary, checked_push, play_game, simulate
from goldenspike.titles.catalogue import find_entry, find_version, make
from goldenspike.titles.g1830 import classic
from names_1830 import CS, DH, MH, SV
from players import P0, P2, P3

PLAYERS = range(2, 8)


@pytest.mark.parametrize(
    ("players", "bots"), [(players, "greedy,random,greedy" if players % 2 else "random") for players in PLAYERS]
)
def test_games_end_without_a_violation(players: int, bots: str) -> None:
    game = play_game(make("1830", "classic", players), bots.split(","), 8, players, True, violations_of_saving)
    assert game.violations == []
    assert game.is_over
    assert game.result.reason in (EndReason.BANK, EndReason.BANKRUPTCY)


@pytest.mark.parametrize("players", PLAYERS)
def test_greedy_players_play_until_the_bank_breaks(players: int) -> None:
    """Sensible play never bankrupts itself needlessly."""
    setup = make("1830", "classic", players)
    for game in simulate(setup, ["greedy"], 2, 11):
        assert game.result.reason is EndReason.BANK
        assert min(game.result.wealth) > setup.starting_money


def test_greedy_beats_random() -> None:
    summary = Summary()
    for game in simulate(make("1830", "classic", 4), ["greedy", "random"], 3, 3):
        summary.add(game)
    assert summary.bots["greedy"].wins == summary.games == 3
    assert summary.bots["greedy"].mean_wealth > summary.bots["random"].mean_wealth


@pytest.mark.parametrize("version", [version.name for version in find_entry("1830").versions])
@pytest.mark.parametrize("number", range(3))
def test_any_rules_keep_the_invariants(version: str, number: int) -> None:
    """Options drawn at random in every version; `tools/simulate_options.py` plays many more of them to the end."""
    rng = Random(f"{version}/{number}")
    table = draw_combination(rng, "1830", find_version("1830", version))
    game = Game(table.setup())
    seed = rng.randrange(10_000)
    bots = seat_bots(["random", "greedy"], table.players, seed, 0)
    # Without checks into the game, then a stretch with them: the middle game is where the rules meet.
    for _ in range(seed % 700):
        if not game.is_over:
            game.push(next_action(game, bots, rng))
    for _ in range(60):
        if not game.is_over:
            action = next_action(game, bots, rng)
            assert checked_push(game, action, rng) == [], f"{action}, {table}"
    assert violations_of_saving(game) == []


def test_the_same_seed_gives_the_same_games(monkeypatch: pytest.MonkeyPatch) -> None:
    setup = make("1830", "classic", 3)
    monkeypatch.setattr(simulation, "MOST_ACTIONS", 400)
    first, again = (list(simulate(setup, ["random", "greedy"], 2, 5)) for _ in range(2))
    assert [(game.result, game.actions, game.names) for game in first] == [
        (game.result, game.actions, game.names) for game in again
    ]
    assert first[0].names == ("random", "greedy", "random")
    assert first[1].names == ("greedy", "random", "greedy")
    other = play_game(setup, ["random", "greedy"], 6, 0, False)
    assert other.result != first[0].result


def test_random_players_keep_money_for_the_cheapest_private_company() -> None:
    """C-2.2.1: if all money were tied to bids, the sale of the private companies might never end."""
    for seed in range(30):
        game = Game(make("1830", "classic", 2))
        bots = seat_bots(["random"], 2, seed, 0)
        rng = Random(seed)
        while game.state.round <= RoundKind.AUCTION:
            game.push(next_action(game, bots, rng))
            assert game.ply < 1000


def test_a_game_without_an_end_is_a_violation(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(simulation, "MOST_ACTIONS", 20)
    game = play_game(make("1830", "classic", 3), ["random"], 1, 0, False)
    assert not game.is_over
    assert game.violations == ["game 0: no end after 20 actions"]
    summary = Summary()
    summary.add(game)
    assert (summary.games, summary.finished) == (1, 0)
    assert summary.violations == game.violations


def test_a_violation_stops_the_game_and_names_the_action(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(simulation, "violations_of", lambda setup, s: [Violation("odd", "facts")] if s.round else [])
    game = play_game(make("1830", "classic", 3), ["random"], 1, 0, True)
    assert len(game.violations) == 1
    assert game.violations[0].startswith("game 0, action 1, DrawSeats(")
    assert game.violations[0].endswith("odd: facts")


def test_a_replay_that_differs_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    game = Game(make("1830", "classic", 2))
    bots = seat_bots(["random"], 2, 1, 0)
    for _ in range(10):
        game.push(next_action(game, bots, Random(1)))
    assert simulation.violations_of_replay(game) == []
    game.state.money[0] += 1
    assert [violation.name for violation in simulation.violations_of_replay(game)] == ["replay_differs"]


def test_a_bot_may_act_out_of_turn() -> None:
    """T-05: the owner of the MH may exchange it between the turns of others."""
    position = Position(classic(3), phase="4").company("PRR", shares={0: 6}, par=67, trains="4").private("MH", 2)
    game = position.set(turn_started=False).operating_round("PRR", "track")
    assert game.actors == (0,)
    assert next_action(game, seat_bots(["greedy"], 3, 1, 0), Random(1)) == ExchangePrivate(P2, MH, BANK)


def test_whoever_of_several_may_speak_first() -> None:
    """V-1.8a: with free-for-all bidding the game waits for several players; each of them is asked at some time."""
    game = Position(classic(bidding_order=BiddingOrder.FREE_FOR_ALL)).auction()
    for player, amount in enumerate((75, 80, 85)):
        game.push(Bid(Player(Holder(player)), DH, amount))
    game.push(BuyFromBank(P3, SV))
    game.push(BuyFromBank(P0, CS))
    assert game.actors == (0, 1)
    speakers = {player_of(next_action(game, seat_bots(["random"], 4, seed, 0), Random(seed))) for seed in range(20)}
    assert speakers == {0, 1}
