"""What makes the pages an app that can be installed and that can show notices: a manifest and a service worker."""

from pathlib import Path
from typing import Any

from litestar import Response, get

from goldenspike.server.requests import TheWords

_WORKER = (Path(__file__).parents[1] / "static" / "worker.js").read_text("utf-8")


@get("/manifest.webmanifest", include_in_schema=False)
async def manifest(words: TheWords) -> Response[dict[str, Any]]:
    document = {
        "name": "Golden Spike",
        "short_name": "Golden Spike",
        "id": "/",
        "start_url": "/",
        "scope": "/",
        "display": "standalone",
        "lang": words.language,
        "background_color": "#2b2a27",
        "theme_color": "#2b2a27",
        "icons": [
            {"src": "/static/icon.svg", "sizes": "any", "type": "image/svg+xml"},
            {"src": "/static/icon-192.png", "sizes": "192x192", "type": "image/png"},
            {"src": "/static/icon-512.png", "sizes": "512x512", "type": "image/png"},
        ],
    }
    return Response(document, media_type="application/manifest+json", headers={"cache-control": "public, max-age=3600"})


@get("/worker.js", include_in_schema=False)
async def service_worker() -> Response[str]:
    """Served from the root, so that its scope is all pages."""
    return Response(_WORKER, media_type="text/javascript", headers={"cache-control": "no-cache"})
