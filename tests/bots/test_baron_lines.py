"""Where the baron's track leads: to stops that the railroad does not reach, over track that is there."""

import pytest

from goldenspike.bots.baron.lines import FADE, LAID, LOOP, Lines
from goldenspike.bots.baron.planner import Planner
from goldenspike.bots.base import list_actions
from goldenspike.core.actions import LayTile
from goldenspike.core.game import Game
from goldenspike.testing import Position
from goldenspike.testing.by_name import company
from goldenspike.titles.g1830 import classic
from goldenspike.titles.g1862 import standard
from names_1830 import PRR
from players import P0

TRACK = "H10:57/1 H14:8/1"
"""From Altoona west to Pittsburgh, and east to the mountains at G15."""


def board(more: str = "") -> Game:
    position = Position(classic(3)).company("PRR", par=67, shares={0: 6}, money=500, trains="2")
    return position.tiles(f"{TRACK} {more}").operating_round("PRR", "track")


def attraction(game: Game, hex: str) -> float:
    return Lines(game.setup, game.state, PRR).attraction[game.setup.hex_index[hex]]


def test_what_is_reached_attracts_nothing() -> None:
    game = board()
    assert attraction(game, "H10") == attraction(game, "H12") == 0
    assert attraction(game, "H16") == 20
    assert attraction(game, "I15") == 30


def test_each_tile_that_is_missing_makes_a_stop_less_attractive() -> None:
    """Beside Chicago and beside the Gulf."""
    game = board()
    assert attraction(game, "G3") == pytest.approx(FADE * attraction(game, "F2"))
    assert attraction(game, "J4") == pytest.approx(FADE * attraction(game, "J2"))


def test_track_that_is_there_brings_what_lies_behind_it_nearer() -> None:
    """H16 and H18: Philadelphia, beyond Lancaster."""
    assert attraction(board("H16:57/1"), "H16") == pytest.approx(LAID * attraction(board(), "H18"))


def test_a_lay_is_worth_what_its_new_track_leads_to() -> None:
    """West of Pittsburgh: joining Pittsburgh counts little, half of what lies ahead counts."""
    game = board()
    lines = Lines(game.setup, game.state, PRR)
    at, tile = game.setup.hex_index["H8"], game.setup.tile_index["9"]
    promises = {
        lines.promise(action)
        for action in list_actions(game, P0)
        if isinstance(action, LayTile) and (action.hex, action.tile) == (at, tile)
    }
    assert promises == {LOOP + attraction(game, "H6") / 2}


@pytest.mark.parametrize("name", ["CPR", "WP"])
def test_a_railroad_that_cannot_run_goes_on_until_it_can(name: str) -> None:
    """From the Pacific the way leads through the mountains, two to four hexes to the next stop: any way, at any price."""
    position = Position(standard(4), phase="2").company(name, par=85, shares={0: 6}, money=850, trains="2", operated=True)
    game = position.operating_round(name, "two_yellow_track")
    number = company(game, name)
    planner = Planner(game.setup, 24)
    turns = 0
    while not planner.revenue(game.state, number, planner.trains(game.state, number)):
        lays = [action for action in list_actions(game, P0) if isinstance(action, LayTile)]
        lay = planner.best_lay(game.state, number, lays, 850)
        assert lay is not None and turns < 5
        game = Game(game.setup, planner.with_tile(game.state, lay))
        turns += 1
