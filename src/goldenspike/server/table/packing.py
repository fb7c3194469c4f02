"""The stored form of moves: actions and events as JSON tagged with class names, states packed."""

import zlib
from dataclasses import fields
from typing import Any, get_args

import msgspec

from goldenspike.core.actions import Action
from goldenspike.core.events import Event
from goldenspike.core.opening import opening_state
from goldenspike.core.state import State
from goldenspike.core.title import Setup
from goldenspike.record.snapshot import restore, take_snapshot
from goldenspike.record.wire import from_wire, to_wire

_EVENTS: dict[str, type] = {kind.__name__: kind for kind in get_args(Event)}


def pack_state(s: State) -> bytes:
    return zlib.compress(msgspec.json.encode(take_snapshot(s)), 1)


def unpack_state(setup: Setup, packed: bytes) -> State:
    return restore(msgspec.json.decode(zlib.decompress(packed)), opening_state(setup))


def pack_action(setup: Setup, action: Action) -> str:
    return msgspec.json.encode(to_wire(setup, action)).decode()


def unpack_action(setup: Setup, packed: str) -> Action:
    return from_wire(setup, msgspec.json.decode(packed))


def _event_to_stored(event: Event) -> dict[str, Any]:
    return {"is": type(event).__name__, **{field.name: getattr(event, field.name) for field in fields(event)}}


def pack_events(events: list[Event]) -> str:
    return msgspec.json.encode([_event_to_stored(event) for event in events]).decode()


def unpack_events(packed: str) -> list[Event]:
    """Skip events of kinds that no longer exist: this shortens the log but does not affect the game."""
    found: list[Event] = []
    for wire in msgspec.json.decode(packed):
        kind = _EVENTS.get(wire.pop("is"))
        if kind is not None:
            found.append(msgspec.convert(wire, kind))
    return found
