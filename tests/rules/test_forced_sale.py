"""Forced purchases, forced sales and bankruptcy (7.6.2, C-2.3 to C-2.5)."""

from typing import Any

import pytest

from board_helpers import Scene, legal, refused
from goldenspike.core.actions import Accept, BuyTrain, DeclareBankruptcy, Pass, SellPrivate, SellShares
from goldenspike.core.events import EndReason, Paid, WentBankrupt, Why
from goldenspike.core.game import Game
from goldenspike.core.options import OperatingOrder, PriceFall, ShareSales, UnfloatedPrice
from goldenspike.core.reasons import Reason
from goldenspike.testing.invariants import violations_of


def trainless(money: int, cash: int, bank: str = "5 5 6 6", phase: str = "5", players: int = 4, **shares: object) -> Scene:
    """The PRR of player 0 with a route (Altoona and Pittsburgh) and no train."""
    scene = Scene(players).phase(phase, bank).company("PRR", money=money, **shares)  # type: ignore[arg-type]
    return scene.tile("H10", "57", 1).money(0, cash)


def sales(scene: Scene, game: Game) -> dict[str, list[int]]:
    """The blocks that the enumeration offers, by railroad."""
    found: dict[str, list[int]] = {}
    for action in game.legal:
        if isinstance(action, SellShares):
            found.setdefault(scene.setup.title.companies[action.company].id, []).append(action.count)
    return found


# --- who must buy (7.6.2)


def test_a_railroad_with_a_route_must_have_a_train() -> None:
    """7.6.2, RL: no pass at the end of the turn."""
    scene = trainless(1000, 0)
    game = scene.operate("PRR", "train")
    assert refused(game, Pass(0)) is Reason.MUST_BUY_TRAIN
    game.push(scene.buy_train("5"))
    assert legal(game, Pass(0))


def test_no_route_no_duty() -> None:
    """7.6 note, case 89: without two cities to join it need not buy; a lay of another railroad may change that."""
    scene = Scene(phase="3").company("PRR").company("C&O", president=1, price=90)
    assert legal(scene.operate("PRR", "train"), Pass(0))
    scene.tile("H10", "57", 1)
    assert refused(scene.operate("PRR", "train"), Pass(0)) is Reason.MUST_BUY_TRAIN


def test_a_route_that_no_train_of_the_bank_could_run_is_still_a_route() -> None:
    """7.6.2: "a legal train route connecting at least 2 cities", red areas and small cities included."""
    scene = Scene().company("B&O", money=500).tile("J14", "57", 0)
    assert refused(scene.operate("B&O", "train"), Pass(0)) is Reason.MUST_BUY_TRAIN


def test_second_train_with_its_own_money() -> None:
    """7.6, #3934: a trainless railroad with 900 must buy one 5-train and may buy another."""
    scene = trainless(900, 500)
    game = scene.operate("PRR", "train")
    game.push(scene.buy_train("5"))
    assert legal(game, scene.buy_train("5")) and legal(game, Pass(0))
    game.push(scene.buy_train("5"))
    assert (scene.cash(game, "PRR"), scene.cash(game, 0)) == (0, 500)


# --- whose money (C-2.3.1)


def market_of_two(money: int, cash: int) -> Scene:
    """The cheapest train is a 5 in the open market (450); the bank sells a 6 (630) and diesels (1,100)."""
    return trainless(money, cash, "6 D D", "6").trains("pool", "5")


def test_the_president_may_not_add_where_the_railroad_can_pay() -> None:
    """C-2.3.1, #269, case 90: 450 in the treasury are enough for the cheapest, so no dearer train with his money."""
    scene = market_of_two(500, 1000).company("NYC", president=0, price=90, trains="5")
    game = scene.operate("PRR", "train")
    assert refused(game, scene.buy_train("6")) is Reason.COMPANY_CAN_PAY
    assert refused(game, scene.buy_train("D")) is Reason.COMPANY_CAN_PAY
    assert refused(game, scene.buy_train("5", "NYC", 501)) is Reason.COMPANY_CAN_PAY
    assert legal(game, scene.buy_train("5", "NYC", 500))
    assert legal(game, scene.buy_train("5", "pool"))
    assert refused(game, Pass(0)) is Reason.MUST_BUY_TRAIN


