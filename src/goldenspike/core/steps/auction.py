"""The initial sale of the private companies: buy, bid, pass, and auctions between bidders (C-2.2)."""

from collections.abc import Iterator

from goldenspike.core import events
from goldenspike.core.actions import Action, Bid, BuyFromBank, Pass
from goldenspike.core.holders import BANK, MOST_PLAYERS
from goldenspike.core.ids import NO_PRIVATE, NONE, Player, Private
from goldenspike.core.ledger import Ledger
from goldenspike.core.options import AfterAllPass, AuctionPass, BiddingOrder, Raises
from goldenspike.core.question import Question
from goldenspike.core.reasons import Reason, Refusal
from goldenspike.core.rules.bids import bid_of, bidders, free_money, highest_bidder
from goldenspike.core.rules.private_company import pay_private_income, sell_from_bank
from goldenspike.core.state import State
from goldenspike.core.steps.base import Offer, Step
from goldenspike.core.title import Setup

RAISE = 5
PRICE_CUT = 5


def cheapest_private(s: State) -> Private:
    """The unsold private company with the lowest face value, -1 if all are sold."""
    return Private(s.privates.index(BANK)) if BANK in s.privates else NO_PRIVATE


def asking_price(setup: Setup, s: State, private: Private) -> int:
    """Face value, less the price cuts of the first one (C-2.2.3)."""
    return setup.title.privates[private].price - (s.discount if private == 0 else 0)


def least_bid(setup: Setup, s: State, private: Private) -> int:
    """Five more than the face value and than every bid already made (C-2.2.1)."""
    first = private * MOST_PLAYERS
    highest = max(s.bids[first : first + MOST_PLAYERS])
    return max(highest, asking_price(setup, s, private)) + RAISE


