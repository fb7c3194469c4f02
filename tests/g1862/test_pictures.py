"""The pictures show what only this title has: frontier, dashed track, destinations, face-down markers, the closed cell."""

import re

from goldenspike.svg import board, charter, market
from goldenspike.testing import Position
from goldenspike.titles.g1862 import standard
from names_1862 import CP


def test_board_with_frontier_destinations_and_the_dashed_erie() -> None:
    position = Position(standard(4))
    picture = board(position.setup)
    assert 'class="gs-frontier"' in picture
    assert 'class="gs-dormant"' in picture
    assert "→ NYH CP CN" in picture
    flags = re.findall(r">→</text><text[^>]*>(\w+)</text><text[^>]*>(\w+)</text>", picture)
    assert ("NYC", "ATS") in flags  # San Diego, where there is no space for one line.
    laid = board(position.setup, position.tile("E28", "881", 1).stock_round().state)
    assert 'class="gs-dormant"' not in laid


def test_stations_of_companies_that_left_and_the_marker_in_baltimore_lie_face_down() -> None:
    position = Position(standard(4)).closed("CP").station("CP", "C30").marker("H29")
    picture = board(position.setup, position.stock_round().state)
    assert picture.count('class="gs-turned"') == 2
    assert 'data-home="CP"' not in picture
    assert 'data-home="NYC"' in picture


def test_the_market_shows_the_closed_cell() -> None:
    assert 'data-price="0"' in market(Position(standard(4)).setup)


def test_the_charter_shows_halves_notes_and_destinations() -> None:
    position = Position(standard(4), phase="3").company("CP", shares={0: 6, 1: 4}, halved=True, notes=900)
    picture = charter(position.setup, position.stock_round().state, CP)
    assert "20%" in picture and "30%" in picture and "50%" in picture
    assert "$900" in picture
    assert "C16 (7)" in picture and "C2 (14)" in picture
