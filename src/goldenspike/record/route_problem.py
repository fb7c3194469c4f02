"""Route problem files: a board, its stations, a company and its trains, with clear errors for impossible ones.

One JSON object, or a list of them:
`{"title": "1830", "version": "classic", "phase": "5", "tiles": {"E19": ["57", 1]}, "tokens": [{"corp": "NYC", "hex": "E19",
"exits": [1, 4]}], "corporation": "NYC", "trains": ["3", "5"]}`.
A token's city is the one whose track has these exits, or number `city` if that is ambiguous. Optional: `options` and
`players` of the table, and `licences`, the companies that may enter the coal hex (S-1). Other fields are ignored.
"""

from dataclasses import dataclass
from typing import Any

import msgspec

from goldenspike.core.holders import FIRST_COMPANY
from goldenspike.core.ids import NO_PLACE, Company, Hex, Tile, Train, by_company, by_tile
from goldenspike.core.opening import opening_state
from goldenspike.core.state import TOKENS_PER_COMPANY, State, place_of
from goldenspike.core.title import NO_CITY, Setup
from goldenspike.record.errors import RecordError
from goldenspike.record.old_options import current_options
from goldenspike.titles.catalogue import BadSetup, find_version, make


class WireToken(msgspec.Struct):
    corp: str
    hex: str
    exits: list[int] = []
    city: int | None = None


class WireProblem(msgspec.Struct):
    title: str
    phase: str
    tiles: dict[str, tuple[str | int, int]]
    tokens: list[WireToken]
    corporation: str
    trains: list[str | int]
    version: str | None = None
    options: dict[str, str] = {}
    players: int | None = None
    licences: list[str] = []
    id: str = ""


@dataclass(slots=True)
class RouteProblem:
    id: str
    setup: Setup
    state: State
    company: Company
    trains: tuple[Train, ...]
    """Types of the trains, in the order of the problem."""


def read_problems(data: bytes) -> tuple[list[RouteProblem], bool]:
    """The problems of a file, and whether it holds a list. Raises `RecordError` naming the bad problem."""
    try:
        document = msgspec.json.decode(data)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise RecordError(f"no JSON: {error}") from None
    except RecursionError:
        raise RecordError("no route problem: nested too deeply") from None
    if isinstance(document, list):
        return [_read(item, f"problem {number + 1}") for number, item in enumerate(document)], True
    return [_read(document, "")], False


def _read(document: Any, where: str) -> RouteProblem:
    try:
        wire = msgspec.convert(document, WireProblem)
    except msgspec.ValidationError as error:
        raise RecordError(str(error), where) from None
    if where and wire.id:
        where = f"{where} ({wire.id})"
    try:
        return _problem(wire)
    except RecordError as error:
        raise RecordError(error.message, f"{where}, {error.where}" if where and error.where else where or error.where) from None


def _problem(wire: WireProblem) -> RouteProblem:
    setup = _setup(wire)
    state = opening_state(setup)
    if wire.phase not in setup.phase_index:
        raise RecordError(f"unknown phase {wire.phase!r}: known are {', '.join(setup.phase_index)}", "phase")
    state.phase = setup.phase_index[wire.phase]
    state.faces = _faces(setup, wire)
    state.tokens = list(state.tokens)
    counts: dict[int, int] = {}
    for number, token in enumerate(wire.tokens):
        _place(setup, state, token, counts, f"token {number + 1}")
    state.licences = list(state.licences)
    for name in wire.licences:
        state.licences[_company(setup, name, "licences")] = True
    company = _company(setup, wire.corporation, "corporation")
    trains = _trains(setup, wire)
    state.trains = list(state.trains)
    for train in trains:
        state.trains[(FIRST_COMPANY + company) * len(setup.title.trains) + train] += 1
    state.networks = {}
    return RouteProblem(wire.id, setup, state, company, trains)


def _setup(wire: WireProblem) -> Setup:
    try:
        players = wire.players
        if players is None:
            players = find_version(wire.title, wire.version).players[0]
        return make(wire.title, wire.version, players, current_options(wire.options))
    except BadSetup as error:
        raise RecordError(str(error), "title") from None


def _company(setup: Setup, name: str, where: str) -> Company:
    for number, company in by_company(setup.title.companies):
        if name == company.id or name in company.aliases:
            return number
    known = ", ".join(company.id for company in setup.title.companies)
    raise RecordError(f"unknown company {name!r}: known are {known}", where)


