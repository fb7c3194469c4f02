"""Forced purchases, forced sales and bankruptcy (7.6.2, C-2.3 to C-2.5)."""

from collections.abc import Mapping
from typing import Any

import pytest

from goldenspike.core.actions import Accept, BuyTrain, DeclareBankruptcy, Pass, SellPrivate, SellShares
from goldenspike.core.events import EndReason, Paid, WentBankrupt, Why
from goldenspike.core.game import Game
from goldenspike.core.ids import NO_COMPANY, Company, Holder, Train
from goldenspike.core.options import OperatingOrder, PriceFall, ShareSales, UnfloatedPrice
from goldenspike.core.reasons import Reason
from goldenspike.testing import Position
from goldenspike.testing.by_name import (
    buy_train,
    exchange_private,
    money_of,
    operating_company,
    owner_of,
    price_of,
    sell_private,
    sell_shares,
    shares_of,
    step_of,
    trains_of,
)
from goldenspike.testing.checks import allowed, is_legal, refused
from goldenspike.testing.invariants import violations_of
from goldenspike.testing.names import Who, holder_of
from goldenspike.titles.g1830 import classic
from players import P0, P1, P2

SPREAD: Mapping[Who, int] = {0: 2, 1: 1, 2: 1, 3: 1, "pool": 1}
"""The president has his certificate, which nobody can take over."""


def trainless(
    money: int, cash: int, shares: Mapping[Who, int] | None = None, *, phase: str = "5", price: int = 0, players: int = 4
) -> Position:
    """The PRR of player 0 with a route (Altoona and Pittsburgh) and no train."""
    position = Position(classic(players), phase=phase, money=0)
    position.company("PRR", president=0, shares=shares, price=price, money=money)
    return position.tile("H10", "57", 1).money(0, cash)


def sales(position: Position, game: Game) -> dict[str, list[int]]:
    """The blocks that the enumeration offers, by railroad."""
    found: dict[str, list[int]] = {}
    for action in game.legal:
        if isinstance(action, SellShares):
            found.setdefault(position.setup.title.companies[action.company].id, []).append(action.count)
    return found


# --- who must buy (7.6.2)


def test_a_railroad_with_a_route_must_have_a_train() -> None:
    """7.6.2, RL: no pass at the end of the turn."""
    position = trainless(1000, 0)
    game = position.operating_round("PRR", "train")
    refused(game, Pass(P0), Reason.MUST_BUY_TRAIN)
    game.push(buy_train(game, "5"))
    allowed(game, Pass(P0))


def test_no_route_no_duty() -> None:
    """7.6 note, case 89: without two cities to join it need not buy; a lay of another railroad may change that."""
    position = Position(classic(), phase="3", money=0).company("PRR").company("C&O", president=1, par=90)
    allowed(position.operating_round("PRR", "train"), Pass(P0))
    position.tile("H10", "57", 1)
    refused(position.operating_round("PRR", "train"), Pass(P0), Reason.MUST_BUY_TRAIN)


def test_a_route_that_no_train_of_the_bank_could_run_is_still_a_route() -> None:
    """7.6.2: "a legal train route connecting at least 2 cities", red areas and small cities included."""
    position = Position(classic(), money=0).company("B&O", money=500).tile("J14", "57", 0)
    refused(position.operating_round("B&O", "train"), Pass(P0), Reason.MUST_BUY_TRAIN)


def test_second_train_with_its_own_money() -> None:
    """7.6, #3934: a trainless railroad with 900 must buy one 5-train and may buy another."""
    position = trainless(900, 500)
    game = position.operating_round("PRR", "train")
    game.push(buy_train(game, "5"))
    assert is_legal(game, buy_train(game, "5")) and is_legal(game, Pass(P0))
    game.push(buy_train(game, "5"))
    assert (money_of(game, "PRR"), money_of(game, 0)) == (0, 500)


# --- whose money (C-2.3.1)


def market_of_two(money: int, cash: int) -> Position:
    """The cheapest train is a 5 in the open market (450); the bank sells a 6 (630) and diesels (1,100)."""
    return trainless(money, cash, phase="6").trains("pool", "5")


