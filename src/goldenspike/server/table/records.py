"""Export and import of records."""

import asyncio

import msgspec
from sqlalchemy import select

from goldenspike.core.actions import Action
from goldenspike.core.game import Game, player_of
from goldenspike.core.ids import by_player
from goldenspike.core.reasons import IllegalAction
from goldenspike.core.title import Setup
from goldenspike.record.errors import RecordError
from goldenspike.record.games18xx import Importer, read_export
from goldenspike.record.native import FORMAT, Record, SavedState, read_actions, read_record, setup_of
from goldenspike.record.snapshot import take_snapshot
from goldenspike.server.accounts.people import Person
from goldenspike.server.names import clean_name, distinct_name
from goldenspike.server.problems import Problem
from goldenspike.server.storage.schema import MoveRow
from goldenspike.server.storage.tokens import new_id
from goldenspike.server.table.live_table import AppliedMove, LiveTable, Seat, SeatKind, Status
from goldenspike.server.table.seating import Seating
from goldenspike.server.table.service import Tables
from goldenspike.view import has_secrets

MOST_ACTIONS = 20_000


class Records:
    def __init__(self, tables: Tables, seating: Seating) -> None:
        self._tables = tables
        self._seating = seating

    async def export(self, person: Person | None, table: LiveTable) -> Record:
        """The record of a game. It reveals everything, so while money is hidden only a lone player may export it."""
        alone = person is not None and table.is_one_screen(person)
        if has_secrets(table.setup, table.state) and not alone:
            raise Problem(409, "secrets_until_the_end", paragraph="C-1.1")
        async with self._tables.database.read() as connection:
            found = await connection.execute(
                select(MoveRow.action).where(MoveRow.table_id == table.id, MoveRow.ply <= table.ply).order_by(MoveRow.ply)
            )
            actions = [msgspec.json.decode(row.action) for row in found]
        title = table.setup.title
        names = [seat.name or f"Seat {seat.number + 1}" for seat in table.seats]
        snapshot = SavedState(table.ply, take_snapshot(table.state))
        return Record(FORMAT, title.name, title.version, names, table.options, actions, snapshot)

    async def import_(self, person: Person, data: bytes, name: str = "") -> str:
        """Create a table from a record by replaying every action; all seats are on the importer's screen."""
        try:
            game, done, names = await asyncio.to_thread(_replay, data)
        except RecordError as error:
            raise Problem(422, "bad_record", message=str(error)) from None
        seats: list[Seat] = []
        for number, player in by_player(names):
            shown = distinct_name(clean_name(player) or f"{number + 1}", tuple(seat.name for seat in seats))
            seats.append(Seat(number, SeatKind.LOCAL, None, shown, ""))
        table_id = new_id()
        done.extend(self._tables.draw(game))
        status = Status.OVER if game.is_over else Status.RUNNING
        await self._seating.store(table_id, game.setup, clean_name(name), person, tuple(seats), done, status, False)
        return table_id


def _replay(data: bytes) -> tuple[Game, list[AppliedMove], list[str]]:
    """Replay a record or an 18xx.games export from its first action."""
    actions, setup, names = _read_ours(data) if _is_ours(data) else _read_18xx(data)
    game = Game(setup)
    done: list[AppliedMove] = []
    for number, action in enumerate(actions):
        try:
            events = game.push(action)
        except IllegalAction as error:
            raise RecordError(str(error), f"action {number + 1}") from None
        done.append(AppliedMove(action, player_of(action), events, game.state))
    return game, done, names


class _Mark(msgspec.Struct):
    format: int | None = None


def _is_ours(data: bytes) -> bool:
    try:
        return msgspec.json.decode(data, type=_Mark).format is not None
    except (msgspec.DecodeError, RecursionError, UnicodeDecodeError):
        raise RecordError("not a readable JSON file") from None


def _read_ours(data: bytes) -> tuple[list[Action], Setup, list[str]]:
    record = read_record(data)
    if len(record.actions) > MOST_ACTIONS:
        raise RecordError(f"more than {MOST_ACTIONS} actions", "$.actions")
    setup = setup_of(record)
    return read_actions(setup, record.actions), setup, record.players


def _read_18xx(data: bytes) -> tuple[list[Action], Setup, list[str]]:
    export = read_export(data)
    if len(export.actions) > MOST_ACTIONS:
        raise RecordError(f"more than {MOST_ACTIONS} actions", "$.actions")
    importer = Importer(export)
    for _ in importer.run():
        pass
    return importer.game.actions, importer.setup, export.player_names