def _hex(setup: Setup, name: str, where: str) -> Hex:
    if name not in setup.hex_index:
        raise RecordError(f"unknown hex {name!r}", where)
    return setup.hex_index[name]


def _trains(setup: Setup, wire: WireProblem) -> tuple[Train, ...]:
    if not wire.trains:
        raise RecordError("no trains to run", "trains")
    found: list[Train] = []
    for name in wire.trains:
        if str(name) not in setup.train_index:
            known = ", ".join(setup.train_index)
            raise RecordError(f"unknown train {name!r}: known are {known}", "trains")
        found.append(setup.train_index[str(name)])
    return tuple(found)


def _faces(setup: Setup, wire: WireProblem) -> list[int]:
    faces = [setup.first_printed + hex for hex in setup.all_hexes]
    for name, (tile_name, rotation) in wire.tiles.items():
        hex = _hex(setup, name, "tiles")
        where = f"tile on {name}"
        tile = _tile(setup, str(tile_name), where)
        if not 0 <= rotation < 6:
            raise RecordError(f"rotation {rotation} is not one of 0 to 5", where)
        face = setup.face_of_tile(tile, rotation)
        if face not in _possible(setup, hex):
            raise RecordError(f"tile {tile_name} in rotation {rotation} does not fit there", where)
        faces[hex] = face
    return faces


def _tile(setup: Setup, name: str, where: str) -> Tile:
    for number, tile in by_tile(setup.title.tiles):
        if name in (tile.id, tile.old):
            return number
    raise RecordError(f"unknown tile {name!r}", where)


_known_faces: dict[tuple[int, int], tuple[Setup, set[int]]] = {}


def _possible(setup: Setup, hex: Hex) -> set[int]:
    """All faces that upgrades may bring to a hex (7.2)."""
    known = _known_faces.get((id(setup), hex))
    if known is not None and known[0] is setup:
        return known[1]
    queue = [setup.first_printed + hex]
    for face in queue:
        for lay in setup.lays(hex, face):
            if lay.face not in queue:
                queue.append(lay.face)
    found = set(queue)
    _known_faces[id(setup), hex] = (setup, found)
    return found


def _place(setup: Setup, state: State, token: WireToken, counts: dict[int, int], where: str) -> None:
    company = _company(setup, token.corp, where)
    hex = _hex(setup, token.hex, where)
    stop = _city(setup, state, token, hex, company, where)
    place = place_of(hex, stop)
    stops = setup.faces[state.faces[hex]].stops
    slots = stops[stop].slots if stop < len(stops) else 1
    counts[place] = counts.get(place, 0) + 1
    if counts[place] > slots:
        raise RecordError(f"no circle is left for the station of {token.corp} in {token.hex}", where)
    first = company * TOKENS_PER_COMPANY
    own = state.tokens[first : first + TOKENS_PER_COMPANY]
    if any(other >= 0 and other // 4 == hex for other in own):
        raise RecordError(f"{token.corp} has two stations in {token.hex}", where)
    if -1 not in own:
        raise RecordError(f"{token.corp} has more than {TOKENS_PER_COMPANY} stations", where)
    state.tokens[first + own.index(NO_PLACE)] = place


def _city(setup: Setup, state: State, token: WireToken, hex: Hex, company: Company, where: str) -> int:
    """The city of a station: by the exits of its track, else by its number."""
    face = setup.faces[state.faces[hex]]
    homes = setup.title.companies[company].homes
    if not face.stops:
        if any(home.stop == NO_CITY and home.hex == token.hex for home in homes):
            return 0
        raise RecordError(f"{token.hex} has no city", where)
    for side in token.exits:
        if not 0 <= side < 6:
            raise RecordError(f"exit {side} is not one of 0 to 5", where)
    mask = sum(1 << side for side in set(token.exits))
    cities = [number for number, stop in enumerate(face.stops) if stop.slots]
    if not cities:
        raise RecordError(f"{token.hex} has no circle for a station", where)
    if mask:
        fitting = [number for number in cities if face.stop_exits[number] & mask == mask]
        if len(fitting) == 1:
            return fitting[0]
        if not fitting:
            raise RecordError(f"no city of {token.hex} has track to the exits {sorted(set(token.exits))}", where)
    if token.city is not None:
        if token.city not in cities:
            raise RecordError(f"{token.hex} has no city number {token.city}", where)
        return token.city
    if len(cities) > 1:
        raise RecordError(f"{token.hex} has {len(cities)} cities: exits or city must say which", where)
    return cities[0]
