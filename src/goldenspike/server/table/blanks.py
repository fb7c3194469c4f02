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
    if not page.can_undo and not page.can_redo and page.undo_further is None:
        # Nothing, whatever the position is.
        return "", "", (0, 0), False, False, None, None
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
    """What fills in the blanks for one reader. The page must have been loaded.

    Of a railroad a reader mostly knows no more than everybody knows, so these blanks are shared by all readers of the position.
    """

    def __init__(self, templates: Environment, page: TablePage) -> None:
        self._templates = templates
        self._page = page
        self._shared: dict[str, str] = page.share(("fills",), lambda _: {})
        """What everybody knows of railroads."""
        super().__init__(self._shared)
        cards = page.table.setup.title.companies
        known = zip(page.visibility.companies, page.spectators.companies, strict=True)
        self._own = [cards[company].id for company, (own, all) in enumerate(known) if own != all]
        """Railroads of which the reader knows more."""
        for id in self._own:
            for name in _RAILROADS:
                self.pop(f"{name} {id}", None)

    def __missing__(self, blank: str) -> str:
        name, _, about = blank.partition(" ")
        assert self._page.is_loaded
        html = self[blank] = self._fill(name, about)
        if name in _RAILROADS and about not in self._own:
            self._shared[blank] = html
        return html

    def _fill(self, name: str, about: str) -> str:
        page = self._page
        facts = _FACTS[name](page, about)
        return page.services.pictures.get(("blank", page.identity, name, facts), lambda: self._write(name, facts))

    def _write(self, name: str, facts: Facts) -> str:
        words = self._page.words
        macros: Any = macros_of(self._templates, self._page.table.names, words.language, words.title)["blanks"]
        return str(getattr(macros, name)(*facts)).strip()
