"""The starter game: one railroad each, no shares, money decides (starter booklet, case 115)."""

import pytest

from goldenspike.core.actions import BuyTrain, DrawSeats, LayTile, Pass, RunTrains, StartCompany
from goldenspike.core.events import EndReason
from goldenspike.core.game import Game
from goldenspike.core.holders import BANK, POOL, treasury
from goldenspike.core.ids import Company
from goldenspike.core.options import Seating
from goldenspike.core.reasons import Reason
from goldenspike.core.title import RoundKind, Setup
from goldenspike.testing import Position
from goldenspike.testing.by_name import buy_train, discard_train, money_of, place_station, run_trains, step_of, trains_of
from goldenspike.testing.checks import allowed, is_legal, play, refused
from goldenspike.titles.catalogue import make
from goldenspike.view import seat_view
from goldenspike.view.secrets import visibility_for
from players import P0, P1, P2

PRR, NYC, CO, BM, NNH, BNO = (Company(number) for number in range(6))


def setup_of(players: int = 4, **options: str) -> Setup:
    return make("1830", "starter", players, {"seating": "free", **options})


def position(phase: str = "2") -> Position:
    return Position(setup_of(), phase=phase)


def table(players: int = 4, **options: str) -> Game:
    return Game(setup_of(players, **options))


def skip(game: Game) -> None:
    """Go on without doing anything that can be left undone."""
    here = (game.state.operating, game.state.operating_round)
    while not game.is_over and (game.state.operating, game.state.operating_round) == here:
        run = RunTrains(game.state.turn, game.state.operating)
        choices = [run, Pass(game.state.turn), *game.legal_for(game.state.turn)]
        game.push(next(action for action in choices if action in game.legal))


@pytest.mark.parametrize(
    ("players", "money", "trains"),
    [
        (2, 200, (4, 3, 2, 1)),
        (3, 180, (4, 4, 3, 1)),
        (4, 180, (5, 5, 4, 1)),
        (5, 150, (6, 6, 5, 1)),
        (6, 150, (7, 6, 5, 2)),
    ],
)
def test_set_up(players: int, money: int, trains: tuple[int, ...]) -> None:
    """Case 115: money, trains and bank by the table."""
    game = table(players)
    assert tuple(train.count for train in game.setup.title.trains) == trains
    assert [train.id for train in game.setup.title.trains] == ["2", "3", "4", "5"]
    treasuries = [game.state.money[treasury(company)] for company in game.setup.all_companies]
    assert treasuries == [money] * players + [0] * (6 - players)
    assert game.state.money[BANK] == 5600 - players * money


