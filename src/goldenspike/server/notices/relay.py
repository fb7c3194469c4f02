"""Other services by Apprise URLs: Discord, Telegram, ntfy, Slack, Matrix and others. Needs the extra `apprise`.

Apprise connects by itself, so its connections are watched: in the threads that run it, a connection to an address in a private
network is refused at the moment it is made.
"""

import asyncio
import logging
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from importlib.util import find_spec
from ipaddress import ip_address
from typing import Any, Final

from goldenspike.server.notices.guarded import DeliveryFailed, Network, is_allowed
from goldenspike.server.notices.message import Message

_NAMES: Final = (
    "bark barks discord gchat gotify gotifys guilded ifttt line mastodon mastodons matrix matrixs mmost mmosts msteams "
    "nctalk nctalks ntfy ntfys pbul pover prowl pushy revolt rocket rockets signal signals slack tgram twist webex zulip"
)
SCHEMES: Final = frozenset(_NAMES.split())
"""Services that only send requests over the network; others could act on the machine of the server."""

_watched = threading.local()


def can_relay() -> bool:
    """Whether the extra is installed."""
    return find_spec("apprise") is not None


def read_relay(url: str) -> str | None:
    """An Apprise URL of one of the services, None if it is not one."""
    text = url.strip()
    scheme = text.partition("://")[0].lower()
    if not can_relay() or scheme not in SCHEMES or not text.isprintable() or len(text) > 1000:
        return None
    return text if _plugin(text) is not None else None


def _plugin(url: str) -> Any:
    import apprise

    logging.getLogger("apprise").setLevel(logging.CRITICAL)  # It logs addresses, which are secrets.
    return apprise.Apprise.instantiate(url, suppress_exceptions=True)


async def send_relay(url: str, message: Message, private: tuple[Network, ...]) -> None:
    await asyncio.get_running_loop().run_in_executor(_threads(), _send, url, message, private)


def _send(url: str, message: Message, private: tuple[Network, ...]) -> None:
    plugin = _plugin(url)
    if plugin is None:
        raise DeliveryFailed("not an Apprise URL", gone=True)
    blocks = [message.intro] if message.intro else []
    blocks += ["\n".join(filter(None, (item.title, item.text, item.url))) for item in message.items]
    _watched.private, _watched.refused = private, False
    try:
        arrived = plugin.notify(body="\n\n".join(blocks), title=message.subject)
    except Exception as error:
        raise DeliveryFailed(type(error).__name__) from None
    finally:
        _watched.private = None
    if _watched.refused:
        raise DeliveryFailed("an address in a private network", gone=True)
    if not arrived:
        raise DeliveryFailed("refused by the service")


@cache
def _threads() -> ThreadPoolExecutor:
    """From the first use on, connections of these threads are watched."""
    sys.addaudithook(_watch)
    return ThreadPoolExecutor(2, thread_name_prefix="relay")


def _watch(event: str, values: tuple[Any, ...]) -> None:
    if event != "socket.connect":
        return
    private = getattr(_watched, "private", None)
    if private is None:
        return
    address = values[1]
    host = address[0] if isinstance(address, tuple) else ""
    try:
        allowed = is_allowed(ip_address(host.partition("%")[0]), private)
    except ValueError:
        allowed = False
    if not allowed:
        _watched.refused = True
        raise PermissionError("an address in a private network")
