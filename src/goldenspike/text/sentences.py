"""Sentences for events, refusals and actions."""

from collections.abc import Iterable, Sequence
from typing import Final

from goldenspike.core.actions import Action, LayTile
from goldenspike.core.events import Event
from goldenspike.core.reasons import Reason, Refusal
from goldenspike.core.state import State
from goldenspike.text.catalogue import message, words
from goldenspike.text.event_groups import group_events, say_group
from goldenspike.text.facts import render, say, values_of
from goldenspike.text.forms import form_of_action
from goldenspike.text.hexes import added_track
from goldenspike.text.names import Context
from goldenspike.text.switches import name_paragraph


def say_all(events: Sequence[Event], context: Context, language: str, preview: bool = False) -> list[str]:
    """The events of a move, one sentence for each thing that happened (see `event_groups`), or for a preview."""
    if preview:
        return [say(event, context, language, preview) for group in group_events(events) for event in group.events]
    return [say_group(group, context, language) for group in group_events(events)]


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
    return cite_paragraph(reason.paragraph, context)


def cite_paragraph(paragraph: str, context: Context) -> str:
    """The paragraph of the title's own book for one of the engine's; empty if it has none."""
    return dict(context.setup.title.chapters).get(paragraph, paragraph)


def describe_action(action: Action, context: Context, language: str, state: State | None = None, is_numbered: bool = True) -> str:
    """An action as a short text for a button, without the player. How a tile is turned is told by where its track leads; the
    number of the tile can be left out."""
    values, form = values_of(action), form_of_action(action, context.setup, state)
    if isinstance(action, LayTile):
        values["rotation"] = added_track(action, context.setup, state)
        form = form if is_numbered else f"{form}.unnumbered"
    return render(form, values, context, language)


def describe_choices(actions: Sequence[Action], context: Context, language: str, state: State | None = None) -> list[str]:
    """Actions to choose from as short texts, without the numbers of tiles unless only these tell two actions apart."""
    plain = [describe_action(action, context, language, state, is_numbered=False) for action in actions]
    return [
        describe_action(action, context, language, state) if plain.count(choice) > 1 else choice
        for action, choice in zip(actions, plain, strict=True)
    ]
