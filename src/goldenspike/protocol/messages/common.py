"""Types that all messages use."""

from enum import StrEnum
from typing import Annotated, Any

import msgspec


def _described_by(schema: str) -> msgspec.Meta:
    return msgspec.Meta(extra_json_schema={"$ref": f"#/components/schemas/{schema}"})


ActionWire = Annotated[dict[str, Any], _described_by("Action")]
"""An action with names, as in records; `protocol.schemas` has its schema."""
EventWire = Annotated[dict[str, Any], _described_by("Event")]
Time = Annotated[int, msgspec.Meta(description="Milliseconds since 1970, UTC.")]


class Status(StrEnum):
    """Of a table."""

    WAITING = "waiting"
    """For players."""
    RUNNING = "running"
    OVER = "over"
    ENDED = "ended"
    """By an operator, before the end of the game."""


class ProblemDocument(msgspec.Struct, omit_defaults=True):
    """RFC 9457, with the code of the reason and the paragraph of the rule book."""

    type: str
    """Where the code is explained: `/help/problems#CODE`."""
    title: str
    """A sentence in the language of the request."""
    status: int
    code: str
    """Stable; /help/problems lists all."""
    paragraph: str = ""
    facts: dict[str, Any] = {}
    """What the sentence is about, by name."""
    detail: str = ""


class Created(msgspec.Struct):
    """A table that was made."""

    id: str
    invite: str | None = None


class Position(msgspec.Struct):
    """The position of the table after the request."""

    ply: int
    undos: int
    revision: int
    status: Status
    asked: bool = False
    """Whether the others have to agree first (undo)."""