def test_a_dearer_train_with_the_railroads_own_money() -> None:
    """C-2.3.1 first point, case 91: the railroad may always buy under the normal rules."""
    scene = market_of_two(700, 0)
    game = scene.operate("PRR", "train")
    assert legal(game, scene.buy_train("6"))
    assert legal(game, scene.buy_train("5", "pool"))


def test_the_president_adds_what_is_missing() -> None:
    """C-2.3.1, case 90: all the railroad's money, then his; the cheapest train only."""
    scene = market_of_two(300, 400)
    game = scene.operate("PRR", "train")
    assert refused(game, scene.buy_train("6")) is Reason.NOT_THE_CHEAPEST_TRAIN
    assert legal(game, scene.buy_train("5", "pool"))
    events = game.push(scene.buy_train("5", "pool"))
    assert Paid(0, scene.holder("PRR"), 150, Why.HELP) in events
    assert (scene.cash(game, "PRR"), scene.cash(game, 0)) == (0, 250)


def test_another_railroads_train_up_to_its_face_value() -> None:
    """C-2.3.1, case 90: as soon as the president pays, at most the price on the card; his own railroad's or another's."""
    for president in (0, 1):
        scene = market_of_two(100, 1000).company("NYC", president=president, price=90, trains="4 5")
        game = scene.operate("PRR", "train")
        for price in (1, 100, 101, 300):
            assert legal(game, scene.buy_train("4", "NYC", price))
        assert refused(game, scene.buy_train("4", "NYC", 301)) is Reason.TRAIN_PRICE_TOO_HIGH
        game.push(scene.buy_train("4", "NYC", 300))
        if president:
            game.push(Accept(1))
        assert (scene.cash(game, "PRR"), scene.cash(game, 0), scene.cash(game, "NYC")) == (0, 800, 300)


def test_another_railroad_and_another_president() -> None:
    """C-2.3.1, C-2.3.2: the railroad on turn and its own president count, nobody else's money."""
    scene = Scene().phase("5", "5 5 6 6").company("B&O", president=2, money=150, own=4).tile("J14", "57", 0)
    scene.company("PRR", president=0, money=900, price=90, trains="5").money(0, 900).money(2, 200)
    game = scene.operate("B&O", "train")
    assert sales(scene, game) == {"B&O": [1]}
    game.push(scene.sell("B&O", 1))
    game.push(scene.buy_train("5"))
    assert [scene.cash(game, who) for who in ("B&O", 2, "PRR", 0)] == [0, 0, 900, 900]


def test_together_too_poor() -> None:
    """C-2.3.2: then shares have to be sold first."""
    scene = market_of_two(100, 349)
    game = scene.operate("PRR", "train")
    assert refused(game, scene.buy_train("5", "pool")) is Reason.NOT_ENOUGH_MONEY
    scene.money(0, 350)
    assert legal(scene.operate("PRR", "train"), scene.buy_train("5", "pool"))


# --- selling shares (C-2.3.2)


def test_no_sale_without_need() -> None:
    """C-2.3.2: only when railroad and president together cannot pay the cheapest train."""
    scene = trainless(100, 350)
    game = scene.operate("PRR", "train")
    assert refused(game, scene.sell("PRR", 1)) is Reason.NO_FORCED_SALE
    scene = Scene().company("PRR", money=0)
    assert refused(scene.operate("PRR", "train"), scene.sell("PRR", 1)) is Reason.NO_FORCED_SALE


