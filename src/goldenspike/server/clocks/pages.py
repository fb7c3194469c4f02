"""Forms for calendars, and for votes on players whose time is up."""

from datetime import date
from typing import Any

from litestar import Controller, Response, post
from litestar.response import Redirect
from litestar.status_codes import HTTP_200_OK, HTTP_303_SEE_OTHER

from goldenspike.protocol.messages import TimeOutChoice
from goldenspike.server.accounts.pages import may_try_again
from goldenspike.server.problems import Problem
from goldenspike.server.requests import AnyRequest, Form, TableId, TheServices, Visitor
from goldenspike.server.security import required
from goldenspike.server.table.pages import done
from goldenspike.server.table.thinking_pages import seat_in

HOURS = tuple(range(24))


def hour_in(form: dict[str, str], name: str) -> int:
    text = form.get(name, "")
    if not text.isascii() or not text.isdigit() or int(text) not in HOURS:
        raise Problem(422, "bad_calendar")
    return int(text)


def date_in(form: dict[str, str], name: str) -> date:
    try:
        return date.fromisoformat(form.get(name, ""))
    except ValueError:
        raise Problem(422, "bad_calendar") from None


class CalendarPages(Controller):
    path = "/account"
    include_in_schema = False

    @post("/calendar", status_code=HTTP_200_OK)
    @may_try_again
    async def hours(self, data: Form, request: AnyRequest, person: Visitor, services: TheServices) -> Response[Any]:
        owner = required(person)
        services.limits.for_seats(owner)
        days_off = frozenset(day for day in range(7) if data.get(f"off.{day}") == "yes")
        night = (hour_in(data, "night_from"), hour_in(data, "night_to")) if data.get("night") == "yes" else None
        await services.clocks.set_hours(owner, data.get("zone", ""), days_off, night)
        return Redirect("/account#calendar", status_code=HTTP_303_SEE_OTHER)

    @post("/vacation", status_code=HTTP_200_OK)
    @may_try_again
    async def vacation(self, data: Form, request: AnyRequest, person: Visitor, services: TheServices) -> Response[Any]:
        owner = required(person)
        services.limits.for_seats(owner)
        await services.clocks.add_vacation(owner, date_in(data, "first"), date_in(data, "last"))
        return Redirect("/account#calendar", status_code=HTTP_303_SEE_OTHER)

    @post("/vacation/end", status_code=HTTP_200_OK)
    async def end_vacation(self, data: Form, person: Visitor, services: TheServices) -> Response[Any]:
        owner = required(person)
        services.limits.for_seats(owner)
        await services.clocks.end_vacation(owner, date_in(data, "first"))
        return Redirect("/account#calendar", status_code=HTTP_303_SEE_OTHER)


class TimeOutPages(Controller):
    path = "/t"
    include_in_schema = False

    @post("/{table_id:str}/time-out/vote", status_code=HTTP_200_OK)
    async def vote(
        self, table_id: TableId, data: Form, request: AnyRequest, person: Visitor, services: TheServices
    ) -> Response[Any]:
        voter = required(person)
        services.limits.for_seats(voter)
        choice = next((one for one in TimeOutChoice if one == data.get("choice")), None)
        if choice is None:
            raise Problem(400, "bad_number", field="choice")
        return await done(request, await services.clocks.vote(voter, table_id, seat_in(data), choice))
