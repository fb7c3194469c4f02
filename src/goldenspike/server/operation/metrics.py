"""Metrics for Prometheus, served at /metrics.

Labels have few values: routes are patterns, never addresses, and no label names a person or a table. Several workers write their
values into files of one directory, and whichever is asked answers for all.
"""

import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, ProcessCollector, generate_latest
from prometheus_client.multiprocess import MultiProcessCollector, mark_process_dead

DIRECTORY_VARIABLE: Final = "PROMETHEUS_MULTIPROC_DIR"
"""Names the directory that workers share; the library reads it when it is imported."""

_REGISTRY: Final = CollectorRegistry()
_METHODS: Final = frozenset(("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"))
_SECONDS: Final = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10)

REQUESTS: Final = Counter(
    "goldenspike_requests", "Requests by route, method and status", ("route", "method", "status"), registry=_REGISTRY
)
REQUEST_SECONDS: Final = Histogram(
    "goldenspike_request_seconds",
    "Time until a response was complete, without live connections",
    ("route",),
    registry=_REGISTRY,
    buckets=_SECONDS,
)
ACTIONS: Final = Counter("goldenspike_actions", "Accepted actions", ("title", "by"), registry=_REGISTRY)
LIVE_CONNECTIONS: Final = Gauge(
    "goldenspike_live_connections", "Open live connections", registry=_REGISTRY, multiprocess_mode="livesum"
)
BOT_QUEUE: Final = Gauge(
    "goldenspike_bot_queue",
    "Requests to bot processes that wait or are being answered",
    ("processes",),
    registry=_REGISTRY,
    multiprocess_mode="livesum",
)
BOT_SECONDS: Final = Histogram(
    "goldenspike_bot_seconds",
    "Time until a bot process has answered, waiting included",
    ("rank",),
    registry=_REGISTRY,
    buckets=(0.01, 0.05, 0.1, 0.5, 1, 2, 5, 10, 30, 60, 120),
)
BOT_FAILURES: Final = Counter("goldenspike_bot_failures", "Requests that no bot process answered", registry=_REGISTRY)
LOOP_LAG: Final = Histogram(
    "goldenspike_loop_lag_seconds", "How late the event loop resumes a task", registry=_REGISTRY, buckets=_SECONDS
)
LOOP_BLOCKS: Final = Counter(
    "goldenspike_loop_blocks", "Steps that blocked the event loop for more than 50 ms", registry=_REGISTRY
)
DATABASE_SECONDS: Final = Histogram(
    "goldenspike_database_seconds", "Time of statements and of commits", ("kind",), registry=_REGISTRY, buckets=_SECONDS
)
DATABASE_ERRORS: Final = Counter(
    "goldenspike_database_errors", "Times that the database was locked or did not answer", registry=_REGISTRY
)
CACHE_BYTES: Final = Gauge(
    "goldenspike_cache_bytes", "Memory that caches take, roughly", ("cache",), registry=_REGISTRY, multiprocess_mode="livesum"
)
NOTICES: Final = Counter(
    "goldenspike_notices", "Attempts to deliver a notice, by channel and outcome", ("channel", "outcome"), registry=_REGISTRY
)
ProcessCollector(registry=_REGISTRY)


def count_request(route: str, method: str, status: int, seconds: float, is_live: bool) -> None:
    REQUESTS.labels(route, method if method in _METHODS else "other", status).inc()
    if not is_live:
        REQUEST_SECONDS.labels(route).observe(seconds)


@contextmanager
def timed(histogram: Histogram) -> Iterator[None]:
    start = time.perf_counter()
    try:
        yield
    finally:
        histogram.observe(time.perf_counter() - start)


def render_metrics() -> bytes:
    """All metrics in Prometheus' text format, of all workers where there are several."""
    if DIRECTORY_VARIABLE not in os.environ:
        return generate_latest(_REGISTRY)
    registry = CollectorRegistry()
    MultiProcessCollector(registry)  # type: ignore[no-untyped-call]
    return generate_latest(registry)


def forget_process(number: int) -> None:
    """A worker has ended: its connections and caches no longer count."""
    mark_process_dead(number)  # type: ignore[no-untyped-call]
