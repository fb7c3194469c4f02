"""Sentences for what happened, for why not, and for what may be done."""

from dataclasses import fields
from typing import Any

from goldenspike.core.actions import Action
from goldenspike.core.events import Event
from goldenspike.core.reasons import Reason, Refusal
from goldenspike.core.state import State
from goldenspike.text.catalogue import words
from goldenspike.text.facts import render
from goldenspike.text.forms import form_of_action, form_of_event
from goldenspike.text.names import Context
from goldenspike.text.switches import name_paragraph


def say(event: Event, context: Context, language: str) -> str:
    """What happened, as a sentence for the log."""
    return render(form_of_event(event), _values(event), context, language)


def why(refusal: Refusal, context: Context, language: str) -> str:
    """Why not, with the paragraph that it rests on in brackets."""
    reason = refusal.reason
    values = dict(zip(reason.facts, refusal.facts, strict=True))
    sentence = render(f"reason.{reason.code}", values, context, language)
    paragraph = name_paragraph(cite(reason, context), language)
    return words("name.cited", language, sentence=sentence, paragraph=paragraph) if paragraph else sentence


def cite(reason: Reason, context: Context) -> str:
    """Where the title's own book says so; empty if it nowhere does."""
    return dict(context.setup.title.chapters).get(reason.paragraph, reason.paragraph)


def describe_action(action: Action, context: Context, language: str, state: State | None = None) -> str:
    """What an action does, short enough for a button. Who does it is not said."""
    return render(form_of_action(action, state), _values(action), context, language)


def _values(thing: Any) -> dict[str, Any]:
    return {field.name: getattr(thing, field.name) for field in fields(thing)}