def test_no_more_than_needed() -> None:
    """C-2.3.2, case 93, #968: 150 missing at 100 a share: one or two, not three; afterwards none."""
    scene = trainless(100, 200)
    game = scene.operate("PRR", "train")
    assert sales(scene, game) == {"PRR": [1, 2]}
    assert refused(game, scene.sell("PRR", 3)) is Reason.MORE_THAN_NEEDED
    assert refused(game, scene.sell("PRR", 0)) is Reason.BAD_COUNT
    assert refused(game, scene.sell("PRR", 1, 1)) is Reason.NOT_YOUR_TURN
    game.push(scene.sell("PRR", 2))
    assert refused(game, scene.sell("PRR", 1)) is Reason.NO_FORCED_SALE
    assert sales(scene, game) == {}


def test_the_change_stays_with_the_president() -> None:
    """C-2.3.2 (German book), case 93: nothing is left in the treasury."""
    scene = trainless(100, 200)
    game = scene.operate("PRR", "train")
    game.push(scene.sell("PRR", 2))
    assert scene.cash(game, 0) == 400
    game.push(scene.buy_train("5"))
    assert (scene.cash(game, "PRR"), scene.cash(game, 0)) == (0, 50)
    assert scene.trains_of(game, "PRR") == ["5"]


def test_forced_sale_moves_the_price_and_fills_the_pool() -> None:
    """C-2.3.2, 5.5, 5.3, case 93: one row down for each share, and never more than five in the pool."""
    scene = trainless(0, 0, own=6, pool=3)
    game = scene.operate("PRR", "train")
    assert sales(scene, game) == {"PRR": [1, 2]}
    assert refused(game, scene.sell("PRR", 3)) is Reason.POOL_LIMIT
    game.push(scene.sell("PRR", 2))
    assert scene.units(game, "PRR", "pool") == 5
    assert scene.price(game, "PRR") == 82
    assert scene.cash(game, 0) == 200


def test_one_price_for_all_shares_of_a_company_in_the_turn() -> None:
    """6.1, V-6.2: sold one after another in one forced sale they still have the price of the block."""
    scene = trainless(100, 0)
    game = scene.operate("PRR", "train")
    game.push(scene.sell("PRR", 1))
    game.push(scene.sell("PRR", 1))
    assert scene.cash(game, 0) == 200
    assert scene.price(game, "PRR") == 82


def test_presidency_of_the_trainless_railroad_is_protected() -> None:
    """C-2.3.2, case 92: he may sell down to equality with the next largest holder, no further."""
    scene = trainless(0, 0, own=5, others={1: 3})
    game = scene.operate("PRR", "train")
    assert sales(scene, game) == {"PRR": [1, 2]}
    assert refused(game, scene.sell("PRR", 3)) is Reason.PRESIDENCY_PROTECTED
    game.push(scene.sell("PRR", 2))
    assert refused(game, scene.sell("PRR", 1)) is Reason.PRESIDENCY_PROTECTED
    assert game.state.presidents[scene.railroad("PRR")] == 0


def test_presidents_certificate_is_not_sold() -> None:
    """6.1: the last two shares of a presidency that nobody can take over stay."""
    scene = trainless(0, 0, own=3, others={1: 1})
    game = scene.operate("PRR", "train")
    assert sales(scene, game) == {"PRR": [1]}
    assert refused(game, scene.sell("PRR", 2)) is Reason.NO_SUCCESSOR
    assert refused(game, scene.sell("PRR", 4)) is Reason.NOT_ENOUGH_SHARES
    assert refused(game, scene.sell("NYC", 1)) is Reason.NO_PRICE_YET


def test_presidency_elsewhere_passes_at_once() -> None:
    """C-2.3.2 case 2, R#185, case 92: the NYC goes to player 1, whose consent its train now needs."""
    scene = trainless(0, 400, own=2).company("NYC", president=0, own=3, others={1: 3, 2: 3}, price=90, trains="5")
    game = scene.operate("PRR", "train")
    assert legal(game, scene.sell("NYC", 1))
    game.push(scene.sell("NYC", 1))
    assert game.state.presidents[scene.railroad("NYC")] == 1, "ties clockwise from the seller"
    assert scene.units(game, "NYC", 0) == 2
    game.push(scene.buy_train("5", "NYC", 450))
    assert game.actors == (1,)
    game.push(Accept(1))
    assert scene.trains_of(game, "PRR") == ["5"] and scene.cash(game, "NYC") == 450


