"""Buying trains, willingly or with the director's help (Kauf von Loks, Auswirkungen; cases 36 to 38 of part 2)."""

import pytest

from goldenspike.core.actions import Accept, BuyTrain, DeclareBankruptcy, DiscardTrain, Pass, SellShares
from goldenspike.core.game import Game
from goldenspike.core.holders import BANK, POOL, treasury
from goldenspike.core.ids import Holder
from goldenspike.core.reasons import Reason
from goldenspike.core.rules.train_card import bank_trains, market_trains, owned_trains
from goldenspike.testing import Position
from goldenspike.testing.by_name import money_of
from goldenspike.testing.checks import allowed, play, refused
from goldenspike.titles.g1862 import STANDARD, standard
from names_1862 import CP, NYC, NYH
from players import P0, P1

LINE = "C28:9/1 C20:4/1 C18:9/1 C16:57/1"


def buy(game: Game, train: str, source: Holder = BANK, price: int = 0) -> BuyTrain:
    number = game.setup.train_index[train]
    s = game.state
    return BuyTrain(s.turn, s.operating, number, source, price or STANDARD.trains[number].price)


def canadian_pacific(phase: str, trains: str = "", money: int = 0, tiles: str = LINE) -> Position:
    position = Position(standard(4), phase=phase).company("CP", money=money, trains=trains, stations="C30")
    return position.tiles(tiles)


@pytest.mark.parametrize(("phase", "limit"), [("2", 4), ("3", 4), ("4", 3), ("5", 2), ("6", 2), ("8", 2), ("10", 2)])
def test_train_limits(phase: str, limit: int) -> None:
    """Case 36."""
    assert next(each.train_limit for each in STANDARD.phases if each.id == phase) == limit


def test_at_the_limit_no_train_even_if_it_would_scrap_ones_own() -> None:
    """Case 36."""
    position = canadian_pacific("3", "2 2 2 2", 900).phase("3", bank="")
    game = position.operating_round("CP", "train")
    assert bank_trains(game.setup, game.state) == [position.setup.train_index["4"]]
    refused(game, buy(game, "4"), Reason.TRAIN_LIMIT)


def test_excess_trains_go_back_for_sale_without_pay() -> None:
    """Case 36."""
    position = canadian_pacific("3", "3", 900).company("NYC", president=1, trains="3 3 3 3", stations="F31/0", cell=(5, 5))
    game = position.phase("3", bank="").operating_round("CP", "train")
    play(game, buy(game, "4"))
    assert game.actors == (1,)
    play(game, DiscardTrain(P1, NYC, position.setup.train_index["3"]))
    assert market_trains(game.setup, game.state) == [position.setup.train_index["3"]]
    assert money_of(game, "NYC") == 0
    allowed(game, buy(game, "3", POOL))


def test_no_train_is_given_back_willingly() -> None:
    """Case 36."""
    position = canadian_pacific("3", "3 3", 0)
    refused(position.operating_round("CP", "train"), DiscardTrain(P0, CP, position.setup.train_index["3"]), Reason.NOT_NOW)


@pytest.mark.parametrize(("phase", "express"), [("4", []), ("5", ["5E"]), ("6", ["5E", "6E"]), ("8", ["5E", "6E", "8E"])])
def test_express_trains_from_the_first_of_their_size(phase: str, express: list[str]) -> None:
    """Case 37."""
    game = canadian_pacific(phase).operating_round("CP", "train")
    names = [STANDARD.trains[train].id for train in bank_trains(game.setup, game.state)]
    assert [name for name in names if name.endswith("E")] == express


def test_10e_are_unlimited() -> None:
    """Case 37."""
    game = canadian_pacific("10", money=5000).operating_round("CP", "train")
    play(game, buy(game, "10E"), buy(game, "10E"))
    assert game.setup.train_index["10E"] in bank_trains(game.setup, game.state)


@pytest.mark.parametrize(("old", "new", "phase"), [("2", "4", "3"), ("3", "6", "5"), ("4", "8", "6")])
def test_obsolescence_by_4_6_and_8(old: str, new: str, phase: str) -> None:
    """Case 37."""
    position = canadian_pacific(phase, old, 900).phase(phase, bank="")
    game = position.operating_round("CP", "train")
    play(game, buy(game, new))
    assert owned_trains(game.setup, game.state, CP) == [position.setup.train_index[new]]
    assert STANDARD.phases[game.state.phase].id == new


