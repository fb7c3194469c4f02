"""Copies of a position for trying: "play from here alone"."""

from dataclasses import replace
from enum import StrEnum

from sqlalchemy import select

from goldenspike.core.game import Game
from goldenspike.core.holders import CHANCE
from goldenspike.core.ids import Player
from goldenspike.protocol.messages import SeatKind, Status
from goldenspike.server.accounts.people import Person
from goldenspike.server.names import LONGEST_NAME, distinct_name
from goldenspike.server.problems import Problem
from goldenspike.server.storage.schema import MoveRow
from goldenspike.server.storage.tokens import new_id, now
from goldenspike.server.table.bot_names import bot_name
from goldenspike.server.table.changes import pack_moves
from goldenspike.server.table.live_table import LiveTable, Seat
from goldenspike.server.table.seating import Seating
from goldenspike.server.table.service import Tables
from goldenspike.server.thinking.roster import Roster
from goldenspike.server.words import Words
from goldenspike.view import has_secrets


class Against(StrEnum):
    """Who plays the other seats of a copy."""

    BOTS = "bots"
    SCREEN = "screen"
    """The person who makes it plays all of them."""


def may_copy(table: LiveTable, person: Person | None) -> bool:
    """Not while anything is hidden from the person: a copy would have to contain it (C-1.1)."""
    return len(table.seats_of(person)) == len(table.seats) or not has_secrets(table.setup, table.state)


class Copies:
    def __init__(self, tables: Tables, seating: Seating, roster: Roster) -> None:
        self._tables = tables
        self._seating = seating
        self._roster = roster

    async def copy(self, person: Person, table_id: str, ply: int, against: Against, words: Words) -> str:
        """Make an unlisted table with the moves up to a ply; returns its id. Later draws are made again."""
        table = await self._tables.live.get(table_id)
        if table.status is Status.WAITING:
            raise Problem(409, "not_started")
        if not may_copy(table, person):
            raise Problem(409, "no_copy_yet", paragraph="C-1.1")
        game = Game(table.setup, await self._tables.live.state_at(table, ply))
        await self._tables.quota.check_new_table(person.id, ply)
        copy_id = new_id()
        async with self._tables.database.read() as connection:
            found = await connection.execute(
                select(MoveRow.__table__).where(MoveRow.table_id == table_id, MoveRow.ply <= ply).order_by(MoveRow.ply)
            )
            moves = [
                {**row, "table_id": copy_id, "user_id": person.id if row["seat"] != CHANCE else None} for row in found.mappings()
            ]
        speaker = table.speaking_seat(person)
        own = speaker if speaker is not None else next(iter(game.actors), table.seats[0].number)
        seats = self._bots(table, person, own) if against is Against.BOTS else _one_screen(table)
        moves += pack_moves(copy_id, game.setup, self._tables.draw(game), person.id, now(), ply + 1)
        status = Status.OVER if game.is_over else Status.RUNNING
        await self._seating.store(copy_id, game, _name(table, ply, words), person, seats, moves, status, listed=False)
        return copy_id

    def _bots(self, table: LiveTable, person: Person, own: Player) -> tuple[Seat, ...]:
        """The person takes one seat, bots the others; those that a bot played already keep theirs."""
        seats: list[Seat] = []
        for seat in table.seats:
            taken = tuple(other.name for other in seats)
            if seat.number == own:
                seats.append(Seat(seat.number, SeatKind.PERSON, person.id, distinct_name(person.name, taken), ""))
            elif seat.kind is SeatKind.BOT:
                seats.append(replace(seat, name=distinct_name(seat.name, taken)))
            else:
                bot = self._roster.default_bot
                seats.append(Seat(seat.number, SeatKind.BOT, None, distinct_name(bot_name(bot, seat.number), taken), bot))
        return tuple(seats)


def _name(table: LiveTable, ply: int, words: Words) -> str:
    """Tells the copy from the original."""
    title = table.setup.title
    name = table.name or words.game(title.name, title.version)
    return words("copy.name", name=name[:LONGEST_NAME], ply=ply)


def _one_screen(table: LiveTable) -> tuple[Seat, ...]:
    names = [seat.name or str(seat.number + 1) for seat in table.seats]
    return tuple(Seat(seat.number, SeatKind.LOCAL, None, name, "") for seat, name in zip(table.seats, names, strict=True))
