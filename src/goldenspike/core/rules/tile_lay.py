"""Laying and upgrading tiles (7.2)."""

from typing import Final

from goldenspike.core.events import Why
from goldenspike.core.hexes import SIDES
from goldenspike.core.holders import BANK, FIRST_COMPANY, NOBODY, is_player, treasury
from goldenspike.core.ids import NO_COMPANY, NO_PRIVATE, NONE, Company, Hex, Private, Tile
from goldenspike.core.interrupts import CityNeeded
from goldenspike.core.ledger import Ledger
from goldenspike.core.options import CityChoice, TrackPlacement
from goldenspike.core.reasons import Reason, Refusal
from goldenspike.core.routes import Reach
from goldenspike.core.rules.runs import comes_through, reach
from goldenspike.core.state import State, border_of, hex_of_place, owner_of_token, place_of
from goldenspike.core.tiles import FIRST_STOP, STOPS_PER_HEX, Face
from goldenspike.core.title import Lay, Power, Setup

NORMAL_LAY: Final = 1
"""The turn's one lay or upgrade."""
EXTRA_LAY: Final = 2
"""The additional tile of a private company (T-05, CS)."""


def find_lay(setup: Setup, s: State, hex: Hex, face: int) -> Lay | None:
    """The lay that puts this face on a hex, if track, color, label and map allow it."""
    return setup.lays_by_face(hex, s.faces[hex]).get(face)


def is_printed(setup: Setup, s: State, hex: Hex) -> bool:
    """Whether the hex has no tile yet."""
    return s.faces[hex] >= setup.first_printed


def terrain_cost(setup: Setup, s: State, company: Company, hex: Hex, private: Private = NO_PRIVATE) -> int:
    """The cost of the first tile on a hex; upgrades are free (7.2.1, 7.2.2). `private` is one whose power is used."""
    if not is_printed(setup, s, hex):
        return 0
    printed = setup.title.hexes[hex]
    cost = printed.cost
    for home in setup.title.companies[company].homes:
        # Of several starting hexes only the one where it started is its own (V-7.4, V-7.6).
        if home.cost >= 0 and home.hex == printed.id and has_station_on(s, company, hex):
            cost = home.cost
    if private != NONE:
        power = setup.title.privates[private].power
        if power is Power.FREE_EXTRA_TILE:
            return 0
        if power is Power.LICENCE_AND_HALF_COST:
            return cost // 2
    if cost and half_cost_private(setup, s, company, hex) != NONE:
        return cost // 2
    cheap = setup.private_hexes.get(hex, NO_PRIVATE)
    if cheap != NONE and s.privates[cheap] == FIRST_COMPANY + company:
        card = setup.title.privates[cheap]
        if card.power is Power.CHEAP_TILES:
            return min(cost, card.power_cost)
    return cost


def half_cost_private(setup: Setup, s: State, company: Company, hex: Hex) -> Private:
    """The company's private company that halves the cost of this hex (V-4.0), -1 if none."""
    private = setup.private_hexes.get(hex, NO_PRIVATE)
    if private == NONE or setup.title.privates[private].power is not Power.HALF_COST_TILE:
        return NO_PRIVATE
    return private if s.privates[private] == FIRST_COMPANY + company else NO_PRIVATE


def blocking_private(setup: Setup, s: State, hex: Hex) -> Private:
    """The private company of a player that closes the hex (7.2.1), -1 if none."""
    private = setup.private_hexes.get(hex, NO_PRIVATE)
    return private if private != NONE and is_player(s.privates[private]) else NO_PRIVATE


def refuse_board(setup: Setup, s: State, hex: Hex, tile: Tile, rotation: int) -> Refusal | None:
    """Why nobody may lay this tile there."""
    found = find_lay(setup, s, hex, setup.face_of_tile(tile, rotation))
    if found is None or (found.joins and not may_join_cities(setup, s, hex)):
        return Refusal(Reason.TILE_DOES_NOT_FIT, (tile, hex))
    if setup.title.tiles[tile].color not in setup.title.phases[s.phase].colors:
        return Refusal(Reason.COLOR_NOT_AVAILABLE, (tile,))
    if s.supply[tile] < 1:
        return Refusal(Reason.NO_TILE_LEFT, (tile,))
    private = blocking_private(setup, s, hex)
    if private != NONE:
        return Refusal(Reason.HEX_BLOCKED, (hex, private))
    return None


