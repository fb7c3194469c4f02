"""The client plays against a real server, waiting and with asyncio."""

import asyncio
import inspect
import json
import re
import runpy
import subprocess
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from goldenspike.client import ApiProblem, AsyncClient, Client, calls
from goldenspike.client.answers import PREFIX, EventReader
from goldenspike.client.calls import Call
from goldenspike.protocol.messages import News, SeatRequest, Section, Status, TableInfo, TableRequest, TimeOutChoice
from goldenspike.protocol.orders import BidOrder, PassOrder
from server_helpers import need, served

pytestmark = pytest.mark.programs

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
THREE = [SeatRequest("me"), SeatRequest("local", name="Ben"), SeatRequest("local", name="Cleo")]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    data = str(tmp_path_factory.mktemp("client"))
    # Whoever has no page open is away at once.
    with served("--data", data, "--unlimited", "--set", "absence=0") as (address, _):
        yield address


@pytest.fixture
def client(server: str) -> Iterator[Client]:
    with Client(server) as client:
        client.guest("Ada")
        yield client


def test_a_game_is_set_up_looked_at_and_played(client: Client) -> None:
    assert "1862" in [title.name for title in client.titles().titles]
    table = client.create(TableRequest("1830", THREE, "classic", {"knowledge": "open"})).id
    info = client.table(table)
    assert [seat.name for seat in info.seats] == ["Ada", "Ben", "Cleo"]
    legal = client.legal(table)
    bid = next(offer for offer in legal.offers if offer.action["do"] == "Bid")
    wanted = {**bid.action, bid.field: bid.least}
    preview = client.preview(table, [wanted])
    assert preview.events[0]["is"] == "BidMade" and preview.events[0]["private"] == wanted["private"]
    assert client.table(table).ply == info.ply
    assert client.act(table, info.ply, wanted, info.undos).ply == info.ply + 1
    refused = client.why(table, wanted)
    assert not refused.allowed and refused.code == "not_your_turn"
    assert [move.events for move in client.log(table, after_ply=info.ply).moves] == [preview.events]
    assert client.game(table).ply == info.ply + 1
    assert client.undo(table, info.ply + 1).ply == info.ply
    assert table in [found.id for found in client.tables(Section.TURN).tables]


def test_refusals_are_raised_with_their_code(client: Client) -> None:
    with pytest.raises(ApiProblem) as caught:
        client.table("nosuchtable")
    assert (caught.value.status, caught.value.code) == (404, "no_such_table")
    client.token = "wrong"
    with pytest.raises(ApiProblem, match="token") as caught:
        client.me()
    assert (caught.value.status, caught.value.code) == (401, "bad_token")


def test_a_lost_answer_is_asked_for_again_and_the_move_made_once(server: str, client: Client) -> None:
    """The first answer is lost on the way; the client repeats the request with the same key."""
    table = client.create(TableRequest("1830", THREE, "classic")).id
    lost: list[httpx.Response] = []

    class Losing(httpx.HTTPTransport):
        def handle_request(self, request: httpx.Request) -> httpx.Response:
            response = super().handle_request(request)
            if request.url.path.endswith("/actions") and not lost:
                lost.append(response)
                raise httpx.ReadError("the connection broke", request=request)
            return response

    info = client.table(table)
    with Client(server, client.token, http=httpx.Client(transport=Losing())) as flaky:
        position = flaky.act(table, info.ply, client.legal(table).actions[0], info.undos)
    assert len(lost) == 1
    assert position.ply == client.table(table).ply == info.ply + 1


def test_a_guest_registers_and_keeps_the_seat(client: Client) -> None:
    table = client.create(TableRequest("1830", THREE, "starter")).id
    client.register("Registered Ada", "a horse that staples batteries")
    assert not client.me().is_guest
    assert client.table(table).seats[0].yours
    with Client(str(client._http.base_url)) as other:
        other.log_in("Registered Ada", "a horse that staples batteries")
        assert other.me().id == client.me().id


@pytest.fixture
def others(server: str) -> Iterator[list[Client]]:
    """Two more people."""
    with Client(server) as ben, Client(server) as cleo:
        ben.guest("Ben")
        cleo.guest("Cleo")
        yield [ben, cleo]


def shared_table(host: Client, others: list[Client], listed: bool = True) -> str:
    """A running game, with the seats in the order of the people."""
    seats = [SeatRequest("me"), *[SeatRequest("open")] * len(others)]
    created = host.create(TableRequest("1830", seats, "classic", {"seating": "free"}, listed=listed))
    for number, other in enumerate(others, 1):
        other.join(created.id, created.invite or "", number)
    return created.id


