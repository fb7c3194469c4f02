"""The wire format of actions and events: plain data with names, as saved and sent.

`{"do": "LayTile", "player": 0, "company": "PRR", "hex": "H10", "tile": "57", "rotation": 1}`. How a field
is written follows from its type (see `core.fields`), so a new action needs no code here.
"""

from collections.abc import Callable, Mapping
from enum import IntEnum
from functools import cache, lru_cache
from typing import Any, Final, TypeVar, get_args

from goldenspike.core.actions import Action, Route
from goldenspike.core.events import UNTOLD, Event, OfferMade, PrivateMoved, TrainMoved
from goldenspike.core.fields import FieldInfo, Kind, fields_of
from goldenspike.core.hexes import SIDES
from goldenspike.core.holders import BANK, FIRST_COMPANY, POOL, is_company
from goldenspike.core.ids import Company, Holder, Place, Tile
from goldenspike.core.tiles import STOPS_PER_HEX
from goldenspike.core.title import Setup
from goldenspike.record.errors import RecordError

Wire = dict[str, Any]
Index = TypeVar("Index", bound=int)

INDICES: Final = frozenset({Kind.PLAYER, Kind.PRIVATE, Kind.COMPANY, Kind.HEX, Kind.TILE, Kind.TRAIN})
"""Fields that hold one thing, or -1 for none."""
TRADES: Final = (PrivateMoved, TrainMoved, OfferMade)
"""Events whose price may not be told."""
KINDS: Final[dict[str, type]] = {kind.__name__: kind for kind in get_args(Action)}


def to_wire(setup: Setup, action: Action) -> Wire:
    """Fields that have their default are left out."""
    kind: Any = type(action)
    wire: Wire = {"do": kind.__name__}
    for name, field, write in _writers_of(kind):
        value = getattr(action, name)
        if value != field.default or not field.is_optional:
            wire[name] = value if write is None else write(setup, value)
    return wire


def event_to_wire(setup: Setup, event: Event) -> Wire:
    """An event with names, as programs read it: `{"is": "BidMade", "player": 0, "private": "MH", "amount": 115}`.

    An index that names nothing (-1) becomes null, and so does a price that is not told.
    """
    kind: Any = type(event)
    wire: Wire = {"is": kind.__name__}
    for name, field, write in _writers_of(kind):
        value = getattr(event, name)
        is_untold = name == "price" and value == UNTOLD
        is_nothing = is_untold or (field.kind in INDICES and value < 0)
        wire[name] = None if is_nothing else value if write is None else write(setup, value)
    return wire


@cache
def _writers_of(kind: type) -> list[tuple[str, FieldInfo, "Writer | None"]]:
    """Each field of a class of actions or events with what writes it, None if it is written as it is."""
    return [(field.name, field, _WRITERS.get(field.kind)) for field in fields_of(kind)]


@cache
def _readers_of(kind: type) -> list[tuple[str, FieldInfo, "Reader"]]:
    """Each field of a class of actions with what reads it."""
    return [(field.name, field, _READERS[field.kind]) for field in fields_of(kind)]


def from_wire(setup: Setup, wire: Wire) -> Action:
    """The action described by plain data; raises RecordError if it is invalid."""
    name_of_kind = wire.get("do")
    kind = KINDS.get(name_of_kind) if isinstance(name_of_kind, str) else None
    if kind is None:
        raise RecordError(f"unknown action {name_of_kind!r}")
    values: list[Any] = []
    known = 1
    for name, field, read in _readers_of(kind):
        if name in wire:
            values.append(read(setup, field, wire[name]))
            known += 1
        elif field.is_optional:
            values.append(field.default)
        else:
            raise RecordError(f"{kind.__name__} needs {name!r}")
    if len(wire) > known:
        raise RecordError(f"{kind.__name__} has no {min(wire.keys() - {'do', *[field.name for field in fields_of(kind)]})!r}")
    action: Action = kind(*values)
    return action


# --- writing


def write_holder(setup: Setup, holder: Holder) -> int | str:
    """A player's number, "bank", "pool", or a company's name."""
    if holder == BANK:
        return "bank"
    if holder == POOL:
        return "pool"
    if is_company(holder):
        return setup.title.companies[holder - FIRST_COMPANY].id
    return holder


@lru_cache(maxsize=64)
def _spots(setup: Setup, per_hex: int) -> tuple[str, ...]:
    """The names of all places (four on a hex) or sides (six), by number: routes have many."""
    return tuple([f"{printed.id}/{number}" for printed in setup.title.hexes for number in range(per_hex)])


@lru_cache(maxsize=64)
def _numbers_of_spots(setup: Setup, per_hex: int) -> dict[str, int]:
    return {name: number for number, name in enumerate(_spots(setup, per_hex))}


def write_routes(setup: Setup, routes: tuple[Route, ...]) -> list[Wire]:
    places, sides = _spots(setup, STOPS_PER_HEX), _spots(setup, SIDES)
    return [
        {
            "train": setup.title.trains[route.train].id,
            "stops": list(map(places.__getitem__, route.places)),
            "sides": list(map(sides.__getitem__, route.borders)),
        }
        for route in routes
    ]


def write_place(setup: Setup, place: Place) -> str:
    return _spots(setup, STOPS_PER_HEX)[place]


