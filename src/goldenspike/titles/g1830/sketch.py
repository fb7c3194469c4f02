"""Drawing a random board: where areas, homes, cities, towns and terrain go (S-6.3, random map).

The order matters. What has fixed track comes first (off-board areas, homes, gray hexes), and the hexes that its track leads to
are kept as open country; what tiles are laid on comes last, only where tiles fit.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import TypeVar

from goldenspike.core.hexes import SIDE_NAMES, SIDES, neighbors, opposite, parse_hex
from goldenspike.core.tiles import Color
from goldenspike.core.title import ANY_CITY, Charter, Home, PrintedHex
from goldenspike.titles.g1830.board import CLASSIC_BOARD
from goldenspike.titles.g1830.companies import CLASSIC_COMPANIES
from goldenspike.titles.g1830.fairness import REACH, Chart
from goldenspike.titles.g1830.fitting import face_of, open_sides, takes_tiles
from goldenspike.titles.notation import hex

OUTLINE = tuple(printed.id for printed in CLASSIC_BOARD)
AROUND = neighbors(OUTLINE)
_PLACES = tuple(parse_hex(name) for name in OUTLINE)

CORNER_PAIRS = (("A9", "A11"), ("A17", "A19"), ("I1", "J2"), ("K13", "K15"))
CORNERS = ("B24", "D2", "D24", "F2", "F24", "I19")
"""Corner hexes: tiles would hardly fit there, so they are red or gray, as on the classic board."""

AREAS = (
    ("Canadian West", "o30,50", 2),
    ("Gulf", "o30,60", 2),
    ("Chicago", "o40,70", 1),
    ("Deep South", "o30,40", 1),
    ("Maritime Provinces", "o20,30", 1),
)
"""Off-board areas: name, values, hexes."""

HOMES = (
    ("CPR", "Montreal", "c40"),
    ("NNH", "New York & Newark", "NY"),
    ("B&M", "Boston", "B"),
    ("B&O", "Baltimore", "B"),
    ("PRR", "Altoona", "bypass"),
    ("C&O", "Cleveland", "c30"),
    ("Erie", "Dunkirk & Buffalo", "OO"),
    ("NYC", "Albany", "city"),
)
"""Railroads, the names of their homes, and what kind of hex each is. The most demanding come first."""

CORNER_STOPS = (("Richmond", "c20"), ("Lansing", "c20"), ("Mansfield", "t10"), ("Atlantic City", "t10"), ("", ""), ("", ""))
"""Gray hexes in corners: name and stop; the nameless ones are curves. The first two may have a single exit."""
INNER_STOPS = (("Rochester", "c20", 3), ("Kingston", "t10", 2), ("", "", 2))
"""Gray hexes elsewhere, with their exits."""

OO_CITIES = ("Detroit & Windsor", "Hamilton & Toronto", "Philadelphia & Trenton")
CITIES = ("Scranton", "Barrie", "Ottawa", "Toledo", "Providence", "Columbus", "Pittsburgh", "Lancaster", "Washington")
DOUBLE_TOWNS = ("Akron & Canton", "New Haven & Hartford", "Reading & Allentown")
TOWNS = ("Burlington", "Flint", "London", "Erie")
WATER_CITIES = ("Detroit & Windsor", "Hamilton & Toronto", "Toledo", "Providence", "Washington")
MOUNTAIN_CITIES = ("Scranton",)
TERRAIN = (("mountain", 120, 10), ("water", 80, 4))
"""Terrain of open country: kind, cost, hexes."""
COSTS = {kind: cost for kind, cost, _ in TERRAIN}
BARRED = 4
"""Sides that no track may cross."""

HOMES_APART = 3
"""The least distance between two homes, in hexes."""
LEVELLING = 150
"""How many swaps near the homes are tried."""
MOST_UNEVEN = 3, 2
"""The best home may be worth at most three halves of the worst; on the classic board it is five times that."""

_BITS = 64
Item = TypeVar("Item")


class NoRoom(Exception):
    """Something did not fit on a partly drawn board; the draw starts over."""


class Draw:
    """A random number generator that is the same on every machine and Python version (splitmix64)."""

    def __init__(self, seed: int) -> None:
        # Without this the sequences of adjacent seeds would be shifted copies of each other.
        self._state = _scramble(seed ^ 0x5DEECE66D1830)

    def below(self, limit: int) -> int:
        self._state = (self._state + 0x9E3779B97F4A7C15) % (1 << _BITS)
        return _scramble(self._state) * limit >> _BITS

    def one_of(self, items: Sequence[Item]) -> Item:
        if not items:
            raise NoRoom
        return items[self.below(len(items))]

    def shuffled(self, items: Sequence[Item]) -> list[Item]:
        found = list(items)
        for last in range(len(found) - 1, 0, -1):
            other = self.below(last + 1)
            found[last], found[other] = found[other], found[last]
        return found


def _scramble(value: int) -> int:
    value = (value ^ value >> 30) * 0xBF58476D1CE4E5B9 % (1 << _BITS)
    value = (value ^ value >> 27) * 0x94D049BB133111EB % (1 << _BITS)
    return value ^ value >> 31


def number_of(name: str) -> int:
    return OUTLINE.index(name)


def beside(number: int) -> list[int]:
    """The hexes around a hex."""
    return [other for other in AROUND[number * SIDES : number * SIDES + SIDES] if other >= 0]


def distance(one: int, other: int) -> int:
    """Steps from one hex of the outline to another."""
    (row, column), (other_row, other_column) = _PLACES[one], _PLACES[other]
    down, right = abs(row - other_row), abs(column - other_column)
    return down + max(0, (right - down) // 2)


def is_even(scores: Sequence[int]) -> bool:
    most, least = MOST_UNEVEN
    return max(scores) * least <= min(scores) * most


_ALL_CORNERS = frozenset(number_of(name) for name in (*CORNERS, *(name for pair in CORNER_PAIRS for name in pair)))


class Sketch:
    """A board that is being drawn."""

    def __init__(self, draw: Draw) -> None:
        self.draw = draw
        self.prints: dict[int, PrintedHex] = {}
        self.open_country: set[int] = set()
        """Hexes that printed track leads to: tan ones, so that it can be continued."""
        self.homes: dict[str, Home] = {}
        self.draw_areas()
        self.draw_homes()
        self.draw_gray()
        self.draw_cities()
        self.draw_terrain()
        for number in self.free():
            self.put(number, hex("", Color.TAN))
        self.level()
        self.draw_bars()

    # --- what is there

    def board(self) -> tuple[PrintedHex, ...]:
        return tuple(self.prints.get(number, hex(OUTLINE[number], Color.TAN)) for number in range(len(OUTLINE)))

    def companies(self) -> tuple[Charter, ...]:
        return tuple(replace(company, homes=(self.homes[company.id],)) for company in CLASSIC_COMPANIES)

    def home_numbers(self) -> list[int]:
        return [number_of(home.hex) for home in self.homes.values()]

    def stops(self) -> list[int]:
        return [number for number, printed in self.prints.items() if printed.stops]

    def free(self) -> list[int]:
        """Hexes without a print, in open country or not; corners are never open country."""
        return [number for number in range(len(OUTLINE)) if number not in self.prints and number not in _ALL_CORNERS]

    def ways_out(self, number: int) -> list[int]:
        """Sides that lead to hexes where tiles may be laid."""
        free = set(self.free())
        return [side for side in range(SIDES) if AROUND[number * SIDES + side] in free]

    # --- putting things down

    def spread(self, places: Sequence[int], others: Sequence[int], tries: int) -> int:
        """A hex far from the others: the best of a few random ones."""
        drawn = [self.draw.one_of(places) for _ in range(tries)]
        return max(drawn, key=lambda place: min([distance(place, other) for other in others], default=0))

    def put(self, number: int, printed: PrintedHex) -> None:
        self.prints[number] = replace(printed, id=OUTLINE[number])

    def put_fixed(self, number: int, color: Color, stop: str, sides: Sequence[int], name: str, area: str = "") -> None:
        """A gray or red hex with track to these sides; without a stop a curve between two of them."""
        words = [SIDE_NAMES[side] for side in sorted(sides)]
        if not words or (not stop and len(words) != 2):
            raise NoRoom
        track = " ".join([stop, *(f"{word}-0" for word in words)]) if stop else "-".join(words)
        self.put(number, hex("", color, track, name=name, area=area))
        self.keep_open(number, sides)

    def keep_open(self, number: int, sides: Sequence[int]) -> None:
        self.open_country.update(AROUND[number * SIDES + side] for side in sides)

    # --- drawing

    def draw_areas(self) -> None:
        """Two areas of two hexes and three of one, in corners far from each other."""
        pairs = self.draw.shuffled(CORNER_PAIRS)
        corners = [number_of(name) for name in (*CORNERS, *(name for pair in pairs[2:] for name in pair))]
        taken: list[int] = []
        for name, values, size in AREAS:
            places = [number_of(one) for one in pairs.pop(0)] if size == 2 else [self.spread(corners, taken, 2)]
            for number in places:
                self.put_fixed(number, Color.RED, values, self.ways_out(number), name, name)
            taken += places
            corners = [number for number in corners if number not in taken]

    def draw_homes(self) -> None:
        for company, name, kind in HOMES:
            fixed = kind not in ("city", "OO")
            areas = [number for number, printed in self.prints.items() if printed.area]
            inner = [number for number in self.free() if number not in self.open_country or kind == "city"]
            corners = [number for number in _ALL_CORNERS if number not in self.prints and len(self.ways_out(number)) > 1]
            places = [
                number
                for number in (sorted(corners) if company == "CPR" else inner)
                if all(distance(number, other) >= HOMES_APART for other in self.home_numbers())
                and all(distance(number, area) > 1 for area in areas)
                and (company == "CPR" or len(self.ways_out(number)) >= 4)
            ]
            number = self.spread(places, self.home_numbers(), 2)
            sides = self.home_sides(kind, self.ways_out(number)) if fixed else ()
            self.put(number, _home_print(kind, name, sides))
            self.keep_open(number, sides)
            self.homes[company] = Home(OUTLINE[number], ANY_CITY if kind == "OO" else 0)

    def home_sides(self, kind: str, ways: list[int]) -> tuple[int, ...]:
        """The sides of a home's printed track, with room for what its later tiles add."""
        turned = {"NY": (0, 1, 2, 3), "B": (0, 2, 4), "bypass": (0, 3)}.get(kind, ())
        if not turned:
            return tuple(self.draw.shuffled(ways)[:2])
        first = self.draw.one_of(
            [side for side in range(SIDES) if all((side + step) % SIDES in ways for step in turned)],
        )
        return first, (first + (2 if kind == "B" else 3)) % SIDES

    def draw_gray(self) -> None:
        left = [number for number in sorted(_ALL_CORNERS) if number not in self.prints]
        narrow = [number for number in left if len(self.ways_out(number)) == 1]
        wide = self.draw.shuffled([number for number in left if number not in narrow])
        for (name, stop), number in zip(CORNER_STOPS, narrow + wide, strict=True):
            self.put_fixed(number, Color.GRAY, stop, self.draw.shuffled(self.ways_out(number))[:2], name)
        for name, stop, exits in INNER_STOPS:
            places = [
                number
                for number in self.free()
                if number not in self.open_country
                and len(self.ways_out(number)) >= exits
                and all(distance(number, home) > 1 for home in self.home_numbers())
            ]
            number = self.spread(places, self.stops(), 3)
            self.put_fixed(number, Color.GRAY, stop, self.draw.shuffled(self.ways_out(number))[:exits], name)

    def draw_cities(self) -> None:
        """Put each at random where its tiles fit, away from other stops."""
        sides = open_sides(self.board())
        for name in (*OO_CITIES, *DOUBLE_TOWNS, *CITIES, *TOWNS):
            printed = _city_print(name)
            places = [number for number in self.free() if self.suits(printed, number, sides)]
            self.put(self.spread(places, self.stops(), 4), printed)

    def suits(self, printed: PrintedHex, number: int, sides: list[int]) -> bool:
        """Whether tiles fit there; only tan hexes may lie where printed track leads."""
        if printed.color is not Color.TAN and number in self.open_country:
            return False
        return takes_tiles(face_of(printed), sides[number], 2 if printed.label else 1)

    def draw_terrain(self) -> None:
        """Each kind in two ranges."""
        for kind, cost, count in TERRAIN:
            for half in range(2):
                place = -1
                for _ in range((count + half) // 2):
                    free = self.free()
                    near = [other for other in beside(place) if other in free] if place >= 0 else []
                    place = self.draw.one_of(near or free)
                    self.put(place, hex("", Color.TAN, terrain=kind, cost=cost))

    def level(self) -> None:
        """Swap stops near the best home with those near the worst as long as that evens them out."""
        companies = self.companies()
        homes = [number_of(company.homes[0].hex) for company in companies]
        movable = [
            number
            for number, printed in sorted(self.prints.items())
            if number not in homes and printed.color in (Color.TAN, Color.YELLOW)
        ]
        sides = open_sides(self.board())
        chart = Chart(self.board())
        scores = [chart.prospect(company).score for company in companies]
        for _ in range(LEVELLING):
            if is_even(scores):
                return
            rich = chart.distances(homes[scores.index(max(scores))])
            poor = chart.distances(homes[scores.index(min(scores))])
            one = self.draw.one_of([number for number in movable if chart.worth[number] and 0 < rich[number] <= REACH])
            other = self.draw.one_of([number for number in movable if 0 < poor[number] <= REACH])
            if chart.worth[one] <= chart.worth[other]:
                continue
            given, taken = self.prints[one], self.prints[other]
            if not self.suits(given, other, sides) or not self.suits(taken, one, sides):
                continue
            self.put(one, taken)
            self.put(other, given)
            tried = Chart(self.board())
            later = [tried.prospect(company).score for company in companies]
            if max(later) * min(scores) < max(scores) * min(later):
                chart, scores = tried, later
            else:
                self.put(one, given)
                self.put(other, taken)

    def draw_bars(self) -> None:
        """Lakes and inlets between hexes of open country."""
        tan = {number for number, printed in self.prints.items() if printed.color is Color.TAN}
        sides = [(number, side) for number in sorted(tan) for side in range(3) if AROUND[number * SIDES + side] in tan]
        for number, side in self.draw.shuffled(sides)[:BARRED]:
            for place, across in ((number, side), (AROUND[number * SIDES + side], opposite(side))):
                old = self.prints[place]
                self.prints[place] = replace(old, impassable=old.impassable | 1 << across)


def _home_print(kind: str, name: str, sides: Sequence[int]) -> PrintedHex:
    if kind == "city":
        return hex("", Color.TAN, "c0", name=name)
    if kind == "OO":
        return hex("", Color.YELLOW, "c0 c0", name=name, label="OO")
    a, b = (SIDE_NAMES[side] for side in sides)
    if kind == "NY":
        track = f"c40 c40 {b}-0 {a}-1"
        return hex("", Color.YELLOW, track, name=name, terrain="water", cost=COSTS["water"], label="NY")
    if kind == "B":
        return hex("", Color.YELLOW, f"c30 {a}-0 {b}-0", name=name, label="B")
    if kind == "bypass":
        return hex("", Color.GRAY, f"c10 {a}-0 {b}-0 {a}-{b}", name=name)
    return hex("", Color.GRAY, f"{kind} {a}-0 {b}-0", name=name)


def _city_print(name: str) -> PrintedHex:
    terrain = "water" if name in WATER_CITIES else "mountain" if name in MOUNTAIN_CITIES else ""
    cost = COSTS.get(terrain, 0)
    if name in OO_CITIES:
        return hex("", Color.YELLOW, "c0 c0", name=name, terrain=terrain, cost=cost, label="OO")
    track = "t0 t0" if name in DOUBLE_TOWNS else "t0" if name in TOWNS else "c0"
    return hex("", Color.TAN, track, name=name, terrain=terrain, cost=cost)
