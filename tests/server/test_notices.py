"""Notices: what is told to whom, when, where and how often."""

import asyncio
import base64
import gzip
import hashlib
import hmac
import json
import re
import signal
import socket
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

import msgspec
import pytest
from litestar import Litestar
from litestar.testing import TestClient
from sqlalchemy import select, update

from goldenspike.core.actions import BuyPrivate
from goldenspike.core.game import Game, player_of
from goldenspike.core.holders import is_player
from goldenspike.core.ids import by_private
from goldenspike.protocol.orders import SellOrder
from goldenspike.record.games18xx import Importer, read_export
from goldenspike.record.native import read_record, replay
from goldenspike.record.wire import to_wire
from goldenspike.server.accounts.people import Person
from goldenspike.server.clocks.reckoning import DAY, HOUR
from goldenspike.server.notices import worker
from goldenspike.server.notices.guarded import DeliveryFailed, networks
from goldenspike.server.notices.message import Message
from goldenspike.server.notices.push import load_pusher
from goldenspike.server.notices.relay import Relays
from goldenspike.server.storage.schema import DeliveryRow, NoticeAddress, OutboxRow
from goldenspike.server.storage.tokens import now
from notice_receivers import SERVER, MailReceiver, PushedBrowser, WebReceiver, mail_receiver, web_receiver
from server_helpers import Browser, Program, free_port, press, store_game, wait_until

DATA = Path(__file__).parents[1] / "data"

OLD_MODULES = pytest.mark.filterwarnings("ignore:'.*' is deprecated:DeprecationWarning")
"""Apprise imports such modules."""


MESSAGE = Message("id", "en", "Your turn", (), "https://spike.example.org/stop", "https://spike.example.org/settings", "Ada")


@pytest.fixture
def receiver() -> Iterator[WebReceiver]:
    with web_receiver() as receiver:
        yield receiver


@pytest.fixture(scope="module")
def mail_port() -> int:
    return free_port()


@pytest.fixture
def mails(mail_port: int) -> Iterator[MailReceiver]:
    with mail_receiver(mail_port) as receiver:
        yield receiver


@pytest.fixture
def client(make_app: Any, mail_port: int) -> Iterator[TestClient[Litestar]]:
    patient = {**SERVER, "notice_lease": 600}  # On a busy machine a delivery may take more than the second that others allow.
    app = make_app(**patient, mail_server=f"smtp://127.0.0.1:{mail_port}", mail_from="Golden Spike <spike@example.org>")
    with TestClient(app) as client:
        yield client


class Guest(Browser):
    """A person with a browser."""

    def __init__(self, client: TestClient[Litestar], name: str, language: str = "en") -> None:
        super().__init__(client, language)
        self.as_guest(name)

    def add(self, channel: str, target: str) -> Any:
        return self.post("/account/notices/add", {"channel": channel, "target": target})

    @property
    def addresses(self) -> list[str]:
        return list(dict.fromkeys(re.findall(r'name="(\w+)\.turn"', self.get("/account/notices").text)))

    def choose(self, *choices: str, start: str = "00:00", end: str = "00:00", zone: str = "UTC") -> None:
        chosen = {f"{address}.{choice}": "on" for address in self.addresses for choice in choices}
        assert self.post("/account/notices/choose", {"start": start, "end": end, "zone": zone, **chosen}).status_code == 200

    def join(self, table: dict[str, Any]) -> None:
        assert self.post(f"/t/{table['id']}/join/{table['invite']}").status_code == 200


def new_table(client: TestClient[Litestar], host: Program, *guests: Guest) -> str:
    """A table that waits for the host, who sits in the first seat."""
    table = host.new_table("me", *["open"] * len(guests), options={"seating": "free"}, name="Monday")
    for guest in guests:
        guest.join(table)
    return str(table["id"])


def buy(program: Program, table: str) -> None:
    """The first seat buys the cheapest private company; then the second is asked."""
    action = next(one for one in program.legal(table)["actions"] if one["do"] == "BuyFromBank")
    assert program.act(table, action).status_code == 200


def settle(client: TestClient[Litestar], clock: Callable[[], float] = now) -> None:
    """Until nothing is left to deliver now, by this worker or by the one that the application runs itself."""
    services = client.app.state.services

    async def step() -> bool:
        await services.notices.step()
        async with services.database.read() as connection:
            # A delivery under way keeps its row until it has arrived or is to be tried again later.
            found = await connection.execute(select(DeliveryRow.id).where(DeliveryRow.due_at <= clock()))
            return found.first() is None

    wait_until(lambda: client.blocking_portal.call(step), "all notices are delivered")


