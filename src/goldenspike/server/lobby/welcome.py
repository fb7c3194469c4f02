"""What a first visit shows: a turn on a piece of the board, in four moments that follow each other once."""

from functools import cache
from typing import Final

from goldenspike import svg
from goldenspike.titles.catalogue import make

_CITY, _TRACK, _RAILROAD = "57", "9", "B&O"
_LEVEL: Final = 1
"""The rotation at which the track of these tiles lies from west to east."""


@cache
def turn_pictures() -> dict[str, str]:
    """The tile with a city, the tile that is laid between two of them, and the station of the railroad."""
    setup = make("1830", "classic", 4)
    company = next(company for company in setup.all_companies if setup.title.companies[company].id == _RAILROAD)
    return {
        "city": svg.tile(setup, setup.tile_index[_CITY], _LEVEL, theme="page"),
        "track": svg.tile(setup, setup.tile_index[_TRACK], _LEVEL, theme="page"),
        "station": svg.roundel(setup, company, theme="page", size=34),
        "token": svg.roundel(setup, company, theme="page", size=30),
    }
