"""Names and help for versions, options and their values, errors in setups, and paragraphs."""

from collections.abc import Mapping
from typing import Final

from goldenspike.core.switches import OptionValue, value_name
from goldenspike.text.catalogue import message, words
from goldenspike.titles.catalogue import SWITCHES


def name_version(title: str, version: str, language: str) -> str:
    return words(f"version.{title}.{version}", language)


def help_version(title: str, version: str, language: str) -> str:
    """What a version is about, and for whom."""
    return words(f"version.{title}.{version}.help", language)


def name_group(group: str, language: str) -> str:
    """The heading of a group of options."""
    return words(f"group.{group}", language)


def name_option(option: str, language: str) -> str:
    return words(f"option.{option}", language)


def help_option(option: str, language: str) -> str:
    """What the option changes, and why one would want to."""
    return words(f"option.{option}.help", language)


def name_value(option: str, value: OptionValue, language: str) -> str:
    """The name of a value; on or off for a boolean, a number as it is."""
    if isinstance(value, bool):
        return words(f"value.{value_name(value)}", language)
    if isinstance(value, int):
        return str(value)
    return words(f"option.{option}.{value_name(value)}", language)


def help_value(option: str, value: OptionValue, language: str) -> str:
    """What a value means; empty for booleans and numbers, which the option's help explains."""
    own = message(f"option.{option}.{value_name(value)}.help", language)
    if own is not None:
        return own
    return words("value.off.help", language) if value is False else help_option(option, language)


def explain_exclusion(reason: str, language: str) -> str:
    """Why two values exclude each other, or a box cannot be assembled; `reason` is a code."""
    return words(f"exclusion.{reason}", language)


SETUP_FACTS: Final[Mapping[str, tuple[str, ...]]] = {
    "unknown_title": ("title", "known"),
    "unknown_version": ("title", "version", "known"),
    "bad_players": ("version", "players", "least", "most"),
    "unknown_option": ("option", "known"),
    "unknown_value": ("option", "value", "known"),
    "not_offered": ("option", "version", "known"),
    "impossible": ("reason",),
    "excluded": ("option", "value", "other", "other_value", "reason"),
}
"""The errors in setups by code, with their facts; see `titles.catalogue.BadSetup`."""

_VALUES: Final = {"option": "value", "other": "other_value"}


def explain_setup(code: str, facts: Mapping[str, str], language: str, plain: bool = False) -> str:
    """Why a setup is impossible. `plain` keeps the names of options and values as typed."""
    rendered = dict(facts)
    if "reason" in rendered:
        rendered["reason"] = explain_exclusion(rendered["reason"], language)
    if not plain:
        title, _, version = facts.get("version", "").partition(" ")
        if message(f"version.{title}.{version}", language) is not None:
            rendered["version"] = name_version(title, version, language)
        for option, value in _VALUES.items():
            if message(f"option.{facts.get(option)}", language) is not None:
                if value in facts:
                    rendered[value] = _typed_value(facts[option], facts[value], language)
                rendered[option] = name_option(facts[option], language)
    return words(f"setup.{code}", language, **rendered)


def _typed_value(option: str, typed: str, language: str) -> str:
    """The name of a value given as typed text; the text itself if there is no such value."""
    values = (value for switch in SWITCHES if switch.name == option for value in switch.values)
    found = next((value for value in values if value_name(value) == typed), None)
    return typed if found is None else name_value(option, found, language)


def name_paragraph(paragraph: str, language: str) -> str:
    """A paragraph as cited: its number, or a word if the book has no numbers."""
    return message(f"paragraph.{paragraph}", language) or paragraph
