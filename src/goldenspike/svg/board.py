"""The board: every hex with its print or tile, the frame with coordinates, and highlights.

Each hex is a group with the id `hex-E19` and `data-hex`, each circle of a city has `data-place` and `data-slot`; pages
attach clicks to these. What may be chosen now has a ring, the role of a button and a place in the tab order.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from functools import cache, lru_cache

from goldenspike.core.actions import Route
from goldenspike.core.hexes import SIDES, parse_hex
from goldenspike.core.holders import NOBODY
from goldenspike.core.ids import NO_COMPANY, NO_HEX, Hex, Place, by_company, by_hex
from goldenspike.core.state import TOKENS_PER_COMPANY, State, hex_of_place, place_of
from goldenspike.core.tiles import STOPS_PER_HEX, Color, Face, stop_mapping
from goldenspike.core.title import Charter, Setup
from goldenspike.svg.document import document
from goldenspike.svg.face import Stance, Station, draw_dormant, draw_stops, draw_track, ground_shape
from goldenspike.svg.geometry import APOTHEM, COLUMN_WIDTH, CORNER, ROW_HEIGHT, center_of_hex, corners_of_side, outline
from goldenspike.svg.outside import Edges, Site, move_signs_out
from goldenspike.svg.paint import Value, box, element, escape, group, identifier, line, moved, number, text
from goldenspike.svg.signs.draw import draw_signs
from goldenspike.svg.signs.legend import HomeMark, Legend, Target
from goldenspike.svg.signs.terrain import is_wet, river_bed
from goldenspike.svg.theme import color_of, ground, ink_on
from goldenspike.svg.tile import name_of_tile
from goldenspike.svg.ways import draw_pieces, draw_stretch, pieces
from goldenspike.svg.words import ENGLISH, Words

_RIM = 15.0
"""Room around the hexes for the coordinates."""
_FRAME = (950.0, 750.0)
"""Room for the board on a page of 1400 by 900 pixels."""
_LEAST_PIXELS = 8.0
"""Smaller letters are hard to read."""
_MOST_TYPE, _USUAL_TYPE = 13.0, 9.0
"""The largest type for which a hex has room; a board that would need larger is read part by part, with the usual one."""
_INSET = outline(0.94)
_INNER = outline(0.9)


def board(
    setup: Setup,
    state: State | None = None,
    *,
    theme: str = "light",
    routes: Sequence[Route] = (),
    stretch: tuple[Place, Place, int] | None = None,
    selectable: Collection[int] = (),
    selectable_places: Collection[Place] = (),
    last: Collection[int] = (),
    preview: tuple[int, int] | None = None,
    label_of_hex: Callable[[Hex], str] | None = None,
    label_of_place: Callable[[Place], str] | None = None,
    prefix: str = "",
    words: Words = ENGLISH,
) -> str:
    """The printed board, or the board of `state`.

    `selectable` hexes and `selectable_places` are marked as buttons; `last` are hexes of the last move; `preview` is a hex
    and a face that is previewed there; `stretch` is a destination run, two places and what it pays. `label_of_hex`
    and `label_of_place` give screen readers more than a name. `prefix` keeps ids unique if a page has several boards.
    """
    faces = list(state.faces) if state is not None else list(range(setup.first_printed, len(setup.faces)))
    if preview is not None:
        faces[preview[0]] = preview[1]
    runs: dict[int, list[tuple[int, int, int]]] = {}
    for index, route in enumerate(routes):
        for hex, a, b in pieces(setup, faces, route):
            runs.setdefault(hex, []).append((index, a, b))
    centers = _centers(setup)
    left, top, width, height = _whole_frame(setup)
    least = _least_type(width, height)
    edges = (left + _RIM, top + _RIM, left + width - _RIM, top + height - _RIM)
    sheet = _Sheet(setup, state, faces, words, least, edges)
    drawn = []
    for hex in setup.all_hexes:
        places = tuple([place for place in selectable_places if hex_of_place(place) == hex])
        label = label_of_hex(hex) if label_of_hex is not None else ""
        # The parts of an image are hidden from screen readers, so a hex with a city to choose is none.
        role = "button" if hex in selectable else "" if label_of_hex is None else "group" if places else "img"
        marks = _marks(hex in selectable, hex in last, preview is not None and preview[0] == hex)
        stops = range(len(setup.faces[faces[hex]].stops)) if places else ()
        labels = tuple([label_of_place(place_of(hex, stop)) if label_of_place else _name(setup, hex) for stop in stops])
        stance = Stance(hex * STOPS_PER_HEX, prefix, places, labels)
        inside = sheet.hexagon(hex, runs, stance) + marks
        drawn.append(_group_of_hex(setup, hex, setup.faces[faces[hex]].color, prefix, role, label, inside))
    arc = ""
    if stretch is not None:
        ends = [centers[hex_of_place(place)] for place in stretch[:2]]
        arc = draw_stretch(ends[0], ends[1], f"+{words.money(stretch[2])}")
    names = [group({"class": ground(site.face.color)}, moved(*site.at, name)) for site, name in sheet.outside]
    outside = group({"id": f"{prefix}outside", "class": "gs-outside", "pointer-events": "none"}, *names)
    is_colored = tuple(setup.faces[face].color is not Color.TAN for face in faces)
    moved_hexes = moved(-left, -top, group({"class": "gs-hexes"}, *drawn), _sides(setup, is_colored, prefix), outside, arc)
    body = _frame(setup, width, height, left, top, max(11.0, least)) + moved_hexes
    interactive = label_of_hex is not None or bool(selectable) or bool(selectable_places)
    return document(width, height, body, theme, words.board, interactive, {"data-least": least})


@lru_cache(maxsize=64)
def _centers(setup: Setup) -> list[tuple[float, float]]:
    return [center_of_hex(hexagon.id) for hexagon in setup.title.hexes]


@lru_cache(maxsize=64)
def _whole_frame(setup: Setup) -> tuple[float, float, float, float]:
    return _frame_of(_centers(setup))


def _frame_of(centers: Sequence[tuple[float, float]]) -> tuple[float, float, float, float]:
    """Left, top, width and height of the hexes with these centers and of the rim around them."""
    xs, ys = zip(*centers, strict=True)
    left, top = min(xs) - APOTHEM - _RIM, min(ys) - CORNER - _RIM
    return left, top, max(xs) + APOTHEM + _RIM - left, max(ys) + CORNER + _RIM - top


def extent(setup: Setup, hexes: Collection[Hex]) -> tuple[float, float, float, float]:
    """Left, top, width and height of some hexes, or of the whole board if there are none, in the units of its picture."""
    centers = _centers(setup)
    left, top, *whole = _whole_frame(setup)
    x, y, width, height = _frame_of([centers[hex] for hex in hexes]) if hexes else (left, top, *whole)
    return x - left, y - top, width, height


def _least_type(width: float, height: float) -> float:
    """The smallest letters that can be read when the whole board is on a page."""
    wanted = _LEAST_PIXELS * max(width / _FRAME[0], height / _FRAME[1])
    return wanted if wanted <= _MOST_TYPE else _USUAL_TYPE


class _Sheet:
    """Lookups for drawing a whole board."""

    def __init__(self, setup: Setup, state: State | None, faces: list[int], words: Words, least: float, edges: Edges) -> None:
        self.setup = setup
        self.faces = faces
        self.words = words
        self.least = least
        self.late = setup.title.phases[state.phase].late if state is not None else False
        tags: dict[int, list[str]] = {}
        for index, private in enumerate(setup.title.privates):
            if state is None or state.privates[index] != NOBODY:
                for name in private.hexes:
                    if name in setup.hex_index:
                        tags.setdefault(setup.hex_index[name], []).append(private.id)
        self.stations: dict[int, list[Station]] = {}
        """By place."""
        self.open_homes: dict[int, list[HomeMark]] = {}
        """Companies at home on a hex without a city of their own, by hex."""
        self._read_stations(state)
        marks = tuple([(tuple(tags.get(hex, ())), tuple(self.open_homes.get(hex, ()))) for hex in setup.all_hexes])
        self.sites, self.outside = _sites(setup, tuple(faces), self.late, marks, words, least, edges)

    def _read_stations(self, state: State | None) -> None:
        for index, company in by_company(self.setup.title.companies):
            taken = state.stations(index) if state is not None else []
            gone = state is not None and state.closed[index]
            for place in taken:
                self.stations.setdefault(place, []).append(Station(index, turned=gone))
                if place % STOPS_PER_HEX >= len(self.setup.faces[self.faces[hex_of_place(place)]].stops):
                    self._mark_beside_track(company, hex_of_place(place))
            for home in company.homes if not gone else ():
                hex = self.setup.hex_index.get(home.hex, NO_HEX)
                if hex < 0 or any(hex_of_place(place) == hex for place in taken):
                    continue
                stop = _home_stop(self.setup, hex, self.setup.faces[self.faces[hex]], home.stop)
                if stop < 0:
                    self.open_homes.setdefault(hex, []).append(HomeMark(company.id, home.value))
                else:
                    place = place_of(hex, stop)
                    self.stations.setdefault(place, []).append(Station(index, reserved=True))

        markers = state.tokens[len(self.setup.title.companies) * TOKENS_PER_COMPANY :] if state is not None else []
        for place in markers:
            if place >= 0:
                self.stations.setdefault(place, []).append(Station(NO_COMPANY, turned=True))

    def _mark_beside_track(self, company: Charter, hex: Hex) -> None:
        """A station of a home without a city (V-7.5)."""
        color = color_of(company.color)
        value = max([home.value for home in company.homes if self.setup.hex_index.get(home.hex, -1) == hex], default=0)
        mark = HomeMark(company.id, value, color, ink_on(color, company.text_color))
        self.open_homes.setdefault(hex, []).append(mark)

    def hexagon(self, hex: Hex, runs: Mapping[int, Sequence[tuple[int, int, int]]], stance: Stance) -> str:
        face = self.faces[hex]
        first = hex * STOPS_PER_HEX
        held = tuple(tuple(self.stations.get(first + stop, ())) for stop in range(len(self.setup.faces[face].stops)))
        return _draw_hex(self.setup, hex, face, self.sites[hex].legend, held, tuple(runs.get(hex, ())), stance)


@lru_cache(maxsize=1 << 9)
def _sites(
    setup: Setup,
    faces: tuple[int, ...],
    late: bool,
    marks: tuple[tuple[tuple[str, ...], tuple[HomeMark, ...]], ...],
    words: Words,
    least: float,
    edges: Edges,
) -> tuple[list[Site], list[tuple[Site, str]]]:
    """What stands on all hexes, and the signs beside them; most moves change nothing of it."""
    printed = [
        _site(setup, hex, faces[hex], late, tags, homes, words, least)
        for hex, (tags, homes) in zip(setup.all_hexes, marks, strict=True)
    ]
    return move_signs_out(printed, edges)


def _name(setup: Setup, hex: Hex) -> str:
    printed = setup.title.hexes[hex]
    return f"{printed.id} {printed.name}".strip()


@lru_cache(maxsize=1 << 13)
def _group_of_hex(setup: Setup, hex: Hex, color: Color, prefix: str, role: str, label: str, inside: str) -> str:
    """The whole hex; from one move to the next nearly all stay the same."""
    id, name, (x, y) = setup.title.hexes[hex].id, _name(setup, hex), _centers(setup)[hex]
    attributes: dict[str, Value] = {
        "id": f"{prefix}hex-{identifier(id)}",
        "class": f"gs-hex {ground(color)}",
        "data-hex": id,
        "data-index": str(hex),
        "transform": f"translate({number(x)} {number(y)})",
    }
    if role:
        attributes |= ({"tabindex": "0"} if role == "button" else {}) | {"role": role, "aria-label": label or name}
    return group(attributes, f"<title>{escape(name)}</title>", inside)


@lru_cache(maxsize=1 << 13)
def _draw_hex(
    setup: Setup,
    hex: Hex,
    number_of_face: int,
    legend: Legend,
    held: tuple[tuple[Station, ...], ...],
    runs: tuple[tuple[int, int, int], ...],
    stance: Stance,
) -> str:
    face, printed = setup.faces[number_of_face], setup.title.hexes[hex]
    untouched = face.tile < 0
    water = untouched and is_wet(printed.terrain)
    return "".join(
        (
            ground_shape(),
            river_bed(face, printed.terrain) if water else "",
            draw_track(face, untouched and printed.run_through),
            draw_dormant(printed.dormant) if untouched and printed.dormant else "",
            draw_pieces(face, runs) if runs else "",
            draw_stops(face, held, setup.title.companies, stance, legend.least),
            draw_signs(face, legend),
        )
    )


@lru_cache(maxsize=1 << 13)
def _site(
    setup: Setup,
    hex: Hex,
    number_of_face: int,
    late: bool,
    tags: tuple[str, ...],
    homes: tuple[HomeMark, ...],
    words: Words,
    least: float,
) -> Site:
    face, printed = setup.faces[number_of_face], setup.title.hexes[hex]
    untouched = face.tile < 0
    sides = [corners_of_side(side) for side in range(SIDES) if printed.impassable >> side & 1]
    bars = tuple((x1 + (x2 - x1) * share / 8, y1 + (y2 - y1) * share / 8) for (x1, y1), (x2, y2) in sides for share in range(9))
    legend = Legend(
        name=printed.name,
        stop_names=_stop_names(setup, hex, face),
        number="" if untouched else name_of_tile(setup.title.tiles[face.tile]),
        terrain=printed.terrain if untouched else "",
        cost=printed.cost if untouched else 0,
        tags=tags if untouched else (),
        targets=_targets(setup, hex, face),
        dormant=printed.dormant if untouched else (),
        homes=homes,
        licence=printed.licence,
        bonus=printed.bonus,
        run_through=untouched and printed.run_through,
        shows_area=setup.areas[hex] < 0 or _area_hexes(setup)[setup.areas[hex]] == hex,
        late=late,
        colors=_value_colors(setup),
        least=least,
        words=words,
    )
    return Site(center_of_hex(printed.id), face, legend, bars)


def _home_stop(setup: Setup, hex: Hex, face: Face, printed: int) -> int:
    """The stop of a printed home on a tile, -1 if it is still to be chosen."""
    if printed < 0 or not face.stops:
        return -1
    if face.tile < 0:
        return printed
    mapping = stop_mapping(setup.faces[setup.first_printed + hex], face, True)
    return mapping[printed] if mapping is not None and printed < len(mapping) else -1


def _stop_names(setup: Setup, hex: Hex, face: Face) -> tuple[str, ...]:
    """The name of each stop of a hex that has several; in order if a tile does not determine which is which."""
    printed = setup.title.hexes[hex]
    names = tuple(printed.name.replace(" / ", " & ").split(" & "))
    if not len(names) == len(printed.stops) == len(face.stops) > 1:
        return ()
    mapping = stop_mapping(setup.faces[setup.first_printed + hex], face, True)
    if mapping is None or sorted(mapping) != list(range(len(names))):
        return names
    return tuple(names[mapping.index(stop)] for stop in range(len(names)))


def _targets(setup: Setup, hex: Hex, face: Face) -> tuple[Target, ...]:
    """The companies for which the hex is a destination, by stop where it has several."""
    printed = setup.title.hexes[hex]
    if printed.id not in _targets_of(setup):
        return ()
    by_stop: dict[int, list[str]] = {}
    for company in setup.title.companies:
        wanted = [target for destination in company.destinations for target in destination.targets]
        for stop in sorted({_home_stop(setup, hex, face, target.stop) for target in wanted if target.hex == printed.id}):
            by_stop.setdefault(stop if len(face.stops) > 1 else -1, []).append(company.id)
    return tuple(Target(tuple(companies), stop) for stop, companies in sorted(by_stop.items()))


@lru_cache(maxsize=64)
def _targets_of(setup: Setup) -> frozenset[str]:
    """The hexes that are destinations."""
    goals = [goal for company in setup.title.companies for goal in company.destinations]
    return frozenset(target.hex for goal in goals for target in goal.targets)


@lru_cache(maxsize=64)
def _value_colors(setup: Setup) -> tuple[Color, Color]:
    """The tile colors that become available with the early and the late values."""
    early = [phase.colors[-1] for phase in setup.title.phases if not phase.late and phase.colors]
    late = [phase.colors[-1] for phase in setup.title.phases if phase.late and phase.colors]
    return (early or [Color.YELLOW])[0], (late or [Color.BROWN])[0]


@lru_cache(maxsize=64)
def _area_hexes(setup: Setup) -> dict[int, int]:
    """For each off-board area the hex that carries its name: the one with the fewest exits has the most room."""
    found: dict[int, int] = {}
    for hex, area in by_hex(setup.areas):
        if area < 0 or not setup.title.hexes[hex].stops:
            continue
        best = found.get(area, -1)
        if best < 0 or len(setup.title.hexes[hex].paths) < len(setup.title.hexes[best].paths):
            found[area] = hex
    return found


@cache
def _marks(is_selectable: bool, is_last: bool, is_preview: bool) -> str:
    drawn = ""
    if is_last:
        drawn += element("polygon", {"points": _INNER if is_selectable else _INSET, "class": "gs-last"})
    if is_preview:
        drawn += element("polygon", {"points": _INNER, "class": "gs-preview"})
    if is_selectable:
        drawn += element("polygon", {"points": _INSET, "class": "gs-ring"})
    return drawn


@lru_cache(maxsize=256)
def _sides(setup: Setup, is_colored: tuple[bool, ...], prefix: str) -> str:
    """Barred sides and the outlines of colored hexes. Drawn above all hexes, so that no neighbor hides them."""
    bars: list[str] = []
    joins: list[str] = []
    edges: list[str] = []
    frontier: list[str] = []
    for hex, printed in by_hex(setup.title.hexes):
        x, y = center_of_hex(printed.id)
        for side in range(SIDES):
            other = setup.neighbors[hex * SIDES + side]
            (x1, y1), (x2, y2) = corners_of_side(side)
            if printed.impassable >> side & 1:
                ends = x + 0.97 * x1, y + 0.97 * y1, x + 0.97 * x2, y + 0.97 * y2
                bars.append(line(*ends, "gs-bar") + line(*ends, "gs-barline"))
            way = f"M{number(x + x1)} {number(y + y1)}L{number(x + x2)} {number(y + y2)}"
            if other > hex and _is_frontier(printed.country, setup.title.hexes[other].country):
                frontier.append(way)
            if other >= 0 and setup.areas[hex] >= 0 and setup.areas[hex] == setup.areas[other]:
                joins.append(way if other > hex else "")
            elif is_colored[hex] and (other < hex or not is_colored[other]):
                edges.append(way)
    return group(
        {"id": f"{prefix}sides", "class": "gs-sides", "pointer-events": "none"},
        element("path", {"d": "".join(joins), "class": "gs-join"}) if joins else "",
        element("path", {"d": "".join(edges), "class": "gs-edges"}) if edges else "",
        *bars,
        element("path", {"d": "".join(frontier), "class": "gs-frontier"}) if frontier else "",
    )


def _is_frontier(one: str, other: str) -> bool:
    return bool(one) and bool(other) and one != other


@lru_cache(maxsize=64)
def _frame(setup: Setup, width: float, height: float, left: float, top: float, size: float) -> str:
    """Paper and the coordinates: rows by letter, columns by number."""
    drawn = [box(0, 0, width, height, "gs-paper")]
    places = [parse_hex(hexagon.id) for hexagon in setup.title.hexes]
    away = _RIM / 2
    for row in sorted({row for row, _ in places}):
        y = row * ROW_HEIGHT - top
        for x in (away, width - away):
            drawn.append(text(chr(ord("A") + row), x, y, size, "gs-serif gs-bold gs-faint"))
    for column in sorted({column for _, column in places}):
        x = column * COLUMN_WIDTH - left
        for y in (away, height - away):
            drawn.append(text(str(column), x, y, size, "gs-sans gs-faint"))
    return group({"class": "gs-rim", "aria-hidden": "true"}, *drawn)
