"""What differs between the readers of a part: blanks, which are filled in for each reader.

Parts are rendered from what all readers know (see `PositionPage.common`), once for all of them. Where a reader may know more,
and where something is about the reader, the template leaves a blank: `{{ blank("treasury", company.id) }}`. So what is shared
contains nobody's secrets.
"""

from collections.abc import Callable, Hashable, Mapping
from typing import Any, Final

from jinja2 import Environment

from goldenspike.server.table.part_context import macros_of
from goldenspike.server.table.table_page import TablePage
from goldenspike.view.figures import NextTrain, next_train_seen
from goldenspike.view.forecast import bank_seen
from goldenspike.view.secrets import money_of_company

Facts = tuple[Hashable, ...]


def _treasury(page: TablePage, id: str) -> Facts:
    return (money_of_company(page.state, page.visibility, page.table.setup.company_index[id]),)


def _next_train(page: TablePage, id: str) -> NextTrain | None:
    company = page.table.setup.company_index[id]
    return next_train_seen(page.state, page.visibility, company, page.figures.companies[company].next_train)


def _turn(page: TablePage, _: str) -> Facts:
    return page.is_my_turn, page.view.question.seats


def _purse(page: TablePage, _: str) -> Facts:
    own = page.own_standing
    if own is None or not page.table.setup.title.has_shares:
        return None, 0, 0
    return own.money, own.certificates, page.view.certificate_limit


def _bank(page: TablePage, _: str) -> Facts:
    seen = bank_seen(page.table.setup, page.state, page.visibility)
    return seen.money if seen.is_exact else None, page.view.bank_broken


def _ending(page: TablePage, _: str) -> Facts:
    view, is_over = page.view, page.view.end_reason != "none"
    is_last_round = view.ending != "none"
    note = "" if is_over else "last_turn" if view.is_last_turn else "last" if is_last_round else ""
    return page.forecast, note, page.table.setup.title.has_shares


def _undo(page: TablePage, _: str) -> Facts:
    position = page.last_ply, page.undos
    redo = f"/t/{page.table.id}/redo"
    return page.table.path, redo, position, page.can_undo, page.can_redo, page.undo_further, page.turn_start


_FACTS: Final[Mapping[str, Callable[[TablePage, str], Facts]]] = {
    "treasury": _treasury,
    "lacks": lambda page, id: (_next_train(page, id),),
    "lacks_in_strip": lambda page, id: (_next_train(page, id),),
    "no_train": lambda page, id: (_next_train(page, id),),
    "mine": lambda page, seat: (page.seat == int(seat),),
    "turn": _turn,
    "clock": lambda page, _: (page.first_clock, page.zone),
    "purse": _purse,
    "bank": _bank,
    "ending": _ending,
    "watching": lambda page, _: (page.is_watching,),
    "undo": _undo,
}
"""What fills a blank in, by its name: the arguments of the macro of that name in blanks.html."""
_RAILROADS: Final = frozenset(("treasury", "lacks", "lacks_in_strip", "no_train"))
"""Blanks for what is known of a railroad."""


class Fills(dict[str, str]):
    """What fills in the blanks for one reader. The page must have been loaded."""

    def __init__(self, templates: Environment, page: TablePage) -> None:
        super().__init__()
        self._templates = templates
        self._page = page

    def __missing__(self, blank: str) -> str:
        name, _, about = blank.partition(" ")
        page = self._page
        assert page.is_loaded
        html = self[blank] = self._of_railroad(name, about) if name in _RAILROADS else self._fill(name, about)
        return html

    def _of_railroad(self, name: str, id: str) -> str:
        """What the reader knows of a railroad; mostly that is no more than everybody knows."""
        company = self._page.table.setup.company_index[id]
        if self._page.visibility.companies[company] != self._page.spectators.companies[company]:
            return self._fill(name, id)
        return self._page.share(("blank", name, id), lambda _: self._fill(name, id))

    def _fill(self, name: str, about: str) -> str:
        page = self._page
        facts = _FACTS[name](page, about)
        return page.services.pictures.get(("blank", page.identity, name, facts), lambda: self._write(name, facts))

    def _write(self, name: str, facts: Facts) -> str:
        words = self._page.words
        macros: Any = macros_of(self._templates, self._page.table.names, words.language, words.title)["blanks"]
        return str(getattr(macros, name)(*facts)).strip()
