"""A person, as used by the rest of the server."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Person:
    id: str
    name: str
    is_guest: bool
    language: str | None
    login_id: str
    is_operator: bool = False
    is_banned: bool = False
