"""Bounds what the framework keeps of requests.

Litestar caches routes and parsed addresses, cookies and forms by their text, a thousand of each whatever their size, and the
standard library some addresses. Anybody could fill the memory with long ones, so the caches are cleared whenever a certain number
of bytes has gone through them.
"""

from typing import Any, Final
from urllib.parse import urlsplit

from litestar import Litestar
from litestar._asgi.routing_trie.traversal import parse_path_params
from litestar._kwargs.extractors import create_query_default_dict
from litestar._parsers import parse_cookie_string, parse_query_string, parse_url_encoded_form_data
from litestar.datastructures import URL
from litestar.types import ASGIApp, Receive, Scope, Send

MOST_BYTES: Final = 256_000
"""Parsed, short fields take fifty times their length."""


class BoundedParseCaches:
    """Counts the bytes of every request that the framework may cache."""

    def __init__(self, app: Litestar, handler: ASGIApp) -> None:
        self._handler = handler
        self._bytes = 0
        routing: Any = app.asgi_router.handle_routing
        self._caches: tuple[Any, ...] = (
            routing,
            parse_path_params,
            create_query_default_dict,
            parse_cookie_string,
            parse_query_string,
            parse_url_encoded_form_data,
            URL._new,
            URL.from_components,
            urlsplit,
        )

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        headers = sum(len(value) for _, value in scope["headers"])
        self._count(len(scope["path"]) + len(scope["query_string"]) + headers)

        async def counted() -> Any:
            message: Any = await receive()
            self._count(len(message.get("body", b"")))
            return message

        await self._handler(scope, counted, send)

    def _count(self, length: int) -> None:
        self._bytes += length
        if self._bytes > MOST_BYTES:
            self._bytes = 0
            for cache in self._caches:
                cache.cache_clear()


def bound_parse_caches(app: Litestar) -> Litestar:
    app.asgi_handler = BoundedParseCaches(app, app.asgi_handler)
    return app
