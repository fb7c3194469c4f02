"""Trains that go out of date (3.4, 3.6, 3.7, V-3)."""

import pytest

from goldenspike.core.actions import Pass, Payout
from goldenspike.core.events import TrainsRetired
from goldenspike.core.ids import NO_COMPANY
from goldenspike.core.reasons import Reason
from goldenspike.testing import Position
from goldenspike.testing.by_name import buy_train, discard_train, operating_company, pay_dividend, run_trains, step_of, trains_of
from goldenspike.testing.checks import is_legal, refused
from goldenspike.titles.g1830 import classic
from names_1830 import NYC, PRR
from players import P0, P1


@pytest.mark.parametrize(
    ("phase", "bought", "retired", "kept"),
    [
        ("3", "4", "2", "3"),
        ("5", "6", "3", "4"),
        ("6", "D", "4", "5"),
    ],
)
def test_all_of_the_type_go_at_once(phase: str, bought: str, retired: str, kept: str) -> None:
    """3.4, 3.6, 3.7, 7.6.1, case 84: of every railroad, and from the open market."""
    position = Position(classic(), money=0).phase(phase, bank="").company("PRR", money=2000, trains=retired)
    position.company("NYC", president=1, par=90, trains=f"{retired} {kept}").trains("pool", f"{retired} {kept}")
    game = position.operating_round("PRR", "train")
    events = game.push(buy_train(game, bought))
    gone = [(event.company, event.count) for event in events if isinstance(event, TrainsRetired)]
    assert gone == [(PRR, 1), (NYC, 1), (NO_COMPANY, 1)], "whose they were"
    assert trains_of(game, "PRR") == [bought]
    assert trains_of(game, "NYC") == [kept]
    assert trains_of(game, "pool") == [kept]


@pytest.mark.parametrize(("phase", "bought"), [("2", "3"), ("4", "5")])
def test_other_first_trains_retire_nothing(phase: str, bought: str) -> None:
    """3.3, 3.5: the first 3- and the first 5-train make no train obsolete."""
    small = "2" if phase == "2" else "3"
    position = Position(classic(), money=0).phase(phase, bank="").company("PRR", money=2000, trains=small)
    game = position.operating_round("PRR", "train")
    game.push(buy_train(game, bought))
    assert trains_of(game, "PRR") == [small, bought]


def test_retired_before_the_limit_is_checked() -> None:
    """7.6.1, case 84: with 2, 2, 3 and the first 4 nothing has to be discarded."""
    position = Position(classic(), money=0).phase("3", bank="").company("PRR", money=300, trains="2 2 3")
    game = position.operating_round("PRR", "train")
    game.push(buy_train(game, "4"))
    assert trains_of(game, "PRR") == ["3", "4"]
    assert game.state.pending == ()


def delayed(trains: str = "2", money: int = 2000) -> Position:
    """The PRR buys the first 4-train; the NYC runs between Albany and New Haven."""
    position = Position(classic(delayed_obsolescence=True), money=0).phase("3", bank="").company("PRR", money=money)
    position.company("NYC", president=1, par=90, trains=trains).tile("E19", "57", 2).tile("F20", "56", 0)
    return position.trains("pool", "2")


def test_delayed_obsolescence() -> None:
    """V-3, case 106: each train of a railroad runs once more and then goes; those of the open market go at once."""
    position = delayed()
    game = position.operating_round("PRR", "train")
    game.push(buy_train(game, "4"))
    assert trains_of(game, "NYC") == ["2"] and trains_of(game, "pool") == []
    game.push(Pass(P0))
    assert operating_company(game) == "NYC"
    while step_of(game) != "run":
        game.push(Pass(P1))
    game.push(run_trains(game))
    assert game.state.revenues[position.setup.company_index["NYC"]] == 30
    assert trains_of(game, "NYC") == ["2"]
    game.push(pay_dividend(game, Payout.WITHHOLD))
    assert trains_of(game, "NYC") == []
    assert step_of(game) == "train"
    refused(game, Pass(P1), Reason.MUST_BUY_TRAIN)


def test_delayed_train_counts_until_it_has_run() -> None:
    """V-3 and ruling: against the limit, and as the train that one must own; it cannot be sold."""
    position = delayed("2 3 3 3")
    game = position.operating_round("PRR", "train")
    game.push(buy_train(game, "4"))
    assert game.actors == (1,), "four trains where three are allowed"
    assert list(game.legal) == [discard_train(game, "NYC", "2"), discard_train(game, "NYC", "3")]
    game.push(discard_train(game, "NYC", "2"))
    assert trains_of(game, "pool") == [], "an obsolete train does not come to the market"
    assert trains_of(game, "NYC") == ["3", "3", "3"]

    position = delayed()
    game = position.operating_round("PRR", "train")
    game.push(buy_train(game, "4"))
    offer = buy_train(game, "2", "NYC", 10)
    refused(game, offer, Reason.OBSOLETE_TRAIN)
    game = Position.of(game).operating_round("NYC", "train")
    assert is_legal(game, Pass(P1)), "it still has a train"


def test_delayed_train_traded_in_is_scrapped() -> None:
    """V-3, 7.6: a 4-train given for the second diesel does not come to the open market."""
    position = Position(classic(delayed_obsolescence=True), money=0).phase("D").company("PRR", money=800, trains="4")
    game = position.operating_round("PRR", "train")
    game.push(buy_train(game, "D", trade_in="4"))
    assert trains_of(game, "pool") == []
    assert trains_of(game, "PRR") == ["D"]
