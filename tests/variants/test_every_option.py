"""The page of switches as a whole: every paragraph served, every value tested, every case cited, no version named in core."""

import ast
import importlib.util
import json
import re
from enum import Enum
from pathlib import Path

import pytest

from goldenspike.cli.main import main
from goldenspike.core.switches import OptionValue, Switch, value_name
from goldenspike.titles.catalogue import CATALOGUE, SWITCHES

TESTS = Path(__file__).resolve().parents[1]
ROOT = TESTS.parent
CORE = ROOT / "src" / "goldenspike" / "core"
SOURCES = "\n".join(path.read_text(encoding="utf-8") for path in sorted(TESTS.rglob("test_*.py")) if path != Path(__file__))


def test_titles_names_every_variant(capsys: pytest.CaptureFixture[str]) -> None:
    """The ids of the variants are this project's own list of what the book has."""
    assert main(["titles", "--json"]) == 0
    titles = json.loads(capsys.readouterr().out)["titles"]
    served = {
        rule for title in titles for version in title["versions"] for option in version["options"] for rule in option["rules"]
    }
    wanted = json.loads((TESTS / "data" / "variant_ids.json").read_text(encoding="utf-8"))
    assert len(wanted) == len(set(wanted)) > 50
    assert [id for id in wanted if id not in served] == []


def other_values() -> list[tuple[Switch, OptionValue]]:
    """All values but the defaults, which every other test is about."""
    return [(switch, value) for switch in SWITCHES for value in switch.values if switch.default is not value]


@pytest.mark.parametrize(
    ("switch", "value"), other_values(), ids=lambda it: it.name if isinstance(it, Switch) else value_name(it)
)
def test_every_value_is_named_in_a_test(switch: Switch, value: OptionValue) -> None:
    """Whoever adds a value writes the test that fails without it."""
    name = re.escape(value_name(value))
    forms = [rf'\b{switch.name}="{name}"', rf'"{switch.name}": "{name}"']
    if isinstance(value, Enum):
        forms.append(rf"\b{type(value).__name__}\.{value.name}\b")
    else:
        forms += [rf"\b{switch.name}={value}\b", rf'parametrize\(\("{switch.name}"', rf"\b{switch.name}=(option|linked)\b"]
    assert re.search("|".join(forms), SOURCES)


@pytest.mark.parametrize("case", range(97, 116))
def test_every_case_of_variants_and_scenarios_is_cited(case: int) -> None:
    cited = {int(number) for numbers in re.findall(r"\bcases? ([\d, and]+)", SOURCES) for number in re.findall(r"\d+", numbers)}
    assert case in cited


def test_no_rule_asks_for_a_version() -> None:
    """Versions are data and options: core neither names one nor looks which one is played, except to print it."""
    names = {version.name for entry in CATALOGUE for version in entry.versions} - {"classic", "base", "standard"}
    found: list[str] = []
    for path in sorted(CORE.rglob("*.py")):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        printing = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef) and node.name == "__repr__"]
        printed = {node for function in printing for node in ast.walk(function)}
        for node in ast.walk(tree):
            if node in printed:
                continue
            if isinstance(node, ast.Constant) and node.value in names:
                found.append(f"{path.name}:{node.lineno} names {node.value}")
            if isinstance(node, ast.Attribute) and node.attr == "version":
                found.append(f"{path.name}:{node.lineno} asks for the version")
            if isinstance(node, ast.Attribute) and node.attr == "name" and ast.unparse(node.value).endswith("title"):
                found.append(f"{path.name}:{node.lineno} asks for the title")
    assert found == []


def test_the_page_about_options_is_up_to_date() -> None:
    """docs/variants.md is written by tools/document_options.py."""
    spec = importlib.util.spec_from_file_location("document_options", ROOT / "tools" / "document_options.py")
    assert spec is not None and spec.loader is not None
    tool = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(tool)
    assert (ROOT / "docs" / "variants.md").read_text(encoding="utf-8") == tool.page()
