"""Connections that nobody uses: a stranger opens many, sends nothing or half a request, and shuts nobody out."""

import socket
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from urllib.parse import urlsplit

import httpx
import pytest
from uvicorn.protocols.http.h11_impl import H11Protocol

from goldenspike.server.connections import GuardedProtocol
from server_helpers import lines_logged, served

pytestmark = pytest.mark.programs

MOST = 40
WAIT = 3.0


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, int]]:
    settings = ("--set", f"connections={MOST}", "--set", f"request_wait={WAIT}", "--set", "warm=false")
    with served("--data", str(tmp_path_factory.mktemp("data")), "--thinkers", "1", *settings) as (url, _):
        parts = urlsplit(url)
        yield parts.hostname or "", parts.port or 0


def is_closed(connection: socket.socket) -> bool:
    """Waits until the server closes the connection."""
    connection.settimeout(60)
    try:
        return connection.recv(100) == b""
    except ConnectionResetError:
        return True


@pytest.mark.parametrize(
    "sent",
    [
        b"",
        b"GET / HT",
        b"GET /healthz HTTP/1.1\r\nhost: x\r\n",
        b"POST /account/guest HTTP/1.1\r\nhost: x\r\nx-",
        b"POST /api/v1/guests HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 20\r\n\r\n{",
    ],
)
def test_a_connection_without_a_whole_request_is_closed(address: tuple[str, int], sent: bytes) -> None:
    with socket.create_connection(address) as connection:
        connection.sendall(sent)
        assert is_closed(connection)


def test_malformed_requests_do_not_fill_the_log(tmp_path: Path) -> None:
    upgrade = b"GET /healthz HTTP/1.1\r\nhost: x\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n"
    with tempfile.TemporaryFile("w+") as errors:
        with served("--data", str(tmp_path), "--set", "warm=false", errors=errors) as (url, _):
            parts = urlsplit(url)
            for sent in [b"\x16\x03\x01\r\n\r\n", b"GET / HTTP/9.9\r\n\r\n", upgrade] * 40:
                with socket.create_connection((parts.hostname, parts.port)) as connection:
                    connection.sendall(sent)
                    assert connection.recv(20).startswith(b"HTTP/1.1 ")
        lines = lines_logged(errors)
    assert "Invalid HTTP request" in "".join(lines) and len(lines) < 30, lines


LAST = b"GET /healthz HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n"
CHUNKED = b"POST %b HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n"


@pytest.mark.parametrize(
    ("sent", "then", "status"),
    [
        (CHUNKED % b"/nowhere" + b"no chunk\r\n", b"", b"400"),
        (CHUNKED % b"/api/v1/guests", b"no chunk\r\n", b"400"),
        (CHUNKED % b"/nowhere", b"no chunk\r\n", b"404"),
        (LAST + b"GET / HTTP/1.1\r\n\r\n", b"", b"200"),
    ],
    ids=["before the answer", "instead of the body", "after the answer", "after the last request"],
)
def test_malformed_bodies_are_no_errors_of_the_server(tmp_path: Path, sent: bytes, then: bytes, status: bytes) -> None:
    """Each request has one answer, and no traceback is logged."""
    with tempfile.TemporaryFile("w+") as errors:
        with served("--data", str(tmp_path), "--set", "warm=false", errors=errors) as (url, _):
            parts = urlsplit(url)
            with socket.create_connection((parts.hostname, parts.port), 60) as connection:
                connection.sendall(sent)
                answer = connection.recv(1000) if status == b"404" else b""
                connection.sendall(then)
                while more := connection.recv(1000):
                    answer += more
        errors.seek(0)
        log = errors.read()
    assert answer.startswith(b"HTTP/1.1 " + status) and "Traceback" not in log, (answer, log)


def test_half_a_request_after_a_whole_one_is_not_waited_for(address: tuple[str, int]) -> None:
    with socket.create_connection(address) as connection:
        connection.sendall(b"GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n")
        connection.settimeout(60)
        answer = b""
        while not answer.endswith(b"ok"):
            answer += connection.recv(1000)
        connection.sendall(b"GET /hea")
        assert is_closed(connection)


def test_a_body_that_trickles_in_is_not_waited_for(address: tuple[str, int]) -> None:
    head = b"POST /api/v1/guests HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 1000\r\n\r\n"
    with socket.create_connection(address) as connection:
        connection.sendall(head)
        connection.settimeout(0.2)
        for _ in range(600):
            try:
                connection.sendall(b" ")
                if connection.recv(100) == b"":
                    return
            except TimeoutError:
                continue
            except ConnectionError:
                return
    pytest.fail("the connection is still open")


def test_headers_without_end_are_cut_off(address: tuple[str, int]) -> None:
    """Long before the time for a request is over."""
    with socket.create_connection(address) as connection:
        connection.sendall(b"GET /healthz HTTP/1.1\r\nhost: x\r\n")
        with pytest.raises(ConnectionError):
            for _ in range(1_000):
                connection.sendall(b"x-filler: " + b"x" * 10_000 + b"\r\n")


def test_who_does_not_read_is_cut_off(address: tuple[str, int]) -> None:
    """Requests are sent one after the other, and no answer is taken: the connection ends."""
    with socket.socket() as connection:
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        connection.connect(address)
        connection.settimeout(60)
        with pytest.raises(ConnectionError):
            for _ in range(100_000):
                connection.sendall(b"GET /static/style.css HTTP/1.1\r\nhost: x\r\n\r\n")


def test_the_parser_does_not_depend_on_what_is_installed() -> None:
    """That of httptools would go on reading from those who do not read."""
    assert issubclass(GuardedProtocol, H11Protocol)


def test_unused_connections_give_way(address: tuple[str, int]) -> None:
    """A live connection and requests are served while somebody holds as many connections as there may be."""
    url = f"http://{address[0]}:{address[1]}"
    with ExitStack() as stack, httpx.Client(base_url=url, timeout=60) as client:
        token = client.post("/api/v1/guests", json={"name": "Ada"}).json()["token"]
        headers = {"authorization": f"Bearer {token}"}
        request = {"title": "1830", "version": "classic", "seats": [{"kind": "me"}, {"kind": "local"}]}
        table = client.post("/api/v1/tables", json=request, headers=headers).json()["id"]
        live = stack.enter_context(client.stream("GET", f"/t/{table}/live"))
        lines = live.iter_lines()
        assert any("hello" in line for line in lines)
        idle = [stack.enter_context(socket.create_connection(address)) for _ in range(2 * MOST)]
        for _ in range(5):
            assert httpx.get(f"{url}/healthz", timeout=60).text == "ok"
        assert all(is_closed(one) for one in idle)
        assert client.post(f"/t/{table}/chat", headers=headers).status_code == 403, "no token for forms"
        client.post(f"/api/v1/tables/{table}/chat", json={"text": "still here?"}, headers=headers)
        assert any('"chat"' in line for line in lines), "the live connection has not been closed"
