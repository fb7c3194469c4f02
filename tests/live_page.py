"""A page with its live connection to an application in this process."""

import json
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from queue import Queue
from typing import Any
from urllib.parse import urlencode

import anyio
from litestar import Litestar
from litestar.testing import TestClient

from server_helpers import Browser

Message = dict[str, Any]


class Page:
    """A page with its live connection, as the script of the page keeps it."""

    def __init__(self, client: TestClient[Litestar], table: str, browser: Browser, encoding: str = "gzip") -> None:
        self.client, self.table, self.browser = client, table, browser
        self.asked: dict[str, str] = {}
        self.have: dict[str, str] = {}
        self.html: dict[str, str] = {}
        self.ply = self.revision = 0
        self.live = ""
        self._encoding = encoding
        self._sent: Queue[bytes | None] = Queue()
        self._inflate = zlib.decompressobj(31) if encoding == "gzip" else None

    def query(self) -> dict[str, str]:
        have = ",".join(f"{name}:{key}" for name, key in self.have.items())
        return {"have": have, "at": str(self.ply), **({"live": self.live} if self.live else {}), **self.asked}

    def fetch(self) -> Message:
        news: Message = self.browser.get(f"/t/{self.table}/parts", accept="application/json", params=self.query()).json()
        self.take(news)
        return news

    def act(self, action: Message) -> Message:
        form = {"_csrf_token": self.browser.token(), "ply": str(self.ply), "undos": "0", "action": json.dumps(action)}
        path = f"/t/{self.table}/act"
        news: Message = self.browser.request("POST", path, data=form, params=self.query(), accept="application/json").json()
        self.take(news)
        return news

    def take(self, news: Message) -> None:
        self.ply, self.revision = news["ply"], news["revision"]
        for name, part in news["parts"].items():
            assert "pieces" not in part or part["of"] == self.have[name], name
            self.have[name] = part["key"]
            if "html" in part:
                self.html[name] = part["html"]

    def next(self, event: str = "parts") -> Message:
        """The next message; `parts` is taken over."""
        encoded = self._sent.get(timeout=60)
        assert encoded is not None, "the connection has ended"
        text = (self._inflate.decompress(encoded) if self._inflate is not None else encoded).decode()
        fields = dict(line.split(": ", 1) for line in text.splitlines() if line)
        assert fields["event"] == event, text
        news: Message = json.loads(fields["data"])
        if event == "parts":
            self.take(news)
        return news

    def told(self, revision: int) -> Message:
        """What it is sent of a change; before that it may hear of those who come."""
        while (news := self.next())["revision"] < revision:
            pass
        return news

    def has_ended(self) -> bool:
        while (encoded := self._sent.get(timeout=60)) is not None:
            assert encoded
        return True

    @contextmanager
    def listening(self) -> Iterator["Page"]:
        cookies = "; ".join(f"{name}={value}" for name, value in self.browser.cookies.items())
        headers = {"host": "testserver", "cookie": cookies, "accept-language": "en", "accept-encoding": self._encoding}
        path = f"/t/{self.table}/live"
        scope: dict[str, Any] = {
            "type": "http",
            "asgi": {"version": "3.0"},
            "http_version": "1.1",
            "method": "GET",
            "scheme": "http",
            "path": path,
            "raw_path": path.encode(),
            "query_string": urlencode(self.query()).encode(),
            "root_path": "",
            "headers": [(name.encode(), value.encode()) for name, value in headers.items() if value],
            "client": ("127.0.0.1", 1),
            "server": ("127.0.0.1", 80),
        }
        portal = self.client.blocking_portal
        left = portal.call(anyio.Event)
        asked = False

        async def receive() -> dict[str, Any]:
            nonlocal asked
            if not asked:
                asked = True
                return {"type": "http.request", "body": b"", "more_body": False}
            await left.wait()
            return {"type": "http.disconnect"}

        async def send(message: Any) -> None:
            if message["type"] == "http.response.body":
                self._sent.put(message["body"] if message.get("more_body") else None)

        app: Callable[..., Any] = self.client.app
        done = portal.start_task_soon(partial(app, scope, receive, send))
        try:
            hello = self.next("changed")
            assert hello["kind"] == "hello" and hello["revision"] == self.revision
            self.live = hello["live"]
            yield self
        finally:
            portal.start_task_soon(left.set)
            done.result(60)


def opened(client: TestClient[Litestar], table: str, browser: Browser, encoding: str = "gzip") -> Page:
    page = Page(client, table, browser, encoding)
    page.fetch()
    return page
