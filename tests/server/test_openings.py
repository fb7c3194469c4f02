"""A table begins as its title opens, whether seats are drawn or free."""

import asyncio
from typing import Any

import pytest

from goldenspike.core.game import Game
from goldenspike.server.table.live_tables import read_state
from goldenspike.titles.catalogue import CATALOGUE, make

pytestmark = pytest.mark.sqlite

VERSIONS = [(entry.name, version.name, version.players[-1]) for entry in CATALOGUE for version in entry.versions]


@pytest.mark.parametrize("seating", ["random", "free"])
@pytest.mark.parametrize(("title", "version", "players"), VERSIONS)
def test_the_first_state_of_a_table_is_the_opening_of_its_game(title: str, version: str, players: int, seating: str) -> None:
    """The starter game deals its railroads, 1862 begins with stock round 1 (no sales: its chapter II)."""
    setup = make(title, version, players, {"seating": seating})
    nothing: Any = None
    assert asyncio.run(read_state(nothing, setup, "", 0)) == Game(setup).state
