"""PDF files are written by a process of their own, one after the other, so that requests go on and a long one can be ended."""

import asyncio
import contextlib
import os
import sys
import time
from collections.abc import Sequence
from typing import Final

import msgspec

from goldenspike.printing import Page, is_installed
from goldenspike.printing.worker import MISSING_FONT, Job
from goldenspike.server.problems import Problem
from goldenspike.server.thinking.pool import clean_environment

MOST_WAITING: Final = 4
MOST_SECONDS: Final = 90.0
_MODULE: Final = "goldenspike.printing.worker"


class Printer:
    def __init__(self) -> None:
        self._turn = asyncio.Semaphore(1)
        self._waiting = 0

    async def pdf(self, pages: Sequence[Page], title: str) -> tuple[bytes, float]:
        """The file, and how many seconds it took."""
        if not is_installed():
            raise Problem(501, "cannot_print")
        if self._waiting >= MOST_WAITING:
            raise Problem(503, "printing_busy")
        self._waiting += 1
        try:
            async with self._turn:
                start = time.monotonic()
                written = await _run(msgspec.json.encode(Job(title, list(pages))))
                return written, time.monotonic() - start
        finally:
            self._waiting -= 1


async def _run(job: bytes) -> bytes:
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", _MODULE),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        env=clean_environment(os.environ),
    )
    try:
        written, _ = await asyncio.wait_for(process.communicate(job), MOST_SECONDS)
    except TimeoutError:
        raise Problem(503, "printing_busy") from None
    finally:
        if process.returncode is None:
            with contextlib.suppress(ProcessLookupError):
                process.kill()
            await process.wait()
    if process.returncode == MISSING_FONT:
        raise Problem(501, "no_font")
    if process.returncode:
        raise RuntimeError(f"the printing process ended with {process.returncode}")
    return written