def test_all_six_homes_stand() -> None:
    """Also those of railroads that nobody runs."""
    game = table(2)
    hexes = game.setup.title.hexes
    homes = [[hexes[place // 4].id for place in game.state.stations(company)] for company in game.setup.all_companies]
    assert homes == [["H12"], ["E19"], ["F6"], ["E23"], ["G19"], ["I15"]]


def test_railroads_are_dealt() -> None:
    """One each, drawn at random unless the seats are chosen freely."""
    game = Game(make("1830", "starter", 3))
    assert game.setup.options.seating is Seating.RANDOM
    play(game, DrawSeats((P2, P0, P1)))
    assert game.state.presidents[:4] == [2, 0, 1, -1]
    assert (game.state.operating, game.state.turn) == (PRR, 2)


def test_all_money_lies_open() -> None:
    """The booklet hides nothing: bank and railroads show how near the end is and who leads; a table may hide it (V-0.1)."""
    game = table(3)
    visibility = visibility_for(game.setup, game.state, P1)
    assert visibility.bank and all(visibility.companies)
    hidden = table(3, knowledge="partial")
    assert visibility_for(hidden.setup, hidden.state, P1).companies == (False, True, False, True, True, True)


def test_no_shares_and_no_private_companies() -> None:
    game = table()
    assert game.setup.title.privates == ()
    assert not is_legal(game, StartCompany(P0, PRR, 100))


def test_fixed_order() -> None:
    """Case 115: PRR, NYC, C&O, B&M, NNH, B&O, and again."""
    game = table(6)
    seen = []
    for _ in range(8):
        seen.append(game.state.operating)
        skip(game)
    assert seen == [PRR, NYC, CO, BM, NNH, BNO, PRR, NYC]


def test_terrain_costs_half() -> None:
    """Case 115: 120 becomes 60, 80 becomes 40, also on printed yellow hexes."""
    hexes = {printed.id: printed.cost for printed in setup_of().title.hexes}
    assert (hexes["G15"], hexes["F22"], hexes["G19"], hexes["D10"]) == (60, 40, 40, 40)
    game = position().tile("E19", "57", 1).operating_round("NYC")
    lay = next(action for action in game.legal if isinstance(action, LayTile) and game.setup.title.hexes[action.hex].id == "E17")
    play(game, lay)
    assert money_of(game, "NYC") == 180 - 60


def test_one_further_station_for_40() -> None:
    """Case 115."""
    setup = setup_of()
    assert all(company.tokens == 2 for company in setup.title.companies)
    game = position().tile("H10", "57", 1).operating_round("PRR", "station")
    play(game, place_station(game, "H10"))
    assert money_of(game, "PRR") == 180 - 40
    assert len(game.state.stations(PRR)) == 2


def test_all_revenue_goes_to_the_treasury() -> None:
    """Case 115: nothing is asked."""
    game = position().tile("H10", "57", 1).trains("PRR", "2").operating_round("PRR", "run")
    play(game, run_trains(game))
    assert money_of(game, "PRR") == 180 + 30
    assert step_of(game) == "train"


def test_trains_in_order_and_from_the_market() -> None:
    """The smallest first; discarded ones at face value."""
    rich = position("3").money("PRR", 1000)
    game = rich.trains("pool", "2 3").operating_round("PRR", "train")
    offers = {(game.setup.title.trains[action.train].id, action.source) for action in game.legal if isinstance(action, BuyTrain)}
    assert offers == {("3", BANK), ("2", POOL), ("3", POOL)}
    play(game, buy_train(game, "3", "pool"))
    assert money_of(game, "PRR") == 820


def test_phases() -> None:
    """Four of them; the 2-trains go with the first 4-train, the others stay."""
    setup = setup_of()
    assert [(card.id, card.train_limit) for card in setup.title.phases] == [("2", 4), ("3", 4), ("4", 3), ("5", 2)]
    assert {card.id: card.obsolete for card in setup.title.trains} == {"2": "4", "3": "", "4": "", "5": ""}
    assert [card.late for card in setup.title.phases] == [False, False, False, True]


def test_the_limit_of_phase_four_makes_railroads_discard() -> None:
    """The president chooses; what he discards lies in the market."""
    described = position().phase("4", bank="").money("PRR", 1000).trains("NYC", "3 4 4")
    game = described.operating_round("PRR", "train")
    play(game, buy_train(game, "5"))
    assert game.actors == (1,)
    play(game, discard_train(game, "NYC", "3"))
    assert trains_of(game, "pool") == ["3"]
    assert game.actors == (0,)


def ending(described: Position) -> Game:
    """The NYC's turn to buy trains; the C&O and the B&M are still to come."""
    return described.operating_round("NYC", "train", done="PRR NNH B&O")


def test_a_railroad_without_a_train_it_could_pay_ends_the_game() -> None:
    """Case 115: the others have their turns until the PRR would begin again."""
    game = ending(position().money("NYC", 79))
    play(game, Pass(P1))
    assert (game.is_over, game.state.operating) == (False, CO)
    skip(game)
    assert game.state.operating == BM
    skip(game)
    assert game.is_over
    assert game.result().reason is EndReason.NO_TRAIN


def test_a_railroad_that_could_pay_does_not() -> None:
    """Without a route it need not buy (7.6.2)."""
    game = ending(position().money("NYC", 80))
    play(game, Pass(P1))
    skip(game)
    skip(game)
    assert not game.is_over
    assert (game.state.operating, game.state.round) == (PRR, RoundKind.OPERATING)


@pytest.mark.parametrize(("money", "trains", "forced"), [(80, "", True), (79, "", False), (500, "2", False)])
def test_a_railroad_with_a_route_buys_a_train_if_it_can(money: int, trains: str, forced: bool) -> None:
    """Railroads are run as in Classic (booklet, 7.6.2): with a route and no train it must buy one that it can pay."""
    described = position().tile("H10", "57", 1).money("PRR", money).trains("PRR", trains)
    game = described.operating_round("PRR", "train")
    if forced:
        refused(game, Pass(P0), Reason.MUST_BUY_TRAIN, PRR)
    else:
        allowed(game, Pass(P0))
    asked = game.question
    assert (asked.kind, asked.form, asked.must_buy_train) == ("train", "must_buy" if forced else "", forced)
    assert seat_view(game.setup, game.state, P0).question.must_buy_train is forced
    if forced:
        play(game, buy_train(game, "2"))
    play(game, Pass(P0))
    assert game.state.operating == NYC


def test_an_empty_bank_ends_the_game_after_the_round() -> None:
    """Case 115: play goes on with the large notes until just before the PRR's turn."""
    game = ending(position().money("NYC", 500).set(bank_broken=True))
    play(game, Pass(P1))
    assert game.state.operating == CO
    skip(game)
    skip(game)
    assert game.is_over
    assert game.result().reason is EndReason.BANK


def test_the_bank_breaks_by_revenue() -> None:
    """Case 115: the last payment is made on paper."""
    described = position().tile("H10", "57", 1).trains("PRR", "2").money("B&M", 5600 - 3 * 180 - 20)
    game = described.operating_round("PRR", "run")
    assert money_of(game, "bank") == 20
    play(game, run_trains(game))
    assert game.state.bank_broken
    assert money_of(game, "bank") == -10
    assert not game.is_over


def test_most_money_wins() -> None:
    """Trains and stations count nothing."""
    game = ending(position().money("PRR", 300).money("NYC", 20).money("C&O", 310).money("B&M", 0))
    assert game.result().wealth == (300, 20, 310, 0)
    assert game.result().winners == (2,)


def test_two_players_with_two_railroads_each() -> None:
    """Case 115: PRR and B&M against C&O and NYC, with the table for four; their sums decide."""
    game = table(2, two_railroads="on")
    assert game.state.presidents == [0, 1, 1, 0, -1, -1]
    assert [game.state.money[treasury(company)] for company in game.setup.all_companies] == [180] * 4 + [0, 0]
    assert tuple(train.count for train in game.setup.title.trains) == (5, 5, 4, 1)
    assert game.result().wealth == (360, 360)
    turns = []
    for _ in range(4):
        turns.append((game.state.operating, game.state.turn))
        skip(game)
    assert turns == [(PRR, 0), (NYC, 1), (CO, 1), (BM, 0)]
