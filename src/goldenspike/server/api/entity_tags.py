"""Entity tags: a program that asks again for what has not changed gets 304 and no body."""

import gzip
import hashlib
from typing import Any

from litestar.datastructures import MutableScopeHeaders
from litestar.enums import ScopeType
from litestar.middleware import ASGIMiddleware
from litestar.types import ASGIApp, Message, Receive, Scope, Send


class EntityTags(ASGIMiddleware):
    """Tags each JSON response to a GET request with a hash of its body."""

    scopes = (ScopeType.HTTP,)

    async def handle(self, scope: Scope, receive: Receive, send: Send, next_app: ASGIApp) -> None:
        if scope["type"] != ScopeType.HTTP or scope["method"] != "GET":
            await next_app(scope, receive, send)
            return
        known = dict(scope["headers"]).get(b"if-none-match", b"").decode("latin-1")
        start: Any = None
        body = b""

        async def send_tagged(message: Message) -> None:
            nonlocal start, body
            if message["type"] == "http.response.start" and message["status"] == 200 and _is_json(message):
                start = message
            elif start is None or message["type"] != "http.response.body":
                await send(message)
            else:
                body += message["body"]
                if not message.get("more_body"):
                    body = _tag(start, body, known)
                    await send(start)
                    await send({"type": "http.response.body", "body": body, "more_body": False})

        await next_app(scope, receive, send_tagged)


def _is_json(message: Any) -> bool:
    kind: str = MutableScopeHeaders.from_message(message).get("content-type", "")
    return kind.startswith("application/json")


def _tag(start: Any, body: bytes, known: str) -> bytes:
    """Add the tag; returns what is sent: nothing if the reader has it already."""
    headers = MutableScopeHeaders.from_message(start)
    # Compressed bytes differ by the time of day.
    content = gzip.decompress(body) if headers.get("content-encoding") == "gzip" else body
    tag = f'W/"{hashlib.blake2b(content, digest_size=12).hexdigest()}"'
    headers["etag"] = tag
    headers.extend_header_value("vary", "Authorization, Accept-Language")
    if not _matches(tag, known):
        return body
    start["status"] = 304
    del headers["content-length"]
    return b""


def _matches(tag: str, known: str) -> bool:
    """Weak comparison, as RFC 9110 requires here; an asterisk stands for any tag."""
    tags = {part.strip().removeprefix("W/") for part in known.split(",")}
    return "*" in tags or tag.removeprefix("W/") in tags
