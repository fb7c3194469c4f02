"""The rules: a page with both titles, one for each title, and one for each table that says what holds there."""

import asyncio
import re
from dataclasses import dataclass, replace
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
from goldenspike.text.rules import CONTENTS, Chapter, Paragraph, differences_of, find_entry, matches, reference, standard_setup
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


def shown_chapters(title: str, words: Words, setup: Setup | None, query: str) -> list[ShownChapter]:
    """The chapters of a title, or what a search finds in them."""
    chapters: tuple[Chapter, ...] = reference(title, words.language, setup)
    rulings = {ruling.anchor: ruling for section in ruling_sections(words.language) for ruling in section.rulings}
    box, own = setup or standard_setup(title), words.at(title)

    def show(paragraph: Paragraph) -> Shown:
        return Shown(
            paragraph,
            tuple(table for name in paragraph.shows if (table := table_of(name, box, own)) is not None),
            tuple((name.partition(":")[0], drawing) for name in paragraph.shows if (drawing := drawing_of(name, box, own))),
            tuple(rulings[f"{title}-{ruling.key}"] for ruling in paragraph.rulings),
        )

    found = [replace(chapter, paragraphs=tuple(one for one in chapter.paragraphs if matches(one, query))) for chapter in chapters]
    return [
        ShownChapter(chapter.name, chapter.heading, tuple(show(one) for one in chapter.paragraphs))
        for chapter in found
        if chapter.paragraphs
    ]


def linked(sentence: str, title: str) -> Markup:
    """A sentence whose paragraphs in brackets link to their places on the page."""

    def link(found: re.Match[str]) -> str:
        entry = find_entry(title, found[1])
        return found[0] if entry is None else f'[<a class="rule" href="#rule-{entry.number}">{found[1]}</a>]'

    return Markup(_REFERENCE.sub(link, str(escape(sentence))))


def _context(title: str, words: Words, query: str, setup: Setup | None) -> dict[str, Any]:
    query = query.strip()[:MOST_LETTERS]
    return {
        "title": title,
        "query": query,
        "chapters": shown_chapters(title, words, setup, query),
        "contents": reference(title, words.language, setup),
        "glossary": glossary(setup or standard_setup(title), words.language) if not query else (),
        "linked": linked,
    }


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
        context = await asyncio.to_thread(_context, title, words, q, None)
        return Template("rules.html", context={"person": person, "words": words, **context, "table": None, "differences": ()})

    @get("/t/{table_id:str}/rules")
    async def at_table(
        self, table_id: TableId, person: Visitor, services: TheServices, words: TheWords, q: FromQuery[str] = ""
    ) -> Template:
        """The rules with the figures of a table, and what its options decide."""
        table = await services.tables.live.get(table_id)
        box = table.setup.title
        context = await asyncio.to_thread(_context, box.name, words, q, table.setup)
        differences = differences_of(table.setup, words.language)
        return Template(
            "rules.html", context={"person": person, "words": words, **context, "table": table, "differences": differences}
        )
