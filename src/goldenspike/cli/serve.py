"""`goldenspike serve` and `goldenspike settings`: the web application and how it is set up."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec
from rich.console import Console
from rich.table import Column, Table
from sqlalchemy.engine import make_url

from goldenspike.cli.output import BadInput, print_json, say
from goldenspike.server.run import serve
from goldenspike.server.settings import SECRETS, URLS, BadSettings, LoadedSettings, Settings, load_settings


def run(config: Path | None, flags: Mapping[str, Any], show: bool) -> None:
    try:
        serve(load(config, flags).settings, open_browser=show, announce=say)
    except BadSettings as error:
        raise BadInput(str(error)) from None


def read_set(words: list[str]) -> dict[str, str]:
    """Settings given as `name=value`."""
    chosen: dict[str, str] = {}
    for word in words:
        name, equals, value = word.partition("=")
        if not equals:
            raise BadInput(f"--set {word}: name=value is needed")
        chosen[name.replace("-", "_")] = value
    return chosen


def list_settings(config: Path | None, flags: Mapping[str, Any], as_json: bool) -> None:
    """Every setting with its value, where it came from and what it does; secrets are hidden."""
    loaded = load(config, flags)
    rows = [
        {
            "name": field.name,
            "value": _shown(field.name, getattr(loaded.settings, field.name)),
            "source": loaded.sources[field.name],
            "help": description_of(field.type),
        }
        for field in msgspec.structs.fields(Settings)
    ]
    if as_json:
        print_json(rows)
        return
    table = Table("setting", "value", Column("from", no_wrap=True), "what it does", box=None, pad_edge=False)
    for row in rows:
        table.add_row(row["name"], str(row["value"]), row["source"], row["help"])
    Console().print(table)


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
        return "(hidden)" if value else ""
    return make_url(value).render_as_string(hide_password=True) if name in URLS and value else value
