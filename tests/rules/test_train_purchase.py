"""Buying trains from the bank, the open market and other railroads; the limit; diesels (7.6, 3.4, V-1.7, V-7.8)."""

from typing import Any

import pytest

from goldenspike.core.actions import BuyTrain, DiscardTrain, Pass
from goldenspike.core.events import PhaseStarted
from goldenspike.core.game import Game
from goldenspike.core.holders import BANK, NOBODY
from goldenspike.core.ids import Holder, Train
from goldenspike.core.options import DiscardOrder, LastTrain, TrainLimit
from goldenspike.core.reasons import Reason
from goldenspike.testing import Position
from goldenspike.testing.by_name import buy_train, discard_train, money_of, phase_of, step_of, trains_of
from goldenspike.testing.checks import allowed, is_legal, refused
from goldenspike.testing.names import holder_of
from goldenspike.titles.g1830 import classic
from goldenspike.titles.g1830.options import Diesels
from players import P0, P1, P2


def buyer(phase: str, bank: str | None = None, trains: str = "", money: int = 2000, **options: Any) -> Position:
    """The PRR about to buy trains; it has no route, so nothing forces it."""
    return Position(classic(**options), money=0).phase(phase, bank).company("PRR", money=money, trains=trains)


def on_sale(position: Position, game: Game, source: str = "bank") -> list[str]:
    """The trains that the enumeration offers from a source, without trade-ins."""
    cards = position.setup.title.trains
    wanted = holder_of(position.setup, source)
    return [cards[a.train].id for a in game.legal if isinstance(a, BuyTrain) and a.source == wanted and a.trade_in < 0]


# --- the bank (7.6)


@pytest.mark.parametrize(
    ("phase", "bank", "train", "price"),
    [
        ("2", None, "2", 80),
        ("2", "", "3", 180),
        ("3", "", "4", 300),
        ("4", "", "5", 450),
        ("5", "", "6", 630),
        ("6", "", "D", 1100),
    ],
)
def test_bank_sells_in_order_at_face_value(phase: str, bank: str | None, train: str, price: int) -> None:
    """7.6, case 81: the smallest type that is left, at the price on the card, one at a time."""
    position = buyer(phase, bank)
    game = position.operating_round("PRR", "train")
    assert on_sale(position, game) == [train]
    for wrong in (price - 1, price + 1):
        refused(game, buy_train(game, train, price=wrong), Reason.TRAIN_PRICE)
    for other in {"2", "3", "4", "5", "6", "D"} - {train}:
        refused(game, buy_train(game, other), Reason.TRAIN_NOT_AVAILABLE)
    game.push(buy_train(game, train))
    assert money_of(game, "PRR") == 2000 - price
    assert trains_of(game, "PRR") == [train]
    assert step_of(game) == "train", "it may buy another"


def test_money_must_be_there() -> None:
    """7.1 note: no credit; without need the president adds nothing."""
    position = buyer("2", money=79).money(0, 500)
    game = position.operating_round("PRR", "train")
    refused(game, buy_train(game, "2"), Reason.NOT_ENOUGH_MONEY)
    assert list(game.legal) == [Pass(P0)]


def test_only_the_railroad_on_turn_buys() -> None:
    """7.6: in its own turn, by its own president, from somebody who has trains."""
    position = buyer("2").company("NYC", president=1, par=90, money=500)
    game = position.operating_round("PRR", "train")
    prr, nyc = position.setup.company_index["PRR"], position.setup.company_index["NYC"]
    bank = holder_of(position.setup, "bank")
    refused(game, BuyTrain(P1, nyc, Train(0), bank, 80), Reason.NOT_OPERATING)
    refused(game, BuyTrain(P1, prr, Train(0), bank, 80), Reason.NOT_PRESIDENT)
    refused(game, BuyTrain(P0, prr, Train(0), NOBODY, 80), Reason.UNKNOWN_SOURCE)
    refused(game, BuyTrain(P0, prr, Train(0), Holder(99), 80), Reason.UNKNOWN_COMPANY)
    refused(game, BuyTrain(P0, prr, Train(99), bank, 80), Reason.UNKNOWN_TRAIN)
    refused(game, BuyTrain(P0, prr, Train(0), bank, 80, Train(99)), Reason.UNKNOWN_TRAIN)


