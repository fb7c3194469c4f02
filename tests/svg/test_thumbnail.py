"""The small picture of the board in lists of games."""

from pathlib import Path
from xml.etree import ElementTree

import pytest

from goldenspike.core.tiles import StopKind
from goldenspike.record import native
from goldenspike.svg import thumbnail
from goldenspike.titles.catalogue import CATALOGUE, make

DATA = Path(__file__).parents[1] / "data"
SVG = "{http://www.w3.org/2000/svg}"
BOARDS = [(entry.name, version.name, min(version.players)) for entry in CATALOGUE for version in entry.versions]


def circles(picture: str) -> list[ElementTree.Element]:
    return list(ElementTree.fromstring(picture).iter(f"{SVG}circle"))


@pytest.mark.parametrize(("title", "version", "players"), BOARDS)
def test_every_board_has_a_small_picture(title: str, version: str, players: int) -> None:
    setup = make(title, version, players)
    picture = thumbnail(setup)
    printed = setup.faces[setup.first_printed :]
    slots = sum(stop.slots for face in printed for stop in face.stops if stop.kind is StopKind.CITY)
    assert len(circles(picture)) == slots
    assert len(picture) < 25_000


def test_shows_the_stations_in_the_colors_of_their_railroads() -> None:
    game = native.load((DATA / "1830-equal-runs.json").read_bytes())
    built = sum(len(game.state.stations(company)) for company in game.setup.all_companies)
    colored = [circle for circle in circles(thumbnail(game.setup, game.state)) if circle.get("fill") != "#fffdf8"]
    assert built > 0
    assert len(colored) == built
