"""The first moves of a recorded game, played by mouse and keyboard, with the clicks that an ordinary turn may take."""

import sys
from pathlib import Path

from playwright.sync_api import Browser, expect

from browser_helpers import Screen

sys.path.insert(0, str(Path(__file__).parent.parent.parent / "benchmarks"))

from clicks import GAME, play, read_game

MOVES = 172
"""Up to the end of the second set of operating rounds."""


def test_ordinary_turns_take_few_clicks(chromium: Browser, address: str) -> None:
    """An operating turn takes at most 4 clicks with track, 2 without; buying a train or placing a station takes one more each."""
    screen = Screen(chromium, address)
    game = read_game(GAME, MOVES)
    turns = play(screen, game)
    most = {"operating: run only": 2, "operating: track": 4, "stock: pass": 1, "auction": 2}
    kinds = {turn.kind for turn in turns}
    assert {"operating: track", "stock: pass", "auction"} <= kinds
    for turn in turns:
        assert turn.cost.clicks <= most.get(turn.kind, 10), turn
    screen.close()


def test_a_late_turn_without_track_takes_two_clicks(chromium: Browser, address: str) -> None:
    """In the last operating rounds of the recorded game nothing is built."""
    screen = Screen(chromium, address)
    game = read_game(GAME)
    late = game.after(620)
    turns = play(screen, late)
    ordinary = [turn.cost.clicks for turn in turns if turn.kind == "operating: run only"]
    assert len(ordinary) > 8
    assert max(ordinary) <= 2
    expect(screen.page.locator("[data-table]")).to_have_attribute("data-ply", "698")
    screen.close()
