"""Settings: one typed object, read from a TOML file, the environment and command line flags; later sources override earlier ones.

`GOLDENSPIKE_PORT=8080`, `port = 8080` in the file and `--port 8080` mean the same. The file is the one named by `--config` or
`GOLDENSPIKE_CONFIG`, else `goldenspike.toml` in the configuration directory of the user, if there is one.
"""

import os
import re
import shlex
import tomllib
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from email.utils import parseaddr
from ipaddress import ip_network
from pathlib import Path
from typing import Annotated, Any, Final
from urllib.parse import urlsplit

import msgspec
from msgspec import Meta
from platformdirs import user_config_path, user_data_path
from sqlalchemy.exc import ArgumentError

from goldenspike.server.notices.guarded import networks
from goldenspike.server.notices.mail_addresses import BadMailServer, read_mail_address, read_mail_server
from goldenspike.server.operation.logs import LogFormat, LogLevel
from goldenspike.server.storage.database import UnknownDatabase, database_url
from goldenspike.server.thinking.roster import BadProgram, Roster
from goldenspike.server.url_secrets import has_password

_PREFIX: Final = "GOLDENSPIKE_"
_WORKER_VARIABLE: Final = "GOLDENSPIKE_WORKER_SETTINGS"
FORWARDED_VARIABLE: Final = "FORWARDED_ALLOW_IPS"
CONFIG_FILE: Final = "goldenspike.toml"
URLS: Final = ("database", "redis", "mail_server")
"""Settings that may contain a password."""
SECRETS: Final = ("secret", "metrics_token")
FLAGS: Final = frozenset(
    (
        "host",
        "port",
        "data",
        "database",
        "workers",
        "redis",
        "secure_cookies",
        "thinkers",
        "programs",
        "absence",
        "limits",
        "public_url",
        "log_format",
    )
)
"""Settings with a flag of their own; the others are given by `--set name=value`."""
DATABASE_FILE: Final = "goldenspike.db"
_ALIKE: Final = 0.75
"""How much a name resembles that of a setting, from 0 to 1, if it is misspelled."""
_ADDRESS: Final = re.compile(r"https?://[^\s/?#]+/*", re.IGNORECASE)

AtLeastOne = Annotated[int, Meta(ge=1)]
Seconds = Annotated[float, Meta(ge=0, lt=1e6)]
SomeSeconds = Annotated[float, Meta(ge=0.1, lt=1e6)]
"""With less, nothing would be in time, or it would be done again and again."""
_SHORTEST_SECRET: Final = 32


class BadSettings(ValueError):
    """Invalid settings; the one-line message names the setting and its source."""


