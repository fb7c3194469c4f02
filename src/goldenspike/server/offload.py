"""Work that takes long runs in a thread of its own, one piece after the other, so that requests go on.

Route searches and commits have other threads: they do not wait for random maps and imports. Nor does work that takes a tenth of a
second at most (`offload_short`).
"""

import asyncio
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Final, ParamSpec, TypeVar

Parameters = ParamSpec("Parameters")
Answer = TypeVar("Answer")

_THREAD: Final = ThreadPoolExecutor(1, thread_name_prefix="heavy")
_SHORT: Final = ThreadPoolExecutor(1, thread_name_prefix="short")


async def offload(work: Callable[Parameters, Answer], *values: Parameters.args, **named: Parameters.kwargs) -> Answer:
    answer, _ = await offload_timed(work, *values, **named)
    return answer


async def offload_timed(
    work: Callable[Parameters, Answer], *values: Parameters.args, **named: Parameters.kwargs
) -> tuple[Answer, float]:
    """The answer, and the seconds of processor time it took."""

    def measured() -> tuple[Answer, float]:
        start = time.thread_time()
        return work(*values, **named), time.thread_time() - start

    return await asyncio.get_running_loop().run_in_executor(_THREAD, measured)


async def offload_short(work: Callable[[], object]) -> None:
    """Work that everybody at a table waits for after a move."""
    await asyncio.get_running_loop().run_in_executor(_SHORT, work)
