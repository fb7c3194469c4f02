"""The account page and its forms."""

from collections.abc import Awaitable, Callable
from functools import wraps
from typing import Any

from litestar import Controller, MediaType, Response, get, post
from litestar.datastructures import Cookie
from litestar.params import FromQuery
from litestar.response import Redirect, Template
from litestar.status_codes import HTTP_200_OK, HTTP_303_SEE_OTHER

from goldenspike.protocol.messages import PersonalData
from goldenspike.server.accounts.people import Person
from goldenspike.server.accounts.service import SESSION_DAYS
from goldenspike.server.clocks.calendars import VACATION_DAYS, today, vacation_days
from goldenspike.server.clocks.reckoning import zone_names
from goldenspike.server.errors import retry_after, wants_page
from goldenspike.server.problems import Problem, must_log_in
from goldenspike.server.requests import AnyRequest, Form, TheServices, TheWords, Visitor, address_of, words_of
from goldenspike.server.security import LANGUAGE_COOKIE, SESSION_COOKIE, required
from goldenspike.server.services import Services
from goldenspike.server.words import Words
from goldenspike.text import LANGUAGES

_YEAR = 365 * 24 * 3600


def session_cookie(services: Services, secret: str) -> Cookie:
    """The session cookie: not readable by scripts, not sent with forms of other sites."""
    return Cookie(
        SESSION_COOKIE,
        value=secret,
        path="/",
        max_age=SESSION_DAYS * 24 * 3600,
        httponly=True,
        samesite="lax",
        secure=services.settings.secure_cookies,
    )


def no_session(services: Services) -> Cookie:
    return Cookie(
        SESSION_COOKIE, value="", path="/", max_age=0, httponly=True, samesite="lax", secure=services.settings.secure_cookies
    )


async def person_or_guest(
    services: Services, request: AnyRequest, person: Person | None, name: str
) -> tuple[Person, list[Cookie]]:
    """The current person, or a new guest of that name."""
    if person is not None:
        return person, []
    services.limits.for_new_people(address_of(request))
    secret = await services.accounts.guest(name)
    guest = await services.accounts.find(secret, "web")
    if guest is None:
        raise must_log_in()
    return guest, [session_cookie(services, secret)]


def onward(data: dict[str, str], otherwise: str = "/account") -> str:
    """Where to go afterwards: only paths on this site."""
    path = data.get("next", "")
    return path if path.startswith("/") and not path.startswith("//") and "\\" not in path else otherwise


async def account_page(services: Services, person: Person | None, words: Words, data: dict[str, str], **more: Any) -> Template:
    """The account page; `data` is what was entered in a form that failed."""
    tokens = await services.accounts.tokens(person) if person is not None else []
    more["calendar"] = await describe_calendar(services, person) if person is not None else None
    status = more.pop("status_code", HTTP_200_OK)
    headers = more.pop("headers", {})
    context = {"person": person, "words": words, "tokens": tokens, "next": onward(data, ""), "typed": data.get("name", "")}
    return Template("account.html", context={**context, **more}, status_code=status, headers=headers)


async def describe_calendar(services: Services, person: Person) -> dict[str, Any]:
    calendar = await services.clocks.calendar(person)
    year = today(calendar.zone, services.tables.now()).year
    return {
        "zone": calendar.zone,
        "zones": sorted(zone_names()),
        "days_off": calendar.days_off,
        "night": calendar.night,
        "vacations": calendar.vacations,
        "year": year,
        "left": VACATION_DAYS - vacation_days(calendar, year),
        "most": VACATION_DAYS,
    }


Handler = Callable[..., Awaitable[Response[Any]]]


def may_try_again(handler: Handler) -> Handler:
    """Show a failed form again with the reason and what was entered, except passwords."""

    @wraps(handler)
    async def attempt(self: Controller, data: Form, request: AnyRequest, person: Visitor, services: TheServices) -> Response[Any]:
        try:
            return await handler(self, data, request, person, services)
        except Problem as problem:
            if not wants_page(request) or problem.code == "log_in_first":
                raise
            words = words_of(request)
            failed = {"form": request.url.path.rpartition("/")[2], "why": words.problem(problem)}
            return await account_page(
                services, person, words, data, failed=failed, status_code=problem.status, headers=retry_after(problem)
            )

    return attempt


