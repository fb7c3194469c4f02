"""Boards drawn from a seed: the random map of the computer game, which the rule book names without a procedure (S-6.3).

A drawn board has the outline of the classic one and the same things on it (eight homes, five off-board areas, cities, towns,
mountains, water and barred sides, by number and kind), each in another place. Cities and towns then move from the best placed
homes to the worst, and a board that is still unplayable or unfair is discarded: see `flaw`.

The board of a seed is part of every game played on it. So the draw uses a generator of its own and whole numbers only, and
nothing here, in `sketch`, `fairness` or `fitting` may change the board of a seed that somebody may have used: a better way of
drawing gets a new range of seeds. A test keeps the first boards.
"""

from dataclasses import dataclass, replace
from functools import lru_cache

from goldenspike.core.tiles import Color
from goldenspike.core.title import Charter, PrintedHex, PrivateCompany, Title
from goldenspike.titles.g1830.companies import CLASSIC_PRIVATES
from goldenspike.titles.g1830.fairness import Prospect, prospects
from goldenspike.titles.g1830.fitting import blind_hexes
from goldenspike.titles.g1830.sketch import OUTLINE, Draw, NoRoom, Sketch, beside, is_even, number_of
from goldenspike.titles.notation import hex

NEAREST_STOP = 32
"""Every home has another stop within about three hexes of open country, in tenths of a hex."""


@dataclass(frozen=True, slots=True)
class RandomMap:
    """A board, and what had to move with it."""

    seed: int
    hexes: tuple[PrintedHex, ...]
    companies: tuple[Charter, ...]
    privates: tuple[PrivateCompany, ...]
    prospects: tuple[Prospect, ...]
    drawn: int
    """The number of boards drawn until one was good."""


def flaw(board: tuple[PrintedHex, ...], found: tuple[Prospect, ...]) -> str:
    """Why a board is rejected; empty if it is good.

    Every stop must be reachable from every home, each home must have a stop nearby and about the same value around it, and
    tiles must fit everywhere.
    """
    stops = sum(1 for printed in board if printed.stops)
    if any(prospect.stops < stops - 1 for prospect in found):
        return "cut off"
    if any(prospect.nearest > NEAREST_STOP for prospect in found):
        return "dead home"
    if not is_even([prospect.score for prospect in found]):
        return "unfair"
    return "blind hex" if blind_hexes(board) else ""


def _place_privates(sketch: Sketch) -> tuple[PrivateCompany, ...]:
    """Private companies on hexes of the kind that they have on the classic board."""
    names = {printed.name: printed.id for printed in sketch.prints.values() if printed.name}
    plain = {number for number, printed in sketch.prints.items() if replace(printed, impassable=0) == hex(printed.id, Color.TAN)}
    mountains = [
        printed.id for _, printed in sorted(sketch.prints.items()) if printed.terrain == "mountain" and not printed.stops
    ]
    near_nyc, near_bo = (
        [OUTLINE[number] for number in beside(number_of(sketch.homes[company].hex)) if number in plain]
        for company in ("NYC", "B&O")
    )
    by_mohawk = sketch.draw.one_of(near_nyc)
    hexes: dict[str, tuple[str, ...]] = {
        "SV": (sketch.draw.one_of(mountains),),
        "CS": (names["Burlington"],),
        "DH": (names["Scranton"],),
        "MH": (by_mohawk,),
        "CA": (names["Philadelphia & Trenton"],),
        "BO": (sketch.draw.one_of([place for place in near_bo if place != by_mohawk]), sketch.homes["B&O"].hex),
    }
    return tuple(replace(private, hexes=hexes[private.id]) for private in CLASSIC_PRIVATES)


@lru_cache(maxsize=128)
def random_map(seed: int) -> RandomMap:
    """The board of a seed: the first good one of those that it draws."""
    draw = Draw(seed)
    drawn = 0
    while True:
        drawn += 1
        try:
            sketch = Sketch(draw)
            board, companies = sketch.board(), sketch.companies()
            found = prospects(board, companies)
            if not flaw(board, found):
                return RandomMap(seed, board, companies, _place_privates(sketch), found, drawn)
        except NoRoom:
            continue


def on_random_map(title: Title, seed: int) -> Title:
    """A box with the eight railroads and six private companies of Classic, on the board of a seed (S-6.3)."""
    drawn = random_map(seed)
    return replace(title, hexes=drawn.hexes, companies=drawn.companies, privates=drawn.privates)
