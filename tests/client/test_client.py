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

from goldenspike.client import ApiProblem, AsyncClient, Client
from goldenspike.client.answers import EventReader
from goldenspike.protocol.messages import News, SeatRequest, Section, TableRequest
from server_helpers import need, served

pytestmark = pytest.mark.programs

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
THREE = [SeatRequest("me"), SeatRequest("local", name="Ben"), SeatRequest("local", name="Cleo")]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with served("--data", str(tmp_path_factory.mktemp("client")), "--unlimited") as (address, _):
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
    assert [answer.get("code") for answer in answers] == [None, "not_started"]
    assert answers[0]["ply"] == 0
