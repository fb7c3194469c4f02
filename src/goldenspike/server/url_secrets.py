"""Passwords in the URLs of settings: before the host, or among the parameters."""

from typing import Final

from sqlalchemy.engine import make_url
from sqlalchemy.engine.url import URL
from sqlalchemy.exc import ArgumentError

HIDDEN: Final = "(hidden)"
_MASK: Final = "hidden"


def has_password(url: str) -> bool:
    """Whether there is one, or the URL cannot be read."""
    parts = _read(url)
    return parts is None or parts.password is not None or bool(_secret_parameters(parts))


def hide_passwords(url: str) -> str:
    """The URL without its passwords; one that cannot be read is hidden as a whole."""
    parts = _read(url)
    if parts is None:
        return HIDDEN
    return parts.update_query_dict(dict.fromkeys(_secret_parameters(parts), _MASK)).render_as_string(hide_password=True)


def _read(url: str) -> URL | None:
    try:
        return make_url(url)
    except (ArgumentError, ValueError):
        return None


def _secret_parameters(url: URL) -> list[str]:
    return [name for name in url.query if "password" in name.lower()]
