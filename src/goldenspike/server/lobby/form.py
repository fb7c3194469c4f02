"""The form for a new table, generated from the catalogue of titles and their options."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final

import msgspec

from goldenspike import svg, text
from goldenspike.bots.roster import BOTS, STRENGTH
from goldenspike.core.options import Knowledge, MapKeeping
from goldenspike.core.switches import Switch, value_name
from goldenspike.protocol.messages import ClockKind, ClockRule, HintPolicy, SeatRequest, TableRequest, TimeOut
from goldenspike.server.problems import Problem, bad_setup
from goldenspike.server.thinking.roster import Roster
from goldenspike.server.words import Words
from goldenspike.text.rules import paragraphs_of_option
from goldenspike.titles.catalogue import CATALOGUE, SWITCHES, BadSetup, Version, exclusions_of, find_value, find_version, make

DEFAULT_PLAYERS: Final = 4
DAY_SECONDS: Final = 24 * 3600


@dataclass(frozen=True, slots=True)
class Choice:
    value: str
    name: str
    help: str
    is_default: bool
    is_chosen: bool


@dataclass(frozen=True, slots=True)
class OptionField:
    name: str
    title: str
    help: str
    rules: tuple[tuple[str, str], ...]
    """Its paragraphs, each with its address in the rules."""
    choices: tuple[Choice, ...]
    warnings: tuple[str, ...]
    """Why it cannot be combined with another chosen option."""
    differs: bool
    chosen: str
    most: int
    """The highest number for an option that takes one; such an option has no choices."""


@dataclass(frozen=True, slots=True)
class Group:
    title: str
    options: tuple[OptionField, ...]

    @property
    def differs(self) -> bool:
        return any(option.differs for option in self.options)


@dataclass(frozen=True, slots=True)
class VersionCard:
    """A version in the gallery."""

    key: str
    """Such as "1830/classic"."""
    title: str
    version: str
    help: str
    players: str
    hours: str
    most_hours: int
    is_chosen: bool


@dataclass(frozen=True, slots=True)
class BotCard:
    """A bot with its portrait."""

    name: str
    label: str
    portrait: str
    help: str
    strength: str


@dataclass(frozen=True, slots=True)
class SeatField:
    number: int
    kind: str
    name: str
    bot: str


@dataclass(frozen=True, slots=True)
class ClockFields:
    kind: str
    amount: str
    unit: str
    increment: str
    time_out: str


@dataclass(frozen=True, slots=True)
class NewTable:
    """The form with the current choices."""

    title: str
    version: str
    versions: tuple[VersionCard, ...]
    players: int
    player_numbers: tuple[int, ...]
    seats: tuple[SeatField, ...]
    is_against_bots: bool
    kinds: tuple[str, ...]
    """Who may take a seat."""
    groups: tuple[Group, ...]
    differences: tuple[tuple[str, str], ...]
    """Options and values that differ from the version's defaults."""
    conflict: str
    """Why the chosen options exclude each other; empty if they do not."""
    bots: tuple[BotCard, ...]
    name: str
    listed: bool
    hints: str
    spectators_talk: bool
    clock: ClockFields
    my_name: str
    """The name of a visitor without an account."""


def is_as_shown(form: Mapping[str, str]) -> bool:
    """Whether a form was filled in for the game and number of players that it names; seats and options depend on them."""
    shown = form.get("shown")
    return shown is None or shown == f"{form.get('game')}/{form.get('players')}"


def carry_over(form: Mapping[str, str]) -> dict[str, str]:
    """A form for another game: options keep what somebody has chosen, where the game has them; the rest are its own."""
    before = form.get("shown", "").rpartition("/")[0]
    if before in ("", form.get("game")):
        return dict(form)
    _, old = version_in({"game": before})
    _, new = version_in(form)
    offered = {switch.name for switch in new.switches}
    rest = {name: value for name, value in form.items() if not name.startswith("option.")}
    return rest | {f"option.{name}": value for name, value in options_in(form, old).items() if name in offered}


def is_against_bots(seats: Sequence[SeatField]) -> bool:
    """Whether the host plays alone against bots."""
    return {seat.kind for seat in seats} == {"me", "bot"}


def with_knowledge(form: Mapping[str, str], version: Version, seats: Sequence[SeatField]) -> dict[str, str]:
    """A form in which money is open by default against bots, and as the version says among people.

    A value that was only the default of the form as shown does not outlive the seats it was meant for.
    """
    switch = next((switch for switch in version.switches if switch.name == "knowledge"), None)
    if switch is None:
        return dict(form)
    default = {True: Knowledge.OPEN.value, False: version.default_of(switch)}
    now, before = is_against_bots(seats), form.get("against_bots")
    chosen = form.get("option.knowledge", default[now])
    if before is not None and chosen == default[before == "yes"]:
        chosen = default[now]
    return {**form, "option.knowledge": chosen}


