"""Counts, times and logs every request."""

import logging
import time
from typing import Any, Final

from litestar import Litestar
from litestar.enums import ScopeType
from litestar.types import ASGIApp, Message, Receive, Scope, Send

from goldenspike.server.networks import network_of
from goldenspike.server.operation.current_request import CURRENT, CurrentRequest
from goldenspike.server.operation.metrics import count_request
from goldenspike.server.rare_log import RareLog

REQUEST_ID_HEADER: Final = b"x-request-id"
_access = logging.getLogger("goldenspike.access")
_MOST_SLOW: Final = 20
"""Slow requests that are logged in ten seconds: clients decide how fast they send and read."""
_BUSY: Final = 503
"""Such an answer has waited in vain, and has a line of its own in the log."""
_NO_RESPONSE: Final = 499
"""The status under which a request is counted if its client left before the response."""


class ObservedRequests:
    def __init__(self, handler: ASGIApp, access_log: bool, slow_seconds: float) -> None:
        self._handler = handler
        self._access_log = access_log
        self._slow_seconds = slow_seconds
        self._slow = RareLog(logging.getLogger("goldenspike.slow"), _MOST_SLOW)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != ScopeType.HTTP:
            await self._handler(scope, receive, send)
            return
        current = CurrentRequest(scope)
        CURRENT.set(current)
        status = _NO_RESPONSE

        async def observed(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                message["headers"] = [*message.get("headers", ()), (REQUEST_ID_HEADER, current.id.encode())]
            await send(message)

        try:
            await self._handler(scope, receive, observed)
        finally:
            self._report(current, scope, status)
            current.finish()

    def _report(self, current: CurrentRequest, scope: Any, status: int) -> None:
        seconds = time.perf_counter() - current.start
        route = current.find_route()
        is_live = route.endswith("/live")
        count_request(route, scope["method"], status, seconds, is_live)
        is_slow = seconds > self._slow_seconds and not is_live and status != _BUSY
        if not self._access_log and not is_slow:
            return
        client = scope.get("client")
        facts = {"status": status, "ms": round(seconds * 1000, 1), "address": network_of(client[0]) if client else None}
        if self._access_log:
            _access.info("request", extra=facts)
        if is_slow:
            self._slow.warning("slow request", extra=facts)


def observe_requests(app: Litestar, access_log: bool, slow_seconds: float) -> Litestar:
    app.asgi_handler = ObservedRequests(app.asgi_handler, access_log, slow_seconds)
    return app
