"""Descriptions of hexes and their track for screen readers, and of the track that a tile adds."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from goldenspike.core.actions import LayTile
from goldenspike.core.hexes import SIDE_NAMES, SIDES
from goldenspike.core.holders import NOBODY
from goldenspike.core.ids import Hex, Place, by_company
from goldenspike.core.state import TOKENS_PER_COMPANY, State, hex_of_place, place_of
from goldenspike.core.tiles import FIRST_STOP, STOPS_PER_HEX, Color, Face
from goldenspike.core.title import Setup
from goldenspike.text.amounts import money
from goldenspike.text.catalogue import dialect, words
from goldenspike.text.names import Context, name_company, name_hex, name_list, name_place, name_series, name_tile

HEX_FACTS: Final = {
    "hex.join": (),
    "hex.tile": ("tile", "color"),
    "hex.printed": ("color",),
    "hex.no_tile": (),
    "hex.label": ("label",),
    "hex.cost": ("amount",),
    "hex.private": ("privates",),
    "hex.home": ("companies",),
    "hex.stop": ("kind", "value"),
    "hex.spaces": ("count",),
    "hex.stations": ("companies",),
    "hex.blocked": (),
    "hex.exits": ("sides",),
    "hex.through": ("one", "other"),
    "hex.side": ("side", "hex"),
    "hex.added.exits": ("sides",),
    "hex.added.through": ("one", "other"),
    "hex.added.nothing": (),
}
"""The messages of this module with their facts."""


def describe_hex(hex: Hex, seen: State, context: Context, language: str) -> str:
    """Name, tile, cost, stops with their value, stations and track of a hex in a state that the reader may see."""
    setup, language = context.setup, dialect(language, context.setup.title.name)
    face, printed = setup.faces[seen.faces[hex]], setup.title.hexes[hex]
    said = [name_hex(hex, context, language)]
    color = words(f"color.{face.color.name}", language)
    if face.tile >= 0:
        said.append(words("hex.tile", language, tile=name_tile(face.tile, context, language), color=color))
    else:
        is_plain = face.color is Color.TAN
        said.append(words("hex.no_tile", language) if is_plain else words("hex.printed", language, color=color))
        if printed.cost:
            said.append(words("hex.cost", language, amount=money(printed.cost, language)))
        privates = [
            card.id
            for card, owner in zip(setup.title.privates, seen.privates, strict=True)
            if owner != NOBODY and printed.id in card.hexes
        ]
        if privates:
            said.append(words("hex.private", language, privates=name_list(privates, language)))
    if face.label:
        said.append(words("hex.label", language, label=face.label))
    for stop in range(len(face.stops)):
        said += _stop(place_of(hex, stop), face, seen, context, language)
    if homes := _homes(hex, seen, context):
        said.append(words("hex.home", language, companies=name_list(homes, language)))
    said += _through(hex, face, context, language)
    return words("hex.join", language).join(said)


def describe_place(place: Place, seen: State, context: Context, language: str) -> str:
    """A city or town with its hex, value, stations and track."""
    language = dialect(language, context.setup.title.name)
    hex = hex_of_place(place)
    said = _stop(place, context.setup.faces[seen.faces[hex]], seen, context, language)
    return words("hex.join", language).join((name_hex(hex, context, language), *said))


def describe_track(hex: Hex, face: Face, context: Context, language: str) -> str:
    """Where the track of a face would lead from a hex."""
    language = dialect(language, context.setup.title.name)
    exits = [_exits(hex, mask, context, language) for mask in face.stop_exits if mask]
    return words("hex.join", language).join((*exits, *_through(hex, face, context, language)))


@dataclass(frozen=True, slots=True)
class AddedTrack:
    """The track that a tile adds to a hex."""

    hex: Hex
    exits: int
    """Bit mask of the sides by which it leaves the stops of the hex."""
    through: tuple[tuple[int, int], ...]
    """The pairs of sides that it joins without a stop."""


def added_track(action: LayTile, setup: Setup, state: State | None) -> AddedTrack:
    """What a tile adds to the track of a hex; without a state, its whole track."""
    new = setup.faces[setup.face_of_tile(action.tile, action.rotation)]
    old = setup.faces[state.faces[action.hex]] if state is not None else None
    return AddedTrack(
        action.hex,
        _stop_exits(new) & ~(_stop_exits(old) if old is not None else 0),
        tuple(path for path in _paths_through(new) if old is None or path not in _paths_through(old)),
    )


def name_added_track(added: AddedTrack, context: Context, language: str) -> str:
    """Where the added track leads, for use within a label."""
    hex = added.hex
    sides = [_side(hex, side, context, language) for side in range(SIDES) if added.exits >> side & 1]
    found = [words("hex.added.exits", language, sides=name_series(sides, language))] if sides else []
    for a, b in added.through:
        one, other = _side(hex, a, context, language), _side(hex, b, context, language)
        found.append(words("hex.added.through", language, one=one, other=other))
    return name_series(found, language) if found else words("hex.added.nothing", language)


def _stop_exits(face: Face) -> int:
    mask = 0
    for exits in face.stop_exits:
        mask |= exits
    return mask


def _paths_through(face: Face) -> list[tuple[int, int]]:
    """The pairs of sides that track joins without a stop."""
    return [(min(a, b), max(a, b)) for a, b in face.paths if a < FIRST_STOP and b < FIRST_STOP]


def _stop(place: Place, face: Face, seen: State, context: Context, language: str) -> list[str]:
    hex, stop = hex_of_place(place), place % STOPS_PER_HEX
    at = face.stops[stop]
    late = context.setup.title.phases[seen.phase].late
    kind = words(f"stop.{at.kind.name}", language)
    said = [words("hex.stop", language, kind=kind, value=money(at.values[late], language))]
    if at.slots:
        said.append(words("hex.spaces", language, count=str(at.slots)))
    companies = context.setup.all_companies
    stations = [name_company(one, context, language) for one in companies if place in seen.stations(one)]
    if stations:
        said.append(words("hex.stations", language, companies=name_list(stations, language)))
    if place in seen.tokens[len(companies) * TOKENS_PER_COMPANY :]:
        said.append(words("hex.blocked", language))
    if face.stop_exits[stop]:
        said.append(_exits(hex, face.stop_exits[stop], context, language))
    return said


def _homes(hex: Hex, seen: State, context: Context) -> Sequence[str]:
    """Companies at home on a hex that have no station there yet."""
    id = context.setup.title.hexes[hex].id
    return [
        company.id
        for index, company in by_company(context.setup.title.companies)
        if not seen.closed[index]
        and any(home.hex == id for home in company.homes)
        and all(hex_of_place(place) != hex for place in seen.stations(index))
    ]


def _exits(hex: Hex, mask: int, context: Context, language: str) -> str:
    sides = [_side(hex, side, context, language) for side in range(SIDES) if mask >> side & 1]
    return words("hex.exits", language, sides=name_list(sides, language))


def _through(hex: Hex, face: Face, context: Context, language: str) -> list[str]:
    """Track from side to side that meets no stop."""
    return [
        words("hex.through", language, one=_side(hex, a, context, language), other=_side(hex, b, context, language))
        for a, b in _paths_through(face)
    ]


def _side(hex: Hex, side: int, context: Context, language: str) -> str:
    """A side with the neighbor beyond it, if any."""
    name = words(f"side.{SIDE_NAMES[side]}", language)
    beyond = context.setup.neighbors[hex * SIDES + side]
    if beyond < 0:
        return name
    return words("hex.side", language, side=name, hex=name_place(place_of(beyond, 0), context, language))
