"""Requests to addresses that people have entered: only to public networks, and only to the address that was checked.

The name is resolved once, every address is checked, and the connection goes to one of these addresses, so that a name server
cannot give another answer in between. Redirections are not followed, and of the answer only the beginning is read.
"""

import asyncio
import socket
import ssl
import threading
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network
from typing import Final
from urllib.parse import SplitResult, urlsplit

PATIENCE: Final = 10.0
MOST_BYTES: Final = 16_384
_NAT64: Final = IPv6Network("64:ff9b::/96")
MOST_LOOKUPS: Final = 16
_looking_up = threading.BoundedSemaphore(MOST_LOOKUPS)

Address = IPv4Address | IPv6Address
Network = IPv4Network | IPv6Network


class DeliveryFailed(Exception):
    """A message did not arrive. If the address is `gone`, no other attempt is made."""

    def __init__(self, reason: str, gone: bool = False) -> None:
        super().__init__(reason)
        self.reason = reason
        self.gone = gone


@dataclass(frozen=True, slots=True)
class Answer:
    status: int


def networks(text: str) -> tuple[Network, ...]:
    """Networks separated by commas."""
    return tuple(ip_network(part.strip()) for part in text.split(",") if part.strip())


def is_allowed(address: Address, private: Iterable[Network] = ()) -> bool:
    """Whether requests may go there: public addresses, and the private networks that the host has opened."""
    if isinstance(address, IPv6Address):
        within = address.ipv4_mapped or address.sixtofour
        if address.teredo is not None:
            within = address.teredo[1]
        if address in _NAT64:
            within = IPv4Address(int(address) & 0xFFFF_FFFF)
        if within is not None:
            return is_allowed(within, private)
    if any(address.version == network.version and address in network for network in private):
        return True
    if isinstance(address, IPv6Address) and address.is_site_local:
        return False
    return address.is_global and not (address.is_multicast or address.is_reserved or address.is_unspecified)


def read_url(url: str) -> SplitResult:
    """The parts of a URL that can be used; ValueError otherwise."""
    if not url.isascii() or not url.isprintable() or " " in url:
        raise ValueError("not a URL")
    parts = urlsplit(url)
    port = parts.port
    if parts.scheme not in ("http", "https") or not parts.hostname or parts.username or parts.password:
        raise ValueError("not a URL")
    if port is not None and port not in (80, 443) and port < 1024:
        raise ValueError("not a port for this")
    return parts


async def post(url: str, headers: Mapping[str, str], body: bytes, private: Iterable[Network] = ()) -> Answer:
    """Send a request; raises DeliveryFailed if there is no answer, or none is asked for."""
    try:
        parts = read_url(url)
    except ValueError as error:
        raise DeliveryFailed(str(error), gone=True) from None
    try:
        async with asyncio.timeout(PATIENCE):
            return await _post(parts, headers, body, tuple(private))
    except TimeoutError:
        raise DeliveryFailed("no answer in time") from None
    except (OSError, ValueError, UnicodeError, asyncio.IncompleteReadError, asyncio.LimitOverrunError) as error:
        raise DeliveryFailed(str(error)[:200] or type(error).__name__) from None


async def _post(parts: SplitResult, headers: Mapping[str, str], body: bytes, private: tuple[Network, ...]) -> Answer:
    host, secure = str(parts.hostname), parts.scheme == "https"
    port = parts.port or (443 if secure else 80)
    reader, writer = await _connect(host, port, secure, private)
    try:
        named = {"Host": parts.netloc, "Content-Length": str(len(body)), "Connection": "close", "User-Agent": "GoldenSpike"}
        path = f"{parts.path or '/'}{'?' + parts.query if parts.query else ''}"
        lines = [f"POST {path} HTTP/1.1", *(f"{name}: {value}" for name, value in {**named, **headers}.items())]
        writer.write("\r\n".join([*lines, "", ""]).encode("ascii") + body)
        await writer.drain()
        version, status, *_ = (await reader.readline()).decode("latin-1").split(maxsplit=2)
        if not version.startswith("HTTP/"):
            raise DeliveryFailed("no answer of a web server")
        return Answer(int(status))
    finally:
        writer.close()


async def _connect(
    host: str, port: int, secure: bool, private: tuple[Network, ...]
) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    addresses = await _resolve(host, port)
    if not all(is_allowed(ip_address(address.partition("%")[0]), private) for address in addresses):
        raise DeliveryFailed("an address in a private network", gone=True)
    trouble: OSError = OSError("no address")
    for address in addresses:
        try:
            return await asyncio.open_connection(
                address, port, ssl=_tls() if secure else None, server_hostname=host if secure else None, limit=MOST_BYTES
            )
        except OSError as error:
            trouble = error
    raise trouble


async def _resolve(host: str, port: int) -> list[str]:
    """The addresses of a name. Its owner chooses how long the answer takes, so it is looked up in a thread of its own.

    Nobody else's work waits for that one, nor does the end of the process.
    """
    loop = asyncio.get_running_loop()
    found: asyncio.Future[list[str]] = loop.create_future()

    def tell(addresses: list[str], error: Exception | None) -> None:
        if found.done():
            return
        if error is None:
            found.set_result(addresses)
        else:
            found.set_exception(error)

    def look_up() -> None:
        addresses: list[str] = []
        failure: Exception | None = None
        try:
            entries = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
            addresses = list(dict.fromkeys(str(entry[4][0]) for entry in entries))
        except (OSError, UnicodeError) as error:
            failure = error
        finally:
            _looking_up.release()
        with suppress(RuntimeError):  # The loop may have ended.
            loop.call_soon_threadsafe(tell, addresses, failure)

    if not _looking_up.acquire(blocking=False):
        raise DeliveryFailed("too many names are looked up")
    threading.Thread(target=look_up, name="look-up", daemon=True).start()
    return await found


@cache
def _tls() -> ssl.SSLContext:
    return ssl.create_default_context()


def check_answer(answer: Answer, gone: tuple[int, ...]) -> None:
    if answer.status in gone:
        raise DeliveryFailed(f"HTTP {answer.status}", gone=True)
    if not 200 <= answer.status < 300:
        raise DeliveryFailed(f"HTTP {answer.status}")
