"""How one installation runs; given on the command line, handed to worker processes through the environment."""

import os
from pathlib import Path

import msgspec

_VARIABLE = "GOLDENSPIKE_SETTINGS"
DATABASE_FILE = "goldenspike.db"


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    database: str
    """URL of the database."""
    secret: str = ""
    """Signs the tokens against forged forms; the same for all processes of an installation."""
    redis: str | None = None
    """URL of Redis for live updates between several processes."""
    secure_cookies: bool = False
    """Whether cookies are sent over TLS only: behind a proxy that speaks it."""
    bot_pause: float = 0.4
    """Seconds between two moves of bots, so that people can follow."""
    thinkers: int = 0
    """Processes in which bots think; 0 leaves one processor to the pages."""
    bot_seconds: float = 10.0
    """How long a bot may think about one answer."""
    programs: dict[str, str] = {}
    """Programs that may be seated as bots: the name under which they are offered, and the command line."""
    absence: float = 600.0
    """Seconds for which the game must have waited for somebody before others may propose a stand-in."""
    limits: bool = True
    """Whether requests are counted and refused when there are too many."""
    warm: bool = True
    """Whether to get ready in the background after the start."""
    heartbeat: float = 15.0
    """Seconds between two signs of life on a live connection."""

    def to_environment(self) -> None:
        os.environ[_VARIABLE] = msgspec.json.encode(self).decode()

    @staticmethod
    def from_environment() -> "Settings":
        return msgspec.json.decode(os.environ[_VARIABLE], type=Settings)


def default_folder() -> Path:
    """Where data lie when nothing else is said."""
    base = os.environ.get("XDG_DATA_HOME")
    return (Path(base) if base else Path.home() / ".local" / "share") / "goldenspike"


def sqlite_url(folder: Path) -> str:
    return f"sqlite:///{folder.absolute() / DATABASE_FILE}"
