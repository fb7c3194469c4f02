"""Where the texts and signs of a drawn board lie, read from the picture, and what they collide with.

Boxes of texts come from the estimate of widths that the drawing uses; `server/test_text_widths.py` compares it with a real
browser.
"""

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, product
from math import hypot
from xml.etree import ElementTree

from goldenspike.core.ids import Hex, Place
from goldenspike.core.opening import opening_state
from goldenspike.core.state import TOKENS_PER_COMPANY, State, place_of
from goldenspike.core.tiles import FIRST_STOP, Face, StopKind
from goldenspike.core.title import Setup, Title
from goldenspike.svg.arrangement import RAIL, SLOT, arrange, discs, dormant_tracks
from goldenspike.svg.geometry import APOTHEM, Point, angle_of_side, polar
from goldenspike.svg.paint import width_of, width_of_initials
from goldenspike.svg.placing import reach_of
from goldenspike.svg.signs.terrain import is_wet, shore
from goldenspike.titles.catalogue import CATALOGUE, make
from goldenspike.titles.g1830.assembly import on_board
from goldenspike.titles.g1830.board_plus import PLUS_BOARD
from goldenspike.titles.g1830.boxes import CLASSIC, S6, S6_READING
from goldenspike.titles.g1830.random_map import on_random_map

SVG = "{http://www.w3.org/2000/svg}"
BOLD = frozenset({"gs-bold", "gs-name"})
DESCENDING = frozenset("gjpqyQ$,()")
SLACK = 0.3
"""Boxes may touch."""


def _on(title: Title) -> Setup:
    base = make("1830", "classic", 4)
    return Setup(title, base.options, 4, base.plan)


BOARDS: dict[str, Setup] = {
    **{f"{entry.name}-{one.name}": make(entry.name, one.name, one.players[-1]) for entry in CATALOGUE for one in entry.versions},
    "1830-plus": _on(on_board(CLASSIC, PLUS_BOARD)),
    "1830-s6-reading": _on(S6_READING),
    "1830-s6-random": _on(on_random_map(S6, 1)),
}


@dataclass(frozen=True, slots=True)
class Box:
    left: float
    top: float
    right: float
    bottom: float
    what: str

    def overlaps(self, other: "Box") -> bool:
        return (
            min(self.right, other.right) - max(self.left, other.left) > SLACK
            and min(self.bottom, other.bottom) - max(self.top, other.top) > SLACK
        )

    def distance_to(self, point: Point) -> float:
        x, y = point
        return hypot(max(self.left - x, 0, x - self.right), max(self.top - y, 0, y - self.bottom))

    def moved(self, by: Point) -> "Box":
        x, y = by
        return Box(self.left + x, self.top + y, self.right + x, self.bottom + y, self.what)

    def corners(self) -> tuple[Point, ...]:
        return tuple(product((self.left, self.right), (self.top, self.bottom)))


def is_bold(element: ElementTree.Element) -> bool:
    return bool(BOLD & set(element.attrib["class"].split()))


def narrowness(element: ElementTree.Element) -> float:
    """The share of their width to which the letters of a text are condensed."""
    return float(element.get("transform", "matrix(1").removeprefix("matrix(").split()[0])


def box_of_text(element: ElementTree.Element) -> Box:
    content = "".join(element.itertext())
    x, baseline, size = (float(element.attrib[name]) for name in ("x", "y", "font-size"))
    has_initials = "gs-letters" in element.attrib["class"].split()
    natural = width_of_initials(content, size) if has_initials else width_of(content, size, is_bold(element))
    width = natural * narrowness(element)
    left = x - width * {"middle": 0.5, "end": 1}.get(element.get("text-anchor", ""), 0)
    below = 0.22 if DESCENDING & set(content) else 0.02
    return Box(left, baseline - 0.76 * size, left + width, baseline + below * size, content)


def texts_of_sign(sign: ElementTree.Element) -> list[Box]:
    return [box_of_text(found) for found in sign.iter(f"{SVG}text") if found.get("aria-hidden") is None]


def boxes_of_sign(sign: ElementTree.Element) -> list[Box]:
    """The boxes of a sign: its texts and their frames."""
    texts = texts_of_sign(sign)
    what = " ".join(found.what for found in texts)
    frames = []
    for found in sign.iter(f"{SVG}rect"):
        x, y, width, height = (float(found.attrib[name]) for name in ("x", "y", "width", "height"))
        frames.append(Box(x, y, x + width, y + height, what))
    for found in sign.iter(f"{SVG}circle"):
        x, y, radius = (float(found.attrib[name]) for name in ("cx", "cy", "r"))
        frames.append(Box(x - radius, y - radius, x + radius, y + radius, what))
    return texts + frames


