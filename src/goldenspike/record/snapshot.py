"""Snapshots: the state as plain data and back, so that a game resumes without being replayed.

msgspec checks and converts the data. The types come from the opening state of the same setup, because compiled classes do not
keep the element types of their fields.
"""

from dataclasses import astuple, fields
from functools import cache, reduce
from operator import or_
from types import GenericAlias
from typing import Any, Final

import msgspec

from goldenspike.core.interrupts import (
    CityNeeded,
    DebtDue,
    DiscardNeeded,
    GroupNeeded,
    HomeNeeded,
    Interrupt,
    ParPriceNeeded,
    PrivateOffered,
    RevenueDrawNeeded,
    TokenDrawNeeded,
    TrainOffered,
)
from goldenspike.core.state import State
from goldenspike.record.errors import RecordError

_CACHES: Final = ("networks",)
_FIELDS: Final = tuple(field.name for field in fields(State) if field.name not in _CACHES)
"""Every field that is saved."""

LATER_FIELDS: frozenset[str] = frozenset({"contested", "idle_rounds", "declared_stations", "declared_routes"})
"""Fields added after the first snapshots, which lack them; they get the value of the opening. A new field of State must be listed
here, so that games saved before still open."""

RENAMED: Final = {"power_tile_laid": "dh_tile", "drawn_this_turn": "fresh"}
"""Fields by their current names, and their names in older snapshots."""

_INTERRUPTS: Final[dict[int, type[Interrupt]]] = {
    0: ParPriceNeeded,
    1: DiscardNeeded,
    2: CityNeeded,
    3: PrivateOffered,
    4: TrainOffered,
    5: HomeNeeded,
    6: GroupNeeded,
    7: TokenDrawNeeded,
    8: RevenueDrawNeeded,
    100: DebtDue,
}
"""Interrupts by their number in snapshots, where each is a list: the number, then its fields. Numbers never change."""
_NUMBERS: Final = {kind: number for number, kind in _INTERRUPTS.items()}
_SAVED_INTERRUPTS: Final[dict[type, type[Interrupt]]] = {
    msgspec.defstruct(
        kind.__name__, [(field.name, int) for field in fields(kind)], tag=number, array_like=True, forbid_unknown_fields=True
    ): kind
    for number, kind in _INTERRUPTS.items()
}

Snapshot = dict[str, Any]


def take_snapshot(s: State) -> Snapshot:
    snapshot = {name: getattr(s, name) for name in _FIELDS}
    snapshot["pending"] = [(_NUMBERS[type(asked)], *astuple(asked)) for asked in s.pending]
    return snapshot


def restore(snapshot: Snapshot, model: State) -> State:
    """The state of a snapshot; `model` is the opening of the same setup, which has the right types and lengths."""
    opening = [getattr(model, name) for name in _FIELDS]
    kind = _saved_state(tuple([_type_of(value) for value in opening]), LATER_FIELDS)
    renamed = {name: snapshot[old] for name, old in RENAMED.items() if old in snapshot}
    try:
        saved = msgspec.convert({**renamed, **snapshot}, kind)
    except msgspec.ValidationError as error:
        message, _, path = str(error).partition(" - at `$")
        raise RecordError(message, f"$.snapshot.state{path.rstrip('`')}") from None
    values = msgspec.structs.asdict(saved)
    for name, value in zip(_FIELDS, opening, strict=True):
        if values[name] is msgspec.UNSET:
            values[name] = value
        elif isinstance(value, list) and len(values[name]) != len(value):
            raise RecordError(f"Expected {len(value)} items, got {len(values[name])}", f"$.snapshot.state.{name}")
    values["pending"] = tuple([_SAVED_INTERRUPTS[type(asked)](*msgspec.structs.astuple(asked)) for asked in saved.pending])
    return State(**values)


@cache
def _saved_state(types: tuple[Any, ...], later: frozenset[str]) -> Any:
    """The fields of a snapshot as a Struct, those added later with a default."""
    typed = dict(zip(_FIELDS, types, strict=True))
    typed["pending"] = GenericAlias(tuple, (reduce(or_, _SAVED_INTERRUPTS), ...))
    required = [(name, kind) for name, kind in typed.items() if name not in later]
    added = [(name, kind | msgspec.UnsetType, msgspec.UNSET) for name, kind in typed.items() if name in later]
    return msgspec.defstruct("SavedState", [*required, *added])


def _type_of(value: Any) -> Any:
    """The type of a field, given its value in the opening."""
    if isinstance(value, list):
        return list[bool] if value and isinstance(value[0], bool) else list[int]
    if isinstance(value, tuple):
        return tuple[int | tuple[int, ...], ...]
    return bool if isinstance(value, bool) else int
