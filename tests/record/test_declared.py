"""Recorded games at a table without a map: the same money, prices and papers after every action."""

import json
from pathlib import Path
from typing import Any

import pytest

from declared_replay import DeclaredReplay
from goldenspike.core.events import EndReason
from goldenspike.record.digest import digest
from goldenspike.record.games18xx import Importer, read_export
from goldenspike.record.native import dump, load, read_actions, read_record, setup_of

TESTS = Path(__file__).parents[1]
GAMES_1862 = (
    pytest.param("bank-runs-out", marks=pytest.mark.exhaustive),
    "price-above-379",
    "eight-companies-gone",
    "two-players-left",
    pytest.param("standstill", marks=pytest.mark.exhaustive),
)


def without_tokens(line: dict[str, Any]) -> dict[str, Any]:
    """A digest without the only thing in it that is on the map."""
    corps = {name: {key: value for key, value in one.items() if key != "tokens"} for name, one in line["corps"].items()}
    return {**line, "corps": corps}


@pytest.mark.parametrize(("name", "reason"), [("1830-bank-breaks", EndReason.BANK), ("1830-bankruptcy", EndReason.BANKRUPTCY)])
def test_a_recorded_game_of_1830_is_the_same_without_the_map(name: str, reason: EndReason) -> None:
    """The digest after every action, in all that does not concern the map, and the whole state likewise."""
    importer = Importer(read_export((TESTS / "data" / f"{name}.json").read_bytes()))
    expected = [json.loads(line) for line in (TESTS / "data" / f"{name}.digest.ndjson").read_text().splitlines()]
    both = DeclaredReplay(importer.setup)
    behind = 0
    for line, replayed in zip(expected, importer.run(), strict=True):
        for action in importer.game.actions[both.recorded.ply :]:
            both.push(action)
            assert both.differences() == [], action
        if both.spent:
            behind += 1  # Track is declared once it is all laid.
        else:
            assert without_tokens({"id": replayed.id, **digest(both.declared, importer.names)}) == without_tokens(line)
    assert both.declared.is_over and both.declared.result() == importer.game.result()
    assert both.declared.result().reason is reason
    assert behind < len(expected) / 50


@pytest.mark.parametrize("name", GAMES_1862)
def test_a_recorded_game_of_1862_is_the_same_without_the_map(name: str) -> None:
    """Destination runs, stations abroad, private companies used on the map, redemptions, companies and players leaving."""
    record = read_record((TESTS / "records" / "1862" / f"{name}.json").read_bytes())
    both = DeclaredReplay(setup_of(record))
    for action in read_actions(both.recorded.setup, record.actions):
        both.push(action)
        assert both.differences() == [], (both.recorded.ply, action)
    assert both.declared.is_over and both.declared.result() == both.recorded.result()


def test_a_declared_game_is_saved_and_opened_again() -> None:
    """With and without its snapshot; the record says that there is no map."""
    importer = Importer(read_export((TESTS / "data" / "1830-bankruptcy.json").read_bytes()))
    both = DeclaredReplay(importer.setup)
    for _ in importer.run():
        for action in importer.game.actions[both.recorded.ply :]:
            both.push(action)
    saved = dump(both.declared)
    assert read_record(saved).options["map"] == "real"
    opened = load(saved)
    assert opened.state == both.declared.state and opened.actions == both.declared.actions
