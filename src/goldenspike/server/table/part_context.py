"""What the templates of parts see besides the inputs of their part: the table, its words, and macros."""

import hashlib
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from types import SimpleNamespace
from typing import Any

import msgspec
from jinja2 import Environment
from markupsafe import Markup

from goldenspike import svg
from goldenspike.core.ids import by_company
from goldenspike.core.title import Setup
from goldenspike.protocol.messages import Status
from goldenspike.server.table.live_table import LiveTable, Seat
from goldenspike.server.table.log_lines import clock
from goldenspike.server.table.position_page import PositionPage
from goldenspike.server.table.rendered_part import CSRF_INPUT, blank
from goldenspike.server.words import Words
from goldenspike.text import Context

_ENCODER = msgspec.msgpack.Encoder()
MACROS = {
    "terms": "terms.html",
    "figure": "figures.html",
    "clocks": "clock.html",
    "people": "people.html",
    "icons": "icons.html",
    "forms": "forms.html",
    "blanks": "blanks.html",
}
"""Templates with macros that need nothing of a page but its words and the players' names, and the templates before them."""


@dataclass(frozen=True, slots=True)
class TableFacts:
    """What every part may know of the table, `table` in the templates."""

    id: str
    path: str
    name: str
    setup: Setup
    seats: tuple[Seat, ...]
    status: Status
    context: Context

    @staticmethod
    def of(table: LiveTable) -> "TableFacts":
        return TableFacts(table.id, table.path, table.name, table.setup, table.seats, table.status, table.context)


def context_of(templates: Environment, name: str, page: PositionPage, values: dict[str, Any]) -> dict[str, Any]:
    """What the template of a part sees; `values` are the inputs of the part."""
    common = page.share(("context",), lambda page: _common(templates, page))

    def once(*inputs: Any, caller: Callable[[], str]) -> str:
        """A row of a part, written again only if one of its inputs has changed: what varies in it must be among these."""
        key = ("row", name, page.identity, digest(inputs))
        return Markup(page.services.pictures.get(key, caller))

    return {"page": SimpleNamespace(**values), "view": values.get("view"), "once": once, "blank": blank, **common}


def digest(value: Any) -> bytes:
    """Stands for a value in keys."""
    return hashlib.blake2b(_ENCODER.encode(value), digest_size=16).digest()


def _common(templates: Environment, page: PositionPage) -> dict[str, Any]:
    """The same for all parts of a position."""
    table, words, roster = page.table, page.words, page.services.roster
    return {
        "table": TableFacts.of(table),
        "setup": table.setup,
        "names": table.names,
        "words": words,
        "roundels": roundels_of(table.setup),
        "sparkline": svg.sparkline,
        "portrait": svg.portrait,
        "bots": tuple((bot, roster.label(bot, words)) for bot in roster),
        "default_bot": roster.default_bot,
        "csrf_input": CSRF_INPUT,
        **macros_of(templates, table.names, words.language, words.title),
    }


@lru_cache(maxsize=512)
def macros_of(templates: Environment, names: tuple[str, ...], language: str, title: str) -> dict[str, Any]:
    """Made once for all parts of a table: to import them into each would take longer than to render most parts."""
    needed = {
        "names": names,
        "words": Words(language, title),
        "sparkline": svg.sparkline,
        "iso": clock,
        "csrf_input": CSRF_INPUT,
    }
    modules: dict[str, Any] = {}
    for name, file in MACROS.items():
        modules[name] = templates.get_template(file).make_module(needed | modules)
    return modules


@lru_cache(maxsize=64)
def roundels_of(setup: Setup) -> dict[str, str]:
    """The companies' logos by abbreviation, small enough for a line of text."""
    return {company.id: svg.roundel(setup, index, theme="page", size=28) for index, company in by_company(setup.title.companies)}