def signs_of(hexagon: ElementTree.Element) -> list[ElementTree.Element]:
    return [sign for part in hexagon if part.get("class") == "gs-signs" for sign in part]


def hexes_of(picture: str) -> dict[str, ElementTree.Element]:
    root = ElementTree.fromstring(picture)
    return {found.attrib["data-hex"]: found for found in root.iter(f"{SVG}g") if "data-hex" in found.attrib}


def track_of(setup: Setup, hex: int, face: Face) -> Iterator[tuple[Point, float]]:
    """Points on all track of a hex, with half the width of the track."""
    printed = setup.title.hexes[hex]
    untouched = face.tile < 0
    for (a, b), track in zip(face.paths, arrange(face).tracks, strict=True):
        stop = max(a, b) - FIRST_STOP
        if stop >= 0 and face.stops[stop].kind is StopKind.OFFBOARD and not (untouched and printed.run_through):
            # An arrow that comes to its point 21 inwards.
            for away in range(21):
                yield polar(angle_of_side(min(a, b)), APOTHEM - away), RAIL * 0.85 * (1 - away / 21)
        else:
            yield from ((point, RAIL / 2) for point in track.samples(1))
    for track in dormant_tracks(printed.dormant) if untouched else ():
        yield from ((point, 1.2) for point in track.samples(1))


def faults_of_board(setup: Setup, state: State | None, picture: str) -> list[str]:
    """Everything that is wrong with the texts of a board."""
    hexes = hexes_of(picture)
    assert len(hexes) == len(setup.title.hexes)
    faces = state.faces if state is not None else range(setup.first_printed, len(setup.faces))
    found = []
    for hex, (name, drawn) in enumerate(hexes.items()):
        face = setup.faces[faces[hex]]
        lies = f"{setup.title.tiles[face.tile].id} turned {face.rotation}" if face.tile >= 0 else "printed"
        found += [f"{name} ({lies}): {fault}" for fault in faults_of_hex(setup, hex, face, drawn)]
    return found + list(faults_outside(setup, faces, picture)) + squeezed_texts(picture)


NARROWEST = 0.79
"""Letters condensed more than that are hard to read."""
NARROWEST_STATION = 0.65
"""The letters of stations on the largest boards, which everybody knows; most fonts are narrower than the estimate."""


LARGE_TYPE, MOST_SQUEEZED = 12.0, 10
"""The largest boards need such large type that some signs of their fullest hexes are squeezed after all."""


def squeezed_texts(picture: str) -> list[str]:
    root = ElementTree.fromstring(picture)
    shown = [found for found in root.iter(f"{SVG}text") if found.get("aria-hidden") is None]
    slots = [group for group in root.iter(f"{SVG}g") if group.get("class") == "gs-slot"]
    stations = {text for slot in slots for text in slot.iter(f"{SVG}text")}
    least = {text: NARROWEST_STATION if text in stations else NARROWEST for text in shown}
    found = [f"{''.join(one.itertext())!r} is squeezed" for one in shown if narrowness(one) < least[one]]
    is_large = float(root.attrib["data-least"]) > LARGE_TYPE
    return found if len(found) > (MOST_SQUEEZED if is_large else 0) else []


def outside_of(picture: str) -> list[list[Box]]:
    """The boxes of each sign that stands across the sides of its hex."""
    root = ElementTree.fromstring(picture)
    (layer,) = (found for found in root.iter(f"{SVG}g") if found.get("class") == "gs-outside")
    placed = [found for found in layer.iter(f"{SVG}g") if "transform" in found.attrib]
    return [[box.moved(place_of_group(one)) for sign in one for box in boxes_of_sign(sign)] for one in placed]


def place_of_group(group: ElementTree.Element) -> Point:
    x, y = group.attrib["transform"].removeprefix("translate(").removesuffix(")").split()
    return float(x), float(y)


