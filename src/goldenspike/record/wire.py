"""The wire format of actions and events: plain data with names, as saved and sent.

`{"do": "LayTile", "player": 0, "company": "PRR", "hex": "H10", "tile": "57", "rotation": 1}`. How a field
is written follows from its type (see `core.fields`), so a new action needs no code here.
"""

from collections.abc import Callable, Mapping
from dataclasses import MISSING
from functools import lru_cache
from typing import Any, Final, NoReturn, TypeVar, get_args

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
MOST: Final = 10**9
"""No number of a record is larger."""
KINDS: Final[dict[str, type]] = {kind.__name__: kind for kind in get_args(Action)}


def to_wire(setup: Setup, action: Action) -> Wire:
    """Fields that have their default are left out."""
    kind: Any = type(action)
    wire: Wire = {"do": kind.__name__}
    for name, field, names, write in _writers_of(setup, kind):
        value = getattr(action, name)
        if field.is_optional and value == field.default:
            continue
        wire[name] = names[value] if names is not None else value if write is None else write(setup, value)
    return wire


def event_to_wire(setup: Setup, event: Event) -> Wire:
    """An event with names, as programs read it: `{"is": "BidMade", "player": 0, "private": "MH", "amount": 115}`.

    An index that names nothing (-1) becomes null, and so does a price that is not told.
    """
    kind: Any = type(event)
    wire: Wire = {"is": kind.__name__}
    for name, field, names, write in _writers_of(setup, kind):
        value = getattr(event, name)
        is_untold = name == "price" and value == UNTOLD
        is_nothing = is_untold or (field.kind in INDICES and value < 0)
        if is_nothing:
            wire[name] = None
        else:
            wire[name] = names[value] if names is not None else value if write is None else write(setup, value)
    return wire


@lru_cache(maxsize=4096)
def _writers_of(setup: Setup, kind: type) -> list[tuple[str, FieldInfo, "Names | None", "Writer | None"]]:
    """Each field of a class of actions or events: by which names or by what it is written, if not as it is."""
    names = _names_of(setup)
    return [
        (field.name, field, _names_of_choice(field) or names.get(field.kind), _WRITERS.get(field.kind))
        for field in fields_of(kind)
    ]


def _names_of_choice(field: FieldInfo) -> dict[int, str]:
    """The names of the members of an enumeration; empty if the field holds something else."""
    return {member: member.name.lower() for member in field.type} if field.kind is Kind.CHOICE else {}


@lru_cache(maxsize=64)
def _names_of(setup: Setup) -> dict[Kind, tuple[str, ...]]:
    """The names of what actions and events refer to by number."""
    title = setup.title
    return {
        Kind.PRIVATE: tuple([card.id for card in title.privates]),
        Kind.COMPANY: tuple([card.id for card in title.companies]),
        Kind.HEX: tuple([printed.id for printed in title.hexes]),
        Kind.TILE: tuple([tile.old or tile.id for tile in title.tiles]),
        Kind.TRAIN: tuple([card.id for card in title.trains]),
    }


class _Reading:
    """How one field of an action is read."""

    def __init__(self, setup: Setup, field: FieldInfo) -> None:
        self.name = field.name
        self.field = field
        self.is_number = field.kind in (Kind.NUMBER, Kind.PLAYER)
        self.least = 0 if field.kind is Kind.PLAYER else -MOST
        self.numbers = _numbers_of(setup, field)
        """What the names that it may hold stand for."""
        self.read = _READERS[field.kind]
        """Reads everything else, or says what is wrong with it."""


@lru_cache(maxsize=4096)
def _readings_of(setup: Setup, kind: type) -> list[_Reading]:
    return [_Reading(setup, field) for field in fields_of(kind)]


def _numbers_of(setup: Setup, field: FieldInfo) -> dict[str, Any]:
    """What the names that a field may hold stand for: numbers, or members of an enumeration."""
    match field.kind:
        case Kind.COMPANY:
            return setup.company_index
        case Kind.PRIVATE:
            return setup.private_index
        case Kind.HEX:
            return setup.hex_index
        case Kind.TILE:
            return setup.tile_index
        case Kind.TRAIN:
            return setup.train_index
        case Kind.HOLDER:
            treasuries = {name: FIRST_COMPANY + company for name, company in setup.company_index.items()}
            return treasuries | {"bank": BANK, "pool": POOL}
        case Kind.CHOICE:
            return {member.name.lower(): member for member in field.type}
    return {}


