"""What a page in a browser has and shows."""

from collections.abc import Container, Mapping
from typing import Annotated

import msgspec

from goldenspike.server.table.answers import Answer

_Number = Annotated[int, msgspec.Meta(ge=0, le=1_000_000)]
_Names = Annotated[str, msgspec.Meta(max_length=2_000)]
"""The names of all parts with their keys take less than half of it."""


class Query(msgspec.Struct, frozen=True):
    """The query of a page's requests, and of its live connection."""

    have: _Names = ""
    """Its parts: name:key,name:key … Parts that are not named are not sent, unless none is."""
    first: _Names = ""
    """The names of the parts to send now, if not all; the others are asked for later."""
    coming: _Names = ""
    """The names of parts that the reader is about to look at, to send as well this time."""
    at: _Number | None = None
    """The ply of its position."""
    seat: _Number | None = None
    """The seat chosen by the reader, if the table is still at that ply."""
    run: _Number | None = None
    """The set of routes chosen by the reader, likewise."""
    ply: _Number | None = None
    """An earlier position to show."""
    log: Annotated[str, msgspec.Meta(max_length=10)] = ""
    """`all` for the whole log."""


class Shown(msgspec.Struct, frozen=True):
    """The same, read; of an open page it is kept as long as the page is open."""

    versions: Mapping[str, str] = {}
    """The parts that the page has, by name."""
    first: frozenset[str] = frozenset()
    coming: frozenset[str] = frozenset()
    at: int | None = None
    seat: int | None = None
    run: int | None = None
    ply: int | None = None
    log: str = ""

    @staticmethod
    def of(query: Query, parts: Container[str]) -> "Shown":
        """`parts` are the names of all there are."""

        def names(text: str) -> frozenset[str]:
            return frozenset(name for name in text.split(",") if name in parts)

        versions = dict(part.split(":", 1) for part in query.have.split(",") if ":" in part)
        known = {name: version for name, version in versions.items() if name in parts}
        chosen = query.at, query.seat, query.run, query.ply, query.log
        return Shown(known, names(query.first), names(query.coming), *chosen)

    @property
    def asked(self) -> tuple[int | None, int | None, int | None, str]:
        """What the reader has chosen to look at; what is sent unasked must be about the same."""
        return self.seat, self.run, self.ply, self.log

    def after(self, answer: Answer) -> "Shown":
        """What the page has once it has received an answer."""
        return msgspec.structs.replace(self, versions={**self.versions, **answer.versions}, at=answer.ply, coming=frozenset())