def version_in(form: Mapping[str, str]) -> tuple[str, Version]:
    """The title and version of a form, as "1830/classic"; by default the first of the catalogue."""
    title, _, version = form.get("game", "").partition("/")
    entry = CATALOGUE[0]
    try:
        return title or entry.name, find_version(title or entry.name, version or None)
    except BadSetup:
        return entry.name, entry.versions[0]


def players_in(form: Mapping[str, str], version: Version) -> int:
    text = form.get("players", "")
    number = int(text) if text.isascii() and text.isdigit() and len(text) < 3 else DEFAULT_PLAYERS
    return number if number in version.players else min(version.players, key=lambda other: abs(other - number))


def options_in(form: Mapping[str, str], version: Version) -> dict[str, str]:
    """The options that differ from the version."""
    return {
        switch.name: form[f"option.{switch.name}"]
        for switch in SWITCHES
        if form.get(f"option.{switch.name}", version.default_of(switch)) != version.default_of(switch)
    }


def has_map(form: Mapping[str, str]) -> bool:
    """Whether the program keeps the map, so that bots can play."""
    return form.get("option.map") != MapKeeping.REAL.value


def seats_in(form: Mapping[str, str], players: int, bot: str) -> tuple[SeatField, ...]:
    """The chosen seats; by default the host against bots, or with open seats where bots cannot play."""
    others = "bot" if has_map(form) else "open"
    return tuple(
        SeatField(
            number,
            form.get(f"seat.{number}.kind", "me" if number == 0 else others),
            form.get(f"seat.{number}.name", ""),
            form.get(f"seat.{number}.bot", bot),
        )
        for number in range(players)
    )


def request_in(form: Mapping[str, str], roster: Roster) -> TableRequest:
    title, version = version_in(form)
    players = players_in(form, version)
    fields = seats_in(form, players, roster.default_bot)
    form = with_knowledge(form, version, fields)
    seats = [SeatRequest(seat.kind, seat.name, seat.bot) for seat in fields]
    return TableRequest(
        title=title,
        version=version.name,
        seats=seats,
        options=options_in(form, version),
        name=form.get("name", ""),
        listed=form.get("listed", "") == "yes",
        hints=form.get("hints", HintPolicy.ALONE),
        spectators_talk=form.get("spectators_talk", "") == "yes",
        clock=clock_in(form),
    )


def clock_fields(form: Mapping[str, str]) -> ClockFields:
    return ClockFields(
        form.get("clock", "none"),
        form.get("clock.amount", "2"),
        form.get("clock.unit", "days"),
        form.get("clock.increment", "6"),
        form.get("clock.time_out", TimeOut.STAND_IN),
    )


def clock_in(form: Mapping[str, str]) -> ClockRule | None:
    fields = clock_fields(form)
    if fields.kind == "none":
        return None
    try:
        seconds = round(float(fields.amount) * (DAY_SECONDS if fields.unit == "days" else 3600))
        increment = round(float(fields.increment or 0) * 3600) if fields.kind == ClockKind.BANK else 0
        rule = {"kind": fields.kind, "seconds": seconds, "increment": increment, "time_out": fields.time_out}
        return msgspec.convert(rule, ClockRule)
    except (ValueError, OverflowError, msgspec.ValidationError):
        raise Problem(422, "bad_clock") from None


def is_ticked(form: Mapping[str, str], name: str) -> bool:
    """A box that is not ticked is not sent; on a fresh form all are ticked."""
    return form.get(name, "" if "shown" in form else "yes") == "yes"


