"""The help page: every option and every reason with its paragraph, in the reader's language."""

from dataclasses import dataclass

from goldenspike import text
from goldenspike.core.options import SWITCHES, value_name
from goldenspike.core.reasons import Reason
from goldenspike.titles.catalogue import CATALOGUE


@dataclass(frozen=True, slots=True)
class OptionHelp:
    name: str
    rules: tuple[str, ...]
    help: str
    values: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Sections:
    options: tuple[tuple[str, tuple[OptionHelp, ...]], ...]
    """By heading."""
    paragraphs: tuple[tuple[str, str], ...]
    """Paragraphs of the rules that a refusal may cite, each in a sentence of our own."""


def help_sections(language: str) -> Sections:
    groups: dict[str, list[OptionHelp]] = {}
    for switch in SWITCHES:
        values = tuple(
            (text.name_value(switch.name, value, language), text.help_value(switch.name, value, language))
            for value in switch.values
            if value_name(value)
        )
        groups.setdefault(text.name_group(switch.group, language), []).append(
            OptionHelp(text.name_option(switch.name, language), switch.rules, text.help_option(switch.name, language), values)
        )
    chapters = {chapter for entry in CATALOGUE for version in entry.versions for _, chapter in version.box.chapters}
    cited = sorted({reason.paragraph for reason in Reason} | chapters)
    paragraphs = tuple((paragraph, text.rule_help(paragraph, language)) for paragraph in cited)
    return Sections(
        tuple((name, tuple(options)) for name, options in groups.items()), tuple(pair for pair in paragraphs if pair[1])
    )
