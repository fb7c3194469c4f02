"""The list of puzzles, the page of one, and its answers."""

from collections import Counter
from collections.abc import Callable
from typing import Annotated, Any, TypeVar
from urllib.parse import quote

import msgspec
from litestar import Controller, Response, get, post
from litestar.params import FromPath, FromQuery, PathParameter
from litestar.response import Redirect, Template
from litestar.status_codes import HTTP_200_OK, HTTP_303_SEE_OTHER, HTTP_422_UNPROCESSABLE_ENTITY

from goldenspike import svg
from goldenspike.core.actions import Action, RunTrains
from goldenspike.core.ids import Place, by_train
from goldenspike.core.reasons import IllegalAction
from goldenspike.core.rules.train_card import owned_trains
from goldenspike.puzzles.kinds import KINDS
from goldenspike.puzzles.kinds.run import routes_through, stops_to_choose
from goldenspike.puzzles.model import GRADES, Puzzle
from goldenspike.record.wire import to_wire
from goldenspike.server.accounts.pages import person_or_guest
from goldenspike.server.errors import wants_page
from goldenspike.server.offload import offload_timed
from goldenspike.server.problems import Problem, not_found, refused
from goldenspike.server.puzzles.page import PuzzlePage, Shown, present_puzzle, show, table_of
from goldenspike.server.puzzles.sentences import explain_answer, explain_task
from goldenspike.server.requests import AnyRequest, Form, TheServices, TheWords, Visitor, address_of
from goldenspike.server.services import Services
from goldenspike.server.table.news import csrf_field, templates_of
from goldenspike.server.table.pages import action_in, number_in
from goldenspike.server.table.parts import PARTS_OF_A_POSITION, render_parts
from goldenspike.server.table.refusals import why_not_here

PuzzleId = Annotated[str, PathParameter(max_length=24, pattern="^[a-z]+-[0-9a-f]+$")]
LONGEST_ANSWER = 6_000
Answer = TypeVar("Answer")


async def _compute(services: Services, request: AnyRequest, work: Callable[[], Answer]) -> Answer:
    """Open or judge a puzzle, which replays a game and may search for routes."""
    address = address_of(request)
    services.limits.for_computing(address)
    answer, seconds = await offload_timed(work)
    services.limits.charge(address, seconds)
    return answer


async def _judged(services: Services, request: AnyRequest, puzzle: Puzzle, action: Action | None) -> Shown:
    try:
        return await _compute(services, request, lambda: show(services.puzzles.book, puzzle, action))
    except IllegalAction as error:
        shown = await _compute(services, request, lambda: show(services.puzzles.book, puzzle, None))
        raise refused(error.refusal, table_of(shown).context) from None


