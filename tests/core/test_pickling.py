"""Games and setups are copied and pickled, on the compiled core too."""

import pickle
from copy import copy, deepcopy
from random import Random

import pytest

import goldenspike
from goldenspike.bots.play import next_action, seat_bots
from goldenspike.core.game import Game
from goldenspike.core.title import Setup
from goldenspike.record.native import dump, load
from goldenspike.record.snapshot import take_snapshot
from goldenspike.titles.g1830 import classic
from goldenspike.titles.g1862 import standard

SETUPS = pytest.mark.parametrize("setup", [classic(4), standard(4)], ids=["1830", "1862"])


def played(setup: Setup, plies: int = 150) -> Game:
    game = Game(setup)
    bots, rng = seat_bots(["random"], setup.players, 1, 0), Random(1)
    while game.ply < plies:
        game.push(next_action(game, bots, rng))
    return game


def goes_on_alone(game: Game, twin: Game) -> None:
    """Both stand in the same position with the same past, and what happens to one leaves the other alone."""
    ply, before = game.ply, take_snapshot(game.state)
    assert take_snapshot(twin.state) == before and twin.actions == game.actions and twin.runs == game.runs
    assert list(twin.legal) == list(game.legal)
    assert [str(event) for event in twin.push(next(iter(twin.legal)))] == [
        str(event) for event in game.copy().push(next(iter(game.legal)))
    ]
    twin.pop()
    assert twin.pop() == game.actions[-1]
    assert take_snapshot(twin.state) == take_snapshot(game.state_at(ply - 1))
    assert game.ply == len(game.actions) == ply and take_snapshot(game.state) == before


@SETUPS
def test_a_game_is_copied_and_pickled_with_its_past(setup: Setup) -> None:
    game = played(setup)
    for twin in (copy(game), deepcopy(game), pickle.loads(pickle.dumps(game))):
        goes_on_alone(game, twin)


@SETUPS
def test_a_resumed_game_is_pickled_with_the_actions_that_it_has_not_read(setup: Setup) -> None:
    """Of what lay before its snapshot it knows no states."""
    game = load(dump(played(setup)))
    twin = pickle.loads(pickle.dumps(load(dump(game))))
    assert twin.actions == game.actions and twin.runs == game.runs
    for each in (game, twin):
        each.push(next(iter(each.legal)))
    for one in (twin, copy(twin), deepcopy(twin), pickle.loads(pickle.dumps(twin))):
        goes_on_alone(game, one)
        with pytest.raises(LookupError):
            twin.state_at(game.ply - 2)


def test_a_game_of_the_prompt_keeps_its_names() -> None:
    game = goldenspike.Game.of(played(classic(4)), ["Ada", "Bob", "Cyd", "Dan"])
    for twin in (copy(game), deepcopy(game), pickle.loads(pickle.dumps(game))):
        assert str(twin) == str(game)
        goes_on_alone(game, twin)


@SETUPS
def test_a_pickled_setup_plays_the_same_game(setup: Setup) -> None:
    twin = pickle.loads(pickle.dumps(setup))
    assert (twin.title.version, twin.options, twin.players) == (setup.title.version, setup.options, 4)
    game = played(setup)
    again = Game(twin)
    for action in game.actions:
        again.push(action)
    assert take_snapshot(again.state) == take_snapshot(game.state)


def test_a_copy_of_a_setup_is_the_setup() -> None:
    """Boards are remembered by its identity, and nothing in it changes."""
    setup = classic(4)
    assert copy(setup) is deepcopy(setup) is setup


@SETUPS
def test_parts_of_a_game_are_copied_and_pickled(setup: Setup) -> None:
    game = played(setup)
    title = setup.title
    for cards in (title.companies, title.privates, title.trains, title.phases, title.tiles, title.market, setup.options):
        assert pickle.loads(pickle.dumps(cards)) == deepcopy(cards) == cards
    refusal = game.refuse(game.actions[0])
    for plain in (refusal, game.question, game.result(), game.actions, game.copy().push(next(iter(game.legal)))):
        assert pickle.loads(pickle.dumps(plain)) == deepcopy(plain) == plain
    for state in (copy(game.state), deepcopy(game.state), pickle.loads(pickle.dumps(game.state))):
        assert state == game.state and not state.networks
    assert list(pickle.loads(pickle.dumps(game.legal))) == list(copy(game.legal)) == list(game.legal)