def test_open_market_sells_at_face_value_to_the_banks_profit() -> None:
    """7.6, case 81: any train that lies there, whatever the bank sells now."""
    position = buyer("5", "6 6").trains("pool", "3 5")
    game = position.operating_round("PRR", "train")
    assert on_sale(position, game, "pool") == ["3", "5"]
    refused(game, buy_train(game, "3", "pool", 1), Reason.TRAIN_PRICE)
    refused(game, buy_train(game, "4", "pool"), Reason.TRAIN_NOT_AVAILABLE)
    bank = money_of(game, "bank")
    events = game.push(buy_train(game, "3", "pool"))
    assert money_of(game, "bank") == bank + 180
    assert trains_of(game, "pool") == ["5"] and trains_of(game, "PRR") == ["3"]
    assert not any(isinstance(event, PhaseStarted) for event in events)


def test_second_hand_trains_start_no_phase() -> None:
    """3.0: a phase begins with the first purchase from the bank."""
    position = buyer("5", "6 6").trains("pool", "5")
    game = position.operating_round("PRR", "train")
    game.push(buy_train(game, "5", "pool"))
    assert phase_of(game) == "5"


@pytest.mark.parametrize(
    ("before", "bank", "train", "after"),
    [
        ("2", "", "3", "3"),
        ("3", "3", "3", "3"),
        ("3", "", "4", "4"),
        ("4", "", "5", "5"),
        ("5", "", "6", "6"),
        ("6", "", "D", "D"),
    ],
)
def test_first_train_of_a_type_starts_its_phase(before: str, bank: str, train: str, after: str) -> None:
    """3.3 to 3.7: at once."""
    position = buyer(before, bank)
    game = position.operating_round("PRR", "train")
    game.push(buy_train(game, train))
    assert phase_of(game) == after


def test_number_of_operating_rounds_is_fixed_by_the_stock_round() -> None:
    """2.0, 3.3, case 88: the first 3-train in round 1.1 adds no second round to this set, but to the next."""
    position = buyer("2", "3 3 3 3 3 4 4 4 4 5 5 5 6 6")
    game = position.start_operating_round()
    game.push(Pass(P0))
    game.push(Pass(P0))
    game.push(buy_train(game, "3"))
    assert game.state.operating_rounds == 1
    game.push(Pass(P0))
    assert game.state.operating_round == 0, "a stock round"
    for _ in range(4):
        game.push(Pass(game.state.turn))
    assert game.state.operating_rounds == 2


# --- the limit (7.6.1, V-7.8)

LIMITS = {"2": 4, "3": 4, "4": 3, "5": 2, "6": 2, "D": 2}


@pytest.mark.parametrize("phase", LIMITS)
def test_train_limit(phase: str) -> None:
    """7.6, case 82: at the limit of the phase no train is bought, below it one is."""
    small = {"2": "2", "3": "2", "4": "3", "5": "5", "6": "5", "D": "5"}[phase]
    full = " ".join([small] * LIMITS[phase])
    bank = {"2": "2 2", "6": "6", "D": "D"}.get(phase, "")
    train = {"2": "2", "3": "4", "4": "5", "5": "6", "6": "6", "D": "D"}[phase]
    position = buyer(phase, bank, trains=full)
    game = position.operating_round("PRR", "train")
    refused(game, buy_train(game, train), Reason.TRAIN_LIMIT)
    position = buyer(phase, bank, trains=full[2:])
    game = position.operating_round("PRR", "train")
    allowed(game, buy_train(game, train))


def test_firm_limit_also_when_the_purchase_would_make_room() -> None:
    """7.6, case 82: with four 2-trains the first 4-train cannot be bought, although it would retire them."""
    position = buyer("3", "", trains="2 2 2 2")
    game = position.operating_round("PRR", "train")
    refused(game, buy_train(game, "4"), Reason.TRAIN_LIMIT)
    assert list(game.legal) == [Pass(P0)]


