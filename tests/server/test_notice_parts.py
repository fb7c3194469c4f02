"""Quiet hours in time zones, and addresses to which nothing may be sent."""

import asyncio
import socket
import threading
from collections import Counter
from datetime import datetime
from ipaddress import ip_address
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from goldenspike.server.notices import guarded
from goldenspike.server.notices.guarded import MOST_LOOKUPS, DeliveryFailed, is_allowed, networks, post
from goldenspike.server.notices.mail_addresses import read_mail_address
from goldenspike.server.notices.quiet import Quiet
from goldenspike.server.settings import BadSettings, load_settings


def time(zone: str, text: str) -> int:
    return round(datetime.fromisoformat(text).replace(tzinfo=ZoneInfo(zone)).timestamp() * 1000)


@pytest.mark.parametrize(
    ("zone", "at", "until"),
    [
        ("Europe/Berlin", "2026-01-10T21:59", None),
        ("Europe/Berlin", "2026-01-10T22:00", "2026-01-11T07:30"),
        ("Europe/Berlin", "2026-01-11T00:10", "2026-01-11T07:30"),
        ("Europe/Berlin", "2026-01-11T07:30", None),
        ("Asia/Tokyo", "2026-01-11T07:29", "2026-01-11T07:30"),
        # The nights in which clocks are set forward and back are an hour shorter and longer.
        ("Europe/Berlin", "2026-03-28T23:00", "2026-03-29T07:30"),
        ("Europe/Berlin", "2026-10-24T23:00", "2026-10-25T07:30"),
        ("America/New_York", "2026-11-01T01:30", "2026-11-01T07:30"),
    ],
)
def test_quiet_hours_over_midnight(zone: str, at: str, until: str | None) -> None:
    quiet = Quiet(zone, 22 * 60, 7 * 60 + 30)
    assert quiet.until(time(zone, at)) == (None if until is None else time(zone, until))


def test_nights_of_daylight_saving_have_their_length() -> None:
    quiet, hour = Quiet("Europe/Berlin", 22 * 60, 7 * 60), 3_600_000
    for night, hours in (("2026-03-28", 8), ("2026-03-29", 9), ("2026-10-24", 10)):
        start = time("Europe/Berlin", f"{night}T22:00")
        assert quiet.until(start) == start + hours * hour


def test_equal_times_are_never_quiet() -> None:
    assert Quiet("UTC", 600, 600).until(time("UTC", "2026-01-10T10:00")) is None


def test_a_zone_that_is_no_longer_known_is_utc() -> None:
    assert Quiet("Mars/Olympus", 600, 660).until(time("UTC", "2026-01-10T10:30")) == time("UTC", "2026-01-10T11:00")


@pytest.mark.parametrize(
    "address",
    [
        "127.0.0.1",
        "10.1.2.3",
        "172.16.0.1",
        "192.168.1.1",
        "169.254.169.254",
        "100.64.0.1",
        "0.0.0.0",
        "224.0.0.1",
        "255.255.255.255",
        "::1",
        "::",
        "fe80::1",
        "fc00::1",
        "ff02::1",
        "::ffff:127.0.0.1",
        "64:ff9b::7f00:1",
        "fec0::1",
        "2002:7f00:1::",
        "2001:0:4136:e378:8000:63bf:80ff:fffe",
    ],
)
def test_private_addresses(address: str) -> None:
    assert not is_allowed(ip_address(address))


@pytest.mark.parametrize("address", ["93.184.216.34", "2606:2800:220:1::1", "::ffff:93.184.216.34"])
def test_public_addresses(address: str) -> None:
    assert is_allowed(ip_address(address))


def test_the_host_may_open_networks() -> None:
    private = networks("10.0.0.0/8, fd00::/8")
    assert is_allowed(ip_address("10.1.2.3"), private) and is_allowed(ip_address("fd00::1"), private)
    assert not is_allowed(ip_address("192.168.1.1"), private)


def test_the_connection_goes_to_the_address_that_was_checked(monkeypatch: pytest.MonkeyPatch) -> None:
    """A name that gives a public address first and a private one afterwards is resolved once only."""
    answers = ["93.184.216.34", "127.0.0.1"]
    asked: list[str] = []
    connected: list[str] = []

    def resolve(host: str, port: int, **_: Any) -> list[Any]:
        asked.append(host)
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (answers.pop(0), port))]

    async def connect(host: str, port: int, **_: Any) -> Any:
        connected.append(host)
        raise OSError("out of reach")

    monkeypatch.setattr(socket, "getaddrinfo", resolve)
    monkeypatch.setattr(asyncio, "open_connection", connect)
    with pytest.raises(DeliveryFailed, match="out of reach"):
        asyncio.run(post("http://rebound.example/", {}, b""))
    assert (asked, connected) == (["rebound.example"], ["93.184.216.34"])


def test_one_private_address_among_others_is_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    def resolve(host: str, port: int, **_: Any) -> list[Any]:
        return [(2, 1, 6, "", (address, port)) for address in ("93.184.216.34", "10.0.0.1")]

    monkeypatch.setattr(socket, "getaddrinfo", resolve)
    with pytest.raises(DeliveryFailed, match="private network") as raised:
        asyncio.run(post("http://both.example/", {}, b""))
    assert raised.value.gone


def test_mail_addresses() -> None:
    assert read_mail_address(" bob@example.org ") == "bob@example.org"
    assert read_mail_address("bob@bücher.example") == "bob@xn--bcher-kva.example"
    for text in (
        "bob",
        "bob@",
        "@example.org",
        "a b@example.org",
        "a@b@c d",
        "bob@example.org,x@y.z",
        "x" * 250 + "@example.org",
    ):
        assert read_mail_address(text) is None, text


@pytest.mark.parametrize(
    ("name", "value"),
    [("mail_server", "http://mail.example"), ("mail_server", "smtp://mail.example:587"), ("notice_networks", "10.0.0.1/8")],
)
def test_bad_settings(name: str, value: str) -> None:
    """A mail server needs a sender too."""
    with pytest.raises(BadSettings):
        load_settings({}, environ={f"GOLDENSPIKE_{name.upper()}": value})


def test_name_servers_that_do_not_answer_hold_up_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither what else runs in threads, nor the end of the process."""
    answered, look_up = threading.Event(), socket.getaddrinfo
    started: list[threading.Thread] = []

    def slow(host: str, *more: Any, **named: Any) -> Any:
        if not host.endswith(".example"):
            return look_up(host, *more, **named)
        started.append(threading.current_thread())
        answered.wait(60)
        raise socket.gaierror("no answer")

    monkeypatch.setattr(socket, "getaddrinfo", slow)
    monkeypatch.setattr(guarded, "PATIENCE", 0.2)

    async def check() -> list[str]:
        posts = [post(f"https://slow{number}.example/", {}, b"") for number in range(40)]
        answers = await asyncio.gather(*posts, return_exceptions=True)
        async with asyncio.timeout(30):
            await asyncio.to_thread(lambda: None)
        return [str(answer) for answer in answers]

    try:
        failures = Counter(asyncio.run(check()))
    finally:
        answered.set()
        for thread in started:
            thread.join(60)
    assert failures == {"no answer in time": MOST_LOOKUPS, "too many names are looked up": 40 - MOST_LOOKUPS}
    assert all(thread.daemon for thread in started)
