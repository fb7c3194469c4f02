"""Actions as plain data with names: the form in which they are saved and sent.

`{"do": "LayTile", "player": 0, "company": "PRR", "hex": "H10", "tile": "57", "rotation": 1}`. Each action is described by
the kinds of its fields, so a new action needs one line here.
"""

from collections.abc import Callable, Mapping
from typing import Any, Final, TypeVar

from goldenspike.core import actions
from goldenspike.core.actions import Action, Payout, Route
from goldenspike.core.holders import BANK, FIRST_COMPANY, POOL, is_company
from goldenspike.core.ids import NONE, Company, Hex, Holder, Place, Tile
from goldenspike.core.state import hex_of_place, place_of
from goldenspike.core.tiles import STOPS_PER_HEX
from goldenspike.core.title import Setup
from goldenspike.record.errors import RecordError

Wire = dict[str, Any]
Index = TypeVar("Index", bound=int)

FIELDS: Final[dict[type, tuple[tuple[str, str], ...]]] = {
    actions.DrawSeats: (("seats", "seats"),),
    actions.Pass: (("player", "int"),),
    actions.BuyFromBank: (("player", "int"), ("private", "private")),
    actions.Bid: (("player", "int"), ("private", "private"), ("amount", "int")),
    actions.DealPrivates: (("privates", "seats"),),
    actions.DrawToken: (("kind", "int"),),
    actions.DrawRevenue: (("number", "int"),),
    actions.BuyLicence: (("player", "int"), ("company", "company")),
    actions.BidForChoice: (("player", "int"), ("amount", "int")),
    actions.ChooseGroup: (("player", "int"), ("group", "int")),
    actions.ChooseLoan: (("player", "int"), ("company", "company")),
    actions.WithdrawBid: (("player", "int"), ("private", "private")),
    actions.ClosePrivate: (("player", "int"), ("private", "private")),
    actions.Redeem: (("player", "int"), ("company", "company"), ("notes", "int")),
    actions.SetPar: (("player", "int"), ("company", "company"), ("price", "int")),
    actions.StartCompany: (("player", "int"), ("company", "company"), ("price", "int")),
    actions.BuyShare: (
        ("player", "int"),
        ("company", "company"),
        ("source", "holder"),
        ("count", "int"),
        ("double", "bool"),
    ),
    actions.SellShares: (("player", "int"), ("company", "company"), ("count", "int"), ("double", "bool")),
    actions.ExchangePrivate: (("player", "int"), ("private", "private"), ("source", "holder")),
    actions.BuyPrivate: (("player", "int"), ("buyer", "holder"), ("private", "private"), ("price", "int")),
    actions.SellPrivate: (("player", "int"), ("private", "private"), ("buyer", "int"), ("price", "int")),
    actions.Accept: (("player", "int"),),
    actions.Decline: (("player", "int"),),
    actions.Withdraw: (("player", "int"),),
    actions.ChooseHome: (("player", "int"), ("company", "company"), ("hex", "hex"), ("stop", "int")),
    actions.ChooseCity: (("player", "int"), ("company", "company"), ("hex", "hex"), ("stop", "int")),
    actions.LayTile: (
        ("player", "int"),
        ("company", "company"),
        ("hex", "hex"),
        ("tile", "tile"),
        ("rotation", "int"),
        ("private", "private?"),
    ),
    actions.PlaceToken: (
        ("player", "int"),
        ("company", "company"),
        ("hex", "hex"),
        ("stop", "int"),
        ("private", "private?"),
    ),
    actions.ContestRun: (("player", "int"), ("company", "company")),
    actions.RunTrains: (("player", "int"), ("company", "company"), ("routes", "routes")),
    actions.PayDividend: (("player", "int"), ("company", "company"), ("payout", "payout")),
    actions.BuyTrain: (
        ("player", "int"),
        ("company", "company"),
        ("train", "train"),
        ("source", "holder"),
        ("price", "int"),
        ("trade_in", "train?"),
    ),
    actions.DiscardTrain: (("player", "int"), ("company", "company"), ("train", "train")),
    actions.DeclareBankruptcy: (("player", "int"),),
}

KINDS: Final[dict[str, type]] = {kind.__name__: kind for kind in FIELDS}

_DEFAULTS: Final[dict[str, Any]] = {"count": 1, "double": False, "private": NONE, "trade_in": NONE, "routes": None}
"""Fields that are left out when they have their usual value."""


def to_wire(setup: Setup, action: Action) -> Wire:
    wire: Wire = {"do": type(action).__name__}
    for name, kind in FIELDS[type(action)]:
        value = getattr(action, name)
        if name in _DEFAULTS and value == _DEFAULTS[name]:
            continue
        wire[name] = _WRITERS[kind](setup, value)
    return wire


def from_wire(setup: Setup, wire: Wire) -> Action:
    """The action that plain data describe; RecordError if they make no sense."""
    name_of_kind = wire.get("do")
    kind = KINDS.get(name_of_kind) if isinstance(name_of_kind, str) else None
    if kind is None:
        raise RecordError(f"unknown action {name_of_kind!r}")
    values: dict[str, Any] = {}
    fields = FIELDS[kind]
    for name, field in fields:
        if name in wire:
            values[name] = _READERS[field](setup, name, wire[name])
        elif name in _DEFAULTS and field not in ("private", "train"):
            values[name] = _DEFAULTS[name]
        else:
            raise RecordError(f"{kind.__name__} needs {name!r}")
    if len(wire) > 1 + len(values) or any(name != "do" and name not in values for name in wire):
        extra = sorted(set(wire) - set(values) - {"do"})
        raise RecordError(f"{kind.__name__} has no {extra[0]!r}")
    action: Action = kind(**values)
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