def test_flexible_limit() -> None:
    """V-7.8 flexible: one may buy above the limit and then discards; the first 4-train retires the 2-trains."""
    position = buyer("3", "", trains="2 2 2 2", train_limit=TrainLimit.FLEXIBLE)
    game = position.operating_round("PRR", "train")
    allowed(game, buy_train(game, "4"))
    game.push(buy_train(game, "4"))
    assert trains_of(game, "PRR") == ["4"] and game.state.pending == ()
    position = buyer("5", "5", trains="3 5", train_limit=TrainLimit.FLEXIBLE)
    game = position.operating_round("PRR", "train")
    game.push(buy_train(game, "5"))
    assert set(game.legal) == {discard_train(game, "PRR", "3"), discard_train(game, "PRR", "5")}
    game.push(discard_train(game, "PRR", "3"))
    assert trains_of(game, "PRR") == ["5", "5"] and trains_of(game, "pool") == ["3"]


def test_no_discarding_to_make_room() -> None:
    """7.6 note: a train is not given up for a new one."""
    position = buyer("5", "5", trains="3 5")
    game = position.operating_round("PRR", "train")
    refused(game, discard_train(game, "PRR", "3"), Reason.NOT_NOW)


def test_big_bruce() -> None:
    """3.4 example, case 83: a 3-train and 800; he buys the last 4 and the first 5 and then discards the 3-train."""
    position = buyer("4", "4 5 5 5 6 6 D D D D D D", trains="3", money=800)
    game = position.operating_round("PRR", "train")
    game.push(buy_train(game, "4"))
    assert phase_of(game) == "4" and game.state.pending == ()
    game.push(buy_train(game, "5"))
    assert money_of(game, "PRR") == 50
    assert phase_of(game) == "5"
    assert game.actors == (0,)
    assert list(game.legal) == [discard_train(game, "PRR", name) for name in ("3", "4", "5")]
    refused(game, Pass(P0), Reason.MUST_ANSWER_FIRST)
    game.push(discard_train(game, "PRR", "3"))
    assert trains_of(game, "PRR") == ["4", "5"] and trains_of(game, "pool") == ["3"]
    assert money_of(game, "PRR") == 50
    assert step_of(game) == "train"


def test_train_limit_example() -> None:
    """7.6 example: with a 3- and a 4-train the first 5-train may be bought; then one train goes back."""
    position = buyer("4", "5 5 5 6 6", trains="3 4", money=450)
    game = position.operating_round("PRR", "train")
    game.push(buy_train(game, "5"))
    assert len(game.state.pending) == 1
    game.push(discard_train(game, "PRR", "5"))
    assert trains_of(game, "PRR") == ["3", "4"]
    assert trains_of(game, "pool") == ["5"]


# --- diesels (7.6)


def test_diesel_beside_the_6_trains() -> None:
    """7.6, 3.6, case 85: with the first 6-train, in the same turn, while the other 6-train is still there."""
    position = buyer("5", "6 6 D D D D D D", money=3000)
    game = position.operating_round("PRR", "train")
    refused(game, buy_train(game, "D"), Reason.TRAIN_NOT_AVAILABLE)
    game.push(buy_train(game, "6"))
    assert on_sale(position, game) == ["6", "D"]
    game.push(buy_train(game, "D"))
    assert money_of(game, "PRR") == 3000 - 630 - 1100
    assert phase_of(game) == "D"


@pytest.mark.parametrize(("traded", "goes"), [("4", "nobody"), ("5", "pool"), ("6", "pool")])
def test_trade_in(traded: str, goes: str) -> None:
    """7.6, case 85: 800 with a 4-, 5- or 6-train; the first diesel scraps the 4, the others go to the open market."""
    position = buyer("6", "6 D D D D D D" if traded != "6" else "D D D D D D", trains=traded, money=800)
    game = position.operating_round("PRR", "train")
    before = trains_of(game, goes).count(traded)
    allowed(game, buy_train(game, "D", trade_in=traded))
    refused(game, buy_train(game, "D", price=1100, trade_in=traded), Reason.TRAIN_PRICE)
    game.push(buy_train(game, "D", trade_in=traded))
    assert money_of(game, "PRR") == 0
    assert trains_of(game, "PRR") == ["D"]
    assert trains_of(game, goes).count(traded) == before + 1


def test_trade_in_at_the_limit() -> None:
    """7.6 (German book), case 85: allowed, because the number of trains stays the same."""
    position = buyer("6", "", trains="5 6")
    game = position.operating_round("PRR", "train")
    refused(game, buy_train(game, "D"), Reason.TRAIN_LIMIT)
    allowed(game, buy_train(game, "D", trade_in="5"))
    game.push(buy_train(game, "D", trade_in="5"))
    assert trains_of(game, "PRR") == ["6", "D"]


