"""Who operates when (7.0, V-2.0)."""

from goldenspike.core.actions import Pass
from goldenspike.core.game import Game
from goldenspike.testing import Position
from goldenspike.testing.by_name import lay_tile, operating_company, pay_dividend, place_station, run_trains, step_of
from goldenspike.testing.checks import allowed
from goldenspike.titles.g1830 import classic
from players import P0


def play_round(position: Position, game: Game) -> list[str]:
    """The railroads in the order in which they have their turns, all passing."""
    order: list[str] = []
    while game.state.operating_round == 1:
        if not order or order[-1] != operating_company(game):
            order.append(operating_company(game))
        game.push(Pass(game.actors[0]))
    return order


def test_order_example() -> None:
    """7.0 example, case 49: Erie, C&O, PRR and B&O all at 82: furthest right, then the top of the stack."""
    position = Position(classic(), money=0)
    position.company("B&O", cell=(1, 5))
    position.company("C&O", president=1, cell=(3, 7)).company("PRR", president=2, cell=(3, 7))
    position.company("Erie", president=3, cell=(4, 8))
    game = position.start_operating_round()
    assert play_round(position, game) == ["Erie", "C&O", "PRR", "B&O"]


def test_same_value_in_one_column() -> None:
    """7.0, case 48: the 67 further up goes first, one further left later."""
    position = Position(classic(), money=0)
    for name, cell in {"PRR": (8, 7), "NYC": (6, 7), "C&O": (1, 2), "CPR": (7, 7)}.items():
        position.company(name, president=0, shares={0: 2, 1: 2, 2: 2}, price=67, cell=cell)
    game = position.start_operating_round()
    assert play_round(position, game) == ["NYC", "CPR", "PRR", "C&O"]


def test_every_floated_railroad_has_one_turn() -> None:
    """7.0: highest value first; a value that moves after the turn gives no second turn."""
    position = Position(classic(), money=0).company("PRR", par=76).company("NYC", president=1).company("C&O", president=2, par=90)
    game = position.start_operating_round()
    assert play_round(position, game) == ["NYC", "C&O", "PRR"]
    assert game.state.operating_round == 0


def test_steps_of_a_turn() -> None:
    """7.1: track, station, run, revenue, trains."""
    position = Position(classic(), money=0).company("PRR", money=500, trains="2").tile("H10", "57", 1).tile("H16", "57", 1)
    game = position.operating_round("PRR")
    allowed(game, Pass(P0))
    seen = [step_of(game)]
    game.push(lay_tile(game, "H14", "9", 1))
    seen.append(step_of(game))
    game.push(place_station(game, "H16"))
    seen.append(step_of(game))
    game.push(run_trains(game))
    seen.append(step_of(game))
    game.push(pay_dividend(game))
    seen.append(step_of(game))
    assert seen == ["track", "station", "run", "dividend", "train"]
    game.push(Pass(P0))
    assert operating_company(game) != "PRR"
