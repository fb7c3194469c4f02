"""The coach's card on the page of a table: the lesson with its tasks, and what can be asked."""

from collections.abc import Sequence
from dataclasses import dataclass

from goldenspike.core.actions import Pass
from goldenspike.core.ids import Player
from goldenspike.learn.lessons import Lesson
from goldenspike.learn.path import LESSONS, following, prepared_moves
from goldenspike.learn.story import tell
from goldenspike.server.learn.service import situation_of
from goldenspike.server.table.live_table import LiveTable, Move
from goldenspike.server.words import Words


@dataclass(frozen=True, slots=True)
class LessonCard:
    id: str
    title: str
    intro: str
    tasks: tuple[tuple[str, str], ...]
    """Each task in words, and whether it is open, done or missed."""
    begins: bool
    """Whether nothing has been decided yet."""
    is_over: bool
    is_passed: bool
    closing: str
    """What was learned, or why to try again; empty before the end."""
    rules: tuple[tuple[str, str], ...]
    """The paragraphs of the rules that it is about: address and heading."""
    next: str
    """The title of the next lesson, empty after the last."""
    next_id: str


@dataclass(frozen=True, slots=True)
class Asks:
    """What the reader may ask the coach now."""

    is_coached: bool
    is_my_turn: bool
    looks_back: bool


@dataclass(frozen=True, slots=True)
class CoachCard:
    lesson: LessonCard | None
    advises: bool
    """Whether advice is given unasked in this position: it is a lesson's, and the learner's turn."""
    may_ask: bool
    """Whether the reader may ask what is at stake, whether a move was good, and why bots did what they did."""
    question: str
    """What the game asks of the reader, empty if it waits for others."""
    told: str = ""
    """Why the game was won or lost, empty before its end."""
    looks_back: bool = False
    """Whether the decisions that mattered most are shown."""


def coach_card(table: LiveTable, moves: Sequence[Move], seat: Player, asks: Asks, words: Words) -> CoachCard | None:
    lesson = LESSONS.get(table.lesson)
    told = _tell(table, moves, seat, words) if asks.looks_back else ""
    if lesson is None:
        may_ask = asks.is_coached and not asks.looks_back
        return CoachCard(None, False, may_ask, "", told, asks.looks_back) if asks.is_coached or asks.looks_back else None
    card = _lesson(table, lesson, moves, words)
    kind = table.game.question.kind if asks.is_my_turn and not card.is_over else ""
    question = words(f"coach.topic.{_topic(table, seat, kind)}") if kind else ""
    is_coached = asks.is_coached
    return CoachCard(card, bool(kind) and is_coached, is_coached, question if is_coached else "", told, asks.looks_back)


def _topic(table: LiveTable, seat: Player, kind: str) -> str:
    """What is to be decided; the purchase of a train may be an obligation (7.6.2)."""
    return "must_buy_train" if kind == "train" and table.game.refuse(Pass(seat)) is not None else kind


def _tell(table: LiveTable, moves: Sequence[Move], seat: Player, words: Words) -> str:
    events = [event for move in moves for event in move.events]
    story = tell(table.setup, table.state, events, seat)
    return words.join(words.fact(f"story.{sentence.code}", dict(sentence.facts), table.context) for sentence in story)


def _lesson(table: LiveTable, lesson: Lesson, moves: Sequence[Move], words: Words) -> LessonCard:
    standing = lesson.standing(situation_of(table, lesson, moves))
    closing = words(f"lesson.{lesson.id}.end" if standing.is_passed else "lesson.again") if standing.is_over else ""
    following_id = following(lesson.id)
    return LessonCard(
        id=lesson.id,
        title=words(f"lesson.{lesson.id}"),
        intro=words(f"lesson.{lesson.id}.intro"),
        tasks=tuple((words(f"task.{task}"), state) for task, state in standing.tasks),
        begins=table.ply <= prepared_moves(lesson.id),
        is_over=standing.is_over,
        is_passed=standing.is_passed,
        closing=closing,
        rules=tuple((f"{table.path}/rules#rule-{number}", words(f"rule.{lesson.title}.{number}")) for number in lesson.rules),
        next=words(f"lesson.{following_id}") if following_id else "",
        next_id=following_id,
    )
