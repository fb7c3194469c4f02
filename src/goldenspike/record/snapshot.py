"""State as plain data and back: what lets a game go on without replaying it."""

from dataclasses import astuple, fields
from typing import Any, Final

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
from goldenspike.core.title import Setup
from goldenspike.record.errors import RecordError

_CACHES: Final = ("networks",)
_FIELDS: Final = tuple(field.name for field in fields(State) if field.name not in _CACHES)
"""Every field that is saved."""

LATER_FIELDS: frozenset[str] = frozenset({"contested", "idle_rounds"})
"""Fields younger than the first snapshots, which lack them: there they have the value of the opening. Who adds a field to
State names it here, so that no running game is lost by an update."""

RENAMED: Final = {"power_tile_laid": "dh_tile", "drawn_this_turn": "fresh"}
"""Fields by today's names, and what they were called in older snapshots."""

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
"""Interrupts by their number in snapshots, where they are lists: the number, then the fields. Numbers never change."""
_NUMBERS: Final = {kind: number for number, kind in _INTERRUPTS.items()}

Snapshot = dict[str, Any]


def take_snapshot(s: State) -> Snapshot:
    snapshot = {name: getattr(s, name) for name in _FIELDS}
    snapshot["pending"] = [(_NUMBERS[type(asked)], *astuple(asked)) for asked in s.pending]
    return snapshot


def restore(setup: Setup, snapshot: Snapshot, model: State) -> State:
    """The state of a snapshot; `model` is the opening of the same setup, against which sizes and kinds are checked."""
    values: dict[str, Any] = {}
    for name in _FIELDS:
        pattern = getattr(model, name)
        saved = name if name in snapshot else RENAMED.get(name, name)
        if saved not in snapshot:
            if name not in LATER_FIELDS:
                raise RecordError(f"{name} is missing", "$.snapshot.state")
            values[name] = pattern
            continue
        try:
            values[name] = _read_interrupts(snapshot[saved]) if name == "pending" else _convert(pattern, snapshot[saved])
        except (TypeError, ValueError):
            raise RecordError(f"{name} must be {_kind(pattern)}", "$.snapshot.state") from None
        if isinstance(pattern, list) and len(values[name]) != len(pattern):
            raise RecordError(f"{name} has the wrong length", "$.snapshot.state")
    return State(**values)


def _read_interrupts(value: Any) -> tuple[Interrupt, ...]:
    found: list[Interrupt] = []
    for number, *facts in (_listed(each) for each in _listed(value)):
        kind = _INTERRUPTS.get(_whole(int, number))
        if kind is None:
            raise ValueError
        found.append(kind(*(_whole(int, fact) for fact in facts)))
    return tuple(found)


def _kind(pattern: Any) -> str:
    """What a value must be, for people."""
    if isinstance(pattern, list | tuple):
        return f"a list of {_kind(pattern[0]) if pattern else 'numbers'}"
    return "bool" if isinstance(pattern, bool) else "int"


def _convert(pattern: Any, value: Any) -> Any:
    """A value of the kind that the pattern has: int, bool, a list of either, or a tuple."""
    if isinstance(pattern, list):
        wanted = type(pattern[0]) if pattern else int
        return [_whole(wanted, each) for each in _listed(value)]
    if isinstance(pattern, tuple):
        return tuple(
            tuple(_whole(int, inner) for inner in each) if isinstance(each, list | tuple) else _whole(int, each)
            for each in _listed(value)
        )
    return _whole(bool if isinstance(pattern, bool) else int, value)


def _listed(value: Any) -> Any:
    if not isinstance(value, list | tuple):
        raise TypeError
    return value


def _whole(wanted: type, value: Any) -> Any:
    """The value itself if it is of the wanted kind; numbers of an enumeration come as plain ones."""
    if isinstance(value, bool) is not (wanted is bool) or not isinstance(value, int):
        raise TypeError
    return value
