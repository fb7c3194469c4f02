"""The starter game: one railroad each, no shares, money decides (starter booklet, case 115)."""

import pytest

from goldenspike.core.actions import BuyTrain, DiscardTrain, DrawSeats, LayTile, Pass, PlaceToken, RunTrains, StartCompany
from goldenspike.core.events import EndReason
from goldenspike.core.game import Game
from goldenspike.core.holders import BANK, NOBODY, POOL
from goldenspike.core.options import Seating
from goldenspike.core.reasons import Reason, Refusal
from goldenspike.core.rules.train_card import count_at
from goldenspike.core.title import RoundKind, Setup
from goldenspike.titles.catalogue import make
from goldenspike.view import seat_view
from goldenspike.view.secrets import visibility_for
from helpers import position, treasury

PRR, NYC, CO, BM, NNH, BNO = range(6)
TRACK, STATION, RUN, COLLECT, TRAINS = range(5)


def setup_of(players: int = 4, **options: str) -> Setup:
    return make("1830", "starter", players, {"seating": "free", **options})


def table(players: int = 4, **options: str) -> Game:
    return Game(setup_of(players, **options))


def give(game: Game, company: int, *trains: str) -> None:
    """Trains of the bank to a railroad; the game must have lists of its own."""
    types = len(game.setup.title.trains)
    for name in trains:
        game.state.trains[BANK * types + game.setup.train_index[name]] -= 1
        game.state.trains[treasury(company) * types + game.setup.train_index[name]] += 1


def scrap(game: Game, *types: str) -> None:
    """The bank has sold out of these types."""
    for name in types:
        first = BANK * len(game.setup.title.trains) + game.setup.train_index[name]
        game.state.trains[NOBODY * len(game.setup.title.trains) + game.setup.train_index[name]] += game.state.trains[first]
        game.state.trains[first] = 0


def skip(game: Game) -> None:
    """Go on without doing anything that can be left undone."""
    before = game.state
    while not game.is_over and (game.state.operating, game.state.operating_round) == (
        before.operating,
        before.operating_round,
    ):
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
    treasuries = [game.state.money[treasury(company)] for company in range(6)]
    assert treasuries == [money] * players + [0] * (6 - players)
    assert game.state.money[BANK] == 5600 - players * money


