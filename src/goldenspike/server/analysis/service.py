"""Analyses: started on the first visit, resumed after a restart, stored when finished."""

import asyncio
import contextlib
import logging
from collections.abc import Collection

import msgspec
from sqlalchemy import delete, insert, select, update

from goldenspike.core.holders import CHANCE
from goldenspike.core.ids import Holder, Player
from goldenspike.learn.path import prepared_moves
from goldenspike.protocol.messages import SeatKind, Status
from goldenspike.record.native import options_of
from goldenspike.record.wire import Wire
from goldenspike.server.accounts.people import Person
from goldenspike.server.problems import Problem, must_log_in
from goldenspike.server.storage.schema import AnalysisRow, MoveRow
from goldenspike.server.storage.tokens import now
from goldenspike.server.table.live_table import LiveTable
from goldenspike.server.table.service import Tables
from goldenspike.server.thinking.pool import Thinkers, WorkerFailed
from goldenspike.server.thinking.questions import Better, BotSeat, Course, Curves, Review, Reviewed, place_of
from goldenspike.server.thinking.roster import ADVISER

_log = logging.getLogger(__name__)
MOST_REVIEWED = 240
"""How many decisions are examined: a few minutes of computation at most."""
SAVE_EVERY = 4
MOST_WAITING = 20
"""How many analyses may be queued; later requests must be repeated."""
SILENCE = 60_000
"""Milliseconds without progress after which another process may take over an analysis."""
NOBODY_WORKS = 0
"""The time of the last progress of an analysis that is not running."""


class Found(msgspec.Struct):
    """A decision that the baron would have made differently."""

    ply: int
    """The position before the move."""
    seat: Player
    made: Wire
    better: Better


class Analysis(msgspec.Struct):
    """The results so far."""

    course: Course
    decisions: list[tuple[int, Player]]
    """Ply and seat of the decisions to examine."""
    done: int = 0
    same: dict[int, int] = {}
    """By seat: how often the baron agreed."""
    found: list[Found] = []

    def looked_at(self, seat: Player) -> int:
        return sum(other == seat for _, other in self.decisions[: self.done])

    def count_for(self, seats: Collection[Player]) -> int:
        """How many decisions must be examined for those of some seats to be among them."""
        return max((place for place, (_, seat) in enumerate(self.decisions, 1) if seat in seats), default=0)


def read_analysis(data: str) -> Analysis | None:
    """A stored analysis; None if an older version wrote it in another format, so that it must be repeated."""
    try:
        return msgspec.json.decode(data, type=Analysis)
    except msgspec.ValidationError:
        return None


