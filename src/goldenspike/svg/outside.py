"""Names and other signs that have no space on their hex: they stand across its sides, where neighbors have nothing."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import combinations

from goldenspike.core.tiles import Face, StopKind
from goldenspike.svg.arrangement import arrange
from goldenspike.svg.geometry import APOTHEM, Point, distance
from goldenspike.svg.placing import FreeSpace, Placed, Sign
from goldenspike.svg.signs.draw import signs_fit, take_hex
from goldenspike.svg.signs.legend import Legend
from goldenspike.svg.signs.marks import flags_of, homes_of
from goldenspike.svg.signs.names import names_of
from goldenspike.svg.signs.values import values_of

Edges = tuple[float, float, float, float]
"""Left, top, right and bottom of the board."""
_FAR = 4 * APOTHEM


@dataclass(frozen=True, slots=True)
class Site:
    """A hex with what is written on it."""

    at: Point
    face: Face
    legend: Legend
    bars: tuple[Point, ...] = ()
    """Points on its barred sides, from its center."""

    @property
    def stops(self) -> tuple[Point, ...]:
        x, y = self.at
        return tuple((x + dx, y + dy) for dx, dy in arrange(self.face).stops)

    @property
    def is_full(self) -> bool:
        """Whether a picture or an off-board area fills it."""
        area = any(stop.kind is StopKind.OFFBOARD for stop in self.face.stops)
        painted = bool(self.legend.cost or self.legend.terrain) and not self.face.stops and not self.face.paths
        return area or painted


def move_signs_out(sites: Sequence[Site], edges: Edges) -> tuple[list[Site], list[tuple[Site, str]]]:
    """The sites without the signs that stand across the sides of their hexes, and these signs, drawn around their hex.

    The legends around such a sign keep its space free.
    """
    after = list(sites)
    moved = []
    for number, site in enumerate(after):
        if signs_fit(site.face, site.legend):
            continue
        x, y = site.at
        near = [number, *(other for other, one in enumerate(after) if 1 < distance(one.at, site.at) < 3 * APOTHEM)]
        # Seen from the hex, so that what was found for it once holds wherever and whenever it looks the same.
        around = tuple(replace(after[one], at=(round(after[one].at[0] - x, 1), round(after[one].at[1] - y, 1))) for one in near)
        left, top, right, bottom = edges
        borders = max(left - x, -_FAR), max(top - y, -_FAR), min(right - x, _FAR), min(bottom - y, _FAR)
        drawn, legends = _moved(around, borders) or _abbreviated(around, borders)
        moved += [(site, sign) for sign in drawn]
        for one, legend in zip(near, legends, strict=True):
            after[one] = replace(after[one], legend=legend)
    return after, moved


Moved = tuple[tuple[str, ...], tuple[Legend, ...]]
"""The signs of a site that stand outside, drawn, and the legends of all sites then."""


def _abbreviated(group: tuple[Site, ...], edges: Edges) -> Moved:
    """The first site with names that may be abbreviated, on it or outside."""
    first = replace(group[0], legend=replace(group[0].legend, brief=True))
    sites = (first, *group[1:])
    found = None if signs_fit(first.face, first.legend) else _moved(sites, edges)
    return found or ((), tuple(site.legend for site in sites))


@lru_cache(maxsize=4096)
def _moved(group: tuple[Site, ...], edges: Edges) -> Moved | None:
    """The signs of the first site moved out; None if there is no space."""
    for legend, signs in _without_some(group[0]):
        sites = (replace(group[0], legend=legend), *group[1:])
        drawn = []
        for sign in signs:
            found = _find(sites, sign, edges)
            if found is None:
                break
            placed, sites = found
            drawn.append(placed.form.draw(*placed.at))
        else:
            return tuple(drawn), tuple(site.legend for site in sites)
    return None


def _without_some(site: Site) -> Iterator[tuple[Legend, list[Sign]]]:
    """The legend without some of its signs such that the rest fits, and those; as few as possible, names before values.

    Where no rest fits, it has at least the space of what can move, the more the better.
    """
    legend = site.legend
    names = range(len(legend.stop_names)) if legend.stop_names else range(bool(legend.name))
    counts = {"name": names, "flag": range(len(legend.targets)), "home": range(len(legend.homes)), "value": range(1)}
    movable = [(kind, number) for kind, numbers in counts.items() for number in numbers]
    ways = [gone for count in range(1, len(movable) + 1) for gone in combinations(movable, count)]
    enough = [gone for gone in ways if signs_fit(site.face, _without(legend, gone))]
    for gone in enough or reversed(ways):
        out = _without(legend, [one for one in movable if one not in gone])
        signs = (find(site.face, out) for find in (names_of, flags_of, homes_of, values_of))
        yield _without(legend, gone), [sign for some in signs for sign in some]


def _without(legend: Legend, gone: Collection[tuple[str, int]]) -> Legend:
    return replace(
        legend,
        name="" if ("name", 0) in gone else legend.name,
        stop_names=tuple("" if ("name", at) in gone else name for at, name in enumerate(legend.stop_names)),
        targets=tuple(target for at, target in enumerate(legend.targets) if ("flag", at) not in gone),
        homes=tuple(home for at, home in enumerate(legend.homes) if ("home", at) not in gone),
        shows_values=("value", 0) not in gone,
    )


def _find(sites: tuple[Site, ...], sign: Sign, edges: Edges) -> tuple[Placed, tuple[Site, ...]] | None:
    """Space for a sign of the first site that leaves every hex enough for its own; and the sites that keep away from it."""
    free = FreeSpace(wide=True)
    left, top, right, bottom = edges
    for x in (left - APOTHEM, right + APOTHEM):
        free.take_box((x, 0), 2 * APOTHEM, _FAR)
    for y in (top - APOTHEM, bottom + APOTHEM):
        free.take_box((0, y), _FAR, 2 * APOTHEM)
    home, *around = sites
    for site in sites:
        dx, dy = site.at
        take_hex(free, site.face, site.legend, site.at)
        free.take_track([(x + dx, y + dy) for x, y in site.bars], 4)
        for (x, y), width, height in site.legend.taken:
            free.take_box((x + dx, y + dy), width, height)
        if site is not home and site.is_full:
            free.take_hex(site.at)
    strangers = tuple(stop for site in around for stop in site.stops)
    wanted = replace(sign, stop=sign.stop or (home.stops or (home.at,))[0], others=sign.others + strangers)
    for _ in sites:
        placed = free.find(wanted)
        if placed.covers:
            return None
        after = tuple(_keep_away(site, placed) for site in sites)
        crowded = [
            old
            for old, new in zip(sites, after, strict=True)
            if signs_fit(old.face, old.legend) > signs_fit(new.face, new.legend)
        ]
        if not crowded:
            return placed, after
        for site in crowded:
            free.take_hex(site.at)
    return None


def _keep_away(site: Site, placed: Placed) -> Site:
    (x, y), (dx, dy) = placed.at, site.at
    width, height = placed.form.width, placed.form.height
    if abs(x - dx) > APOTHEM + width / 2 or abs(y - dy) > 2 * APOTHEM:
        return site
    taken = (*site.legend.taken, ((round(x - dx, 1), round(y - dy, 1)), width, height))
    return replace(site, legend=replace(site.legend, taken=taken))
