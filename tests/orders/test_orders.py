"""What each kind of order does in a position, and what makes it stop."""

from typing import TypeVar

import msgspec
import pytest

from goldenspike.core.actions import (
    Accept,
    Action,
    Bid,
    BuyFromBank,
    BuyPrivate,
    BuyShare,
    BuyTrain,
    Decline,
    DrawSeats,
    Pass,
    PayDividend,
    Payout,
    SellPrivate,
    SellShares,
    StartCompany,
)
from goldenspike.core.game import Game
from goldenspike.core.holders import BANK, POOL, treasury
from goldenspike.core.ids import Holder, Player
from goldenspike.core.options import MapKeeping
from goldenspike.core.reasons import Reason
from goldenspike.core.title import RoundKind
from goldenspike.orders import Followed, Standing, Stopped, check, next_action, noticed, sentence, why_stopped
from goldenspike.orders.acting import Outcome
from goldenspike.protocol.orders import (
    Below,
    BidOrder,
    BuyOrder,
    Ending,
    OperateOrder,
    Order,
    PassOrder,
    SellOrder,
    Source,
    StopWhen,
    TakeOrder,
    key_of,
    possible_stops,
    stops_of,
)
from goldenspike.testing import Position
from goldenspike.testing.by_name import buy_private, run_trains
from goldenspike.testing.checks import play
from goldenspike.text import LANGUAGES, Context
from goldenspike.titles.g1830 import classic
from names_1830 import BM, CS, NYC, PRR, SV
from players import P0, P1, P2, P3

NAMES = ("Ada", "Bob", "Cyd", "Dan")
AnyOrder = TypeVar("AnyOrder", PassOrder, BuyOrder, SellOrder, TakeOrder)


def stock(turn: int = 0, number: int = 2) -> Position:
    return (
        Position(classic(players=4))
        .money(0, 600)
        .company("PRR", shares={0: 3, 1: 2, "pool": 1}, par=90)
        .company("NYC", shares={1: 4, 0: 2}, par=76)
    )


def outcome(game: Game, seat: Player, order: Order) -> Outcome:
    return next_action(game.setup, game.state, seat, order)


def stop_after(game: Game, action: Action, seat: Player, order: Order) -> StopWhen | None:
    before = game.state
    events = game.push(action)
    return noticed(game.setup, before, events, game.state, seat, order)


# --- stock rounds


def test_pass_order() -> None:
    game = stock().stock_round(number=2)
    assert outcome(game, P0, PassOrder(2)) == Pass(P0)
    assert outcome(game, P1, PassOrder(2)) is None, "another player's turn"
    assert outcome(game, P0, PassOrder(3)) is None, "the order is for the next round"
    assert outcome(game, P0, PassOrder(1)) == Stopped(Ending.ROUND_OVER)
    operating = stock().start_operating_round()
    number = operating.state.round_number
    assert outcome(operating, P0, PassOrder(number)) == Stopped(Ending.ROUND_OVER)
    assert outcome(operating, P0, PassOrder(number + 1)) is None


def test_pass_order_asks_where_the_rules_forbid_a_pass() -> None:
    """5.3: whoever is over a limit must sell first."""
    position = Position(classic(players=4)).company("PRR", shares={0: 7, 1: 2}, par=90)
    game = position.stock_round(number=2)
    found = outcome(game, P0, PassOrder(2))
    assert isinstance(found, Stopped)
    assert found.refusal is not None
    assert found.refusal.reason is Reason.MUST_SELL_FIRST
    assert "[" in why_stopped(found, Context(game.setup, NAMES), "en"), "the paragraph is cited"


def test_buy_order_buys_ends_the_turn_and_passes() -> None:
    game = stock().stock_round(number=2)
    order = BuyOrder(2, "PRR", Source.EITHER, shares=5, then_pass=True)
    for _ in range(2):
        action = outcome(game, P0, order)
        assert action == BuyShare(P0, PRR, BANK)
        play(game, action)
        assert outcome(game, P0, order) == Pass(P0), "the order ends the turn in which it bought"
        play(game, Pass(P0), Pass(P1), Pass(P2), Pass(P3))
    assert game.state.units(PRR, P0) == 5
    assert outcome(game, P0, order) == Pass(P0), "everything was bought: pass"
    assert outcome(game, P0, replace_order(order, then_pass=False)) == Stopped(Ending.DONE)


