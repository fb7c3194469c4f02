"""Who operates when (7.0, V-2.0)."""

from board_helpers import Scene, legal
from goldenspike.core.actions import Pass
from goldenspike.core.game import Game


def play_round(scene: Scene, game: Game) -> list[str]:
    """The railroads in the order in which they have their turns, all passing."""
    order: list[str] = []
    while game.state.operating_round == 1:
        if not order or order[-1] != scene.operating(game):
            order.append(scene.operating(game))
        game.push(Pass(game.actors[0]))
    return order


def test_order_example() -> None:
    """7.0 example, case 49: Erie, C&O, PRR and B&O all at 82: furthest right, then the top of the stack."""
    scene = Scene()
    scene.company("B&O", president=0, cell=scene.cell(82, 4))
    scene.company("C&O", president=1, cell=scene.cell(82, 6)).company("PRR", president=2, cell=scene.cell(82, 6))
    scene.company("Erie", president=3, cell=scene.cell(82, 7))
    game = scene.start_round()
    assert play_round(scene, game) == ["Erie", "C&O", "PRR", "B&O"]


def test_same_value_in_one_column() -> None:
    """7.0, case 48: the 67 further up goes first, one further left later."""
    scene = Scene()
    columns = scene.setup.title.market.columns
    cells = [cell for cell, price in enumerate(scene.setup.title.market.prices) if price == 67]
    one_column = [cell for cell in cells if cell % columns == 6]
    assert len(one_column) == 3
    left = next(cell for cell in cells if cell % columns < 6)
    for name, cell in zip(("PRR", "NYC", "C&O", "CPR"), (one_column[2], one_column[0], left, one_column[1]), strict=True):
        scene.company(name, cell=cell, own=2, others={1: 2, 2: 2})
    game = scene.start_round()
    assert play_round(scene, game) == ["NYC", "CPR", "PRR", "C&O"]


def test_every_floated_railroad_has_one_turn() -> None:
    """7.0: highest value first; a value that moves after the turn gives no second turn."""
    scene = Scene().company("PRR", price=76).company("NYC", president=1, price=100).company("C&O", president=2, price=90)
    game = scene.start_round()
    assert play_round(scene, game) == ["NYC", "C&O", "PRR"]
    assert game.state.operating_round == 0


def test_steps_of_a_turn() -> None:
    """7.1: track, station, run, revenue, trains."""
    scene = Scene().company("PRR", money=500, trains="2").tile("H10", "57", 1).tile("H16", "57", 1)
    game = scene.operate("PRR")
    assert legal(game, Pass(0))
    seen = [scene.step(game)]
    game.push(scene.lay("H14", "9", 1))
    seen.append(scene.step(game))
    game.push(scene.place("H16"))
    seen.append(scene.step(game))
    game.push(scene.run())
    seen.append(scene.step(game))
    game.push(scene.dividend())
    seen.append(scene.step(game))
    assert seen == ["track", "station", "run", "dividend", "train"]
    game.push(Pass(0))
    assert scene.operating(game) != "PRR"
