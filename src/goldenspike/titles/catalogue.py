"""The catalogue of titles and versions, and the one function that turns chosen options into a setup.

The command line and the web application both use it, so they offer the same choices and report the same errors. Options are
given by name (`{"sell_order": "sell_buy"}`); an impossible choice raises a `BadSetup` with facts.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from functools import lru_cache
from typing import Any, Final

from goldenspike.core import options as core_options
from goldenspike.core.options import Options
from goldenspike.core.switches import Exclusion, Group, OptionValue, Switch, switches_of, value_name
from goldenspike.core.title import Setup, Title
from goldenspike.titles import g1830, g1862
from goldenspike.titles.g1830 import options as options_1830
from goldenspike.titles.g1830.boxes import BASE, CLASSIC, S1, S2, S3, S4, S5, S6
from goldenspike.titles.g1830.starter import STARTER, STARTER_OPTIONS, STARTER_REASONS, impossible_starter, make_starter
from goldenspike.titles.g1830.switches import REASONS, impossible
from goldenspike.titles.g1830.versions import BASE_OPTIONS, CLASSIC_OPTIONS, S4_OPTIONS, S5_OPTIONS, S6_OPTIONS
from goldenspike.titles.g1862 import options as options_1862


class BadSetup(ValueError):
    """An impossible setup; `code` and `facts` say why, the sentence is in `text`."""

    code = "bad_setup"

    def __init__(self, **facts: str) -> None:
        super().__init__(self.code, facts)
        self.facts = facts

    def __str__(self) -> str:
        return f"{self.code} ({', '.join(f'{name}: {fact}' for name, fact in self.facts.items())})"


class UnknownTitle(BadSetup):
    """Facts: title, known."""

    code = "unknown_title"


class UnknownVersion(BadSetup):
    """Facts: title, version, known."""

    code = "unknown_version"


class BadPlayers(BadSetup):
    """Facts: version (with the title, such as "1830 starter"), players, least, most."""

    code = "bad_players"


class UnknownOption(BadSetup):
    """Facts: option, known."""

    code = "unknown_option"


class UnknownValue(BadSetup):
    """Facts: option, value, known."""

    code = "unknown_value"


class NotOffered(BadSetup):
    """Facts: option, version, known."""

    code = "not_offered"


class Impossible(BadSetup):
    """Facts: reason."""

    code = "impossible"


class Excluded(BadSetup):
    """Facts: option, value, other, other_value, reason."""

    code = "excluded"


@dataclass(frozen=True, slots=True)
class Version:
    """A version of a title: its box, the defaults of its options, and how a setup is made from them."""

    name: str
    box: Title
    defaults: Options
    make: Callable[[Title, Options, int], Setup]
    offered: tuple[str, ...]
    """Names of the options that a table may set."""

    check: Callable[[Title, Options, int], str] | None = None
    """The reason why a box cannot be assembled for a number of players, as a code; empty if it can."""

    reasons: tuple[str, ...] = ()
    """The codes that `check` may return."""

    hours: tuple[int, int] = (3, 5)
    """How long a game takes among players who know the rules, according to the rule books."""

    @property
    def switches(self) -> tuple[Switch, ...]:
        """The options that a table may set."""
        return tuple(switch for switch in switches_of(type(self.defaults)) if switch.name in self.offered)

    @property
    def players(self) -> tuple[int, ...]:
        return tuple(number for number, _ in self.box.starting_money)

    def default_of(self, switch: Switch) -> str:
        return name_in(self.defaults, switch)


@dataclass(frozen=True, slots=True)
class Entry:
    """A title and its versions, the default first."""

    name: str
    versions: tuple[Version, ...]


CATALOGUE: tuple[Entry, ...] = (
    Entry(
        "1830",
        (
            Version("classic", CLASSIC, CLASSIC_OPTIONS, g1830.make_setup, options_1830.OFFERED, impossible, REASONS),
            Version("base", BASE, BASE_OPTIONS, g1830.make_setup, options_1830.OFFERED, impossible, REASONS),
            Version(
                "starter",
                STARTER,
                STARTER_OPTIONS,
                make_starter,
                options_1830.STARTER_OFFERED,
                impossible_starter,
                STARTER_REASONS,
                hours=(1, 1),
            ),
            Version("s1", S1, CLASSIC_OPTIONS, g1830.make_setup, options_1830.OFFERED, impossible, REASONS),
            Version("s2", S2, CLASSIC_OPTIONS, g1830.make_setup, options_1830.OFFERED, impossible, REASONS),
            Version("s3", S3, CLASSIC_OPTIONS, g1830.make_setup, options_1830.OFFERED, impossible, REASONS),
            Version("s4", S4, S4_OPTIONS, g1830.make_setup, options_1830.OFFERED, impossible, REASONS),
            Version("s5", S5, S5_OPTIONS, g1830.make_setup, options_1830.OFFERED, impossible, REASONS),
            Version("s6", S6, S6_OPTIONS, g1830.make_setup, options_1830.OFFERED, impossible, REASONS),
        ),
    ),
    Entry(
        "1862",
        (Version("standard", g1862.STANDARD, g1862.STANDARD_OPTIONS, g1862.make_setup, options_1862.OFFERED, hours=(5, 7)),),
    ),
)


def _all_switches() -> tuple[Switch, ...]:
    versions = [version for entry in CATALOGUE for version in entry.versions]
    found = {switch.name: switch for version in versions for switch in switches_of(type(version.defaults))}
    groups = [group.value for group in Group]
    return tuple(sorted(found.values(), key=lambda switch: groups.index(switch.group)))


SWITCHES = _all_switches()
"""The options of all titles."""

_BY_NAME: Final = {switch.name: switch for switch in SWITCHES}
_VALUES: Final = {switch.name: {value_name(value): value for value in switch.values} for switch in SWITCHES}
"""The values of each option by name, none for an option that takes a number."""

EXCLUSIONS = (*options_1830.EXCLUSIONS, *core_options.EXCLUSIONS)
"""The exclusions of all titles."""


def name_in(options: Options, switch: Switch) -> str:
    """The name of an option's value; its default if the title does not have the option."""
    value: OptionValue = getattr(options, switch.name, switch.default)
    return value_name(value)


