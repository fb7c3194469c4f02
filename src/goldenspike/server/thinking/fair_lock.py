"""A lock that is shared fairly: whoever asks for much waits for his own requests, not others for him."""

import asyncio
from collections import OrderedDict, deque


class FairLock:
    """Of those who wait, the lowest rank goes first; within a rank the owners take turns."""

    def __init__(self) -> None:
        self._is_held = False
        self._waiting: dict[int, OrderedDict[str, deque[asyncio.Future[None]]]] = {}

    async def acquire(self, owner: str, rank: int) -> None:
        if not self._is_held:
            self._is_held = True
            return
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(rank, OrderedDict()).setdefault(owner, deque()).append(turn)
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():
                self.release()
            raise

    def release(self) -> None:
        """Hand the lock to the next one."""
        for rank in sorted(self._waiting):
            owners = self._waiting[rank]
            while owners:
                owner, turns = owners.popitem(last=False)
                turn = turns.popleft()
                if turns:
                    owners[owner] = turns
                if not turn.done():
                    turn.set_result(None)
                    return
            del self._waiting[rank]
        self._is_held = False
