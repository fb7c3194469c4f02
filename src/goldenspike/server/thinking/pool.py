"""The pool of bot processes: started when first needed, replaced if they die or do not respond."""

import asyncio
import contextlib
import logging
import os
import sys
import time
import zlib
from collections.abc import AsyncIterator, Callable, Mapping
from enum import IntEnum
from typing import TypeVar

import msgspec

from goldenspike.server.operation.metrics import BOT_FAILURES, BOT_SECONDS, timed
from goldenspike.server.thinking.fair_lock import FairLock
from goldenspike.server.thinking.questions import Answer, Asked, Forget, Question

_log = logging.getLogger(__name__)
_MODULE = "goldenspike.server.thinking.child"
_LONGEST_LINE = 1 << 24
_COURTESY = 0.1
_PASSED_ON = frozenset(
    (
        "PATH",
        "HOME",
        "USER",
        "LANG",
        "TZ",
        "TMPDIR",
        "TEMP",
        "SYSTEMROOT",
        "VIRTUAL_ENV",
        "LD_LIBRARY_PATH",
        "PYTHONPATH",
        "PYTHONHOME",
        "PYTHONHASHSEED",
        "PYTHONUTF8",
    )
)
"""The variables that bot processes inherit."""

Wanted = TypeVar("Wanted")
Charge = Callable[[str, float], None]


class WorkerFailed(Exception):
    """No response: the process has died, timed out, or failed."""


def default_count() -> int:
    """Leave one processor for the pages."""
    return max(1, min(4, (os.cpu_count() or 2) - 1))


class Rank(IntEnum):
    """Which requests go first."""

    HINT = 0
    """Somebody waits for the answer."""
    WITH_PEOPLE = 1
    """A bot at a table with people."""
    BOTS_ONLY = 2
    BACKGROUND = 3


class Thinkers:
    """Requests of one table go to one process, which keeps its bots; others go to the least busy one.

    Tables whose bots are all quick have a process of their own, where nobody waits for long thoughts.
    """

    def __init__(self, count: int, patience: float, charge: Charge = lambda owner, seconds: None) -> None:
        """`charge` is told who has used how many seconds."""
        self._slow = [_Child(patience, charge) for _ in range(max(1, count))]
        self._quick = _Child(patience, charge)
        self._children = [*self._slow, self._quick]

    async def ask(
        self,
        question: Question,
        wanted: type[Wanted],
        table: str = "",
        owner: str = "",
        rank: Rank = Rank.HINT,
        is_quick: bool = False,
    ) -> Wanted:
        """Send a request; returns the response or raises WorkerFailed. Owners take turns."""
        answer = await self._child(table, is_quick).ask(question, owner, rank, table)
        try:
            return msgspec.json.decode(answer, type=wanted)
        except msgspec.MsgspecError as error:
            raise WorkerFailed(str(error)) from None

    def count_before(self, table: str) -> int:
        """How many requests of others come before the one of a table."""
        return max(child.count_before(table) for child in self._children)

    async def ask_in_background(self, question: Question, wanted: type[Wanted]) -> Wanted:
        """Send a request when no other is waiting: for background work."""
        while min(child.waiting for child in self._slow):
            await asyncio.sleep(_COURTESY)
        return await self.ask(question, wanted, rank=Rank.BACKGROUND)

    async def forget(self, table: str) -> None:
        """Release the bots of a table; starts no process for it."""
        for child in (self._quick, self._child(table)):
            if child.is_running:
                with contextlib.suppress(WorkerFailed):
                    await child.ask(Forget(table), "", Rank.HINT)

    def _child(self, table: str, is_quick: bool = False) -> "_Child":
        if is_quick:
            return self._quick
        if table:
            return self._slow[zlib.crc32(table.encode()) % len(self._slow)]
        return min(self._slow, key=lambda child: child.waiting)

    @property
    def waiting(self) -> tuple[int, int]:
        """How many requests the processes of slow and of quick bots have not answered yet."""
        return sum(child.waiting for child in self._slow), self._quick.waiting

    @property
    def processes(self) -> list[int]:
        """Numbers of the running processes."""
        return [child.pid for child in self._children if child.pid is not None]

    async def close(self) -> None:
        for child in self._children:
            await child.close()


class _Child:
    def __init__(self, patience: float, charge: Charge) -> None:
        self.waiting = 0
        self._charge = charge
        self._patience = patience
        self._turn = FairLock()
        self._process: asyncio.subprocess.Process | None = None
        self._number = 0

    @property
    def is_running(self) -> bool:
        return self._process is not None and self._process.returncode is None

    @property
    def pid(self) -> int | None:
        return self._process.pid if self._process is not None and self.is_running else None

    def count_before(self, table: str) -> int:
        return self._turn.count_before(table)

    async def ask(self, question: Question, owner: str, rank: Rank, table: str = "") -> msgspec.Raw:
        self.waiting += 1
        try:
            with timed(BOT_SECONDS.labels(rank.name.lower())):
                answer = await self._ask_in_turn(question, owner, rank, table)
        except WorkerFailed:
            BOT_FAILURES.inc()
            raise
        finally:
            self.waiting -= 1
        if answer.failed:
            raise WorkerFailed(answer.failed)
        return answer.answer

    async def _ask_in_turn(self, question: Question, owner: str, rank: Rank, table: str) -> Answer:
        async with self._held(owner, rank, table):
            start = time.perf_counter()
            try:
                return await asyncio.wait_for(self._exchange(question), self._patience)
            except (OSError, TimeoutError, ValueError, msgspec.MsgspecError) as error:
                await self.close()
                _log.warning("a thinking process was lost (%s)", type(error).__name__)
                raise WorkerFailed(type(error).__name__) from None
            except asyncio.CancelledError:
                # Its response would be taken for that of the next request.
                await self.close()
                raise
            finally:
                if owner:
                    self._charge(owner, time.perf_counter() - start)

    @contextlib.asynccontextmanager
    async def _held(self, owner: str, rank: Rank, table: str) -> AsyncIterator[None]:
        await self._turn.acquire(owner, rank, table)
        try:
            yield
        finally:
            self._turn.release()

    async def _exchange(self, question: Question) -> Answer:
        process = await self._started()
        assert process.stdin is not None and process.stdout is not None
        self._number += 1
        process.stdin.write(msgspec.json.encode(Asked(self._number, question)) + b"\n")
        await process.stdin.drain()
        line = await process.stdout.readline()
        if not line:
            raise ConnectionError("ended")
        return msgspec.json.decode(line, type=Answer)

    async def _started(self) -> asyncio.subprocess.Process:
        if self._process is None or self._process.returncode is not None:
            self._process = await asyncio.create_subprocess_exec(
                *_command(),
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                limit=_LONGEST_LINE,
                env=clean_environment(os.environ),
            )
        return self._process

    async def close(self) -> None:
        process, self._process = self._process, None
        if process is None:
            return
        if process.stdin is not None:
            process.stdin.close()
        with contextlib.suppress(ProcessLookupError):
            process.kill()
        await process.wait()
        # The pipe ends with the process; reading to the end unregisters it from the event loop.
        if process.stdout is not None:
            with contextlib.suppress(OSError, ValueError):
                await process.stdout.read()


def clean_environment(environ: Mapping[str, str]) -> dict[str, str]:
    """What a program needs to run, without settings and passwords."""
    return {name: value for name, value in environ.items() if name in _PASSED_ON or name.startswith("LC_")}


def _command() -> list[str]:
    return [sys.executable, "-m", _MODULE]