def test_the_director_helps_and_the_treasury_ends_at_0() -> None:
    """Case 38."""
    game = canadian_pacific("2", money=30).operating_round("CP", "train")
    refused(game, Pass(P0), Reason.MUST_BUY_TRAIN)
    play(game, buy(game, "2"))
    assert money_of(game, "CP") == 0
    assert game.state.money[0] == 600 - 70


def test_he_may_choose_any_train_on_offer() -> None:
    """Case 38: unlike 1830 not only the cheapest."""
    position = canadian_pacific("5", money=30).money(0, 900).trains("pool", "3")
    game = position.operating_round("CP", "train")
    allowed(game, buy(game, "3", POOL))
    allowed(game, buy(game, "5"))
    play(game, buy(game, "5E"))
    assert game.state.money[0] == 900 - 570
    assert money_of(game, "CP") == 0


def test_at_most_the_face_value_from_another_company() -> None:
    """Case 38."""
    position = canadian_pacific("3", money=30).company("NYC", president=1, trains="2 2", stations="F31/0")
    game = position.operating_round("CP", "train")
    refused(game, buy(game, "2", treasury(NYC), 101), Reason.TRAIN_PRICE_TOO_HIGH)
    play(game, buy(game, "2", treasury(NYC), 100), Accept(P1))
    assert money_of(game, "CP") == 0
    assert money_of(game, "NYC") == 100


def test_with_its_own_money_a_company_pays_any_price_and_needs_no_help() -> None:
    """Case 38: only where the cheapest train is too dear for it does the director add anything."""
    position = canadian_pacific("2", money=150).company("NYC", president=1, trains="2 2", stations="F31/0")
    game = position.operating_round("CP", "train")
    allowed(game, buy(game, "2", treasury(NYC), 150))
    refused(game, buy(game, "2", treasury(NYC), 151), Reason.COMPANY_CAN_PAY)


def test_forced_sales_change_no_presidency_anywhere() -> None:
    """Case 38."""
    position = canadian_pacific("5", money=0).money(0, 100)
    position.company("NYC", shares={0: 4, 1: 3}, stations="F31/0", trains="5")
    position.company("NYH", shares={1: 4, 0: 3}, stations="F31/1", trains="5")
    game = position.operating_round("CP", "train")
    refused(game, SellShares(P0, NYC, 2), Reason.PRESIDENCY_PROTECTED)
    allowed(game, SellShares(P0, NYC, 1))
    allowed(game, SellShares(P0, NYH, 3))
    refused(game, DeclareBankruptcy(P0), Reason.CAN_STILL_PAY)
    play(game, SellShares(P0, NYH, 3), SellShares(P0, NYC, 1), buy(game, "5"))
    assert game.state.money[0] == 0


@pytest.mark.parametrize(("operated", "price"), [(False, 92), (True, 100)])
def test_own_shares_sold_in_the_first_turn_fetch_the_price_after_the_fall(operated: bool, price: int) -> None:
    """XV and its ruling: a company has operated when its first turn is over."""
    position = Position(standard(4), phase="5").money(0, 450)
    position.company("CP", stations="C30", operated=operated).tiles(LINE)
    game = position.operating_round("CP", "train")
    play(game, SellShares(P0, CP, 1))
    assert game.state.money[0] == 450 + price


def test_no_more_is_sold_than_the_dearest_train_needs() -> None:
    position = canadian_pacific("3", money=0).money(0, 150)
    position.company("NYH", shares={1: 4, 0: 3}, stations="F31/1", trains="3")
    game = position.operating_round("CP", "train")
    refused(game, SellShares(P0, NYH, 2), Reason.MORE_THAN_NEEDED)
    play(game, SellShares(P0, NYH, 1))
    refused(game, SellShares(P0, NYH, 1), Reason.NO_FORCED_SALE)


