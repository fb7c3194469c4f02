"""Trains and private companies of other players change hands only with their consent (4.1, 7.6)."""

from goldenspike.core.actions import Accept, BuyTrain, Decline, Pass, Withdraw
from goldenspike.core.events import OfferAnswered, OfferMade, OfferWithdrawn
from goldenspike.core.game import Game
from goldenspike.core.reasons import Reason, Refusal
from goldenspike.testing import Position
from goldenspike.testing.by_name import buy_private, buy_train, exchange_private, money_of, step_of, trains_of
from goldenspike.testing.checks import allowed, refused
from goldenspike.testing.names import holder_of
from goldenspike.titles.g1830 import classic
from players import P0, P1, P2


def asked(price: int = 200, phase: str = "3", trains: str = "3") -> tuple[Position, Game]:
    """The C&O of player 0 asks player 1 for a train of the NYC."""
    position = Position(classic(), phase=phase, money=0).company("C&O", money=500)
    position.company("NYC", president=1, par=90, trains=trains)
    game = position.operating_round("C&O", "train")
    offer = buy_train(game, trains.split()[0], "NYC", price)
    allowed(game, offer)
    events = game.push(offer)
    assert (
        OfferMade(P0, P1, True, offer.train, holder_of(position.setup, "NYC"), holder_of(position.setup, "C&O"), price) in events
    )
    return position, game


def test_nothing_moves_until_the_answer() -> None:
    """7.6, case 87: an offer waits for the other president; nobody else acts, nothing else happens."""
    _position, game = asked()
    assert game.actors == (1,)
    assert trains_of(game, "NYC") == ["3"] and money_of(game, "C&O") == 500
    assert set(game.legal) == {Accept(P1), Decline(P1), Withdraw(P0)}
    refused(game, Accept(P0), Reason.NOT_YOUR_TURN)
    refused(game, Decline(P2), Reason.NOT_YOUR_TURN)
    refused(game, Withdraw(P1), Reason.NOT_YOUR_TURN)
    refused(game, Pass(P0), Reason.MUST_ANSWER_FIRST)
    refused(game, buy_train(game, "3"), Reason.MUST_ANSWER_FIRST)
    refused(game, buy_private(game, "CA", 160), Reason.NOT_NOW)
    refused(game, exchange_private(game, "MH", 0), Reason.NOT_NOW)


def test_accepted() -> None:
    """7.6, case 87: train and money change places."""
    _position, game = asked()
    events = game.push(Accept(P1))
    assert OfferAnswered(P1, True) in events
    assert trains_of(game, "C&O") == ["3"] and trains_of(game, "NYC") == []
    assert (money_of(game, "C&O"), money_of(game, "NYC")) == (300, 200)
    assert game.actors == (0,) and step_of(game) == "train"


def test_declined_and_withdrawn() -> None:
    """7.6: everything is as before, and the buyer goes on."""
    for answer, event in ((Decline(P1), OfferAnswered(P1, False)), (Withdraw(P0), OfferWithdrawn(P0))):
        _position, game = asked()
        events = game.push(answer)
        assert event in events
        assert trains_of(game, "NYC") == ["3"] and money_of(game, "C&O") == 500
        assert game.actors == (0,) and game.state.pending == ()
        allowed(game, buy_train(game, "3", "NYC", 300))


def test_a_seller_does_not_learn_what_the_buyer_has() -> None:
    """7.6, 4.1 with V-0.1: if the buyer's money is gone meanwhile, the seller hears only that it does not suffice."""
    position, game = asked(price=200)
    poor = game.state.copy()
    poor.money = [*game.state.money]
    poor.money[holder_of(position.setup, "C&O")] = 137
    refusal = Game(game.setup, poor).refuse(Accept(P1))
    assert refusal == Refusal(Reason.BUYER_CANNOT_PAY)
    assert set(Game(game.setup, poor).legal) == {Decline(P1), Withdraw(P0)}


def test_no_answer_without_an_offer() -> None:
    """4.1, 7.6: there is nothing to accept."""
    position = Position(classic(), phase="3", money=0).company("C&O", money=500)
    game = position.operating_round("C&O", "train")
    for answer in (Accept(P0), Decline(P0), Withdraw(P0)):
        refused(game, answer, Reason.NOT_NOW)


def ranges(game: Game) -> dict[int, tuple[int, int]]:
    """By train the least and the most that player 0 may offer."""
    offers = game.legal_for(P0).offers()
    return {offer.action.train: (offer.lo, offer.hi) for offer in offers if isinstance(offer.action, BuyTrain)}


def test_range_of_prices() -> None:
    """7.6: the enumeration names the least and the most; with the president's help at most the face value (C-2.3.1)."""
    position = Position(classic(), phase="3", money=0).company("NNH", money=500).company("NYC", president=1, par=90, trains="2 3")
    game = position.operating_round("NNH", "train")
    assert ranges(game) == {position.setup.train_index["2"]: (1, 500), position.setup.train_index["3"]: (1, 500)}
    assert game.legal_for(P1).offers() == []
    position.tile("F20", "56", 0).money("NNH", 40).money(0, 60)
    game = position.operating_round("NNH", "train")
    assert ranges(game) == {position.setup.train_index["2"]: (1, 80), position.setup.train_index["3"]: (1, 100)}
    position.money(0, 0)
    assert ranges(position.operating_round("NNH", "train")) == {
        position.setup.train_index["2"]: (1, 40),
        position.setup.train_index["3"]: (1, 40),
    }


def test_no_offer_from_an_empty_treasury() -> None:
    """7.6: the least price is 1, and it must be there."""
    position = Position(classic(), phase="3", money=0).company("PRR", money=0).company("NYC", president=1, par=90, trains="3")
    game = position.operating_round("PRR", "train")
    assert game.legal_for(P0).offers() == []
    refused(game, buy_train(game, "3", "NYC", 1), Reason.NOT_ENOUGH_MONEY)
