"""Names and help for versions, options and their values, and for the paragraphs that reasons rest on."""

from goldenspike.core.options import Exclusion, OptionValue, value_name
from goldenspike.text.catalogue import message
from goldenspike.text.names import words


def name_version(title: str, version: str, language: str) -> str:
    return words(f"version.{title}.{version}", language)


def help_version(title: str, version: str, language: str) -> str:
    """What a version is about, and for whom."""
    return words(f"version.{title}.{version}.help", language)


def name_group(group: str, language: str) -> str:
    """The heading under which options stand together."""
    return words(f"group.{group}", language)


def name_option(option: str, language: str) -> str:
    return words(f"option.{option}", language)


def help_option(option: str, language: str) -> str:
    """What the option changes, and why one would want to."""
    return words(f"option.{option}.help", language)


def name_value(option: str, value: OptionValue, language: str) -> str:
    """What a value is called; a plain switch is on or off, and a number is itself."""
    if isinstance(value, bool):
        return words(f"value.{value_name(value)}", language)
    if isinstance(value, int):
        return str(value)
    return words(f"option.{option}.{value_name(value)}", language)


def help_value(option: str, value: OptionValue, language: str) -> str:
    """What a value means. A plain switch or a number needs no words of its own: the option's help says it."""
    own = message(f"option.{option}.{value_name(value)}.help", language)
    if own is not None:
        return own
    return words("value.off.help", language) if value is False else help_option(option, language)


def explain_exclusion(exclusion: Exclusion, language: str) -> str:
    """Why two values cannot stand together."""
    return words(f"exclusion.{exclusion.reason}", language)


def rule_help(paragraph: str, language: str) -> str:
    """A paragraph in one sentence of our own; empty where there is none."""
    return message(f"rule.{paragraph}", language) or ""
