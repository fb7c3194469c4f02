"""The rules: a page with both titles, one for each title, and one for each table that says what holds there."""

import asyncio
import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from litestar import Controller, get
from litestar.params import FromPath, FromQuery
from litestar.response import Template
from markupsafe import Markup, escape

from goldenspike.core.title import Setup
from goldenspike.server.lobby.help import RulingHelp, ruling_sections
from goldenspike.server.problems import not_found
from goldenspike.server.requests import TableId, TheServices, TheWords, Visitor
from goldenspike.server.rules.drawings import drawing_of
from goldenspike.server.words import Words
from goldenspike.text import glossary
from goldenspike.text.rules import CONTENTS, Paragraph, differences_of, find_entry, reference, search, standard_setup
from goldenspike.text.rules.tables import Table, table_of

MOST_LETTERS = 100
"""Of a search."""
_REFERENCE = re.compile(r"\[([\w.-]+)\]")


@dataclass(frozen=True, slots=True)
class Shown:
    """A paragraph with its tables, drawings and rulings."""

    paragraph: Paragraph
    tables: tuple[Table, ...]
    drawings: tuple[tuple[str, str], ...]
    """Kind and SVG."""
    rulings: tuple[RulingHelp, ...]


@dataclass(frozen=True, slots=True)
class ShownChapter:
    name: str
    heading: str
    paragraphs: tuple[Shown, ...]


def show_paragraphs(paragraphs: Iterable[Paragraph], title: str, words: Words, setup: Setup | None) -> tuple[Shown, ...]:
    rulings = {ruling.anchor: ruling for section in ruling_sections(words.language) for ruling in section.rulings}
    box, own = setup or standard_setup(title), words.at(title)
    return tuple(
        Shown(
            paragraph,
            tuple(table for name in paragraph.shows if (table := table_of(name, box, own)) is not None),
            tuple((name.partition(":")[0], drawing) for name in paragraph.shows if (drawing := drawing_of(name, box, own))),
            tuple(rulings[f"{title}-{ruling.key}"] for ruling in paragraph.rulings),
        )
        for paragraph in paragraphs
    )


def linked(sentence: str, title: str, address: str = "") -> Markup:
    """A sentence whose paragraphs in brackets link to their places on the page, or on another one."""

    def link(found: re.Match[str]) -> str:
        entry = find_entry(title, found[1])
        return found[0] if entry is None else f'[<a class="rule" href="{address}#rule-{entry.number}">{found[1]}</a>]'

    return Markup(_REFERENCE.sub(link, str(escape(sentence))))


def _context(title: str, words: Words, query: str, address: str, setup: Setup | None = None) -> dict[str, Any]:
    query = query.strip()[:MOST_LETTERS]
    contents = reference(title, words.language, setup)
    terms = glossary(setup or standard_setup(title), words.language)
    # What a search has found links to the whole rules.
    context = {"title": title, "query": query, "here": address, "at": address if query else "", "linked": linked}

    def show(paragraphs: Iterable[Paragraph]) -> tuple[Shown, ...]:
        return show_paragraphs(paragraphs, title, words, setup)

    if query:
        found = search(contents, terms, query)
        return context | {"glossary": found.terms, "found": show(found.paragraphs), "within": show(found.within)}
    chapters = [ShownChapter(one.name, one.heading, show(one.paragraphs)) for one in contents]
    return context | {"glossary": terms, "chapters": chapters, "contents": contents}


class RulesPages(Controller):
    path = "/"
    include_in_schema = False

    @get("/rules")
    async def titles(self, person: Visitor, words: TheWords) -> Template:
        """What rules there are."""
        contents = await asyncio.to_thread(lambda: {title: reference(title, words.language) for title in CONTENTS})
        return Template("rules_titles.html", context={"person": person, "words": words, "contents": contents})

    @get("/rules/{title:str}")
    async def rules(self, title: FromPath[str], person: Visitor, words: TheWords, q: FromQuery[str] = "") -> Template:
        if title not in CONTENTS:
            raise not_found("title")
        context = await asyncio.to_thread(_context, title, words, q, f"/rules/{title}")
        return Template("rules.html", context={"person": person, "words": words, **context, "table": None, "differences": ()})

    @get("/t/{table_id:str}/rules")
    async def at_table(
        self, table_id: TableId, person: Visitor, services: TheServices, words: TheWords, q: FromQuery[str] = ""
    ) -> Template:
        """The rules with the figures of a table, and what its options decide."""
        table = await services.tables.live.get(table_id)
        box = table.setup.title
        context = await asyncio.to_thread(_context, box.name, words, q, f"{table.path}/rules", table.setup)
        differences = differences_of(table.setup, words.language)
        return Template(
            "rules.html", context={"person": person, "words": words, **context, "table": table, "differences": differences}
        )
