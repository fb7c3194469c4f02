"""Players that follow a script: no search and no forecast, one plan each, carried out to the end.

The foreman bids fair prices, starts railroads at the highest par price that it can float alone, buys trains as soon as the
treasury pays for them, lays a tile every turn, and hands over a railroad that cannot pay for its next train. The rusher buys
every train it can pay for and saves for the one that makes trains of others obsolete. The raider moves trains out of a railroad,
hands it over and starts the next one. A player that loses to one of them has a weakness that anybody can exploit.
"""

from dataclasses import dataclass
from random import Random
from typing import Final

from goldenspike.bots import greedy_operating, greedy_stock
from goldenspike.bots.baron import auction
from goldenspike.bots.baron.operating import sell_private
from goldenspike.bots.base import Table
from goldenspike.bots.greedy import GreedyBot
from goldenspike.bots.outlook import lasts, presided, shortfall
from goldenspike.bots.surveyor import Surveyor
from goldenspike.core.actions import (
    Action,
    BuyTrain,
    ChooseGroup,
    LayTile,
    Pass,
    PayDividend,
    Payout,
    PlaceToken,
    SellShares,
)
from goldenspike.core.holders import BANK, FIRST_COMPANY, company_of_holder, is_company
from goldenspike.core.ids import Company, Private, by_company
from goldenspike.core.rules.presidency import successor
from goldenspike.core.rules.tile_lay import terrain_cost
from goldenspike.core.rules.train_card import bank_trains, owned_trains
from goldenspike.core.rules.train_purchase import must_buy_train
from goldenspike.core.state import State
from goldenspike.core.title import RoundKind, Setup

FAIR_PAYMENTS: Final = 1.5
"""How many payments a fair bid for a private company adds to its price."""

AT_ONCE: Final = 2
"""So many trains a railroad buys before it asks what a further one would earn."""
TASTES: Final = (0.7, 1.3)
"""How far from a fair price the bids of an opening that is to be unlike others may be."""


@dataclass(frozen=True, slots=True)
class Script:
    """Where scripted players differ."""

    rushes: bool = False
    """Buys every train, and withholds for one that makes trains of others obsolete."""
    raids: bool = False
    """Strips a railroad of its trains before handing it over, and hands over sooner."""


class ScriptedBot(GreedyBot):
    """What the script does not mention is left to the greedy player."""

    def __init__(self, rng: Random, name: str = "foreman", script: Script | None = None) -> None:
        super().__init__(rng)
        self.name = name
        self._script = script or Script()

    def choose(self, table: Table) -> Action:
        s = table.state
        if s.pending:
            return super().choose(table)
        if s.round == RoundKind.AUCTION:
            bid = auction.choose(table, lambda private: self.bid_limit(table.setup, private))
            return bid if bid is not None else super().choose(table)
        exchange = self.interject(table)
        if exchange is not None:
            return exchange
        if s.round == RoundKind.STOCK and table.setup.title.has_shares:
            sale = hand_over(table, self._script)
            return sale if sale is not None else greedy_stock.choose(table, self._rng, keep=0)
        return operate(table, self._survey(table), self._script)

    def bid_limit(self, setup: Setup, private: Private) -> float:
        return self._mood * fair_price(setup, private)


class OpeningBot(ScriptedBot):
    """Holds the first auction of a game that is to differ from others.

    It values each private company by a draw of its own, and draws which group of them to take (1.3).
    """

    def __init__(self, rng: Random) -> None:
        super().__init__(rng, "opening")
        self._tastes: dict[Private, float] = {}

    def choose(self, table: Table) -> Action:
        groups = [action for action in table.actions if isinstance(action, ChooseGroup)]
        return self._rng.choice(groups) if groups else super().choose(table)

    def bid_limit(self, setup: Setup, private: Private) -> float:
        if private not in self._tastes:
            self._tastes[private] = self._rng.uniform(*TASTES)
        return self._tastes[private] * fair_price(setup, private)


def fair_price(setup: Setup, private: Private) -> float:
    card = setup.title.privates[private]
    return card.price + FAIR_PAYMENTS * card.revenue


def hand_over(table: Table, script: Script) -> SellShares | None:
    """The smallest sale that makes somebody else president of a railroad that cannot pay for its next train."""
    setup, s, player = table.setup, table.state, table.player
    sales = [action for action in table.actions if isinstance(action, SellShares) and is_burden(setup, s, action.company, script)]
    for sale in sorted(sales, key=lambda sale: sale.count):
        if s.presidents[sale.company] != player:
            continue
        if successor(setup, s, sale.company, s.units(sale.company, player) - sale.count) >= 0:
            return sale
    return None


def is_burden(setup: Setup, s: State, company: Company, script: Script) -> bool:
    """Whether a president will have to add to a railroad's next train; only a raider gives one up before the first has rusted."""
    return s.funded[company] and shortfall(setup, s, company) > 0 and (script.raids or s.phase > 0)