def test_trade_in_after_the_first_diesel() -> None:
    """7.6, #4300: 5- and 6-trains may always be traded in."""
    position = buyer("D", "D D", trains="5 6")
    game = position.operating_round("PRR", "train")
    allowed(game, buy_train(game, "D", trade_in="5"))
    allowed(game, buy_train(game, "D", trade_in="6"))


def test_what_cannot_be_traded_in() -> None:
    """7.6: only 4-, 5- and 6-trains that the railroad has, only for a diesel of the bank."""
    position = buyer("6", "6", trains="3", delayed_obsolescence=True).trains("pool", "5")
    game = position.operating_round("PRR", "train")
    refused(game, buy_train(game, "D", trade_in="3"), Reason.NO_TRADE_IN)
    refused(game, buy_train(game, "D", trade_in="5"), Reason.NO_TRADE_IN)
    refused(game, buy_train(game, "6", price=630, trade_in="3"), Reason.NO_TRADE_IN)
    refused(game, buy_train(game, "5", "pool", 450, trade_in="3"), Reason.NO_TRADE_IN)


@pytest.mark.parametrize("price", [1, 800, 1100])
@pytest.mark.parametrize("source", ["pool", "NYC"])
def test_no_trade_in_for_a_train_that_is_not_the_banks(source: str, price: int) -> None:
    """7.6 and ruling: a diesel of the open market or of another railroad is bought without one."""
    position = buyer("D", "D D", trains="5").company("NYC", president=1, par=90).trains("NYC", "D D").trains("pool", "D")
    game = position.operating_round("PRR", "train")
    refused(game, buy_train(game, "D", source, price, trade_in="5"), Reason.NO_TRADE_IN)
    assert not any(isinstance(action, BuyTrain) and action.trade_in >= 0 and action.source != BANK for action in game.legal)
    assert is_legal(game, buy_train(game, "D", "pool")) and is_legal(game, buy_train(game, "D", trade_in="5"))


def test_six_diesels() -> None:
    """T-03, R 7605b027, case 86: six, and then none, so nobody can be made to buy one."""
    position = Position(classic(), money=0).company("PRR", money=1100).tile("H10", "57", 1).phase("D", "")
    assert position.setup.title.trains[position.setup.train_index["D"]].count == 6
    game = position.operating_round("PRR", "train")
    assert list(game.legal) == [Pass(P0)], "a route and no train, but no train to buy"
    position = buyer("D", "D", money=3000)
    game = position.operating_round("PRR", "train")
    game.push(buy_train(game, "D"))
    refused(game, buy_train(game, "D"), Reason.TRAIN_NOT_AVAILABLE)


def test_unlimited_diesels() -> None:
    """V-1.7: after six there are still diesels."""
    position = Position(classic(diesels=Diesels.UNLIMITED, train_limit=TrainLimit.FLEXIBLE), money=0).phase("6").phase("D")
    position.company("PRR", money=9000)
    game = position.operating_round("PRR", "train")
    for _ in range(8):
        allowed(game, buy_train(game, "D"))
        game.push(buy_train(game, "D"))
        if game.state.pending:
            game.push(discard_train(game, "PRR", "D"))
    assert trains_of(game, "PRR") == ["D", "D"] and len(trains_of(game, "pool")) == 6


@pytest.mark.parametrize(("extra", "sixes"), [(False, 2), (True, 3)])
def test_third_6_train(extra: bool, sixes: int) -> None:
    """V-1.7: an extra 6-train."""
    position = Position(classic(third_six=extra), money=0)
    assert [(card.id, card.count) for card in position.setup.title.trains] == [
        ("2", 6),
        ("3", 5),
        ("4", 4),
        ("5", 3),
        ("6", sixes),
        ("D", 6),
    ]
    position.phase("6", " ".join(["6"] * (sixes - 1))).company("PRR", money=2000)
    game = position.operating_round("PRR", "train")
    for _ in range(sixes - 1):
        game.push(buy_train(game, "6"))
    refusal = game.refuse(buy_train(game, "6"))
    assert refusal is not None and refusal.reason in (Reason.TRAIN_NOT_AVAILABLE, Reason.TRAIN_LIMIT)


