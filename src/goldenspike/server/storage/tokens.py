"""Identifiers, secrets and the clock."""

import hashlib
import secrets
import time

_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
"""Without characters that look alike."""


def new_id(length: int = 10) -> str:
    """A short random identifier of fifty bits that can be read aloud."""
    return "".join(secrets.choice(_LETTERS) for _ in range(length))


def new_secret() -> str:
    return secrets.token_urlsafe(24)


def hash_of(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()


def now() -> int:
    return time.time_ns() // 1_000_000
