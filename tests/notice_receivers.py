"""Receivers of notices on the loopback: a web server that fails on purpose, a push service that decrypts, an SMTP server."""

import base64
import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from email import message_from_bytes, policy
from email.message import EmailMessage
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import http_ece
from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, Envelope, Session
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

SERVER = {"notice_delay": 0, "notice_networks": "127.0.0.0/8", "notice_retry": 0.01, "notice_lease": 1}
"""Settings of a server that sends at once, and to this machine too."""


@dataclass
class Received:
    path: str
    headers: dict[str, str]
    body: bytes

    @property
    def json(self) -> Any:
        return json.loads(self.body)


@dataclass
class WebReceiver:
    """Answers with the statuses of `answers`, then with 200."""

    url: str = ""
    received: list[Received] = field(default_factory=list)
    answers: list[int] = field(default_factory=list)

    @property
    def turns(self) -> list[tuple[str, str, str]]:
        """The turns told, each as often as it was."""
        return [(one["table"], one["turn"], one["kind"]) for request in self.received for one in request.json["notices"]]


@contextmanager
def web_receiver() -> Iterator[WebReceiver]:
    receiver = WebReceiver()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            status = receiver.answers.pop(0) if receiver.answers else 200
            if status < 300:
                headers = {name.lower(): value for name, value in self.headers.items()}
                receiver.received.append(Received(self.path, headers, body))
            self.send_response(status)
            self.send_header("Content-Length", "0")
            self.end_headers()

        def log_message(self, format: str, *args: Any) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    receiver.url = f"http://127.0.0.1:{server.server_address[1]}"
    thread = threading.Thread(target=server.serve_forever, args=(0.05,))
    thread.start()
    try:
        yield receiver
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def from_base64(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def to_base64(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


class PushedBrowser:
    """A browser that has subscribed at a push service, and reads what comes."""

    def __init__(self, service: WebReceiver) -> None:
        self.service = service
        self._key = ec.generate_private_key(ec.SECP256R1())
        self._auth = b"0123456789abcdef"
        point = self._key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        keys = {"p256dh": to_base64(point), "auth": to_base64(self._auth)}
        self.subscription = json.dumps({"endpoint": f"{service.url}/push/me", "expirationTime": None, "keys": keys})

    def read(self, request: Received, server_key: str) -> Any:
        """Check the signature of the server as the service does, and decrypt as the browser does."""
        scheme, _, rest = request.headers["authorization"].partition(" ")
        assert scheme == "vapid"
        values = dict(part.strip().split("=", 1) for part in rest.split(","))
        assert values["k"] == server_key
        signed, _, signature = values["t"].rpartition(".")
        raw = from_base64(signature)
        encoded = encode_dss_signature(int.from_bytes(raw[:32]), int.from_bytes(raw[32:]))
        point = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), from_base64(server_key))
        try:
            point.verify(encoded, signed.encode(), ec.ECDSA(hashes.SHA256()))
        except InvalidSignature:
            raise AssertionError("the signature is wrong") from None
        claims = json.loads(from_base64(signed.partition(".")[2]))
        assert claims["aud"] == self.service.url and claims["sub"]
        text = http_ece.decrypt(request.body, private_key=self._key, auth_secret=self._auth, version="aes128gcm")
        return json.loads(text)


class MailReceiver:
    """Keeps the mails; refuses those to addresses in `unknown`."""

    def __init__(self) -> None:
        self.mails: list[EmailMessage] = []
        self.unknown: set[str] = set()
        self.url = ""

    async def handle_RCPT(self, server: SMTP, session: Session, envelope: Envelope, address: str, options: Any) -> str:
        if address in self.unknown:
            return "550 no such mailbox"
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:
        content = envelope.content
        assert isinstance(content, bytes)
        mail = message_from_bytes(content, policy=policy.default)
        assert isinstance(mail, EmailMessage)
        self.mails.append(mail)
        return "250 OK"


@contextmanager
def mail_receiver(port: int) -> Iterator[MailReceiver]:
    receiver = MailReceiver()
    controller = Controller(receiver, hostname="127.0.0.1", port=port)
    controller.start()
    receiver.url = f"smtp://127.0.0.1:{port}"
    try:
        yield receiver
    finally:
        controller.stop()
