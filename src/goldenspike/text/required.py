"""The messages that every language must have, and the facts that each may use.

They are gathered from the engine itself (its events, reasons, options, steps) and from the sources of the pages, so a test
and `make catalogues` report which messages are missing in which language.
"""

import importlib
import pkgutil
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields
from functools import cache
from itertools import count, takewhile
from string import Formatter
from types import ModuleType
from typing import Any, get_args

import goldenspike.core.steps
import goldenspike.titles
from goldenspike.core.actions import Action, Payout
from goldenspike.core.events import EndReason, Event, Why
from goldenspike.core.hexes import SIDE_NAMES
from goldenspike.core.market import Zone
from goldenspike.core.reasons import Reason
from goldenspike.core.steps.base import InterruptStep, Step
from goldenspike.core.switches import value_name
from goldenspike.core.tiles import Color, StopKind
from goldenspike.core.title import Power, RoundKind
from goldenspike.text import pages
from goldenspike.text.catalogue import FALLBACK, LANGUAGES, source
from goldenspike.text.event_groups import COMBINED_FACTS
from goldenspike.text.explanations import STEPS, TERMS
from goldenspike.text.forms import ACTION_FORMS, EVENT_FORMS
from goldenspike.text.hexes import HEX_FACTS
from goldenspike.text.motives import COMPARED, MOTIVES, VALUE_TERMS
from goldenspike.text.names import HOLDER_KINDS, RELATIONS
from goldenspike.text.question import QUESTION_FACTS, id_of_question
from goldenspike.text.rules.contents import CONTENTS
from goldenspike.text.rulings import RULINGS
from goldenspike.text.since import SINCE_FACTS
from goldenspike.text.switches import SETUP_FACTS
from goldenspike.titles.catalogue import CATALOGUE, EXCLUSIONS, SWITCHES

FIXED = {
    "language": (),
    "name.money": ("amount",),
    "name.untold": (),
    "name.player": ("number",),
    "name.private": ("name", "id"),
    "name.private.income": ("name", "id", "income"),
    "name.hex": ("id", "city"),
    "name.tile": ("old", "new"),
    "name.train": ("id",),
    "name.special_train": ("id",),
    "name.diesel": (),
    "name.train.one": ("id",),
    "name.special_train.one": ("id",),
    "name.diesel.one": (),
    "name.comma": (),
    "name.and": ("names", "last"),
    "name.group": (),
    "name.choice": ("name", "hexes"),
    "name.passed": ("name",),
    "name.route": (),
    "name.run": ("train", "places"),
    "action.LayTile.plain.unnumbered": ("hex", "rotation"),
    "action.LayTile.power.unnumbered": ("hex", "rotation", "private"),
    "reason.not_now.BuyTrain": (),
    "name.cited": ("sentence", "paragraph"),
    "paragraph.Loks": (),
    "paragraph.Inbetriebnahme": (),
    "value.on": (),
    "value.off": (),
    "value.off.help": (),
    "ruling.title": (),
    "ruling.intro": (),
    "ruling.option": ("option", "values"),
    "ruling.1830.note": (),
}
"""Messages that belong to no class of the engine."""


VERSIONS = {
    "1830": ("classic", "base", "starter", "s1", "s2", "s3", "s4", "s5", "s6"),
    "1862": ("standard",),
}
"""The ids of all versions of the titles, available or not."""


TITLES_THAT_TELL = ("1862",)
"""Titles whose private companies have texts of their own instead of those of the shared powers."""


POWERS_OVER_A_COMPANY = (Power.EXCHANGE, Power.FREE_SHARE, Power.PRESIDENCY)
"""Powers whose texts name the company that they concern."""


@dataclass(frozen=True, slots=True)
class Need:
    """A required message; with `all_facts` it must use every one of its facts."""

    id: str
    facts: frozenset[str] = frozenset()
    all_facts: bool = False


def required() -> dict[str, Need]:
    """Every message that the engine or a page may use, by id."""
    return {need.id: need for need in _needs()}


