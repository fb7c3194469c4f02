"""Export and import of records."""

import contextlib
from dataclasses import replace
from typing import Any

import msgspec
from sqlalchemy import select

from goldenspike.core.actions import Action
from goldenspike.core.game import Game, player_of
from goldenspike.core.ids import by_player
from goldenspike.core.reasons import IllegalAction
from goldenspike.core.title import Setup
from goldenspike.protocol.messages import SeatKind, Status
from goldenspike.record.errors import RecordError
from goldenspike.record.games18xx import Importer, read_export
from goldenspike.record.native import FORMAT, Note, Record, SavedState, is_record, read_actions, read_record, setup_of
from goldenspike.record.snapshot import take_snapshot
from goldenspike.record.wire import Wire
from goldenspike.server.accounts.people import Person
from goldenspike.server.names import clean_name, distinct_name
from goldenspike.server.offload import offload_timed
from goldenspike.server.problems import Problem
from goldenspike.server.security import Limits
from goldenspike.server.storage.database import Querying
from goldenspike.server.storage.schema import EntryRow, SeatRow
from goldenspike.server.storage.tokens import new_id, now
from goldenspike.server.table.changes import add_entry, move_values, pack_moves
from goldenspike.server.table.keeping import one_line
from goldenspike.server.table.live_table import AppliedMove, Seat
from goldenspike.server.table.live_tables import actions_until, read_row
from goldenspike.server.table.seating import Seating
from goldenspike.server.table.service import Tables
from goldenspike.view import has_secrets

MOST_BYTES = 2_000_000
MOST_ACTIONS = 4_000
"""Four times the longest games."""
MOST_NOTES = 200


async def read_wires(connection: Querying, table_id: str, ply: int) -> list[Wire]:
    """The actions of a game; unreadable ones are left out."""
    found = await connection.execute(actions_until(table_id, ply))
    wires: list[Wire] = []
    for row in found:
        with contextlib.suppress(msgspec.DecodeError):
            wires.append(msgspec.json.decode(row.action, type=Wire))
    return wires


async def read_notes(connection: Querying, table_id: str, ply: int) -> list[Note]:
    """The reasons that were given for undoing moves and for corrections."""
    found = await connection.execute(
        select(EntryRow.ply, EntryRow.text)
        .where(EntryRow.table_id == table_id, EntryRow.kind == "reason")
        .order_by(EntryRow.id)
        .limit(MOST_NOTES)
    )
    return [Note(min(row.ply, ply), row.text) for row in found]


class Records:
    def __init__(self, tables: Tables, seating: Seating, limits: Limits) -> None:
        self._tables = tables
        self._limits = limits
        self._seating = seating

    async def export(self, person: Person | None, table_id: str) -> Record:
        """The record of a game. It reveals everything: while money is hidden a lone player may export it, others by agreement."""
        try:
            table = await self._tables.live.get(table_id)
        except Problem as problem:
            if problem.code != "damaged_table":
                raise
            return await self._export_damaged(person, table_id)
        alone = person is not None and table.is_one_screen(person)
        if has_secrets(table.setup, table.state) and not alone and not table.may_take_along(person):
            raise Problem(409, "secrets_until_the_end", paragraph="C-1.1")
        async with self._tables.database.read() as connection:
            actions = await read_wires(connection, table_id, table.ply)
            notes = await read_notes(connection, table_id, table.ply)
        title = table.setup.title
        names = [seat.name or f"Seat {seat.number + 1}" for seat in table.seats]
        snapshot = SavedState(table.ply, take_snapshot(table.state))
        return Record(FORMAT, title.name, title.version, names, table.options, actions, snapshot, notes)

    async def _export_damaged(self, person: Person | None, table_id: str) -> Record:
        """What is left of a game that cannot be opened, without a position; for its players, or for all if it is over."""
        async with self._tables.database.read() as connection:
            row = await read_row(connection, table_id)
            found = await connection.execute(
                select(SeatRow.name, SeatRow.user_id).where(SeatRow.table_id == table_id).order_by(SeatRow.number)
            )
            seats = found.all()
            actions = await read_wires(connection, table_id, row["ply"])
        players = {row["host_id"], *(seat.user_id for seat in seats)}
        if row["status"] != Status.OVER.value and (person is None or person.id not in players):
            raise Problem(409, "secrets_until_the_end", paragraph="C-1.1")
        names = [seat.name or f"Seat {number}" for number, seat in enumerate(seats, 1)]
        options = msgspec.json.decode(row["options"], type=dict[str, str])
        return Record(FORMAT, row["title"], row["version"], names, options, actions)

    async def import_(self, person: Person, data: bytes, address: str, name: str = "", kind: SeatKind = SeatKind.LOCAL) -> str:
        """Create a table from a record by replaying every action.

        All seats are on the importer's screen; or they are open, for the players to take by invitation.
        """
        self._limits.for_imports(person, address)
        await self._tables.quota.check_new_table(person.id)
        table_id = new_id()
        try:
            (game, moves, names, notes), seconds = await offload_timed(_replay, data, table_id, person.id)
        except RecordError as error:
            raise Problem(422, "bad_record", message=str(error)) from None
        self._limits.charge(address, seconds)
        await self._tables.quota.check_new_table(person.id, len(moves))
        seats: list[Seat] = []
        for number, player in by_player(names):
            shown = distinct_name(clean_name(player) or f"{number + 1}", tuple(seat.name for seat in seats))
            seats.append(Seat(number, kind, None, shown, ""))
        moves += pack_moves(table_id, game.setup, self._tables.draw(game), person.id, now(), len(moves) + 1)
        status = Status.OVER if game.is_over else Status.RUNNING
        await self._seating.store(table_id, game, clean_name(name), person, tuple(seats), moves, status, False)
        table = await self._tables.live.get(table_id)
        async with self._tables.database.write() as connection:
            for note in notes[:MOST_NOTES]:
                ply = min(max(note.ply, 0), table.ply)
                await add_entry(connection, replace(table, ply=ply), "reason", "", text=one_line(note.text))
        return table_id


def _replay(data: bytes, table_id: str, user_id: str) -> tuple[Game, list[dict[str, Any]], list[str], list[Note]]:
    """Replay a record or an 18xx.games export from its first action; the moves come as rows, which take less memory."""
    actions, setup, names, notes = _read_ours(data) if is_record(data) else _read_18xx(data)
    game = Game(setup)
    moves: list[dict[str, Any]] = []
    for number, action in enumerate(actions):
        try:
            events = game.push(action)
        except IllegalAction as error:
            raise RecordError(str(error), f"action {number + 1}") from None
        move = AppliedMove(action, player_of(action), events, game.state)
        moves.append(move_values(table_id, setup, number + 1, move, user_id, now()))
    return game, moves, names, notes


def _read_ours(data: bytes) -> tuple[list[Action], Setup, list[str], list[Note]]:
    record = read_record(data)
    if len(record.actions) > MOST_ACTIONS:
        raise RecordError(f"more than {MOST_ACTIONS} actions", "$.actions")
    setup = setup_of(record)
    return read_actions(setup, record.actions), setup, record.players, record.notes


def _read_18xx(data: bytes) -> tuple[list[Action], Setup, list[str], list[Note]]:
    export = read_export(data)
    if len(export.actions) > MOST_ACTIONS:
        raise RecordError(f"more than {MOST_ACTIONS} actions", "$.actions")
    importer = Importer(export)
    for _ in importer.run():
        pass
    return importer.game.actions, importer.setup, export.player_names, []