def test_orders_are_looked_at_given_and_canceled(client: Client, others: list[Client]) -> None:
    table = shared_table(client, others)
    bid = BidOrder("CA", 200)
    looked = others[0].preview_order(table, bid)
    assert looked.sentence and not looked.acts_at_once
    given = others[0].give_order(table, bid, seat=1)
    assert (given.seat, given.order, given.in_force) == (1, bid, True)
    assert [one.id for one in others[0].orders(table)] == [given.id]
    assert client.orders(table) == [] and client.prices(table) == []
    others[0].cancel_order(table, given.id)
    assert others[0].orders(table) == []
    with pytest.raises(ApiProblem) as caught:
        client.give_order(table, PassOrder(1), seat=2)
    assert (caught.value.status, caught.value.code) == (403, "not_your_seat")


def test_stand_ins_are_proposed_agreed_to_and_ended(client: Client, others: list[Client]) -> None:
    table = shared_table(client, others)
    ben, cleo = others
    asked = ben.propose_stand_in(table, 0, "random").stand_in_request
    assert asked is not None and (asked.by, asked.seat, asked.bot) == ("Ben", 0, "random")
    with pytest.raises(ApiProblem):
        cleo.answer_stand_in(table, True, "another request")
    agreed = cleo.answer_stand_in(table, True, asked.id)
    assert agreed.seats[0].stand_in == "random"
    assert client.end_stand_in(table, 0).seats[0].stand_in == ""


def test_somebody_leaves_with_the_consent_of_the_others(client: Client, others: list[Client]) -> None:
    table = shared_table(client, others)
    asked = others[0].ask_to_leave(table).stand_in_request
    assert asked is not None and asked.leaves and asked.seat == 1
    for other in (client, others[1]):
        info = other.answer_stand_in(table, True, asked.id)
    assert info.stand_in_request is None and not info.seats[1].yours and info.seats[1].name != "Ben"


def test_nobody_votes_on_a_time_that_is_not_up(client: Client, others: list[Client]) -> None:
    table = shared_table(client, others)
    with pytest.raises(ApiProblem) as caught:
        client.vote_on_time_out(table, 1, TimeOutChoice.WAIT)
    assert (caught.value.status, caught.value.code) == (409, "no_time_out_vote")


def test_the_lists_of_tables_and_ones_own_data(client: Client, others: list[Client]) -> None:
    hidden = shared_table(client, others, listed=False)
    waiting = client.create(TableRequest("1830", [SeatRequest("me"), SeatRequest("open")], "classic")).id
    assert {hidden, waiting} <= {table.id for table in client.lobby()}
    page = others[0].tables(Section.OPEN, page=1, size=1)
    assert (page.page, len(page.tables)) == (1, 1) and page.pages == page.total > 0
    assert all(table.status is Status.WAITING for table in page.tables)
    client.chat(hidden, "hello")
    data = client.my_data()
    assert data.name == "Ada" and data.is_guest
    assert {hidden, waiting} <= {table.id for table in data.tables}
    assert "hello" in [message.text for message in data.messages]


def test_orders_and_votes_with_asyncio(server: str, client: Client, others: list[Client]) -> None:
    """The awaited methods send the same requests."""
    table = shared_table(client, others)

    async def use() -> TableInfo:
        async with AsyncClient(server, others[0].token) as ben, AsyncClient(server, others[1].token) as cleo:
            given = await ben.give_order(table, BidOrder("CA", 200))
            assert (await ben.preview_order(table, given.order)).sentence == given.sentence
            assert [one.id for one in await ben.orders(table)] == [given.id]
            await ben.cancel_order(table, given.id)
            assert await ben.prices(table) == [] and (await ben.my_data()).name == "Ben"
            assert table in [found.id for found in await ben.lobby()]
            asked = (await ben.propose_stand_in(table, 0, "random")).stand_in_request
            return await cleo.answer_stand_in(table, True, asked.id if asked is not None else "")

    assert asyncio.run(asyncio.wait_for(use(), 60)).seats[0].stand_in == "random"


