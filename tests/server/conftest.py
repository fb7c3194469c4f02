"""Tests of the application run on SQLite and, unless they are marked `sqlite`, on a real PostgreSQL."""

import os
from collections import defaultdict
from collections.abc import Callable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from uuid import uuid4

import msgspec
import psycopg
import pytest
from litestar import Litestar
from litestar.testing import TestClient
from playwright.sync_api import Browser as Chromium
from playwright.sync_api import sync_playwright

from goldenspike.server.app import create_app, template_engine
from goldenspike.server.settings import Settings
from goldenspike.server.warm import read_texts
from loop_guard import LoopGuard
from server_helpers import Browser, Program, need, postgres_server, redis_server, served

MakeApp = Callable[..., Litestar]


@pytest.hookimpl(tryfirst=True)  # before the marks of the command line are applied
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Marks what needs a browser: `make test-browser` runs it, `make test` does not."""
    for item in items:
        if "chromium" in getattr(item, "fixturenames", ()):
            item.add_marker("browser")


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Runs what uses a database on both kinds, unless its mark says that it is about something else."""
    if "database" in metafunc.fixturenames:
        both = metafunc.definition.get_closest_marker("sqlite") is None
        metafunc.parametrize("database", ["sqlite", "postgresql"] if both else ["sqlite"], indirect=True)


@pytest.fixture(scope="session")
def loop_guard() -> Iterator[LoopGuard]:
    """The applications of tests are not warmed up, but for the texts, which a server reads before the first request."""
    read_texts(template_engine().engine)
    guard = LoopGuard()
    guard.start()
    yield guard
    guard.stop()


@pytest.fixture(autouse=True)
def no_request_blocks(loop_guard: LoopGuard) -> Iterator[None]:
    """A test fails if a request blocks the event loop of an application in this process."""
    yield
    blocks = loop_guard.new_blocks()
    if blocks:
        pytest.fail(", ".join(f"{block.what} blocked the event loop for {1000 * block.seconds:.0f} ms" for block in blocks))


# Servers keep their data outside pytest's folders, which another run may clear away.


@pytest.fixture(scope="session")
def postgres() -> Iterator[str]:
    with TemporaryDirectory(prefix="spike-postgres-") as folder, postgres_server(Path(folder)) as url:
        yield url


@pytest.fixture(scope="session")
def redis() -> Iterator[str]:
    with TemporaryDirectory(prefix="spike-redis-") as folder, redis_server(Path(folder)) as url:
        yield url


@pytest.fixture
def postgres_database(postgres: str) -> str:
    """A database of its own."""
    name = f"spike_{uuid4().hex}"
    with psycopg.connect(f"{postgres}/postgres", autocommit=True) as connection:
        connection.execute(f'CREATE DATABASE "{name}"')
    return f"{postgres}/{name}"


@pytest.fixture
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'spike.db'}"
    url: str = request.getfixturevalue("postgres_database")
    return url


_idle_apps: defaultdict[bytes, list[Litestar]] = defaultdict(list)
"""Applications of earlier tests by their settings but for the database. Making one takes a quarter of a second."""


@pytest.fixture
def make_app(database: str) -> Iterator[MakeApp]:
    used: list[tuple[bytes, Litestar]] = []

    def make(**settings: Any) -> Litestar:
        default: dict[str, Any] = {"database": database, "secret": "s" * 40, "bot_pause": 0, "limits": False, "warm": False}
        chosen = Settings(**{**default, **settings})
        key = msgspec.json.encode(msgspec.structs.replace(chosen, database=""))
        app = _idle_apps[key].pop() if _idle_apps[key] else create_app(chosen)
        app.state.settings = chosen
        used.append((key, app))
        return app

    yield make
    for key, app in used:
        _idle_apps[key].append(app)


@pytest.fixture
def client(make_app: MakeApp) -> Iterator[TestClient[Litestar]]:
    with TestClient(make_app()) as client:
        yield client


@pytest.fixture
def browser(client: TestClient[Litestar]) -> Browser:
    return Browser(client)


@pytest.fixture
def ada(client: TestClient[Litestar]) -> Program:
    return Program(client, "Ada")


@pytest.fixture
def bob(client: TestClient[Litestar]) -> Program:
    return Program(client, "Bob")


@pytest.fixture
def cyd(client: TestClient[Litestar]) -> Program:
    return Program(client, "Cyd")


@pytest.fixture
def dan(client: TestClient[Litestar]) -> Program:
    return Program(client, "Dan")


@pytest.fixture(scope="module")
def chromium() -> Iterator[Chromium]:
    """One for each file: while it runs, nothing else may run an event loop in this thread."""
    path = need("chromium")
    arguments = ["--no-sandbox"] if os.getuid() == 0 else []
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=arguments)
        yield browser
        browser.close()


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The program in a process of its own, for real browsers."""
    with served("--data", str(tmp_path_factory.mktemp("browser")), "--unlimited", "--set", "warm=false") as (address, _):
        yield address
