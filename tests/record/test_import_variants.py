"""Exports that differ from a recorded one only in ways that 18xx.games allows import with the same result.

`make test` imports a sample. All of them (over a thousand) are imported by `pytest -m exhaustive tests/record`.
"""

import json
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from export_variants import OTHERS, SAME_ACTIONS, Variant
from goldenspike.record.digest import digest
from goldenspike.record.games18xx import Importer, read_export
from goldenspike.record.games18xx.undo import effective_actions

DATA = Path(__file__).parent.parent / "data"
GAMES = ("1830-bank-breaks", "1830-bankruptcy")
SAMPLE = {"1830-bank-breaks": 3, "1830-bankruptcy": 8}
"""How many variants of each kind `make test` imports: whole games, half a second each."""

Kind = Callable[[dict[str, Any]], Iterator[Variant]]


@cache
def recorded(game: str) -> dict[str, Any]:
    file: dict[str, Any] = json.loads((DATA / f"{game}.json").read_text())
    return file


@cache
def expected(game: str) -> dict[int, dict[str, Any]]:
    lines = [json.loads(line) for line in (DATA / f"{game}.digest.ndjson").read_text().splitlines()]
    return {line.pop("id"): line for line in lines}


def check(game: str, variant: Variant) -> None:
    """The positions after recorded actions, and the last one, are the recorded ones."""
    importer = Importer(read_export(json.dumps(variant.file).encode()))
    lines = expected(game)
    seen = {action.id: digest(importer.game, importer.names) for action in importer.run()}
    assert list(seen.values())[-1] == list(lines.values())[-1], f"{variant.name}: last position"
    if not variant.final_only:
        compared = [id for id in seen if id in lines and id not in variant.changed]
        assert len(compared) > len(lines) // 3, variant.name
        assert [id for id in compared if seen[id] != lines[id]] == [], f"{variant.name}: positions after these actions"


def sample(game: str, kind: Kind) -> list[Variant]:
    """Some variants, spread over the whole game."""
    variants = list(kind(recorded(game)))
    wanted = min(SAMPLE[game], len(variants))
    return [variants[(2 * number + 1) * len(variants) // (2 * wanted)] for number in range(wanted)]


@pytest.mark.parametrize("kind", SAME_ACTIONS, ids=lambda kind: kind.__name__)
@pytest.mark.parametrize("game", GAMES)
def test_undo_and_redo_anywhere_leave_the_same_actions(game: str, kind: Kind) -> None:
    """At every place of the game; with the same effective actions the import is the same."""
    file = recorded(game)
    original = effective_actions(file["actions"])
    variants = list(kind(file))
    assert len(variants) >= len(original)
    for variant in variants:
        assert effective_actions(variant.file["actions"]) == original, variant.name


@pytest.mark.parametrize("kind", [*SAME_ACTIONS, *OTHERS], ids=lambda kind: kind.__name__)
@pytest.mark.parametrize("game", GAMES)
def test_a_changed_export_imports_with_the_same_result(game: str, kind: Kind) -> None:
    for variant in sample(game, kind):
        check(game, variant)


@pytest.mark.exhaustive
@pytest.mark.parametrize("kind", OTHERS, ids=lambda kind: kind.__name__)
@pytest.mark.parametrize("game", GAMES)
def test_every_changed_export_imports_with_the_same_result(game: str, kind: Kind) -> None:
    for variant in kind(recorded(game)):
        check(game, variant)
