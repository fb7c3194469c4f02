"""The sale of the private companies in the first stock rounds (Erste Aktienrunde).

Buy the cheapest, bid for another, or pass. A player who was outbid may leave his bid, which keeps him in the auction, or
withdraw it. In the auction a pass is final.
"""

from collections.abc import Iterator

from goldenspike.core import events
from goldenspike.core.actions import Action, Bid, BuyFromBank, Pass, WithdrawBid
from goldenspike.core.ids import NONE, Player, Private
from goldenspike.core.ledger import Ledger
from goldenspike.core.reasons import Reason, Refusal
from goldenspike.core.rules.bids import bid_of, highest_bidder
from goldenspike.core.state import State
from goldenspike.core.steps.auction import (
    PRICE_CUT,
    AuctionStep,
    asking_price,
    cheapest_private,
)
from goldenspike.core.title import Setup
from goldenspike.titles.g1862.rules.privates import take_private


class FirstRoundStep(AuctionStep):
    def kinds(self) -> tuple[type, ...]:
        return (Pass, BuyFromBank, Bid, WithdrawBid)

    def refuse(self, setup: Setup, s: State, action: Action) -> Refusal | None:
        return self._refuse_withdrawal(s, action) if isinstance(action, WithdrawBid) else super().refuse(setup, s, action)

    def _refuse_withdrawal(self, s: State, action: WithdrawBid) -> Refusal | None:
        if action.player != s.turn:
            return Refusal(Reason.NOT_YOUR_TURN, (action.player,))
        if s.auction != NONE:
            return Refusal(Reason.NOT_IN_THIS_AUCTION, (s.auction,))
        if not bid_of(s, action.private, action.player):
            return Refusal(Reason.NOT_A_BIDDER, (action.private,))
        if highest_bidder(s, action.private) == action.player:
            return Refusal(Reason.HIGHEST_BIDDER)
        return None

    def apply(self, ledger: Ledger, action: Action) -> None:
        s = ledger.state
        if isinstance(action, WithdrawBid):
            ledger.set_bid(action.player, action.private, 0)
            ledger.emit(events.BidWithdrawn(action.player, action.private))
            return
        if s.auction != NONE:
            self._apply_in_auction(ledger, action)
            return
        assert isinstance(action, (Pass, BuyFromBank, Bid))
        if isinstance(action, Pass):
            self._pass(ledger, action.player)
            return
        ledger.note_trading(action.player)
        if isinstance(action, Bid):
            ledger.set_bid(action.player, action.private, action.amount)
            ledger.start_turn(s.left_of(action.player))
            return
        take_private(ledger, action.player, action.private, asking_price(ledger.setup, s, action.private))
        self._resolve_bids(ledger)

    def _pass(self, ledger: Ledger, player: Player) -> None:
        """All have passed: No. 1 becomes cheaper, or, once it is sold, the round is over."""
        s = ledger.state
        ledger.count_pass(player)
        if s.passes == len(s.seating):
            ledger.clear_passes()
            first = cheapest_private(s)
            if first != 0:
                ledger.setup.plan.flow.end_stock_round(ledger)
                return
            ledger.set_discount(s.discount + PRICE_CUT)
            ledger.emit(events.PriceCut(first, asking_price(ledger.setup, s, first)))
        ledger.start_turn(s.left_of(player))

    def end_bidding(self, ledger: Ledger, private: Private) -> None:
        ledger.start_turn(ledger.state.left_of(ledger.state.last_actor))
        ledger.setup.plan.flow.after_private_sale(ledger)

    def hand_over(self, ledger: Ledger, player: Player, private: Private, amount: int) -> None:
        take_private(ledger, player, private, amount)

    def legal(self, setup: Setup, s: State, player: Player) -> Iterator[Action]:
        yield from super().legal(setup, s, player)
        for private in setup.all_privates:
            action = WithdrawBid(player, private)
            if self.refuse(setup, s, action) is None:
                yield action