def replace_order(order: AnyOrder, **changes: object) -> AnyOrder:
    changed: AnyOrder = msgspec.structs.replace(order, **changes)
    return changed


CHEAP, EQUAL, DEAR = (6, 10), (2, 7), (1, 7)
"""Cells of the market with $80, $90 and $100."""


@pytest.mark.parametrize(
    ("source", "cell", "expected"),
    [
        (Source.EITHER, CHEAP, POOL),
        (Source.EITHER, DEAR, BANK),
        (Source.EITHER, EQUAL, BANK),
        (Source.OFFERING, CHEAP, BANK),
        (Source.POOL, DEAR, POOL),
    ],
)
def test_buy_order_buys_where_it_is_cheaper(source: Source, cell: tuple[int, int], expected: Holder) -> None:
    position = Position(classic(players=4)).company("PRR", shares={1: 3, "pool": 2}, par=90, cell=cell)
    game = position.stock_round(number=2)
    assert outcome(game, P0, BuyOrder(2, "PRR", source, shares=2)) == BuyShare(P0, PRR, expected)


def test_buy_order_has_a_price_limit() -> None:
    game = stock().stock_round(number=2)
    assert outcome(game, P0, BuyOrder(2, "PRR", Source.OFFERING, shares=5, most=89)) == Stopped(Ending.TOO_DEAR)
    assert outcome(game, P0, BuyOrder(2, "PRR", Source.OFFERING, shares=5, most=90)) == BuyShare(P0, PRR, BANK)


def test_buy_order_buys_until_the_railroad_floats() -> None:
    position = Position(classic(players=4)).company("PRR", shares={0: 2, 1: 3}, par=90)
    game = position.stock_round(number=2)
    order = BuyOrder(2, "PRR", until_floated=True, then_pass=True)
    play(game, *(outcome(game, P0, order),))  # type: ignore[arg-type]
    assert game.state.floated[PRR]
    assert outcome(game, P0, order) == Pass(P0)


def test_buy_order_counts_percent_not_certificates() -> None:
    """1862, IV: after a redemption three shares are 15%, so that 20% are not complete."""
    game = stock().stock_round(number=2)
    order = BuyOrder(2, "PRR", shares=2)
    assert outcome(game, P0, order) == Stopped(Ending.DONE), "the seat holds 30%"
    game.state.halved[PRR] = True
    assert outcome(game, P0, order) == BuyShare(P0, PRR, BANK)


def test_then_pass_only_if_everything_was_bought() -> None:
    """An order that cannot go on stops instead of passing."""
    game = stock().money(0, 10).stock_round(number=2)
    found = outcome(game, P0, BuyOrder(2, "PRR", shares=5, then_pass=True))
    assert isinstance(found, Stopped)
    assert found.refusal is not None
    assert found.refusal.reason is Reason.NOT_ENOUGH_MONEY


def test_buy_order_buys_several_in_the_brown_zone() -> None:
    """5.4: in the brown zone any number of shares from the pool is one purchase."""
    position = Position(classic(players=4)).company("PRR", shares={1: 4, "pool": 4}, par=67, cell=(8, 3))
    game = position.stock_round(number=2)
    order = BuyOrder(2, "PRR", Source.POOL, shares=3)
    for _ in range(3):
        action = outcome(game, P0, order)
        assert action == BuyShare(P0, PRR, POOL)
        play(game, action)
    assert outcome(game, P0, order) == Pass(P0)


# --- the stop list


