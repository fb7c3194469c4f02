"""Positions for commands: the start of a title, or a record after some of its actions."""

from collections.abc import Sequence
from pathlib import Path

from goldenspike.cli.arguments import line_of, parse_options
from goldenspike.cli.output import BadInput
from goldenspike.core.state import State
from goldenspike.core.title import Setup
from goldenspike.record.errors import RecordError
from goldenspike.record.native import Record, is_record, read_record, replay
from goldenspike.titles.catalogue import BadSetup, find_version, make


def opening(title: str, version: str | None, options: Sequence[str] = ()) -> tuple[Setup, State | None]:
    """A title without a game, with the options of a table."""
    requested = parse_options(options)
    try:
        found = find_version(title, version)
        return make(title, found.name, found.players[0], requested), None
    except BadSetup as error:
        raise BadInput(line_of(error)) from error


def position_of(title: str, version: str | None, file: Path, ply: int | None) -> tuple[Setup, State]:
    """A record of this title after `ply` actions, or after all of them."""
    record = read_file(file)
    opening(title, version)
    if record.title != title or (version is not None and record.version != version):
        asked = f"{title} {version or ''}".strip()
        raise BadInput(f"{file}: is a game of {record.title} {record.version}, not of {asked}")
    if ply is not None and not 0 <= ply <= len(record.actions):
        raise BadInput(f"{file}: has {len(record.actions)} actions, there is no position after {ply}")
    record.actions = record.actions[:ply]
    record.snapshot = None
    try:
        game = replay(record)
    except RecordError as error:
        raise BadInput(f"{file}: {error}") from error
    return game.setup, game.state


def read_file(file: Path) -> Record:
    try:
        data = file.read_bytes()
        if not is_record(data):
            raise BadInput(
                f"{file}: is not a record; export one from the web application, which also imports games of 18xx.games"
            )
        return read_record(data)
    except OSError as error:
        raise BadInput(f"{file}: {error.strerror or 'cannot be read'}") from error
    except RecordError as error:
        raise BadInput(f"{file}: {error}") from error
