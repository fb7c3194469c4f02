"""The learned player with the model that is shipped."""

from hashlib import sha256
from pathlib import Path
from random import Random

import pytest

from goldenspike.bots.baron.baron import BaronBot
from goldenspike.bots.base import Bot, Table
from goldenspike.bots.magnate.features import Reader, sizes
from goldenspike.bots.magnate.player import MODEL, MagnateBot, shipped, understands
from goldenspike.bots.play import MOST_ACTIONS, next_action
from goldenspike.bots.roster import BOTS, make_bot
from goldenspike.core.game import Game
from goldenspike.core.holders import CHANCE
from goldenspike.record.native import read_record, replay_steps
from goldenspike.titles.catalogue import make
from goldenspike.titles.g1830 import classic

DATA = Path(__file__).parent.parent / "data"


def test_the_model_is_shipped_and_offered() -> None:
    assert "magnate" in BOTS and MODEL.stat().st_size < 4_000_000
    assert shipped().sizes == sizes(classic(4))
    assert MODEL.with_name("model.md").exists(), "the data card and the recipe"


def test_the_numbers_are_those_that_it_was_trained_on() -> None:
    """All positions of a recorded game, with every candidate: whoever changes a number must train the model again."""
    seen, rows = sha256(), 0
    record = read_record((DATA / "1830-magnate.json").read_bytes())
    reader: Reader | None = None
    for game in replay_steps(record):
        if game.is_over or game.actors[0] == CHANCE:
            continue
        reader = reader or Reader(game.setup)
        decision = reader.read(Table(game, game.actors[0]), set())
        rows += len(decision.rows)
        seen.update(decision.position.tobytes() + decision.rows.tobytes())
    assert (rows, seen.hexdigest()[:16]) == (6108, "97e72088e0ccbca5")


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_it_plays_whole_games_of_classic(players: int) -> None:
    game, rng = Game(classic(players)), Random(players)
    bots: list[Bot] = [make_bot("magnate", str(seat)) for seat in range(players)]
    while not game.is_over and game.ply < MOST_ACTIONS:
        game.push(next_action(game, bots, rng))
    assert game.is_over


def test_it_beats_random_players() -> None:
    """Four games, one from each seat; chance would win one of them."""
    won = 0
    for seat in range(4):
        game, rng = Game(classic(4)), Random(7)
        bots = [make_bot("magnate" if player == seat else "random", str(player)) for player in range(4)]
        while not game.is_over and game.ply < MOST_ACTIONS:
            game.push(next_action(game, bots, rng))
        won += game.result().winners == (seat,)
    assert won >= 3


@pytest.mark.parametrize(("title", "version"), [("1830", "base"), ("1830", "starter"), ("1862", "standard")])
def test_elsewhere_it_plays_what_the_baron_plays(title: str, version: str) -> None:
    setup = make(title, version, 4, {})
    assert not understands(shipped(), setup)
    game, rng, asked = Game(setup), Random(1), 0
    magnate, baron = MagnateBot(Random(2)), BaronBot(Random(2))
    others: list[Bot] = [make_bot("greedy", str(seat)) for seat in range(4)]
    while asked < 10 and not game.is_over:
        actor = game.actors[0]
        if actor == CHANCE:
            game.push(next_action(game, others, rng))
            continue
        action = magnate.choose(Table(game, actor))
        assert action == baron.choose(Table(game, actor)) and magnate.doubt is None
        game.push(action)
        asked += 1
    assert asked == 10