class PuzzlePages(Controller):
    path = "/puzzles"
    include_in_schema = False

    @get("/")
    async def list(self, person: Visitor, services: TheServices, words: TheWords) -> Template:
        """All puzzles by kind and grade."""
        book = services.puzzles.book
        sets = {kind: {grade: [one for one in book.of_kind(kind) if one.grade == grade] for grade in GRADES} for kind in KINDS}
        context = {
            "person": person,
            "words": words,
            "sets": sets,
            "solved": await services.puzzles.solved(person),
            "today": services.puzzles.today,
            "count": len(book.by_id),
        }
        return Template("puzzles.html", context=context)

    @get("/{puzzle_id:str}")
    async def show(
        self,
        puzzle_id: PuzzleId,
        request: AnyRequest,
        person: Visitor,
        services: TheServices,
        words: TheWords,
        answer: FromQuery[str] = "",
        solution: FromQuery[str] = "",
    ) -> Template:
        """The puzzle, with `answer` the explanation of an answer, with `solution` that of the best one."""
        puzzle = services.puzzles.find(puzzle_id)
        shown = await _judged(services, request, puzzle, None)
        if solution:
            shown = await _judged(services, request, puzzle, services.puzzles.book.solution(puzzle))
        elif answer:
            shown = await _judged(services, request, puzzle, read_answer(services, shown, answer))
        page = present_puzzle(services, shown, person, words)
        return await _template(services, page, request, bool(solution))

    @post("/{puzzle_id:str}/act", status_code=HTTP_200_OK)
    async def act(
        self, puzzle_id: PuzzleId, data: Form, request: AnyRequest, person: Visitor, services: TheServices, words: TheWords
    ) -> Response[Any]:
        """Answer with an action, given as at a table."""
        puzzle = services.puzzles.find(puzzle_id)
        shown = await _judged(services, request, puzzle, None)
        try:
            action = services.tables.read_action(table_of(shown), action_in(data))
            return await self._answered(puzzle, action, request, person, services, words)
        except Problem as problem:
            return await _refused(services, shown, data, request, person, words, problem)

    @post("/{puzzle_id:str}/run", status_code=HTTP_200_OK)
    async def run(
        self, puzzle_id: PuzzleId, data: Form, request: AnyRequest, person: Visitor, services: TheServices, words: TheWords
    ) -> Response[Any]:
        """Answer with the stops of each train: a field `stop-2-417` for the third train and the place 417."""
        puzzle = services.puzzles.find(puzzle_id)
        if puzzle.kind != "run":
            raise not_found("puzzle")
        shown = await _judged(services, request, puzzle, None)
        try:
            action = await _compute(services, request, lambda: run_in(shown, data))
            return await self._answered(puzzle, action, request, person, services, words)
        except Problem as problem:
            return await _refused(services, shown, data, request, person, words, problem)

    async def _answered(
        self, puzzle: Puzzle, action: Action, request: AnyRequest, person: Visitor, services: TheServices, words: TheWords
    ) -> Response[Any]:
        shown = await _judged(services, request, puzzle, action)
        assert shown.judgement is not None
        solver, cookies = await person_or_guest(services, request, person, words("lobby.newcomer"))
        await services.puzzles.note(solver, puzzle, shown.judgement.is_right)
        wire = msgspec.json.encode(to_wire(shown.opened.game.setup, action)).decode()
        return Redirect(f"/puzzles/{puzzle.id}?answer={quote(wire)}", status_code=HTTP_303_SEE_OTHER, cookies=cookies)

    @get(["/{puzzle_id:str}/act", "/{puzzle_id:str}/run"])
    async def ask_again(self, puzzle_id: PuzzleId) -> Redirect:
        """Where somebody gets to from the page of an answer that was not possible, for instance by changing the language."""
        return Redirect(f"/puzzles/{puzzle_id}")

    @post("/{puzzle_id:str}/why", status_code=HTTP_200_OK)
    async def why(
        self, puzzle_id: PuzzleId, data: Form, request: AnyRequest, services: TheServices, words: TheWords
    ) -> dict[str, Any]:
        """Why nothing can be built on a hex."""
        puzzle = services.puzzles.find(puzzle_id)
        shown = await _judged(services, request, puzzle, None)
        table = table_of(shown)
        if data.get("hex", "") not in table.setup.hex_index:
            raise not_found("hex")
        seat, hex = table.seats[puzzle.seat].number, table.setup.hex_index[data["hex"]]
        named = words.at(table.setup.title.name)
        return {"sentence": why_not_here(table.setup, shown.state, seat, hex, named, table.context)}

    @get("/{puzzle_id:str}/rules")
    async def rules(self, puzzle_id: PuzzleId, services: TheServices) -> Redirect:
        """The rules of the game that the puzzle is from."""
        source = services.puzzles.book.source_of(services.puzzles.find(puzzle_id))
        return Redirect(f"/rules/{source.title}")

    @get("/{puzzle_id:str}/tile/{tile:str}/{rotation:int}", media_type="image/svg+xml")
    async def tile(
        self, puzzle_id: PuzzleId, tile: FromPath[str], rotation: FromPath[int], request: AnyRequest, services: TheServices
    ) -> Response[str]:
        """A tile as a picture, for choosing."""
        shown = await _judged(services, request, services.puzzles.find(puzzle_id), None)
        setup = shown.opened.game.setup
        if tile not in setup.tile_index or not 0 <= rotation < 6:
            raise not_found("tile")
        picture = svg.tile(setup, setup.tile_index[tile], rotation, theme="page")
        return Response(picture, media_type="image/svg+xml", headers={"cache-control": "private, max-age=86400"})

    @get("/{puzzle_id:str}/thumbnail", media_type="image/svg+xml")
    async def thumbnail(self, puzzle_id: PuzzleId, request: AnyRequest, services: TheServices) -> Response[str]:
        """A small picture of the board."""
        shown = await _judged(services, request, services.puzzles.find(puzzle_id), None)
        key = ("thumbnail", "puzzle", puzzle_id)
        picture = services.pictures.get(key, lambda: svg.thumbnail(shown.opened.game.setup, shown.state))
        return Response(picture, media_type="image/svg+xml", headers={"cache-control": "public, max-age=86400"})


