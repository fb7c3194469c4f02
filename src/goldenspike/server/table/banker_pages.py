"""The banker's tools: undoing any number of moves with a reason, corrections by agreement, and taking the game along."""

from dataclasses import dataclass
from typing import Any, get_args

from litestar import Controller, Response, get, post
from litestar.response import Redirect, Template
from litestar.status_codes import HTTP_200_OK, HTTP_303_SEE_OTHER

from goldenspike.core.actions import Correction
from goldenspike.core.fields import Kind, fields_of
from goldenspike.core.holders import BANK, POOL, treasury
from goldenspike.core.ids import NONE, Holder, by_company
from goldenspike.core.rules.correction import has_books
from goldenspike.record.wire import Wire, write_holder
from goldenspike.server.problems import Problem
from goldenspike.server.requests import AnyRequest, Form, TableId, TheServices, TheWords, Visitor
from goldenspike.server.security import required
from goldenspike.server.table.live_table import LiveTable
from goldenspike.server.table.pages import number_in, position_in
from goldenspike.server.table.present import present_whole_table
from goldenspike.server.table.undoing import earliest_return
from goldenspike.server.words import Words

MOVES_SHOWN = 60
CORRECTIONS = {kind.__name__: kind for kind in get_args(Correction)}

Choice = tuple[str, str]
"""The value of an option in a form, and its label."""


@dataclass(frozen=True)
class Choices:
    """What may be chosen in the forms of corrections."""

    purses: tuple[Choice, ...]
    shareholders: tuple[Choice, ...]
    train_owners: tuple[Choice, ...]
    companies: tuple[Choice, ...]
    """Those that have a price."""
    trains: tuple[Choice, ...]
    boxes: tuple[Choice, ...]
    """The boxes of the market, the highest price first."""


def choices_at(table: LiveTable, words: Words) -> Choices:
    setup, s = table.setup, table.state
    companies = [treasury(company) for company in setup.all_companies]

    def named(*holders: Holder) -> tuple[Choice, ...]:
        return tuple((str(write_holder(setup, holder)), words.holder(holder, table.context)) for holder in holders)

    market = setup.title.market
    cells = sorted((cell for cell, price in enumerate(market.prices) if price), key=lambda cell: -market.prices[cell])
    with_books = [holder for holder in companies if has_books(s, holder)]
    return Choices(
        purses=named(BANK, *s.seating, *with_books),
        shareholders=named(BANK, POOL, *s.seating),
        train_owners=named(BANK, POOL, *with_books),
        companies=tuple((card.id, card.id) for company, card in by_company(setup.title.companies) if s.cells[company] != NONE),
        trains=tuple((card.id, card.id) for card in setup.title.trains),
        boxes=tuple((str(cell), _box(words, market.prices[cell], *divmod(cell, market.columns))) for cell in cells),
    )


def _box(words: Words, price: int, row: int, column: int) -> str:
    return words("banker.box", price=words.money(price), row=row + 1, column=column + 1)


def correction_in(form: dict[str, str]) -> Wire:
    """The correction that a form describes, without who asks for it."""
    kind = CORRECTIONS.get(form.get("do", ""))
    if kind is None:
        raise Problem(400, "bad_action", message="do")
    wire: Wire = {"do": kind.__name__}
    for field in fields_of(kind):
        if field.name == "player":
            continue
        if field.kind is Kind.NUMBER:
            amount = number_in(form, field.name)
            if amount is None:
                raise Problem(422, "amount_missing")
            wire[field.name] = amount
        else:
            value = form.get(field.name, "")
            # A player is a holder by number.
            wire[field.name] = int(value) if field.kind is Kind.HOLDER and value.isdecimal() else value
    return wire


def reason_in(form: dict[str, str]) -> str:
    reason = form.get("reason", "").strip()
    if not reason:
        raise Problem(422, "reason_missing")
    return reason


def back_to_tools(table: LiveTable) -> Redirect:
    return Redirect(f"{table.path}/banker", status_code=HTTP_303_SEE_OTHER)


class BankerPages(Controller):
    path = "/t"
    include_in_schema = False

    @get("/{table_id:str}/banker")
    async def tools(
        self, table_id: TableId, request: AnyRequest, person: Visitor, services: TheServices, words: TheWords
    ) -> Template:
        table = await services.tables.live.get(table_id)
        if not table.may_keep_books(person):
            raise Problem(403, "no_banker_here")
        page = await present_whole_table(services, table, person, words, whole_log=True)
        earliest = earliest_return(table, page.moves)
        # The last move first; of what is told of a move, the first line.
        moves = {line.ply: line for line in reversed(page.log) if line.kind == "move" and line.ply > earliest}
        return Template(
            "banker.html",
            context={
                "page": page,
                "table": table,
                "person": person,
                "words": page.words,
                "moves": list(moves.values())[:MOVES_SHOWN],
                "choices": choices_at(table, page.words),
            },
        )

    @post("/{table_id:str}/banker/undo", status_code=HTTP_200_OK)
    async def undo(self, table_id: TableId, data: Form, person: Visitor, services: TheServices) -> Response[Any]:
        banker = required(person)
        services.limits.for_actions(banker)
        table = await services.tables.undoing.undo(
            banker, table_id, position_in(data), number_in(data, "to_ply"), reason_in(data)
        )
        return back_to_tools(table)

    @post("/{table_id:str}/banker/file", status_code=HTTP_200_OK)
    async def ask_for_file(self, table_id: TableId, data: Form, person: Visitor, services: TheServices) -> Response[Any]:
        banker = required(person)
        services.limits.for_actions(banker)
        return back_to_tools(await services.tables.undoing.ask_for_file(banker, table_id, position_in(data)))

    @post("/{table_id:str}/banker/correct", status_code=HTTP_200_OK)
    async def correct(self, table_id: TableId, data: Form, person: Visitor, services: TheServices) -> Response[Any]:
        banker = required(person)
        services.limits.for_actions(banker)
        table = await services.tables.undoing.correct(banker, table_id, position_in(data), correction_in(data), reason_in(data))
        return back_to_tools(table)
