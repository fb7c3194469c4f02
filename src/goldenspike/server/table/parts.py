"""The parts of a table's page and what each depends on. Each is rendered once for all readers who see the same.

A template gets the inputs that its part names and nothing else, so a part cannot depend on anything that is not in its key.
Secrets are in the key through the visibility; what belongs to one person through the seat and the rights named as inputs. The
CSRF token is filled in afterwards, by the server in whole pages and by the script of the page in parts that it fetches.
"""

import asyncio
import hashlib
import time
from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from inspect import getattr_static
from types import SimpleNamespace
from typing import Any

import msgspec
from jinja2 import Environment
from markupsafe import Markup

from goldenspike import svg
from goldenspike.core.ids import by_company
from goldenspike.core.title import Setup
from goldenspike.protocol.messages import Status
from goldenspike.server.table.derived import Derived
from goldenspike.server.table.live_table import LiveTable, Seat
from goldenspike.server.table.log_lines import clock
from goldenspike.server.table.part_cache import PartCache
from goldenspike.server.table.rendered_part import CSRF_INPUT, RenderedPart
from goldenspike.server.table.table_page import TablePage
from goldenspike.server.words import Words
from goldenspike.text import Context

_ENCODER = msgspec.msgpack.Encoder()
LONGEST_STEP = 0.005
"""Seconds after which other requests have their turn before the next part is rendered."""


class _Key(tuple[Hashable, ...]):
    """A key that is hashed once, although a cache looks it up several times."""

    @cached_property
    def _hash(self) -> int:
        return super().__hash__()

    def __hash__(self) -> int:
        return self._hash


@dataclass(frozen=True)
class Part:
    name: str
    inputs: tuple[str, ...]
    """Attributes of `TablePage`; with a dot, a single field of one."""
    rounds: tuple[str, ...] = ()
    """The kinds of rounds outside which it is empty, if it is in any."""

    @cached_property
    def depends(self) -> tuple[str, ...]:
        """The cheap attributes that determine the inputs."""
        found: dict[str, None] = {}
        for name in self.inputs:
            head = name.partition(".")[0]
            attribute = getattr_static(TablePage, head, None)
            found |= dict.fromkeys(attribute.depends if isinstance(attribute, Derived) else (head,))
        return tuple(found)

    def key(self, page: TablePage, attributes: Mapping[str, Any]) -> Hashable:
        """`attributes` are those of the page."""
        return _Key((self.name, page.identity, *[attributes[name] for name in self.depends]))

    def values(self, page: TablePage) -> dict[str, Any]:
        """The inputs by name. Of an object with a dotted input only the named fields are present."""
        return self._read(page, self.inputs)

    def content(self, page: TablePage) -> dict[str, Any]:
        """What determines the part: its inputs, but of pictures what they are drawn from."""
        if self.rounds and page.round_kind not in self.rounds:
            return {}
        return self._read(page, tuple(DRAWN_FROM.get(name, name) for name in self.inputs))

    def _read(self, page: TablePage, names: Iterable[str]) -> dict[str, Any]:
        found: dict[str, Any] = {}
        for name in names:
            head, _, field = name.partition(".")
            value = getattr(page, head)
            if field:
                setattr(found.setdefault(head, SimpleNamespace()), field, getattr(value, field))
            else:
                found[head] = value
        return found


NOTHING_KNOWN: Mapping[str, str] = {}
DRAWN_FROM = {"board": "board_key", "market": "market_key"}
"""Pictures, and what they are drawn from: they are drawn only if somebody needs them."""
ROUNDS = {"auction": ("seating", "auction")}
"""Parts that are empty outside some kinds of rounds."""

