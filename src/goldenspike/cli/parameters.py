"""Parameters that several commands share."""

from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

Title = Annotated[str, Parameter(help="the title, such as 1830")]
TitleVersion = Annotated[str | None, Parameter(name="--version", help="version of the title; the first one if not given")]
Option = Annotated[
    list[str] | None, Parameter(name="--option", help="a rule that differs from the version, as name=value; repeatable")
]
Players = Annotated[int, Parameter(help="how many players")]
Games = Annotated[int, Parameter(help="how many games")]
Seed = Annotated[int, Parameter(help="the same seed gives the same games")]
Config = Annotated[Path | None, Parameter(help="a TOML file with settings")]
Set = Annotated[list[str] | None, Parameter(name="--set", help="any setting, as name=value; repeatable")]
Json = Annotated[bool, Parameter(name="--json", help="answer in JSON")]