def test_the_president_may_not_add_where_the_railroad_can_pay() -> None:
    """C-2.3.1, #269, case 90: 450 in the treasury are enough for the cheapest, so no dearer train with his money."""
    position = market_of_two(500, 1000).company("NYC", par=90, trains="5")
    game = position.operating_round("PRR", "train")
    refused(game, buy_train(game, "6"), Reason.COMPANY_CAN_PAY)
    refused(game, buy_train(game, "D"), Reason.COMPANY_CAN_PAY)
    refused(game, buy_train(game, "5", "NYC", 501), Reason.COMPANY_CAN_PAY)
    allowed(game, buy_train(game, "5", "NYC", 500))
    allowed(game, buy_train(game, "5", "pool"))
    refused(game, Pass(P0), Reason.MUST_BUY_TRAIN)


def test_a_dearer_train_with_the_railroads_own_money() -> None:
    """C-2.3.1 first point, case 91: the railroad may always buy under the normal rules."""
    position = market_of_two(700, 0)
    game = position.operating_round("PRR", "train")
    allowed(game, buy_train(game, "6"))
    allowed(game, buy_train(game, "5", "pool"))


def test_the_president_adds_what_is_missing() -> None:
    """C-2.3.1, case 90: all the railroad's money, then his; the cheapest train only."""
    position = market_of_two(300, 400)
    game = position.operating_round("PRR", "train")
    refused(game, buy_train(game, "6"), Reason.NOT_THE_CHEAPEST_TRAIN)
    allowed(game, buy_train(game, "5", "pool"))
    events = game.push(buy_train(game, "5", "pool"))
    assert Paid(P0, holder_of(position.setup, "PRR"), 150, Why.HELP) in events
    assert (money_of(game, "PRR"), money_of(game, 0)) == (0, 250)


def test_another_railroads_train_up_to_its_face_value() -> None:
    """C-2.3.1, case 90: as soon as the president pays, at most the price on the card; his own railroad's or another's."""
    for president in (0, 1):
        position = market_of_two(100, 1000).company("NYC", president=president, par=90, trains="4 5")
        game = position.operating_round("PRR", "train")
        for price in (1, 100, 101, 300):
            allowed(game, buy_train(game, "4", "NYC", price))
        refused(game, buy_train(game, "4", "NYC", 301), Reason.TRAIN_PRICE_TOO_HIGH)
        game.push(buy_train(game, "4", "NYC", 300))
        if president:
            game.push(Accept(P1))
        assert (money_of(game, "PRR"), money_of(game, 0), money_of(game, "NYC")) == (0, 800, 300)


def test_another_railroad_and_another_president() -> None:
    """C-2.3.1, C-2.3.2: the railroad on turn and its own president count, nobody else's money."""
    position = Position(classic(), money=0).phase("5").company("B&O", shares={2: 4, 1: 1, 3: 1}, money=150).tile("J14", "57", 0)
    position.company("PRR", par=90, money=900, trains="5").money(0, 900).money(2, 200)
    game = position.operating_round("B&O", "train")
    assert sales(position, game) == {"B&O": [1]}
    game.push(sell_shares(game, "B&O", 1))
    game.push(buy_train(game, "5"))
    assert [money_of(game, who) for who in ("B&O", 2, "PRR", 0)] == [0, 0, 900, 900]


def test_together_too_poor() -> None:
    """C-2.3.2: then shares have to be sold first."""
    position = market_of_two(100, 349)
    game = position.operating_round("PRR", "train")
    refused(game, buy_train(game, "5", "pool"), Reason.NOT_ENOUGH_MONEY)
    position.money(0, 350)
    game = position.operating_round("PRR", "train")
    allowed(game, buy_train(game, "5", "pool"))


# --- selling shares (C-2.3.2)


def test_no_sale_without_need() -> None:
    """C-2.3.2: only when railroad and president together cannot pay the cheapest train."""
    position = trainless(100, 350)
    game = position.operating_round("PRR", "train")
    refused(game, sell_shares(game, "PRR", 1), Reason.NO_FORCED_SALE)
    position = Position(classic(), money=0).company("PRR", money=0)
    game = position.operating_round("PRR", "train")
    refused(game, sell_shares(game, "PRR", 1), Reason.NO_FORCED_SALE)