def test_all_six_homes_stand() -> None:
    """Also those of railroads that nobody runs."""
    game = table(2)
    hexes = game.setup.title.hexes
    homes = [[hexes[place // 4].id for place in game.state.stations(company)] for company in range(6)]
    assert homes == [["H12"], ["E19"], ["F6"], ["E23"], ["G19"], ["I15"]]


def test_railroads_are_dealt() -> None:
    """One each, drawn at random unless the seats are chosen freely."""
    game = Game(make("1830", "starter", 3))
    assert game.setup.options.seating is Seating.RANDOM
    game.push(DrawSeats((2, 0, 1)))
    assert game.state.presidents[:4] == [2, 0, 1, -1]
    assert (game.state.operating, game.state.turn) == (PRR, 2)


def test_all_money_lies_open() -> None:
    """The booklet hides nothing: bank and railroads show how near the end is and who leads; a table may hide it (V-0.1)."""
    game = table(3)
    visibility = visibility_for(game.setup, game.state, 1)
    assert visibility.bank and all(visibility.companies)
    hidden = table(3, knowledge="partial")
    assert visibility_for(hidden.setup, hidden.state, 1).companies == (False, True, False, True, True, True)


def test_no_shares_and_no_private_companies() -> None:
    game = table()
    assert game.setup.title.privates == ()
    assert game.refuse(StartCompany(0, PRR, 100)) is not None


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
    game = position(table(), operating=NYC, step=None, turn=1, tiles={"E19": ("57", 1)})
    lay = next(action for action in game.legal if isinstance(action, LayTile) and game.setup.title.hexes[action.hex].id == "E17")
    game.push(lay)
    assert game.state.money[treasury(NYC)] == 180 - 60


def test_one_further_station_for_40() -> None:
    """Case 115."""
    setup = setup_of()
    assert all(company.tokens == 2 for company in setup.title.companies)
    game = position(table(), operating=PRR, turn=0, tiles={"H10": ("57", 1)})
    game.push(Pass(0))
    station = PlaceToken(0, PRR, setup.hex_index["H10"], 0)
    assert station in game.legal
    game.push(station)
    assert game.state.money[treasury(PRR)] == 180 - 40
    assert len(game.state.stations(PRR)) == 2


def test_all_revenue_goes_to_the_treasury() -> None:
    """Case 115: nothing is asked."""
    game = position(table(), operating=PRR, turn=0, tiles={"H10": ("57", 1)})
    give(game, PRR, "2")
    game.state.step = RUN
    game.push(RunTrains(0, PRR))
    assert game.state.money[treasury(PRR)] == 180 + 30
    assert game.state.step == TRAINS


def test_trains_in_order_and_from_the_market() -> None:
    """The smallest first; discarded ones at face value."""
    game = position(table(), operating=PRR, turn=0, market_trains=("3",), money={treasury(PRR): 1000}, phase="3")
    game.state.step = TRAINS
    offers = {(action.train, action.source) for action in game.legal if isinstance(action, BuyTrain)}
    assert offers == {(0, BANK), (1, POOL)}
    game.push(BuyTrain(0, PRR, 1, POOL, 180))
    assert game.state.money[treasury(PRR)] == 820


def test_phases() -> None:
    """Four of them; the 2-trains go with the first 4-train, the others stay."""
    setup = setup_of()
    assert [(card.id, card.train_limit) for card in setup.title.phases] == [("2", 4), ("3", 4), ("4", 3), ("5", 2)]
    assert {card.id: card.obsolete for card in setup.title.trains} == {"2": "4", "3": "", "4": "", "5": ""}
    assert [card.late for card in setup.title.phases] == [False, False, False, True]


def test_the_limit_of_phase_four_makes_railroads_discard() -> None:
    """The president chooses; what he discards lies in the market."""
    game = position(table(), operating=PRR, turn=0, money={treasury(PRR): 1000}, phase="4")
    give(game, NYC, "3", "4", "4")
    scrap(game, "2", "3", "4")
    game.state.step = TRAINS
    game.push(BuyTrain(0, PRR, 3, BANK, 450))
    assert game.actors == (1,)
    game.push(DiscardTrain(1, NYC, 1))
    assert count_at(game.setup, game.state, POOL, 1) == 1
    assert game.actors == (0,)


def ending(**facts: object) -> Game:
    """The NYC's turn to buy trains; the C&O and the B&M are still to come."""
    done = [True, False, False, False, True, True]
    game = position(table(), operating=NYC, turn=1, done=done, **facts)  # type: ignore[arg-type]
    game.state.step = TRAINS
    return game


def test_a_railroad_without_a_train_it_could_pay_ends_the_game() -> None:
    """Case 115: the others have their turns until the PRR would begin again."""
    game = ending(money={treasury(NYC): 79})
    game.push(Pass(1))
    assert not game.is_over
    assert game.state.operating == CO
    skip(game)
    assert game.state.operating == BM
    skip(game)
    assert game.is_over
    assert game.result().reason is EndReason.NO_TRAIN


def test_a_railroad_that_could_pay_does_not() -> None:
    """Without a route it need not buy (7.6.2)."""
    game = ending(money={treasury(NYC): 80})
    game.push(Pass(1))
    skip(game)
    skip(game)
    assert not game.is_over
    assert (game.state.operating, game.state.round) == (PRR, RoundKind.OPERATING)


@pytest.mark.parametrize(("money", "trains", "forced"), [(80, (), True), (79, (), False), (500, ("2",), False)])
def test_a_railroad_with_a_route_buys_a_train_if_it_can(money: int, trains: tuple[str, ...], forced: bool) -> None:
    """Railroads are run as in Classic (booklet, 7.6.2): with a route and no train it must buy one that it can pay."""
    game = position(table(), operating=PRR, turn=0, tiles={"H10": ("57", 1)}, money={treasury(PRR): money})
    give(game, PRR, *trains)
    game.state.step = TRAINS
    assert (game.refuse(Pass(0)) == Refusal(Reason.MUST_BUY_TRAIN, (PRR,))) is forced
    assert (Pass(0) in list(game.legal_for(0))) is not forced
    asked = game.question
    assert (asked.kind, asked.form, asked.must_buy_train) == ("train", "must_buy" if forced else "", forced)
    assert seat_view(game.setup, game.state, 0).question.must_buy_train is forced
    if forced:
        game.push(BuyTrain(0, PRR, 0, BANK, 80))
    game.push(Pass(0))
    assert game.state.operating == NYC


def test_an_empty_bank_ends_the_game_after_the_round() -> None:
    """Case 115: play goes on with the large notes until just before the PRR's turn."""
    game = ending(bank_broken=True, money={treasury(NYC): 500})
    game.push(Pass(1))
    assert game.state.operating == CO
    skip(game)
    skip(game)
    assert game.is_over
    assert game.result().reason is EndReason.BANK


def test_the_bank_breaks_by_revenue() -> None:
    """Case 115: the last payment is made on paper."""
    game = position(table(), operating=PRR, turn=0, tiles={"H10": ("57", 1)}, money={treasury(BM): 5600 - 560})
    give(game, PRR, "2")
    game.state.money[BANK], game.state.money[treasury(BM)] = 20, game.state.money[treasury(BM)] + game.state.money[BANK] - 20
    game.state.step = RUN
    game.push(RunTrains(0, PRR))
    assert game.state.bank_broken
    assert game.state.money[BANK] == -10
    assert not game.is_over


def test_most_money_wins() -> None:
    """Trains and stations count nothing."""
    game = ending(money={treasury(PRR): 300, treasury(NYC): 20, treasury(CO): 310, treasury(BM): 0})
    assert game.result().wealth == (300, 20, 310, 0)
    assert game.result().winners == (2,)


def test_two_players_with_two_railroads_each() -> None:
    """Case 115: PRR and B&M against C&O and NYC, with the table for four; their sums decide."""
    game = table(2, two_railroads="on")
    assert game.state.presidents == [0, 1, 1, 0, -1, -1]
    assert [game.state.money[treasury(company)] for company in range(6)] == [180] * 4 + [0, 0]
    assert tuple(train.count for train in game.setup.title.trains) == (5, 5, 4, 1)
    assert game.result().wealth == (360, 360)
    turns = []
    for _ in range(4):
        turns.append((game.state.operating, game.state.turn))
        skip(game)
    assert turns == [(PRR, 0), (NYC, 1), (CO, 1), (BM, 0)]