class AuctionStep(Step):
    name = "auction"
    forms = ("", "auction", "free")

    def kinds(self) -> tuple[type, ...]:
        return (Pass, BuyFromBank, Bid)

    def actors(self, setup: Setup, s: State) -> tuple[Player, ...]:
        if s.auction != NONE and setup.options.bidding_order is BiddingOrder.FREE_FOR_ALL:
            return tuple(self._speakers(s))
        return (s.turn,)

    def _speakers(self, s: State) -> list[Player]:
        """Bidders who have not passed since the last raise, except the highest."""
        highest = highest_bidder(s, s.auction)
        return [player for player in bidders(s, s.auction) if player != highest and not s.auction_passes >> player & 1]

    def question(self, setup: Setup, s: State) -> Question:
        if s.auction != NONE:
            least = least_bid(setup, s, s.auction)
            return Question(self.name, self.actors(setup, s), "auction", private=s.auction, price=least)
        cheapest = cheapest_private(s)
        price = asking_price(setup, s, cheapest)
        return Question(self.name, self.actors(setup, s), "" if price else "free", private=cheapest, price=price)

    # --- refusals

    def refuse(self, setup: Setup, s: State, action: Action) -> Refusal | None:
        if s.auction != NONE:
            return self._refuse_in_auction(setup, s, action)
        assert isinstance(action, (Pass, BuyFromBank, Bid))
        if action.player != s.turn:
            return Refusal(Reason.NOT_YOUR_TURN, (action.player,))
        cheapest = cheapest_private(s)
        price = asking_price(setup, s, cheapest)
        if isinstance(action, BuyFromBank):
            if action.private != cheapest:
                return Refusal(Reason.NOT_THE_CHEAPEST, (action.private,))
            return self._refuse_money(setup, s, action.player, price, NO_PRIVATE)
        if price == 0:
            return Refusal(Reason.MUST_TAKE_FREE_PRIVATE, (cheapest,))
        if isinstance(action, Pass):
            return None
        if s.privates[action.private] != BANK:
            return Refusal(Reason.NOT_FOR_SALE, (action.private,))
        if action.private == cheapest:
            return Refusal(Reason.BUY_DO_NOT_BID, (cheapest,))
        return self._refuse_amount(setup, s, action)

    def _refuse_in_auction(self, setup: Setup, s: State, action: Action) -> Refusal | None:
        if isinstance(action, BuyFromBank):
            return Refusal(Reason.NOT_IN_THIS_AUCTION, (s.auction,))
        assert isinstance(action, (Pass, Bid))
        player = action.player
        if not bid_of(s, s.auction, player):
            return Refusal(Reason.NOT_A_BIDDER, (s.auction,))
        if player == highest_bidder(s, s.auction):
            return Refusal(Reason.HIGHEST_BIDDER)
        free_for_all = setup.options.bidding_order is BiddingOrder.FREE_FOR_ALL
        passed = bool(s.auction_passes >> player & 1)
        still_in = setup.options.auction_pass is AuctionPass.STILL_IN
        may_return = free_for_all and still_in and isinstance(action, Bid)
        if (not free_for_all and player != s.turn) or (passed and not may_return):
            return Refusal(Reason.NOT_YOUR_TURN, (player,))
        if isinstance(action, Pass):
            return None
        if action.private != s.auction:
            return Refusal(Reason.NOT_IN_THIS_AUCTION, (s.auction,))
        return self._refuse_amount(setup, s, action)

    def _refuse_amount(self, setup: Setup, s: State, bid: Bid) -> Refusal | None:
        least = least_bid(setup, s, bid.private)
        if bid.amount < least:
            return Refusal(Reason.BID_TOO_LOW, (least,))
        raises = setup.options.raises
        if (raises is Raises.MULTIPLES_OF_FIVE and (bid.amount - least) % RAISE) or (
            raises is Raises.EXACTLY_FIVE and bid.amount != least
        ):
            return Refusal(Reason.BID_NOT_IN_STEPS, (RAISE,))
        return self._refuse_money(setup, s, bid.player, bid.amount, bid.private)

    def _refuse_money(self, setup: Setup, s: State, player: Player, price: int, private: Private) -> Refusal | None:
        free = free_money(setup, s, player, private)
        if free >= price:
            return None
        reason = Reason.MONEY_IS_FROZEN if s.money[player] >= price else Reason.NOT_ENOUGH_MONEY
        return Refusal(reason, (price, free))

    # --- applying

    def apply(self, ledger: Ledger, action: Action) -> None:
        s = ledger.state
        if s.auction != NONE:
            self._apply_in_auction(ledger, action)
            return
        assert isinstance(action, (Pass, BuyFromBank, Bid))
        player = action.player
        if isinstance(action, Pass):
            self._pass(ledger, player)
            return
        ledger.clear_passes()
        next_player = s.left_of(player)
        if isinstance(action, Bid):
            ledger.set_bid(player, action.private, action.amount)
            ledger.start_turn(next_player)
            return
        sell_from_bank(ledger, player, action.private, asking_price(ledger.setup, s, action.private))
        ledger.set_priority(next_player)
        ledger.start_turn(next_player)
        self._resolve_bids(ledger)

    def _pass(self, ledger: Ledger, player: Player) -> None:
        s = ledger.state
        ledger.count_pass(player)
        following = s.left_of(player)
        if s.passes == len(s.seating):
            ledger.clear_passes()
            following = self.all_passed(ledger, player)
        if following != NONE:
            ledger.start_turn(following)

    def all_passed(self, ledger: Ledger, player: Player) -> Player:
        """Cut the first private company's price, or pay all incomes; returns who is next, -1 if the sale is over (C-2.2.3)."""
        s = ledger.state
        first = cheapest_private(s)
        if first == 0:
            ledger.set_discount(s.discount + PRICE_CUT)
            ledger.emit(events.PriceCut(first, asking_price(ledger.setup, s, first)))
            return s.left_of(player)
        pay_private_income(ledger)
        return s.priority if ledger.setup.options.after_all_pass is AfterAllPass.PRIORITY else s.left_of(player)

    def _resolve_bids(self, ledger: Ledger) -> None:
        """Sell the cheapest one to its only bidder, or start an auction among several (C-2.2.2)."""
        s = ledger.state
        while True:
            private = cheapest_private(s)
            interested = bidders(s, private) if private != NONE else []
            if not interested:
                self.end_bidding(ledger, private)
                return
            if len(interested) > 1:
                lowest = min(interested, key=lambda player: bid_of(s, private, player))
                ledger.start_auction(private, lowest)
                return
            self._sell(ledger, private, interested[0])

    def end_bidding(self, ledger: Ledger, private: Private) -> None:
        """All bids are resolved: offer the cheapest one that is left, or end the sale."""
        if private == NONE:
            ledger.setup.plan.flow.after_private_sale(ledger)
        else:
            ledger.start_turn(ledger.state.priority)

    def _sell(self, ledger: Ledger, private: Private, player: Player) -> None:
        s = ledger.state
        amount = bid_of(s, private, player)
        for bidder in bidders(s, private):
            ledger.set_bid(bidder, private, 0)
        self.hand_over(ledger, player, private, amount)

    def hand_over(self, ledger: Ledger, player: Player, private: Private, amount: int) -> None:
        """Sell a private company to the winning bidder."""
        sell_from_bank(ledger, player, private, amount)

    def _apply_in_auction(self, ledger: Ledger, action: Action) -> None:
        s = ledger.state
        assert isinstance(action, (Pass, Bid))
        private, player = s.auction, action.player
        if isinstance(action, Bid):
            ledger.set_bid(player, private, action.amount)
            if ledger.setup.options.auction_pass is AuctionPass.STILL_IN:
                ledger.set_auction_passes(0)
        else:
            ledger.emit(events.Passed(player))
            ledger.set_auction_passes(s.auction_passes | 1 << player)
        waiting = self._speakers(s)
        if waiting:
            ledger.set_speaker(_next_clockwise(s, player, waiting))
            return
        ledger.end_auction()
        self._sell(ledger, private, highest_bidder(s, private))
        self._resolve_bids(ledger)

    # --- listing

    def legal(self, setup: Setup, s: State, player: Player) -> Iterator[Action]:
        choices: list[Action] = [Pass(player)]
        if s.auction == NONE:
            choices.append(BuyFromBank(player, cheapest_private(s)))
        for action in choices:
            if self.refuse(setup, s, action) is None:
                yield action

    def offers(self, setup: Setup, s: State, player: Player) -> list[Offer]:
        found: list[Offer] = []
        privates = setup.all_privates if s.auction == NONE else (s.auction,)
        for private in privates:
            if s.privates[private] != BANK:
                continue
            least = least_bid(setup, s, private)
            bid = Bid(player, private, least)
            if self.refuse(setup, s, bid) is not None:
                continue
            most = free_money(setup, s, player, private)
            step = 1 if setup.options.raises is Raises.AT_LEAST_FIVE else RAISE
            if setup.options.raises is Raises.EXACTLY_FIVE:
                most = least
            found.append(Offer(bid, least, most - (most - least) % step, step))
        return found


def _next_clockwise(s: State, player: Player, players: list[Player]) -> Player:
    """The first of `players` to the left of a player."""
    following = s.left_of(player)
    while following not in players:
        following = s.left_of(following)
    return following