def test_the_client_has_a_method_for_each_operation(server: str) -> None:
    """Every operation of the OpenAPI document is one of the calls, and both clients have a method for each call."""
    document = httpx.get(f"{server}/schema/openapi.json", timeout=60).json()
    described = {(method.upper(), path) for path, item in document["paths"].items() for method in item}
    places = {"id": "{table_id}", "plan": "{plan_id}", "order": "{order_id}", "section": Section.OPEN}
    made = {name: one for name, one in inspect.getmembers(calls, inspect.isfunction) if one.__module__ == calls.__name__}
    sent: set[tuple[str, str]] = {("GET", f"{PREFIX}/tables/{{table_id}}/live")}
    for one in made.values():
        call: Call[object] = one(**{name: places.get(name, "") for name in inspect.signature(one).parameters})
        sent.add((call.method, PREFIX + call.path.replace("/sections/open", "/sections/{section}")))
    assert sent == described
    assert [name for name in made if not (hasattr(Client, name) and hasattr(AsyncClient, name))] == []


def test_the_same_game_with_asyncio(server: str) -> None:
    async def play() -> list[News]:
        async with AsyncClient(server) as ada, AsyncClient(server) as ben:
            await ada.guest("Ada")
            await ben.guest("Ben")
            open_seats = [SeatRequest("me"), SeatRequest("open")]
            created = await ada.create(TableRequest("1830", open_seats, "starter", {"knowledge": "open"}))
            await ben.join(created.id, created.invite or "")
            heard: list[News] = []
            async for news in ada.live(created.id):
                heard.append(news)
                info = await ada.table(created.id)
                if info.ply >= 3:
                    return heard
                if news.kind in ("hello", "game"):
                    player = info.waiting_for[0]
                    speaker = ada if info.seats[player].yours else ben
                    await speaker.act(created.id, info.ply, (await speaker.legal(created.id)).actions[0])
            return heard

    heard = asyncio.run(asyncio.wait_for(play(), 60))
    assert heard[0].kind == "hello"
    assert heard[-1].kind == "game" and heard[-1].ply >= 3


def test_both_clients_offer_the_same() -> None:
    def offered(kind: type) -> dict[str, list[str]]:
        functions = inspect.getmembers(kind, inspect.isfunction)
        return {name: list(inspect.signature(one).parameters) for name, one in functions if not name.startswith("_")}

    waiting, awaited = offered(Client), offered(AsyncClient)
    assert waiting.pop("close") == awaited.pop("aclose")
    assert waiting == awaited


def test_comments_and_split_data_of_the_stream() -> None:
    reader = EventReader()
    lines = [": still here", "", "event: changed", 'data: {"kind": "game",', 'data: "revision": 3}', "id: 3", "", ""]
    assert [news for line in lines for news in reader.feed(line)] == [News("game", 3)]


def test_the_example_bot_plays_online(client: Client) -> None:
    play = runpy.run_path(str(EXAMPLES / "online_bot.py"))["play"]
    seats = [SeatRequest("me"), SeatRequest("bot", bot="random")]
    table = client.create(TableRequest("1830", seats, "starter", {"knowledge": "open"})).id
    assert play(client, table, moves=10) == 10
    assert client.table(table).ply >= 10


def test_the_examples_of_the_documentation_run(server: str, capsys: pytest.CaptureFixture[str]) -> None:
    page = (EXAMPLES.parent / "docs" / "api.md").read_text(encoding="utf-8")
    (example,) = re.findall(r"```python\n(.*?)```", page, re.DOTALL)
    exec(compile(example.replace("http://127.0.0.1:1830", server), "docs/api.md", "exec"), {"__name__": "example"})
    assert capsys.readouterr().out == "no_such_table\n"


def test_a_game_in_five_requests_of_the_documentation_runs(server: str) -> None:
    """With curl and jq, as it is printed."""
    page = (EXAMPLES.parent / "docs" / "api.md").read_text(encoding="utf-8")
    (script,) = re.findall(r"```sh\n(.*?)```", page, re.DOTALL)
    assert need("curl") and need("jq")
    command = ["bash", "-euc", script.replace("http://127.0.0.1:1830", server)]
    run = subprocess.run(command, capture_output=True, text=True, timeout=60)
    assert run.returncode == 0, run.stderr
    decoder, rest, answers = json.JSONDecoder(), run.stdout.strip(), []
    while rest:
        answer, end = decoder.raw_decode(rest)
        answers.append(answer)
        rest = rest[end:].strip()
    moved, seen = answers
    assert moved["ply"] >= 1 and seen["ply"] >= 1 and seen["view"]