def test_no_more_than_needed() -> None:
    """C-2.3.2, case 93, #968: 150 missing at 100 a share: one or two, not three; afterwards none."""
    position = trainless(100, 200)
    game = position.operating_round("PRR", "train")
    assert sales(position, game) == {"PRR": [1, 2]}
    refused(game, sell_shares(game, "PRR", 3), Reason.MORE_THAN_NEEDED)
    refused(game, sell_shares(game, "PRR", 0), Reason.BAD_COUNT)
    refused(game, sell_shares(game, "PRR", 1, 1), Reason.NOT_YOUR_TURN)
    game.push(sell_shares(game, "PRR", 2))
    refused(game, sell_shares(game, "PRR", 1), Reason.NO_FORCED_SALE)
    assert sales(position, game) == {}


def test_the_change_stays_with_the_president() -> None:
    """C-2.3.2 (German book), case 93: nothing is left in the treasury."""
    position = trainless(100, 200)
    game = position.operating_round("PRR", "train")
    game.push(sell_shares(game, "PRR", 2))
    assert money_of(game, 0) == 400
    game.push(buy_train(game, "5"))
    assert (money_of(game, "PRR"), money_of(game, 0)) == (0, 50)
    assert trains_of(game, "PRR") == ["5"]


def test_forced_sale_moves_the_price_and_fills_the_pool() -> None:
    """C-2.3.2, 5.5, 5.3, case 93: one row down for each share, and never more than five in the pool."""
    position = trainless(0, 0, {0: 6, "pool": 3})
    game = position.operating_round("PRR", "train")
    assert sales(position, game) == {"PRR": [1, 2]}
    refused(game, sell_shares(game, "PRR", 3), Reason.POOL_LIMIT)
    game.push(sell_shares(game, "PRR", 2))
    assert shares_of(game, "PRR", "pool") == 5
    assert price_of(game, "PRR") == 82
    assert money_of(game, 0) == 200


def test_one_price_for_all_shares_of_a_company_in_the_turn() -> None:
    """6.1, V-6.2: sold one after another in one forced sale they still have the price of the block."""
    position = trainless(100, 0)
    game = position.operating_round("PRR", "train")
    game.push(sell_shares(game, "PRR", 1))
    game.push(sell_shares(game, "PRR", 1))
    assert money_of(game, 0) == 200
    assert price_of(game, "PRR") == 82


def test_presidency_of_the_trainless_railroad_is_protected() -> None:
    """C-2.3.2, case 92: he may sell down to equality with the next largest holder, no further."""
    position = trainless(0, 0, {0: 5, 1: 3})
    game = position.operating_round("PRR", "train")
    assert sales(position, game) == {"PRR": [1, 2]}
    refused(game, sell_shares(game, "PRR", 3), Reason.PRESIDENCY_PROTECTED)
    game.push(sell_shares(game, "PRR", 2))
    refused(game, sell_shares(game, "PRR", 1), Reason.PRESIDENCY_PROTECTED)
    assert game.state.presidents[position.setup.company_index["PRR"]] == 0


def test_presidents_certificate_is_not_sold() -> None:
    """6.1: the last two shares of a presidency that nobody can take over stay."""
    position = trainless(0, 0, {0: 3, 1: 1, 2: 1, "pool": 1})
    game = position.operating_round("PRR", "train")
    assert sales(position, game) == {"PRR": [1]}
    refused(game, sell_shares(game, "PRR", 2), Reason.NO_SUCCESSOR)
    refused(game, sell_shares(game, "PRR", 4), Reason.NOT_ENOUGH_SHARES)
    refused(game, sell_shares(game, "NYC", 1), Reason.NO_PRICE_YET)


