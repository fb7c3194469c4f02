"""The coach's card on the page of a table: the lesson with its tasks, and what can be asked."""

from collections.abc import Sequence
from dataclasses import dataclass

from goldenspike.core.title import RoundKind
from goldenspike.learn.lessons import Lesson
from goldenspike.learn.path import LESSONS, following
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
    is_over: bool
    is_passed: bool
    closing: str
    """What was learned, or why to try again; empty before the end."""
    next: str
    """The title of the next lesson, empty after the last."""
    next_id: str


@dataclass(frozen=True, slots=True)
class CoachCard:
    lesson: LessonCard | None
    advises: bool
    """Whether advice comes by itself in this position: it is a lesson's, and the learner's turn."""
    may_ask: bool
    """Whether the reader may ask what is at stake, whether a move was good, and why bots did what they did."""
    question: str
    """What the game asks of the reader, empty if it waits for others."""


def coach_card(table: LiveTable, moves: Sequence[Move], is_coached: bool, is_my_turn: bool, words: Words) -> CoachCard | None:
    lesson = LESSONS.get(table.lesson)
    if lesson is None:
        return CoachCard(None, False, True, "") if is_coached else None
    card = _lesson(table, lesson, moves, words)
    kind = table.game.question.kind if is_my_turn and not card.is_over else ""
    question = words(f"coach.topic.{kind}") if kind else ""
    return CoachCard(card, bool(kind) and is_coached, is_coached, question if is_coached else "")


def _lesson(table: LiveTable, lesson: Lesson, moves: Sequence[Move], words: Words) -> LessonCard:
    now = situation_of(table, lesson, moves)
    standing = lesson.standing(now)
    closing = ""
    if standing.is_over:
        told = []
        if table.state.round == RoundKind.OVER:
            told = [
                words.fact(f"story.{sentence.code}", dict(sentence.facts), table.context)
                for sentence in tell(now.setup, now.state, [event for move in moves for event in move.events], lesson.seat)
            ]
        closing = words.join([*told, words(f"lesson.{lesson.id}.end" if standing.is_passed else "lesson.again")])
    following_id = following(lesson.id)
    return LessonCard(
        id=lesson.id,
        title=words(f"lesson.{lesson.id}"),
        intro=words(f"lesson.{lesson.id}.intro"),
        tasks=tuple((words(f"task.{task}"), state) for task, state in standing.tasks),
        is_over=standing.is_over,
        is_passed=standing.is_passed,
        closing=closing,
        next=words(f"lesson.{following_id}") if following_id else "",
        next_id=following_id,
    )
