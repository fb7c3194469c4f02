"""The sentence for a question: what is asked of whom."""

from dataclasses import fields
from typing import Final

from goldenspike.core.events import EndReason
from goldenspike.core.ids import NONE
from goldenspike.core.question import Question
from goldenspike.core.state import State
from goldenspike.core.steps.base import Step
from goldenspike.core.title import RoundKind
from goldenspike.text.catalogue import words
from goldenspike.text.facts import render
from goldenspike.text.names import Context

_ABOUT: Final = ("kind", "form", "must_buy_train", "on_map")
"""Fields of a question that choose its sentence, but are not mentioned in it."""
QUESTION_FACTS: Final = ("player", *(field.name for field in fields(Question) if field.name not in _ABOUT))
"""The facts that the sentence of a question may use."""


def ask(state: State, context: Context, language: str) -> str:
    """What the game is waiting for, as a sentence."""
    if state.round == RoundKind.OVER:
        return render(f"event.GameEnded.{EndReason(state.end_reason).name}", {}, context, language)
    setup = context.setup
    asked = setup.plan.step_at(state).question(setup, state)
    facts = {name: getattr(asked, name) for name in QUESTION_FACTS}
    known = {name: fact for name, fact in facts.items() if fact != NONE or name == "price"}
    return render(id_of_question(asked.kind, asked.form), known, context, language)


def id_of_question(kind: str, form: str) -> str:
    """The message of a question: `step.track.ask`, `step.stock.ask.must_sell`."""
    return f"step.{kind}.ask.{form}" if form else f"step.{kind}.ask"


def name_step(step: Step, language: str) -> str:
    """The name of a phase of a turn."""
    return words(f"step.{step.name}", language)
