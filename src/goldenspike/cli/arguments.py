"""Converts arguments to a setup, and errors to one line."""

from collections.abc import Sequence

from goldenspike.bots.roster import BOTS, find_maker
from goldenspike.cli.output import BadInput
from goldenspike.core.title import Setup
from goldenspike.text import FALLBACK, explain_exclusion, explain_setup
from goldenspike.titles.catalogue import BadSetup, make


def why_excluded(reason: str) -> str:
    """Why two option values exclude each other, in words."""
    return explain_exclusion(reason, FALLBACK)


def line_of(error: BadSetup) -> str:
    return explain_setup(error.code, error.facts, FALLBACK, plain=True)


def parse_options(words: Sequence[str]) -> dict[str, str]:
    """`name=value` arguments as a mapping."""
    options: dict[str, str] = {}
    for word in words:
        name, equals, value = word.partition("=")
        if not equals or not name or not value:
            raise BadInput(f"option {word!r} is not of the form name=value")
        if options.get(name, value) != value:
            raise BadInput(f"option {name} is set twice, to {options[name]} and {value}")
        options[name] = value
    return options


def make_setup(title: str, version: str | None, players: int, options: Sequence[str]) -> Setup:
    try:
        return make(title, version, players, parse_options(options))
    except BadSetup as error:
        raise BadInput(line_of(error)) from error


def parse_bots(text: str, setup: Setup | None = None) -> list[str]:
    """Names of bots, separated by commas; without a map only the random one can play."""
    names = [name.strip() for name in text.split(",")]
    for name in names:
        if find_maker(name) is None:
            raise BadInput(f"unknown bot {name!r}: known are {', '.join(BOTS)}")
    if setup is not None and not setup.has_map and set(names) != {"random"}:
        raise BadInput("without a map only the random bot can play: it draws what the trains earn")
    return names


def at_least(name: str, value: int, least: int) -> int:
    if value < least:
        raise BadInput(f"--{name} must be at least {least}, not {value}")
    return value
