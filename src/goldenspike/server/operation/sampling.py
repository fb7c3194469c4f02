"""Measures once a second how late the event loop is, and how full queues and caches are."""

import asyncio
from typing import Final

from goldenspike.server.operation.metrics import LOOP_LAG
from goldenspike.server.services import Services

SAMPLE_SECONDS: Final = 1.0


async def sample_periodically(services: Services, seconds: float = SAMPLE_SECONDS) -> None:
    loop = asyncio.get_running_loop()
    while True:
        due = loop.time() + seconds
        await asyncio.sleep(seconds)
        LOOP_LAG.observe(max(0.0, loop.time() - due))
        services.sample_gauges()
