"""Nothing that a stranger sends stays in memory: whatever the address, its parts are looked for afterwards."""

import gc
import logging
import re
from collections import Counter
from collections.abc import Iterator
from secrets import token_hex
from urllib.parse import urlencode

import pytest
from litestar import Litestar
from litestar.routes import HTTPRoute
from litestar.testing import TestClient

from goldenspike.server.networks import network_of
from goldenspike.server.parse_caches import MOST_BYTES
from goldenspike.server.security import Limits
from goldenspike.text.catalogue import dialect, source_of_title
from server_helpers import Browser, wait_until

MARK = token_hex(8)
"""Not written in this file, because another test keeps the text of all tests."""
SHORTEST = 40
"""What is shorter is not worth a look."""
FIELDS = (
    "title",
    "version",
    "game",
    "name",
    "next",
    "language",
    "seat",
    "ply",
    "log",
    "page",
    "have",
    "paper",
    "players",
    "zone",
)
HEADERS = ("authorization", "cookie", "if-none-match", "idempotency-key", "origin", "referer", "user-agent", "x-forwarded-for")
LONG = 8_000


def kept() -> Counter[str]:
    """The length of all marked text that something still refers to, by what refers to it."""
    gc.collect()
    seen: set[int] = set()
    lengths: Counter[str] = Counter()
    for holder in gc.get_objects():
        for part in gc.get_referents(holder):
            is_marked = (type(part) is str and MARK in part) or (type(part) is bytes and MARK.encode() in part)
            if is_marked and len(part) >= SHORTEST and id(part) not in seen:
                seen.add(id(part))
                lengths[f"{type(holder).__module__}.{type(holder).__qualname__}"] += len(part)
    return lengths


def addresses(app: Litestar, method: str, junk: Iterator[str]) -> Iterator[str]:
    """Every page or form, with junk for each part of its address in turn."""
    for route in app.routes:
        if not isinstance(route, HTTPRoute) or method not in route.methods or route.path_format.endswith("/live"):
            continue
        names = re.findall(r"\{(\w+)\}", route.path_format)
        for wrong in names or [""]:
            yield route.path_format.format(**{name: next(junk) if name == wrong else "1830" for name in names})


@pytest.fixture
def no_logs() -> Iterator[None]:
    """pytest keeps what is logged, if an earlier test has turned logging on."""
    logging.disable()
    yield
    logging.disable(logging.NOTSET)


@pytest.mark.sqlite
@pytest.mark.usefixtures("no_logs")
def test_no_page_keeps_what_it_was_asked_for(client: TestClient[Litestar]) -> None:
    def pieces(length: int) -> Iterator[str]:
        number = 0
        while True:
            number += 1
            yield f"{MARK}{length}x{number}".ljust(length, "a")

    for length in (200, LONG):
        junk = pieces(length)
        for address in addresses(client.app, "GET", junk):
            for query in ("", urlencode({name: next(junk)[:400] for name in FIELDS})):
                headers = {"accept": "text/html", "accept-language": next(junk)}
                assert client.get(f"{address}?{query}", headers=headers).status_code < 500, address[:200]
        for address in addresses(client.app, "POST", junk):
            headers = {name: next(junk) for name in HEADERS}
            for answer in (
                client.post(address, headers=headers, json=dict(zip(FIELDS, junk, strict=False))),
                client.post(address, headers=headers, data=dict(zip(FIELDS, junk, strict=False))),
            ):
                assert answer.status_code < 500, address[:200]
        del answer
    # More than any cache that counts entries may hold.
    for _ in range(1_100):
        client.get(f"/t/{next(junk)}")
    # Enough harmless text that every cache bounded by bytes is cleared at least once.
    harmless = "b" * LONG
    for number in range(2 * MOST_BYTES // len(harmless)):
        client.get(f"/t/{number}{harmless}")

    def is_forgotten() -> bool:
        """Threads and the event loop let go of a request a little later, on a busy machine; a cache never does."""
        client.get(f"/t/{harmless}")
        return kept().total() < LONG

    wait_until(is_forgotten, lambda: f"{kept()} is forgotten")


def test_unknown_titles_have_no_words_that_are_kept() -> None:
    before = source_of_title.cache_info().currsize
    assert dialect("en", "1830") == "en" and dialect("de", "1862") == "de@1862"
    assert {dialect("en", f"unknown title {number}") for number in range(50)} == {"en"}
    assert dialect("en", "../../de/titles/1862") == dialect("en", "a" * 10_000) == "en"
    assert source_of_title.cache_info().currsize <= before + 2


def test_long_names_are_counted_by_what_a_name_can_be() -> None:
    limits = Limits(True)
    limits.for_passwords("192.0.2.1", "a" * 30_000)
    limits.welcome("192.0.2.1", "b" * 30_000)
    assert max(len(key) for key in limits._buckets) < 100
    assert max(len(name) for name, _ in limits._welcome) < 100


@pytest.mark.sqlite
def test_titles_that_do_not_exist_cannot_be_printed(client: TestClient[Litestar]) -> None:
    for title in ("1831", "a" * 1000, "..%2F..%2Fen"):
        assert Browser(client).get(f"/print/{title}/pdf", accept="application/json").status_code == 404


def test_long_addresses_from_a_proxy_are_cut() -> None:
    assert len(network_of("a" * 30_000)) < 50 and len(network_of("fe80::1%" + "a" * 30_000)) < 50