def test_no_diesels() -> None:
    """V-1.7, V-3: without diesels the 4-trains are never retired, and after the 6-trains there is nothing to buy."""
    position = Position(classic(diesels=Diesels.NONE), money=0).phase("6", "6").company("PRR", money=2000, trains="4")
    game = position.operating_round("PRR", "train")
    assert on_sale(position, game) == ["6"]
    game.push(buy_train(game, "6"))
    assert trains_of(game, "PRR") == ["4", "6"]
    assert list(game.legal) == [Pass(P0)]


# --- between railroads (7.6)


def two_railroads(president: int, **options: Any) -> Position:
    """The PRR of player 0 may buy; the NYC has a 3-train."""
    position = Position(classic(**options), phase="3", money=0).company("PRR", money=500)
    return position.company("NYC", president=president, par=90, money=7, trains="3")


def test_train_of_ones_other_railroad() -> None:
    """7.6, case 87: at any price from 1 on; the money goes to the seller's treasury; also its last train."""
    position = two_railroads(0)
    game = position.operating_round("PRR", "train")
    for price in (1, 500):
        allowed(game, buy_train(game, "3", "NYC", price))
    refused(game, buy_train(game, "3", "NYC", 0), Reason.TRAIN_PRICE_TOO_LOW)
    refused(game, buy_train(game, "3", "NYC", 501), Reason.NOT_ENOUGH_MONEY)
    refused(game, buy_train(game, "2", "NYC", 5), Reason.NOT_ITS_TRAIN)
    refused(game, buy_train(game, "3", "PRR", 5), Reason.NOT_ITS_TRAIN)
    game.push(buy_train(game, "3", "NYC", 150))
    assert (money_of(game, "PRR"), money_of(game, "NYC")) == (350, 157)
    assert trains_of(game, "PRR") == ["3"] and trains_of(game, "NYC") == []


def test_train_limit_holds_between_railroads_too() -> None:
    """7.6: at the limit no train is bought from anybody."""
    position = two_railroads(0).trains("PRR", "2 2 2 2")
    game = position.operating_round("PRR", "train")
    refused(game, buy_train(game, "3", "NYC", 1), Reason.TRAIN_LIMIT)


def test_a_railroad_sells_in_its_own_turn_to_nobody() -> None:
    """7.6: the deal is made in the buyer's turn."""
    position = two_railroads(1)
    game = position.operating_round("NYC", "train")
    action = BuyTrain(
        P0, position.setup.company_index["PRR"], position.setup.train_index["3"], holder_of(position.setup, "NYC"), 100
    )
    refused(game, action, Reason.NOT_OPERATING)


@pytest.mark.parametrize("route", [True, False])
def test_last_train_may_not_be_sold_where_the_table_plays_it_so(route: bool) -> None:
    """V-7.8: a railroad with a route keeps its last train; without one, or with two trains, it may sell."""
    position = two_railroads(0, last_train=LastTrain.MAY_NOT_SELL)
    if route:
        position.tile("E19", "57", 2).tile("F20", "56", 0)
    game = position.operating_round("PRR", "train")
    if route:
        refused(game, buy_train(game, "3", "NYC", 100), Reason.LAST_TRAIN)
        game = position.trains("NYC", "3 3").operating_round("PRR", "train")
        allowed(game, buy_train(game, "3", "NYC", 100))
    else:
        allowed(game, buy_train(game, "3", "NYC", 100))


# --- excess trains (7.6.1)


