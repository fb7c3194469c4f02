"""Offers that wait for another player's answer (4.1, 7.6): nothing changes hands without consent."""

from collections.abc import Iterator

from goldenspike.core import events
from goldenspike.core.actions import Accept, Action, Decline, Withdraw
from goldenspike.core.holders import FIRST_COMPANY, NONE, company_of_holder, is_company
from goldenspike.core.ledger import Ledger
from goldenspike.core.pending import OFFER_TRAIN
from goldenspike.core.reasons import Reason, Refusal
from goldenspike.core.rules.private_company import (
    refuse_sale_between_players,
    refuse_sale_to_company,
    transfer_private,
)
from goldenspike.core.rules.train_purchase import buy_train, refuse_train
from goldenspike.core.state import State
from goldenspike.core.steps.base import Step
from goldenspike.core.title import Setup

_BUYERS_PURSE = (
    Reason.NOT_ENOUGH_MONEY,
    Reason.COMPANY_CAN_PAY,
    Reason.TRAIN_PRICE_TOO_HIGH,
    Reason.MORE_THAN_NEEDED,
)
"""Reasons that tell something about the buyer's money."""


class OfferStep(Step):
    """The answerer accepts or declines; the proposer may withdraw."""

    def kinds(self) -> tuple[type, ...]:
        return (Accept, Decline, Withdraw)

    def actors(self, setup: Setup, s: State) -> tuple[int, ...]:
        return (s.pending[-1][1],)

    def refuse(self, setup: Setup, s: State, action: Action) -> Refusal | None:
        assert isinstance(action, Accept | Decline | Withdraw)
        kind, answerer, item, seller, buyer, price, proposer = s.pending[-1]
        speaker = proposer if isinstance(action, Withdraw) else answerer
        if action.player != speaker:
            return Refusal(Reason.NOT_YOUR_TURN, (action.player,))
        if not isinstance(action, Accept):
            return None
        if kind == OFFER_TRAIN:
            refusal = refuse_train(setup, s, buyer, item, FIRST_COMPANY + seller, price, NONE)
        elif is_company(buyer):
            refusal = refuse_sale_to_company(setup, s, company_of_holder(buyer), item, price)
        elif s.money[buyer] < price:
            refusal = Refusal(Reason.NOT_ENOUGH_MONEY, (price, s.money[buyer]))
        else:
            refusal = refuse_sale_between_players(setup, s, seller, buyer, item)
        buys_himself = kind != OFFER_TRAIN and buyer == answerer
        if refusal is not None and refusal.reason in _BUYERS_PURSE and not buys_himself:
            # Another's money may be secret (V-0.1): that it does not suffice is all that the seller learns.
            return Refusal(Reason.BUYER_CANNOT_PAY)
        return refusal

    def apply(self, ledger: Ledger, action: Action) -> None:
        assert isinstance(action, Accept | Decline | Withdraw)
        kind, _, item, seller, buyer, price, _ = ledger.pop_pending()
        if isinstance(action, Withdraw):
            ledger.tell(events.OfferWithdrawn(action.player))
            return
        accepted = isinstance(action, Accept)
        ledger.tell(events.OfferAnswered(action.player, accepted))
        if not accepted:
            return
        if kind == OFFER_TRAIN:
            buy_train(ledger, buyer, item, FIRST_COMPANY + seller, price, NONE)
        else:
            transfer_private(ledger, item, buyer, price)

    def legal(self, setup: Setup, s: State, player: int) -> Iterator[Action]:
        choices: tuple[Action, ...] = (Accept(player), Decline(player), Withdraw(player))
        for action in choices:
            if self.refuse(setup, s, action) is None:
                yield action
