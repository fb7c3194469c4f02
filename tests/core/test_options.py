"""Options: each is declared once, with all its values, and every value makes a game."""

import ast
from dataclasses import fields, replace
from enum import Enum
from pathlib import Path
from typing import Any, get_type_hints

import pytest

from goldenspike.core.options import Options
from goldenspike.core.switches import Switch, switches_of, value_name
from goldenspike.titles.catalogue import CATALOGUE, EXCLUSIONS, SWITCHES, NotOffered, make
from goldenspike.titles.g1830 import classic
from goldenspike.titles.g1830.options import Options1830, StarterOptions
from goldenspike.titles.g1862.options import Options1862

BY_NAME = {switch.name: switch for switch in SWITCHES}
SOURCES = Path(__file__).parents[2] / "src" / "goldenspike"
NOT_1862 = {field.name for field in fields(Options1830)} - {field.name for field in fields(Options)}
CLASSES = (Options, Options1830, StarterOptions, Options1862)


@pytest.mark.parametrize("options", CLASSES)
def test_every_field_is_an_option(options: type[Options]) -> None:
    assert sorted(switch.name for switch in switches_of(options)) == sorted(field.name for field in fields(options))


@pytest.mark.parametrize("options", CLASSES)
def test_every_default_is_of_the_declared_type(options: type[Options]) -> None:
    declared = get_type_hints(options)
    assert all(type(field.default) is declared[field.name] for field in fields(options))


def test_a_title_has_only_the_options_of_core_and_its_own() -> None:
    shared = {field.name for field in fields(Options)}
    own = [{field.name for field in fields(options)} - shared for options in CLASSES[1:]]
    assert sum(map(len, own)) == len(set().union(*own)), "two titles declare an option of the same name"
    assert {"two_railroads"} == own[1] and {"express_bonus"} == own[2]


def test_a_title_offers_only_options_that_it_has() -> None:
    for entry in CATALOGUE:
        for version in entry.versions:
            assert {switch.name for switch in version.switches} == set(version.offered)


@pytest.mark.parametrize("switch", SWITCHES, ids=lambda switch: switch.name)
def test_a_switch_has_all_values_of_its_kind(switch: Switch) -> None:
    """The default is among them, their names differ, and every rule that it serves is named."""
    kind = type(switch.default)
    assert switch.group and switch.rules and all(switch.rules)
    if kind is int:  # A number has no list of values, only a highest one.
        assert switch.most > 0 and not switch.values
        return
    assert switch.values == ((False, True) if kind is bool else tuple(kind))  # type: ignore[arg-type]
    assert switch.default in switch.values
    names = [value_name(value) for value in switch.values]
    assert len(set(names)) == len(names) >= 2 and all(names)


def test_names_of_values() -> None:
    assert [value_name(False), value_name(True)] == ["off", "on"]
    assert value_name(Options().sell_order) == "sell_buy_sell"


def test_every_enumeration_says_what_it_is_about() -> None:
    """Each citing its paragraph. Read from the source: compiled classes keep no docstrings."""
    files = (SOURCES / "core", SOURCES / "titles" / "g1830", SOURCES / "titles" / "g1862")
    nodes = [node for file in files for node in ast.parse((file / "options.py").read_text(encoding="utf-8")).body]
    classes = {node.name: node for node in nodes if isinstance(node, ast.ClassDef)}
    for switch in SWITCHES:
        if isinstance(switch.default, Enum):
            assert "(" in str(ast.get_docstring(classes[type(switch.default).__name__])), switch.name


def test_exclusions_name_real_values() -> None:
    for exclusion in EXCLUSIONS:
        for option, value in ((exclusion.option, exclusion.value), (exclusion.other, exclusion.other_value)):
            assert value in [value_name(entry) for entry in BY_NAME[option].values]
        assert exclusion.option != exclusion.other and exclusion.reason


def test_the_defaults_stand_together() -> None:
    for exclusion in EXCLUSIONS:
        chosen = tuple(value_name(BY_NAME[name].default) for name in (exclusion.option, exclusion.other))
        assert chosen != (exclusion.value, exclusion.other_value)


@pytest.mark.parametrize(
    ("name", "value"),
    [(switch.name, value) for switch in switches_of(Options1830) for value in switch.values],
    ids=str,
)
def test_a_game_can_be_set_up_with_every_value(name: str, value: Any) -> None:
    setup = classic(4, **{name: value})
    assert setup.options == replace(Options1830(), **{name: value})


def test_an_unknown_switch_is_refused() -> None:
    with pytest.raises(TypeError):
        classic(4, sell_ordr=1)


def test_old_records_may_name_options_of_other_titles() -> None:
    """They name every option there was; those that do not concern the title have their defaults and are left out."""
    setup = make("1862", None, 4, {switch.name: value_name(switch.default) for switch in SWITCHES if switch.name in NOT_1862})
    assert type(setup.options) is Options1862
    assert not NOT_1862 & {field.name for field in fields(setup.options)}
    with pytest.raises(NotOffered):
        make("1862", None, 4, {"reading": "on"})