class AccountPages(Controller):
    path = "/account"
    include_in_schema = False

    @get("/")
    async def show(self, person: Visitor, services: TheServices, words: TheWords, next: FromQuery[str] = "") -> Template:
        return await account_page(services, person, words, {"next": next})

    @post("/guest", status_code=HTTP_200_OK)
    @may_try_again
    async def guest(self, data: Form, request: AnyRequest, person: Visitor, services: TheServices) -> Response[Any]:
        _, cookies = await person_or_guest(services, request, person, data.get("name", ""))
        return Redirect(onward(data, "/"), status_code=HTTP_303_SEE_OTHER, cookies=cookies)

    @post("/register", status_code=HTTP_200_OK)
    @may_try_again
    async def register(self, data: Form, request: AnyRequest, person: Visitor, services: TheServices) -> Response[Any]:
        services.limits.for_new_people(address_of(request))
        secret = await services.accounts.register(data.get("name", ""), data.get("password", ""), person)
        services.limits.welcome(address_of(request), data.get("name", ""))
        return _in(services, data, secret)

    @post("/login", status_code=HTTP_200_OK)
    @may_try_again
    async def log_in(self, data: Form, request: AnyRequest, person: Visitor, services: TheServices) -> Response[Any]:
        services.limits.for_passwords(address_of(request), data.get("name", ""))
        secret = await services.accounts.log_in(data.get("name", ""), data.get("password", ""))
        services.limits.welcome(address_of(request), data.get("name", ""))
        return _in(services, data, secret)

    @post("/logout", status_code=HTTP_200_OK)
    async def log_out(self, data: Form, person: Visitor, services: TheServices) -> Response[Any]:
        if person is not None:
            await services.accounts.log_out(person)
        return Redirect("/", status_code=HTTP_303_SEE_OTHER, cookies=[no_session(services)])

    @post("/logout-everywhere", status_code=HTTP_200_OK)
    async def log_out_everywhere(self, data: Form, person: Visitor, services: TheServices) -> Response[Any]:
        await services.accounts.log_out_everywhere(required(person))
        return Redirect("/", status_code=HTTP_303_SEE_OTHER, cookies=[no_session(services)])

    @post("/password", status_code=HTTP_200_OK)
    @may_try_again
    async def password(self, data: Form, request: AnyRequest, person: Visitor, services: TheServices) -> Response[Any]:
        owner = required(person)
        services.limits.for_passwords(address_of(request), owner.name)
        secret = await services.accounts.change_password(owner, data.get("old", ""), data.get("new", ""))
        return _in(services, data, secret)

    @post("/rename", status_code=HTTP_200_OK)
    @may_try_again
    async def rename(self, data: Form, request: AnyRequest, person: Visitor, services: TheServices) -> Response[Any]:
        owner = required(person)
        services.limits.for_seats(owner)
        await services.accounts.rename(owner, data.get("name", ""))
        return Redirect("/account", status_code=HTTP_303_SEE_OTHER)

    @post("/delete", status_code=HTTP_200_OK)
    @may_try_again
    async def delete(self, data: Form, request: AnyRequest, person: Visitor, services: TheServices) -> Response[Any]:
        owner = required(person)
        services.limits.for_passwords(address_of(request), owner.name)
        await services.accounts.delete(owner, data.get("password", ""))
        return Redirect("/", status_code=HTTP_303_SEE_OTHER, cookies=[no_session(services)])

    @get("/data")
    async def data(self, person: Visitor, services: TheServices) -> Response[PersonalData]:
        """Everything that is stored about the person, as a file."""
        headers = {"content-disposition": 'attachment; filename="goldenspike.json"', "cache-control": "no-store"}
        return Response(await services.accounts.data_of(required(person)), media_type=MediaType.JSON, headers=headers)

    @post("/token", status_code=HTTP_200_OK)
    async def token(self, data: Form, person: Visitor, services: TheServices, words: TheWords) -> Template:
        """Create a token; its secret is shown only once, on the resulting page."""
        owner = required(person)
        services.limits.for_tokens(owner)
        secret = await services.accounts.new_token(owner, data.get("label", ""))
        return await account_page(services, owner, words, {}, new_token=secret, headers={"cache-control": "no-store"})

    @post("/token/end", status_code=HTTP_200_OK)
    async def end_token(self, data: Form, person: Visitor, services: TheServices) -> Response[Any]:
        await services.accounts.end_token(required(person), data.get("id", ""))
        return Redirect("/account", status_code=HTTP_303_SEE_OTHER)

    @post("/language", status_code=HTTP_200_OK)
    async def language(self, data: Form, person: Visitor, services: TheServices) -> Response[Any]:
        chosen = data.get("language", "")
        cookies: list[Cookie] = []
        if chosen in LANGUAGES:
            cookies.append(Cookie(LANGUAGE_COOKIE, value=chosen, path="/", max_age=_YEAR, samesite="lax"))
            if person is not None:
                await services.accounts.speak(person, chosen)
        return Redirect(onward(data, "/"), status_code=HTTP_303_SEE_OTHER, cookies=cookies)


def _in(services: Services, data: dict[str, str], secret: str) -> Response[Any]:
    return Redirect(onward(data), status_code=HTTP_303_SEE_OTHER, cookies=[session_cookie(services, secret)])