def _needs() -> Iterator[Need]:
    for id, facts in FIXED.items():
        yield Need(id, frozenset(facts), all_facts=True)
    for id, facts in (*HEX_FACTS.items(), *COMBINED_FACTS.items(), *SINCE_FACTS.items()):
        yield Need(id, frozenset(facts), all_facts=True)
    yield from (Need(f"side.{side}") for side in SIDE_NAMES)
    yield from _classes("event", get_args(Event))
    yield from _classes("action", get_args(Action))
    for reason in Reason:
        yield Need(f"reason.{reason.code}", frozenset(reason.facts), all_facts=True)
    for entry in CATALOGUE:
        for version in entry.versions:
            if entry.name in TITLES_THAT_TELL:
                yield from (Need(f"private.{entry.name}.{card.id}") for card in version.box.privates)
    for enum in (Why, EndReason, Payout, Color, StopKind, Zone):
        for member in enum:
            yield Need(f"{_PREFIXES[enum]}.{member.name}")
    for power in Power:
        yield Need(f"power.{power.name}", frozenset(("company",) if power in POWERS_OVER_A_COMPANY else ()), all_facts=True)
    yield from _rounds()
    yield from _holders()
    yield from _questions()
    yield from _options()
    for title, rulings in RULINGS.items():
        for ruling in rulings:
            yield Need(f"ruling.{title}.{ruling.key}")
            yield Need(f"ruling.{title}.{ruling.key}.text")
    yield from _terms()
    yield from _rules()
    for motive, facts in MOTIVES.items():
        yield Need(f"bot.{motive}", frozenset(facts), all_facts=True)
    yield Need("bot.compared", COMPARED, all_facts=True)
    yield Need("bot.outlook", COMPARED, all_facts=True)
    yield Need("bot.as_good", frozenset(("other",)), all_facts=True)
    yield from (Need(f"bot.term.{term}") for term in VALUE_TERMS)
    for id in dict.fromkeys((*pages.written(), *sorted(pages.asked()))):
        yield Need(id, spoken(id), all_facts=True)


_PREFIXES: dict[type, str] = {
    Why: "why",
    EndReason: "end",
    Payout: "payout",
    Color: "color",
    StopKind: "stop",
    Zone: "zone",
}


def _classes(prefix: str, classes: tuple[type, ...]) -> Iterator[Need]:
    for cls in classes:
        forms = (ACTION_FORMS if prefix == "action" else EVENT_FORMS).get(cls.__name__)
        facts = frozenset(field.name for field in fields(cls))
        if forms is None:
            yield Need(f"{prefix}.{cls.__name__}", facts)
        else:
            for name in forms.names:
                yield Need(f"{prefix}.{cls.__name__}.{name}", facts)


def _rounds() -> Iterator[Need]:
    for kind in RoundKind:
        yield Need(f"round.{kind.name}.name")
        for id in (f"round.{kind.name}", f"round.{kind.name}.short"):
            yield Need(id, frozenset(("number", "operating_round")))


def _holders() -> Iterator[Need]:
    for kind in HOLDER_KINDS:
        facts = frozenset(("name",)) if kind in ("player", "company") else frozenset[str]()
        yield Need(f"holder.{kind}", facts, all_facts=True)
        for relation in RELATIONS:
            yield Need(f"holder.{kind}.{relation}", facts, all_facts=True)


def _terms() -> Iterator[Need]:
    for term, rule in TERMS.items():
        yield Need(f"term.{term}")
        for id in (f"term.{term}.{name}" for name in (*rule.sentences, *rule.in_glossary)):
            yield Need(id, spoken(id), all_facts=True)
    for id, facts in STEPS.items():
        yield Need(id, frozenset(facts), all_facts=True)


def _rules() -> Iterator[Need]:
    """The headings of the rules, and the sentences that English has for each paragraph."""
    for title, parts in CONTENTS.items():
        for part in parts:
            yield Need(f"rule.{title}/{part.name}")
            for entry in part.entries:
                id = f"rule.{title}.{entry.number}"
                yield Need(id)
                numbers = takewhile(lambda sentence: texts(sentence, FALLBACK), (f"{id}#{number}" for number in count(1)))
                optional = (sentence for name in ("note", "example") if texts(sentence := f"{id}#{name}", FALLBACK))
                yield from (Need(sentence, spoken(sentence), all_facts=True) for sentence in (*numbers, *optional))


