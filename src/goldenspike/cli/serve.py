"""`goldenspike serve` and `goldenspike settings`: the web application and how it is set up."""

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any

import msgspec
from cyclopts import Parameter
from rich.table import Column, Table

from goldenspike.cli.lan import lan_address
from goldenspike.cli.output import BadInput, print_json, print_table, say
from goldenspike.cli.parameters import Config, Json, Set
from goldenspike.server.qr import letters_of
from goldenspike.server.run import serve
from goldenspike.server.settings import SECRETS, URLS, BadSettings, LoadedSettings, Settings, load_settings
from goldenspike.server.url_secrets import HIDDEN, hide_passwords


def run(
    *,
    config: Config = None,
    host: str | None = None,
    port: int | None = None,
    data: Path | None = None,
    database: str | None = None,
    workers: int | None = None,
    redis: str | None = None,
    secure_cookies: bool | None = None,
    public_url: str | None = None,
    log_format: str | None = None,
    set_: Set = None,
    show: Annotated[bool, Parameter(name="--open", help="open the lobby in the browser")] = False,
    thinkers: int | None = None,
    program: list[str] | None = None,
    absence: float | None = None,
    unlimited: bool = False,
    lan: bool = False,
) -> None:
    """Serve the web application. `goldenspike settings` lists every setting, including its environment variable.

    Parameters
    ----------
    host
        the address to listen on
    port
        the port to listen on
    data
        the directory of the embedded database
    database
        URL of a PostgreSQL database instead
    workers
        number of processes; more than one needs PostgreSQL and Redis
    redis
        URL of Redis, for live updates between processes
    secure_cookies
        send cookies over TLS only, for servers behind a TLS proxy
    public_url
        the address under which people reach the server, such as https://spike.example.org
    log_format
        text or json
    thinkers
        bot processes per worker; 0 for one less than there are processors, at most 4
    program
        NAME=COMMAND: offer a program of your own as a bot; may be given several times
    absence
        minutes a game must have waited for a player before a stand-in can be proposed
    unlimited
        do not limit the rate of requests; for load tests
    lan
        listen on this machine's address in the local network, and show it with a QR code for phones
    """
    if lan and host is None:
        host = lan_address()
    flags = {
        "host": host,
        "port": port,
        "data": str(data) if data is not None else None,
        "database": database,
        "workers": workers,
        "redis": redis,
        "secure_cookies": secure_cookies,
        "public_url": public_url,
        "log_format": log_format,
        "thinkers": thinkers,
        "programs": program,
        "absence": absence,
        "limits": False if unlimited else None,
    }
    given = {name: value for name, value in flags.items() if value is not None}
    try:
        settings = load(config, read_set(set_) | given).settings
        code = letters_of(settings.public_url or f"http://{settings.host}:{settings.port}/") if lan else ""
        serve(settings, open_browser=show, announce=lambda text: say(f"{text}\n{code}".rstrip("\n")))
    except BadSettings as error:
        raise BadInput(str(error)) from None


def read_set(words: list[str] | None) -> dict[str, str]:
    """Settings given as `name=value`."""
    chosen: dict[str, str] = {}
    for word in words or []:
        name, equals, value = word.partition("=")
        if not equals:
            raise BadInput(f"--set {word}: name=value is needed")
        chosen[name.replace("-", "_")] = value
    return chosen


def list_settings(*, config: Config = None, set_: Set = None, json: Json = False) -> None:
    """List every setting of the server: its value, where it came from, and what it does."""
    loaded = load(config, read_set(set_))
    rows = [
        {
            "name": field.name,
            "value": _shown(field.name, getattr(loaded.settings, field.name)),
            "source": loaded.sources[field.name],
            "help": description_of(field.type),
        }
        for field in msgspec.structs.fields(Settings)
    ]
    if json:
        print_json(rows)
        return
    columns = ("setting", Column("value", overflow="fold"), Column("from", overflow="fold"), "what it does")
    table = Table(*columns, box=None, pad_edge=False)
    for row in rows:
        table.add_row(row["name"], "" if row["value"] is None else str(row["value"]), row["source"], row["help"])
    print_table(table)


def description_of(kind: Any) -> str:
    """The description that a field of the settings carries."""
    return next((meta.description for meta in kind.__metadata__ if meta.description), "")


def load(config: Path | None, flags: Mapping[str, Any]) -> LoadedSettings:
    """All settings; BadInput names the first invalid one."""
    try:
        return load_settings({name: value for name, value in flags.items() if value is not None}, config)
    except BadSettings as error:
        raise BadInput(str(error)) from None


def _shown(name: str, value: Any) -> Any:
    """The value without secrets: neither keys nor the passwords in addresses."""
    if name in SECRETS:
        return HIDDEN if value else ""
    return hide_passwords(value) if name in URLS and value else value
