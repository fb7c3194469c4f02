"""HEAD is answered as GET would be, without the body. Litestar has no handlers for it."""

from typing import Any

from litestar import Litestar
from litestar.types import ASGIApp, Message, Receive, Scope, Send


class HeadRequests:
    def __init__(self, handler: ASGIApp) -> None:
        self._handler = handler

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        known: Any = scope
        if known.get("method") != "HEAD":
            await self._handler(scope, receive, send)
            return
        is_over = False

        async def send_head(message: Message) -> None:
            nonlocal is_over
            if message["type"] != "http.response.body":
                await send(message)
            elif not is_over:
                # The response is complete, so that a live connection ends, too.
                is_over = True
                await send({"type": "http.response.body", "body": b"", "more_body": False})

        known["method"] = "GET"
        try:
            await self._handler(scope, receive, send_head)
        finally:
            known["method"] = "HEAD"


def answer_head(app: Litestar) -> Litestar:
    app.asgi_handler = HeadRequests(app.asgi_handler)
    return app
