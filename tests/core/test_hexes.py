"""The grid of pointy-top hexes."""

import pytest

from goldenspike.core.hexes import (
    NE,
    NW,
    SE,
    SIDE_NAMES,
    SIDES,
    SW,
    E,
    W,
    name_hex,
    neighbor_name,
    neighbors,
    opposite,
    parse_hex,
    turned,
)
from goldenspike.titles.g1830 import classic


def test_names_and_numbers() -> None:
    assert parse_hex("E19") == (4, 19)
    assert name_hex(4, 19) == "E19"
    assert name_hex(*parse_hex("A9")) == "A9"
    assert [SIDE_NAMES[side] for side in (SW, W, NW, NE, E, SE)] == ["SW", "W", "NW", "NE", "E", "SE"]


@pytest.mark.parametrize(("side", "name"), [(SW, "F18"), (W, "E17"), (NW, "D18"), (NE, "D20"), (E, "E21"), (SE, "F20")])
def test_the_six_neighbors(side: int, name: str) -> None:
    """Albany and the hexes around it."""
    assert neighbor_name("E19", side) == name
    assert neighbor_name(name, opposite(side)) == "E19"


def test_above_the_first_row_there_is_nothing() -> None:
    assert neighbor_name("A19", NW) == neighbor_name("A19", NE) == ""


def test_opposite_and_turned() -> None:
    assert [opposite(side) for side in range(SIDES)] == [3, 4, 5, 0, 1, 2]
    assert [turned(side, 1) for side in range(SIDES)] == [1, 2, 3, 4, 5, 0]
    assert turned(W, 6) == W


def test_neighbors_of_a_map() -> None:
    table = neighbors(("E19", "E21", "D20"))
    assert table[E] == 1 and table[NE] == 2 and table[W] == -1
    assert table[SIDES + W] == 0 and table[2 * SIDES + SW] == 0 and table[2 * SIDES + SE] == 1


def test_the_board_is_symmetrical() -> None:
    """Whoever lies across a side has this hex across the opposite one."""
    setup = classic(4)
    for hex in range(len(setup.title.hexes)):
        for side in range(SIDES):
            other = setup.neighbors[hex * SIDES + side]
            if other >= 0:
                assert setup.neighbors[other * SIDES + opposite(side)] == hex