def exclusions_of(switch: Switch) -> list[Exclusion]:
    """The exclusions that involve an option, each turned so that the option comes first."""
    turned = [
        Exclusion(rule.other, rule.other_value, rule.option, rule.value, rule.reason)
        for rule in EXCLUSIONS
        if rule.other == switch.name
    ]
    return [rule for rule in EXCLUSIONS if rule.option == switch.name] + turned


def find_entry(title: str) -> Entry:
    for entry in CATALOGUE:
        if entry.name == title:
            return entry
    raise UnknownTitle(title=title, known=", ".join(entry.name for entry in CATALOGUE))


def find_version(title: str, version: str | None = None) -> Version:
    """A version of a title, the first if none is named."""
    entry = find_entry(title)
    for found in entry.versions:
        if version is None or found.name == version:
            return found
    known = ", ".join(found.name for found in entry.versions)
    raise UnknownVersion(title=title, version=str(version), known=known)


def find_switch(name: str) -> Switch:
    if name not in _BY_NAME:
        raise UnknownOption(option=name, known=", ".join(_BY_NAME))
    return _BY_NAME[name]


def find_value(name: str, value: str) -> OptionValue:
    """The value of an option by name."""
    switch = find_switch(name)
    if switch.most:
        digits = value.lstrip("0") or value[:1]  # Do not parse numbers with thousands of digits.
        if digits.isascii() and digits.isdigit() and len(digits) <= len(str(switch.most)) and int(digits) <= switch.most:
            return int(digits)
        raise UnknownValue(option=name, value=value, known=f"0–{switch.most}")
    values = _VALUES[name]
    if value not in values:
        raise UnknownValue(option=name, value=value, known=", ".join(values))
    return values[value]


def choose_options(defaults: Options, requested: Mapping[str, str]) -> Options:
    """The defaults with some values changed; raises BadSetup if they exclude each other."""
    chosen: dict[str, Any] = {name: find_value(name, value) for name, value in requested.items() if hasattr(defaults, name)}
    options = replace(defaults, **chosen)
    for rule in EXCLUSIONS:
        if _has_value(options, rule.option, rule.value) and _has_value(options, rule.other, rule.other_value):
            raise Excluded(
                option=rule.option, value=rule.value, other=rule.other, other_value=rule.other_value, reason=rule.reason
            )
    return options


def _has_value(options: Options, name: str, value: str) -> bool:
    return name_in(options, find_switch(name)) == value


FORMER_READINGS: Mapping[str, str] = {
    "exchange_after_sale": "allowed",
    "unfloated_price": "falls",
    "express_bonus": "passing",
}
"""Options added later, and the value that earlier games were played with."""


def with_former_readings(options: Mapping[str, str], offered: Sequence[str]) -> Mapping[str, str]:
    """The options of a saved game; options added since then get the value that was played."""
    is_saved = len(options) > len(fields(Options)) // 2
    former = {name: value for name, value in FORMER_READINGS.items() if name in offered}
    return {**former, **options} if is_saved else options


def make(title: str, version: str | None, players: int, options: Mapping[str, str] | None = None) -> Setup:
    """The setup of a table: title, version (the first if None), players, and the options that differ from the version's."""
    return _make(title, version, players, tuple((options or {}).items()))


@lru_cache(maxsize=64)
def _make(title: str, version: str | None, players: int, options: tuple[tuple[str, str], ...]) -> Setup:
    found = find_version(title, version)
    if players not in found.players:
        least, most = str(min(found.players)), str(max(found.players))
        raise BadPlayers(version=f"{title} {found.name}", players=str(players), least=least, most=most)
    requested = with_former_readings(dict(options), found.offered)
    for name, value in requested.items():
        if name not in found.offered and value_name(find_value(name, value)) != found.default_of(find_switch(name)):
            raise NotOffered(option=name, version=found.name, known=", ".join(switch.name for switch in found.switches))
    chosen = choose_options(found.defaults, requested)
    reason = found.check(found.box, chosen, players) if found.check else ""
    if reason:
        raise Impossible(reason=reason)
    return found.make(found.box, chosen, players)
