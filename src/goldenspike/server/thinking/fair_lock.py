"""A lock that is shared fairly: whoever makes many requests waits for them; others do not."""

import asyncio
from collections import OrderedDict, deque


class FairLock:
    """Of those who wait, the lowest rank goes first; within a rank the owners take turns."""

    def __init__(self) -> None:
        self._is_held = False
        self._waiting: dict[int, OrderedDict[str, deque[asyncio.Future[None]]]] = {}
        self._tags: dict[str, asyncio.Future[None]] = {}

    async def acquire(self, owner: str, rank: int, tag: str = "") -> None:
        """Wait for the lock. By its tag, a request can be found while it waits."""
        if not self._is_held:
            self._is_held = True
            return
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(rank, OrderedDict()).setdefault(owner, deque()).append(turn)
        if tag:
            self._tags[tag] = turn
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():
                self.release()
            raise
        finally:
            if self._tags.get(tag) is turn:
                del self._tags[tag]

    def count_before(self, tag: str) -> int:
        """How many requests come before the one with that tag, the present one included; 0 if it does not wait."""
        wanted = self._tags.get(tag)
        if wanted is None:
            return 0
        before = 1
        for rank in sorted(self._waiting):
            owners = self._waiting[rank]
            own = next((name for name, turns in owners.items() if wanted in turns), None)
            if own is None:
                before += sum(len(turns) for turns in owners.values())
                continue
            # The owners take turns: those in front are served once more than those behind.
            place, rounds = list(owners).index(own), owners[own].index(wanted)
            others = ((number, len(turns)) for number, (name, turns) in enumerate(owners.items()) if name != own)
            return before + rounds + sum(min(count, rounds + (number < place)) for number, count in others)
        return 0

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
