"""The part of the board that a page zooms to."""

from dataclasses import replace
from pathlib import Path

from goldenspike import svg
from goldenspike.core.ids import NO_COMPANY, Hex
from goldenspike.core.opening import opening_state
from goldenspike.record.native import load
from goldenspike.titles.catalogue import make
from goldenspike.view import hexes_in_play

GAME = Path(__file__).parent.parent / "data" / "1862-destination-run.json"


def test_the_network_of_the_company_in_operation_is_in_play() -> None:
    """The CP runs from Montreal to Quebec and to Winnipeg; New York is of no concern to it."""
    game = load(GAME.read_bytes())
    names = {game.setup.title.hexes[hex].id for hex in hexes_in_play(game.setup, game.state)}
    assert {"C30", "B31", "C16"} <= names
    assert "F31" not in names


def test_between_operating_rounds_all_track_and_stations_are_in_play() -> None:
    game = load(GAME.read_bytes())
    state = replace(game.state, operating=NO_COMPANY)
    found = hexes_in_play(game.setup, state)
    laid = {hex for hex, face in enumerate(state.faces) if game.setup.faces[face].tile >= 0}
    assert laid < set(found)


def test_the_extent_of_no_hexes_is_that_of_the_board() -> None:
    setup = make("1830", "classic", 4)
    left, top, width, height = svg.extent(setup, hexes_in_play(setup, opening_state(setup)))
    assert (left, top) == (0, 0)
    assert f'viewBox="0 0 {width:.2f} {height:.2f}"' in svg.board(setup)
    _, _, alone, _ = svg.extent(setup, [Hex(0)])
    assert alone < width / 5
