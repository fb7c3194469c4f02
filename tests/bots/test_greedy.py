"""What the greedy player does in positions that matter."""

from random import Random

import pytest

from goldenspike.bots.base import Table
from goldenspike.bots.greedy import GreedyBot
from goldenspike.bots.outlook import lasts, money_to_keep, shortfall, train_to_save_for, trains_until_retired
from goldenspike.bots.surveyor import attraction
from goldenspike.core.actions import (
    Accept,
    Action,
    BuyFromBank,
    BuyPrivate,
    BuyShare,
    BuyTrain,
    Decline,
    DiscardTrain,
    ExchangePrivate,
    Pass,
    PayDividend,
    Payout,
    SellShares,
    SetPar,
    StartCompany,
)
from goldenspike.core.game import Game
from goldenspike.core.holders import BANK, treasury
from goldenspike.core.ids import Player, Train
from goldenspike.core.interrupts import DiscardNeeded, PrivateOffered, TrainOffered
from goldenspike.testing import Position
from goldenspike.testing.checks import passes, play
from goldenspike.titles.g1830 import classic
from names_1830 import BNO, BO, CA, CS, MH, NYC, PRR, SV
from players import P0, P1, P2

TRACK = "H10:57/1 H14:8/1"


def choice(game: Game, player: Player, seed: int = 1) -> Action:
    action = GreedyBot(Random(seed)).choose(Table(game, player))
    assert game.refuse(action) is None
    return action


def test_it_buys_the_cheapest_when_all_others_have_passed() -> None:
    game = Position(classic(3)).auction()
    passes(game, 2)
    assert choice(game, P2) == BuyFromBank(P2, SV)


@pytest.mark.parametrize(("money", "price"), [(600, 100), (400, 100), (330, 82), (50, 67)])
def test_it_names_a_par_price_that_it_can_float(money: int, price: int) -> None:
    """The B&O comes with two tenths, four more float it (6.3)."""
    position = Position(classic(3)).money(0, 220 + money)
    for private in ("SV", "CS", "DH", "MH", "CA"):
        position.private(private, 1)
    game = position.auction()
    play(game, BuyFromBank(P0, BO))
    assert choice(game, P0) == SetPar(P0, BNO, price)


def test_it_starts_what_it_can_float_alone_at_the_highest_price() -> None:
    action = choice(Position(classic(3)).money(0, 500).stock_round(), P0)
    assert isinstance(action, StartCompany) and action.price == 82


def test_it_passes_when_it_can_start_nothing() -> None:
    assert choice(Position(classic(3)).money(0, 150).stock_round(), P0) == Pass(P0)


def test_it_floats_its_own_railroad_first() -> None:
    position = Position(classic(3)).company("PRR", par=67, shares={0: 3}).company("NYC", par=67, shares={1: 6}, trains="2")
    assert choice(position.money(0, 300).stock_round(), P0) == BuyShare(P0, PRR, BANK)


def trainless(money: int) -> Position:
    """PRR without a train and with a route, in phase 5."""
    position = Position(classic(3), phase="5").company("PRR", par=67, shares={0: 4, 1: 2}, money=100).tiles(TRACK)
    return position.company("NYC", par=67, shares={1: 5, 0: 3}, money=500, trains="5").money(0, money)


def test_it_keeps_money_for_a_train_that_it_must_buy() -> None:
    """7.6.2: the president pays what the railroad lacks."""
    game = trainless(500).stock_round()
    assert train_to_save_for(game.setup, game.state, PRR) == 450
    assert shortfall(game.setup, game.state, PRR) == 350
    assert money_to_keep(game.setup, game.state, P0) == 350
    action = choice(game, P0)
    assert not isinstance(action, StartCompany)
    poor = choice(trainless(10).stock_round(), P0)
    assert isinstance(poor, SellShares)


def test_it_sells_no_more_than_it_must_to_pay_for_a_train() -> None:
    """C-2.3.2: one share at a time, and it stays president."""
    game = trainless(200).operating_round("PRR", "train")
    while isinstance(action := choice(game, P0), SellShares):
        assert action.count == 1
        game.push(action)
    assert action == BuyTrain(P0, PRR, Train(3), BANK, 450)
    assert game.state.presidents[PRR] == 0


def test_it_helps_its_railroad_to_a_train() -> None:
    game = trainless(800).operating_round("PRR", "train")
    assert choice(game, P0) == BuyTrain(P0, PRR, Train(3), BANK, 450)


