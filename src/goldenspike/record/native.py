"""The project's own save format: versioned JSON, written and read with msgspec.

How it evolves: new fields get defaults, no field changes its meaning, and the format number rises only when an old reader
would misinterpret a file.
"""

from collections.abc import Callable, Iterator
from dataclasses import fields
from functools import lru_cache
from typing import Any, Final, TypeVar

import msgspec

from goldenspike.core.actions import Action, Route
from goldenspike.core.game import Game
from goldenspike.core.opening import opening_state
from goldenspike.core.reasons import IllegalAction
from goldenspike.core.switches import value_name
from goldenspike.core.title import Setup
from goldenspike.record.errors import RecordError
from goldenspike.record.old_options import current_options
from goldenspike.record.snapshot import restore, take_snapshot
from goldenspike.record.wire import Wire, from_wire, read_routes, to_wire, write_routes
from goldenspike.titles.catalogue import BadSetup, make

FORMAT: Final = 1


class SavedState(msgspec.Struct):
    """The state after `ply` actions."""

    ply: int
    state: dict[str, Any]


class Note(msgspec.Struct):
    """What people have to say about a game after `ply` actions, such as why moves were taken back."""

    ply: int
    text: str


class SavedRun(msgspec.Struct):
    """The best run that the engine found for action number `ply`, so that a replay need not search for it again."""

    ply: int
    routes: msgspec.Raw
    """Their JSON as it is: it is read only by a replay."""


class Header(msgspec.Struct, omit_defaults=True):
    """What every record begins with."""

    format: int
    title: str
    version: str
    players: list[str]
    options: dict[str, str] = {}
    """Options that equal the version's defaults may be omitted."""


class Record(Header, omit_defaults=True):
    """A game that can be replayed: its setup and all actions."""

    actions: list[dict[str, Any]] = []
    snapshot: SavedState | None = None
    notes: list[Note] = []
    runs: list[SavedRun] = []


class SavedGame(Header):
    """A record whose actions are left as JSON: a game that resumes from its snapshot need not read them."""

    actions: list[msgspec.Raw] = []
    snapshot: SavedState | None = None
    runs: list[SavedRun] = []


Read = TypeVar("Read", bound=Header)
Decoded = TypeVar("Decoded")


def options_of(setup: Setup) -> dict[str, str]:
    """All options of a game by name."""
    return _options_of(setup).copy()


@lru_cache(maxsize=64)
def _options_of(setup: Setup) -> dict[str, str]:
    return {field.name: value_name(getattr(setup.options, field.name)) for field in fields(setup.options)}


def make_record(game: Game, players: list[str]) -> Record:
    setup = game.setup
    return Record(
        FORMAT,
        setup.title.name,
        setup.title.version,
        players,
        options_of(setup),
        [to_wire(setup, action) for action in game.actions],
        SavedState(game.ply, take_snapshot(game.state)),
        runs=[SavedRun(ply + 1, _write_run(setup, routes)) for ply, routes in game.runs.items()],
    )


@lru_cache(maxsize=1024)
def _write_run(setup: Setup, routes: tuple[Route, ...]) -> msgspec.Raw:
    """Railroads often make the same run again, and a game is saved many times."""
    return msgspec.Raw(msgspec.json.encode(write_routes(setup, routes)))


def dump(game: Game, players: list[str] | None = None) -> bytes:
    """A game as the bytes of its record."""
    names = players or [f"Player {number + 1}" for number in game.setup.all_players]
    return msgspec.json.encode(make_record(game, names))


class _Mark(msgspec.Struct):
    format: int | None = None


def is_record(data: bytes) -> bool:
    """Whether a JSON file says that it is a record of ours, as exports of 18xx.games do not."""
    return _decode(data, _Mark).format is not None


def read_record(data: bytes) -> Record:
    """Decode a record and check its form."""
    return _checked(_decode(data, Record))


def _checked(record: Read) -> Read:
    if record.format != FORMAT:
        raise RecordError(f"format {record.format} is unknown, this program reads format {FORMAT}", "$.format")
    return record


def _decode(data: bytes | msgspec.Raw, kind: type[Decoded], path: str = "") -> Decoded:
    try:
        return msgspec.json.decode(data, type=kind)
    except msgspec.DecodeError as error:
        raise RecordError(str(error), path) from None
    except (RecursionError, UnicodeDecodeError):
        raise RecordError("not a readable JSON file", path) from None


def setup_of(record: Header) -> Setup:
    try:
        return make(record.title, record.version, len(record.players), current_options(record.options))
    except BadSetup as error:
        raise RecordError(str(error), "$") from None


def load(data: bytes) -> Game:
    """The game of a record, resumed from its snapshot if it has one, otherwise replayed."""
    saved = _checked(_decode(data, SavedGame))
    if saved.snapshot is None:
        return replay(read_record(data))
    setup = setup_of(saved)
    return _resume(setup, saved.snapshot, len(saved.actions), saved.runs, lambda: _read_saved(setup, saved.actions))


def load_record(record: Record) -> Game:
    if record.snapshot is None:
        return replay(record)
    setup = setup_of(record)
    wires = record.actions
    return _resume(setup, record.snapshot, len(wires), record.runs, lambda: read_actions(setup, wires))


def _resume(
    setup: Setup, snapshot: SavedState, plies: int, runs: list[SavedRun], read_earlier: Callable[[], list[Action]]
) -> Game:
    if snapshot.ply != plies:
        raise RecordError(f"stands after {snapshot.ply} of {plies} actions", "$.snapshot.ply")
    state = restore(snapshot.state, opening_state(setup))
    return Game.resume(setup, state, plies, read_earlier, lambda: read_runs(setup, runs))


def _read_saved(setup: Setup, actions: list[msgspec.Raw]) -> list[Action]:
    return read_actions(setup, [_decode(action, Wire, f"action {number + 1}") for number, action in enumerate(actions)])


def read_actions(setup: Setup, wires: list[Wire]) -> list[Action]:
    return [read_action(setup, wire, number) for number, wire in enumerate(wires)]


def read_runs(setup: Setup, runs: list[SavedRun]) -> dict[int, tuple[Route, ...]]:
    """The best runs of a record, by the ply of the action."""
    found: dict[int, tuple[Route, ...]] = {}
    for run in runs:
        try:
            found[run.ply - 1] = read_routes(setup, _decode(run.routes, list[Any]))
        except RecordError as error:
            raise RecordError(error.message, f"run of action {run.ply}") from None
    return found


def replay(record: Record) -> Game:
    """Replay a record from its first action, with every rule checked; its `runs` are checked, but not whether they are best."""
    game = Game(setup_of(record))
    for _ in _replayed(game, record):
        pass
    return game


def replay_steps(record: Record) -> Iterator[Game]:
    """The game of a record before its first action and after each of them, with every rule checked."""
    game = Game(setup_of(record))
    yield game
    for _ in _replayed(game, record):
        yield game


def _replayed(game: Game, record: Record) -> Iterator[Action]:
    """Push the actions of a record, which are all read first: changing between the two costs a tenth of a replay."""
    runs = read_runs(game.setup, record.runs)
    for number, action in enumerate(read_actions(game.setup, record.actions)):
        try:
            game.push_recorded(action, runs.get(number))
        except IllegalAction as error:
            raise RecordError(str(error), f"action {number + 1} ({type(action).__name__})") from error
        yield action


def read_action(setup: Setup, wire: Wire, number: int) -> Action:
    try:
        return from_wire(setup, wire)
    except RecordError as error:
        raise RecordError(error.message, f"action {number + 1} ({wire.get('do')})") from None