PARTS = {
    name: Part(name, inputs, ROUNDS.get(name, ()))
    for name, inputs in {
        "status": (
            "view.question",
            "view.round",
            "view.phase",
            "view.priority",
            "view.trains",
            "view.bank",
            "view.bank_broken",
            "view.is_last_turn",
            "view.ending",
            "view.end_reason",
            "view.certificate_limit",
            "own_standing",
            "seat",
            "is_my_turn",
            "forecast",
            "first_clock",
            "zone",
        ),
        "panel": (
            "question",
            "own",
            "seat",
            "ply",
            "last_ply",
            "undos",
            "is_present",
            "asks_on_map",
            "asks_on_board",
            "runs",
            "panel",
            "shortcuts",
            "other_speakers",
            "cards",
            "refused",
            "undo_request",
            "asked_correction",
            "asked_to_agree",
            "all_have_agreed",
            "has_asked_to_undo",
            "can_undo",
            "undo_further",
            "can_redo",
            "turn_start",
            "next_table",
            "view.round",
            "view.question",
            "view.end_reason",
            "view.players",
        ),
        "strip": ("operating", "next_rust"),
        "since": ("since",),
        "hint": ("seat", "may_have_hint", "hint"),
        "coach": ("coach",),
        "seats": ("own", "invitation"),
        "plans": ("may_plan", "plans"),
        "standin": ("stand_in", "time_out_votes", "zone"),
        "orders": ("own", "orders", "prices"),
        "away": ("own", "is_present", "stand_in", "to_remind"),
        "board": ("board",),
        "market": ("market", "market_terms", "view.reformed"),
        "stock": (
            "view.round",
            "view.priority",
            "view.seating",
            "view.players",
            "view.companies",
            "view.certificate_limit",
            "round_table",
            "figures.companies",
            "cards",
            "trades_at",
            "seat",
        ),
        "auction": (
            "view.round",
            "view.question",
            "view.priority",
            "view.seating",
            "view.players",
            "view.privates",
            "view.auction",
            "round_table",
            "panel.main",
            "panel.amounts",
            "last_ply",
            "undos",
            "seat",
        ),
        "players": (
            "view.seating",
            "view.players",
            "ownership",
            "view.privates",
            "view.certificate_limit",
            "figures.players",
            "history.players",
            "present",
            "clock_faces",
            "zone",
        ),
        "companies": ("view.companies", "figures.companies", "earnings", "next_rust"),
        "trains": (
            "view.trains",
            "view.phase",
            "view.uncertainty",
            "figures.trains",
            "phases",
            "phase_columns",
        ),
        "privates": ("view.privates", "view.auction"),
        "sheet": (
            "view.seating",
            "view.players",
            "view.companies",
            "view.privates",
            "view.certificate_limit",
            "figures.players",
            "figures.companies",
            "next_rust",
            "revenues",
            "history.rounds",
            "history.players",
        ),
        "tiles": ("view.tiles",),
        "hand": ("own_standing", "view.companies", "view.privates", "view.certificate_limit"),
        "mine": ("seat", "view.companies"),
        "log": ("log", "log_is_whole", "railroads", "seating"),
        "history": ("ply", "last_ply", "steps", "may_export", "copying"),
        "rules": ("differences",),
        "explanations": ("explanations",),
    }.items()
}
"""The parts of the pages, one template each, with their inputs."""
HAND_PARTS = ("status", "strip", "panel", "auction", "stock", "seats", "hand", "mine", "explanations")
"""The parts on the phone of a player at a real table."""
TABLE_PARTS = tuple(name for name in PARTS if name not in ("hand", "mine"))
"""The parts of the table's page."""


def parts_of_view(view: str) -> tuple[str, ...]:
    """The parts that make up a large view."""
    return ("market", "stock") if view == "market" else (view,)


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


PARTS_OF_A_POSITION = (
    "status",
    "strip",
    "panel",
    "board",
    "market",
    "stock",
    "auction",
    "sheet",
    "tiles",
    "players",
    "companies",
    "trains",
    "privates",
    "explanations",
)
"""The parts that pages of a position have without a game at a table: puzzles and plans."""


class _Attributes(dict[str, Any]):
    """The attributes of a page by name. Many parts depend on the same ones, so each is worked out once."""

    def __init__(self, page: TablePage) -> None:
        super().__init__()
        self._page = page

    def __missing__(self, name: str) -> Any:
        value = self[name] = getattr(self._page, name)
        return value