def test_presidency_elsewhere_passes_at_once() -> None:
    """C-2.3.2 case 2, R#185, case 92: the NYC goes to player 1, whose consent its train now needs."""
    position = trainless(0, 400, SPREAD).company("NYC", president=0, shares={0: 3, 1: 3, 2: 3}, par=90, trains="5")
    game = position.operating_round("PRR", "train")
    allowed(game, sell_shares(game, "NYC", 1))
    game.push(sell_shares(game, "NYC", 1))
    assert game.state.presidents[position.setup.company_index["NYC"]] == 1, "ties clockwise from the seller"
    assert shares_of(game, "NYC", 0) == 2
    game.push(buy_train(game, "5", "NYC", 450))
    assert game.actors == (1,)
    game.push(Accept(P1))
    assert trains_of(game, "PRR") == ["5"] and money_of(game, "NYC") == 450


def test_train_of_ones_other_railroad_ends_the_need() -> None:
    """C-2.3.2 case 1, case 92: with the NYC's train the PRR has one, so nothing more may be sold."""
    position = trainless(0, 10, SPREAD).company("NYC", president=0, shares={0: 3, 1: 3}, par=90, trains="5")
    game = position.operating_round("PRR", "train")
    allowed(game, buy_train(game, "5", "NYC", 10))
    game.push(buy_train(game, "5", "NYC", 1))
    refused(game, sell_shares(game, "NYC", 1), Reason.NO_FORCED_SALE)
    assert game.state.presidents[position.setup.company_index["NYC"]] == 0
    assert (money_of(game, 0), money_of(game, "NYC")) == (9, 1)


def test_no_bargain_after_a_forced_sale() -> None:
    """C-2.3.2, #968, #11515: whoever sold shares for a train may not then take one for $1 and keep the money."""
    position = trainless(20, 300, SPREAD).company("NYC", shares={0: 5, 1: 1}, par=90, trains="4 5")
    game = position.operating_round("PRR", "train")
    game.push(sell_shares(game, "NYC", 2))
    assert money_of(game, 0) == 480
    for price in (1, 20, 410):
        refused(game, buy_train(game, "5", "NYC", price), Reason.MORE_THAN_NEEDED)
    allowed(game, buy_train(game, "5", "NYC", 411))
    allowed(game, buy_train(game, "5", "NYC", 450))
    refused(game, buy_train(game, "5", "NYC", 451), Reason.TRAIN_PRICE_TOO_HIGH)
    refused(game, buy_train(game, "4", "NYC", 300), Reason.MORE_THAN_NEEDED)
    allowed(game, buy_train(game, "5"))


def test_the_last_share_counts_also_when_its_railroad_was_sold_before() -> None:
    """C-2.3.2: of 90, 100 and again 90 the last 90 must have been needed: a train costs more than what there was before it."""
    position = trainless(20, 200).company("NYC", shares={0: 5, 1: 1}, par=90, trains="4 5")
    game = position.operating_round("PRR", "train")
    for railroad in ("NYC", "PRR", "NYC"):
        game.push(sell_shares(game, railroad, 1))
    assert money_of(game, 0) == 480
    refused(game, buy_train(game, "5", "NYC", 410), Reason.MORE_THAN_NEEDED)
    allowed(game, buy_train(game, "5", "NYC", 411))


@pytest.mark.parametrize(("order", "following"), [(OperatingOrder.VARIABLE, "B&M"), (OperatingOrder.FIXED, "NYC")])
def test_forced_sale_reorders_the_rest_of_the_round(order: OperatingOrder, following: str) -> None:
    """7.0 note, V-2.0, family #315, case 93: the NYC falls behind the B&M, unless the order is fixed."""
    position = (
        Position(classic(operating_order=order), money=0)
        .phase("5", bank="5")
        .company("PRR", shares=SPREAD, money=250)
        .tile("H10", "57", 1)
    )
    position.company("NYC", president=0, shares={0: 3, 1: 3}, par=90, trains="5")
    position.company("B&M", president=2, par=82, trains="5")
    game = position.start_operating_round()
    while step_of(game) != "train":
        game.push(Pass(P0))
    assert operating_company(game) == "PRR"
    game.push(sell_shares(game, "NYC", 3))
    assert price_of(game, "NYC") == 71
    game.push(buy_train(game, "5"))
    game.push(Pass(P0))
    assert operating_company(game) == following