def test_after_forced_sales_he_buys_what_he_sold_for() -> None:
    """Notfinanzierung: a train that was payable before the last sale is no reason to sell; the change is not his to keep."""
    position = canadian_pacific("5", money=30).money(0, 480)
    position.company("NYH", shares={1: 4, 0: 3}, stations="F31/1", trains="5", cell=(1, 7))
    game = position.operating_round("CP", "train")
    allowed(game, buy(game, "5"))
    refused(game, SellShares(P0, NYH, 2), Reason.MORE_THAN_NEEDED)
    play(game, SellShares(P0, NYH, 1))  # 630 are enough for the 5E at 600.
    refused(game, SellShares(P0, NYH, 1), Reason.NO_FORCED_SALE)
    refused(game, buy(game, "5"), Reason.MORE_THAN_NEEDED)
    allowed(game, buy(game, "5E"))


def test_the_last_sale_is_the_last_and_not_the_dearest() -> None:
    """Notfinanzierung: after a dear share and a cheap one, what he could pay between the two is no longer for him."""
    position = canadian_pacific("10", money=0).trains("pool", "5").money(0, 350)
    position.company("NYH", shares={1: 5, 0: 4}, stations="F31/1", trains="10E", cell=(1, 12))
    position.company("NYC", shares={2: 4, 0: 1, 3: 1}, stations="F31/0", trains="10E", cell=(4, 5))
    game = position.operating_round("CP", "train")
    play(game, SellShares(P0, NYH, 1))
    assert game.state.money[0] == 550
    allowed(game, buy(game, "5", POOL))
    play(game, SellShares(P0, NYC, 1))
    assert game.state.money[0] == 630
    refused(game, buy(game, "5", POOL), Reason.MORE_THAN_NEEDED)
    allowed(game, buy(game, "5E"))


def test_a_director_whose_sales_did_not_help_takes_what_others_offer() -> None:
    """Notfinanzierung: with all that he may sell he cannot pay the 3 of the bank; another company's 2 saves him."""
    position = (
        Position(standard(4), phase="3").company("CP", president=0, shares={0: 3, 1: 3}, stations="C30").tiles(LINE).money(0, 30)
    )
    position.company("NYH", shares={1: 5, 0: 1}, stations="F31/1", trains="2 2", cell=(4, 5))
    game = position.operating_round("CP", "train")
    play(game, SellShares(P0, NYH, 1))
    assert game.state.money[0] == 110
    allowed(game, DeclareBankruptcy(P0))  # He need not arrange anything.
    offer = next(offer for offer in game.legal_for(P0).offers())
    assert (offer.lo, offer.hi) == (1, 100)
    play(game, buy(game, "2", treasury(NYH), 20), Accept(P1))
    assert game.state.money[0] == 90


def test_he_does_not_sell_for_a_cheaper_train() -> None:
    """Notfinanzierung: half way to the dearest he may go on, or stop at a train that he could not pay before."""
    position = canadian_pacific("10", money=0).trains("pool", "5").money(0, 500)
    position.company("NYH", shares={1: 5, 0: 4}, stations="F31/1", trains="10E", cell=(1, 12))
    game = position.operating_round("CP", "train")
    play(game, SellShares(P0, NYH, 1))
    refused(game, buy(game, "5", POOL), Reason.MORE_THAN_NEEDED)  # Payable with the 500 alone.
    allowed(game, buy(game, "5E"))  # 600 of 700.
    play(game, SellShares(P0, NYH, 2), buy(game, "8E"))
    assert game.state.money[0] == 500 + 600 - 1000


def test_he_sells_for_no_train_that_he_cannot_come_to() -> None:
    """Notfinanzierung: the 5 is payable, the 5E out of reach with all his shares."""
    position = (
        Position(standard(4), phase="5").company("CP", president=0, shares={0: 3, 1: 3}, stations="C30").tiles(LINE).money(0, 500)
    )
    position.company("NYH", shares={1: 4, 0: 1, 2: 1}, stations="F31/1", trains="5", cell=(4, 5))
    game = position.operating_round("CP", "train")
    refused(game, SellShares(P0, NYH, 1), Reason.NO_FORCED_SALE)
    allowed(game, buy(game, "5"))


def test_no_train_is_owed_without_a_route() -> None:
    game = canadian_pacific("3", tiles="").operating_round("CP", "train")
    allowed(game, Pass(P0))


def test_new_trains_come_in_rising_order() -> None:
    game = canadian_pacific("2", money=900).operating_round("CP", "train")
    refused(game, buy(game, "3"), Reason.TRAIN_NOT_AVAILABLE)
    allowed(game, buy(game, "2"))
