"""Connections are handed to the worker that looks after the table they ask about."""

import asyncio
import resource
import socket
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any
from zlib import crc32

import pytest
import uvicorn

from goldenspike.server.connections import GuardedProtocol
from goldenspike.server.handover import Handover

WORKERS = 2


def table_of(worker: int) -> str:
    """A table that belongs to a worker."""
    return next(name for name in map(str, range(100)) if crc32(name.encode()) % WORKERS == worker)


class Worker(uvicorn.Server):
    """Answers every request with its number, the path and the address of the client."""

    def __init__(self, folder: Path) -> None:
        self.handover = Handover(folder, WORKERS)
        self.answered: list[str] = []
        protocol: Any = type("Protocol", (GuardedProtocol,), {"handover": self.handover})
        super().__init__(uvicorn.Config(self.answer, http=protocol, lifespan="off", log_config=None, interface="asgi3"))

    async def answer(self, scope: Any, receive: Any, send: Any) -> None:
        self.answered.append(scope["path"])
        body = (await receive())["body"].decode()
        text = f"{self.handover.number} {scope['path']} {scope['client'][1]} {body}".encode()
        headers = [(b"content-length", b"%d" % len(text))]
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        await send({"type": "http.response.body", "body": text})

    def take(self, received: bytes) -> Any:
        protocol: Any = self.config.http_protocol_class
        made = protocol(config=self.config, server_state=self.server_state, app_state={})
        made.received = received
        return made


@asynccontextmanager
async def worker(folder: Path) -> AsyncIterator[tuple[Worker, tuple[str, int]]]:
    """A worker, and where it listens: each somewhere else, so that the tests know who gets a connection first."""
    with socket.create_server(("127.0.0.1", 0)) as listening:
        made = Worker(folder)
        made.config.load()
        made.lifespan = made.config.lifespan_class(made.config)
        await made.startup(sockets=[listening])
        made.handover.listen(made.take)
        try:
            yield made, listening.getsockname()
        finally:
            await made.handover.close()
            made.force_exit = True
            await made.shutdown(sockets=[listening])


class Client:
    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader, self.writer = reader, writer
        self.port = writer.get_extra_info("sockname")[1]

    @staticmethod
    @asynccontextmanager
    async def to(address: tuple[str, int]) -> "AsyncIterator[Client]":
        client = Client(*await asyncio.open_connection(*address))
        try:
            yield client
        finally:
            client.writer.close()
            await client.writer.wait_closed()

    def send(self, path: str, body: str = "") -> None:
        self.writer.write(f"POST {path} HTTP/1.1\r\nhost: x\r\ncontent-length: {len(body)}\r\n\r\n{body}".encode())

    async def read(self) -> str:
        """The number of the worker that answers."""
        async with asyncio.timeout(30):
            head = await self.reader.readuntil(b"\r\n\r\n")
            length = int(head.lower().partition(b"content-length:")[2].partition(b"\r\n")[0])
            return (await self.reader.readexactly(length)).decode()

    async def ask(self, path: str, body: str = "") -> str:
        self.send(path, body)
        return await self.read()


Workers = list[tuple[Worker, tuple[str, int]]]


def with_workers(folder: Path, check: Callable[[Workers], Coroutine[Any, Any, None]]) -> None:
    async def run() -> None:
        async with AsyncExitStack() as stack:
            await check([await stack.enter_async_context(worker(folder)) for _ in range(WORKERS)])

    asyncio.run(run())


def test_a_connection_moves_to_the_worker_of_the_table_and_back(tmp_path: Path) -> None:
    async def check(workers: Workers) -> None:
        async with Client.to(workers[0][1]) as client:
            for number in (0, 1, 1, 0, 1):
                path = f"/t/{table_of(number)}/parts"
                assert await client.ask(path, "body") == f"{number} {path} {client.port} body"
                path = f"/api/v1/tables/{table_of(1 - number)}"
                assert await client.ask(path) == f"{1 - number} {path} {client.port} "
            assert [len(one.server_state.connections) for one, _ in workers] == [1, 0]

    with_workers(tmp_path, check)


def test_other_requests_stay_where_they_are(tmp_path: Path) -> None:
    async def check(workers: Workers) -> None:
        async with Client.to(workers[1][1]) as client:
            for path in ("/", "/tables", f"/x/t/{table_of(0)}", "/t/", "/static/t/"):
                assert (await client.ask(path)).startswith(f"1 {path} ")

    with_workers(tmp_path, check)


def test_what_follows_at_once_is_not_lost(tmp_path: Path) -> None:
    """Requests that are sent before the first answer has come, and a body in pieces."""

    async def check(workers: Workers) -> None:
        async with Client.to(workers[0][1]) as client:
            paths = [f"/t/{table_of(number)}" for number in (1, 0, 1)]
            for path in paths:
                client.send(path)
            assert [(await client.read()).split()[1] for _ in paths] == paths
            client.writer.write(f"POST {paths[0]} HTTP/1.1\r\nhost: x\r\ncontent-length: 10\r\n\r\nhalf ".encode())
            await client.writer.drain()
            await asyncio.sleep(0)
            client.writer.write(b"other")
            assert await client.read() == f"1 {paths[0]} {client.port} half other"

    with_workers(tmp_path, check)


