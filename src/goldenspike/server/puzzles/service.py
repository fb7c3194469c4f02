"""Which puzzles a person has solved."""

import asyncio
from datetime import UTC, datetime
from typing import Final

from sqlalchemy import bindparam, insert, select, update
from sqlalchemy.exc import IntegrityError

from goldenspike.puzzles.book import PuzzleBook, packaged
from goldenspike.puzzles.model import Puzzle
from goldenspike.server.accounts.people import Person
from goldenspike.server.problems import not_found
from goldenspike.server.storage.database import Database
from goldenspike.server.storage.schema import PuzzleRow
from goldenspike.server.storage.tokens import now

_SOLVED: Final = select(PuzzleRow.puzzle_id).where(PuzzleRow.user_id == bindparam("person"), PuzzleRow.solved_at.is_not(None))


class Puzzles:
    def __init__(self, database: Database) -> None:
        self._database = database

    async def start(self) -> None:
        """Read the book now: the first visitor should not wait for it."""
        await asyncio.to_thread(packaged)

    @property
    def book(self) -> PuzzleBook:
        return packaged()

    @property
    def today(self) -> Puzzle:
        """The puzzle of the day (UTC), the same for everybody."""
        return self.book.of_the_day(datetime.now(UTC).date())

    def find(self, puzzle_id: str) -> Puzzle:
        found = self.book.by_id.get(puzzle_id)
        if found is None:
            raise not_found("puzzle")
        return found

    async def solved(self, person: Person | None) -> frozenset[str]:
        """The ids of the puzzles that a person has solved."""
        if person is None:
            return frozenset()
        return frozenset(row["puzzle_id"] for row in await self._database.all(_SOLVED, {"person": person.id}))

    async def note(self, person: Person, puzzle: Puzzle, is_right: bool) -> None:
        """Count an answer; what comes after the right one changes nothing."""
        try:
            await self._note(person, puzzle, is_right)
        except IntegrityError:  # Another request has made the row meanwhile.
            await self._note(person, puzzle, is_right)

    async def _note(self, person: Person, puzzle: Puzzle, is_right: bool) -> None:
        solved_at = now() if is_right else None
        row = (PuzzleRow.user_id == person.id) & (PuzzleRow.puzzle_id == puzzle.id)
        async with self._database.write() as connection:
            found = await connection.execute(select(PuzzleRow.solved_at).where(row))
            known = found.first()
            if known is None:
                fresh = {"user_id": person.id, "puzzle_id": puzzle.id, "tries": 1, "solved_at": solved_at}
                await connection.execute(insert(PuzzleRow).values(**fresh))
            elif known.solved_at is None:
                await connection.execute(update(PuzzleRow).where(row).values(tries=PuzzleRow.tries + 1, solved_at=solved_at))

    def next_of(self, puzzle: Puzzle, solved: frozenset[str]) -> Puzzle | None:
        """The next puzzle of the same kind that is not solved, wrapping around; None if all are."""
        same = self.book.of_kind(puzzle.kind)
        at = same.index(puzzle)
        return next((one for one in (*same[at + 1 :], *same[:at]) if one.id not in solved), None)
