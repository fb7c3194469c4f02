"""Other services by Apprise URLs: Discord, Telegram, ntfy, Slack, Matrix and others. Needs the extra `apprise`.

Apprise connects by itself, and whoever enters a URL chooses the service, its time limits and what it answers. So each message is
sent by a process of its own (`relaying.py`), which has little time and memory and reaches no private network.
"""

import asyncio
import logging
import os
import sys
from collections.abc import Iterable
from importlib.util import find_spec
from typing import Any, Final

import msgspec

from goldenspike.server.notices.guarded import DeliveryFailed, Network
from goldenspike.server.notices.message import Message
from goldenspike.server.notices.relaying import NO_SUCH_URL, PRIVATE, Outcome, Relayed
from goldenspike.server.thinking.pool import clean_environment

_NAMES: Final = (
    "bark barks discord gchat gotify gotifys guilded ifttt line mastodon mastodons matrix matrixs mmost mmosts msteams "
    "nctalk nctalks ntfy ntfys pbul pover prowl pushy revolt rocket rockets signal signals slack tgram twist webex zulip"
)
SCHEMES: Final = frozenset(_NAMES.split())
"""Services that only send requests over the network; others could act on the machine of the server."""
PATIENCE: Final = 30.0
"""Seconds until a message must have been sent, waiting for a process included."""
_MOST_PROCESSES: Final = 2


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


class Relays:
    """Sends messages, two at a time."""

    def __init__(self, patience: float = PATIENCE) -> None:
        self._patience = patience
        self._places = asyncio.Semaphore(_MOST_PROCESSES)

    async def send(self, url: str, message: Message, private: Iterable[Network]) -> None:
        blocks = [message.intro] if message.intro else []
        blocks += ["\n".join(filter(None, (item.title, item.text, item.url))) for item in message.items]
        relayed = Relayed(url, message.subject, "\n\n".join(blocks), [str(network) for network in private])
        try:
            async with asyncio.timeout(self._patience), self._places:
                outcome = await _relay(relayed)
        except TimeoutError:
            raise DeliveryFailed("no answer in time") from None
        if outcome.failed:
            raise DeliveryFailed(outcome.failed, gone=outcome.failed in (NO_SUCH_URL, PRIVATE))


async def _relay(relayed: Relayed) -> Outcome:
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "goldenspike.server.notices.relaying"),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.DEVNULL,
        env=clean_environment(os.environ),
    )
    try:
        answer, _ = await process.communicate(msgspec.json.encode(relayed))
        return msgspec.json.decode(answer, type=Outcome)
    except msgspec.DecodeError:
        raise DeliveryFailed("the service cannot be used") from None
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()