def test_train_of_ones_other_railroad_ends_the_need() -> None:
    """C-2.3.2 case 1, case 92: with the NYC's train the PRR has one, so nothing more may be sold."""
    scene = trainless(0, 10, own=2).company("NYC", president=0, own=3, others={1: 3}, price=90, trains="5")
    game = scene.operate("PRR", "train")
    assert legal(game, scene.buy_train("5", "NYC", 10))
    game.push(scene.buy_train("5", "NYC", 1))
    assert refused(game, scene.sell("NYC", 1)) is Reason.NO_FORCED_SALE
    assert game.state.presidents[scene.railroad("NYC")] == 0
    assert (scene.cash(game, 0), scene.cash(game, "NYC")) == (9, 1)


def test_no_bargain_after_a_forced_sale() -> None:
    """C-2.3.2, #968, #11515: whoever sold shares for a train may not then take one for $1 and keep the money."""
    scene = trainless(20, 300, own=2).company("NYC", president=0, own=5, price=90, trains="4 5")
    game = scene.operate("PRR", "train")
    game.push(scene.sell("NYC", 2))
    assert scene.cash(game, 0) == 480
    for price in (1, 20, 410):
        assert refused(game, scene.buy_train("5", "NYC", price)) is Reason.MORE_THAN_NEEDED
    assert legal(game, scene.buy_train("5", "NYC", 411))
    assert legal(game, scene.buy_train("5", "NYC", 450))
    assert refused(game, scene.buy_train("5", "NYC", 451)) is Reason.TRAIN_PRICE_TOO_HIGH
    assert refused(game, scene.buy_train("4", "NYC", 300)) is Reason.MORE_THAN_NEEDED
    assert legal(game, scene.buy_train("5"))


def test_the_last_share_counts_also_when_its_railroad_was_sold_before() -> None:
    """C-2.3.2: of 90, 100 and again 90 the last 90 must have been needed: a train costs more than what there was before it."""
    scene = trainless(20, 200).company("NYC", president=0, own=5, price=90, trains="4 5")
    game = scene.operate("PRR", "train")
    for railroad in ("NYC", "PRR", "NYC"):
        game.push(scene.sell(railroad, 1))
    assert scene.cash(game, 0) == 480
    assert refused(game, scene.buy_train("5", "NYC", 410)) is Reason.MORE_THAN_NEEDED
    assert legal(game, scene.buy_train("5", "NYC", 411))


@pytest.mark.parametrize(("order", "following"), [(OperatingOrder.VARIABLE, "B&M"), (OperatingOrder.FIXED, "NYC")])
def test_forced_sale_reorders_the_rest_of_the_round(order: OperatingOrder, following: str) -> None:
    """7.0 note, V-2.0, family #315, case 93: the NYC falls behind the B&M, unless the order is fixed."""
    scene = Scene(operating_order=order).phase("5", "5 5 6 6").company("PRR", own=2, money=250).tile("H10", "57", 1)
    scene.company("NYC", president=0, own=3, others={1: 3}, price=90, trains="5")
    scene.company("B&M", president=2, own=6, price=82, trains="5")
    game = scene.start_round()
    while scene.step(game) != "train":
        game.push(Pass(0))
    assert scene.operating(game) == "PRR"
    game.push(scene.sell("NYC", 3))
    assert scene.price(game, "NYC") == 71
    game.push(scene.buy_train("5"))
    game.push(Pass(0))
    assert scene.operating(game) == following


