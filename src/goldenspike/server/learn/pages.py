"""The path of lessons, and the introduction to the game."""

from typing import Any

from litestar import Controller, Response, get, post
from litestar.params import FromPath
from litestar.response import Redirect, Template
from litestar.status_codes import HTTP_200_OK, HTTP_303_SEE_OTHER

from goldenspike.learn.path import ABOUT, PARTS, PATH, following
from goldenspike.server.accounts.pages import person_or_guest
from goldenspike.server.learn.pictures import about_pictures
from goldenspike.server.offload import offload
from goldenspike.server.requests import AnyRequest, Form, TheServices, TheWords, Visitor, address_of
from goldenspike.text.rules import BLOCKED, example_of


class LearnPages(Controller):
    path = "/learn"
    include_in_schema = False

    @get("/")
    async def path_of_lessons(self, person: Visitor, services: TheServices, words: TheWords) -> Template:
        """All lessons, and how far the reader has come."""
        steps = await services.lessons.path(person)
        first = next((step.id for step in steps if not step.is_done), "")
        parts = {part: [step for step in steps if step.id in ids] for part, ids in PARTS.items()}
        context = {"person": person, "words": words, "parts": parts, "first": first, "about": ABOUT}
        return Template("learn.html", context=context)

    @get("/about")
    async def about(self, person: Visitor, words: TheWords) -> Template:
        """Shares, railroads and the goal, with pictures."""
        pictures = await offload(about_pictures, words.language)
        run = example_of(BLOCKED)
        context = {"person": person, "words": words, "pictures": pictures, "run": run, "next": following(ABOUT)}
        return Template("about.html", context=context)

    @post("/{lesson:str}", status_code=HTTP_200_OK)
    async def begin(
        self,
        lesson: FromPath[str],
        data: Form,
        request: AnyRequest,
        person: Visitor,
        services: TheServices,
        words: TheWords,
    ) -> Response[Any]:
        """Begin a lesson at a table of its own. From the first page, that page is done."""
        learner, cookies = await person_or_guest(services, request, person, words("lobby.newcomer"))
        services.limits.for_new_tables(learner, address_of(request))
        if data.get("read") == ABOUT:
            await services.lessons.read_about(learner)
        if lesson not in PATH or lesson == ABOUT:
            return Redirect("/learn", status_code=HTTP_303_SEE_OTHER, cookies=cookies)
        table_id = await services.lessons.begin(learner, lesson)
        return Redirect(f"/t/{table_id}", status_code=HTTP_303_SEE_OTHER, cookies=cookies)
