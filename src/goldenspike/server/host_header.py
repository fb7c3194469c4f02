"""Requests with an impossible Host header are refused: the framework would fail where it makes an address of it."""

import re
from typing import Any, Final

from litestar import Litestar
from litestar.types import ASGIApp, Receive, Scope, Send

_HOST: Final = re.compile(rb"(?:[\w.~%-]+|\[[\da-fA-F:.]+\])?(?::(\d{0,5}))?", re.ASCII)
_REFUSAL: Final = b"The Host header is not valid.\n"


def is_host(value: bytes) -> bool:
    """Whether it is a name or an address, with or without a port."""
    found = _HOST.fullmatch(value)
    return found is not None and int(found[1] or 0) <= 65535


class HostHeaders:
    def __init__(self, handler: ASGIApp) -> None:
        self._handler = handler

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        known: Any = scope
        if all(is_host(value) for name, value in known.get("headers", ()) if name == b"host"):
            await self._handler(scope, receive, send)
            return
        headers = [(b"content-type", b"text/plain; charset=utf-8"), (b"content-length", b"%d" % len(_REFUSAL))]
        await send({"type": "http.response.start", "status": 400, "headers": headers})
        await send({"type": "http.response.body", "body": _REFUSAL, "more_body": False})


def check_hosts(app: Litestar) -> Litestar:
    app.asgi_handler = HostHeaders(app.asgi_handler)
    return app