def test_private_companies_may_be_sold_to_players() -> None:
    """C-2.3.2, case 94: during the forced sale, with a buyer's consent, at any price; never a duty."""
    scene = trainless(0, 0, "4 4 5", "3", own=2).private("CA", 0).private("SV", 2).money(1, 300)
    game = scene.operate("PRR", "train")
    assert legal(game, DeclareBankruptcy(0)), "he need not sell the CA"
    offer = scene.sell_private("CA", 0, 1, 300)
    assert legal(game, offer)
    assert refused(game, SellPrivate(2, scene.setup.private_index["SV"], 1, 5)) is Reason.NOT_YOUR_TURN
    game.push(offer)
    assert game.actors == (1,)
    game.push(Accept(1))
    assert (scene.cash(game, 0), scene.owner(game, "CA")) == (300, 1)
    assert refused(game, DeclareBankruptcy(0)) is Reason.CAN_STILL_PAY
    game.push(scene.buy_train("4"))
    assert scene.cash(game, 0) == 0


def test_no_private_sale_when_nothing_is_missing() -> None:
    """4.1: in an operating round players trade private companies only under C-2.3.2."""
    scene = trainless(300, 0, "4 4 5", "3").private("CA", 0).money(1, 300)
    assert refused(scene.operate("PRR", "train"), scene.sell_private("CA", 0, 1, 300)) is Reason.NOT_NOW


# --- bankruptcy (C-2.4, C-2.5)


def test_bankruptcy_only_when_nothing_is_left_to_sell() -> None:
    """C-2.4, family #551: as long as a share may be sold, it must be."""
    scene = trainless(0, 0, own=3)
    game = scene.operate("PRR", "train")
    assert refused(game, DeclareBankruptcy(0)) is Reason.CAN_STILL_PAY
    game.push(scene.sell("PRR", 1))
    assert list(game.legal) == [DeclareBankruptcy(0)]
    assert refused(game, DeclareBankruptcy(1)) is Reason.NOT_YOUR_TURN


def test_no_bankruptcy_without_need() -> None:
    """C-2.4: only for a railroad that must buy and cannot."""
    scene = trainless(1000, 0)
    assert refused(scene.operate("PRR", "train"), DeclareBankruptcy(0)) is Reason.CAN_STILL_PAY
    scene = Scene().company("PRR")
    assert refused(scene.operate("PRR", "train"), DeclareBankruptcy(0)) is Reason.CAN_STILL_PAY


def test_bankruptcy_ends_the_game_at_once() -> None:
    """C-2.4, C-2.5, case 95: no more actions; his wealth is what he could not sell; he may still win."""
    scene = trainless(30, 40, own=5, pool=5, cell=Scene().cell(350, 18)).money(1, 100)
    scene.company("NYC", president=1, own=2, price=67)
    game = scene.operate("PRR", "train")
    assert list(game.legal) == [DeclareBankruptcy(0)]
    events = game.push(DeclareBankruptcy(0))
    assert WentBankrupt(0) in events
    assert game.is_over and game.actors == () and list(game.legal) == []
    result = game.result()
    assert result.reason is EndReason.BANKRUPTCY
    assert result.wealth == (5 * 350, 100 + 2 * 67, 0, 0)
    assert result.winners == (0,)
    assert refused(game, Pass(1)) is Reason.GAME_OVER


def test_a_bankrupts_private_companies_count_for_nothing() -> None:
    """C-2.3 note: his wealth is the value of the shares that he could not sell, others count all they have (8.0)."""
    scene = trainless(30, 40, own=5, pool=5, cell=Scene().cell(350, 18)).private("SV", 0).private("CS", 1)
    game = scene.operate("PRR", "train")
    game.push(DeclareBankruptcy(0))
    assert game.result().wealth == (5 * 350, 40, 0, 0)


def test_two_players_with_a_protected_railroad() -> None:
    """C-2.3.2, C-2.4, case 96: all shares of the trainless railroad protected: bankrupt with shares in hand."""
    scene = trainless(0, 0, own=5, others={1: 5}, players=2)
    game = scene.operate("PRR", "train")
    assert refused(game, scene.sell("PRR", 1)) is Reason.PRESIDENCY_PROTECTED
    assert list(game.legal) == [DeclareBankruptcy(0)]
    game.push(DeclareBankruptcy(0))
    assert game.result().wealth == (500, 500)


