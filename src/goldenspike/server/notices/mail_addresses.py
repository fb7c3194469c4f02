"""E-mail addresses, and the URL of the server that sends to them."""

import re
from typing import Final
from urllib.parse import SplitResult, urlsplit

LONGEST_ADDRESS: Final = 254
MAIL_PORTS: Final = {"smtp": 25, "smtps": 465}
_ADDRESS: Final = re.compile(r"[^@\s<>,;:\"()\[\]\\]+@[a-zA-Z0-9-]+(\.[a-zA-Z0-9-]+)*")


class BadMailServer(ValueError):
    """The URL of the SMTP server cannot be used."""


def read_mail_address(text: str) -> str | None:
    """An e-mail address as it is used on the wire, None if it is not one."""
    name, at, domain = text.strip().rpartition("@")
    try:
        address = f"{name}{at}{domain.encode('idna').decode('ascii')}"
    except UnicodeError:
        return None
    return address if len(address) <= LONGEST_ADDRESS and address.isascii() and _ADDRESS.fullmatch(address) else None


def read_mail_server(url: str) -> SplitResult:
    parts = urlsplit(url)
    try:
        has_port = parts.port is not None or parts.scheme in MAIL_PORTS
    except ValueError:
        has_port = False
    if parts.scheme not in MAIL_PORTS or not parts.hostname or not has_port or parts.path.strip("/"):
        raise BadMailServer("not of the form smtp://user:password@mail.example.org:587")
    return parts
