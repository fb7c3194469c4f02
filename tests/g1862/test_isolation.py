"""Core names no piece of a title: no company, private company, hex or city of either, in any of its identifiers."""

import ast
import re
from pathlib import Path

import pytest

import goldenspike.core
from goldenspike.titles.catalogue import CATALOGUE, find_version
from goldenspike.titles.g1830.companies import ALL_PRIVATES, EXTRA_COMPANIES

CORE = Path(goldenspike.core.__file__).parent
SOURCES = sorted(CORE.rglob("*.py"))

ENGLISH = {("up",), ("nw",)}
"""The Union Pacific and the Norfolk & Western have ids that are words elsewhere: up, and the direction north-west."""


def words_of(name: str) -> tuple[str, ...]:
    """The words of an identifier or of a printed name: `dh_tile` and `DhTile` both have two."""
    parts = re.sub(r"([a-z0-9])([A-Z])", r"\1 \2", name)
    return tuple(re.findall(r"[a-z0-9]+", parts.lower()))


def pieces() -> set[tuple[str, ...]]:
    """What only one title has, each as the words of its name; one letter alone names nothing."""
    boxes = [version.box for entry in CATALOGUE for version in entry.versions]
    companies = [card for box in boxes for card in box.companies] + list(EXTRA_COMPANIES)
    privates = [card for box in boxes for card in box.privates] + list(ALL_PRIVATES)
    names = [part for company in companies for part in (company.id, company.name)]
    names += [part for private in privates for part in (private.id, private.name)]
    names += [name.replace("&", "") for name in names]
    names += [part for box in boxes for printed in box.hexes for part in (printed.id, printed.area, *printed.name.split(" & "))]
    return {words for words in map(words_of, names) if len("".join(words)) > 1} - ENGLISH


def identifiers(source: str) -> set[str]:
    """Every name that a module defines or uses: options, fields, functions, classes, enum members, arguments, variables."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            found.add(node.name)
        elif isinstance(node, ast.Name):
            found.add(node.id)
        elif isinstance(node, ast.Attribute):
            found.add(node.attr)
        elif isinstance(node, ast.arg) or (isinstance(node, ast.keyword) and node.arg):
            found.add(str(node.arg))
    return found


def leaks(source: str, known: set[tuple[str, ...]]) -> list[str]:
    """The identifiers that contain the words of a piece."""
    longest = max(map(len, known))
    return [
        name
        for name in sorted(identifiers(source))
        for words in [words_of(name)]
        if any(words[at : at + size] in known for at in range(len(words)) for size in range(1, longest + 1))
    ]


@pytest.mark.parametrize("name", ["dh_tile", "ReadingHome", "ERIE", "salt_lake_city_bonus", "with_rdr", "H16"])
def test_a_leak_is_found(name: str) -> None:
    assert leaks(f"def rule(s): return s.{name}", pieces()) == [name]
    assert leaks(f"class Options:\n    {name}: bool = False", pieces()) == [name]


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: str(path.relative_to(CORE)))
def test_core_names_no_piece_of_a_title(path: Path) -> None:
    source = path.read_text(encoding="utf-8")
    assert leaks(source, pieces()) == []
    assert "1862" not in source


def test_only_switches_that_make_sense_are_offered() -> None:
    version = find_version("1862")
    assert version.name == "standard"
    assert version.players == (4, 5, 6, 7)
    assert {switch.name for switch in version.switches} == {
        "knowledge",
        "map",
        "seating",
        "raises",
        "discard_order",
        "running_trains",
        "bank_breaks",
        "last_train",
        "outbid_money",
        "express_bonus",
    }