STOPS: list[tuple[StopWhen, Position, Action]] = [
    (StopWhen.SALE, stock(), SellShares(P1, PRR, 1)),
    (
        StopWhen.LOSING,
        Position(classic(players=4)).company("PRR", shares={0: 3, 1: 2}, par=67).money(1, 500),
        BuyShare(P1, PRR, BANK),
    ),
    (
        StopWhen.GAINING,
        Position(classic(players=4)).company("PRR", shares={1: 4, 0: 2, 2: 2}, par=67).money(0, 500),
        SellShares(P1, PRR, 2),
    ),
    (
        StopWhen.LOSING,
        Position(classic(players=4)).company("PRR", shares={0: 3, 1: 3}, par=67, president=0).money(1, 500),
        BuyShare(P1, PRR, BANK),
    ),
    (
        StopWhen.GAINING,
        Position(classic(players=4)).company("PRR", shares={1: 4, 0: 4}, par=67, president=1).money(0, 500),
        SellShares(P1, PRR, 1),
    ),
    (
        StopWhen.BUYABLE,
        Position(classic(players=4)).company("PRR", shares={1: 4, 2: 6}, par=67).money(0, 500),
        SellShares(P1, PRR, 1),
    ),
    (StopWhen.PRIORITY, stock().money(3, 500), BuyShare(P3, PRR, BANK)),
    (StopWhen.START, stock().money(1, 500), StartCompany(P1, BM, 67)),
    (StopWhen.PRICE, stock(), SellShares(P1, NYC, 1)),
]


@pytest.mark.parametrize(("stop", "position", "action"), STOPS, ids=[stop for stop, _, _ in STOPS])
def test_stop_list(stop: StopWhen, position: Position, action: Action) -> None:
    """Each entry stops an order, and does not if it is switched off."""
    order = PassOrder(2, "NYC", stops=(stop,))
    game = position.stock_round(turn=action.player, number=2)  # type: ignore[union-attr]
    assert stop_after(game, action, P0, order) is stop
    others = tuple(other for other in StopWhen if other is not stop)
    game.pop()
    assert stop_after(game, action, P0, replace_order(order, stops=others)) is not stop
    game.pop()
    later = PassOrder(3, "NYC", stops=(stop,))
    assert stop_after(game, action, P0, later) is None, "only the round of the order is watched"


def test_a_pass_stops_nothing() -> None:
    game = stock().stock_round(turn=1, number=2)
    assert stop_after(game, Pass(P1), P0, PassOrder(2, "PRR")) is None


def test_own_moves_are_not_on_the_stop_list() -> None:
    game = stock().stock_round(number=2)
    followed = Followed(game.setup, [Standing("a", P0, PassOrder(2, "PRR")), Standing("b", P1, PassOrder(2, "PRR"))])
    before = game.state
    events = game.push(SellShares(P0, PRR, 1))
    followed.see(before, P0, events, game.state)
    assert [one.id for one in followed.standing] == ["a"]
    assert [(one.id, stopped.why, seen) for one, stopped, seen in followed.stopped] == [("b", StopWhen.SALE, 1)]


# --- the initial auction


def auction(turn: int = 0) -> Game:
    game = Game(classic(players=4))
    play(game, DrawSeats((P0, P1, P2, P3)))
    return game


def test_bid_order() -> None:
    game = auction()
    order = BidOrder("CS", 60, then_pass=True)
    assert outcome(game, P0, order) == Bid(P0, CS, 45)
    play(game, Bid(P0, CS, 45), Pass(P1), Pass(P2), Pass(P3))
    assert outcome(game, P0, order) == Pass(P0), "it leads: nothing to bid"
    assert outcome(game, P0, BidOrder("CS", 60)) is None
    play(game, Pass(P0), Bid(P1, CS, 50), BuyFromBank(P2, SV))
    assert game.question.form == "auction"
    assert outcome(game, P0, order) == Bid(P0, CS, 55)
    assert outcome(game, P0, BidOrder("CS", 54)) == Pass(P0), "beyond the limit it drops out"
    assert outcome(game, P0, BidOrder("DH", 200)) is None, "the auction of another private company"
    play(game, Bid(P0, CS, 55), Pass(P1))
    assert outcome(game, P0, order) == Stopped(Ending.DONE)
    assert outcome(game, P1, order) == Stopped(Ending.SOLD)


