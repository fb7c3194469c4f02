"""Trading and exchanging private companies, beside the active step (4.1, T-05)."""

from collections.abc import Iterable

from goldenspike.core import events
from goldenspike.core.actions import Action, BuyPrivate, ExchangePrivate, SellPrivate
from goldenspike.core.holders import BANK, FIRST_COMPANY, POOL, company_of_holder, is_company, is_player, treasury
from goldenspike.core.ids import NONE, Player, by_private
from goldenspike.core.interrupts import CityNeeded, DiscardNeeded, HomeNeeded, PrivateOffered
from goldenspike.core.ledger import Ledger
from goldenspike.core.options import ExchangeTiming
from goldenspike.core.reasons import Reason, Refusal
from goldenspike.core.rules.certificate_limit import has_room, room_of
from goldenspike.core.rules.conforming import must_sell
from goldenspike.core.rules.forced_sale import missing_money
from goldenspike.core.rules.private_company import (
    exchange,
    may_buy_privates,
    may_not_be_sold_again,
    price_range,
    refuse_exchange,
    refuse_sale_between_players,
    refuse_sale_to_company,
    refuse_trading,
    transfer_private,
)
from goldenspike.core.state import State
from goldenspike.core.steps.base import Offer, Step, refuse_operator, refuse_turn
from goldenspike.core.title import Power, RoundKind, Setup


class PrivateTradeStep(Step):
    """A railroad buys in its operating turn; players trade in the buyer's or seller's stock turn (4.1)."""

    name = "private_trade"
    forms = ()

    def kinds(self) -> tuple[type, ...]:
        return (BuyPrivate, SellPrivate)

    def refuse(self, setup: Setup, s: State, action: Action) -> Refusal | None:
        assert isinstance(action, (BuyPrivate, SellPrivate))
        if s.pending or s.round not in (RoundKind.STOCK, RoundKind.OPERATING):
            return Refusal(Reason.NOT_NOW)
        if isinstance(action, BuyPrivate) and is_company(action.buyer):
            company = company_of_holder(action.buyer)
            refusal = refuse_operator(s, action.player, company)
            if refusal is None:
                refusal = refuse_sale_to_company(setup, s, company, action.private, action.price)
            return refusal
        refusal = refuse_turn(s, action.player)
        if refusal is not None:
            return refusal
        return self._refuse_between_players(setup, s, action)

    def _refuse_between_players(self, setup: Setup, s: State, action: BuyPrivate | SellPrivate) -> Refusal | None:
        if action.price < 0 or action.price > setup.title.bank:
            return Refusal(Reason.PRIVATE_PRICE, (0, setup.title.bank))
        if not 0 <= action.buyer < setup.players:
            return Refusal(Reason.UNKNOWN_PLAYER, (action.buyer,))
        if isinstance(action, BuyPrivate):
            if s.round != RoundKind.STOCK or action.buyer != action.player:
                return Refusal(Reason.NOT_NOW)
            if must_sell(setup, s, action.player):
                return Refusal(Reason.MUST_SELL_FIRST)
            if s.money[action.buyer] < action.price:
                return Refusal(Reason.NOT_ENOUGH_MONEY, (action.price, s.money[action.buyer]))
            return refuse_sale_between_players(setup, s, s.privates[action.private], action.buyer, action.private)
        if s.privates[action.private] != action.player:
            return Refusal(Reason.NOT_YOUR_PRIVATE, (action.private,))
        if not self._may_sell_now(setup, s):
            return Refusal(Reason.NOT_NOW)
        return refuse_sale_between_players(setup, s, action.player, action.buyer, action.private)

    def apply(self, ledger: Ledger, action: Action) -> None:
        assert isinstance(action, (BuyPrivate, SellPrivate))
        ledger.note_action()
        seller = ledger.state.privates[action.private]
        answerer = seller if isinstance(action, BuyPrivate) else action.buyer
        if answerer == action.player:
            transfer_private(ledger, action.private, action.buyer, action.price)
            return
        assert is_player(answerer)
        ledger.push_interrupt(PrivateOffered(answerer, action.private, seller, action.buyer, action.price, action.player))
        ledger.emit(events.OfferMade(action.player, answerer, False, action.private, seller, action.buyer, action.price))

    def legal(self, setup: Setup, s: State, player: Player) -> Iterable[Action]:
        return ()

    def offers(self, setup: Setup, s: State, player: Player) -> list[Offer]:
        in_stock_round = s.round == RoundKind.STOCK
        if player != s.turn or s.pending or not (in_stock_round or s.round == RoundKind.OPERATING):
            return []
        owned = [(private, owner) for private, owner in by_private(s.privates) if owner in s.seating]
        if not owned:
            return []
        found: list[Offer] = []
        # What holds for all private companies alike is asked once.
        for_company = s.operating != NONE and may_buy_privates(setup, s)
        may_trade = refuse_trading(setup, s) is None
        may_buy = may_trade and in_stock_round and any([owner != player for _, owner in owned])
        room = room_of(setup, s, player) if may_buy else 0
        buys = room > 0 and not must_sell(setup, s, player, room)
        sells = may_trade and player in s.privates and self._may_sell_now(setup, s)
        buyers = [other for other in s.seating if sells and other != player and has_room(setup, s, other)]
        for private, owner in owned:
            if for_company:
                least, most = price_range(setup, private)
                most = min(most, s.money[FIRST_COMPANY + s.operating])
                action = BuyPrivate(player, treasury(s.operating), private, least)
                if self.refuse(setup, s, action) is None:
                    found.append(Offer(action, least, most, 1))
            if not may_trade or may_not_be_sold_again(setup, s, private):
                continue
            if owner == player:
                # A buyer's money may be secret, so it is checked when he accepts.
                found += [Offer(SellPrivate(player, private, buyer, 0), 0, setup.title.bank, 1) for buyer in buyers]
            elif buys:
                found.append(Offer(BuyPrivate(player, player, private, 0), 0, s.money[player], 1))
        return found

    def _may_sell_now(self, setup: Setup, s: State) -> bool:
        """In stock rounds; a president who must raise money for a train may sell in an operating round too (C-2.3.2)."""
        return s.round == RoundKind.STOCK or missing_money(setup, s, s.operating) > 0


