"""`goldenspike titles`: what can be played, and every switch with its values."""

from typing import Any

from rich.console import Console
from rich.table import Table

from goldenspike import text
from goldenspike.cli.arguments import line_of, why_excluded
from goldenspike.cli.output import BadInput, print_json
from goldenspike.cli.parameters import Json
from goldenspike.core.switches import Switch, value_name
from goldenspike.text import FALLBACK
from goldenspike.titles.catalogue import CATALOGUE, UnknownOption, Version, exclusions_of, find_switch


def describe_option(version: Version, switch: Switch) -> dict[str, Any]:
    return {
        "name": switch.name,
        "group": switch.group,
        "rules": list(switch.rules),
        "values": [value_name(value) for value in switch.values],
        **({"range": [0, switch.most]} if switch.most else {}),
        "default": version.default_of(switch),
        "excludes": [
            {
                "value": rule.value,
                "option": rule.other,
                "option_value": rule.other_value,
                "reason": rule.reason,
                "why": why_excluded(rule.reason),
            }
            for rule in exclusions_of(switch)
        ],
    }


def values_of(version: Version, switch: Switch) -> str:
    """The values of a switch for people, the default first and in bold."""
    default = version.default_of(switch)
    if switch.most:
        return f"[bold]{default}[/bold] to {switch.most}"
    others = [value_name(value) for value in switch.values if value_name(value) != default]
    return ", ".join([f"[bold]{default}[/bold]", *others])


def describe() -> dict[str, Any]:
    """All titles as plain data."""
    return {
        "titles": [
            {
                "title": entry.name,
                "versions": [
                    {
                        "version": version.name,
                        "players": list(version.players),
                        "options": [describe_option(version, switch) for switch in version.switches],
                        "impossible": [{"reason": reason, "why": why_excluded(reason)} for reason in version.reasons],
                    }
                    for version in entry.versions
                ],
            }
            for entry in CATALOGUE
        ]
    }


def explain_option(name: str) -> dict[str, Any]:
    """What an option decides and what each of its values brings, in words."""
    try:
        switch = find_switch(name)
    except UnknownOption as error:
        raise BadInput(line_of(error)) from None
    return {
        "name": switch.name,
        "title": text.name_option(switch.name, FALLBACK),
        "help": text.help_option(switch.name, FALLBACK),
        "rules": list(switch.rules),
        "values": [
            {
                "value": value_name(value),
                "title": text.name_value(switch.name, value, FALLBACK),
                "help": text.help_value(switch.name, value, FALLBACK),
            }
            for value in switch.values
        ],
        **({"range": [0, switch.most]} if switch.most else {}),
    }


def print_option(explained: dict[str, Any]) -> None:
    print(f"{explained['name']}: {explained['title']}\n{explained['help']}")
    if "range" in explained:
        print(f"  {explained['range'][0]} to {explained['range'][1]}")
    for value in explained["values"]:
        print(f"  {value['value']}: {value['help']}")


def run(*, option: str | None = None, json: Json = False) -> None:
    """List the titles, their versions and every option.

    Parameters
    ----------
    option
        explain this one option
    """
    if option is not None:
        explained = explain_option(option)
        if json:
            print_json(explained)
        else:
            print_option(explained)
        return
    if json:
        print_json(describe())
        return
    console = Console()
    for entry in CATALOGUE:
        for version in entry.versions:
            table = Table(
                title=f"{entry.name} {version.name}, {min(version.players)} to {max(version.players)} players",
                title_justify="left",
            )
            for heading in ("option", "values (first: default)", "rules"):
                table.add_column(heading, overflow="fold")
            for switch in version.switches:
                table.add_row(switch.name, values_of(version, switch), ", ".join(switch.rules))
            console.print(table)
