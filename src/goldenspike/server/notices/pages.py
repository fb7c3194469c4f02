"""The page where people choose what they are told and where, and the links in messages."""

from typing import Any

from litestar import Controller, Response, get, post
from litestar.params import FromPath, FromQuery
from litestar.response import Redirect, Template
from litestar.status_codes import HTTP_200_OK, HTTP_303_SEE_OTHER

from goldenspike.server.accounts.people import Person
from goldenspike.server.errors import retry_after, wants_page
from goldenspike.server.notices.kinds import Channel, Choice
from goldenspike.server.notices.quiet import Quiet, zones
from goldenspike.server.problems import Problem
from goldenspike.server.requests import AnyRequest, Form, TheServices, TheWords, Visitor, address_of, words_of
from goldenspike.server.security import required
from goldenspike.server.services import Services
from goldenspike.server.words import Words

PATH = "/account/notices"


async def notices_page(services: Services, person: Person, words: Words, **more: Any) -> Template:
    status, headers = more.pop("status_code", HTTP_200_OK), more.pop("headers", {})
    pusher = services.notices.pusher
    context = {
        "person": person,
        "words": words,
        "addresses": await services.addresses.of(person),
        "channels": [channel for channel in Channel if channel in services.addresses.channels],
        "choices": list(Choice),
        "quiet": await services.addresses.quiet(person.id),
        "zones": zones(),
        "push_key": pusher.public_key if pusher is not None else "",
    }
    return Template("notices.html", context={**context, **more}, status_code=status, headers=headers)


class NoticePages(Controller):
    path = PATH
    include_in_schema = False

    @get("/")
    async def show(self, person: Visitor, services: TheServices, words: TheWords, done: FromQuery[str] = "") -> Response[Any]:
        if person is None:
            return Redirect(f"/account?next={PATH}")
        return await notices_page(services, person, words, done=done if done in ("added", "sent", "saved") else "")

    @post("/add", status_code=HTTP_200_OK)
    async def add(self, data: Form, request: AnyRequest, person: Visitor, services: TheServices) -> Response[Any]:
        owner, words = required(person), words_of(request)
        target = data.get("target", "")
        try:
            services.limits.for_addresses(owner, address_of(request), target)
            await services.addresses.add(owner, data.get("channel", ""), target, words.language)
        except Problem as problem:
            if not wants_page(request):
                raise
            return await notices_page(
                services,
                owner,
                words,
                done="",
                failed={"channel": data.get("channel", ""), "why": words.problem(problem), "typed": target},
                status_code=problem.status,
                headers=retry_after(problem),
            )
        services.notices.wake()
        return _back("added")

    @post("/choose", status_code=HTTP_200_OK)
    async def choose(self, data: Form, person: Visitor, services: TheServices) -> Response[Any]:
        """What is sent to each address, and the quiet hours: one form."""
        owner = required(person)
        addresses = await services.addresses.of(owner)
        chosen = {address.id: [choice for choice in Choice if f"{address.id}.{choice}" in data] for address in addresses}
        await services.addresses.choose(owner, chosen)
        await services.addresses.set_quiet(
            owner, Quiet(data.get("zone", ""), _minutes(data.get("start", "")), _minutes(data.get("end", "")))
        )
        return _back("saved")

    @post("/remove", status_code=HTTP_200_OK)
    async def remove(self, data: Form, person: Visitor, services: TheServices) -> Response[Any]:
        await services.addresses.remove(required(person), data.get("id", ""))
        return _back("saved")

    @post("/test", status_code=HTTP_200_OK)
    async def test(self, data: Form, request: AnyRequest, person: Visitor, services: TheServices) -> Response[Any]:
        owner = required(person)
        services.limits.for_addresses(owner, address_of(request), data.get("id", ""))
        await services.addresses.test(owner, data.get("id", ""))
        services.notices.wake()
        return _back("sent")


class NoticeLinks(Controller):
    """The links in messages work without logging in. A link shows a page with a button, since mail programs open links."""

    path = "/notices"
    include_in_schema = False

    @get("/{purpose:str}/{address_id:str}/{code:str}")
    async def ask(
        self,
        purpose: FromPath[str],
        address_id: FromPath[str],
        code: FromPath[str],
        person: Visitor,
        services: TheServices,
        words: TheWords,
    ) -> Template:
        services.addresses.check(purpose, address_id, code)
        context = {"person": person, "words": words, "purpose": purpose, "is_done": False}
        return Template("notice_link.html", context=context)

    @post("/{purpose:str}/{address_id:str}/{code:str}", status_code=HTTP_200_OK)
    async def follow(
        self,
        purpose: FromPath[str],
        address_id: FromPath[str],
        code: FromPath[str],
        person: Visitor,
        services: TheServices,
        words: TheWords,
    ) -> Template:
        await services.addresses.follow(purpose, address_id, code)
        return Template("notice_link.html", context={"person": person, "words": words, "purpose": purpose, "is_done": True})


def _back(done: str) -> Redirect:
    return Redirect(f"{PATH}?done={done}", status_code=HTTP_303_SEE_OTHER)


def _minutes(text: str) -> int:
    """A time of day such as 22:30 in minutes."""
    hours, _, minutes = text.partition(":")
    try:
        return int(hours or 0) * 60 + int(minutes[:2] or 0)
    except ValueError:
        raise Problem(422, "bad_quiet_hours") from None
