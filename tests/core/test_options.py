"""The page of switches: complete, and each of its values does something in the box or in the rules."""

import ast
from dataclasses import fields, replace
from enum import Enum
from pathlib import Path

import pytest

from goldenspike.core.options import Options
from goldenspike.core.switches import EXCLUSIONS, SWITCHES, OptionValue, value_name
from goldenspike.titles.g1830 import classic

BY_NAME = {switch.name: switch for switch in SWITCHES}


def test_every_field_is_a_switch_and_every_switch_a_field() -> None:
    assert sorted(switch.name for switch in SWITCHES) == sorted(field.name for field in fields(Options))


@pytest.mark.parametrize("switch", SWITCHES, ids=lambda switch: switch.name)
def test_a_switch_has_all_values_of_its_kind(switch: object) -> None:
    """The default is among them, their names differ, and every rule that it serves is named."""
    entry = BY_NAME[switch.name]  # type: ignore[attr-defined]
    default: OptionValue = getattr(Options(), entry.name)
    kind = type(default)
    if kind is int:  # A number has no list of values, only a highest one.
        assert entry.most > 0 and not entry.values and entry.group and entry.rules
        return
    assert entry.values == ((False, True) if kind is bool else tuple(kind))  # type: ignore[arg-type]
    assert default in entry.values
    names = [value_name(value) for value in entry.values]
    assert len(set(names)) == len(names) >= 2
    assert all(names) and entry.group and entry.rules and all(entry.rules)


def test_names_of_values() -> None:
    assert [value_name(False), value_name(True)] == ["off", "on"]
    assert value_name(Options().sell_order) == "sell_buy_sell"


def test_every_enumeration_says_what_it_is_about() -> None:
    """Each citing its paragraph. Read from the source: compiled classes keep no docstrings."""
    source = Path(__file__).parents[2] / "src" / "goldenspike" / "core" / "options.py"
    classes = {node.name: node for node in ast.parse(source.read_text()).body if isinstance(node, ast.ClassDef)}
    for switch in SWITCHES:
        value = switch.values[0] if switch.values else None
        if isinstance(value, Enum):
            assert "(" in str(ast.get_docstring(classes[type(value).__name__]))


def test_exclusions_name_real_values() -> None:
    for exclusion in EXCLUSIONS:
        for option, value in ((exclusion.option, exclusion.value), (exclusion.other, exclusion.other_value)):
            assert value in [value_name(entry) for entry in BY_NAME[option].values]
        assert exclusion.option != exclusion.other and exclusion.reason


def test_classic_stands_with_itself() -> None:
    """The defaults are in no exclusion."""
    chosen = {switch.name: value_name(getattr(Options(), switch.name)) for switch in SWITCHES}
    for exclusion in EXCLUSIONS:
        assert (chosen[exclusion.option], chosen[exclusion.other]) != (exclusion.value, exclusion.other_value)


@pytest.mark.parametrize(("name", "value"), [(switch.name, value) for switch in SWITCHES for value in switch.values], ids=str)
def test_a_game_can_be_set_up_with_every_value(name: str, value: OptionValue) -> None:
    setup = classic(4, **{name: value})
    assert setup.options == replace(Options(), **{name: value})  # type: ignore[arg-type]


def test_an_unknown_switch_is_refused() -> None:
    with pytest.raises(TypeError):
        classic(4, sell_ordr=1)
