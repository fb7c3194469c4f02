"""The coach at a table: advice in lessons, and on request in games against bots alone.

It is asked about what the seat may know; hidden amounts do not leave the server's process.
"""

from dataclasses import dataclass, replace
from typing import Final

from cachetools import LRUCache

from goldenspike.bots.base import Table
from goldenspike.core.actions import Action
from goldenspike.core.game import Game
from goldenspike.core.ids import Player
from goldenspike.core.state import State
from goldenspike.learn.path import LESSONS
from goldenspike.learn.reasons import reason_of
from goldenspike.learn.stakes import stakes
from goldenspike.protocol.messages import Status
from goldenspike.record.errors import RecordError
from goldenspike.record.wire import Wire, from_wire, to_wire
from goldenspike.server.accounts.people import Person
from goldenspike.server.learn.service import situation_of
from goldenspike.server.offload import offload
from goldenspike.server.problems import Problem
from goldenspike.server.security import Limits
from goldenspike.server.table.live_table import LiveTable, Move
from goldenspike.server.table.service import Tables
from goldenspike.server.thinking.pool import Thinkers, WorkerFailed
from goldenspike.server.thinking.questions import BotSeat, Coached, Review, Reviewed, place_of
from goldenspike.server.thinking.questions import Coaching as Question
from goldenspike.server.thinking.roster import ADVISER
from goldenspike.server.words import Words
from goldenspike.view import seen_state, visible_action, visible_events

MOST_KEPT: Final = 500
"""Number of pieces of advice kept."""
MOST_TOLD: Final = 8
"""For how many moves of the others reasons are given."""


def may_be_coached(table: LiveTable, person: Person | None) -> bool:
    """In lessons with a coach, and in games against bots alone unless the table excludes hints."""
    if person is None or not table.is_one_screen(person):
        return False
    lesson = LESSONS.get(table.lesson)
    return lesson.is_coached if lesson is not None else table.may_have_hints(person)


@dataclass(frozen=True, slots=True)
class ChoiceShown:
    """A choice of the coach, in words."""

    move: str
    why: str
    action: Wire
    behind: int | None


@dataclass(frozen=True, slots=True)
class Made:
    """The reader's last decision, and what followed."""

    move: str
    wanted: str
    """What the coach would have done, empty if it was the same or is unknown."""
    followed: str


@dataclass(frozen=True, slots=True)
class AdviceShown:
    topic: str
    choices: tuple[ChoiceShown, ...]
    is_forced: bool
    """Whether nothing else can be done."""
    is_aimed: bool
    """Whether the first choice comes first because the lesson is about it."""
    made: Made | None


@dataclass(frozen=True, slots=True)
class Judged:
    """Whether a decision was good."""

    move: str
    wanted: str
    why: str
    gain: int
    scatter: int
    is_advised: bool = False
    """Whether the coach had advised it."""

    @property
    def verdict(self) -> str:
        if self.is_advised:
            return "advised"
        if not self.wanted:
            return "same"
        return "worse" if self.gain > self.scatter else "equal" if self.gain > -self.scatter else "better"