def _write_routes(setup: Setup, routes: tuple[Route, ...]) -> list[Wire]:
    return [
        {
            "train": setup.title.trains[route.train].id,
            "stops": [write_place(setup, place) for place in route.places],
            "sides": [f"{setup.title.hexes[border // 6].id}/{border % 6}" for border in route.borders],
        }
        for route in routes
    ]


def write_place(setup: Setup, place: Place) -> str:
    return f"{setup.title.hexes[hex_of_place(place)].id}/{place % STOPS_PER_HEX}"


def _write_same(setup: Setup, value: Any) -> Any:
    return value


_WRITERS: Final[dict[str, Callable[[Setup, Any], Any]]] = {
    "int": _write_same,
    "bool": _write_same,
    "seats": lambda setup, seats: list(seats),
    "private": lambda setup, number: setup.title.privates[number].id,
    "private?": lambda setup, number: setup.title.privates[number].id,
    "company": lambda setup, number: setup.title.companies[number].id,
    "hex": lambda setup, number: setup.title.hexes[number].id,
    "tile": lambda setup, number: setup.title.tiles[number].old or setup.title.tiles[number].id,
    "train": lambda setup, number: setup.title.trains[number].id,
    "train?": lambda setup, number: setup.title.trains[number].id,
    "holder": write_holder,
    "routes": _write_routes,
    "payout": lambda setup, payout: payout.name.lower(),
}


# --- reading


def find(table: Mapping[str, Index], name: Any, what: str) -> Index:
    """The number of a name, or a RecordError that says what is unknown."""
    number = table.get(name) if isinstance(name, str) else None
    if number is None:
        raise RecordError(f"unknown {what} {name!r}")
    return number


def read_company(setup: Setup, name: Any) -> Company:
    """A company by its name or by the symbol that other programs use for it."""
    return find(setup.company_index, name, "company")


def read_tile(setup: Setup, name: Any) -> Tile:
    """A tile by its old number or its id."""
    return find(setup.tile_index, name, "tile")


def _read_int(setup: Setup, name: str, value: Any) -> int:
    if not isinstance(value, int) or isinstance(value, bool):
        raise RecordError(f"{name} must be a whole number, not {value!r}")
    if abs(value) > 10**9:
        raise RecordError(f"{name} is out of all reason: {value}")
    return value


def _read_bool(setup: Setup, name: str, value: Any) -> bool:
    if not isinstance(value, bool):
        raise RecordError(f"{name} must be true or false, not {value!r}")
    return value


def _read_seats(setup: Setup, name: str, value: Any) -> tuple[int, ...]:
    if not isinstance(value, list):
        raise RecordError(f"{name} must be a list of players, not {value!r}")
    return tuple(_read_int(setup, name, player) for player in value)


def _read_holder(setup: Setup, name: str, value: Any) -> int:
    if value == "bank":
        return BANK
    if value == "pool":
        return POOL
    if isinstance(value, str):
        return FIRST_COMPANY + read_company(setup, value)
    player = _read_int(setup, name, value)
    if not 0 <= player < setup.players:
        raise RecordError(f"there is no player {player}")
    return player


def _read_payout(setup: Setup, name: str, value: Any) -> Payout:
    for payout in Payout:
        if value == payout.name.lower():
            return payout
    raise RecordError(f"unknown payout {value!r}")


def _read_routes(setup: Setup, name: str, value: Any) -> tuple[Route, ...]:
    if not isinstance(value, list):
        raise RecordError(f"{name} must be a list, not {value!r}")
    routes: list[Route] = []
    for route in value:
        if not isinstance(route, dict) or not isinstance(route.get("stops"), list):
            raise RecordError(f"a route needs a train, stops and sides, not {route!r}")
        if not isinstance(route.get("sides"), list):
            raise RecordError("a route needs a list of sides")
        train = find(setup.train_index, route.get("train"), "train")
        places = tuple(place_of(*_read_spot(setup, stop, STOPS_PER_HEX)) for stop in route["stops"])
        borders = tuple(hex * 6 + side for hex, side in (_read_spot(setup, side, 6) for side in route["sides"]))
        routes.append(Route(train, places, borders))
    return tuple(routes)


def _read_spot(setup: Setup, value: Any, most: int) -> tuple[Hex, int]:
    """A hex and a number on it, written "E19/1"."""
    hex, _, number = value.partition("/") if isinstance(value, str) else ("", "", "")
    if not (number.isascii() and number.isdigit() and int(number) < most):
        raise RecordError(f"a place on the board looks like E19/0, not {value!r}")
    return find(setup.hex_index, hex, "hex"), int(number)


_READERS: Final[dict[str, Callable[[Setup, str, Any], Any]]] = {
    "int": _read_int,
    "bool": _read_bool,
    "seats": _read_seats,
    "private": lambda setup, name, value: find(setup.private_index, value, "private company"),
    "private?": lambda setup, name, value: find(setup.private_index, value, "private company"),
    "company": lambda setup, name, value: read_company(setup, value),
    "hex": lambda setup, name, value: find(setup.hex_index, value, "hex"),
    "tile": lambda setup, name, value: read_tile(setup, value),
    "train": lambda setup, name, value: find(setup.train_index, value, "train"),
    "train?": lambda setup, name, value: find(setup.train_index, value, "train"),
    "holder": _read_holder,
    "routes": _read_routes,
    "payout": _read_payout,
}