def layable_faces(setup: Setup, s: State, hex: Hex) -> list[Face]:
    """The faces that `refuse_board` allows on a hex, without those that look like another one."""
    next_color = setup.faces[s.faces[hex]].color + 1
    if next_color not in setup.title.phases[s.phase].colors or blocking_private(setup, s, hex) != NONE:
        return []
    may_join = may_join_cities(setup, s, hex)
    lays = [lay for lay in setup.lays_by_face(hex, s.faces[hex]).values() if not lay.twin and (may_join or not lay.joins)]
    return [setup.faces[lay.face] for lay in lays if s.supply[lay.face // SIDES]]


def may_join_cities(setup: Setup, s: State, hex: Hex) -> bool:
    """Whether one city may take over the exits of both on this hex: only without two stations there (V-7.9 variable)."""
    if not setup.title.cities_may_join:
        return False
    return sum([place >= 0 and hex_of_place(place) == hex for place in s.tokens]) < 2


def refuse_lay(setup: Setup, s: State, company: Company, hex: Hex, tile: Tile, rotation: int) -> Refusal | None:
    """Why a company may not make this lay as its ordinary one."""
    if s.lays & NORMAL_LAY:
        return Refusal(Reason.LAID_ALREADY)
    refusal = refuse_board(setup, s, hex, tile, rotation)
    if refusal is not None:
        return refusal
    refusal = refuse_cost(setup, s, company, hex)
    if refusal is not None:
        return refusal
    return refuse_connection(setup, s, company, hex, tile, rotation)


def refuse_cost(setup: Setup, s: State, company: Company, hex: Hex, private: Private = NO_PRIVATE) -> Refusal | None:
    cost = terrain_cost(setup, s, company, hex, private)
    money = s.money[FIRST_COMPANY + company]
    return Refusal(Reason.NOT_ENOUGH_MONEY, (cost, money)) if money < cost else None


def refuse_connection(
    setup: Setup, s: State, company: Company, hex: Hex, tile: Tile, rotation: int, sides: int | None = None
) -> Refusal | None:
    """A legal route must lead from a station to the tile (7.2.1, 7.2.2), except for a home's first tile.

    `sides` are those through which routes come to the hex, if the caller has looked already.
    """
    if is_first_home_tile(setup, s, company, hex, tile):
        return None
    face = setup.faces[setup.face_of_tile(tile, rotation)]
    if not is_connected(setup, s, company, hex, face, sides):
        return Refusal(Reason.NOT_CONNECTED, (hex,))
    placement = setup.options.track_placement
    if placement is TrackPlacement.OPEN:
        return None
    old = setup.faces[s.faces[hex]]
    if placement is TrackPlacement.HYBRID and _value(face) > _value(old):
        return None
    if not _reaches_new_track(setup, s, company, hex, old, face):
        return Refusal(Reason.NO_NEW_TRACK, (hex,))
    return None


def is_first_home_tile(setup: Setup, s: State, company: Company, hex: Hex, tile: Tile) -> bool:
    """NYC's and Erie's own first tile needs no connection (7.2.1)."""
    card = setup.title.companies[company]
    return (
        card.first_tile == setup.title.tiles[tile].id
        and is_printed(setup, s, hex)
        and any(home.hex == setup.title.hexes[hex].id for home in card.homes)
    )


def is_connected(setup: Setup, s: State, company: Company, hex: Hex, face: Face, sides: int | None = None) -> bool:
    """Whether a legal route leads to one of the track segments of the face on the hex (7.2.1); `sides` as above."""
    if sides is not None and face.exits & sides:
        return True
    return has_station_on(s, company, hex) or (sides is None and comes_through(setup, s, company, hex, face.exits))


def has_station_on(s: State, company: Company, hex: Hex) -> bool:
    return hex in [hex_of_place(place) for place in s.stations(company)]


def _reaches_new_track(setup: Setup, s: State, company: Company, hex: Hex, old: Face, new: Face) -> bool:
    """Whether a new segment of the tile can be reached (V-7.7 closed), also through a city that the route may pass."""
    reached = reach(setup, s, company)
    lay = find_lay(setup, s, hex, setup.face_of_tile(new.tile, new.rotation))
    mapping = lay.stops if lay is not None else ()
    kept = {_path(mapping, a, b) for a, b in old.paths}
    passed = [_passes(s, reached, company, hex, new, stop, mapping) for stop in range(len(new.stops))]
    anywhere = _starts_anywhere(s, company, hex, mapping)
    for a, b in new.paths:
        if (min(a, b), max(a, b)) in kept:
            continue
        if anywhere:
            return True
        for end in (a, b):
            if end < FIRST_STOP:
                if border_of(hex, end) in reached.arrivals:
                    return True
            elif passed[end - FIRST_STOP]:
                return True
    return False


def _starts_anywhere(s: State, company: Company, hex: Hex, mapping: tuple[int, ...]) -> bool:
    """Whether a station of the company stands beside the track (V-7.5) or may still take either city of the tile (7.3.2)."""
    stops = [place % STOPS_PER_HEX for place in s.stations(company) if hex_of_place(place) == hex]
    return any(stop >= len(mapping) or mapping[stop] < 0 for stop in stops)


def _path(mapping: tuple[int, ...], a: int, b: int) -> tuple[int, int]:
    ends = [mapping[end - FIRST_STOP] + FIRST_STOP if end >= FIRST_STOP else end for end in (a, b)]
    return min(ends), max(ends)


def _passes(s: State, reached: Reach, company: Company, hex: Hex, new: Face, stop: int, mapping: tuple[int, ...]) -> bool:
    """Whether a route of the company reaches a stop of the new tile and may continue from it (7.3.3)."""
    before = [place_of(hex, number) for number, became in enumerate(mapping) if became == stop]
    exits = new.stop_exits[stop]
    if not any(place in reached.places for place in before) and not any(
        exits >> side & 1 and border_of(hex, side) in reached.arrivals for side in range(6)
    ):
        return False
    own = s.stations(company)
    slots = new.stops[stop].slots
    return slots == 0 or any(place in own for place in before) or sum(s.tokens.count(place) for place in before) < slots


def _value(face: Face) -> int:
    """The value of the best stop; where two cities become one, it is compared with each (V-7.7 hybrid)."""
    return max((stop.values[0] for stop in face.stops), default=0)


def lay(ledger: Ledger, company: Company, hex: Hex, tile: Tile, rotation: int, private: Private = NO_PRIVATE) -> None:
    """Pay for the terrain, lay the tile and move the stations on it (7.2)."""
    setup, s = ledger.setup, ledger.state
    face = setup.face_of_tile(tile, rotation)
    found = find_lay(setup, s, hex, face)
    assert found is not None
    cost = terrain_cost(setup, s, company, hex, private)
    halved = half_cost_private(setup, s, company, hex) if cost else NO_PRIVATE
    # A station on a hex with its first track: `chooser` decides (7.2.2). Where cities join, its owner does (V-7.9).
    by_layer = setup.options.city_choice is CityChoice.TILE_LAYER and is_printed(setup, s, hex)
    ledger.pay(treasury(company), BANK, cost, Why.TERRAIN)
    ledger.lay_tile(company, hex, face, cost)
    if halved != NONE:
        ledger.close_private(halved)
    _close_finished(ledger, hex)
    _move_stations(ledger, hex, found.stops, company if by_layer else NO_COMPANY)


def _close_finished(ledger: Ledger, hex: Hex) -> None:
    """Close a private company whose power is about its hexes once all of them have tiles (S-4, CC)."""
    setup, s = ledger.setup, ledger.state
    private = setup.private_hexes.get(hex, NO_PRIVATE)
    if private == NONE or setup.title.privates[private].power is not Power.CHEAP_TILES or s.privates[private] == NOBODY:
        return
    if not any(is_printed(setup, s, setup.hex_index[name]) for name in setup.title.privates[private].hexes):
        ledger.close_private(private)


def _move_stations(ledger: Ledger, hex: Hex, mapping: tuple[int, ...], chooser: Company) -> None:
    """Keep stations in their cities; where that is ambiguous, ask `chooser`, or the station's owner if it is -1."""
    s = ledger.state
    if set(range(place_of(hex, 0), place_of(hex, STOPS_PER_HEX))).isdisjoint(s.tokens):
        return
    for number, place in enumerate(s.tokens):
        if place < 0 or hex_of_place(place) != hex:
            continue
        if place % STOPS_PER_HEX >= len(mapping):
            continue  # The station is beside the track (V-7.5).
        stop = mapping[place % STOPS_PER_HEX]
        owner = owner_of_token(number)
        if stop >= 0:
            ledger.move_token(number, hex, stop)
            continue
        asked = owner if chooser == NONE else chooser
        ledger.push_interrupt(CityNeeded(s.presidents[asked], owner, hex))