def _questions() -> Iterator[Need]:
    for step in step_classes():
        yield Need(f"step.{step.name}")
        for form in step.forms:
            yield Need(id_of_question(step.name, form), frozenset(QUESTION_FACTS))


def _options() -> Iterator[Need]:
    for switch in SWITCHES:
        yield Need(f"group.{switch.group}")
        yield Need(f"option.{switch.name}")
        yield Need(f"option.{switch.name}.help")
        for value in switch.values:
            if not isinstance(value, bool):
                yield Need(f"option.{switch.name}.{value_name(value)}")
                yield Need(f"option.{switch.name}.{value_name(value)}.help")
    for title, versions in VERSIONS.items():
        for version in versions:
            yield Need(f"version.{title}.{version}")
            yield Need(f"version.{title}.{version}.help")
    for exclusion in EXCLUSIONS:
        yield Need(f"exclusion.{exclusion.reason}")
    for entry in CATALOGUE:
        for shelved in entry.versions:
            for reason in shelved.reasons:
                yield Need(f"exclusion.{reason}")
    for code, facts in SETUP_FACTS.items():
        yield Need(f"setup.{code}", frozenset(facts), all_facts=True)


# --- the steps, found in the folders of core and of the titles


def step_classes() -> list[type[Step]]:
    """All steps with a name; a subclass may share the name and texts of its base."""
    modules()
    return sorted((step for step in _below(Step) if step is not InterruptStep), key=lambda step: step.name)


@cache
def modules() -> tuple[ModuleType, ...]:
    """All modules that may contain steps and plans."""
    return tuple(
        importlib.import_module(found.name)
        for package in (goldenspike.core.steps, goldenspike.titles)
        for found in pkgutil.walk_packages(package.__path__, f"{package.__name__}.")
    )


def _below(cls: type[Any]) -> set[type[Any]]:
    return {below for direct in cls.__subclasses__() for below in (direct, *_below(direct))}


# --- what is there


def placeholders(text: str) -> set[tuple[str, str]]:
    """The facts that a text uses, each with its format specification."""
    return {(name, form or "") for _, name, form, _ in Formatter().parse(text) if name is not None}


def spoken(id: str) -> frozenset[str]:
    """The facts that the English text uses."""
    return frozenset(name for text in texts(id, FALLBACK) for name, _ in placeholders(text))


def texts(id: str, language: str) -> tuple[str, ...]:
    """The texts of a message in a language, one for each plural form; empty if missing."""
    found = source(language).get(id)
    if found is None or found.fuzzy:
        return ()
    written = found.string if isinstance(found.string, tuple | list) else (found.string,)
    filled = tuple(text for text in written if text and text.strip())
    return filled if len(filled) == len(written) else ()


def missing(language: str) -> list[str]:
    """The ids that a language has no text for."""
    return [id for id in required() if not texts(id, language)]


def superfluous(language: str) -> list[str]:
    """Ids that nothing uses; on/off options and single trains may have optional texts."""
    known = {id for id in required() if id not in pages.written() or pages.is_used(id)}
    welcome = tuple(f"option.{switch.name}.{value}.help" for switch in SWITCHES for value in ("on", "off"))
    welcome += ("name.train.one.", "name.special_train.one.", *(f"preview.{id}" for id in known if id.startswith("event.")))
    ids = [entry.id if isinstance(entry.id, str) else entry.id[0] for entry in source(language)]
    return [id for id in ids if id and id not in known and not id.startswith(welcome)]


def report() -> str:
    """One line for each missing message with the languages that lack it."""
    return _table({language: missing(language) for language in LANGUAGES})


def obsolete() -> str:
    """One line for each unused message with the languages that have it."""
    return _table({language: superfluous(language) for language in LANGUAGES})


def _table(found: Mapping[str, list[str]]) -> str:
    ids = dict.fromkeys(id for ids in found.values() for id in ids)
    return "\n".join(f"{id}: {', '.join(language for language in found if id in found[language])}" for id in ids)
