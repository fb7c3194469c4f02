"""Plus-trains: the last of their type, twice the stops of which half may be large (V-7.10, V-3.0, case 107)."""

from board_helpers import Scene, legal, refused
from goldenspike.core.reasons import Reason
from goldenspike.titles.g1830.options import PlusObsolescence

LATE = "4+4 5 5 5+5 6 6 6+6 D D D D D D"


def scene_with(bank: str, phase: str, version: str = "s3") -> Scene:
    scene = Scene(version=version).phase(phase, bank=bank)
    return scene.company("NYC", money=5000).company("B&O", president=1, price=90)


def test_a_plus_train_is_the_last_of_its_type() -> None:
    """V-7.10: it comes after the ordinary ones and before the next type, at the price of its type."""
    scene = Scene(version="s3").company("NYC", money=5000)
    game = scene.operate("NYC", "train")
    assert refused(game, scene.buy_train("2+2")) is Reason.TRAIN_NOT_AVAILABLE
    scene.phase("2", bank="2+2 3 3 3 3 3+3 4 4 4 4+4 5 5 5+5 6 6 6+6 D D D D D D")
    game = scene.operate("NYC", "train")
    assert refused(game, scene.buy_train("3")) is Reason.TRAIN_NOT_AVAILABLE
    assert scene.buy_train("2+2").price == 80
    game.push(scene.buy_train("2+2"))
    assert legal(game, scene.buy_train("3"))


def test_the_2_plus_2_retires_with_the_4_plus_4() -> None:
    """V-3.0, case 107: not with the first 4-train, and the purchase starts no phase."""
    scene = scene_with("4 " + LATE, "4").trains("B&O", "2+2")
    game = scene.operate("NYC", "train")
    game.push(scene.buy_train("4"))
    assert scene.trains_of(game, "B&O") == ["2+2"]
    game.push(scene.buy_train("4+4"))
    assert scene.trains_of(game, "B&O") == []
    assert scene.phase_name(game) == "4"


def test_the_3_plus_3_retires_with_the_6_plus_6() -> None:
    """V-3.0, case 107: the first 6-train takes the 3-trains only."""
    scene = scene_with("6 6+6 D D D D D D", "5").trains("B&O", "3+3 3")
    game = scene.operate("NYC", "train")
    game.push(scene.buy_train("6"))
    assert scene.trains_of(game, "B&O") == ["3+3"]
    game.push(scene.buy_train("6+6"))
    assert scene.trains_of(game, "B&O") == []


def test_the_4_plus_4_retires_with_the_last_diesel() -> None:
    """V-3.0, case 107: the first diesel takes the 4-trains only."""
    scene = scene_with("D D", "6").trains("B&O", "4+4 4")
    game = scene.operate("NYC", "train")
    game.push(scene.buy_train("D"))
    assert scene.trains_of(game, "B&O") == ["4+4"]
    game.push(scene.buy_train("D"))
    assert scene.trains_of(game, "B&O") == []


def test_without_their_own_obsolescence_they_go_with_their_type() -> None:
    """V-3.0d off."""
    scene = Scene(version="s3", plus_obsolescence=PlusObsolescence.ORDINARY).phase("6", bank="D D")
    scene.company("NYC", money=5000).company("B&O", president=1, price=90, trains="4+4 5+5")
    game = scene.operate("NYC", "train")
    game.push(scene.buy_train("D"))
    assert scene.trains_of(game, "B&O") == ["5+5"]


def earned(company: str, train: str) -> int:
    """What one train earns on two lines of Classic.

    The B&M has Boston (large 30), Mansfield (small 10), Providence (large 20), Hartford (small 10) and Scranton (large 20) in a
    row, the PRR Pittsburgh (large 20), Altoona (large 10) and Lancaster (large 20).
    """
    scene = Scene(phase="4", plus_trains=True).phase("4", bank="5 5 6 6 6+6 D D D D D D")
    scene.company("B&M").company("PRR", price=90).trains(company, train)
    scene.track("F22", "57", "W E").tile("F20", "2", 1).track("F18", "9", "W E").track("F16", "57", "W E")
    scene.track("H10", "57", "W E").track("H14", "9", "W E").track("H16", "57", "W E")
    game = scene.operate(company, "run")
    game.push(scene.run())
    return game.state.revenues[scene.railroad(company)]


def test_twice_as_many_stops() -> None:
    """V-7.10, case 107: small stops beyond the number."""
    assert [earned("B&M", train) for train in ("2", "3", "4", "5")] == [40, 60, 70, 90]
    assert [earned("B&M", train) for train in ("2+2", "3+3", "5+5")] == [70, 90, 90]


def test_no_more_large_cities_than_the_number() -> None:
    """V-7.10, case 107: of four stops only two may be large (English reading)."""
    assert [earned("PRR", train) for train in ("2", "3")] == [30, 50]
    assert [earned("PRR", train) for train in ("2+2", "3+3")] == [30, 50]