def test_a_cut_price_stops_bid_orders() -> None:
    """C-2.2.3: when all have passed, the first private company becomes cheaper."""
    game = auction()
    play(game, Pass(P0), Pass(P1), Pass(P2))
    assert stop_after(game, Pass(P3), P0, BidOrder("CS", 60, then_pass=True)) is StopWhen.PRICE
    game.pop()
    assert stop_after(game, Pass(P3), P0, BidOrder("CS", 60, then_pass=True, stops=())) is None


def test_an_order_passes_only_if_no_other_order_of_the_seat_bids() -> None:
    game = auction()
    play(game, Bid(P0, CS, 45), Pass(P1), Pass(P2), Pass(P3))
    leads, bids = (
        Standing("leads", P0, BidOrder("CS", 60, then_pass=True)),
        Standing("bids", P0, BidOrder("MH", 150, then_pass=True)),
    )
    found = Followed(game.setup, [leads, bids]).next(game.state)
    assert found is not None
    assert (found[0].id, type(found[1])) == ("bids", Bid)
    assert Followed(game.setup, [leads]).next(game.state) == (leads, Pass(P0))


def test_a_waiting_order_is_watched_but_does_not_act() -> None:
    game = stock().stock_round(number=2)
    followed = Followed(game.setup, [Standing("a", P0, PassOrder(2, "PRR"))], waiting=frozenset("a"))
    assert followed.next(game.state) is None
    assert [one.id for one in followed.standing] == ["a"]
    play(game, Pass(P0))
    before = game.state
    followed.see(before, P1, game.push(SellShares(P1, PRR, 1)), game.state)
    assert [(one.id, stopped.why) for one, stopped, _ in followed.stopped] == [("a", StopWhen.SALE)]


def test_bid_orders_of_everybody_do_not_pass_for_ever() -> None:
    """C-2.2.3: when all have passed, incomes are paid and the auction goes on; then the players are asked."""
    game = auction()
    play(game, BuyFromBank(P0, SV))
    lots = zip((P1, P2, P3, P0), ("DH", "MH", "CA", "BO"), strict=True)
    followed = Followed(game.setup, [Standing(lot, seat, BidOrder(lot, 300, then_pass=True)) for seat, lot in lots])
    made: list[Action] = []
    while (found := followed.next(game.state)) is not None and len(made) < 20:
        before = game.state
        made.append(found[1])
        followed.see(before, found[0].seat, game.push(found[1]), game.state)
    assert [type(action) for action in made] == [Bid] * 4 + [Pass] * 4
    assert [(one.id, stopped.why) for one, stopped, _ in followed.stopped] == [
        (lot, Ending.ALL_PASSED) for lot in ("DH", "MH", "CA", "BO")
    ]


def test_bid_order_buys_the_cheapest_and_keeps_its_limit() -> None:
    game = auction()
    assert outcome(game, P0, BidOrder("SV", 20)) == BuyFromBank(P0, SV)
    assert outcome(game, P0, BidOrder("SV", 19)) == Stopped(Ending.TOO_DEAR)
    assert outcome(game, P0, BidOrder("CS", 44)) == Stopped(Ending.TOO_DEAR)


# --- operating rounds


def operating(step: str, **shares: object) -> Game:
    position = Position(classic(players=4), phase="3").company(
        "PRR", shares={0: 5, 1: 3}, par=90, money=400, trains="2", stations="H12"
    )
    position.private("SV", 0).tile("H10", "57", "W E")
    return position.operating_round("PRR", step)


