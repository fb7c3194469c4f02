"""Archives tables that nobody needs any more."""

import asyncio
import logging
from typing import Final

from goldenspike.server.live.hub import Hub, HubUnreachable
from goldenspike.server.lobby.listing import Lobby
from goldenspike.server.rare_log import RareLog
from goldenspike.server.storage.database import DATABASE_TROUBLE
from goldenspike.server.storage.tokens import now

_log = logging.getLogger(__name__)
_trouble = RareLog(_log)
ARCHIVE_SECONDS: Final = 3600


async def archive_periodically(lobby: Lobby, hub: Hub, seconds: int = ARCHIVE_SECONDS) -> None:
    while True:
        await asyncio.sleep(seconds)
        try:
            if await hub.claim("archive", seconds):
                await lobby.archive_old(now())
        except (HubUnreachable, *DATABASE_TROUBLE) as error:
            _trouble.warning("tables are archived later: %s", str(error).partition("\n")[0])
