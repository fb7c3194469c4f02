"""The parts of a table's page and what each depends on. Each is rendered once for all readers who see the same.

A template gets the inputs that its part names and nothing else, so a part cannot depend on anything that is not in its key.
Secrets are in the key through the visibility; what belongs to one person through the seat and the rights named as inputs. The
CSRF token is filled in afterwards, by the server in whole pages and by the script of the page in parts that it fetches.
"""

import asyncio
import time
from collections.abc import Hashable, Iterable, Mapping
from dataclasses import dataclass
from inspect import getattr_static
from types import SimpleNamespace
from typing import Any

from jinja2 import Environment

from goldenspike.server.table.blanks import Fills
from goldenspike.server.table.cached import cached
from goldenspike.server.table.derived import Derived, beside_position
from goldenspike.server.table.part_cache import PartCache
from goldenspike.server.table.part_context import context_of, digest
from goldenspike.server.table.rendered_part import RenderedPart, Signature
from goldenspike.server.table.table_page import TablePage

LONGEST_STEP = 0.005
"""Seconds after which other requests have their turn before the next part is rendered."""


@dataclass(frozen=True)
class Part:
    name: str
    inputs: tuple[str, ...]
    """Attributes of `TablePage`; with a dot, a single field of one."""
    rounds: tuple[str, ...] = ()
    """The kinds of rounds outside which it is empty, if it is in any."""

    @cached
    def depends(self) -> tuple[str, ...]:
        """The cheap attributes that determine the inputs."""
        found: dict[str, None] = {}
        for name in self.inputs:
            head = name.partition(".")[0]
            attribute = getattr_static(TablePage, head, None)
            found |= dict.fromkeys(attribute.depends if isinstance(attribute, Derived) else (head,))
        return tuple(found)

    @cached
    def differing(self) -> tuple[str, ...]:
        """Those of them that may differ between readers of a position."""
        return beside_position(self.depends)

    def key(self, page: TablePage, attributes: Mapping[str, Any]) -> Hashable:
        """`attributes` are those of the page."""
        return self.name, page.identity, *[attributes[name] for name in self.depends]

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
        "status": ("view.round", "view.phase", "view.priority", "view.trains"),
        "panel": (
            "question",
            "asked",
            "past",
            "answers_at",
            "speaker",
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
            "next_table",
            "view.round",
            "result",
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
        ),
        "players": (
            "view.seating",
            "view.players",
            "ownership",
            "view.privates",
            "view.certificate_limit",
            "round_kind",
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
        "mine": ("seat", "whole_view.companies"),
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


class _Seen:
    """Which parts a page consists of, as far as that is known.

    What readers of the same position have found is looked up at once for all parts that depend on the same.
    """

    def __init__(self, page: TablePage) -> None:
        self._page = page
        self._attributes = _Attributes(page)
        self._groups: dict[tuple[str, ...], dict[str, Signature]] = {}
        """By the names of what may differ between readers."""

    def _group(self, part: Part) -> dict[str, Signature]:
        found = self._groups.get(part.differing)
        if found is None:
            key = ("parts", part.differing, *[self._attributes[name] for name in part.differing])
            found = self._groups[part.differing] = self._page.share(key, lambda _: {})
        return found

    def find(self, part: Part) -> Signature | None:
        """The part as another reader has found it."""
        return self._group(part).get(part.name)

    def find_earlier(self, part: Part) -> Signature | None:
        """The part, also if it was found in an earlier position."""
        group = self._group(part)
        signature = group.get(part.name)
        if signature is None:
            signature = self._page.services.parts.find(part.key(self._page, self._attributes))
            if signature is not None:
                group[part.name] = signature
        return signature

    def link(self, part: Part, content: Hashable) -> Signature | None:
        return self._page.services.parts.link(part.key(self._page, self._attributes), content)


async def render_parts(
    templates: Environment, page: TablePage, names: Iterable[str] = TABLE_PARTS, known: Mapping[str, str] = NOTHING_KNOWN
) -> dict[str, RenderedPart]:
    """Some parts of a page, without those of which the reader has the right version already.

    They come from the cache where all that determines them is the same.
    """
    cache = page.services.parts
    seen = _Seen(page)
    fills = Fills(templates, page)
    signatures = {name: seen.find(PARTS[name]) for name in names}
    found: dict[str, RenderedPart | str | None] = dict.fromkeys(signatures)
    if None not in signatures.values():
        await page.load_once()
        found = {name: _get(cache, signature, fills, known.get(name, "")) for name, signature in signatures.items()}
    if None in found.values():
        # The readers of a table ask at the same time; the first renders for all.
        async with cache.lock(page.table.id):
            await page.load_once()
            begun = time.perf_counter()
            for name, part in found.items():
                if part is not None:
                    continue
                has = known.get(name, "")
                found[name] = _get(cache, signatures[name] or seen.find_earlier(PARTS[name]), fills, has)
                if found[name] is not None:
                    continue
                found[name] = await _render(templates, PARTS[name], seen, page, fills, has)
                if time.perf_counter() - begun > LONGEST_STEP:
                    # Others go on between two parts.
                    await asyncio.sleep(0)
                    begun = time.perf_counter()
    return {name: part for name, part in found.items() if isinstance(part, RenderedPart)}


def _get(cache: PartCache, signature: Signature | None, fills: Fills, known: str) -> RenderedPart | str | None:
    """The part, or only its version if the reader has it already; None if it must be rendered."""
    return None if signature is None else cache.get(signature, fills, known)


async def _render(
    templates: Environment, part: Part, seen: _Seen, page: TablePage, fills: Fills, known: str
) -> RenderedPart | str:
    cache = page.services.parts
    values = part.content(page)
    packed = {name: vars(value) if isinstance(value, SimpleNamespace) else value for name, value in values.items()}
    content = (part.name, page.identity, digest(packed))
    found = _get(cache, seen.link(part, content), fills, known)
    if found is not None:
        return found
    if part.name == "board":
        await page.prepare_board()
    template = templates.get_template(f"parts/{part.name}.html")
    return cache.keep(part.name, content, template.render(context_of(templates, part.name, page, part.values(page))), fills)