def make_form(form: Mapping[str, str], words: Words, roster: Roster) -> NewTable:
    language = words.language
    form = carry_over(form)
    title, version = version_in(form)
    players = players_in(form, version)
    seats = seats_in(form, players, roster.default_bot)
    if not has_map(form):
        seats = tuple(replace(seat, kind="open") if seat.kind == "bot" else seat for seat in seats)
    form = with_knowledge(form, version, seats)
    requested = options_in(form, version)
    chosen_values = {switch.name: requested.get(switch.name, version.default_of(switch)) for switch in version.switches}
    conflict = explain_conflict(title, version.name, players, requested, language)
    groups: dict[str, list[OptionField]] = {}
    differences: list[tuple[str, str]] = []
    for switch in version.switches:
        field = _option_field(title, switch, version.default_of(switch), chosen_values, language)
        groups.setdefault(switch.group, []).append(field)
        if field.differs:
            chosen = next((choice.name for choice in field.choices if choice.is_chosen), field.chosen)
            differences.append((field.title, chosen))
    return NewTable(
        title=title,
        version=version.name,
        versions=tuple(
            _version_card(entry.name, found, (entry.name, found.name) == (title, version.name), language)
            for entry in CATALOGUE
            for found in entry.versions
        ),
        players=players,
        player_numbers=version.players,
        seats=seats,
        is_against_bots=is_against_bots(seats),
        kinds=("me", "local", "open", "bot") if has_map(form) else ("me", "local", "open"),
        groups=tuple(Group(text.name_group(name, language), tuple(options)) for name, options in groups.items()),
        differences=tuple(differences),
        conflict=conflict,
        bots=tuple(_bot_card(bot, roster, words) for bot in roster) if has_map(form) else (),
        name=form.get("name", ""),
        listed=is_ticked(form, "listed"),
        hints=form.get("hints", HintPolicy.ALONE),
        spectators_talk=is_ticked(form, "spectators_talk"),
        clock=clock_fields(form),
        my_name=form.get("my_name", ""),
    )


def _option_field(title: str, switch: Switch, default: str, chosen_values: Mapping[str, str], language: str) -> OptionField:
    chosen = chosen_values[switch.name]
    choices = tuple(
        Choice(
            value_name(value),
            text.name_value(switch.name, value, language),
            text.help_value(switch.name, value, language),
            value_name(value) == default,
            value_name(value) == chosen,
        )
        for value in switch.values
    )
    warnings = tuple(
        dict.fromkeys(
            text.explain_exclusion(rule.reason, language)
            for rule in exclusions_of(switch)
            if rule.value == chosen and rule.other_value == chosen_values.get(rule.other)
        )
    )
    return OptionField(
        switch.name,
        text.name_option(switch.name, language),
        text.help_option(switch.name, language),
        paragraphs_of_option(title, switch),
        choices,
        warnings,
        chosen != default,
        chosen,
        switch.most,
    )


def _range(numbers: tuple[int, ...]) -> str:
    return f"{min(numbers)}–{max(numbers)}" if min(numbers) < max(numbers) else str(min(numbers))


def _version_card(title: str, version: Version, is_chosen: bool, language: str) -> VersionCard:
    players, hours = _range(version.players), _range(version.hours)
    help = text.help_version(title, version.name, language)
    return VersionCard(f"{title}/{version.name}", title, version.name, help, players, hours, max(version.hours), is_chosen)


def _bot_card(bot: str, roster: Roster, words: Words) -> BotCard:
    help = words(f"bot.{bot}.help") if bot in BOTS else words("bot.program.help")
    strength = ""
    if bot in STRENGTH:
        other, share = STRENGTH[bot]
        strength = words("bot.strength", percent=words.percent(min(99, round(100 * share))), other=roster.label(other, words))
    return BotCard(bot, roster.label(bot, words), svg.portrait(bot), help, strength)


def explain_conflict(title: str, version: str, players: int, requested: dict[str, str], language: str) -> str:
    try:
        make(title, version, players, requested)
    except BadSetup as error:
        return text.explain_setup(error.code, error.facts, language)
    return ""


def board_of(form: Mapping[str, str], words: Words) -> str:
    """A preview of the board that a form describes (S-6.3, random map)."""
    form = carry_over(form)
    title, version = version_in(form)
    setup = make(title, version.name, players_in(form, version), options_in(form, version))
    return svg.board(setup, theme="page", words=words.pictures())


def differences_of(title: str, version: str, options: Mapping[str, str], language: str) -> list[tuple[str, str]]:
    """How a table differs from the version it is based on."""
    try:
        return list(_differences(title, version, tuple(options.items()), language))
    except BadSetup as error:
        raise bad_setup(error) from None


@lru_cache(maxsize=256)
def _differences(title: str, version: str, options: tuple[tuple[str, str], ...], language: str) -> tuple[tuple[str, str], ...]:
    """Cached, because every page needs it after every move."""
    base = find_version(title, version)
    chosen = dict(options)
    return tuple(
        (
            text.name_option(switch.name, language),
            text.name_value(switch.name, find_value(switch.name, chosen[switch.name]), language),
        )
        for switch in SWITCHES
        if chosen.get(switch.name, base.default_of(switch)) != base.default_of(switch)
    )
