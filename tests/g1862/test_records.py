"""Whole games, kept as records: each ending, with redemptions, closings, bankruptcies and destination runs on the way (XVI)."""

from collections import Counter
from pathlib import Path

import msgspec
import pytest

from goldenspike.core.events import EndReason
from goldenspike.core.game import Game
from goldenspike.record.native import Record, load, read_actions, read_record, replay, setup_of
from goldenspike.testing.invariants import violations_of
from goldenspike.titles.g1862.options import ExpressBonus, Options1862

RECORDS = Path(__file__).parents[1] / "records" / "1862"
GAMES = {
    "bank-runs-out": (EndReason.BANK, (10098, 10213, 11616, 10250), {"BonusPaid": 41, "MarkerPlaced": 1}),
    "price-above-379": (EndReason.MARKET_PEAK, (9889, 6222, 8949, 8245), {"BonusPaid": 12}),
    "eight-companies-gone": (
        EndReason.COMPANIES_GONE,
        (200, 54, 11, 451),
        {"SharesHalved": 7, "CompanyClosed": 8, "PlayerLeft": 1, "BonusPaid": 3, "SpecialTileLaid": 1},
    ),
    "two-players-left": (
        EndReason.PLAYERS_GONE,
        (140, -171, 278, 169),
        {"SharesHalved": 4, "CompanyClosed": 5, "PlayerLeft": 2, "SpecialTileLaid": 1},
    ),
    "standstill": (EndReason.STANDSTILL, (79, 25, 83, 25), {"CompanyClosed": 2}),
}


def options_of(record: Record) -> Options1862:
    options = setup_of(record).options
    assert isinstance(options, Options1862)
    return options


@pytest.mark.parametrize("name", GAMES)
def test_a_recorded_game_comes_to_the_same_end(name: str) -> None:
    reason, wealth, happened = GAMES[name]
    data = (RECORDS / f"{name}.json").read_bytes()
    record = read_record(data)
    setup = setup_of(record)
    game = Game(setup)
    count: Counter[str] = Counter()
    for action in read_actions(setup, record.actions):
        count.update(type(event).__name__ for event in game.push(action))
        wrong = violations_of(setup, game.state)
        assert not wrong, (game.ply, action, wrong)
    result = game.result()
    assert (result.reason, result.wealth) == (reason, wealth)
    assert {event: count[event] for event in happened} == happened
    assert load(data).state == game.state


def test_games_saved_before_the_option_keep_their_reading() -> None:
    """IV: until `express_bonus` existed, passing the destination was enough; this game has such a run."""
    record = read_record((RECORDS / "bank-runs-out.json").read_bytes())
    assert "express_bonus" not in record.options
    assert options_of(record).express_bonus is ExpressBonus.PASSING
    counted = replay(msgspec.structs.replace(record, options={**record.options, "express_bonus": "counted"}))
    assert counted.result().wealth != GAMES["bank-runs-out"][1]
    by_hand = msgspec.structs.replace(record, options={"raises": "min_5"})
    assert options_of(by_hand).express_bonus is ExpressBonus.COUNTED
