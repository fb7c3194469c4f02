"""A process that sends one message by an Apprise URL (`relay.py`): it reads a request and writes the outcome."""

import logging
import sys
from contextlib import suppress
from ipaddress import ip_address
from typing import Any, Final

import msgspec

from goldenspike.server.notices.guarded import Network, is_allowed, networks

MOST_MEMORY: Final = 256 << 20
"""Bytes of address space; a service may answer with any amount."""
NO_SUCH_URL: Final = "not an Apprise URL"
PRIVATE: Final = "an address in a private network"


class Relayed(msgspec.Struct, frozen=True):
    url: str
    title: str
    body: str
    private: list[str]
    """Private networks that may be reached."""


class Outcome(msgspec.Struct, frozen=True):
    failed: str = ""
    """Why the message was not sent."""


class _Guard:
    """Refuses connections to private networks at the moment they are made."""

    def __init__(self, private: tuple[Network, ...]) -> None:
        self.has_refused = False
        self._private = private

    def __call__(self, event: str, values: tuple[Any, ...]) -> None:
        if event not in ("socket.connect", "socket.sendto", "socket.sendmsg"):
            return
        address = values[1]
        host = address[0] if isinstance(address, tuple) else ""
        try:
            allowed = is_allowed(ip_address(host.partition("%")[0]), self._private)
        except ValueError:
            allowed = False
        if not allowed:
            self.has_refused = True
            raise PermissionError(PRIVATE)


def relay(relayed: Relayed) -> Outcome:
    import apprise

    logging.disable()
    plugin: Any = apprise.Apprise.instantiate(relayed.url, suppress_exceptions=True)
    if plugin is None:
        return Outcome(NO_SUCH_URL)
    guard = _Guard(networks(",".join(relayed.private)))
    sys.addaudithook(guard)
    arrived, failed = False, "refused by the service"
    try:
        arrived = plugin.notify(body=relayed.body, title=relayed.title)
    except Exception as error:
        failed = type(error).__name__
    if guard.has_refused:
        return Outcome(PRIVATE)
    return Outcome() if arrived else Outcome(failed)


def _limit_memory() -> None:
    if sys.platform != "win32":
        import resource

        with suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))


if __name__ == "__main__":
    _limit_memory()
    outcome = relay(msgspec.json.decode(sys.stdin.buffer.read(), type=Relayed))
    sys.stdout.buffer.write(msgspec.json.encode(outcome))
