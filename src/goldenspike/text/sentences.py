"""Sentences for events, refusals and actions."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import fields
from typing import Any, Final

from goldenspike.core.actions import Action, Payout
from goldenspike.core.events import (
    DividendDeclared,
    Event,
    GroupChosen,
    LicenceGranted,
    LoanChanged,
    Paid,
    PrivateMoved,
    RouteRun,
    ShareMoved,
    TileLaid,
    TokenPlaced,
    TrainMoved,
    TrainsRun,
    Why,
)
from goldenspike.core.reasons import Reason, Refusal
from goldenspike.core.state import State
from goldenspike.text.catalogue import message, words
from goldenspike.text.facts import render
from goldenspike.text.forms import form_of_action, form_of_event
from goldenspike.text.names import Context
from goldenspike.text.switches import name_paragraph


def say(event: Event, context: Context, language: str, preview: bool = False) -> str:
    """An event as a sentence for the log, or for a preview."""
    return render(form_of_event(event), _values(event), context, language, preview)


def say_all(events: Sequence[Event], context: Context, language: str, preview: bool = False) -> list[str]:
    """The sentences for the events of a move, without payments that another sentence already states."""
    kinds = {type(event) for event in events}
    runs = sum(isinstance(event, RouteRun) for event in events)
    withheld = any(isinstance(event, DividendDeclared) and event.payout == Payout.WITHHOLD for event in events)
    return [
        say(event, context, language, preview)
        for event in events
        if not (isinstance(event, Paid) and kinds & _TELLING.get(Why(event.why), frozenset()))
        and not (isinstance(event, Paid) and event.why == Why.REVENUE and withheld)
        and not (isinstance(event, TrainsRun) and runs == 1)
    ]


_TELLING: Final[Mapping[Why, frozenset[type]]] = {
    Why.PRIVATE: frozenset({PrivateMoved, GroupChosen}),
    Why.SHARE: frozenset({ShareMoved}),
    Why.TERRAIN: frozenset({TileLaid}),
    Why.STATION: frozenset({TokenPlaced}),
    Why.TRAIN: frozenset({TrainMoved}),
    Why.LICENCE: frozenset({LicenceGranted}),
    Why.LOAN: frozenset({LoanChanged}),
    Why.REPAYMENT: frozenset({LoanChanged}),
}
"""Payments whose amount another event's sentence states."""


def join_sentences(sentences: Iterable[str]) -> str:
    """Sentences in a row: with a space between them, except after full-width punctuation, which contains its own."""
    return "".join(f"{sentence}{gap_after(sentence)}" for sentence in sentences).rstrip()


def gap_after(sentence: str) -> str:
    return "" if sentence.endswith(_FULL_WIDTH) else " "


_FULL_WIDTH: Final = ("。", "：", "！", "？", "］", "）")


def why(refusal: Refusal, context: Context, language: str, action: Action | None = None) -> str:
    """A refusal as a sentence, with its paragraph in brackets; a reason may have its own text for a class of actions."""
    reason = refusal.reason
    values = dict(zip(reason.facts, refusal.facts, strict=True))
    id = f"reason.{reason.code}"
    exact = f"{id}.{type(action).__name__}"
    sentence = render(exact if message(exact, language) else id, values, context, language)
    paragraph = name_paragraph(cite(reason, context), language)
    return words("name.cited", language, sentence=sentence, paragraph=paragraph) if paragraph else sentence


def cite(reason: Reason, context: Context) -> str:
    """The paragraph of the title's own book; empty if it has none."""
    return dict(context.setup.title.chapters).get(reason.paragraph, reason.paragraph)


def describe_action(action: Action, context: Context, language: str, state: State | None = None) -> str:
    """An action as a short text for a button, without the player."""
    return render(form_of_action(action, context.setup, state), _values(action), context, language)


def _values(thing: Any) -> dict[str, Any]:
    return {field.name: getattr(thing, field.name) for field in fields(thing)}
