"""Small helpers of everything that is stored: names, secrets and the clock."""

import hashlib
import secrets
import time

_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
"""Without those that look alike."""


def new_id(length: int = 10) -> str:
    """A short random word: fifty bits, readable aloud."""
    return "".join(secrets.choice(_LETTERS) for _ in range(length))


def new_secret() -> str:
    return secrets.token_urlsafe(24)


def hash_of(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()


def now() -> int:
    return time.time_ns() // 1_000_000