@pytest.fixture
def players(client: TestClient[Litestar]) -> tuple[Program, Guest, str]:
    """Ada plays with Bob, whom the game asks after her first move."""
    ada, bob = Program(client, "Ada"), Guest(client, "Bob")
    return ada, bob, new_table(client, ada, bob)


def test_one_notice_for_each_turn(client: TestClient[Litestar], players: Any, receiver: WebReceiver) -> None:
    ada, bob, table = players
    assert bob.add("hook", f"{receiver.url}/bob").status_code == 200
    buy(ada, table)
    settle(client)
    settle(client)
    (request,) = receiver.received
    (notice,) = request.json["notices"]
    assert (notice["kind"], notice["table"], notice["name"]) == ("turn", table, "Monday")
    assert notice["url"].endswith(f"/t/{table}") and "Bob: buy" in notice["text"] and notice["news"]
    # The next turn is another one.
    press(bob, table, "BuyFromBank")
    buy(ada, table)
    settle(client)
    assert len(receiver.turns) == len(set(receiver.turns)) == 2


def test_hooks_are_signed(client: TestClient[Litestar], players: Any, receiver: WebReceiver) -> None:
    ada, bob, table = players
    bob.add("hook", f"{receiver.url}/bob?x=1")
    found = re.search(r"whsec_[\w+/=]+", bob.get("/account/notices").text)
    assert found is not None
    buy(ada, table)
    settle(client)
    (request,) = receiver.received
    head = f"{request.headers['webhook-id']}.{request.headers['webhook-timestamp']}.".encode()
    digest = hmac.new(base64.b64decode(found[0].removeprefix("whsec_")), head + request.body, hashlib.sha256).digest()
    assert request.headers["webhook-signature"] == f"v1,{base64.b64encode(digest).decode()}"
    assert request.path == "/bob?x=1" and request.json["id"] == request.headers["webhook-id"]


def test_a_turn_that_is_over_is_not_told(client: TestClient[Litestar], players: Any, receiver: WebReceiver) -> None:
    ada, bob, table = players
    bob.add("hook", receiver.url)
    notices = client.app.state.services.notices
    at_once = notices._settings
    notices._settings = msgspec.structs.replace(at_once, notice_delay=1000)
    buy(ada, table)
    settle(client)
    press(bob, table, "BuyFromBank")
    notices._settings = at_once
    settle(client)
    assert receiver.received == []


def test_nothing_while_somebody_looks_at_the_table(client: TestClient[Litestar], players: Any, receiver: WebReceiver) -> None:
    ada, bob, table = players
    bob.add("hook", receiver.url)
    services = client.app.state.services
    (bob_id,) = [row for row in client.blocking_portal.call(services.tables.live.get, table).people if row != _id(ada)]
    client.blocking_portal.call(services.hub.arrive, table, bob_id)
    buy(ada, table)
    assert ada.post(f"/tables/{table}/chat", {"text": "hello"}).status_code in (200, 201, 204)
    settle(client)
    assert receiver.received == []
    # A page left open does not swallow the turn for ever.
    client.blocking_portal.call(_make_due, services, 10_000_000)
    settle(client)
    assert [kind for _, _, kind in receiver.turns] == ["turn"]


def _id(program: Program) -> str:
    return str(program.get("/me").json()["id"])


async def _make_due(services: Any, milliseconds: int) -> None:
    """As if what is in the outbox had been written earlier."""
    async with services.database.write() as connection:
        await connection.execute(update(OutboxRow).values(made_at=OutboxRow.made_at - milliseconds, due_at=0))


def test_several_tables_in_one_message(client: TestClient[Litestar], receiver: WebReceiver) -> None:
    ada, bob = Program(client, "Ada"), Guest(client, "Bob")
    bob.add("hook", receiver.url)
    bob.choose("turn", start="00:00", end="23:59")
    tables = [new_table(client, ada, bob) for _ in range(3)]
    for table in tables:
        buy(ada, table)
    settle(client)
    assert receiver.received == []
    bob.choose("turn")
    client.blocking_portal.call(_make_due, client.app.state.services, 0)
    settle(client)
    (request,) = receiver.received
    assert {notice["table"] for notice in request.json["notices"]} == set(tables)
    assert request.json["text"] == "3 notices, from Monday and others"


