"""Trains that go out of date (3.4, 3.6, 3.7, V-3)."""

import pytest

from board_helpers import Scene, legal, refused
from goldenspike.core.actions import Pass, Payout
from goldenspike.core.events import TrainsRetired
from goldenspike.core.reasons import Reason


@pytest.mark.parametrize(
    ("phase", "bank", "bought", "retired", "kept"),
    [
        ("3", "4 4 4 4", "4", "2", "3"),
        ("5", "6 6", "6", "3", "4"),
        ("6", "D D", "D", "4", "5"),
    ],
)
def test_all_of_the_type_go_at_once(phase: str, bank: str, bought: str, retired: str, kept: str) -> None:
    """3.4, 3.6, 3.7, 7.6.1, case 84: of every railroad, and from the open market."""
    scene = Scene().phase(phase, bank).company("PRR", money=2000, trains=retired)
    scene.company("NYC", president=1, price=90, trains=f"{retired} {kept}").trains("pool", f"{retired} {kept}")
    game = scene.operate("PRR", "train")
    events = game.push(scene.buy_train(bought))
    assert [event.count for event in events if isinstance(event, TrainsRetired)] == [3]
    assert scene.trains_of(game, "PRR") == [bought]
    assert scene.trains_of(game, "NYC") == [kept]
    assert scene.trains_of(game, "pool") == [kept]


@pytest.mark.parametrize(("phase", "bank", "bought"), [("2", "3 3", "3"), ("4", "5 5", "5")])
def test_other_first_trains_retire_nothing(phase: str, bank: str, bought: str) -> None:
    """3.3, 3.5: the first 3- and the first 5-train make no train obsolete."""
    small = "2" if phase == "2" else "3"
    scene = Scene().phase(phase, bank).company("PRR", money=2000, trains=small)
    game = scene.operate("PRR", "train")
    game.push(scene.buy_train(bought))
    assert scene.trains_of(game, "PRR") == [small, bought]


def test_retired_before_the_limit_is_checked() -> None:
    """7.6.1, case 84: with 2, 2, 3 and the first 4 nothing has to be discarded."""
    scene = Scene().phase("3", "4 4 4 4").company("PRR", money=300, trains="2 2 3")
    game = scene.operate("PRR", "train")
    game.push(scene.buy_train("4"))
    assert scene.trains_of(game, "PRR") == ["3", "4"]
    assert game.state.pending == ()


def delayed(trains: str = "2", money: int = 2000) -> Scene:
    """The PRR buys the first 4-train; the NYC runs between Albany and New Haven."""
    scene = Scene(delayed_obsolescence=True).phase("3", "4 4 4 4 5 5 5 6 6").company("PRR", money=money)
    scene.company("NYC", president=1, price=90, trains=trains).tile("E19", "57", 2).tile("F20", "56", 0)
    return scene.trains("pool", "2")


def test_delayed_obsolescence() -> None:
    """V-3, case 106: each train of a railroad runs once more and then goes; those of the open market go at once."""
    scene = delayed()
    game = scene.operate("PRR", "train")
    game.push(scene.buy_train("4"))
    assert scene.trains_of(game, "NYC") == ["2"] and scene.trains_of(game, "pool") == []
    game.push(Pass(0))
    scene.goes_on(game)
    assert scene.operating(game) == "NYC"
    while scene.step(game) != "run":
        game.push(Pass(1))
    game.push(scene.run())
    assert game.state.revenues[scene.railroad("NYC")] == 30
    assert scene.trains_of(game, "NYC") == ["2"]
    game.push(scene.dividend(Payout.WITHHOLD))
    assert scene.trains_of(game, "NYC") == []
    assert scene.step(game) == "train"
    assert refused(game, Pass(1)) is Reason.MUST_BUY_TRAIN


def test_delayed_train_counts_until_it_has_run() -> None:
    """V-3 and ruling: against the limit, and as the train that one must own; it cannot be sold."""
    scene = delayed("2 3 3 3")
    game = scene.operate("PRR", "train")
    game.push(scene.buy_train("4"))
    assert game.actors == (1,), "four trains where three are allowed"
    assert list(game.legal) == [scene.discard("NYC", "2"), scene.discard("NYC", "3")]
    game.push(scene.discard("NYC", "2"))
    assert scene.trains_of(game, "pool") == [], "an obsolete train does not come to the market"
    assert scene.trains_of(game, "NYC") == ["3", "3", "3"]

    scene = delayed()
    game = scene.operate("PRR", "train")
    game.push(scene.buy_train("4"))
    offer = scene.buy_train("2", "NYC", 10)
    assert refused(game, offer) is Reason.OBSOLETE_TRAIN
    game = scene.goes_on(game).operate("NYC", "train")
    assert legal(game, Pass(1)), "it still has a train"


def test_delayed_train_traded_in_is_scrapped() -> None:
    """V-3, 7.6: a 4-train given for the second diesel does not come to the open market."""
    scene = Scene(delayed_obsolescence=True).phase("D", "D D D").company("PRR", money=800, trains="4")
    game = scene.operate("PRR", "train")
    game.push(scene.buy_train("D", trade_in="4"))
    assert scene.trains_of(game, "pool") == []
    assert scene.trains_of(game, "PRR") == ["D"]