class ExchangeStep(Step):
    """Exchange a private company for a share, in one's own stock turn or between the turns of others (T-05, MH)."""

    name = "exchange"
    forms = ()

    def kinds(self) -> tuple[type, ...]:
        return (ExchangePrivate,)

    def refuse(self, setup: Setup, s: State, action: Action) -> Refusal | None:
        assert isinstance(action, ExchangePrivate)
        any_time = setup.options.exchange is ExchangeTiming.ANY_TIME
        waits = bool(s.pending) and not (any_time and isinstance(s.pending[-1], (CityNeeded, DiscardNeeded, HomeNeeded)))
        if waits or s.round not in (RoundKind.STOCK, RoundKind.OPERATING):
            return Refusal(Reason.NOT_NOW)
        own_turn = s.round == RoundKind.STOCK and s.turn == action.player
        if s.turn_started and not own_turn and not any_time:
            return Refusal(Reason.NOT_BETWEEN_TURNS)
        if action.source not in (BANK, POOL):
            return Refusal(Reason.UNKNOWN_SOURCE)
        return refuse_exchange(setup, s, action.player, action.private, action.source)

    def apply(self, ledger: Ledger, action: Action) -> None:
        assert isinstance(action, ExchangePrivate)
        exchange(ledger, action.player, action.private, action.source)

    def legal(self, setup: Setup, s: State, player: Player) -> Iterable[Action]:
        own = [private for private in setup.privates_with[Power.EXCHANGE] if s.privates[private] == player]
        if not own:
            return ()
        actions = [ExchangePrivate(player, private, source) for private in own for source in (BANK, POOL)]
        return [action for action in actions if self.refuse(setup, s, action) is None]
