"""The page for operators. For everybody else it does not exist."""

from collections.abc import Awaitable, Callable
from typing import Any, Final

from litestar import Controller, Response, get, post
from litestar.params import FromPath, FromQuery
from litestar.response import Redirect, Template
from litestar.status_codes import HTTP_200_OK, HTTP_303_SEE_OTHER

from goldenspike.server.accounts.people import Person
from goldenspike.server.admin.acts import read_acts
from goldenspike.server.admin.service import Operators
from goldenspike.server.admin.upkeep import count_bytes, count_tables
from goldenspike.server.lobby.summary import ago
from goldenspike.server.problems import Problem, not_found
from goldenspike.server.requests import AnyRequest, Form, TheServices, TheWords, Visitor
from goldenspike.server.services import Services
from goldenspike.server.words import Words

IDLE_DAYS: Final = 365
WAITING_DAYS: Final = 30
_TABLES_SHOWN: Final = 20
_LONGEST: Final = 80


def operator(person: Person | None) -> Person:
    """The person, if an operator."""
    if person is None or not person.is_operator or person.is_guest:
        raise Problem(404, "not_found")
    return person


async def _end_table(operators: Operators, by: str, form: dict[str, str]) -> None:
    await operators.end_table(by, form["table"])


async def _free_seat(operators: Operators, by: str, form: dict[str, str]) -> None:
    if not form["seat"].isdecimal():
        raise Problem(422, "bad_number", field="seat")
    await operators.free_seat(by, form["table"], int(form["seat"][:3]) - 1)


async def _ban(operators: Operators, by: str, form: dict[str, str]) -> None:
    await operators.ban_person(by, form["person"])


async def _unban(operators: Operators, by: str, form: dict[str, str]) -> None:
    await operators.unban_person(by, form["person"])


async def _rename(operators: Operators, by: str, form: dict[str, str]) -> None:
    await operators.rename(by, form["person"], form["name"])


async def _reset_password(operators: Operators, by: str, form: dict[str, str]) -> str:
    return await operators.reset_password(by, form["person"])


async def _ban_address(operators: Operators, by: str, form: dict[str, str]) -> None:
    await operators.ban_address(by, form["address"])


async def _unban_address(operators: Operators, by: str, form: dict[str, str]) -> None:
    await operators.unban_address(by, form["address"])


async def _clean_up(operators: Operators, by: str, form: dict[str, str]) -> None:
    await operators.clean_up(by, WAITING_DAYS, IDLE_DAYS)


_ACTS: Final[dict[str, Callable[[Operators, str, dict[str, str]], Awaitable[str | None]]]] = {
    "end-table": _end_table,
    "free-seat": _free_seat,
    "ban": _ban,
    "unban": _unban,
    "rename": _rename,
    "reset-password": _reset_password,
    "ban-address": _ban_address,
    "unban-address": _unban_address,
    "clean-up": _clean_up,
}


class AdminPages(Controller):
    path = "/admin"
    include_in_schema = False

    @get("/")
    async def show(self, person: Visitor, services: TheServices, words: TheWords, search: FromQuery[str] = "") -> Template:
        return await admin_page(services, operator(person), words, search[:_LONGEST])

    @post("/{act:str}", status_code=HTTP_200_OK)
    async def do(
        self, act: FromPath[str], data: Form, request: AnyRequest, person: Visitor, services: TheServices, words: TheWords
    ) -> Response[Any]:
        """Do something; a new password is shown only once, on the resulting page."""
        who = operator(person)
        if act not in _ACTS:
            raise not_found("act")
        try:
            password = await _ACTS[act](services.operators, who.id, data)
        except KeyError:
            raise Problem(400, "bad_request") from None
        await request.app.state.follower.look()
        if password is not None:
            return await admin_page(services, who, words, data["person"], password=password)
        return Redirect("/admin", status_code=HTTP_303_SEE_OTHER, query_params={"search": data.get("search", "")[:_LONGEST]})


async def admin_page(services: Services, person: Person, words: Words, search: str, password: str = "") -> Template:
    operators, database = services.operators, services.database

    async def read() -> dict[str, Any]:
        return {
            "tables": await operators.tables(search, most=_TABLES_SHOWN),
            "people": await operators.people(search, most=_TABLES_SHOWN),
            "banned": await operators.banned_people(),
            "addresses": await operators.banned_addresses(),
            "counts": await count_tables(database),
            "bytes": await count_bytes(database),
            "acts": (await read_acts(database, most=_TABLES_SHOWN))[::-1],
        }

    context = {
        "person": person,
        "words": words,
        "search": search,
        "password": password,
        "ago": lambda milliseconds: ago(milliseconds, words.language),
        **await database.aside(read),
    }
    return Template("admin.html", context=context, headers={"cache-control": "no-store"})