def test_president_may_rather_go_bankrupt_than_take_his_other_railroads_train() -> None:
    """C-2.3.2 last point: he is not required to sell himself a train, but may."""
    scene = trainless(0, 5, own=2).company("NYC", president=0, own=2, price=90, trains="5")
    game = scene.operate("PRR", "train")
    assert legal(game, scene.buy_train("5", "NYC", 5))
    assert legal(game, DeclareBankruptcy(0))


def test_malformed_forced_sale() -> None:
    """A record may name things that do not exist."""
    scene = trainless(0, 0)
    game = scene.operate("PRR", "train")
    assert refused(game, SellShares(0, 99, 1)) is Reason.UNKNOWN_COMPANY
    assert refused(game, BuyTrain(0, -1, 0, 7, 80)) is Reason.UNKNOWN_COMPANY


# --- shares of a railroad that has not floated (5.3 sidebar)


def selling_unfloated(cash: int = 200, **options: Any) -> Scene:
    """The trainless PRR needs 450; its president holds two shares of the NYC, which stands at 100 and has not floated."""
    scene = Scene(phase="5", **options).phase("5", "5 5 6 6").company("PRR", money=0, price=67).money(0, cash)
    scene.company("NYC", president=1, own=2, others={0: 2}, home=False).tile("H10", "57", 1)
    scene.state.floated[scene.railroad("NYC")] = scene.state.funded[scene.railroad("NYC")] = False
    return scene


@pytest.mark.parametrize(("reading", "price"), [(UnfloatedPrice.STAYS, 100), (UnfloatedPrice.FALLS, 82)])
def test_the_token_of_an_unfloated_railroad_in_operating_rounds(reading: UnfloatedPrice, price: int) -> None:
    """5.3 sidebar and ruling, case 46: it does not move for any reason, forced sales included; by option it falls."""
    scene = selling_unfloated(unfloated_price=reading)
    game = scene.operate("PRR", "train")
    game.push(scene.sell("NYC", 2))
    assert scene.price(game, "NYC") == price
    assert scene.cash(game, 0) == 400
    assert violations_of(game.setup, game.state) == []


@pytest.mark.parametrize("sales", ShareSales)
@pytest.mark.parametrize("fall", PriceFall)
def test_however_it_is_sold(sales: ShareSales, fall: PriceFall) -> None:
    """5.3 sidebar, V-5.1, V-6.2: one after the other, each at the same price."""
    scene = selling_unfloated(share_sales=sales, price_fall=fall)
    game = scene.operate("PRR", "train")
    for _ in range(2):
        game.push(scene.sell("NYC", 1))
    assert (scene.price(game, "NYC"), scene.cash(game, 0)) == (100, 400)


def test_a_floated_railroad_falls_in_operating_rounds() -> None:
    """5.5: also one that floated in this very round and has no money yet."""
    scene = selling_unfloated()
    scene.company("NYC", president=1, own=4, others={0: 2}, home=False)
    scene.state.funded[scene.railroad("NYC")] = False
    game = scene.operate("PRR", "train")
    game.push(scene.sell("NYC", 2))
    assert scene.price(game, "NYC") == 82


def test_an_exchange_that_floats_the_railroad_frees_its_token() -> None:
    """5.3 sidebar, T-05: the share of the MH is the sixth to leave the offering."""
    scene = selling_unfloated(0).private("MH", 2)
    scene.company("NYC", president=1, own=3, others={0: 2}, home=False)
    scene.state.floated[scene.railroad("NYC")] = scene.state.funded[scene.railroad("NYC")] = False
    game = scene.operate("PRR", "train")
    game.state.turn_started = False
    game.push(scene.exchange(2))
    assert game.state.floated[scene.railroad("NYC")]
    game.push(scene.sell("NYC", 1))
    assert scene.price(game, "NYC") == 90


def test_in_stock_rounds_the_token_of_an_unfloated_railroad_moves() -> None:
    """5.5, case 46: every sale in a stock round lowers the price."""
    scene = selling_unfloated()
    game = scene.stock_round(0)
    game.push(scene.sell("NYC", 2, 0))
    assert scene.price(game, "NYC") == 82