def test_discards_in_the_order_of_share_values() -> None:
    """7.6.1, case 84, RL #4: obsolete trains go first, then the highest-valued railroad over the limit discards first."""
    position = Position(classic(), money=0).phase("4", "5 5 5 6 6").company("PRR", par=67, money=450)
    position.company("NYC", president=1, par=90, trains="3 4 4").company("B&M", president=2, trains="3 3 4")
    position.company("C&O", president=3, par=82, trains="3 4")
    game = position.operating_round("PRR", "train")
    game.push(buy_train(game, "5"))
    assert game.actors == (2,)
    refused(game, discard_train(game, "NYC", "3"), Reason.NOT_YOUR_TURN)
    refused(
        game, DiscardTrain(P2, position.setup.company_index["NYC"], position.setup.train_index["3"]), Reason.MUST_ANSWER_FIRST
    )
    refused(game, discard_train(game, "B&M", "5"), Reason.NOT_ITS_TRAIN)
    refused(game, DiscardTrain(P2, position.setup.company_index["B&M"], Train(99)), Reason.UNKNOWN_TRAIN)
    game.push(discard_train(game, "B&M", "3"))
    assert game.actors == (1,)
    game.push(discard_train(game, "NYC", "4"))
    assert trains_of(game, "pool") == ["3", "4"]
    assert trains_of(game, "B&M") == ["3", "4"] and trains_of(game, "C&O") == ["3", "4"]
    assert game.actors == (0,) and step_of(game) == "train"


def test_discards_in_any_order_where_the_table_plays_it_so() -> None:
    """Option discard_order: whoever is over the limit may discard when he likes, but all must before play goes on."""
    position = (
        Position(classic(discard_order=DiscardOrder.ANY), money=0).phase("4", "5 5 5 6 6").company("PRR", par=67, money=450)
    )
    position.company("NYC", president=1, par=90, trains="3 4 4").company("B&M", president=2, trains="3 3 4")
    game = position.operating_round("PRR", "train")
    game.push(buy_train(game, "5"))
    assert set(game.actors) == {1, 2}
    assert is_legal(game, discard_train(game, "NYC", "4")) and is_legal(game, discard_train(game, "B&M", "3"))
    refused(
        game, DiscardTrain(P1, position.setup.company_index["B&M"], position.setup.train_index["3"]), Reason.MUST_ANSWER_FIRST
    )
    refused(game, DiscardTrain(P0, position.setup.company_index["PRR"], position.setup.train_index["5"]), Reason.NOT_YOUR_TURN)
    game.push(discard_train(game, "NYC", "4"))
    assert game.actors == (2,)
    refused(game, Pass(P0), Reason.MUST_ANSWER_FIRST)
    game.push(discard_train(game, "B&M", "3"))
    assert game.actors == (0,)


@pytest.mark.parametrize("order", list(DiscardOrder))
def test_a_railroad_discards_two_trains(order: DiscardOrder) -> None:
    """7.6.1, V-7.8 flexible: with the fourth train comes the limit of two; it is asked until it has no more than that."""
    position = buyer("4", "5 5 5 6 6", trains="3 3 4", train_limit=TrainLimit.FLEXIBLE, discard_order=order)
    position.company("NYC", president=1, par=90, trains="3 4 4")
    game = position.operating_round("PRR", "train")
    game.push(buy_train(game, "5"))
    for train in ("3", "4"):
        allowed(game, discard_train(game, "PRR", train))
        refused(game, Pass(P0), Reason.MUST_ANSWER_FIRST)
        game.push(discard_train(game, "PRR", train))
    refusal = game.refuse(discard_train(game, "PRR", "3"))
    assert refusal is not None and refusal.reason in (Reason.NOT_YOUR_TURN, Reason.MUST_ANSWER_FIRST)
    assert game.actors == (1,)
    game.push(discard_train(game, "NYC", "4"))
    assert trains_of(game, "PRR") == ["3", "5"] and trains_of(game, "NYC") == ["3", "4"]
    assert trains_of(game, "pool") == ["3", "4", "4"]
    assert game.actors == (0,) and game.state.pending == ()


def test_one_player_with_two_railroads_over_the_limit() -> None:
    """7.6.1, option discard_order: the game waits for him once; each railroad gives up its own train."""
    position = (
        Position(classic(discard_order=DiscardOrder.ANY), money=0).phase("4", "5 5 5 6 6").company("PRR", par=67, money=450)
    )
    position.company("NYC", president=1, par=90, trains="3 4 4").company("B&M", president=1, trains="3 3 4")
    game = position.operating_round("PRR", "train")
    game.push(buy_train(game, "5"))
    assert game.actors == (1,)
    game.push(discard_train(game, "NYC", "4"))
    refused(game, discard_train(game, "NYC", "4"), Reason.MUST_ANSWER_FIRST)
    game.push(discard_train(game, "B&M", "3"))
    assert game.actors == (0,)
