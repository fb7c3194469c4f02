"""What the fields of actions and events hold, read from their types.

The wire format, the check that an action names only what exists, and the facts of sentences are derived from this: a new
action or event is declared once.
"""

from dataclasses import MISSING, dataclass, fields
from enum import IntEnum
from typing import Any, Final

from goldenspike.core.ids import Company, Hex, Holder, Player, Private, Tile, Train


class Kind(IntEnum):
    """What a field holds."""

    NUMBER = 0
    """A plain number; its name says whether it is money."""
    FLAG = 1
    CHOICE = 2
    """A member of an enumeration."""
    PLAYER = 3
    COMPANY = 4
    PRIVATE = 5
    TRAIN = 6
    TILE = 7
    HEX = 8
    HOLDER = 9
    PLAYERS = 10
    PRIVATES = 11
    PLACES = 12
    ROUTES = 13
    AMOUNTS = 14


_BY_TYPE: Final[dict[object, Kind]] = {
    int: Kind.NUMBER,
    bool: Kind.FLAG,
    Player: Kind.PLAYER,
    Company: Kind.COMPANY,
    Private: Kind.PRIVATE,
    Train: Kind.TRAIN,
    Tile: Kind.TILE,
    Hex: Kind.HEX,
    Holder: Kind.HOLDER,
}
_BY_NAME: Final = {
    "seats": Kind.PLAYERS,
    "privates": Kind.PRIVATES,
    "places": Kind.PLACES,
    "routes": Kind.ROUTES,
    "earned": Kind.AMOUNTS,
}
"""Fields with several values, by name: compiled classes do not keep the element types of tuples."""


@dataclass(frozen=True, slots=True)
class FieldInfo:
    """One field of an action or event."""

    name: str
    kind: Kind
    type: Any
    is_optional: bool
    default: Any


_known: Final[dict[type, tuple[FieldInfo, ...]]] = {}


def fields_of(kind: type) -> tuple[FieldInfo, ...]:
    """The fields of a class of actions or events, in the order in which they are declared."""
    found = _known.get(kind)
    if found is None:
        found = _known[kind] = tuple([_describe(kind, field) for field in fields(kind)])
    return found


def _describe(kind: type, field: Any) -> FieldInfo:
    has_default = field.default is not MISSING
    return FieldInfo(field.name, _kind_of(kind, field), field.type, has_default, field.default if has_default else None)


def _kind_of(kind: type, field: Any) -> Kind:
    by_name = _BY_NAME.get(field.name)
    if by_name is not None:
        return by_name
    if isinstance(field.type, type) and issubclass(field.type, IntEnum):
        return Kind.CHOICE
    by_type = _BY_TYPE.get(field.type)
    if by_type is None:
        raise TypeError(f"{kind.__name__}.{field.name}: nothing is known of {field.type}")
    return by_type