class Coaching:
    def __init__(self, tables: Tables, thinkers: Thinkers, limits: Limits, seconds: float) -> None:
        self._tables = tables
        self._thinkers = thinkers
        self._limits = limits
        self._seconds = seconds
        self._kept: LRUCache[tuple[str, int, int, int], Coached] = LRUCache(MOST_KEPT)

    async def table_for(self, person: Person, table_id: str) -> tuple[LiveTable, Player]:
        """The table and the seat of a person who may ask there."""
        table = await self._tables.live.get(table_id)
        seat = table.speaking_seat(person)
        if seat is None or not may_be_coached(table, person):
            raise Problem(403, "no_hints")
        return table, seat

    async def advise(self, person: Person, table_id: str, words: Words) -> tuple[LiveTable, AdviceShown | None]:
        """What is to be decided, if the game waits for the person."""
        table, seat = await self.table_for(person, table_id)
        if seat not in table.actors or table.seats[seat].played_by:
            return table, None
        try:
            coached = await self._think(table, seat, self._limits.owner(person.id))
            actions = [from_wire(table.setup, choice.action) for choice in coached.choices]
        except (WorkerFailed, RecordError):
            raise Problem(503, "no_thought") from None
        seen = seen_state(table.setup, table.state, seat)
        shown = []
        for choice, move in zip(coached.choices, words.choices(actions, seen, table.context), strict=True):
            told = [(choice.motive, choice.facts), (choice.measure, choice.figures)]
            why = words.join(words.motive(code, facts, table.context) for code, facts in told if code)
            shown.append(ChoiceShown(move, why, choice.action, choice.behind))
        made = await self._made(table, seat, words)
        return table, AdviceShown(coached.topic, tuple(shown), coached.is_forced, coached.is_aimed, made)

    async def _think(self, table: LiveTable, seat: Player, owner: str) -> Coached:
        key = (table.id, table.ply, table.undos, seat)
        found = self._kept.get(key)
        if found is None:
            self._limits.for_thinking(owner)
            seen = seen_state(table.setup, table.state, seat)
            question = Question(table.id, place_of(table.setup, seen), seat, self._seconds, await self._aims(table, seen))
            found = self._kept[key] = await self._thinkers.ask(question, Coached, owner=owner)
        return found

    async def _aims(self, table: LiveTable, seen: State) -> list[Wire]:
        """The actions that the coach prefers in a lesson."""
        lesson = LESSONS.get(table.lesson)
        if lesson is None:
            return []
        now = replace(situation_of(table, lesson, await self._tables.live.moves(table)), state=seen)
        return [to_wire(table.setup, action) for action in await offload(lesson.aims_of, now)]

    async def _made(self, table: LiveTable, seat: Player, words: Words) -> Made | None:
        """The last decision of the seat, if the coach had advised something else."""
        own = (move for move in reversed(await self._tables.live.moves(table)) if move.seat == seat)
        # Passes without a decision were made for the seat.
        last = next((move for move in own if (table.id, move.ply - 1, table.undos, seat) in self._kept), None)
        if last is None:
            return None
        advised = self._kept.get((table.id, last.ply - 1, table.undos, seat))
        made = await self._tables.action_at(table, last.ply)
        if advised is None or made is None or to_wire(table.setup, made) == advised.choices[0].action:
            return None
        before = seen_state(table.setup, await self._tables.live.state_at(table, last.ply - 1), seat)
        wanted = from_wire(table.setup, advised.choices[0].action)
        context = table.context
        followed = words.join(words.say(visible_events(table.setup, before, last.events, seat), context))
        move, instead = words.choices([made, wanted], before, context)
        return Made(move, instead, followed)

    # --- on request

    async def at_stake(self, person: Person, table_id: str, words: Words) -> list[str]:
        """What matters to the person's seat now."""
        table, seat = await self.table_for(person, table_id)
        if table.status is not Status.RUNNING:
            return []
        found = await offload(stakes, table.setup, table.state, seat)
        return [words.fact(f"stake.{stake.code}", dict(stake.facts), table.context) for stake in found]

    async def judge(self, person: Person, table_id: str, words: Words) -> Judged | None:
        """Whether the person's last decision was good, None if there was none."""
        table, seat = await self.table_for(person, table_id)
        found = await self._last_decision(table, seat)
        if found is None:
            return None
        game, action, ply = found
        (move,) = words.choices([action], game.state, table.context)
        advised = self._kept.get((table.id, ply - 1, table.undos, seat))
        if advised is not None and to_wire(game.setup, action) == advised.choices[0].action:
            return Judged(move, "", "", 0, 0, is_advised=True)
        owner = self._limits.owner(person.id)
        self._limits.for_thinking(owner)
        question = Review(
            place_of(game.setup, game.state), BotSeat(seat, ADVISER), to_wire(game.setup, action), f"{table.id}:{ply}"
        )
        try:
            reviewed = await self._thinkers.ask(question, Reviewed, owner=owner)
        except WorkerFailed:
            raise Problem(503, "no_thought") from None
        context = table.context
        better = reviewed.better
        if better is None:
            return Judged(move, "", "", 0, 0)
        move, wanted = words.choices([action, from_wire(game.setup, better.action)], game.state, context)
        return Judged(move, wanted, words.motive(better.motive, better.facts, context), better.gain, better.scatter)

    async def _last_decision(self, table: LiveTable, seat: Player) -> tuple[Game, Action, int] | None:
        """The last move of a seat that had an alternative: the position before it as the seat knew it, and the move."""
        for move in reversed(await self._tables.live.moves(table)):
            if move.seat != seat:
                continue
            game = Game(table.setup, seen_state(table.setup, await self._tables.live.state_at(table, move.ply - 1), seat))
            known = Table(game, seat)
            action = await self._tables.action_at(table, move.ply)
            if action is not None and len(known.actions) + len(known.offers) > 1:
                return game, action, move.ply
        return None

    async def reasons(self, person: Person, table_id: str, words: Words) -> list[tuple[str, str, str]]:
        """Who did what and why, for the moves of the bots since the person's last one, the newest first."""
        table, seat = await self.table_for(person, table_id)
        told: list[tuple[str, str, str]] = []
        for move in self._since(await self._tables.live.moves(table), seat):
            action = await self._tables.action_at(table, move.ply)
            if action is None or not table.seats[move.seat].played_by:
                continue
            # Explained from what the reader may know.
            state = seen_state(table.setup, await self._tables.live.state_at(table, move.ply - 1), seat)
            action = visible_action(table.setup, state, action, seat)
            motive = await offload(reason_of, Table(Game(table.setup, state), move.seat), action, seat)
            if motive is None:
                continue
            label = words.label(action, state, table.context)
            told.append((table.seats[move.seat].name, label, words.motive(motive.code, dict(motive.facts), table.context)))
            if len(told) == MOST_TOLD:
                break
        return told

    def _since(self, moves: list[Move], seat: Player) -> list[Move]:
        """The moves of others since the last one of a seat, the newest first."""
        found: list[Move] = []
        for move in reversed(moves):
            if move.seat == seat and found:
                break
            if move.seat not in (seat, -1):
                found.append(move)
        return found
