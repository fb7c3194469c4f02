"""State as plain data and back: what lets a game go on without replaying it."""

from dataclasses import fields
from typing import Any, Final

from goldenspike.core.state import State
from goldenspike.core.title import Setup
from goldenspike.record.errors import RecordError

_CACHES: Final = ("networks",)
_FIELDS: Final = tuple(
    (field.name, field.type.__name__ if isinstance(field.type, type) and field.type in (int, bool) else str(field.type))
    for field in fields(State)
    if field.name not in _CACHES
)
"""Name and kind of every field that is saved."""

Snapshot = dict[str, Any]


def take_snapshot(s: State) -> Snapshot:
    return {name: getattr(s, name) for name, _ in _FIELDS}


def restore(setup: Setup, snapshot: Snapshot, model: State) -> State:
    """The state of a snapshot; `model` is any state of the same setup, against which sizes and kinds are checked."""
    values: dict[str, Any] = {}
    for name, kind in _FIELDS:
        if name not in snapshot:
            raise RecordError(f"{name} is missing", "$.snapshot.state")
        try:
            values[name] = _convert(kind, snapshot[name])
        except (TypeError, ValueError):
            raise RecordError(f"{name} must be {kind}", "$.snapshot.state") from None
        if kind.startswith("list") and len(values[name]) != len(getattr(model, name)):
            raise RecordError(f"{name} has the wrong length", "$.snapshot.state")
    return State(**values)


def _convert(kind: str, value: Any) -> Any:
    """A value of the kind that the state's field has: ints, bools, lists of them, or tuples."""
    if kind in ("int", "bool"):
        return _whole(value, kind)
    if not isinstance(value, list | tuple):
        raise TypeError
    if kind.startswith("list"):
        inner = kind[5:-1]
        if any(type(each) is not (bool if inner == "bool" else int) for each in value):
            raise TypeError
        return list(value)
    return tuple(
        tuple(_whole(each, "int") for each in item) if isinstance(item, list | tuple) else _whole(item, "int")
        for item in value
    )


def _whole(value: Any, kind: str) -> Any:
    if type(value) is not (bool if kind == "bool" else int):
        raise TypeError
    return value
