"""Positions that the rules show: a few hexes of the board with tiles, stations and a run that the engine finds."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from typing import Final

from goldenspike.core.actions import Route
from goldenspike.core.hexes import SIDES
from goldenspike.core.holders import treasury
from goldenspike.core.ids import Company
from goldenspike.core.opening import opening_state
from goldenspike.core.rules.runs import best_routes, revenue_of
from goldenspike.core.state import TOKENS_PER_COMPANY, State, place_of
from goldenspike.core.title import Setup
from goldenspike.titles.g1830 import classic

BLOCKED: Final = "PRR"
"""Has no station in the city in the middle of the example."""
PASSING: Final = "B&O"
"""Has one."""
TRAIN: Final = "4"

_HEXES: Final = ("H8", "H10", "H12", "H14", "H16", "I13", "I15", "I17")
_TILES: Final[Mapping[str, tuple[str, int]]] = {
    # Hex, tile and the sides that its track must include, as a bit mask (SW, W, NW, NE, E, SE).
    "H10": ("57", 1 << 1 | 1 << 4),
    "H14": ("9", 1 << 1 | 1 << 4),
    "H16": ("15", 1 << 1 | 1 << 5),
    "I17": ("7", 1 << 1 | 1 << 2),
}
_STATIONS: Final = ((BLOCKED, "H12"), (PASSING, "I15"), (PASSING, "H16"), ("NYC", "H16"))


@dataclass(frozen=True, slots=True)
class Example:
    """A position and the best run of one of its railroads."""

    setup: Setup
    state: State
    railroad: str
    routes: tuple[Route, ...]
    revenue: int


@cache
def _board() -> tuple[Setup, State]:
    whole = classic(4)
    title = replace(whole.title, hexes=tuple(printed for printed in whole.title.hexes if printed.id in _HEXES), privates=())
    setup = Setup(title, whole.options, whole.players, whole.plan)
    state = opening_state(setup)
    faces, tokens = list(state.faces), list(state.tokens)
    for hex, (tile, sides) in _TILES.items():
        number = setup.tile_index[tile]
        turned = (setup.face_of_tile(number, rotation) for rotation in range(SIDES))
        faces[setup.hex_index[hex]] = next(face for face in turned if setup.faces[face].exits & sides == sides)
    for railroad, hex in _STATIONS:
        first = setup.company_index[railroad] * TOKENS_PER_COMPANY
        free = next(place for place in range(first, first + TOKENS_PER_COMPANY) if tokens[place] < 0)
        tokens[free] = place_of(setup.hex_index[hex], 0)
    trains = list(state.trains)
    for railroad in (BLOCKED, PASSING):
        trains[treasury(setup.company_index[railroad]) * len(title.trains) + setup.train_index[TRAIN]] = 1
    return setup, replace(state, faces=faces, tokens=tokens, trains=trains)


@cache
def example_of(railroad: str) -> Example:
    """The example with the best run of a railroad's train."""
    setup, state = _board()
    company: Company = setup.company_index[railroad]
    routes = best_routes(setup, state, company).routes
    return Example(setup, state, railroad, routes, revenue_of(setup, state, company, routes))
