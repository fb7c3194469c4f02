"""Web Push: messages encrypted for one browser (RFC 8291), signed by this server (RFC 8292).

Needs the extra `push`. Browsers name the push service of their maker as the address, which gets no readable content.
"""

import base64
import os
from collections.abc import Iterable
from importlib.util import find_spec
from typing import Any, Final
from urllib.parse import urlsplit

import msgspec
from sqlalchemy import insert, select
from sqlalchemy.exc import IntegrityError

from goldenspike.server.notices.guarded import Network, check_answer, post, read_url
from goldenspike.server.notices.message import Message
from goldenspike.server.storage.database import Database
from goldenspike.server.storage.schema import Setting
from goldenspike.server.storage.tokens import now

KEPT_SECONDS: Final = 24 * 3600
"""How long a push service keeps a message for a device that is off."""
MOST_TEXT: Final = 300
_SETTING: Final = "vapid"
_GONE: Final = (404, 410)
_RECORD: Final = 4096


class SubscriptionKeys(msgspec.Struct, frozen=True):
    p256dh: str
    auth: str


class Subscription(msgspec.Struct, frozen=True):
    """What a browser says to reach it: PushSubscription.toJSON()."""

    endpoint: str
    keys: SubscriptionKeys


def can_push() -> bool:
    """Whether the extra is installed."""
    return find_spec("cryptography") is not None


def encode(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def decode(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def read_subscription(text: str) -> Subscription | None:
    """A browser's subscription, None if it is not one."""
    try:
        found = msgspec.json.decode(text, type=Subscription)
        read_url(found.endpoint)
        usable = len(decode(found.keys.p256dh)) == 65 and len(decode(found.keys.auth)) == 16
    except (msgspec.MsgspecError, ValueError):
        return None
    return found if usable else None


class Pusher:
    """Signs with the key pair of this installation."""

    def __init__(self, private_key: str, contact: str) -> None:
        from cryptography.hazmat.primitives.asymmetric import ec

        self._key = ec.derive_private_key(int.from_bytes(decode(private_key)), ec.SECP256R1())
        self._contact = contact
        self.public_key = encode(_point(self._key.public_key()))
        """What a browser needs to subscribe."""

    async def send(self, target: str, message: Message, private: Iterable[Network]) -> None:
        subscription = msgspec.json.decode(target, type=Subscription)
        headers = {
            "Authorization": f"vapid t={self._token(subscription.endpoint)}, k={self.public_key}",
            "Content-Encoding": "aes128gcm",
            "Content-Type": "application/octet-stream",
            "TTL": str(KEPT_SECONDS),
            "Urgency": "normal",
            "Topic": message.id[:32],
        }
        body = encrypt(subscription.keys, msgspec.json.encode(payload(message)))
        check_answer(await post(subscription.endpoint, headers, body, private), _GONE)

    def _token(self, endpoint: str) -> str:
        from cryptography.hazmat.primitives import hashes
        from cryptography.hazmat.primitives.asymmetric import ec
        from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature

        parts = urlsplit(endpoint)
        claims = {"aud": f"{parts.scheme}://{parts.netloc}", "exp": now() // 1000 + 12 * 3600, "sub": self._contact}
        signed = ".".join(encode(msgspec.json.encode(part)) for part in ({"typ": "JWT", "alg": "ES256"}, claims))
        r, s = decode_dss_signature(self._key.sign(signed.encode(), ec.ECDSA(hashes.SHA256())))
        return f"{signed}.{encode(r.to_bytes(32) + s.to_bytes(32))}"


def payload(message: Message) -> dict[str, Any]:
    """What the service worker of the page shows."""
    items = message.items
    one = items[0] if len(items) == 1 else None
    text = one.text if one is not None else "\n".join(item.title for item in items) or message.intro
    return {
        "id": message.id,
        "title": message.subject,
        "body": text[:MOST_TEXT],
        "url": one.url if one is not None else message.settings_url if not items else items[0].url.rpartition("/t/")[0] + "/",
        "tag": one.table_id if one is not None else "goldenspike",
        "language": message.language,
    }


def encrypt(keys: SubscriptionKeys, text: bytes) -> bytes:
    """RFC 8291: one record for the browser with these keys."""
    from cryptography.hazmat.primitives.asymmetric import ec
    from cryptography.hazmat.primitives.ciphers.aead import AESGCM

    browser = decode(keys.p256dh)
    own = ec.generate_private_key(ec.SECP256R1())
    shared = own.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), browser))
    point, salt = _point(own.public_key()), os.urandom(16)
    secret = _derive(decode(keys.auth), shared, b"WebPush: info\0" + browser + point, 32)
    key = _derive(salt, secret, b"Content-Encoding: aes128gcm\0", 16)
    nonce = _derive(salt, secret, b"Content-Encoding: nonce\0", 12)
    return salt + _RECORD.to_bytes(4) + bytes([len(point)]) + point + AESGCM(key).encrypt(nonce, text + b"\x02", None)


def _derive(salt: bytes, secret: bytes, info: bytes, length: int) -> bytes:
    from cryptography.hazmat.primitives import hashes
    from cryptography.hazmat.primitives.kdf.hkdf import HKDF

    return HKDF(hashes.SHA256(), length, salt, info).derive(secret)


def _point(public_key: Any) -> bytes:
    from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

    found: bytes = public_key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    return found


def new_private_key() -> str:
    from cryptography.hazmat.primitives.asymmetric import ec

    return encode(ec.generate_private_key(ec.SECP256R1()).private_numbers().private_value.to_bytes(32))


async def load_pusher(database: Database, contact: str) -> Pusher | None:
    """With the keys of this installation, made at the first start; None without the extra."""
    if not can_push():
        return None
    stored = select(Setting.value).where(Setting.key == _SETTING)
    async with database.read() as connection:
        key = (await connection.execute(stored)).scalar_one_or_none()
    if key is None:
        try:
            async with database.write() as connection:
                key = new_private_key()
                await connection.execute(insert(Setting).values(key=_SETTING, value=key))
        except IntegrityError:
            # Another process was first.
            async with database.read() as connection:
                key = (await connection.execute(stored)).scalar_one()
    return Pusher(key, contact)