def test_private_companies_may_be_sold_to_players() -> None:
    """C-2.3.2, case 94: during the forced sale, with a buyer's consent, at any price; never a duty."""
    position = trainless(0, 0, SPREAD, phase="3").phase("3", bank="").private("CA", 0).private("SV", 2).money(1, 300)
    game = position.operating_round("PRR", "train")
    assert is_legal(game, DeclareBankruptcy(P0)), "he need not sell the CA"
    offer = sell_private(game, "CA", 0, 1, 300)
    allowed(game, offer)
    refused(game, SellPrivate(P2, position.setup.private_index["SV"], P1, 5), Reason.NOT_YOUR_TURN)
    game.push(offer)
    assert game.actors == (1,)
    game.push(Accept(P1))
    assert (money_of(game, 0), owner_of(game, "CA")) == (300, 1)
    refused(game, DeclareBankruptcy(P0), Reason.CAN_STILL_PAY)
    game.push(buy_train(game, "4"))
    assert money_of(game, 0) == 0


def test_no_private_sale_when_nothing_is_missing() -> None:
    """4.1: in an operating round players trade private companies only under C-2.3.2."""
    position = trainless(300, 0, phase="3").phase("3", bank="").private("CA", 0).money(1, 300)
    game = position.operating_round("PRR", "train")
    refused(game, sell_private(game, "CA", 0, 1, 300), Reason.NOT_NOW)


# --- bankruptcy (C-2.4, C-2.5)


def test_bankruptcy_only_when_nothing_is_left_to_sell() -> None:
    """C-2.4, family #551: as long as a share may be sold, it must be."""
    position = trainless(0, 0, {0: 3, 1: 1, 2: 1, 3: 1})
    game = position.operating_round("PRR", "train")
    refused(game, DeclareBankruptcy(P0), Reason.CAN_STILL_PAY)
    game.push(sell_shares(game, "PRR", 1))
    assert list(game.legal) == [DeclareBankruptcy(P0)]
    refused(game, DeclareBankruptcy(P1), Reason.NOT_YOUR_TURN)


def test_no_bankruptcy_without_need() -> None:
    """C-2.4: only for a railroad that must buy and cannot."""
    position = trainless(1000, 0)
    refused(position.operating_round("PRR", "train"), DeclareBankruptcy(P0), Reason.CAN_STILL_PAY)
    position = Position(classic(), money=0).company("PRR")
    refused(position.operating_round("PRR", "train"), DeclareBankruptcy(P0), Reason.CAN_STILL_PAY)


def test_bankruptcy_ends_the_game_at_once() -> None:
    """C-2.4, C-2.5, case 95: no more actions; his wealth is what he could not sell; he may still win."""
    position = trainless(30, 40, {0: 5, "pool": 5}, price=350).money(1, 100)
    position.company("NYC", shares={1: 2}, par=67)
    game = position.operating_round("PRR", "train")
    assert list(game.legal) == [DeclareBankruptcy(P0)]
    events = game.push(DeclareBankruptcy(P0))
    assert WentBankrupt(P0) in events
    assert game.is_over and game.actors == () and list(game.legal) == []
    result = game.result()
    assert result.reason is EndReason.BANKRUPTCY
    assert result.wealth == (5 * 350, 100 + 2 * 67, 0, 0)
    assert result.winners == (0,)
    refused(game, Pass(P1), Reason.GAME_OVER)


def test_a_bankrupts_private_companies_count_for_nothing() -> None:
    """C-2.3 note: his wealth is the value of the shares that he could not sell, others count all they have (8.0)."""
    position = trainless(30, 40, {0: 5, "pool": 5}, phase="4", price=350).private("SV", 0).private("CS", 1)
    game = position.operating_round("PRR", "train")
    game.push(DeclareBankruptcy(P0))
    assert game.result().wealth == (5 * 350, 40, 0, 0)


def test_two_players_with_a_protected_railroad() -> None:
    """C-2.3.2, C-2.4, case 96: all shares of the trainless railroad protected: bankrupt with shares in hand."""
    position = trainless(0, 0, {0: 5, 1: 5}, players=2)
    game = position.operating_round("PRR", "train")
    refused(game, sell_shares(game, "PRR", 1), Reason.PRESIDENCY_PROTECTED)
    assert list(game.legal) == [DeclareBankruptcy(P0)]
    game.push(DeclareBankruptcy(P0))
    assert game.result().wealth == (500, 500)


