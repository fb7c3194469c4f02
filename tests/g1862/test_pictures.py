"""The pictures show what only this title has: frontier, dashed track, destinations, face-down markers, the closed cell."""

from goldenspike.core.state import place_of
from goldenspike.svg import board, charter, market
from scene1862 import Scene


def test_board_with_frontier_destinations_and_the_dashed_erie() -> None:
    scene = Scene(4)
    picture = board(scene.setup)
    assert 'class="gs-frontier"' in picture
    assert 'class="gs-dormant"' in picture
    assert "→ NYH NP" in picture  # Portland.
    laid = board(scene.setup, scene.tile("E28", "881", 1).stock().state)
    assert 'class="gs-dormant"' not in laid


def test_stations_of_companies_that_left_and_the_marker_in_baltimore_lie_face_down() -> None:
    scene = Scene(4).closed("CP")
    scene.state.tokens[scene.number("CP") * 6] = place_of(scene.hex("C30"), 0)
    scene.state.tokens[-1] = place_of(scene.hex("H29"), 0)
    picture = board(scene.setup, scene.stock().state)
    assert picture.count('class="gs-turned"') == 2
    assert 'data-home="CP"' not in picture
    assert 'data-home="NYC"' in picture


def test_the_market_shows_the_closed_cell() -> None:
    assert 'data-price="0"' in market(Scene(4).setup)


def test_the_charter_shows_halves_notes_and_destinations() -> None:
    scene = Scene(4, phase="3").company("CP", 0, {0: 4, 1: 6}, halved=True, notes=900)
    picture = charter(scene.setup, scene.stock().state, 2)
    assert "20%" in picture and "30%" in picture and "50%" in picture
    assert "$900" in picture
    assert "C16 (7)" in picture and "C2 (14)" in picture
