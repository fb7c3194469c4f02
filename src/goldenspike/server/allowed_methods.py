"""The methods of an address, as OPTIONS reports them.

Litestar reports only those of the handler that it registered first; an address may have several.
"""

from typing import Any

from litestar.routes import HTTPRoute
from litestar.types import Message, Scope


async def tell_methods(message: Message, scope: Scope) -> None:
    """Completes the header `Allow` of an answer to OPTIONS; runs before each response is sent."""
    if message["type"] != "http.response.start" or scope["method"] != "OPTIONS":  # type: ignore[typeddict-item]
        return
    known: Any = scope
    routes = [route for route in scope["litestar_app"].routes if route.path_format == known.get("path_template")]
    methods = {method for route in routes if isinstance(route, HTTPRoute) for method in route.methods}
    if "GET" in methods:
        methods.add("HEAD")
    if methods:
        others = [header for header in message.get("headers", ()) if header[0].lower() != b"allow"]
        message["headers"] = [*others, (b"allow", ", ".join(sorted(methods)).encode())]