def test_operate_order_pays_and_skips_stations() -> None:
    game = operating("station")
    order = OperateOrder(pay=True, no_stations=True)
    assert outcome(game, P0, order) == Pass(P0)
    assert outcome(game, P0, OperateOrder("NYC", pay=True)) == Stopped(Ending.NOT_PRESIDENT)
    assert outcome(game, P1, order) is None
    play(game, Pass(P0))
    assert game.question.kind == "run"
    assert outcome(game, P0, order) is None, "the run is the player's"
    play(game, run_trains(game))
    assert game.question.kind == "dividend"
    assert outcome(game, P0, order) == PayDividend(P0, PRR, Payout.PAY)
    assert outcome(game, P0, OperateOrder("PRR", no_stations=True)) is None


def test_operate_order_skips_stations_on_the_real_table() -> None:
    position = Position(classic(players=4, map=MapKeeping.REAL), phase="3")
    position.company("PRR", shares={0: 5, 1: 3}, par=90, money=400, trains="2")
    game = position.operating_round("PRR", "declared_station")
    assert outcome(game, P0, OperateOrder(no_stations=True)) == Pass(P0)
    assert outcome(game, P0, OperateOrder(pay=True)) is None


def test_operate_order_buys_no_privates() -> None:
    """Where nothing but the purchase of private companies is possible, the step is finished."""
    game = operating("train")
    order = OperateOrder(no_privates=True)
    assert outcome(game, P0, order) is None, "a train could be bought"
    position = Position(classic(players=4), phase="3").company(
        "PRR", shares={0: 5, 1: 3}, par=90, money=20, trains="2", stations="H12"
    )
    game = position.private("SV", 0).operating_round("PRR", "train")
    assert any(isinstance(offer.action, BuyPrivate) for offer in game.legal_for(P0).offers())
    assert outcome(game, P0, order) == Pass(P0)
    assert outcome(game, P0, OperateOrder(pay=True)) is None


# --- offers


def private_offer(price: int) -> Game:
    position = Position(classic(players=4), phase="3").company("PRR", shares={1: 5, 0: 3}, par=90, money=400, trains="2")
    game = position.private("SV", 0).operating_round("PRR", "train")
    play(game, buy_private(game, "SV", price))
    return game


@pytest.mark.parametrize(
    ("order", "expected"),
    [
        (SellOrder(30, private="SV"), Accept(P0)),
        (SellOrder(31, private="SV"), Decline(P0)),
        (SellOrder(31, private="SV", below=Below.COUNTER), Decline(P0)),
        (SellOrder(31, private="SV", below=Below.ASK), None),
        (SellOrder(20, private="SV", buyer=1), Accept(P0)),
        (SellOrder(20, private="SV", buyer=2), None),
        (SellOrder(20, private="CS"), Stopped(Ending.SOLD)),
        (SellOrder(20, private="SV", until=(1, 2)), Stopped(Ending.EXPIRED)),
        (SellOrder(20, private="SV", until=(9, 0)), Accept(P0)),
    ],
)
def test_sell_order_answers_offers_for_private_companies(order: SellOrder, expected: Outcome) -> None:
    game = private_offer(30)
    game.state.round_number = 2
    assert outcome(game, P0, order) == expected


def test_sell_order_answers_offers_for_trains() -> None:
    """“My 3-train for $200 to anybody.”"""
    position = Position(classic(players=4), phase="3")
    position.company("PRR", shares={0: 5, 1: 3}, par=90, money=400, trains="3 3", stations="H12")
    position.company("NYC", shares={1: 5, 0: 2}, par=76, money=500, stations="E19")
    game = position.operating_round("NYC", "train")
    three = game.setup.train_index["3"]
    order = SellOrder(200, company="PRR", train="3")
    assert outcome(game, P0, order) is None
    for price, expected in ((200, Accept(P0)), (199, Decline(P0))):
        play(game, BuyTrain(P1, NYC, three, treasury(PRR), price))
        assert outcome(game, P0, order) == expected
        game.pop()
    assert outcome(game, P0, SellOrder(200, company="PRR", train="4")) == Stopped(Ending.SOLD)
    assert outcome(game, P0, SellOrder(200, company="NYC", train="3")) == Stopped(Ending.NOT_PRESIDENT)


# --- purchases from other players


SALE = SellOrder(30, private="SV", public=True)


