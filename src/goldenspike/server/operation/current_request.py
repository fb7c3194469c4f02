"""The request that is being answered, for logs and for the watchdog."""

import secrets
import time
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import Any, Final

from litestar.types import Scope

UNKNOWN: Final = "unknown"
"""The route of requests that match none."""


@dataclass(slots=True)
class CurrentRequest:
    scope: Scope | None
    """None after the request: tasks that it has started may live longer."""
    id: str = field(default_factory=lambda: secrets.token_hex(6))
    start: float = field(default_factory=time.perf_counter)
    route: str = UNKNOWN
    method: str = ""

    def __post_init__(self) -> None:
        if self.scope is not None:
            self.method = self.scope["method"]  # type: ignore[typeddict-item]

    @property
    def is_over(self) -> bool:
        return self.scope is None

    def find_route(self) -> str:
        """The pattern of the address, such as /tables/{table_id}: a finite set, and without secrets."""
        if self.scope is not None and self.route == UNKNOWN:
            self.route = self.scope.get("path_template") or UNKNOWN
        return self.route

    def facts(self) -> dict[str, Any]:
        """What is logged about the request: identifiers only, no names."""
        scope: Any = self.scope or {}
        facts = {"request": self.id, "method": self.method, "route": self.find_route()}
        person = scope.get("user")
        if person is not None:
            facts["person"] = person.id
        table = scope.get("path_params", {}).get("table_id")
        if table is not None:
            facts["table"] = str(table)[:24]
        return facts

    def finish(self) -> None:
        self.find_route()
        self.scope = None


CURRENT: Final[ContextVar[CurrentRequest | None]] = ContextVar("request", default=None)
