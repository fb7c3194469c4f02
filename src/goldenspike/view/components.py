"""What views tell of the components of a game, found once for each setup: views only choose from it."""

from functools import lru_cache
from typing import Final

from goldenspike.core.ids import Hex
from goldenspike.core.rules.reform import plays_reform
from goldenspike.core.tiles import Color
from goldenspike.core.title import Charter, Home, Phase, Setup
from goldenspike.view.model import LaidView, PhaseView, PricePlace, TileView

_COLORS: Final = {color: color.name.lower() for color in Color}


class Components:
    """The parts of views that depend on the setup and on a number or two of the state."""

    def __init__(self, setup: Setup) -> None:
        title = setup.title
        self.plays_reform = plays_reform(setup)
        self.has_uncertainty = any(title.uncertainty)
        self.phases = tuple([_phase(phase) for phase in title.phases])
        self.homes = tuple([_home(setup, card) for card in title.companies])
        """The home of each company."""
        prices = title.market.prices
        self.places = tuple([tuple([PricePlace(card.id, *at) for at in enumerate(prices)]) for card in title.companies])
        """Each company in each cell of the market."""
        counted = zip(title.tiles, title.tile_counts, strict=True) if setup.has_map else ()
        self.tiles = tuple(
            [
                tuple([TileView(tile.id, tile.old, _COLORS[tile.color], left, total) for left in range(total + 1)])
                for tile, total in counted
            ]
        )
        """Each type of tile by the number that is left; none if the map is on the real table."""
        self.laid = Laid(setup)


class Laid(dict[tuple[Hex, int], LaidView]):
    """Tiles on the board by hex and face, each made when it is asked for first."""

    def __init__(self, setup: Setup) -> None:
        self._setup = setup

    def __missing__(self, place: tuple[Hex, int]) -> LaidView:
        hex, face = place
        title, laid = self._setup.title, self._setup.faces[face]
        tile = title.tiles[laid.tile]
        found = self[place] = LaidView(title.hexes[hex].id, tile.id, tile.old, laid.rotation)
        return found


@lru_cache(maxsize=64)
def components(setup: Setup) -> Components:
    return Components(setup)


def _phase(phase: Phase) -> PhaseView:
    colors = tuple([_COLORS[color] for color in phase.colors])
    return PhaseView(phase.id, phase.train_limit, colors, phase.operating_rounds, phase.buy_privates)


def _home(setup: Setup, card: Charter) -> str:
    homes = {(home.hex, home.stop): stop_name(setup, home) for home in card.homes}
    return next(iter(homes.values())) if len(homes) == 1 else ""


def stop_name(setup: Setup, home: Home) -> str:
    """The name of a city, or of one of several named cities on a hex."""
    if home.hex not in setup.hex_index:
        return home.hex
    printed = setup.title.hexes[setup.hex_index[home.hex]]
    names = printed.name.replace(" / ", " & ").split(" & ")
    if 0 <= home.stop < len(names) == len(printed.stops):
        return names[home.stop]
    return printed.name or home.hex