def test_president_may_rather_go_bankrupt_than_take_his_other_railroads_train() -> None:
    """C-2.3.2 last point: he is not required to sell himself a train, but may."""
    position = trainless(0, 5, SPREAD).company("NYC", shares=SPREAD, par=90, trains="5")
    game = position.operating_round("PRR", "train")
    allowed(game, buy_train(game, "5", "NYC", 5))
    allowed(game, DeclareBankruptcy(P0))


def test_malformed_forced_sale() -> None:
    """A record may name things that do not exist."""
    position = trainless(0, 0)
    game = position.operating_round("PRR", "train")
    refused(game, SellShares(P0, Company(99), 1), Reason.UNKNOWN_COMPANY)
    refused(game, BuyTrain(P0, NO_COMPANY, Train(0), Holder(7), 80), Reason.UNKNOWN_COMPANY)


# --- shares of a railroad that has not floated (5.3 sidebar)


def selling_unfloated(cash: int = 200, phase: str = "5", **options: Any) -> Position:
    """The trainless PRR needs 450 (in phase 5); its president holds two shares of the NYC, at 100 and not floated."""
    position = Position(classic(**options), phase=phase, money=0).company("PRR", par=67).money(0, cash)
    position.company("NYC", president=1, shares={1: 2, 0: 2}).tile("H10", "57", 1)
    return position


@pytest.mark.parametrize(("reading", "price"), [(UnfloatedPrice.STAYS, 100), (UnfloatedPrice.FALLS, 82)])
def test_the_token_of_an_unfloated_railroad_in_operating_rounds(reading: UnfloatedPrice, price: int) -> None:
    """5.3 sidebar and ruling, case 46: it does not move for any reason, forced sales included; by option it falls."""
    position = selling_unfloated(unfloated_price=reading)
    game = position.operating_round("PRR", "train")
    game.push(sell_shares(game, "NYC", 2))
    assert price_of(game, "NYC") == price
    assert money_of(game, 0) == 400
    assert violations_of(game.setup, game.state) == []


@pytest.mark.parametrize("sales", ShareSales)
@pytest.mark.parametrize("fall", PriceFall)
def test_however_it_is_sold(sales: ShareSales, fall: PriceFall) -> None:
    """5.3 sidebar, V-5.1, V-6.2: one after the other, each at the same price."""
    position = selling_unfloated(share_sales=sales, price_fall=fall)
    game = position.operating_round("PRR", "train")
    for _ in range(2):
        game.push(sell_shares(game, "NYC", 1))
    assert (price_of(game, "NYC"), money_of(game, 0)) == (100, 400)


def test_a_floated_railroad_falls_in_operating_rounds() -> None:
    """5.5: also one that floated in this very round and has no money yet."""
    position = selling_unfloated()
    position.company("NYC", shares={1: 4, 0: 2}, funded=False)
    game = position.operating_round("PRR", "train")
    game.push(sell_shares(game, "NYC", 2))
    assert price_of(game, "NYC") == 82


def test_an_exchange_that_floats_the_railroad_frees_its_token() -> None:
    """5.3 sidebar, T-05: the share of the MH is the sixth to leave the offering."""
    position = selling_unfloated(0, "4").private("MH", 2)
    position.company("NYC", shares={1: 3, 0: 2})
    game = position.set(turn_started=False).operating_round("PRR", "train")
    game.push(exchange_private(game, "MH", 2))
    assert game.state.floated[position.setup.company_index["NYC"]]
    game.push(sell_shares(game, "NYC", 1))
    assert price_of(game, "NYC") == 90


def test_in_stock_rounds_the_token_of_an_unfloated_railroad_moves() -> None:
    """5.5, case 46: every sale in a stock round lowers the price."""
    position = selling_unfloated()
    game = position.stock_round(0)
    game.push(sell_shares(game, "NYC", 2, 0))
    assert price_of(game, "NYC") == 82