def test_quiet_hours_end_with_one_message(
    client: TestClient[Litestar], mails: MailReceiver, receiver: WebReceiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Three tables wait in the night: one mail and one web hook in the morning, not before."""
    ada, bob = Program(client, "Ada"), Guest(client, "Bob")
    bob.add("hook", receiver.url)
    bob.add("mail", "bob@example.org")
    settle(client)
    link = re.search(r"https?://[^/]+(/notices/confirm/\S+)", _text_of(mails.mails[0], "plain"))
    assert link is not None
    bob.post(link[1])
    bob.choose("turn", start="22:00", end="07:00")
    midnight = (now() // DAY + 2) * DAY
    time = [midnight]

    def clock() -> float:
        return time[0]

    monkeypatch.setattr(worker, "now", clock)
    tables = [new_table(client, ada, bob) for _ in range(3)]
    for table in tables:
        buy(ada, table)
    for moment in (midnight, midnight + 7 * HOUR - 1):
        time[0] = moment
        settle(client, clock)
        assert receiver.received == [] and len(mails.mails) == 1
    time[0] = midnight + 7 * HOUR
    settle(client, clock)
    (request,) = receiver.received
    assert {notice["table"] for notice in request.json["notices"]} == set(tables)
    (mail,) = mails.mails[1:]
    assert mail["subject"] == request.json["text"] == "3 notices, from Monday and others"
    assert all(f"/t/{table}" in _text_of(mail, kind) for table in tables for kind in ("plain", "html"))


def test_people_choose_what_they_are_told(client: TestClient[Litestar], players: Any, receiver: WebReceiver) -> None:
    ada, bob, table = players
    bob.add("hook", receiver.url)
    bob.choose("chat")
    buy(ada, table)
    ada.post(f"/tables/{table}/chat", {"text": "your move"})
    settle(client)
    (notice,) = receiver.received[0].json["notices"]
    assert (notice["kind"], notice["title"], notice["text"]) == ("chat", "Ada wrote: Monday", "your move")


def test_a_failing_receiver_gets_it_later_and_once(client: TestClient[Litestar], players: Any, receiver: WebReceiver) -> None:
    ada, bob, table = players
    bob.add("hook", receiver.url)
    receiver.answers = [500, 302, 503]
    buy(ada, table)

    def has_arrived() -> bool:
        settle(client)
        return bool(receiver.received)

    wait_until(has_arrived, "it arrives")
    assert len(receiver.turns) == 1 and receiver.answers == []
    assert 'role="alert"' not in bob.get("/account/notices").text


@pytest.mark.parametrize("answers", [[410], [500] * worker.MOST_ATTEMPTS])
def test_dead_addresses_are_shown(
    client: TestClient[Litestar], players: Any, receiver: WebReceiver, answers: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    ada, bob, table = players
    monkeypatch.setattr(worker, "_GROWTH", 1)
    bob.add("hook", receiver.url)
    receiver.answers = list(answers)
    buy(ada, table)

    def is_dead() -> bool:
        settle(client)
        return 'role="alert"' in bob.get("/account/notices").text

    wait_until(is_dead, "it is given up")
    assert f"HTTP {answers[0]}" in bob.get("/account/notices").text and receiver.answers == []
    # Nothing more is sent there, until a test arrives.
    press(bob, table, "BuyFromBank")
    buy(ada, table)
    settle(client)
    assert receiver.received == []
    (address,) = bob.addresses
    bob.post("/account/notices/test", {"id": address})
    wait_until(lambda: not is_dead(), "a test arrives")
    assert len(receiver.received) == 1


def test_mail(client: TestClient[Litestar], players: Any, mails: MailReceiver) -> None:
    ada, _, _ = players
    bob = Guest(client, "Böb", "de")
    bob.post("/account/language", {"language": "de"})
    table = new_table(client, ada, bob)
    bob.add("mail", "bob@example.org")
    buy(ada, table)
    settle(client)
    # Only the message that confirms the address comes.
    (confirming,) = mails.mails
    text = _text_of(confirming, "plain")
    assert confirming["to"] == "bob@example.org" and "E-Mail-Adresse bestätigen" in confirming["subject"]
    link = re.search(r"https?://[^/]+(/notices/confirm/\S+)", text)
    assert link is not None and client.get(link[1][:-1] + "x").status_code == 404
    stranger = Browser(client)
    assert "<button" in stranger.get(link[1]).text
    assert "bestätigt" in bob.post(link[1]).text
    press(bob, table, "BuyFromBank")
    buy(ada, table)
    settle(client)
    mail = mails.mails[1]
    assert mail["subject"] == "Du bist am Zug: Monday" and mail["from"] == "Golden Spike <spike@example.org>"
    plain, page = _text_of(mail, "plain"), _text_of(mail, "html")
    for part in (plain, page):
        assert f"/t/{table}" in part and "Seit deinem letzten Zug" in part and "Böb" in part
    (picture,) = [part for part in mail.walk() if part.get_content_type() == "image/png"]
    assert picture.get_content()[:4] == b"\x89PNG" and f"cid:{picture['content-id'][1:-1]}" in page
    # One click unsubscribes, without a cookie.
    assert mail["list-unsubscribe-post"] == "List-Unsubscribe=One-Click"
    stop = re.fullmatch(r"<https?://[^/]+(/\S+)>", mail["list-unsubscribe"])
    assert stop is not None
    assert client.post(stop[1], data={"List-Unsubscribe": "One-Click"}).status_code == 200
    assert bob.addresses == []


def _text_of(mail: Any, kind: str) -> str:
    return str(mail.get_body((kind,)).get_content())


def test_an_unknown_mailbox_is_given_up_at_once(client: TestClient[Litestar], mails: MailReceiver) -> None:
    bob = Guest(client, "Bob")
    mails.unknown = {"nobody@example.org"}
    bob.add("mail", "nobody@example.org")
    settle(client)
    page = bob.get("/account/notices").text
    assert mails.mails == [] and "550 no such mailbox" in page and 'role="alert"' in page


def test_push(client: TestClient[Litestar], players: Any, receiver: WebReceiver) -> None:
    ada, bob, table = players
    browser = PushedBrowser(receiver)
    key = re.search(r'data-push="([\w-]+)"', bob.get("/account/notices").text)
    assert key is not None
    bob.add("push", browser.subscription)
    buy(ada, table)
    settle(client)
    (request,) = receiver.received
    assert (request.path, request.headers["content-encoding"]) == ("/push/me", "aes128gcm")
    notice = browser.read(request, key[1])
    assert (notice["title"], notice["tag"]) == ("Your turn: Monday", table) and notice["url"].endswith(f"/t/{table}")
    # The keys stay.
    database = client.app.state.services.database
    again = client.blocking_portal.call(load_pusher, database, "mailto:spike@example.org")
    assert again is not None and again.public_key == key[1]
    # A browser that has unsubscribed is gone.
    receiver.answers = [410]
    press(bob, table, "BuyFromBank")
    buy(ada, table)
    settle(client)
    assert 'role="alert"' in bob.get("/account/notices").text


@pytest.mark.sqlite
@OLD_MODULES
def test_apprise(client: TestClient[Litestar], players: Any, receiver: WebReceiver) -> None:
    ada, bob, table = players
    bob.add("apprise", f"{receiver.url.replace('http', 'ntfy')}/golden")
    buy(ada, table)
    settle(client)
    (request,) = receiver.received
    assert request.path.startswith("/") and "Your turn: Monday" in json.dumps(request.json, ensure_ascii=False)


@pytest.mark.sqlite
@OLD_MODULES
def test_relays_reach_no_private_network(make_app: Any, receiver: WebReceiver) -> None:
    with TestClient(make_app(**{**SERVER, "notice_networks": ""})) as client:
        bob = Guest(client, "Bob")
        bob.add("apprise", f"{receiver.url.replace('http', 'ntfy')}/golden")
        bob.add("hook", receiver.url)
        bob.add("push", PushedBrowser(receiver).subscription)
        for address in bob.addresses:
            bob.post("/account/notices/test", {"id": address})
        settle(client)
        assert receiver.received == []
        assert bob.get("/account/notices").text.count("an address in a private network") == 3


@OLD_MODULES
def test_a_service_that_does_not_answer_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """Although the address asks to wait for a day. It would keep everybody's messages back, and the server from stopping."""
    started: list[asyncio.subprocess.Process] = []
    start = asyncio.create_subprocess_exec

    async def recorded(*words: str, **options: Any) -> asyncio.subprocess.Process:
        started.append(await start(*words, **options))
        return started[-1]

    monkeypatch.setattr(asyncio, "create_subprocess_exec", recorded)

    async def check(url: str) -> None:
        with pytest.raises(DeliveryFailed, match="in time"):
            await Relays(patience=3).send(url, MESSAGE, networks("127.0.0.0/8"))
        assert [process.returncode for process in started] == [-signal.SIGKILL]

    with socket.create_server(("127.0.0.1", 0)) as silent:
        asyncio.run(check(f"ntfy://127.0.0.1:{silent.getsockname()[1]}/golden?rto=86400&cto=86400"))


@OLD_MODULES
def test_a_service_cannot_fill_the_memory() -> None:
    """Half a gigabyte of zeros takes half a megabyte when it is sent."""
    bomb = gzip.compress(bytes(1 << 29), 1)

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        asked = await reader.readuntil(b"\r\n\r\n")
        # What is sent and not read would cut the answer off.
        await reader.readexactly(int(re.findall(rb"(?i)content-length: (\d+)", asked)[0]))
        head = f"HTTP/1.1 200 OK\r\ncontent-encoding: gzip\r\ncontent-length: {len(bomb)}\r\n\r\n"
        with suppress(ConnectionError):
            writer.write(head.encode() + bomb)
            await writer.drain()
        writer.close()

    async def check() -> None:
        async with await asyncio.start_server(answer, "127.0.0.1", 0) as service:
            port = service.sockets[0].getsockname()[1]
            with pytest.raises(DeliveryFailed, match="MemoryError"):
                await Relays().send(f"ntfy://127.0.0.1:{port}/golden", MESSAGE, networks("127.0.0.0/8"))

    asyncio.run(check())


@pytest.mark.sqlite
@OLD_MODULES
def test_what_is_no_address(client: TestClient[Litestar]) -> None:
    bob = Guest(client, "Bob")
    for channel, target in (
        ("mail", "nobody"),
        ("mail", "a@b\r\nBcc: c@d"),
        ("hook", "ftp://example.org"),
        ("hook", "https://user:password@example.org/"),
        ("hook", "http://example.org:22/"),
        ("hook", "https://example.org/\r\nX: y"),
        ("push", "{}"),
        ("apprise", "syslog://"),
        ("apprise", "dbus://"),
        ("fax", "1"),
    ):
        assert bob.add(channel, target).status_code == 422, target
    assert bob.addresses == []


def test_the_next_table_that_waits(client: TestClient[Litestar]) -> None:
    ada, bob = Program(client, "Ada"), Guest(client, "Bob")
    tables = [new_table(client, ada, bob) for _ in range(3)]
    assert bob.request("GET", "/next").headers["location"] == "/"
    for table in tables:
        buy(ada, table)
    assert bob.request("GET", "/next").headers["location"] == f"/t/{tables[0]}"
    assert bob.request("GET", f"/next?from={tables[0]}").headers["location"] == f"/t/{tables[1]}"
    # At a table that waits for him there is no way on; after the move there is.
    assert "/next?from=" not in bob.get(f"/t/{tables[0]}").text
    press(bob, tables[0], "BuyFromBank")
    page = bob.get(f"/t/{tables[0]}").text
    assert f"/next?from={tables[0]}" in page and "2 tables are waiting for you" in page
    assert bob.request("GET", f"/next?from={tables[0]}").headers["location"] == f"/t/{tables[1]}"
    assert Browser(client).request("GET", "/next").headers["location"] == "/"


def test_a_reminder_once_a_day(client: TestClient[Litestar], receiver: WebReceiver) -> None:
    ada, bob, host = Guest(client, "Ada"), Guest(client, "Bob"), Program(client, "Cyd")
    table = new_table(client, host, bob, ada)
    bob.add("hook", receiver.url)
    assert "Remind Bob" not in ada.get(f"/t/{table}").text
    refused = ada.send(f"/t/{table}/nudge", {"seat": "1"}, accept="application/json")
    assert refused.json()["code"] == "not_awaited"
    buy(host, table)
    assert "Remind Bob" in ada.get(f"/t/{table}").text
    assert ada.send(f"/t/{table}/nudge", {"seat": "1"}, accept="application/json").status_code == 200
    settle(client)
    turn, reminder = (notice for request in receiver.received for notice in request.json["notices"])
    assert (turn["kind"], reminder["kind"], reminder["title"]) == ("turn", "nudge", "Ada is waiting for your move: Monday")
    assert "Ada reminds Bob to move." in bob.get(f"/t/{table}").text
    refused = ada.send(f"/t/{table}/nudge", {"seat": "1"}, accept="application/json")
    assert (refused.status_code, refused.json()["code"]) == (409, "nudged_today")
    own = bob.send(f"/t/{table}/nudge", {"seat": "1"}, accept="application/json")
    assert own.json()["code"] == "not_awaited"


def test_questions_to_a_player(client: TestClient[Litestar], receiver: WebReceiver) -> None:
    host, bob, cyd = Program(client, "Ada"), Guest(client, "Bob"), Guest(client, "Cyd")
    table = new_table(client, host, bob, cyd)
    cyd.add("hook", receiver.url)
    cyd.choose("offer")
    buy(host, table)
    press(bob, table, "BuyFromBank")
    position = host.get(f"/tables/{table}").json()
    answer = host.post(f"/tables/{table}/undo", {"ply": position["ply"], "undos": position["undos"]})
    assert answer.status_code == 200, answer.text
    settle(client)
    ((_, _, kind),) = receiver.turns
    assert kind == "undo" and receiver.received[0].json["text"] == "Ada asks to undo a move: Monday"


def people_of(client: TestClient[Litestar], names: Sequence[str]) -> tuple[list[Guest], list[Person]]:
    """Browsers and the people behind them."""
    guests = [Guest(client, name) for name in names]
    accounts = client.app.state.services.accounts
    people = [client.blocking_portal.call(accounts.find, guest.cookies["gs_session"], "web") for guest in guests]
    return guests, people


def after(game: Game, plies: int) -> Game:
    """A game as it was after so many moves."""
    again = Game(game.setup)
    for action in game.actions[:plies]:
        again.push(action)
    return again


def test_the_game_is_over(client: TestClient[Litestar], receiver: WebReceiver) -> None:
    importer = Importer(read_export((DATA / "1830-bankruptcy.json").read_bytes()))
    assert list(importer.run()) and importer.game.is_over
    last, game = importer.game.actions[-1], after(importer.game, -1)
    guests, people = people_of(client, [f"Player {number}" for number in range(game.setup.players)])
    table = client.blocking_portal.call(store_game, client.app.state.services, game, people)
    mover = player_of(last)
    other = guests[mover - 1]
    other.add("hook", receiver.url)
    other.choose("over", "report")
    guests[mover].add("hook", receiver.url)
    guests[mover].choose("over")
    form = {**guests[mover].position(table), "action": json.dumps(to_wire(game.setup, last))}
    answer = guests[mover].send(f"/t/{table}/act", form, accept="application/json")
    assert answer.status_code == 200 and answer.json()["status"] == "over", answer.text
    settle(client)
    told = [notice for request in receiver.received for notice in request.json["notices"]]
    assert sorted(notice["kind"] for notice in told) == ["over", "report"], "whoever made the last move knows it"
    over = next(notice for notice in told if notice["kind"] == "over")
    assert all(person.name in over["text"] for person in people) and "$" in over["text"]


def test_an_offer(client: TestClient[Litestar], receiver: WebReceiver) -> None:
    whole = replay(read_record((DATA / "1830-discard.json").read_bytes()))
    game = after(whole, 72)
    offers = [offer.action for offer in game.legal_for(game.actors[0]).offers()]
    offer = next(action for action in offers if isinstance(action, BuyPrivate))
    owner = game.state.privates[offer.private]
    assert owner != offer.player
    guests, people = people_of(client, [f"Player {number}" for number in range(game.setup.players)])
    table = client.blocking_portal.call(store_game, client.app.state.services, game, people)
    for guest in guests:
        guest.add("hook", receiver.url)
        guest.choose("offer")
    buyer = guests[offer.player]
    form = {**buyer.position(table), "action": json.dumps(to_wire(game.setup, offer))}
    assert buyer.send(f"/t/{table}/act", form, accept="application/json").status_code == 200
    settle(client)
    ((_, _, kind),) = receiver.turns
    (notice,) = receiver.received[0].json["notices"]
    assert kind == "offer" and people[owner].name in notice["text"]


def test_a_price_is_told_while_the_game_runs(client: TestClient[Litestar], receiver: WebReceiver) -> None:
    game = after(replay(read_record((DATA / "1830-discard.json").read_bytes())), 72)
    private = next(one for one, owner in by_private(game.state.privates) if is_player(owner))
    owner = game.state.privates[private]
    guests, people = people_of(client, [f"Player {number}" for number in range(game.setup.players)])
    services = client.app.state.services
    table = client.blocking_portal.call(store_game, services, game, people)
    reader = guests[1 if owner == 0 else 0]
    reader.add("hook", receiver.url)
    reader.choose("offer")
    price = SellOrder(500, private=game.setup.title.privates[private].id, public=True)
    client.blocking_portal.call(services.orders.give, people[owner], table, owner, price)
    settle(client)
    ((_, _, kind),) = receiver.turns
    (notice,) = receiver.received[0].json["notices"]
    assert kind == "price" and "$500" in notice["text"]


def test_a_stand_in_and_a_request_to_leave(client: TestClient[Litestar], receiver: WebReceiver) -> None:
    host, bob, cyd = Program(client, "Ada"), Guest(client, "Bob"), Guest(client, "Cyd")
    table = new_table(client, host, bob, cyd)
    client.app.state.services.stand_ins.absence = 0
    cyd.add("hook", receiver.url)
    cyd.choose("offer")
    assert host.post(f"/tables/{table}/stand-in", {"seat": 1, "bot": "greedy"}).status_code == 200
    settle(client)
    assert [kind for _, _, kind in receiver.turns] == ["stand_in"]
    assert receiver.received[0].json["text"] == "Ada proposes a stand-in: Monday"
    bob.post(f"/t/{table}/stand-in/vote", {"agree": "no"})
    bob.post(f"/t/{table}/leave/ask")
    settle(client)
    assert [kind for _, _, kind in receiver.turns] == ["stand_in", "leave"]
    assert receiver.received[1].json["text"] == "Bob asks to leave the game: Monday"


def test_the_clock_runs_low(client: TestClient[Litestar], receiver: WebReceiver) -> None:
    services, start = client.app.state.services, now()
    host, bob = Program(client, "Ada"), Guest(client, "Bob")
    clock = {"kind": "move", "seconds": 2 * 24 * 3600}
    table = host.new_table("me", "open", options={"seating": "free"}, name="Monday", clock=clock)
    bob.join(table)
    bob.add("hook", receiver.url)
    bob.choose("clock")
    buy(host, table["id"])
    services.tables.now = lambda: start + 2 * DAY - HOUR
    assert client.blocking_portal.call(services.clocks.sweep) == 1
    assert client.blocking_portal.call(services.clocks.sweep) == 0
    settle(client)
    ((_, _, kind),) = receiver.turns
    assert kind == "clock" and receiver.received[0].json["text"].endswith("Monday")


@pytest.mark.parametrize("time_out", ["stand_in", "vote", "open"])
def test_time_is_up(client: TestClient[Litestar], receiver: WebReceiver, time_out: str) -> None:
    """The player is told what happens, and the others that they are to vote."""
    services, start = client.app.state.services, now()
    services.tables.now = lambda: start
    host, bob, cyd = Program(client, "Ada"), Guest(client, "Bob"), Guest(client, "Cyd")
    clock = {"kind": "move", "seconds": 2 * 24 * 3600, "time_out": time_out}
    table = host.new_table("me", "open", "open", options={"seating": "free"}, name="Monday", clock=clock)
    for guest in (bob, cyd):
        guest.join(table)
        guest.add("hook", f"{receiver.url}/{guest.cookies['gs_session'][:4]}")
        guest.choose("clock", "offer")
    buy(host, table["id"])
    services.tables.now = lambda: start + 2 * DAY + HOUR
    assert client.blocking_portal.call(services.clocks.sweep) == 1
    settle(client)
    told = {notice["kind"]: (notice["title"], notice["text"]) for one in receiver.received for notice in one.json["notices"]}
    happens = {
        "stand_in": "A bot plays for you until you return.",
        "vote": "The others vote on what happens next, unless you move first.",
        "open": "Your seat is open to a substitute.",
    }
    assert told.pop("time_out") == ("Your time is up: Monday", happens[time_out])
    votes = {"vote": ("Bob has run out of time; your vote is needed: Monday", "")}
    assert told == (votes if time_out == "vote" else {})


def test_a_clock_that_runs_low_twice(client: TestClient[Litestar], receiver: WebReceiver) -> None:
    """It was stopped and started in the night, in which it stands: the deadline is the same, and nobody is told again."""
    services, noon = client.app.state.services, 1_780_315_200_000  # 2026-06-01, 12:00 UTC
    services.tables.now = lambda: noon
    host, bob = Program(client, "Ada"), Guest(client, "Bob")
    clock = {"kind": "bank", "seconds": 6 * 3600 + 1800}
    table = host.new_table("me", "open", options={"seating": "free"}, name="Monday", clock=clock)
    bob.join(table)
    bob.post("/account/calendar", {"zone": "UTC", "night": "yes", "night_from": "18", "night_to": "22"})
    bob.add("hook", receiver.url)
    bob.choose("clock")
    buy(host, table["id"])

    def sweep(hours: float) -> int:
        services.tables.now = lambda: noon + round(hours * HOUR)
        return int(client.blocking_portal.call(services.clocks.sweep))

    assert sweep(5.9) == 1
    services.tables.now = lambda: noon + 7 * HOUR
    for path, more in (("stand-in", {"bot": "greedy"}), ("stand-in/end", {})):
        assert host.post(f"/tables/{table['id']}/{path}", {"seat": 0, **more}).status_code == 200
    assert sweep(10.49) == 1
    settle(client)
    assert [kind for _, _, kind in receiver.turns] == ["clock"]


def test_a_message_that_cannot_be_written_is_given_up(
    client: TestClient[Litestar], players: Any, receiver: WebReceiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is no fault of the address, which stays in use."""
    ada, bob, table = players
    monkeypatch.setattr(worker, "_GROWTH", 1)
    bob.add("hook", receiver.url)
    notices = client.app.state.services.notices
    attempts: list[object] = []

    async def fail(*arguments: object) -> None:
        attempts.append(arguments)
        raise RuntimeError("broken")

    monkeypatch.setattr(notices._writer, "items", fail)
    buy(ada, table)

    def is_given_up() -> bool:
        settle(client)
        return bool(client.blocking_portal.call(_deliveries, client.app.state.services) == 0)

    settle(client)
    wait_until(is_given_up, "it is given up")
    assert len(attempts) == worker.MOST_ATTEMPTS
    assert 'role="alert"' not in bob.get("/account/notices").text


async def _deliveries(services: Any) -> int:
    async with services.database.read() as connection:
        return len((await connection.execute(select(DeliveryRow.id))).all())


def test_the_report_of_a_round_by_mail(client: TestClient[Litestar], mails: MailReceiver, players: Any) -> None:
    ada, bob, table = players
    bob.add("mail", "bob@example.org")
    settle(client)
    link = re.search(r"https?://[^/]+(/notices/confirm/\S+)", _text_of(mails.mails[0], "plain"))
    assert link is not None
    bob.post(link[1])
    bob.choose("report")
    for _ in range(3):
        buy(ada, table)
        press(bob, table, "BuyFromBank")
    settle(client)

    def reports() -> list[Any]:
        return [mail for mail in mails.mails if mail["subject"] == "Round report: Monday"]

    assert reports() == [], "the round is not over"
    press(bob, table, "SetPar", price=100)
    settle(client)
    mail = reports()[0]
    # The lease of a second may run out on a busy machine; then the same message is sent again.
    assert {one["message-id"] for one in reports()} == {mail["message-id"]}
    plain, page = _text_of(mail, "plain"), _text_of(mail, "html")
    assert "Ada buys Schuylkill Valley" in plain and f"/t/{table}/reports#round-" in plain and "<li>Ada buys" in page
    (picture,) = [part for part in mail.walk() if part.get_content_type() == "image/png"]
    assert picture.get_content()[:4] == b"\x89PNG"


def test_receivers_that_take_their_time_delay_only_their_owner(
    client: TestClient[Litestar], mails: MailReceiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Everybody can enter ten that answer after ten seconds."""
    started: list[str] = []

    async def never(target: str, *_: Any) -> None:
        started.append(target.rpartition("/")[2])
        await asyncio.Event().wait()

    monkeypatch.setattr(worker, "send_hook", never)
    eve, zoe, bob = (Guest(client, name) for name in ("Eve", "Zoe", "Bob"))
    for guest, name in ((eve, "eve"), (zoe, "zoe")):
        for number in range(5):
            guest.add("hook", f"https://example.org/{name}{number}")
        for address in guest.addresses:
            guest.post("/account/notices/test", {"id": address})
    bob.add("mail", "bob@example.org")
    wait_until(lambda: len(mails.mails) == 1 and len(started) == 2 * worker.MOST_OF_ONE, "all others are told")
    assert Counter(name[:3] for name in started) == {"eve": worker.MOST_OF_ONE, "zoe": worker.MOST_OF_ONE}


def test_two_workers_deliver_once(client: TestClient[Litestar], players: Any, receiver: WebReceiver) -> None:
    """As two processes do, on one database."""
    ada, bob, _ = players
    bob.add("hook", receiver.url)
    services = client.app.state.services
    tables = [new_table(client, ada, bob) for _ in range(8)]
    others = [
        worker.NoticeWorker(services.database, services.hub, services.tables.live, services.addresses, services.settings)
        for _ in range(3)
    ]

    async def work() -> None:
        await asyncio.gather(*(one.step() for one in (*others, services.notices)))
        await asyncio.gather(*(task for one in others for task in one._sending))

    for table in tables:
        buy(ada, table)
        client.blocking_portal.call(work)
    settle(client)
    assert sorted(table for table, _, _ in receiver.turns) == sorted(tables)
    assert len({request.headers["webhook-id"] for request in receiver.received}) == len(receiver.received)


@pytest.mark.sqlite
def test_addresses_are_personal_data(client: TestClient[Litestar], receiver: WebReceiver) -> None:
    bob, eve = Guest(client, "Bob"), Guest(client, "Eve")
    bob.add("hook", receiver.url)
    bob.choose("turn", start="22:00", end="07:30", zone="Europe/Berlin")
    (address,) = bob.addresses
    data = bob.get("/account/data").json()
    assert [(one["channel"], one["target"], one["kinds"]) for one in data["addresses"]] == [("hook", receiver.url, ["turn"])]
    assert data["quiet_hours"] == {"zone": "Europe/Berlin", "start": 22 * 60, "end": 7 * 60 + 30}
    # Nobody else can use, change or remove it.
    assert eve.post("/account/notices/test", {"id": address}).status_code == 404
    eve.post("/account/notices/remove", {"id": address})
    assert bob.addresses == [address]
    assert bob.post("/account/notices/choose", {"zone": "Mars/Olympus", "start": "1", "end": "2"}).status_code == 422
    bob.post("/account/delete")
    rows = client.blocking_portal.call(_addresses, client.app.state.services)
    assert rows == []


async def _addresses(services: Any) -> list[Any]:
    async with services.database.read() as connection:
        return list(await connection.execute(select(NoticeAddress.id)))
