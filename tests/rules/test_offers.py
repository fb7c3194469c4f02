"""Trains and private companies of other players change hands only with their consent (4.1, 7.6)."""

from board_helpers import Scene, legal, refused
from goldenspike.core.actions import Accept, BuyTrain, Decline, Pass, Withdraw
from goldenspike.core.events import OfferAnswered, OfferMade, OfferWithdrawn
from goldenspike.core.game import Game
from goldenspike.core.reasons import Reason, Refusal


def asked(price: int = 200, phase: str = "3", trains: str = "3") -> tuple[Scene, Game]:
    """The C&O of player 0 asks player 1 for a train of the NYC."""
    scene = Scene(phase=phase).company("C&O", money=500)
    scene.company("NYC", president=1, money=0, price=90, trains=trains)
    game = scene.operate("C&O", "train")
    offer = scene.buy_train(trains.split()[0], "NYC", price)
    assert legal(game, offer)
    events = game.push(offer)
    assert OfferMade(0, 1, True, offer.train, scene.holder("NYC"), scene.holder("C&O"), price) in events
    return scene, game


def test_nothing_moves_until_the_answer() -> None:
    """7.6, case 87: an offer waits for the other president; nobody else acts, nothing else happens."""
    scene, game = asked()
    assert game.actors == (1,)
    assert scene.trains_of(game, "NYC") == ["3"] and scene.cash(game, "C&O") == 500
    assert set(game.legal) == {Accept(1), Decline(1), Withdraw(0)}
    assert refused(game, Accept(0)) is Reason.NOT_YOUR_TURN
    assert refused(game, Decline(2)) is Reason.NOT_YOUR_TURN
    assert refused(game, Withdraw(1)) is Reason.NOT_YOUR_TURN
    assert refused(game, Pass(0)) is Reason.MUST_ANSWER_FIRST
    assert refused(game, scene.buy_train("3")) is Reason.MUST_ANSWER_FIRST
    assert refused(game, scene.buy_private("CA", 160)) is Reason.NOT_NOW
    assert refused(game, scene.exchange(0)) is Reason.NOT_NOW


def test_accepted() -> None:
    """7.6, case 87: train and money change places."""
    scene, game = asked()
    events = game.push(Accept(1))
    assert OfferAnswered(1, True) in events
    assert scene.trains_of(game, "C&O") == ["3"] and scene.trains_of(game, "NYC") == []
    assert (scene.cash(game, "C&O"), scene.cash(game, "NYC")) == (300, 200)
    assert game.actors == (0,) and scene.step(game) == "train"


def test_declined_and_withdrawn() -> None:
    """7.6: everything is as before, and the buyer goes on."""
    for answer, event in ((Decline(1), OfferAnswered(1, False)), (Withdraw(0), OfferWithdrawn(0))):
        scene, game = asked()
        events = game.push(answer)
        assert event in events
        assert scene.trains_of(game, "NYC") == ["3"] and scene.cash(game, "C&O") == 500
        assert game.actors == (0,) and game.state.pending == ()
        assert legal(game, scene.buy_train("3", "NYC", 300))


def test_a_seller_does_not_learn_what_the_buyer_has() -> None:
    """7.6, 4.1 with V-0.1: if the buyer's money is gone meanwhile, the seller hears only that it does not suffice."""
    scene, game = asked(price=200)
    poor = game.state.copy()
    poor.money = [*game.state.money]
    poor.money[scene.holder("C&O")] = 137
    refusal = Game(game.setup, poor).refuse(Accept(1))
    assert refusal == Refusal(Reason.BUYER_CANNOT_PAY)
    assert set(Game(game.setup, poor).legal) == {Decline(1), Withdraw(0)}


def test_no_answer_without_an_offer() -> None:
    """4.1, 7.6: there is nothing to accept."""
    scene = Scene(phase="3").company("C&O", money=500)
    game = scene.operate("C&O", "train")
    for answer in (Accept(0), Decline(0), Withdraw(0)):
        assert refused(game, answer) is Reason.NOT_NOW


def ranges(game: Game) -> dict[int, tuple[int, int]]:
    """By train the least and the most that player 0 may offer."""
    offers = game.legal_for(0).offers()
    return {offer.action.train: (offer.lo, offer.hi) for offer in offers if isinstance(offer.action, BuyTrain)}


def test_range_of_prices() -> None:
    """7.6: the enumeration names the least and the most; with the president's help at most the face value (C-2.3.1)."""
    scene = Scene(phase="3").company("NNH", money=500).company("NYC", president=1, price=90, trains="2 3")
    game = scene.operate("NNH", "train")
    assert ranges(game) == {scene.train("2"): (1, 500), scene.train("3"): (1, 500)}
    assert game.legal_for(1).offers() == []
    scene.tile("F20", "56", 0).money("NNH", 40).money(0, 60)
    game = scene.operate("NNH", "train")
    assert ranges(game) == {scene.train("2"): (1, 80), scene.train("3"): (1, 100)}
    scene.money(0, 0)
    assert ranges(scene.operate("NNH", "train")) == {scene.train("2"): (1, 40), scene.train("3"): (1, 40)}


def test_no_offer_from_an_empty_treasury() -> None:
    """7.6: the least price is 1, and it must be there."""
    scene = Scene(phase="3").company("PRR", money=0).company("NYC", president=1, price=90, trains="3")
    game = scene.operate("PRR", "train")
    assert game.legal_for(0).offers() == []
    assert refused(game, scene.buy_train("3", "NYC", 1)) is Reason.NOT_ENOUGH_MONEY
