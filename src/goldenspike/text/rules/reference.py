"""The rules of a title in one language, with the figures of a setup; at a table also with what its options decide."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache

from goldenspike.core.reasons import Reason
from goldenspike.core.switches import Switch
from goldenspike.core.title import Setup
from goldenspike.text.catalogue import dialect, message
from goldenspike.text.explanations import TERMS
from goldenspike.text.rules.contents import CONTENTS, Entry, entries_of, find_entry
from goldenspike.text.rules.figures import figures_of, standard_setup
from goldenspike.text.rulings import RULINGS, Ruling
from goldenspike.text.switches import help_value, name_option, name_paragraph, name_value
from goldenspike.titles.catalogue import CATALOGUE, find_version, name_in
from goldenspike.titles.catalogue import find_entry as find_title


@dataclass(frozen=True, slots=True)
class Choice:
    """What holds at a table where an option decides."""

    option: str
    name: str
    value: str
    help: str
    differs: bool
    """Whether the standard game, which the text describes, has another value."""
    address: str
    """Where the option is explained."""


@dataclass(frozen=True, slots=True)
class Paragraph:
    number: str
    name: str
    """The number as it is cited; a word if the book has none."""
    anchors: tuple[str, ...]
    """Other names under which it is cited."""
    depth: int
    heading: str
    lead: str
    details: tuple[str, ...]
    note: str
    example: str
    shows: tuple[str, ...]
    options: tuple[tuple[str, str], ...]
    """The options that change it: code and name."""
    here: tuple[Choice, ...]
    """What holds at the table."""
    rulings: tuple[Ruling, ...]

    @property
    def text(self) -> str:
        """Everything that can be searched."""
        options = (name for _, name in self.options)
        return "\n".join((self.name, self.heading, self.lead, *self.details, self.note, self.example, *options))


@dataclass(frozen=True, slots=True)
class Chapter:
    name: str
    heading: str
    paragraphs: tuple[Paragraph, ...]


@lru_cache(maxsize=64)
def reference(title: str, language: str, setup: Setup | None = None) -> tuple[Chapter, ...]:
    """All chapters of a title's rules; with a setup, as they are played at that table."""
    own = dialect(language, title)
    facts = figures_of(setup or standard_setup(title), own)
    return tuple(
        Chapter(
            part.name, name_part(title, part.name, own), tuple(_write(title, entry, own, facts, setup) for entry in part.entries)
        )
        for part in CONTENTS[title]
    )


def name_part(title: str, part: str, language: str) -> str:
    return message(f"rule.{title}/{part}", language) or part


def _write(title: str, entry: Entry, language: str, facts: Mapping[str, str], setup: Setup | None) -> Paragraph:
    id = f"rule.{title}.{entry.number}"

    def say(part: str) -> str:
        return (message(f"{id}#{part}", language) or "").format(**facts)

    sentences = [say(str(number)) for number in range(1, sentence_count(title, entry.number) + 1)]
    name = name_paragraph(entry.number, language)
    return Paragraph(
        entry.number,
        name,
        tuple(anchor for anchor in (*anchors_of(title)[entry.number], name) if anchor != entry.number),
        min(entry.number.count("."), 2),
        message(id, language) or entry.number,
        sentences[0],
        tuple(sentences[1:]),
        say("note"),
        say("example"),
        entry.shows,
        tuple((code, name_option(code, language)) for code in options_at(title, entry.number)),
        tuple(_choices(title, entry, language, setup)) if setup is not None else (),
        tuple(ruling for ruling in RULINGS[title] if any(find_entry(title, number) is entry for number in ruling.paragraphs)),
    )


@cache
def sentence_count(title: str, number: str) -> int:
    """How many sentences a paragraph has, the rule and its details."""
    count = 0
    while message(f"rule.{title}.{number}#{count + 1}", "en") is not None:
        count += 1
    return count


# --- options


