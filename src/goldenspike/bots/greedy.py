"""The greedy player: simple, sensible play that looks one step ahead and keeps what it needs.

It buys private companies at fair prices, starts what it can float, keeps buying its own railroads, lays track towards
cities, runs the best routes, pays dividends unless a train is needed, and keeps money for trains that it may be forced to
buy. It never offers anything to others, and takes their offers when they are good for it.
"""

from random import Random

from goldenspike.bots import greedy_operating, greedy_stock
from goldenspike.bots.base import Table
from goldenspike.bots.outlook import company_of, money_to_keep, raised_bid, worth_of_private
from goldenspike.bots.surveyor import Surveyor
from goldenspike.core.actions import (
    Accept,
    Action,
    Bid,
    BuyFromBank,
    ChooseCity,
    Decline,
    DiscardTrain,
    ExchangePrivate,
    Pass,
    SetPar,
)
from goldenspike.core.holders import FIRST_COMPANY
from goldenspike.core.ids import by_private
from goldenspike.core.interrupts import OFFERS, TrainOffered
from goldenspike.core.rules.share_price import price_of
from goldenspike.core.rules.train_card import owned_trains
from goldenspike.core.title import Power, RoundKind

MOOD = 0.1
"""How far apart two greedy players judge the same private company."""


class GreedyBot:
    name = "greedy"

    def __init__(self, rng: Random, surveyor: Surveyor | None = None) -> None:
        self._rng = rng
        self._mood = 1.0 + rng.uniform(-MOOD, MOOD)
        self._surveyor = surveyor

    def choose(self, table: Table) -> Action:
        s = table.state
        if s.pending:
            return self._answer(table)
        if s.round == RoundKind.AUCTION:
            return self._auction(table)
        exchange = self.interject(table)
        if exchange is not None:
            return exchange
        if s.round == RoundKind.STOCK:
            return greedy_stock.choose(table, self._rng, money_to_keep(table.setup, s, table.player))
        return greedy_operating.choose(table, self._survey(table))

    def _survey(self, table: Table) -> Surveyor:
        if self._surveyor is None or self._surveyor.setup is not table.setup:
            self._surveyor = Surveyor(table.setup)
        return self._surveyor

    def interject(self, table: Table) -> Action | None:
        """Exchange a private company for its share when the share is worth more, or the private is about to close."""
        s = table.state
        if table.player not in s.privates:
            return None
        for private, owner in by_private(s.privates):
            card = table.setup.title.privates[private]
            if owner != table.player or card.power is not Power.EXCHANGE:
                continue
            price = price_of(table.setup, s, company_of(table.setup, private))
            late = s.phase + 1 < len(table.setup.title.phases) and table.setup.title.phases[s.phase + 1].close_privates
            if price >= card.price or late:
                for action in table.actions:
                    if isinstance(action, ExchangePrivate):
                        return action
        return None

    # --- the initial auction

    def _auction(self, table: Table) -> Action:
        """Buy the cheapest at a fair price, else bid a little on another; when all others have passed, buy."""
        s = table.state
        purchase = next((action for action in table.actions if isinstance(action, BuyFromBank)), None)
        last = s.passes == len(s.seating) - 1
        waiting = next((action for action in table.actions if isinstance(action, Pass)), None)
        if purchase is not None and (last or waiting is None or self._mood >= 1.0 or self._rng.random() < 0.5):
            return purchase
        bids = []
        for offer in table.offers:
            if not isinstance(offer.action, Bid):
                continue  # Bids for the first choice of a group: this player takes what is left.
            worth = int(min(self._mood, 1.0) * worth_of_private(table.setup, offer.action.private))
            limit = min(worth, s.money[table.player] * 2 // 3)
            if offer.lo <= limit:
                bids.append((worth - offer.lo, -offer.action.private, raised_bid(table.setup, offer, limit)))
        if bids:
            return max(bids)[2]
        if waiting is not None:
            return waiting
        return purchase if purchase is not None else table.actions[0]

    # --- questions

    def _answer(self, table: Table) -> Action:
        first = table.actions[0]
        if isinstance(first, (Accept, Decline)):
            return (
                Accept(table.player) if self._is_good(table) and Accept(table.player) in table.actions else Decline(table.player)
            )
        if isinstance(first, SetPar):
            return greedy_stock.choose_par(table, [action for action in table.actions if isinstance(action, SetPar)])
        if isinstance(first, DiscardTrain):
            return min((action for action in table.actions if isinstance(action, DiscardTrain)), key=lambda action: action.train)
        if isinstance(first, ChooseCity):
            cities = [action for action in table.actions if isinstance(action, ChooseCity)]
            return self._survey(table).best_city(table.state, cities)
        return first

    def _is_good(self, table: Table) -> bool:
        """Whether an offer that waits for our answer is good for us."""
        setup, s = table.setup, table.state
        offer = s.pending[-1]
        assert isinstance(offer, OFFERS)
        price = offer.price
        if isinstance(offer, TrainOffered):
            return len(owned_trains(setup, s, offer.seller)) > 1 and price >= setup.title.trains[offer.train].price
        card = setup.title.privates[offer.private]
        if offer.seller == table.player:
            return price >= card.price + 2 * card.revenue or (offer.buyer >= FIRST_COMPANY and price >= card.price)
        return s.phase == 0 and price <= card.price and price <= s.money[table.player] // 3