async def render_parts(
    templates: Environment, page: TablePage, names: Iterable[str] = TABLE_PARTS, known: Mapping[str, str] = NOTHING_KNOWN
) -> dict[str, RenderedPart]:
    """Some parts of a page, without those of which the reader has the right version already.

    They come from the cache where all that determines them is the same.
    """
    cache = page.services.parts
    attributes = _Attributes(page)
    keys = {name: PARTS[name].key(page, attributes) for name in names}
    found = {name: _find(cache, key, known.get(name, "")) for name, key in keys.items()}
    if None in found.values():
        # The readers of a table ask at the same time; the first renders for all.
        async with cache.lock(page.table.id):
            found = {name: part or _find(cache, keys[name], known.get(name, "")) for name, part in found.items()}
            if None in found.values():
                await page.load()
            begun = time.perf_counter()
            for name in [name for name, part in found.items() if part is None]:
                found[name] = await _render(templates, PARTS[name], keys[name], page, known.get(name, ""))
                if time.perf_counter() - begun > LONGEST_STEP:
                    # Others go on between two parts.
                    await asyncio.sleep(0)
                    begun = time.perf_counter()
    return {name: part for name, part in found.items() if isinstance(part, RenderedPart)}


def _find(cache: PartCache, key: Hashable, known: str) -> str | RenderedPart | None:
    """The part with that key, or only its version if the reader has it already; None if it must be rendered."""
    version = cache.find(key)
    return version if version is None or version == known else cache.get(version)


async def _render(templates: Environment, part: Part, key: Hashable, page: TablePage, known: str) -> str | RenderedPart:
    values = part.content(page)
    packed = {name: vars(value) if isinstance(value, SimpleNamespace) else value for name, value in values.items()}
    content = (part.name, page.identity, hashlib.blake2b(_ENCODER.encode(packed), digest_size=16).digest())
    if part.name == "board":
        await page.prepare_board()

    def render() -> str:
        return templates.get_template(f"parts/{part.name}.html").render(_context(templates, part.name, page, part.values(page)))

    return page.services.parts.keep(part.name, key, content, render, known)


def _context(templates: Environment, name: str, page: TablePage, values: dict[str, Any]) -> dict[str, Any]:
    roster = page.services.roster
    macros = page.share(("macros",), lambda page: _macros(templates, page.table.names, page.words))

    def once(*inputs: Any, caller: Callable[[], str]) -> str:
        """A row of a part, written again only if one of its inputs has changed: what varies in it must be among these."""
        key = ("row", name, page.identity, hashlib.blake2b(_ENCODER.encode(inputs), digest_size=16).digest())
        return Markup(page.services.pictures.get(key, caller))

    return {
        "page": SimpleNamespace(**values),
        "view": values.get("view"),
        "table": TableFacts.of(page.table),
        "setup": page.table.setup,
        "names": page.table.names,
        "words": page.words,
        "roundels": roundels_of(page.table.setup),
        "sparkline": svg.sparkline,
        "portrait": svg.portrait,
        "bots": tuple((bot, roster.label(bot, page.words)) for bot in roster),
        "csrf_input": CSRF_INPUT,
        "once": once,
        **macros,
    }


MACROS = {"terms": "terms.html", "figure": "figures.html", "clocks": "clock.html", "people": "people.html"}
"""Templates with macros that need nothing of a page but its words and the players' names, by their names in parts."""


def _macros(templates: Environment, names: tuple[str, ...], words: Words) -> dict[str, Any]:
    """Made once for all parts of a position: to import them into each would take longer than to render most parts."""
    needed = {"names": names, "words": words, "sparkline": svg.sparkline, "iso": clock}
    return {name: templates.get_template(file).make_module(needed) for name, file in MACROS.items()}


@lru_cache(maxsize=64)
def roundels_of(setup: Setup) -> dict[str, str]:
    """The companies' logos by abbreviation, small enough for a line of text."""
    return {company.id: svg.roundel(setup, index, theme="page", size=28) for index, company in by_company(setup.title.companies)}