class Settings(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The settings of one installation."""

    host: Annotated[str, Meta(description="address to listen on")] = "127.0.0.1"
    port: Annotated[int, Meta(ge=1, le=65535, description="port to listen on")] = 1830
    data: Annotated[str, Meta(description="directory of the SQLite database; empty for the user's data directory")] = ""
    database: Annotated[str, Meta(description="URL of the database, sqlite:/// or postgresql://, instead of `data`")] = ""
    workers: Annotated[AtLeastOne, Meta(description="serving processes; more than one needs PostgreSQL and Redis")] = 1
    redis: Annotated[str | None, Meta(description="URL of Redis, for live updates between processes")] = None
    public_url: Annotated[
        str, Meta(description="address under which people reach the server; https:// implies `secure_cookies` and HSTS")
    ] = ""
    trusted_proxies: Annotated[
        str, Meta(description="addresses and networks of proxies whose X-Forwarded headers are believed, separated by commas")
    ] = "127.0.0.1"
    secure_cookies: Annotated[bool, Meta(description="send cookies over TLS only, for servers behind a TLS proxy")] = False
    thinkers: Annotated[
        int, Meta(ge=0, description="bot processes per worker; 0 for one less than there are processors, at most 4")
    ] = 0
    programs: Annotated[dict[str, str], Meta(description="programs offered as bots: name and command line")] = {}
    absence: Annotated[
        float, Meta(ge=0, lt=1e6, description="minutes a game must have waited for a player before a stand-in can be proposed")
    ] = 10
    limits: Annotated[bool, Meta(description="limit the rate of requests; off for load tests")] = True
    listed_tables: Annotated[AtLeastOne, Meta(description="tables waiting for players that one person may list in the lobby")] = 5
    storage: Annotated[AtLeastOne, Meta(description="megabytes that the tables of one person may take in the database")] = 50
    database_wait: Annotated[
        Seconds, Meta(description="seconds that a write waits for a locked database before it is refused")
    ] = 2.0
    bot_pause: Annotated[Seconds, Meta(description="seconds between two moves of bots, so that people can follow the game")] = 0.4
    bot_seconds: Annotated[SomeSeconds, Meta(description="seconds that a bot may take for one move")] = 10.0
    thinking: Annotated[
        float, Meta(gt=0, lt=1e6, description="seconds that bots may think in an hour for the tables of one person or address")
    ] = 1800.0
    connections: Annotated[AtLeastOne, Meta(description="open connections of one process; unused ones give way to new ones")] = (
        8000
    )
    request_wait: Annotated[
        SomeSeconds, Meta(description="seconds within which a connection must finish a request or go on reading")
    ] = 20.0
    live_connections: Annotated[AtLeastOne, Meta(description="live connections of one process")] = 5000
    live_per_address: Annotated[
        AtLeastOne,
        Meta(description="live connections from one address (IPv6: from one /64; eight times as many from one /48)"),
    ] = 100
    heartbeat: Annotated[SomeSeconds, Meta(description="seconds between keep-alive messages on a live connection")] = 15.0
    warm: Annotated[
        bool, Meta(description="read all texts before the first request and draw boards in the background after the start")
    ] = True
    log_format: Annotated[LogFormat, Meta(description="format of the log: text or json")] = "text"
    log_level: Annotated[LogLevel, Meta(description="lowest level that is logged: debug, info, warning or error")] = "info"
    access_log: Annotated[bool, Meta(description="log every request")] = False
    slow_request: Annotated[Seconds, Meta(description="seconds after which a request is logged as slow")] = 1.0
    metrics_token: Annotated[
        str, Meta(description="bearer token for /metrics; if empty, only programs on this machine may read it")
    ] = ""
    free_disk: Annotated[
        int, Meta(ge=0, description="megabytes that must be free on the disk of the SQLite database to be ready")
    ] = 100
    mail_server: Annotated[
        str, Meta(description="URL of the SMTP server for notices, smtp://user:password@host:587 or smtps://; empty for no mail")
    ] = ""
    mail_from: Annotated[str, Meta(description="sender of mail, such as Golden Spike <spike@example.org>")] = ""
    notice_delay: Annotated[
        Seconds, Meta(description="seconds that a game must have waited for somebody before a notice is sent")
    ] = 60.0
    notice_patience: Annotated[
        Seconds, Meta(description="seconds after which a notice is sent even though a page of the table is open")
    ] = 900.0
    notice_retry: Annotated[
        float,
        Meta(
            gt=0,
            lt=1e6,
            description="seconds until a notice that did not arrive is sent again, five times as many after each failure",
        ),
    ] = 60.0
    notice_lease: Annotated[
        float, Meta(gt=0, lt=1e6, description="seconds after which another process may deliver a notice that one was delivering")
    ] = 60.0
    notice_networks: Annotated[
        str, Meta(description="private networks to which webhooks may go, separated by commas; none by default")
    ] = ""
    secret: Annotated[
        str,
        Meta(description="key that signs forms (CSRF protection), at least 32 characters; empty for one kept in the database"),
    ] = ""

    @property
    def address(self) -> str:
        """Where people reach the server, for links in messages."""
        return self.public_url.rstrip("/") or f"http://{f'[{self.host}]' if ':' in self.host else self.host}:{self.port}"

    @property
    def has_tls(self) -> bool:
        return urlsplit(self.public_url).scheme == "https"

    @property
    def forwarders(self) -> list[str]:
        """The trusted proxies as the web server compares them: a socket for IPv6 sees an IPv4 address as one of its own kind."""
        found = [proxy.strip() for proxy in self.trusted_proxies.split(",") if proxy.strip()]
        networks = [ip_network(proxy) for proxy in found if proxy != "*"]
        return found + [f"::ffff:{one.network_address}/{96 + one.prefixlen}" for one in networks if one.version == 4]

    def to_worker_environment(self) -> None:
        """Hand the settings to the worker processes that this one starts."""
        os.environ[_WORKER_VARIABLE] = msgspec.json.encode(self).decode()

    @staticmethod
    def from_worker_environment() -> "Settings":
        return msgspec.json.decode(os.environ[_WORKER_VARIABLE], type=Settings)


@dataclass(frozen=True, slots=True)
class LoadedSettings:
    """Settings and the source of each."""

    settings: Settings
    sources: Mapping[str, str]
    """For each setting `default`, the file, the variable or the flag."""


def load_settings(
    flags: Mapping[str, Any], config: Path | None = None, environ: Mapping[str, str] = os.environ
) -> LoadedSettings:
    """Read all settings. `flags` are those given on the command line; BadSettings names the first invalid one."""
    chosen: dict[str, tuple[str, Any]] = {}
    file = _config_file(config, environ)
    if file is not None:
        chosen |= {name: (f"{file}", value) for name, value in _read_file(file).items()}
    fields = {field.name: field.type for field in msgspec.structs.fields(Settings)}
    for name in fields:
        variable = _PREFIX + name.upper()
        if variable in environ:
            chosen[name] = (variable, environ[variable])
    _check_variables(environ, fields)
    chosen |= {name: (_flag(name), value) for name, value in flags.items()}
    values: dict[str, Any] = {}
    for name, (source, value) in chosen.items():
        if name not in fields:
            raise BadSettings(f"{source}: there is no setting {name!r}")
        values[name] = _convert(name, value, fields[name], source)
        if name in flags and (name in SECRETS or (name in URLS and value and has_password(value))):
            raise BadSettings(
                f"{source}: other users can read a secret on the command line; "
                f"put it into the file or into {_PREFIX}{name.upper()}"
            )
    if "trusted_proxies" not in values and environ.get(FORWARDED_VARIABLE):
        # The variable of uvicorn, which many images set.
        chosen["trusted_proxies"] = (FORWARDED_VARIABLE, "")
        values["trusted_proxies"] = environ[FORWARDED_VARIABLE]
    sources = {name: chosen[name][0] if name in chosen else "default" for name in fields}
    return LoadedSettings(_complete(Settings(**values), sources), sources)


def _check_variables(environ: Mapping[str, str], names: Collection[str]) -> None:
    """Refuse variables whose name is nearly that of a setting."""
    for variable in sorted(environ):
        name = variable.removeprefix(_PREFIX).lower()
        if variable.startswith(_PREFIX) and name not in names and (meant := get_close_matches(name, names, 1, _ALIKE)):
            raise BadSettings(f"{variable}: there is no setting {name!r}; {_PREFIX}{meant[0].upper()} is one")


def _flag(name: str) -> str:
    return f"--{name.replace('_', '-')}" if name in FLAGS else f"--set {name}"


def _config_file(config: Path | None, environ: Mapping[str, str]) -> Path | None:
    named = config or (Path(environ[f"{_PREFIX}CONFIG"]) if environ.get(f"{_PREFIX}CONFIG") else None)
    if named is not None:
        return named
    default = user_config_path("goldenspike") / CONFIG_FILE
    return default if default.is_file() else None


def _read_file(file: Path) -> dict[str, Any]:
    try:
        with file.open("rb") as stream:
            return tomllib.load(stream)
    except OSError as error:
        raise BadSettings(f"{file}: {error.strerror or 'cannot be read'}") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise BadSettings(f"{file}: {error}") from None


def _convert(name: str, value: Any, kind: Any, source: str) -> Any:
    """The value as its field wants it; text from the environment is read as a number or a switch where one is wanted."""
    if name == "programs" and not isinstance(value, dict):
        value = _read_programs(value.splitlines() if isinstance(value, str) else value, source)
    try:
        converted = msgspec.convert(value, kind, strict=not isinstance(value, str))
    except msgspec.ValidationError as error:
        place = source if source in (_flag(name), _PREFIX + name.upper()) else f"{source}: {name}"
        raise BadSettings(f"{place}: {error}") from None
    if name == "programs":
        _check_programs(converted, source)
    return converted


def _read_programs(lines: list[str], source: str) -> dict[str, str]:
    """NAME=COMMAND, one per line."""
    found: dict[str, str] = {}
    for line in lines:
        name, _, command = line.partition("=")
        if not command:
            raise BadSettings(f"{source} {line}: NAME=COMMAND is needed")
        found[name] = command
    return found


def _check_programs(programs: dict[str, str], source: str) -> None:
    for name, command in programs.items():
        try:
            if not shlex.split(command):
                raise BadSettings(f"{source} {name}: the command is missing")
            Roster({name: command})
        except BadProgram:
            raise BadSettings(
                f"{source} {name}: a name has small letters, digits and dashes, and no other bot may have it"
            ) from None
        except ValueError as error:
            raise BadSettings(f"{source} {name}: {error}") from None


def _complete(settings: Settings, sources: Mapping[str, str]) -> Settings:
    """Validate combinations of settings, and determine the database."""
    if settings.data and settings.database:
        raise BadSettings(f"give data ({sources['data']}) or database ({sources['database']}), not both")
    url = settings.database or sqlite_url(Path(settings.data).expanduser() if settings.data else default_folder())
    try:
        kind = database_url(url).get_backend_name()
    except UnknownDatabase as error:
        raise BadSettings(f"{sources['database']}: {error}; known are sqlite:/// and postgresql://") from None
    except (ArgumentError, ValueError):
        # What is wrong about it may be a part of the password.
        raise BadSettings(f"{sources['database']}: not a URL; known are sqlite:/// and postgresql://") from None
    if settings.workers > 1 and (kind == "sqlite" or settings.redis is None):
        raise BadSettings("several workers need a database postgresql://… and redis redis://…")
    if 0 < len(settings.secret) < _SHORTEST_SECRET:
        raise BadSettings(
            f"{sources['secret']}: at least {_SHORTEST_SECRET} characters are needed, as from `openssl rand -hex 32`"
        )
    _check_redis(settings.redis, sources["redis"])
    _check_public_url(settings.public_url, sources["public_url"])
    _check_proxies(settings.trusted_proxies, sources["trusted_proxies"])
    _check_mail(settings, sources)
    return msgspec.structs.replace(settings, database=url, secure_cookies=settings.secure_cookies or settings.has_tls)


def _check_redis(url: str | None, source: str) -> None:
    if url is None:
        return
    try:
        parts = urlsplit(url)
        is_good = parts.scheme in ("redis", "rediss", "unix") and (parts.port or 1) > 0
    except ValueError:
        is_good = False
    if not is_good:
        raise BadSettings(f"{source}: not of the form redis://127.0.0.1:6379/0")


def _check_public_url(url: str, source: str) -> None:
    if "@" in url:
        raise BadSettings(f"{source}: everybody sees this address, so it has no user or password")
    try:
        parts = urlsplit(url)
        has_place = bool(parts.hostname) and (parts.port is None or parts.port > 0)
    except ValueError:
        has_place = False
    if url and not (has_place and _ADDRESS.fullmatch(url)):
        raise BadSettings(f"{source}: {url!r} is not of the form https://spike.example.org")


def _check_proxies(proxies: str, source: str) -> None:
    for proxy in filter(None, (part.strip() for part in proxies.split(","))):
        try:
            if proxy != "*":
                ip_network(proxy)
        except ValueError:
            raise BadSettings(f"{source}: {proxy!r} is not an address or a network") from None


def _check_mail(settings: Settings, sources: Mapping[str, str]) -> None:
    if settings.mail_server:
        try:
            read_mail_server(settings.mail_server)
        except BadMailServer as error:
            raise BadSettings(f"{sources['mail_server']}: {error}") from None
        if read_mail_address(parseaddr(settings.mail_from)[1]) is None:
            raise BadSettings(f"mail_from: a sender such as {'Golden Spike <spike@example.org>'!r} is needed to send mail")
    try:
        networks(settings.notice_networks)
    except ValueError as error:
        raise BadSettings(f"{sources['notice_networks']}: {error}") from None


def default_folder() -> Path:
    """The user's data directory for this program."""
    return user_data_path("goldenspike")


def sqlite_url(folder: Path) -> str:
    return f"sqlite:///{folder.absolute() / DATABASE_FILE}"