@pytest.mark.parametrize("size", [0, 100_000])
def test_who_cannot_hand_over_answers(tmp_path: Path, size: int) -> None:
    """The other worker has ended, or there is more than can be handed over at once."""

    async def check(workers: Workers) -> None:
        if not size:
            await workers[1][0].handover.close()
        async with Client.to(workers[0][1]) as client:
            path = f"/t/{table_of(1)}"
            client.send(path, "x" * size)
            number = (await client.read()).split()[0]
            assert number == "0" if not size else number in "01"

    with_workers(tmp_path, check)


def test_a_new_worker_takes_the_place_of_one_that_has_ended(tmp_path: Path) -> None:
    """It is started before the one that it replaces is stopped."""

    async def check() -> None:
        async with worker(tmp_path) as (first, address), worker(tmp_path) as (second, _), worker(tmp_path) as (third, _):
            assert [one.handover.number for one in (first, second, third)] == [0, 1, None]
            await second.handover.close()
            third.handover.listen(third.take)
            async with Client.to(address) as client:
                path = f"/t/{table_of(1)}"
                assert await client.ask(path) == f"1 {path} {client.port} "
                assert [len(one.server_state.connections) for one in (first, second, third)] == [0, 0, 1]

    asyncio.run(check())


def test_a_worker_that_stops_keeps_what_it_has_been_handed(tmp_path: Path) -> None:
    """Nobody else has that connection any more."""

    async def check(workers: Workers) -> None:
        (first, address), (second, _) = workers
        pass_on, stopping = first.handover.pass_on, list[asyncio.Task[None]]()

        def pass_on_late(transport: asyncio.Transport, received: bytes) -> bool:
            has_gone = pass_on(transport, received)
            stopping.append(asyncio.create_task(second.handover.close()))
            return has_gone

        first.handover.pass_on = pass_on_late  # type: ignore[method-assign]
        async with Client.to(address) as client:
            path = f"/t/{table_of(1)}"
            assert await client.ask(path) == f"1 {path} {client.port} "
            await asyncio.gather(*stopping)

    with_workers(tmp_path, check)


def test_nothing_can_be_handed_to_a_worker_that_has_stopped(tmp_path: Path) -> None:
    """Who is about to must learn of it, to answer itself."""

    async def check(workers: Workers) -> None:
        with socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET) as channel:
            channel.connect(str(tmp_path / "worker-1.sock"))
            await workers[1][0].handover.close()
            with pytest.raises(OSError):
                channel.send(b"GET / HTTP/1.1")

    with_workers(tmp_path, check)


def test_a_worker_with_too_many_connections_does_not_do_what_they_ask(tmp_path: Path) -> None:
    async def check(workers: Workers) -> None:
        (_, address), (second, _) = workers
        protocol: Any = second.config.http_protocol_class
        protocol.most = 0
        async with Client.to(address) as client:
            with pytest.raises(asyncio.IncompleteReadError):
                await client.ask(f"/t/{table_of(1)}")
        assert second.answered == []

    with_workers(tmp_path, check)


def test_a_worker_without_descriptors_does_not_try_all_the_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Somebody who waits to be accepted would wake it again at once."""
    tried: list[bool] = []
    accept = Handover._accept

    def counted(handover: Handover, listening: socket.socket) -> bool:
        tried.append(accept(handover, listening))
        return tried[-1]

    monkeypatch.setattr(Handover, "_accept", counted)
    monkeypatch.setattr("goldenspike.server.handover.PAUSE", 0.2)

    async def check(workers: Workers) -> None:
        with socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET) as channel:
            soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
            resource.setrlimit(resource.RLIMIT_NOFILE, (channel.fileno(), hard))
            try:
                channel.connect(str(tmp_path / "worker-1.sock"))
                for _ in range(20):
                    await asyncio.sleep(0)
                assert tried == [False]
            finally:
                resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
            async with asyncio.timeout(30):
                while True not in tried:
                    await asyncio.sleep(0.01)

    with_workers(tmp_path, check)


def test_workers_that_cannot_find_each_other_answer(tmp_path: Path) -> None:
    """The path of a socket has a hundred characters at the most, and not every system has sockets of this kind."""

    async def check(workers: Workers) -> None:
        async with Client.to(workers[0][1]) as client:
            path = f"/t/{table_of(1)}"
            assert await client.ask(path) == f"0 {path} {client.port} "

    folder = tmp_path / ("long" * 30)
    folder.mkdir()
    with_workers(folder, check)
