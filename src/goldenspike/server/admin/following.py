"""Every process follows what operators do elsewhere: on the command line, or on a page of another process."""

import asyncio
from typing import Final

from sqlalchemy import func, select

from goldenspike.protocol.messages import News
from goldenspike.server.admin.acts import read_acts
from goldenspike.server.live.hub import MISSED
from goldenspike.server.problems import Problem
from goldenspike.server.services import Services
from goldenspike.server.storage.database import DATABASE_TROUBLE
from goldenspike.server.storage.schema import OperatorAct

FOLLOW_SECONDS: Final = 2.0


class ActFollower:
    """Notices acts of other processes and of the command line."""

    def __init__(self, services: Services) -> None:
        self._services = services
        self._last = 0

    async def start(self) -> None:
        async with self._services.database.read() as connection:
            newest = await connection.execute(select(func.max(OperatorAct.id)))
            self._last = newest.scalar_one() or 0
        await self._services.bans.load()

    async def follow(self, seconds: float = FOLLOW_SECONDS) -> None:
        while True:
            await asyncio.sleep(seconds)
            try:
                await self.look()
            except DATABASE_TROUBLE:
                # Requests report it.
                continue

    async def look(self) -> None:
        """Apply what has been done since the last look: end streams of the banned, and tell open pages about their table."""
        acts = await read_acts(self._services.database, self._last)
        if not acts:
            return
        await self._services.bans.load()
        self._services.hub.check_streams()
        for table_id in {act.table_id for act in acts if act.table_id is not None}:
            await self._announce(table_id)
        self._last = acts[-1].id

    async def _announce(self, table_id: str) -> None:
        try:
            table = await self._services.tables.live.get(table_id)
        except Problem:
            # It is gone, or damaged; its pages find out when they ask.
            self._services.hub.deliver(table_id, MISSED)
            return
        self._services.hub.deliver(table_id, News("game", table.revision, table.ply))
        self._services.bots.wake(table)