def seller_of_sv() -> Position:
    position = Position(classic(players=4), phase="3").private("SV", 1).money(0, 400)
    return position.company("PRR", shares={0: 5, 1: 3}, par=90, money=50, trains="2", stations="H12")


@pytest.mark.parametrize(
    ("order", "sale", "is_bought"),
    [
        (TakeOrder(30, private="SV"), SALE, True),
        (TakeOrder(99, private="SV", seller=1), SALE, True),
        (TakeOrder(29, private="SV"), SALE, False),
        (TakeOrder(30, private="SV", seller=2), SALE, False),
        (TakeOrder(30, private="CS"), SALE, False),
        (TakeOrder(30, private="SV"), replace_order(SALE, buyer=2), False),
        (TakeOrder(30, private="SV"), replace_order(SALE, buyer=0), True),
        (TakeOrder(500, private="SV"), replace_order(SALE, price=401), False),
        (TakeOrder(30, private="SV", company="PRR"), SALE, False),
    ],
)
def test_take_order_buys_at_a_public_price(order: TakeOrder, sale: SellOrder, is_bought: bool) -> None:
    """4.1: in one's stock turn, at the price that is asked, not at one's limit."""
    game = seller_of_sv().private("CS", 2).stock_round(number=2)
    expected = BuyPrivate(P0, P0, SV, sale.price) if is_bought else None
    assert next_action(game.setup, game.state, P0, order, [(P1, sale)]) == expected
    assert outcome(game, P0, order) is None, "nobody asks a price"
    assert next_action(game.setup, game.state, P0, order, [(P0, sale)]) is None, "one's own price"


def test_take_order_buys_where_it_is_cheapest_for_a_railroad() -> None:
    """A railroad buys in its operating turn, between half and twice the face value (4.1)."""
    game = seller_of_sv().operating_round("PRR", "train")
    order, prices = TakeOrder(60, private="SV", company="PRR"), [(P1, replace_order(SALE, price=41)), (P1, SALE)]
    assert next_action(game.setup, game.state, P0, order, prices) == BuyPrivate(P0, treasury(PRR), SV, 30)
    assert next_action(game.setup, game.state, P0, order, prices[:1]) is None, "above twice the face value"
    assert next_action(game.setup, game.state, P0, TakeOrder(60, private="SV"), prices) is None
    play(game, BuyPrivate(P0, treasury(PRR), SV, 30), Accept(P1))
    assert outcome(game, P0, order) == Stopped(Ending.DONE)
    assert outcome(game, P0, TakeOrder(60, private="SV")) == Stopped(Ending.SOLD)
    assert outcome(game, P1, order) == Stopped(Ending.NOT_PRESIDENT)


def test_take_order_buys_trains_from_the_treasury_only() -> None:
    position = Position(classic(players=4), phase="3").money(0, 900)
    position.company("PRR", shares={1: 5, 0: 3}, par=90, money=400, trains="3 3", stations="H12")
    position.company("NYC", shares={0: 5, 1: 2}, par=76, money=250, stations="E19")
    game = position.operating_round("NYC", "train")
    three = game.setup.train_index["3"]
    order, sale = TakeOrder(300, company="NYC", train="3", trains=2), SellOrder(200, company="PRR", train="3", public=True)
    bought = BuyTrain(P0, NYC, three, treasury(PRR), 200)
    assert next_action(game.setup, game.state, P0, order, [(P1, sale)]) == bought
    dearer = SellOrder(251, company="PRR", train="3", public=True)
    assert next_action(game.setup, game.state, P0, order, [(P1, dearer)]) is None, "the president would have to add money"
    play(game, bought, Accept(P1))
    assert outcome(game, P0, order) is None
    assert outcome(game, P0, replace_order(order, trains=1)) == Stopped(Ending.DONE)


