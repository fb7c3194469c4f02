"""The help pages, in the reader's language: every option, where each paragraph of the rules is, and the rulings."""

from dataclasses import dataclass

from goldenspike import text
from goldenspike.core.switches import value_name
from goldenspike.text.rules import CONTENTS, Paragraph, link_paragraph, reference
from goldenspike.titles.catalogue import SWITCHES


@dataclass(frozen=True, slots=True)
class OptionHelp:
    code: str
    name: str
    rules: tuple[tuple[str, str], ...]
    """Its paragraphs, each with its address in the rules."""
    help: str
    values: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class RulingHelp:
    anchor: str
    name: str
    text: str
    paragraphs: tuple[tuple[str, str], ...]
    """The paragraph as printed, and its address in the rules."""
    option: str
    """The name of the option for other readings; empty if there is none."""
    others: str


@dataclass(frozen=True, slots=True)
class RulingsOfTitle:
    title: str
    rulings: tuple[RulingHelp, ...]
    note: str


@dataclass(frozen=True, slots=True)
class Sections:
    options: tuple[tuple[str, tuple[OptionHelp, ...]], ...]
    """By heading."""
    paragraphs: tuple[tuple[str, tuple[Paragraph, ...]], ...]
    """By title: the paragraphs of its rules."""


def help_sections(language: str) -> Sections:
    groups: dict[str, list[OptionHelp]] = {}
    for switch in SWITCHES:
        values = tuple(
            (text.name_value(switch.name, value, language), text.help_value(switch.name, value, language))
            for value in switch.values
            if value_name(value)
        )
        name, help = text.name_option(switch.name, language), text.help_option(switch.name, language)
        groups.setdefault(text.name_group(switch.group, language), []).append(
            OptionHelp(switch.name, name, tuple((one, link_paragraph(one)) for one in switch.paragraphs), help, values)
        )
    paragraphs = tuple(
        (title, tuple(one for chapter in reference(title, language) for one in chapter.paragraphs)) for title in CONTENTS
    )
    return Sections(tuple((name, tuple(options)) for name, options in groups.items()), paragraphs)


def ruling_sections(language: str) -> tuple[RulingsOfTitle, ...]:
    """The rulings by title, in the order of the book."""
    return tuple(
        RulingsOfTitle(
            title,
            tuple(
                RulingHelp(
                    f"{title}-{ruling.key}",
                    text.name_ruling(title, ruling, language),
                    text.say_ruling(title, ruling, language),
                    tuple(
                        (text.name_paragraph(printed, language), link_paragraph(printed, title)) for printed in ruling.paragraphs
                    ),
                    ruling.option,
                    text.other_readings(ruling, language),
                )
                for ruling in rulings
            ),
            text.note_on_rulings(title, language),
        )
        for title, rulings in text.RULINGS.items()
    )
