"""Offers that wait for another player's answer (4.1, 7.6): nothing changes hands without consent."""

from collections.abc import Iterator

from goldenspike.core import events
from goldenspike.core.actions import Accept, Action, Decline, Withdraw
from goldenspike.core.holders import company_of_holder, is_company, treasury
from goldenspike.core.ids import NO_TRAIN, Player
from goldenspike.core.interrupts import OFFERS, Interrupt, PrivateOffered, TrainOffered
from goldenspike.core.ledger import Ledger
from goldenspike.core.question import Question
from goldenspike.core.reasons import Reason, Refusal
from goldenspike.core.rules.private_company import (
    refuse_sale_between_players,
    refuse_sale_to_company,
    transfer_private,
)
from goldenspike.core.rules.train_purchase import buy_train, refuse_train
from goldenspike.core.state import State
from goldenspike.core.steps.base import InterruptStep
from goldenspike.core.title import Setup

_BUYERS_PURSE = (
    Reason.NOT_ENOUGH_MONEY,
    Reason.COMPANY_CAN_PAY,
    Reason.TRAIN_PRICE_TOO_HIGH,
    Reason.MORE_THAN_NEEDED,
)
"""Reasons that reveal something about the buyer's money."""


class OfferStep(InterruptStep):
    """The answerer accepts or declines; the proposer may withdraw."""

    name = "offer"
    forms = ("private", "train")

    def kinds(self) -> tuple[type, ...]:
        return (Accept, Decline, Withdraw)

    def question(self, setup: Setup, s: State) -> Question:
        offer = _offer(s.pending[-1])
        if isinstance(offer, TrainOffered):
            return Question(
                self.name,
                (offer.player,),
                "train",
                train=offer.train,
                seller=treasury(offer.seller),
                buyer=treasury(offer.buyer),
                price=offer.price,
                proposer=offer.proposer,
            )
        return Question(
            self.name,
            (offer.player,),
            "private",
            private=offer.private,
            seller=offer.seller,
            buyer=offer.buyer,
            price=offer.price,
            proposer=offer.proposer,
        )

    def refuse(self, setup: Setup, s: State, action: Action) -> Refusal | None:
        assert isinstance(action, (Accept, Decline, Withdraw))
        offer = _offer(s.pending[-1])
        speaker = offer.proposer if isinstance(action, Withdraw) else offer.player
        if action.player != speaker:
            return Refusal(Reason.NOT_YOUR_TURN, (action.player,))
        if not isinstance(action, Accept):
            return None
        price = offer.price
        if isinstance(offer, TrainOffered):
            refusal = refuse_train(setup, s, offer.buyer, offer.train, treasury(offer.seller), price, NO_TRAIN)
        elif is_company(offer.buyer):
            refusal = refuse_sale_to_company(setup, s, company_of_holder(offer.buyer), offer.private, price)
        elif s.money[offer.buyer] < price:
            refusal = Refusal(Reason.NOT_ENOUGH_MONEY, (price, s.money[offer.buyer]))
        else:
            refusal = refuse_sale_between_players(setup, s, offer.seller, offer.buyer, offer.private)
        buys_himself = isinstance(offer, PrivateOffered) and offer.buyer == offer.player
        if refusal is not None and refusal.reason in _BUYERS_PURSE and not buys_himself:
            # The buyer's money may be secret (V-0.1): the seller learns only that it does not suffice.
            return Refusal(Reason.BUYER_CANNOT_PAY)
        return refusal

    def apply(self, ledger: Ledger, action: Action) -> None:
        assert isinstance(action, (Accept, Decline, Withdraw))
        offer = _offer(ledger.pop_interrupt())
        if isinstance(action, Withdraw):
            ledger.emit(events.OfferWithdrawn(action.player))
            return
        accepted = isinstance(action, Accept)
        ledger.emit(events.OfferAnswered(action.player, accepted))
        if not accepted:
            return
        if isinstance(offer, TrainOffered):
            buy_train(ledger, offer.buyer, offer.train, treasury(offer.seller), offer.price, NO_TRAIN)
        else:
            transfer_private(ledger, offer.private, offer.buyer, offer.price)

    def legal(self, setup: Setup, s: State, player: Player) -> Iterator[Action]:
        choices: tuple[Action, ...] = (Accept(player), Decline(player), Withdraw(player))
        for action in choices:
            if self.refuse(setup, s, action) is None:
                yield action


def _offer(interrupt: Interrupt) -> PrivateOffered | TrainOffered:
    assert isinstance(interrupt, OFFERS)
    return interrupt