@pytest.mark.parametrize(
    ("order", "expected"),
    [
        (TakeOrder(40, private="SV"), Accept(P0)),
        (TakeOrder(39, private="SV"), None),
        (TakeOrder(39, private="SV", decline_more=True), Decline(P0)),
        (TakeOrder(40, private="SV", seller=2), None),
        (TakeOrder(40, private="SV", company="PRR"), None),
        (TakeOrder(40, private="SV", until=(1, 2)), Stopped(Ending.EXPIRED)),
    ],
)
def test_take_order_answers_offers(order: TakeOrder, expected: Outcome) -> None:
    game = seller_of_sv().stock_round(turn=1, number=2)
    play(game, SellPrivate(P1, SV, P0, 40))
    assert outcome(game, P0, order) == expected


def test_a_public_price_and_an_order_to_buy_meet() -> None:
    game = seller_of_sv().stock_round(number=2)
    sells, buys = Standing("sells", P1, SALE), Standing("buys", P0, TakeOrder(50, private="SV"))
    secret = Followed(game.setup, [Standing("sells", P1, replace_order(SALE, public=False)), buys])
    assert secret.next(game.state) is None, "nobody knows the price"
    away = Followed(game.setup, [sells, buys], waiting=frozenset({"sells"}))
    assert away.next(game.state) is None, "a bot stands in for the seller"
    followed = Followed(game.setup, [sells, buys])
    made: list[Action] = []
    while (found := followed.next(game.state)) is not None:
        before = game.state
        made.append(found[1])
        followed.see(before, found[0].seat, game.push(found[1]), game.state)
    assert made == [BuyPrivate(P0, P0, SV, 30), Accept(P1)]
    assert sorted((one.id, stopped.why) for one, stopped, _ in followed.stopped) == [
        ("buys", Ending.DONE),
        ("sells", Ending.SOLD),
    ]


def test_a_broken_price_breaks_nothing_else() -> None:
    game = seller_of_sv().stock_round(number=2)
    broken = Standing("broken", P1, SellOrder(30, private="No such company", public=True))
    followed = Followed(game.setup, [broken, Standing("buys", P0, TakeOrder(50, private="SV"))])
    assert followed.next(game.state) is None
    assert [(one.id, stopped.why) for one, stopped, _ in followed.stopped] == [("broken", Ending.FAILED)]


# --- all orders of a table


def test_orders_play_a_round_to_its_end() -> None:
    """When everybody has an order to pass, the stock round ends by itself and so do the orders."""
    game = stock().stock_round(number=2)
    followed = Followed(game.setup, [Standing(str(seat), seat, PassOrder(2)) for seat in game.state.seating])
    made = 0
    while (found := followed.next(game.state)) is not None:
        before, (order, action) = game.state, found
        events = game.push(action)
        followed.see(before, order.seat, events, game.state)
        made += 1
    assert made == 4
    assert game.state.round == RoundKind.OPERATING
    assert not followed.standing
    assert {stopped.why for _, stopped, _ in followed.stopped} == {Ending.ROUND_OVER}


def test_a_broken_order_stops() -> None:
    game = stock().stock_round(number=2)
    followed = Followed(game.setup, [Standing("a", P0, BuyOrder(2, "No such railroad", shares=3))])
    assert followed.next(game.state) is None
    assert [stopped.why for _, stopped, _ in followed.stopped] == [Ending.FAILED]


# --- checks and sentences

ORDERS: tuple[Order, ...] = (
    PassOrder(2),
    PassOrder(2, "PRR"),
    BuyOrder(2, "PRR", shares=5),
    BuyOrder(2, "PRR", Source.POOL, shares=5, until_floated=True, most=90, then_pass=True),
    BuyOrder(2, "PRR", Source.OFFERING, until_floated=True),
    BidOrder("SV", 100),
    BidOrder("SV", 100, then_pass=True),
    OperateOrder(pay=True),
    OperateOrder("PRR", pay=True, no_stations=True, no_privates=True),
    SellOrder(200, company="PRR", train="3"),
    SellOrder(50, private="SV", buyer=1, below=Below.COUNTER, until=(4, 1), public=True),
    TakeOrder(50, private="SV"),
    TakeOrder(50, private="SV", seller=1, decline_more=True),
    TakeOrder(50, private="SV", company="PRR", until=(4, 1)),
    TakeOrder(250, company="PRR", train="3", trains=2),
)


