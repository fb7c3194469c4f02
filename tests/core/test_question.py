"""Questions: each step says itself what it asks, of whom and about what."""

import re
from pathlib import Path
from typing import get_args

import goldenspike
from goldenspike.core.actions import DrawSeats, Pass
from goldenspike.core.game import Game
from goldenspike.core.holders import CHANCE
from goldenspike.core.ids import NONE, Holder, Player, Private
from goldenspike.core.interrupts import Interrupt
from goldenspike.core.question import Question
from goldenspike.record.snapshot import _NUMBERS, restore, take_snapshot
from goldenspike.titles.catalogue import find_version
from goldenspike.titles.g1830 import classic
from players import P0, P1, P2

SOURCE = Path(goldenspike.__file__).parent


def test_a_draw_is_asked_of_chance() -> None:
    game = Game(classic(players=3))
    assert game.question == Question("seating", (CHANCE,))


def test_the_auction_names_the_private_company_and_its_price() -> None:
    """C-2.2: the cheapest one is for sale; at nothing it must be taken (C-2.2.3)."""
    game = Game(classic(players=3))
    game.push(DrawSeats((P0, P1, P2)))
    assert game.question == Question("auction", (P0,), private=Private(0), price=20)
    assert game.question.player == 0
    for _ in range(4):
        for player in range(3):
            game.push(Pass(Player(Holder(player))))
    assert game.question == Question("auction", (P0,), "free", private=Private(0), price=0)


def test_a_finished_game_asks_nothing() -> None:
    game = Game(classic(players=3))
    game.state.round = 4
    assert game.is_over and game.question == Question("over") and game.question.player == NONE


def test_every_interrupt_survives_a_snapshot() -> None:
    """A new kind of interrupt needs a number, or games could not be saved while it waits."""
    kinds = get_args(Interrupt)
    assert set(_NUMBERS) == set(kinds)
    version = find_version("1830", "classic")
    setup = version.make(version.box, version.defaults, 3)
    model = Game(setup).state
    state = model.copy()
    state.pending = tuple(kind(*range(1, 1 + len(kind.__match_args__))) for kind in kinds)
    assert restore(take_snapshot(state), model).pending == state.pending


def test_nobody_looks_at_the_class_of_a_step() -> None:
    """What others want to know of a step is its name, its question or the actions that it understands."""
    steps = {name for path in SOURCE.rglob("*.py") for name in re.findall(r"^class (\w*Step)\b", path.read_text(), re.M)}
    assert "TrackStep" in steps
    looking = [
        f"{path.relative_to(SOURCE)}: {line.strip()}"
        for path in SOURCE.rglob("*.py")
        for line in path.read_text(encoding="utf-8").splitlines()
        if re.search(rf"(isinstance|issubclass)\(.*\b({'|'.join(sorted(steps))})\b|type\(step\)|step\.__class__", line)
    ]
    assert looking == []
