"""Help for tests of the web application: browsers, programs, servers and databases."""

import html
import json
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from glob import glob
from http.cookies import SimpleCookie
from pathlib import Path
from typing import IO, Any
from urllib.parse import urlsplit

import httpx
import psycopg
import pytest
from litestar.testing import TestClient

from goldenspike.core.game import Game, player_of
from goldenspike.core.ids import Holder, Player
from goldenspike.protocol.messages import ClockRule, SeatKind, Status
from goldenspike.server.accounts.people import Person
from goldenspike.server.app import create_app
from goldenspike.server.services import Services
from goldenspike.server.settings import Settings
from goldenspike.server.storage.tokens import new_id, now
from goldenspike.server.table.changes import pack_moves
from goldenspike.server.table.live_table import AppliedMove, Seat

TOKEN = re.compile(r'name="_csrf_token" value="([^"]+)"')


def need(program: str, *places: str) -> str:
    """The path of a program; where it is missing the test is skipped, but fails in continuous integration."""
    found = shutil.which(program) or next((path for place in places for path in sorted(glob(f"{place}/{program}"))), None)
    if found is None:
        if os.environ.get("CI") == "true":
            pytest.fail(f"{program} is missing")
        pytest.skip(f"{program} is not installed")
    return found


def wait_until(condition: Callable[[], bool], what: str | Callable[[], str], seconds: float = 60) -> None:
    """Wait for something that happens soon on a machine of its own, and some time later on a busy one."""
    end = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > end:
            pytest.fail(f"waited {seconds:.0f} seconds in vain until {what if isinstance(what, str) else what()}")
        time.sleep(0.02)


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def unprivileged() -> dict[str, Any]:
    """PostgreSQL does not run as root: use the user that its package brings."""
    return {"user": "postgres", "group": "postgres"} if os.getuid() == 0 else {}


POSTGRES_PLACES = ("/usr/lib/postgresql/*/bin",)


def make_postgres(folder: Path) -> None:
    """An empty PostgreSQL in a folder, not yet running."""
    initdb = need("initdb", *POSTGRES_PLACES)
    data = folder / "postgres"
    data.mkdir()
    if os.getuid() == 0:
        shutil.chown(data, "postgres", "postgres")
        for parent in (folder, *folder.parents):
            if parent.stat().st_uid == os.getuid() and parent != Path("/"):
                parent.chmod(parent.stat().st_mode | 0o011)
    subprocess.run(
        [initdb, "--auth=trust", "--username=spike", "--no-sync", f"--pgdata={data}"],
        check=True,
        stdout=subprocess.DEVNULL,
        cwd="/",
        **unprivileged(),
    )


@contextmanager
def postgres_server(folder: Path) -> Iterator[str]:
    """A real PostgreSQL of our own; its URL without a database."""
    make_postgres(folder)
    with running_postgres(folder, free_port()) as url:
        yield url


@contextmanager
def running_postgres(folder: Path, port: int) -> Iterator[str]:
    """PostgreSQL with the data in a folder; it may be started again later."""
    server, data = need("postgres", *POSTGRES_PLACES), folder / "postgres"
    options = ["-F", "-c", f"unix_socket_directories={data}", "-c", "listen_addresses=127.0.0.1", "-c", "max_connections=60"]
    with (folder / "postgres.log").open("a") as log:
        process = subprocess.Popen(
            [server, "-D", str(data), "-p", str(port), *options], stdout=log, stderr=log, cwd="/", **unprivileged()
        )
        try:
            wait_for_port(port, process)
            url = f"postgresql://spike@127.0.0.1:{port}"
            _wait_for_postgres(f"{url}/postgres")
            yield url
        finally:
            # Do not wait until all have left and hundreds of databases are written out; the journal has everything.
            process.send_signal(signal.SIGQUIT)
            process.wait(60)


def _wait_for_postgres(url: str) -> None:
    """It opens its port before it is ready."""
    for _ in range(200):
        try:
            psycopg.connect(url).close()
            return
        except psycopg.OperationalError:
            time.sleep(0.05)
    raise RuntimeError("PostgreSQL does not start")


