"""Signed webhooks, as standardized by standardwebhooks.com.

The receiver computes HMAC-SHA256 over `id.timestamp.body` with the key of the address, compares it with the signature, refuses
old timestamps, and ignores an id that it has seen before.
"""

import base64
import hashlib
import hmac
import secrets
from collections.abc import Iterable
from typing import Any

import msgspec

from goldenspike.server.notices.guarded import Network, check_answer, post
from goldenspike.server.notices.message import Message
from goldenspike.server.storage.tokens import now

_PREFIX = "whsec_"
_GONE = (410,)


def new_key() -> str:
    return _PREFIX + base64.b64encode(secrets.token_bytes(24)).decode()


def sign(key: str, id: str, seconds: int, body: bytes) -> str:
    secret = base64.b64decode(key.removeprefix(_PREFIX))
    digest = hmac.new(secret, f"{id}.{seconds}.".encode() + body, hashlib.sha256).digest()
    return f"v1,{base64.b64encode(digest).decode()}"


def payload(message: Message) -> dict[str, Any]:
    """What programs get."""
    return {
        "id": message.id,
        "text": message.subject,
        "notices": [
            {
                "kind": item.kind,
                "table": item.table_id,
                "name": item.table,
                "turn": item.turn,
                "title": item.title,
                "text": item.text,
                "news": item.news,
                "url": item.url,
            }
            for item in message.items
        ],
    }


async def send_hook(url: str, key: str, message: Message, private: Iterable[Network]) -> None:
    body = msgspec.json.encode(payload(message))
    seconds = now() // 1000
    headers = {
        "Content-Type": "application/json",
        "Webhook-Id": message.id,
        "Webhook-Timestamp": str(seconds),
        "Webhook-Signature": sign(key, message.id, seconds, body),
    }
    check_answer(await post(url, headers, body, private), _GONE)