def test_a_sister_railroad_gives_up_a_spare_train() -> None:
    game = trainless(800).company("NYC", par=67, shares={0: 6}, trains="5 5").operating_round("PRR", "train")
    assert choice(game, P0) == BuyTrain(P0, PRR, Train(3), treasury(NYC), 100)


def running(trains: str, phase: str = "2", money: int = 0) -> Position:
    """The PRR has so much money, its president 100."""
    position = Position(classic(3), phase=phase).company("PRR", par=67, shares={0: 6}, money=money, trains=trains)
    return position.tiles(TRACK).money(0, 100)


def test_it_pays_dividends_unless_a_train_is_needed() -> None:
    rich = running("2").operating_round("PRR", "dividend", revenue=30)
    assert choice(rich, P0) == PayDividend(P0, PRR, Payout.PAY)
    # All but three of the trains before the first 4-train are sold: the 2-train will soon be gone.
    game = running("2").phase("3", bank="3 3").operating_round("PRR", "dividend", revenue=30)
    assert trains_until_retired(game.setup, game.state, Train(0)) == 2
    assert not lasts(game.setup, game.state, Train(0))
    assert choice(game, P0) == PayDividend(P0, PRR, Payout.WITHHOLD)


def test_it_buys_a_first_train_and_lays_track() -> None:
    game = running("", money=300).operating_round("PRR", "train")
    assert choice(game, P0) == BuyTrain(P0, PRR, Train(0), BANK, 80)
    track = running("2", money=300).operating_round("PRR", "track")
    assert not isinstance(choice(track, P0), Pass)


def test_it_sells_its_private_company_to_its_railroad() -> None:
    """4.1: from phase 3 on, for up to twice the face value."""
    game = running("3", "3", 500).private("CS", 0).operating_round("PRR", "track")
    assert choice(game, P0) == BuyPrivate(P0, treasury(PRR), CS, 80)


def test_it_discards_its_smallest_train() -> None:
    position = running("3 4 5", "5").set(pending=(DiscardNeeded(P0, PRR),))
    assert choice(position.operating_round("PRR", "train"), P0) == DiscardTrain(P0, PRR, Train(1))


@pytest.mark.parametrize(("price", "answer"), [(10, Decline(P0)), (300, Accept(P0))])
def test_it_sells_a_private_company_only_at_a_good_price(price: int, answer: Action) -> None:
    position = Position(classic(3)).private("CA", 0).money(1, 900).set(pending=(PrivateOffered(P0, CA, P0, P1, price, P1),))
    assert choice(position.stock_round(1), P0) == answer


@pytest.mark.parametrize(("price", "answer"), [(5, Accept(P0)), (300, Decline(P0))])
def test_it_buys_a_private_company_only_at_a_good_price(price: int, answer: Action) -> None:
    position = Position(classic(3)).private("CA", 1).money(0, 900).set(pending=(PrivateOffered(P0, CA, P1, P0, price, P1),))
    assert choice(position.stock_round(1), P0) == answer


@pytest.mark.parametrize(
    ("trains", "price", "answer"), [("3 3", 180, Accept(P1)), ("3 3", 100, Decline(P1)), ("3", 900, Decline(P1))]
)
def test_it_sells_a_spare_train_for_its_price(trains: str, price: int, answer: Action) -> None:
    position = Position(classic(3), phase="3").company("PRR", par=67, shares={0: 6}, money=999)
    position.company("NYC", par=67, shares={1: 6}, trains=trains)
    position.set(pending=(TrainOffered(P1, Train(1), NYC, PRR, price, P0),))
    assert choice(position.operating_round("PRR", "train"), P1) == answer


def test_it_exchanges_the_mohawk_before_it_closes() -> None:
    """T-05: when the next phase closes the private companies, the share is worth more than the paper."""
    position = Position(classic(3)).private("MH", 0).money(0, 0)
    assert not isinstance(choice(position.stock_round(), P0), ExchangePrivate)
    assert choice(position.phase("4").stock_round(), P0) == ExchangePrivate(P0, MH, BANK)


def test_cities_attract_more_the_nearer_they_are() -> None:
    setup = classic(3)
    found = attraction(setup)
    pittsburgh, next_to_it, far = (setup.hex_index[name] for name in ("H10", "H8", "C21"))
    assert found[pittsburgh] > found[next_to_it] > 0
    assert found[far] < found[pittsburgh]