@pytest.mark.parametrize("language", LANGUAGES)
def test_sentences(language: str) -> None:
    """Every order has a sentence of its own in every language, without leftover ids or placeholders."""
    context = Context(classic(players=4), NAMES)
    told = [sentence(order, context, language) for order in ORDERS]
    assert len({*told}) == len(ORDERS) - 1, "the watched railroad is part of the stop list"
    assert not [text for text in told if "order." in text or "{" in text]
    for why in (*StopWhen, *Ending):
        assert "order." not in why_stopped(Stopped(why), context, language)


def test_sentence_in_rule_terms() -> None:
    context = Context(classic(players=4), NAMES)
    assert sentence(ORDERS[3], context, "en") == (
        "In SR 2, buy PRR from the bank pool until it floats or you hold 50%. Pay at most $90 per share. "
        "Once everything is bought, pass for the rest of the round."
    )
    assert sentence(ORDERS[9], context, "en") == (
        "Sell a 3-train of PRR to anybody who offers at least $200. Decline lower offers. Nobody else sees the price."
    )
    assert sentence(ORDERS[12], context, "en") == (
        "Buy Schuylkill Valley (SV) from Bob for at most $50, when offered to you or at a public price. Decline higher offers."
    )
    assert sentence(ORDERS[14], context, "en") == (
        "Buy a 3-train for PRR from anybody for at most $250 from its treasury, at a public price, until it has 2 of them."
    )


@pytest.mark.parametrize(
    ("order", "field"),
    [
        *((order, "") for order in ORDERS),
        (PassOrder(2, "XYZ"), "company"),
        (BuyOrder(2, "XYZ", shares=1), "company"),
        (BuyOrder(2, "PRR"), "shares"),
        (BidOrder("XYZ", 1), "private"),
        (BidOrder("SV", 0), "most"),
        (OperateOrder(), "pay"),
        (OperateOrder("XYZ", pay=True), "company"),
        (SellOrder(0, private="SV"), "price"),
        (SellOrder(1, private="SV", train="3"), "private"),
        (SellOrder(1, train="XYZ"), "train"),
        (SellOrder(1, train="3", company="XYZ"), "company"),
        (SellOrder(1, private="SV", buyer=4), "buyer"),
        (SellOrder(1, private="SV", until=(2,)), "until"),
        (TakeOrder(0, private="SV"), "most"),
        (TakeOrder(1, private="SV", train="3"), "private"),
        (TakeOrder(1, private="SV", company="XYZ"), "company"),
        (TakeOrder(1, train="XYZ"), "train"),
        (TakeOrder(1, train="3"), "company"),
        (TakeOrder(1, train="3", company="PRR", trains=0), "trains"),
        (TakeOrder(1, private="SV", seller=4), "seller"),
        (TakeOrder(1, private="SV", until=(2,)), "until"),
    ],
)
def test_incomplete_orders(order: Order, field: str) -> None:
    assert check(classic(players=4), order) == field


def test_keys_and_stops() -> None:
    assert key_of(PassOrder(2)) == key_of(BuyOrder(2, "PRR", shares=1)) != key_of(PassOrder(3))
    assert key_of(SellOrder(1, private="SV")) != key_of(SellOrder(1, company="PRR", train="3"))
    assert StopWhen.PRICE not in possible_stops(PassOrder(2))
    assert StopWhen.PRICE in possible_stops(BuyOrder(2, "PRR", shares=1))
    assert possible_stops(BidOrder("SV", 100)) == (StopWhen.PRICE,)
    assert not possible_stops(SellOrder(1, private="SV"))
    assert not possible_stops(TakeOrder(1, private="SV"))
    assert StopWhen.PRICE not in stops_of(PassOrder(2)), "no railroad is watched"
    assert stops_of(PassOrder(2, "PRR")) == tuple(StopWhen)
