"""Addresses for monitoring: /healthz, /readyz and /metrics."""

import asyncio
import shutil
from ipaddress import ip_address
from pathlib import Path
from secrets import compare_digest

from litestar import Response, get
from prometheus_client import CONTENT_TYPE_LATEST

from goldenspike.server.live.hub import HubUnreachable
from goldenspike.server.operation.metrics import render_metrics
from goldenspike.server.problems import Problem
from goldenspike.server.requests import AnyRequest, TheServices
from goldenspike.server.services import Services
from goldenspike.server.storage.database import DATABASE_TROUBLE, Database

_FORWARDED = ("forwarded", "x-forwarded-for", "x-real-ip", "via")


@get("/healthz", include_in_schema=False)
async def health() -> str:
    """The process is running."""
    return "ok"


@get("/readyz", include_in_schema=False)
async def ready(services: TheServices) -> Response[str]:
    """Whether requests can be served; the reasons if not, one per line."""
    reasons = await find_troubles(services)
    if reasons:
        return Response("\n".join(reasons), status_code=503, headers={"retry-after": "2"})
    return Response("ok")


async def find_troubles(services: Services) -> list[str]:
    reasons: list[str] = []
    try:
        await services.database.check()
    except DATABASE_TROUBLE:
        reasons.append("the database does not answer")
    free = free_megabytes(services.database)
    if free is not None and free < services.settings.free_disk:
        reasons.append(f"only {free} MB are free on the disk of the database")
    try:
        await services.hub.check()
    except HubUnreachable:
        reasons.append("Redis does not answer")
    return reasons


def free_megabytes(database: Database) -> int | None:
    """The free space where SQLite writes; None for a database elsewhere."""
    if not database.is_sqlite or not database.url.database:
        return None
    try:
        return shutil.disk_usage(Path(database.url.database).parent).free // 1_000_000
    except OSError:
        return 0


@get("/metrics", include_in_schema=False)
async def metrics(request: AnyRequest, services: TheServices) -> Response[bytes]:
    """For those who know the token; if none is set, for programs on this machine."""
    token = services.settings.metrics_token
    if not (_knows_token(request, token) if token else _is_local(request)):
        raise Problem(403, "forbidden")
    services.sample_gauges()
    return Response(await asyncio.to_thread(render_metrics), headers={"content-type": CONTENT_TYPE_LATEST})


def _knows_token(request: AnyRequest, token: str) -> bool:
    scheme, _, given = request.headers.get("authorization", "").partition(" ")
    return scheme.lower() == "bearer" and compare_digest(given.strip().encode(), token.encode())


def _is_local(request: AnyRequest) -> bool:
    """Whether the client is on this machine. A request that came through a proxy is not, whatever its headers say."""
    if request.client is None or any(name in request.headers for name in _FORWARDED):
        return False
    try:
        return ip_address(request.client.host).is_loopback
    except ValueError:
        return False