@cache
def _switches(title: str) -> Mapping[str, Switch]:
    """The options of all versions of a title."""
    return {switch.name: switch for version in find_title(title).versions for switch in version.switches}


@cache
def options_at(title: str, number: str) -> tuple[str, ...]:
    """The options that change a paragraph: those listed with it, and those whose own paragraph it is."""
    listed = next(entry for entry in entries_of(title) if entry.number == number).options
    cited = (name for name, switch in _switches(title).items() if _is_about(title, switch, number))
    return tuple(name for name in dict.fromkeys((*listed, *cited)) if name in _switches(title))


def paragraphs_of_option(title: str, switch: Switch) -> tuple[tuple[str, str], ...]:
    """Where an option is explained: the paragraphs that it cites, or else those that list it, each with its address."""
    cited = tuple(number for number in switch.paragraphs if find_entry(title, number) is not None)
    listed = (entry.number for entry in entries_of(title) if switch.name in options_at(title, entry.number))
    return tuple((number, link_paragraph(number, title)) for number in cited or listed)


def _is_about(title: str, switch: Switch, number: str) -> bool:
    found = (find_entry(title, rule) for rule in switch.rules)
    return any(entry is not None and entry.number == number for entry in found)


def differences_of(setup: Setup, language: str) -> tuple[Choice, ...]:
    """How a table differs from the standard game, which is the first version of its title."""
    title = setup.title.name
    offered = find_version(title, setup.title.version).offered
    own = dialect(language, title)
    found = (_choice(title, switch, own, setup) for name, switch in _switches(title).items() if name in offered)
    return tuple(choice for choice in found if choice.differs)


def _choice(title: str, switch: Switch, language: str, setup: Setup) -> Choice:
    value = getattr(setup.options, switch.name, switch.default)
    differs = name_in(setup.options, switch) != find_version(title).default_of(switch)
    name, shown = name_option(switch.name, language), name_value(switch.name, value, language)
    address = next((address for _, address in paragraphs_of_option(title, switch)), "")
    return Choice(switch.name, name, shown, help_value(switch.name, value, language), differs, address)


def _choices(title: str, entry: Entry, language: str, setup: Setup) -> Iterator[Choice]:
    """What a table plays: every choice between several values, and whatever is switched on."""
    offered = find_version(title, setup.title.version).offered
    for name in options_at(title, entry.number):
        switch = _switches(title)[name]
        value = getattr(setup.options, name, switch.default)
        choice = _choice(title, switch, language, setup)
        if name in offered and (choice.differs or not (isinstance(value, bool | int) or value.value == "version")):
            yield choice


# --- links


@cache
def anchors_of(title: str) -> Mapping[str, tuple[str, ...]]:
    """For each paragraph the other names under which reasons, options, terms and rulings cite it."""
    found: dict[str, list[str]] = {entry.number: list(entry.also) for entry in entries_of(title)}
    for cited in _cited(title):
        entry = find_entry(title, cited)
        if entry is not None and cited != entry.number and cited not in found[entry.number]:
            found[entry.number].append(cited)
    return {number: tuple(names) for number, names in found.items()}


def _cited(title: str) -> Iterator[str]:
    yield from (reason.paragraph for reason in Reason)
    yield from (term.paragraph for term in TERMS.values() if term.paragraph)
    for version in find_title(title).versions:
        yield from (rule for switch in version.switches for rule in switch.rules)
        yield from (chapter for _, chapter in version.box.chapters if chapter)
    yield from (number for ruling in RULINGS[title] for number in ruling.paragraphs)


def is_in_reference(title: str, cited: str) -> bool:
    return find_entry(title, cited) is not None


def link_paragraph(cited: str, title: str = "") -> str:
    """The address of a paragraph; without a title, in the first book that has it. Empty if none does."""
    for entry in CATALOGUE:
        found = find_entry(entry.name, cited) if title in ("", entry.name) else None
        if found is not None:
            return f"/rules/{entry.name}#rule-{found.number}"
    return ""
