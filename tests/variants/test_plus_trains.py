"""Plus-trains: the last of their type, twice the stops of which half may be large (V-7.10, V-3.0, case 107)."""

from goldenspike.core.reasons import Reason
from goldenspike.testing import Position
from goldenspike.testing.by_name import buy_train, phase_of, run_trains, trains_of
from goldenspike.testing.checks import allowed, refused
from goldenspike.titles.g1830 import classic
from goldenspike.titles.g1830.options import PlusObsolescence
from helpers import version_1830


def buyer(phase: str, bank: str) -> Position:
    """The NYC is about to buy trains in S-3."""
    position = Position(version_1830("s3"), money=0).phase(phase, bank)
    return position.company("NYC", money=5000).company("B&O", president=1, par=90)


def test_a_plus_train_is_the_last_of_its_type() -> None:
    """V-7.10: it comes after the ordinary ones and before the next type, at the price of its type."""
    position = Position(version_1830("s3"), money=0).company("NYC", money=5000)
    game = position.operating_round("NYC", "train")
    refused(game, buy_train(game, "2+2"), Reason.TRAIN_NOT_AVAILABLE)
    position.phase("2", bank="2+2")
    game = position.operating_round("NYC", "train")
    refused(game, buy_train(game, "3"), Reason.TRAIN_NOT_AVAILABLE)
    assert buy_train(game, "2+2").price == 80
    game.push(buy_train(game, "2+2"))
    allowed(game, buy_train(game, "3"))


def test_the_2_plus_2_retires_with_the_4_plus_4() -> None:
    """V-3.0, case 107: not with the first 4-train, and the purchase starts no phase."""
    position = buyer("4", "4 4+4").trains("B&O", "2+2")
    game = position.operating_round("NYC", "train")
    game.push(buy_train(game, "4"))
    assert trains_of(game, "B&O") == ["2+2"]
    game.push(buy_train(game, "4+4"))
    assert trains_of(game, "B&O") == []
    assert phase_of(game) == "4"


def test_the_3_plus_3_retires_with_the_6_plus_6() -> None:
    """V-3.0, case 107: the first 6-train takes the 3-trains only."""
    position = buyer("5", "").trains("B&O", "3+3 3")
    game = position.operating_round("NYC", "train")
    game.push(buy_train(game, "6"))
    assert trains_of(game, "B&O") == ["3+3"]
    game = buyer("6", "6+6").trains("B&O", "3+3").operating_round("NYC", "train")
    game.push(buy_train(game, "6+6"))
    assert trains_of(game, "B&O") == []


def test_the_4_plus_4_retires_with_the_last_diesel() -> None:
    """V-3.0, case 107: the first diesel takes the 4-trains only."""
    position = buyer("6", "").trains("B&O", "4+4 4")
    game = position.operating_round("NYC", "train")
    game.push(buy_train(game, "D"))
    assert trains_of(game, "B&O") == ["4+4"]
    game = buyer("D", "D").trains("B&O", "4+4").operating_round("NYC", "train")
    game.push(buy_train(game, "D"))
    assert trains_of(game, "B&O") == []


def test_without_their_own_obsolescence_they_go_with_their_type() -> None:
    """V-3.0d off."""
    position = Position(version_1830("s3", plus_obsolescence=PlusObsolescence.ORDINARY), money=0).phase("6", bank="")
    position.company("NYC", money=5000).company("B&O", president=1, par=90, trains="4+4 5+5")
    game = position.operating_round("NYC", "train")
    game.push(buy_train(game, "D"))
    assert trains_of(game, "B&O") == ["5+5"]


def earned(company: str, train: str) -> int:
    """What one train earns on two lines of Classic.

    The B&M has Boston (large 30), Mansfield (small 10), Providence (large 20), Hartford (small 10) and Scranton (large 20) in a
    row, the PRR Pittsburgh (large 20), Altoona (large 10) and Lancaster (large 20).
    """
    position = Position(classic(plus_trains=True), phase=train[0], money=0)
    position.company("B&M").company("PRR", par=90).trains(company, train)
    position.tile("F22", "57", "W E").tile("F20", "2", 1).tile("F18", "9", "W E").tile("F16", "57", "W E")
    position.tile("H10", "57", "W E").tile("H14", "9", "W E").tile("H16", "57", "W E")
    game = position.operating_round(company, "run")
    game.push(run_trains(game))
    return game.state.revenues[position.setup.company_index[company]]


def test_twice_as_many_stops() -> None:
    """V-7.10, case 107: small stops beyond the number."""
    assert [earned("B&M", train) for train in ("2", "3", "4", "5")] == [40, 60, 70, 90]
    assert [earned("B&M", train) for train in ("2+2", "3+3", "5+5")] == [70, 90, 90]


def test_no_more_large_cities_than_the_number() -> None:
    """V-7.10, case 107: of four stops only two may be large (English reading)."""
    assert [earned("PRR", train) for train in ("2", "3")] == [30, 50]
    assert [earned("PRR", train) for train in ("2+2", "3+3")] == [30, 50]
