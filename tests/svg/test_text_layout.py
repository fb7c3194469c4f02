"""No two texts of a board overlap, none lies on track or on a stop, none leaves its hex or is squeezed: empty and full boards."""

from dataclasses import replace
from xml.etree import ElementTree

import pytest

from board_layout import (
    BOARDS,
    NARROWEST,
    SVG,
    Box,
    box_of_text,
    boxes_of_sign,
    faults_of_board,
    full_board,
    hexes_of,
    narrowness,
    signs_of,
    texts_of_sign,
)
from goldenspike import svg
from goldenspike.core.ids import Hex
from goldenspike.core.opening import opening_state
from goldenspike.core.state import State
from goldenspike.core.title import Setup
from goldenspike.svg.arrangement import arrange
from goldenspike.svg.geometry import Point, distance
from goldenspike.svg.signs.names import abbreviated


@pytest.mark.parametrize("name", BOARDS)
def test_empty_boards(name: str) -> None:
    setup = BOARDS[name]
    assert faults_of_board(setup, None, svg.board(setup)) == []


@pytest.mark.parametrize("upgrades", [1, 2, 3, 4])
@pytest.mark.parametrize("name", BOARDS)
def test_full_boards(name: str, upgrades: int) -> None:
    setup = BOARDS[name]
    state = full_board(setup, upgrades, upgrades)
    assert faults_of_board(setup, state, svg.board(setup, state)) == []


@pytest.mark.exhaustive
@pytest.mark.parametrize("name", BOARDS)
def test_every_tile_on_every_hex(name: str) -> None:
    """Each hex shows in turn every tile that upgrades can bring there, in all its orientations."""
    setup = BOARDS[name]
    state = opening_state(setup)
    choices = [faces_on(setup, Hex(hex)) for hex in range(len(setup.title.hexes))]
    for turn in range(max(len(faces) for faces in choices)):
        laid = replace(state, faces=[faces[turn % len(faces)] for faces in choices], phase=turn % len(setup.title.phases))
        assert faults_of_board(setup, laid, svg.board(setup, laid)) == []


def faces_on(setup: Setup, hex: Hex) -> list[int]:
    """What can lie on a hex, from the print onwards."""
    found = [setup.first_printed + hex]
    for face in found:
        found += [lay.face for lay in setup.lays(hex, face) if lay.face not in found]
    return found


def middle(box: Box) -> Point:
    return (box.left + box.right) / 2, (box.top + box.bottom) / 2


def signs_with(drawn: ElementTree.Element, text: str) -> list[Point]:
    """The centers of the signs of a hex whose texts contain a text."""
    found = [sign for sign in signs_of(drawn) if text in " ".join(box.what for box in texts_of_sign(sign))]
    return [middle(max(boxes_of_sign(sign), key=lambda box: box.right - box.left)) for sign in found]


def nearest_stop(setup: Setup, state: State | None, hex: str, at: Point) -> int:
    number = setup.hex_index[hex]
    stops = arrange(setup.faces[state.faces[number] if state else setup.first_printed + number]).stops
    return min(range(len(stops)), key=lambda stop: distance(stops[stop], at))


def test_both_cities_of_h1_say_whose_they_are() -> None:
    """1862: San Francisco is the home of the WP and a destination of the NYC, Sacramento that of the CPR, of UP and ORN."""
    setup = BOARDS["1862-standard"]
    drawn = hexes_of(svg.board(setup))["H1"]
    for stop, texts in enumerate((("San Francisco", "NYC"), ("Sacramento", "UP ORN"))):
        for text in texts:
            (at,) = signs_with(drawn, text)
            assert nearest_stop(setup, None, "H1", at) == stop, text
    homes = [found.get("data-home") for found in drawn.iter() if found.get("data-home")]
    assert homes == ["WP", "CPR"]


def test_a_tile_that_joins_the_cities_of_h1_has_one_flag() -> None:
    setup = BOARDS["1862-standard"]
    hex = setup.hex_index["H1"]
    joined = next(face for face in faces_on(setup, hex) if len(setup.faces[face].stops) == 1)
    state = opening_state(setup)
    faces = list(state.faces)
    faces[hex] = joined
    picture = svg.board(setup, replace(state, faces=faces))
    flags = [found for found in ElementTree.fromstring(picture).iter() if found.get("class") == "gs-target"]
    (flag,) = [flag for flag in flags if "ORN" in "".join(flag.itertext()) and "NYC" in "".join(flag.itertext())]
    assert " ".join(box.what for box in texts_of_sign(flag)) == "→ NYC UP ORN"


def test_costs_of_mountains_by_the_water_stand_on_land() -> None:
    setup = BOARDS["1862-standard"]
    hexes = hexes_of(svg.board(setup))
    both = [found for found in setup.title.hexes if found.terrain == "mountain+river"]
    assert both
    for found in both:
        (at,) = signs_with(hexes[found.id], "$160")
        # The water begins at 20 where the hex is empty, lower where a stop is above it.
        assert at[1] < (30 if found.stops else 15), found.id


def test_names_stand_beside_their_own_stops() -> None:
    setup = BOARDS["1830-classic"]
    hexes = hexes_of(svg.board(setup))
    for hex, names in (("D10", ("Hamilton", "Toronto")), ("H18", ("Philadelphia", "Trenton")), ("G19", ("New York", "Newark"))):
        for stop, name in enumerate(names):
            (at,) = signs_with(hexes[hex], name)
            assert nearest_stop(setup, None, hex, at) == stop, name


@pytest.mark.parametrize("upgrades", [2, 3])
def test_names_of_tiles_with_two_cities_are_whole_or_abbreviated_as_on_maps(upgrades: int) -> None:
    """1830: a name that has no space on a green or brown tile stands beside it, and is cut only if that fails too."""
    setup = BOARDS["1830-classic"]
    state = full_board(setup, upgrades, upgrades)
    root = ElementTree.fromstring(svg.board(setup, state))
    names = [found for found in root.iter() if found.get("class") == "gs-place-name"]
    shown = {"".join(box.what for box in texts_of_sign(name)) for name in names}
    for name in ("Philadelphia", "Trenton", "Hamilton", "Toronto", "Buffalo", "Dunkirk", "Washington"):
        assert any(name in one or abbreviated(name) in one for one in shown), name


@pytest.mark.parametrize(
    ("name", "short"),
    [
        ("Washington", "Wash."),
        ("Pittsburgh", "Pittsb."),
        ("Philadelphia", "Phila."),
        ("New York & Newark", "New York"),
        ("Reading & Allentown", "Read. & Allent."),
        ("Boston", "Boston"),
    ],
)
def test_abbreviations(name: str, short: str) -> None:
    assert abbreviated(name) == short


def test_letters_of_roundels_are_never_squeezed() -> None:
    for setup in BOARDS.values():
        for company in setup.title.companies:
            (found,) = ElementTree.fromstring(svg.roundel(setup, setup.company_index[company.id])).iter(f"{SVG}text")
            box = box_of_text(found)
            assert narrowness(found) >= NARROWEST and box.right - box.left < 60, company.id