def operate(table: Table, surveyor: Surveyor, script: Script) -> Action:
    private = sell_private(table)
    if private is not None:
        return private
    s, actions = table.state, table.actions
    money = s.money[FIRST_COMPANY + s.operating]
    lays = [action for action in actions if isinstance(action, LayTile)]
    stations = [action for action in actions if isinstance(action, PlaceToken)]
    dividends = [action for action in actions if isinstance(action, PayDividend)]
    found: Action | None
    if lays:
        found = lay(table, surveyor, lays, money)
    elif stations:
        found = surveyor.best_station(s, s.operating, stations, money)
    elif dividends:
        found = dividend(table, dividends, script)
    elif any(isinstance(offered, BuyTrain) for offered in (*actions, *(offer.action for offer in table.offers))):
        found = train(table, surveyor, script)
    else:
        return greedy_operating.choose(table, surveyor)
    return found if found is not None else next((action for action in actions if isinstance(action, Pass)), actions[0])


def lay(table: Table, surveyor: Surveyor, lays: list[LayTile], money: int) -> LayTile | None:
    """The best tile; where none promises anything, one that costs nothing and leads furthest."""
    s, company = table.state, table.state.operating
    best = surveyor.best_lay(s, company, lays, money)
    if best is not None:
        return best
    free = [action for action in lays if not terrain_cost(table.setup, s, company, action.hex)]
    return max(free, key=lambda action: surveyor.promise(s, action), default=None)


def dividend(table: Table, dividends: list[PayDividend], script: Script) -> PayDividend:
    """Pay; a rusher keeps the revenue if it then has the money for a train that hits others."""
    setup, s = table.setup, table.state
    wanted = Payout.PAY
    offered = bank_trains(setup, s)
    if script.rushes and offered:
        price, money = setup.title.trains[offered[0]].price, s.money[FIRST_COMPANY + s.operating]
        if money < price <= money + s.revenues[s.operating] and victims(table):
            wanted = Payout.WITHHOLD
    return next((action for action in dividends if action.payout is wanted), dividends[0])


def victims(table: Table) -> int:
    """How many trains of others the next new type of train makes obsolete."""
    setup, s = table.setup, table.state
    coming = bank_trains(setup, s)[:1]
    while coming and coming[0] + 1 < len(setup.title.trains) and not is_new(setup, s, coming[0]):
        coming = [setup.all_trains[coming[0] + 1]]
    names = {setup.title.trains[train].id for train in coming}
    return sum(
        setup.title.trains[train].obsolete in names
        for company, president in by_company(s.presidents)
        if president != table.player
        for train in owned_trains(setup, s, company)
    )


def is_new(setup: Setup, s: State, train: int) -> bool:
    """Whether the first purchase of this type is still to come."""
    return setup.phase_index.get(setup.title.trains[train].id, -1) > s.phase


def train(table: Table, surveyor: Surveyor, script: Script) -> Action | None:
    setup, s = table.setup, table.state
    company = s.operating
    if must_buy_train(setup, s, company):
        return greedy_operating.forced(table, [action for action in table.actions if isinstance(action, BuyTrain)])
    stripped = strip_sister(table) if script.raids else None
    if stripped is not None:
        return stripped
    money, owned = s.money[FIRST_COMPANY + company], owned_trains(setup, s, company)
    wanted = [
        action
        for action in table.actions
        if isinstance(action, BuyTrain) and action.price <= money and greedy_operating.is_not_doomed(table, action)
    ]
    if not wanted:
        return None
    if script.rushes:
        return max(wanted, key=lambda purchase: (purchase.source == BANK, purchase.train, -purchase.price))
    if len(owned) < AT_ONCE or not any(lasts(setup, s, other) for other in owned):
        return min(wanted, key=lambda purchase: purchase.price)
    for_good = [purchase for purchase in wanted if not setup.title.trains[purchase.train].obsolete]
    if for_good and sum(not setup.title.trains[other].obsolete for other in owned) < AT_ONCE:
        return min(for_good, key=lambda purchase: purchase.price)
    now = surveyor.revenue(s, company, tuple(owned))

    def gain(purchase: BuyTrain) -> int:
        after = [*owned, purchase.train]
        if purchase.trade_in >= 0:
            after.remove(purchase.trade_in)
        return surveyor.revenue(s, company, tuple(after)) - now

    best = max(wanted, key=gain)
    return best if gain(best) > 0 else None


def strip_sister(table: Table) -> Action | None:
    """A train of another railroad of ours that somebody else can be made president of, for as little as the rules allow."""
    setup, s, player = table.setup, table.state, table.player
    best: tuple[int, Action] | None = None
    for offer in table.offers:
        action = offer.action
        if not isinstance(action, BuyTrain) or not is_company(action.source) or offer.lo > s.money[FIRST_COMPANY + s.operating]:
            continue
        sister = company_of_holder(action.source)
        if sister not in presided(s, player) or s.units(sister, player) >= s.units(s.operating, player):
            continue
        if successor(setup, s, sister, 0) < 0 or not lasts(setup, s, action.train):
            continue
        if best is None or action.train > best[0]:
            best = (action.train, offer.at(offer.lo))
    return best[1] if best is not None else None
