"""The help pages, in the reader's language: every option, every reason with its paragraph, and the rulings."""

from dataclasses import dataclass
from functools import cache

from goldenspike import text
from goldenspike.core.reasons import Reason
from goldenspike.core.switches import value_name
from goldenspike.titles.catalogue import CATALOGUE, SWITCHES


@dataclass(frozen=True, slots=True)
class OptionHelp:
    code: str
    name: str
    rules: tuple[str, ...]
    help: str
    values: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class RulingHelp:
    anchor: str
    name: str
    text: str
    paragraphs: tuple[tuple[str, str], ...]
    """The paragraph as printed, and the one explained in the help; empty if there is none."""
    option: str
    """The name of the option for other readings; empty if there is none."""
    others: str


@dataclass(frozen=True, slots=True)
class RulingsOfTitle:
    title: str
    rulings: tuple[RulingHelp, ...]
    note: str


@dataclass(frozen=True, slots=True)
class Paragraph:
    number: str
    meaning: str
    rulings: tuple[RulingHelp, ...]
    """The rulings on it."""


@dataclass(frozen=True, slots=True)
class Sections:
    options: tuple[tuple[str, tuple[OptionHelp, ...]], ...]
    """By heading."""
    paragraphs: tuple[tuple[str, tuple[Paragraph, ...]], ...]
    """By title: the paragraphs of its rules, each summarized in our own words."""


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
            OptionHelp(switch.name, name, switch.paragraphs, help, values)
        )
    ruled: dict[str, list[RulingHelp]] = {}
    for section in ruling_sections(language):
        for ruling in section.rulings:
            for _, number in ruling.paragraphs:
                ruled.setdefault(number, []).append(ruling)

    def paragraph(number: str) -> Paragraph:
        name = text.name_paragraph(number, language)
        return Paragraph(name, text.rule_help(number, language), tuple(ruled.get(name, ())))

    paragraphs = tuple((title, tuple(paragraph(number) for number in numbers)) for title, numbers in _paragraphs().items())
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
                        (text.name_paragraph(printed, language), text.name_paragraph(_linked_paragraph(printed), language))
                        for printed in ruling.paragraphs
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


def _linked_paragraph(printed: str) -> str:
    """The paragraph of the help that a ruling belongs to: 7.2.1 for 7.2.1(3)."""
    number = printed.partition("(")[0]
    return number if any(number in numbers for numbers in _paragraphs().values()) else ""


@cache
def _paragraphs() -> dict[str, tuple[str, ...]]:
    """The paragraphs in the help, by title: the chapters of its book, or all that refusals and explanations cite."""
    cited = sorted({reason.paragraph for reason in Reason} | {term.paragraph for term in text.TERMS.values()})
    own = {chapter for entry in CATALOGUE for version in entry.versions for chapter in version.box.contents}
    return {
        entry.name: entry.versions[0].box.contents
        or tuple(number for number in cited if number not in own and text.rule_help(number, text.FALLBACK))
        for entry in CATALOGUE
    }