class Analyses:
    def __init__(self, tables: Tables, thinkers: Thinkers) -> None:
        self._tables = tables
        self._thinkers = thinkers
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._turn = asyncio.Lock()
        """Analyzes one game after the other; the curves are quick and are computed at once."""

    async def look(self, table: LiveTable, person: Person | None, people_only: bool = False) -> tuple[Analysis | None, bool]:
        """The results so far and whether they are complete; if not, the analysis continues in the background.

        Decisions of people are examined before those of bots; with `people_only` it stops after them.
        """
        if table.status is not Status.OVER:
            raise Problem(409, "not_over")
        if not table.setup.has_map:
            raise Problem(409, "needs_map")
        async with self._tables.database.read() as connection:
            query = select(AnalysisRow.data, AnalysisRow.is_done, AnalysisRow.updated_at)
            found = await connection.execute(query.where(AnalysisRow.table_id == table.id, AnalysisRow.undos == table.undos))
            row = found.first()
        known = read_analysis(row.data) if row is not None else None
        is_done = known is not None and row is not None and bool(row.is_done)
        somebody_works = known is not None and row is not None and now() - row.updated_at < SILENCE
        if known is None and person is None:
            # Analyses are expensive: visitors may read results but not start one.
            raise must_log_in()
        if not is_done and not somebody_works and table.id not in self._tasks and len(self._tasks) < MOST_WAITING:
            task = asyncio.create_task(self._work(table, known, people_only))
            self._tasks[table.id] = task
            task.add_done_callback(lambda _: self._tasks.pop(table.id, None))
        return known, is_done

    async def _work(self, table: LiveTable, known: Analysis | None, people_only: bool) -> None:
        try:
            actions = await self._actions(table)
            analysis = known or await self._begin(table, actions)
            if known is None:
                await self._save(table, analysis, now())
            count = analysis.count_for(people_at(table)) if people_only else len(analysis.decisions)
            async with self._turn:
                while analysis.done < count:
                    await self._review(table, analysis, actions)
                    if analysis.done % SAVE_EVERY == 0:
                        await self._save(table, analysis, now())
            await self._save(table, analysis, NOBODY_WORKS)
        except WorkerFailed as error:
            _log.warning("the analysis of table %s stops: %s", table.id, error)
        except Exception:
            _log.exception("the analysis of table %s failed", table.id)

    async def _actions(self, table: LiveTable) -> list[Wire]:
        async with self._tables.database.read() as connection:
            rows = await connection.execute(
                select(MoveRow.action).where(MoveRow.table_id == table.id, MoveRow.ply <= table.ply).order_by(MoveRow.ply)
            )
            return [msgspec.json.decode(row.action) for row in rows]

    async def _begin(self, table: LiveTable, actions: list[Wire]) -> Analysis:
        setup = table.setup
        question = Curves(setup.title.name, setup.title.version, setup.players, options_of(setup), actions)
        course = await self._thinkers.ask_in_background(question, Course)
        seats = [Player(Holder(int(action.get("player", CHANCE)))) for action in actions]
        # Nobody here decided the moves that lead to a lesson's position.
        plies = [ply for ply in course.decisions if ply >= prepared_moves(table.lesson)]
        return Analysis(course, choose_decisions(plies, seats, first=people_at(table)))

    async def _review(self, table: LiveTable, analysis: Analysis, actions: list[Wire]) -> None:
        ply, seat = analysis.decisions[analysis.done]
        state = await self._tables.live.state_at(table, ply)
        place = place_of(table.setup, state)
        question = Review(place, BotSeat(seat, ADVISER), actions[ply], f"{table.id}:{ply}")
        try:
            better = (await self._thinkers.ask_in_background(question, Reviewed)).better
        except WorkerFailed as error:
            # A decision that cannot be evaluated does not stop the others.
            _log.warning("move %d of table %s cannot be judged: %s", ply, table.id, error)
            better = None
        else:
            if better is None:
                analysis.same[seat] = analysis.same.get(seat, 0) + 1
        if better is not None:
            analysis.found.append(Found(ply, seat, actions[ply], better))
        analysis.done += 1

    async def _save(self, table: LiveTable, analysis: Analysis, updated_at: int) -> None:
        values = {
            "data": msgspec.json.encode(analysis).decode(),
            "is_done": analysis.done >= len(analysis.decisions),
            "updated_at": updated_at,
            "undos": table.undos,
        }
        async with self._tables.database.write() as connection:
            changed = await connection.execute(
                update(AnalysisRow)
                .where(AnalysisRow.table_id == table.id, AnalysisRow.undos == table.undos)
                .values(**values)
                .returning(AnalysisRow.table_id)
            )
            if changed.first() is None:
                await connection.execute(delete(AnalysisRow).where(AnalysisRow.table_id == table.id))
                await connection.execute(insert(AnalysisRow).values(table_id=table.id, **values))

    async def close(self) -> None:
        for task in tuple(self._tasks.values()):
            task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await task


def people_at(table: LiveTable) -> frozenset[Player]:
    """The seats of people; bots play the others."""
    return frozenset(seat for seat in table.setup.all_players if table.seats[seat].kind is SeatKind.PERSON)


def choose_decisions(
    plies: list[int], seats: list[Player], most: int = MOST_REVIEWED, *, first: Collection[Player] = ()
) -> list[tuple[int, Player]]:
    """The most important decisions, the same number for each player, alternating; those of some seats before the others."""
    by_seat: dict[Player, list[int]] = {}
    for ply in plies:
        by_seat.setdefault(seats[ply], []).append(ply)
    queues = [(seat, iter(found)) for seat, found in sorted(by_seat.items())]
    chosen: list[tuple[int, Player]] = []
    while queues and len(chosen) < most:
        for queue in tuple(queues):
            following = next(queue[1], None)
            if following is None:
                queues.remove(queue)
            elif len(chosen) < most:
                chosen.append((following, queue[0]))
    return sorted(chosen, key=lambda one: one[1] not in first)