@contextmanager
def redis_server(folder: Path) -> Iterator[str]:
    port = free_port()
    process = subprocess.Popen(
        [need("redis-server"), "--port", str(port), "--bind", "127.0.0.1", "--save", "", "--dir", str(folder)],
        stdout=subprocess.DEVNULL,
    )
    try:
        wait_for_port(port, process)
        yield f"redis://127.0.0.1:{port}/0"
    finally:
        process.terminate()
        process.wait(10)


def wait_for_port(port: int, process: "subprocess.Popen[Any]", seconds: float = 90) -> None:
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if process.poll() is not None:
            raise RuntimeError(f"the server ended with {process.returncode}")
        try:
            with socket.create_connection(("127.0.0.1", port), 0.2):
                return
        except OSError:
            time.sleep(0.05)
    raise RuntimeError("the server does not answer")


@contextmanager
def served(
    *options: str, port: int | None = None, errors: IO[str] | None = None
) -> Iterator[tuple[str, "subprocess.Popen[Any]"]]:
    """The whole program in a process of its own; its address and the process."""
    chosen = port or free_port()
    command = [sys.executable, "-m", "goldenspike.cli.main", "serve", "--port", str(chosen), *options]
    with tempfile.TemporaryFile("w+") as words:
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=errors or words, start_new_session=True)
        try:
            try:
                wait_for_port(chosen, process)
            except RuntimeError as error:
                words.seek(0)
                raise RuntimeError(f"{error}: {words.read()}") from None
            yield f"http://127.0.0.1:{chosen}", process
        finally:
            if process.poll() is None:
                process.terminate()
                try:
                    process.wait(15)
                except subprocess.TimeoutExpired:
                    process.kill()
                    process.wait()


def lines_logged(errors: IO[str]) -> list[str]:
    """What a server wrote to its log, without the lines that a busy machine causes: slow requests and steps of the event loop."""
    errors.seek(0)
    timings = (" goldenspike.slow", " goldenspike.server.watchdog")
    return [line for line in errors.read().splitlines() if not any(name in line for name in timings)]


def live_page(address: str, table: str) -> socket.socket:
    """A live connection that has got its first message."""
    place = urlsplit(address)
    page = socket.create_connection((place.hostname, place.port), 60)
    page.sendall(f"GET /t/{table}/live HTTP/1.1\r\nhost: {place.netloc}\r\n\r\n".encode())
    received = b""
    while b"hello" not in received:
        chunk = page.recv(4096)
        assert chunk, received
        received += chunk
    return page


class Browser:
    """A browser without scripts: it keeps its own cookies and fills in forms."""

    def __init__(self, client: httpx.Client, language: str = "en") -> None:
        self.client = client
        self.cookies: dict[str, str] = {}
        self.language = language

    def request(self, method: str, path: str, accept: str = "text/html", **values: Any) -> httpx.Response:
        headers = {"accept": accept, "accept-language": self.language, **values.pop("headers", {})}
        if self.cookies:
            headers["cookie"] = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        answer = self.client.request(method, path, headers=headers, follow_redirects=False, **values)
        self.client.cookies.clear()
        for line in answer.headers.get_list("set-cookie"):
            for name, cookie in SimpleCookie(line).items():
                if cookie["max-age"] == "0":
                    self.cookies.pop(name, None)
                else:
                    self.cookies[name] = cookie.value
        return answer

    def get(self, path: str, **values: Any) -> httpx.Response:
        answer = self.request("GET", path, **values)
        while answer.is_redirect:
            answer = self.request("GET", answer.headers["location"], **values)
        return answer

    def token(self) -> str:
        found = TOKEN.search(self.get("/account").text)
        assert found is not None
        return found[1]

    def post(self, path: str, form: Mapping[str, str] | None = None, **values: Any) -> httpx.Response:
        """Send a form with the token that its page would have; the page after the redirect comes back."""
        answer = self.send(path, form, **values)
        return self.get(answer.headers["location"]) if answer.is_redirect else answer

    def send(self, path: str, form: Mapping[str, str] | None = None, **values: Any) -> httpx.Response:
        return self.request("POST", path, data={"_csrf_token": self.token(), **(form or {})}, **values)

    def as_guest(self, name: str) -> "Browser":
        assert self.post("/account/guest", {"name": name}).status_code == 200
        return self

    # --- at a table

    def position(self, table: str) -> dict[str, str]:
        page = self.get(f"/t/{table}").text
        found = re.search(r'data-ply="(\d+)"\s+data-undos="(\d+)"', page)
        assert found is not None
        return {"ply": found[1], "undos": found[2]}

    def buttons(self, table: str) -> list[str]:
        """The actions on the page's buttons, as JSON."""
        page = self.get(f"/t/{table}").text
        return [html.unescape(found) for found in re.findall(r'name="action"\s+value="([^"]*)"', page)]

    def act(self, table: str, action: str, **more: str) -> httpx.Response:
        form = {**self.position(table), "action": action, **more}
        return self.send(f"/t/{table}/act", form, accept="application/json")