def faults_outside(setup: Setup, faces: Sequence[int], picture: str) -> Iterator[str]:
    """What is wrong with the signs that stand across the sides of their hexes."""
    outside = outside_of(picture)
    for one, two in combinations(outside, 2):
        yield from (f"{a.what!r} overlaps {b.what!r}" for a, b in product(one, two) if a.overlaps(b))
    for hex, drawn in enumerate(hexes_of(picture).values()):
        x, y = place_of_group(drawn)
        near = [box for sign in outside for box in sign if box.distance_to((x, y)) < APOTHEM * 1.2]
        if not near:
            continue
        face = setup.faces[faces[hex]]
        arrangement = arrange(face)
        signs = [box.moved((x, y)) for sign in signs_of(drawn) for box in boxes_of_sign(sign)]
        for box in near:
            yield from (f"{box.what!r} overlaps {sign.what!r}" for sign in signs if box.overlaps(sign))
            for (tx, ty), half in track_of(setup, hex, face):
                if box.distance_to((x + tx, y + ty)) < half - SLACK:
                    yield f"{box.what!r} lies on the track of {drawn.get('data-hex')}"
            for stop, at, slots in zip(face.stops, arrangement.stops, arrangement.slots, strict=True):
                for (dx, dy), radius in discs(stop, at, slots) if stop.kind is not StopKind.OFFBOARD else ():
                    if box.distance_to((x + dx, y + dy)) < radius - 1:
                        yield f"{box.what!r} lies on a stop of {drawn.get('data-hex')}"


def faults_of_hex(setup: Setup, hex: int, face: Face, drawn: ElementTree.Element) -> Iterator[str]:
    # The shed of a warehouse stands on its track, as a place of its own for the values.
    signs = [boxes_of_sign(sign) for sign in signs_of(drawn) if sign.get("class") != "gs-warehouse"]
    arrangement = arrange(face)
    circles = [
        disc
        for stop, at, slots in zip(face.stops, arrangement.stops, arrangement.slots, strict=True)
        if stop.kind is not StopKind.OFFBOARD
        for disc in discs(stop, at, slots)
    ]
    track = list(track_of(setup, hex, face))
    printed = setup.title.hexes[hex]
    wet = face.tile < 0 and is_wet(printed.terrain)
    for one in (box for sign in signs for box in sign):
        if max(reach_of(x, y) for x, y in one.corners()) > APOTHEM:
            yield f"{one.what!r} leaves the hex"
        if any(one.distance_to(point) < half - SLACK for point, half in track):
            yield f"{one.what!r} lies on track"
        if any(one.distance_to(at) < radius - 1 for at, radius in circles):
            yield f"{one.what!r} lies on a stop"
        if wet and one.top < shore(face, printed.terrain) - 1 and one.bottom > shore(face, printed.terrain) + 1:
            yield f"{one.what!r} lies across the shore"
    for first, second in combinations(signs, 2):
        yield from (f"{one.what!r} overlaps {two.what!r}" for one, two in product(first, second) if one.overlaps(two))
    for sign in signs_of(drawn):
        pairs = combinations(texts_of_sign(sign), 2)
        yield from (f"{one.what!r} overlaps {two.what!r}" for one, two in pairs if one.overlaps(two))
    for slot in (found for found in drawn.iter() if found.get("class") == "gs-slot"):
        for letters in (box_of_text(found) for found in slot.iter(f"{SVG}text")):
            if max(hypot(x, y) for x, y in letters.corners()) > SLOT:
                yield f"{letters.what!r} leaves its circle"


def full_board(setup: Setup, seed: int, upgrades: int) -> State:
    """A board on which every hex has been upgraded so many times, where it can be, and most circles are taken."""
    draw = random.Random(seed)
    state = opening_state(setup)
    faces = list(state.faces)
    for hex in range(len(faces)):
        for _ in range(upgrades):
            lays = setup.lays(Hex(hex), faces[hex])
            if lays:
                faces[hex] = draw.choice(lays).face
    free: Counter[Place] = Counter()
    for hex, face in enumerate(faces):
        for number, stop in enumerate(setup.faces[face].stops):
            free[place_of(Hex(hex), number)] = stop.slots if stop.kind is StopKind.CITY else 0
    tokens = list(state.tokens)
    for company in range(len(setup.title.companies)):
        places = sorted(+free)
        for number, place in enumerate(draw.sample(places, min(len(places), TOKENS_PER_COMPANY))):
            tokens[company * TOKENS_PER_COMPANY + number] = place
            free[place] -= 1
    phases = setup.title.phases
    phase = len(phases) - 1 if upgrades > 2 else 0
    return replace(state, faces=faces, tokens=tokens, phase=phase)
