"""Lessons of a person: beginning one, and how far each has come."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from sqlalchemy import String, bindparam, delete, exists, insert, select, update

from goldenspike.core.game import Game, player_of
from goldenspike.learn.lessons import Lesson, LessonStanding, Situation, opening_of
from goldenspike.learn.path import ABOUT, LESSONS, PATH
from goldenspike.protocol.messages import SeatKind, Status
from goldenspike.server.accounts.people import Person
from goldenspike.server.names import distinct_name
from goldenspike.server.offload import offload
from goldenspike.server.problems import not_found
from goldenspike.server.storage.schema import LearnProgress, SeatRow, TableRow
from goldenspike.server.storage.tokens import new_id, now
from goldenspike.server.table.bot_names import bot_name
from goldenspike.server.table.changes import pack_moves
from goldenspike.server.table.live_table import AppliedMove, LiveTable, Move, Seat
from goldenspike.server.table.seating import Seating
from goldenspike.server.table.service import Tables

NOBODY: Final = "nobody"
"""No hints at the tables of lessons: the coach gives advice there, or nobody does."""


_PERSON: Final = bindparam("person", type_=String)
_EXPERIENCE: Final = select(
    exists().where(LearnProgress.user_id == _PERSON, LearnProgress.done_at.is_not(None)).label("has_done_lesson"),
    exists()
    .where(SeatRow.user_id == _PERSON, SeatRow.table_id == TableRow.id, TableRow.status == Status.OVER.value)
    .label("has_finished_game"),
)


@dataclass(frozen=True, slots=True)
class Step:
    """A step of the path and how far a person has come with it."""

    id: str
    table_id: str | None = None
    """The table where it goes on, None if it was not begun or is over."""
    is_done: bool = False


class Lessons:
    def __init__(self, tables: Tables, seating: Seating) -> None:
        self._tables = tables
        self._seating = seating

    async def path(self, person: Person | None) -> list[Step]:
        """The whole path, as far as the person has come."""
        if person is None:
            return [Step(id) for id in PATH]
        await self._settle(person)
        async with self._tables.database.read() as connection:
            found = await connection.execute(
                select(LearnProgress.lesson, LearnProgress.table_id, LearnProgress.done_at, TableRow.status)
                .outerjoin(TableRow, TableRow.id == LearnProgress.table_id)
                .where(LearnProgress.user_id == person.id)
            )
            rows = {row.lesson: row for row in found}
        return [
            Step(id, row.table_id if row.status == Status.RUNNING.value else None, row.done_at is not None)
            if (row := rows.get(id)) is not None
            else Step(id)
            for id in PATH
        ]

    async def is_new(self, person: Person | None) -> bool:
        """Whether somebody has neither done a lesson nor finished a game."""
        if person is None:
            return True
        found = await self._tables.database.first(_EXPERIENCE, {"person": person.id})
        assert found is not None
        return not any(found.values())

    async def begin(self, person: Person, lesson_id: str) -> str:
        """Make the table of a lesson; returns its id."""
        lesson = LESSONS.get(lesson_id)
        if lesson is None:
            raise not_found("lesson")
        await self._settle(person)
        _, actions = await offload(opening_of, lesson)
        await self._tables.quota.check_new_table(person.id, len(actions))
        table_id = new_id()
        game, done = await offload(self._open, lesson)
        moves = await offload(pack_moves, table_id, game.setup, done, person.id, now())
        seats = _seats(lesson, person)
        await self._seating.store(
            table_id, game, "", person, seats, moves, Status.RUNNING, listed=False, hints=NOBODY, lesson=lesson.id
        )
        await self._note(person, lesson.id, table_id)
        return table_id

    def _open(self, lesson: Lesson) -> tuple[Game, list[AppliedMove]]:
        """The game at the beginning of a lesson, and the moves that led there."""
        setup, actions = opening_of(lesson)
        game = Game(setup)
        done = [AppliedMove(action, player_of(action), game.push(action), game.state) for action in actions]
        return game, done + self._tables.draw(game)

    async def read_about(self, person: Person) -> None:
        """Record that a person has read the introduction."""
        await self._note(person, ABOUT, None)
        await self._finish(person.id, ABOUT)

    async def _settle(self, person: Person) -> None:
        """Record the lessons passed since they were last looked at."""
        async with self._tables.database.read() as connection:
            found = await connection.execute(
                select(LearnProgress.lesson, LearnProgress.table_id).where(
                    LearnProgress.user_id == person.id, LearnProgress.table_id.is_not(None), LearnProgress.done_at.is_(None)
                )
            )
            begun = [(row.lesson, row.table_id) for row in found]
        for lesson_id, table_id in begun:
            lesson = LESSONS.get(lesson_id)
            if lesson is None:
                continue
            table = await self._tables.live.get(table_id)
            moves = await self._tables.live.moves(table)
            if standing_of(table, lesson, moves).is_passed:
                await self._finish(person.id, lesson_id)

    async def _note(self, person: Person, lesson: str, table_id: str | None) -> None:
        """Record that a lesson was begun; if it was done before, that stays recorded."""
        this = (LearnProgress.user_id == person.id) & (LearnProgress.lesson == lesson)
        async with self._tables.database.write() as connection:
            found = await connection.execute(select(LearnProgress.done_at).where(this))
            done = found.scalar_one_or_none()
            await connection.execute(delete(LearnProgress).where(this))
            await connection.execute(
                insert(LearnProgress).values(user_id=person.id, lesson=lesson, table_id=table_id, started_at=now(), done_at=done)
            )

    async def _finish(self, user_id: str, lesson: str) -> None:
        this = (LearnProgress.user_id == user_id) & (LearnProgress.lesson == lesson)
        async with self._tables.database.write() as connection:
            await connection.execute(update(LearnProgress).where(this, LearnProgress.done_at.is_(None)).values(done_at=now()))


def standing_of(table: LiveTable, lesson: Lesson, moves: Iterable[Move]) -> LessonStanding:
    """How far a lesson has come at its table."""
    return lesson.standing(situation_of(table, lesson, moves))


def situation_of(table: LiveTable, lesson: Lesson, moves: Iterable[Move]) -> Situation:
    start = len(opening_of(lesson)[1])
    events = [event for move in moves if move.ply > start for event in move.events]
    return Situation(table.setup, table.state, lesson.seat, events)


def _seats(lesson: Lesson, person: Person) -> tuple[Seat, ...]:
    """The person in the learner's seat, bots in the others."""
    names = [bot_name(lesson.bot, number) for number in range(lesson.players)]
    return tuple(
        Seat(number, SeatKind.PERSON, person.id, distinct_name(person.name, tuple(names)), "")
        if number == lesson.seat
        else Seat(number, SeatKind.BOT, None, names[number], lesson.bot)
        for number in opening_of(lesson)[0].all_players
    )
