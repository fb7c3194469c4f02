"""Hashes of passwords. One takes long and 64 MB on purpose, so only a few are made at once."""

import asyncio
from collections.abc import Callable
from typing import Final, TypeVar

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from goldenspike.server.problems import Problem

LONGEST_PASSWORD: Final = 200
AT_ONCE: Final = 2
MOST_WAITING: Final = 50
_LATER: Final = 10
"""Seconds after which somebody for whom there was no place may try again."""

Answer = TypeVar("Answer")


class Hasher:
    def __init__(self) -> None:
        self._hasher = PasswordHasher()
        self._places = asyncio.Semaphore(AT_ONCE)
        self._waiting = 0

    async def hash(self, password: str) -> str:
        return await self._in_turn(lambda: self._hasher.hash(password))

    async def is_right(self, hashed: str | None, password: str) -> bool:
        """Whether the hash is that of the password; without a hash it takes as long."""
        if hashed is None or len(password) > LONGEST_PASSWORD:
            await self.hash("nobody's password")
            return False
        try:
            return await self._in_turn(lambda: self._hasher.verify(hashed, password))
        except (VerificationError, InvalidHashError):
            return False

    async def _in_turn(self, work: Callable[[], Answer]) -> Answer:
        if self._waiting >= MOST_WAITING:
            raise Problem(429, "too_many_requests", seconds=_LATER)
        self._waiting += 1
        try:
            await self._places.acquire()
        finally:
            self._waiting -= 1
        try:
            return await asyncio.to_thread(work)
        finally:
            self._places.release()