class Program:
    """A program with a token."""

    def __init__(self, client: httpx.Client, name: str) -> None:
        self.client = client
        answer = client.post("/api/v1/guests", json={"name": name})
        assert answer.status_code == 201, answer.text
        self.headers = {"authorization": f"Bearer {answer.json()['token']}"}

    def get(self, path: str, **values: Any) -> httpx.Response:
        return self.client.get(f"/api/v1{path}", headers=self.headers, **values)

    def post(self, path: str, body: Any = None, **values: Any) -> httpx.Response:
        return self.client.post(f"/api/v1{path}", headers=self.headers, json={} if body is None else body, **values)

    def new_table(self, *kinds: str, **requested: Any) -> dict[str, Any]:
        seats = [{"kind": kind, **({"bot": "random"} if kind == "bot" else {})} for kind in kinds]
        answer = self.post("/tables", {"title": "1830", "version": "classic", "seats": seats, **requested})
        assert answer.status_code == 201, answer.text
        return dict(answer.json())

    def join(self, table: Mapping[str, Any]) -> None:
        answer = self.post(f"/tables/{table['id']}/join", {"invite": table["invite"]})
        assert answer.status_code == 200, answer.text

    def legal(self, table: str, **params: int) -> dict[str, Any]:
        return dict(self.get(f"/tables/{table}/legal", params=params).json())

    def act(self, table: str, action: Mapping[str, Any]) -> httpx.Response:
        ply = self.get(f"/tables/{table}").json()["ply"]
        return self.post(f"/tables/{table}/actions", {"ply": ply, "action": action})


def press(browser: Browser, table: str, kind: str, **fields: object) -> None:
    """Press the first button of a kind with these fields."""
    for button in browser.buttons(table):
        action = json.loads(button)
        if action["do"] == kind and all(action.get(name) == value for name, value in fields.items()):
            answer = browser.act(table, button)
            assert answer.status_code == 200, answer.text
            return
    raise AssertionError(f"no button {kind} {fields}: {browser.buttons(table)}")


async def store_game(services: Services, game: Game, people: Sequence[Person], clock: ClockRule | None = None) -> str:
    """A table in the position of a game, with a person in each seat."""
    seats = tuple(
        Seat(Player(Holder(number)), SeatKind.PERSON, person.id, f"{person.name} {number}", "")
        for number, person in enumerate(people)
    )
    again = Game(game.setup)
    done = [AppliedMove(action, player_of(action), again.push(action), again.state) for action in game.actions]
    table = new_id()
    moves = pack_moves(table, game.setup, done, people[0].id, now())
    await services.seating.store(table, again, "", people[0], seats, moves, Status.RUNNING, False, clock=clock)
    return table


@contextmanager
def shared_reader(folder: Path) -> Iterator[Browser]:
    """A reader of one application for all tests of a module: nobody changes what others read."""
    settings = Settings(database=f"sqlite:///{folder / 'spike.db'}", secret="s" * 40, bot_pause=0, limits=False, warm=False)
    with TestClient(create_app(settings)) as client:
        yield Browser(client)