Writer = Callable[[Setup, Any], Any]
_WRITERS: Final[dict[Kind, Writer]] = {
    Kind.CHOICE: lambda setup, member: member.name.lower(),
    Kind.PRIVATE: lambda setup, number: setup.title.privates[number].id,
    Kind.COMPANY: lambda setup, number: setup.title.companies[number].id,
    Kind.HEX: lambda setup, number: setup.title.hexes[number].id,
    Kind.TILE: lambda setup, number: setup.title.tiles[number].old or setup.title.tiles[number].id,
    Kind.TRAIN: lambda setup, number: setup.title.trains[number].id,
    Kind.HOLDER: write_holder,
    Kind.PLAYERS: lambda setup, players: list(players),
    Kind.PRIVATES: lambda setup, privates: list(privates),
    Kind.PLACES: lambda setup, places: [write_place(setup, place) for place in places],
    Kind.ROUTES: write_routes,
    Kind.AMOUNTS: lambda setup, amounts: list(amounts),
}


# --- reading


def find(table: Mapping[str, Index], name: Any, what: str) -> Index:
    """The index of a name; raises RecordError if it is unknown."""
    number = table.get(name) if isinstance(name, str) else None
    if number is None:
        raise RecordError(f"unknown {what} {name!r}")
    return number


def read_company(setup: Setup, name: Any) -> Company:
    """A company by its name or by its symbol in other programs."""
    return find(setup.company_index, name, "company")


def read_tile(setup: Setup, name: Any) -> Tile:
    """A tile by its old number or its id."""
    return find(setup.tile_index, name, "tile")


def _read_int(setup: Setup, field: FieldInfo, value: Any) -> int:
    if not isinstance(value, int) or isinstance(value, bool):
        raise RecordError(f"{field.name} must be a whole number, not {value!r}")
    if abs(value) > 10**9:
        raise RecordError(f"{field.name} is out of all reason: {value}")
    return value


def _read_bool(setup: Setup, field: FieldInfo, value: Any) -> bool:
    if not isinstance(value, bool):
        raise RecordError(f"{field.name} must be true or false, not {value!r}")
    return value


def _read_numbers(setup: Setup, field: FieldInfo, value: Any) -> tuple[int, ...]:
    if not isinstance(value, list):
        raise RecordError(f"{field.name} must be a list of numbers, not {value!r}")
    return tuple(_read_int(setup, field, number) for number in value)


def _read_holder(setup: Setup, field: FieldInfo, value: Any) -> int:
    if value == "bank":
        return BANK
    if value == "pool":
        return POOL
    if isinstance(value, str):
        return FIRST_COMPANY + read_company(setup, value)
    player = _read_int(setup, field, value)
    if not 0 <= player < setup.players:
        raise RecordError(f"there is no player {player}")
    return player


def _read_choice(setup: Setup, field: FieldInfo, value: Any) -> IntEnum:
    found = _members_of(field.type).get(value) if isinstance(value, str) else None
    if found is None:
        raise RecordError(f"unknown {field.name} {value!r}")
    return found


@cache
def _members_of(choices: type[IntEnum]) -> dict[str, IntEnum]:
    """The members of an enumeration by their names in records."""
    return {member.name.lower(): member for member in choices}


def read_routes(setup: Setup, value: Any) -> tuple[Route, ...]:
    """Routes as a run or a record keeps them."""
    if not isinstance(value, list):
        raise RecordError(f"routes must be a list, not {value!r}")
    routes: list[Route] = []
    for route in value:
        if not isinstance(route, dict) or not isinstance(route.get("stops"), list):
            raise RecordError(f"a route needs a train, stops and sides, not {route!r}")
        if not isinstance(route.get("sides"), list):
            raise RecordError("a route needs a list of sides")
        train = find(setup.train_index, route.get("train"), "train")
        places = tuple([Place(_read_spot(setup, stop, STOPS_PER_HEX)) for stop in route["stops"]])
        borders = tuple([_read_spot(setup, side, SIDES) for side in route["sides"]])
        routes.append(Route(train, places, borders))
    return tuple(routes)


def _read_spot(setup: Setup, value: Any, per_hex: int) -> int:
    """The number of a place or side, written as a hex and a number on it: "E19/1"."""
    found = _numbers_of_spots(setup, per_hex).get(value) if isinstance(value, str) else None
    if found is not None:
        return found
    hex, _, number = value.partition("/") if isinstance(value, str) else ("", "", "")
    if not (number.isascii() and number.isdigit() and int(number) < per_hex):
        raise RecordError(f"a place on the board looks like E19/0, not {value!r}")
    return find(setup.hex_index, hex, "hex") * per_hex + int(number)


Reader = Callable[[Setup, FieldInfo, Any], Any]
_READERS: Final[dict[Kind, Reader]] = {
    Kind.NUMBER: _read_int,
    Kind.FLAG: _read_bool,
    Kind.PLAYER: _read_int,
    Kind.CHOICE: _read_choice,
    Kind.PRIVATE: lambda setup, field, value: find(setup.private_index, value, "private company"),
    Kind.COMPANY: lambda setup, field, value: find(setup.company_index, value, "company"),
    Kind.HEX: lambda setup, field, value: find(setup.hex_index, value, "hex"),
    Kind.TILE: lambda setup, field, value: find(setup.tile_index, value, "tile"),
    Kind.TRAIN: lambda setup, field, value: find(setup.train_index, value, "train"),
    Kind.HOLDER: _read_holder,
    Kind.PLAYERS: _read_numbers,
    Kind.PRIVATES: _read_numbers,
    Kind.ROUTES: lambda setup, field, value: read_routes(setup, value),
    Kind.AMOUNTS: _read_numbers,
}