def read_answer(services: Services, shown: Shown, text: str) -> Action:
    """The action in an address."""
    try:
        wire = msgspec.json.decode(text[:LONGEST_ANSWER], type=dict[str, Any])
    except (msgspec.DecodeError, RecursionError):
        raise Problem(400, "bad_action", message="JSON") from None
    return services.tables.read_action(table_of(shown), wire)


def run_in(shown: Shown, data: dict[str, str]) -> RunTrains:
    """The run over the stops that were ticked for each train."""
    setup, s = shown.opened.game.setup, shown.opened.game.state
    reached = stops_to_choose(setup, s)
    wanted = []
    for number, train in by_train(owned_trains(setup, s, s.operating)):
        places: frozenset[Place] = frozenset(place for place in reached if f"stop-{number}-{place}" in data)
        if places:
            wanted.append((train, places))
    if not wanted:
        raise Problem(422, "no_stops")
    routes = routes_through(setup, s, wanted)
    if routes is None:
        raise Problem(422, "no_route_over_stops")
    return RunTrains(s.turn, s.operating, routes)


async def _refused(
    services: Services, shown: Shown, data: Form, request: AnyRequest, person: Visitor, words: TheWords, problem: Problem
) -> Template:
    """The puzzle with the stops that were chosen, and why they or another answer are not possible."""
    if problem.status != HTTP_422_UNPROCESSABLE_ENTITY or not wants_page(request):
        raise problem
    page = present_puzzle(services, shown, person, words)
    page.entered = frozenset(data)
    page.train_at_hand = number_in(data, "current") or 0
    return await _template(services, page, request, refusal=words.problem(problem), status=problem.status)


async def _template(
    services: Services,
    page: PuzzlePage,
    request: AnyRequest,
    is_solution: bool = False,
    refusal: str = "",
    status: int = HTTP_200_OK,
) -> Template:
    puzzle, words, table = page.puzzle, page.words, page.table
    names = [name for name in PARTS_OF_A_POSITION if name != "privates" or table.setup.title.privates]
    parts = await render_parts(templates_of(request), page, names)
    csrf = csrf_field(request)
    solved = await services.puzzles.solved(page.person)
    judged = page.shown.judgement if page.shown is not None else None
    context = {
        "page": page,
        "puzzle": puzzle,
        "table": table,
        "setup": table.setup,
        "person": page.person,
        "words": words,
        "task": explain_task(puzzle, words, table.context),
        "judged": judged,
        "is_solution": is_solution,
        "refusal": refusal,
        "answer": words.label(page.shown.action, page.shown.opened.game.state, table.context)
        if page.shown is not None and page.shown.action is not None
        else "",
        "lines": list(explain_answer(puzzle, judged, words, table.context)) if judged is not None else [],
        "stop_names": _stop_names(page),
        "is_solved": puzzle.id in solved,
        "following": services.puzzles.next_of(puzzle, solved),
        "parts": {name: {"version": part.version, "html": part.with_csrf(csrf)} for name, part in parts.items()},
    }
    return Template("puzzle.html", context=context, status_code=status)


def _stop_names(page: PuzzlePage) -> dict[Place, str]:
    """The stops by name; those of one hex that have the same name are numbered."""
    names = {place: page.words.place(place, page.table.context) for place in page.stops}
    same = Counter(names.values())
    return {
        place: f"{name} {list(names.values())[:number].count(name) + 1}" if same[name] > 1 else name
        for number, (place, name) in enumerate(names.items())
    }