def from_wire(setup: Setup, wire: Wire) -> Action:
    """The action described by plain data; raises RecordError if it is invalid."""
    name = wire.get("do")
    kind = KINDS.get(name) if isinstance(name, str) else None
    if kind is None:
        raise RecordError(f"unknown action {name!r}")
    readings = _readings_of(setup, kind)
    values: list[Any] = []
    left_out = 0
    for reading in readings:
        value = wire.get(reading.name, MISSING)
        if reading.is_number and type(value) is int and reading.least <= value <= MOST:
            values.append(value)
        elif type(value) is str and value in reading.numbers:
            values.append(reading.numbers[value])
        elif value is not MISSING:
            values.append(reading.read(setup, reading.field, value))
        elif reading.field.is_optional:
            values.append(reading.field.default)
            left_out += 1
        else:
            raise RecordError(f"{name} needs {reading.name!r}")
    if len(wire) > 1 + len(values) - left_out:
        raise RecordError(f"{name} has no {min(wire.keys() - {'do', *[reading.name for reading in readings]})!r}")
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
def _spots(setup: Setup, per_hex: int) -> list[str]:
    """The names of all places (four on a hex) or sides (six), by number: routes have many, and a list is read fastest."""
    return [f"{printed.id}/{number}" for printed in setup.title.hexes for number in range(per_hex)]


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


Names = tuple[str, ...] | dict[int, str]
Writer = Callable[[Setup, Any], Any]
_WRITERS: Final[dict[Kind, Writer]] = {
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
    if isinstance(value, float) and value.is_integer():
        value = int(value)  # To JSON, 3.0 and 3 are the same number.
    if not isinstance(value, int) or isinstance(value, bool):
        raise RecordError(f"{field.name} must be a whole number, not {value!r}")
    if abs(value) > MOST:
        raise RecordError(f"{field.name} is out of all reason: {value}")
    return value


def _read_player(setup: Setup, field: FieldInfo, value: Any) -> int:
    """Whether so many play, the rules say."""
    player = _read_int(setup, field, value)
    if player < 0:
        raise RecordError(f"there is no player {player}")
    return player


def _read_bool(setup: Setup, field: FieldInfo, value: Any) -> bool:
    if not isinstance(value, bool):
        raise RecordError(f"{field.name} must be true or false, not {value!r}")
    return value


def _read_numbers(setup: Setup, field: FieldInfo, value: Any) -> tuple[int, ...]:
    if not isinstance(value, list):
        raise RecordError(f"{field.name} must be a list of numbers, not {value!r}")
    return tuple(_read_int(setup, field, number) for number in value)


def _read_holder(setup: Setup, field: FieldInfo, value: Any) -> int:
    if isinstance(value, str):
        raise RecordError(f"unknown company {value!r}")
    player = _read_int(setup, field, value)
    if not 0 <= player < setup.players:
        raise RecordError(f"there is no player {player}")
    return player


def _read_choice(setup: Setup, field: FieldInfo, value: Any) -> NoReturn:
    raise RecordError(f"unknown {field.name} {value!r}")


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
        places: Any = _read_spots(setup, route["stops"], STOPS_PER_HEX)
        routes.append(Route(train, places, _read_spots(setup, route["sides"], SIDES)))
    return tuple(routes)


def _read_spots(setup: Setup, values: list[Any], per_hex: int) -> tuple[int, ...]:
    """The numbers of places or sides, written as a hex and a number on it: "E19/1"."""
    numbers = _numbers_of_spots(setup, per_hex)
    try:
        return tuple(map(numbers.__getitem__, values))
    except (KeyError, TypeError):
        return tuple([_read_spot(setup, value, per_hex) for value in values])


def _read_spot(setup: Setup, value: Any, per_hex: int) -> int:
    """A place or side that has another form than we write, or none."""
    hex, _, number = value.partition("/") if isinstance(value, str) else ("", "", "")
    if not (number.isascii() and number.isdigit() and int(number) < per_hex):
        raise RecordError(f"a place on the board looks like E19/0, not {value!r}")
    return find(setup.hex_index, hex, "hex") * per_hex + int(number)


Reader = Callable[[Setup, FieldInfo, Any], Any]
_READERS: Final[dict[Kind, Reader]] = {
    Kind.NUMBER: _read_int,
    Kind.FLAG: _read_bool,
    Kind.PLAYER: _read_player,
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
