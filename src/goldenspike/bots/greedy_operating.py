"""The greedy player's operating turns: track, stations, dividends and trains."""

from goldenspike.bots.base import Table
from goldenspike.bots.outlook import can_spare, lasts, shortfall, train_to_save_for, worth_of_share
from goldenspike.bots.surveyor import Surveyor
from goldenspike.core.actions import (
    Action,
    BuyPrivate,
    BuyTrain,
    LayTile,
    Pass,
    PayDividend,
    Payout,
    PlaceToken,
    RunTrains,
    SellShares,
)
from goldenspike.core.holders import FIRST_COMPANY, company_of_holder, is_company
from goldenspike.core.rules.runs import has_route
from goldenspike.core.rules.train_card import owned_trains
from goldenspike.core.rules.train_purchase import must_buy_train
from goldenspike.core.steps.base import Offer

PAYS_BACK = 8
"""The number of runs in which a further train must earn its price."""
RICH = 4
"""A railroad with this many times the price buys a train even before it has track for it."""
SPARE_TRAINS = 2


def choose(table: Table, surveyor: Surveyor) -> Action:
    private = _private_to_buy(table)
    if private is not None:
        return private
    actions = table.actions
    s = table.state
    company = s.operating
    spare = s.money[FIRST_COMPANY + company]
    if has_route(table.setup, s, company):
        # A railroad without any route needs track before trains.
        spare -= train_to_save_for(table.setup, s, company)
    best: Action | None = None
    lays = [action for action in actions if isinstance(action, LayTile)]
    stations = [action for action in actions if isinstance(action, PlaceToken)]
    dividends = [action for action in actions if isinstance(action, PayDividend)]
    if lays:
        best = surveyor.best_lay(s, company, lays, max(0, spare))
    elif stations:
        best = surveyor.best_station(s, company, stations, max(0, spare))
    elif dividends:
        best = _dividend(table, dividends)
    elif isinstance(actions[0], RunTrains):
        best = actions[0]
    else:
        best = _train(table, surveyor)
    if best is None:
        best = next((action for action in actions if isinstance(action, Pass)), actions[0])
    return best


def _private_to_buy(table: Table) -> BuyPrivate | None:
    """Sell a private company of ours to the railroad, for as much as it can afford."""
    s = table.state
    if table.player not in s.privates:
        return None
    spare = s.money[FIRST_COMPANY + s.operating] - train_to_save_for(table.setup, s, s.operating)
    for offer in table.offers:
        action = offer.action
        if isinstance(action, BuyPrivate) and is_company(action.buyer) and s.privates[action.private] == table.player:
            price = min(offer.hi, spare)
            if price >= max(offer.lo, table.setup.title.privates[action.private].price):
                purchase = offer.at(price)
                assert isinstance(purchase, BuyPrivate)
                return purchase
    return None


def _dividend(table: Table, dividends: list[PayDividend]) -> PayDividend:
    """Pay, unless the railroad needs a train that neither it nor its president could pay."""
    setup, s = table.setup, table.state
    company = s.operating
    missing = shortfall(setup, s, company)
    payout = Payout.PAY
    if missing and s.money[table.player] < 2 * missing:
        payout = Payout.WITHHOLD
    # Some rounds leave no choice (S-5).
    return next((dividend for dividend in dividends if dividend.payout is payout), dividends[0])


def _train(table: Table, surveyor: Surveyor) -> Action | None:
    setup, s = table.setup, table.state
    company = s.operating
    purchases = [action for action in table.actions if isinstance(action, BuyTrain)]
    owned = owned_trains(setup, s, company)
    if must_buy_train(setup, s, company):
        return forced(table, purchases)
    money = s.money[FIRST_COMPANY + company]
    affordable = [purchase for purchase in purchases if purchase.price <= money and is_not_doomed(table, purchase)]
    if not affordable:
        return None
    if not owned:
        return min(affordable, key=lambda purchase: purchase.price)
    needed = not any(lasts(setup, s, train) for train in owned)
    now = surveyor.revenue(s, company, tuple(owned))
    best: BuyTrain | None = None
    most = 0
    for purchase in affordable:
        after = [*owned, purchase.train]
        if purchase.trade_in >= 0:
            after.remove(purchase.trade_in)
        gain = surveyor.revenue(s, company, tuple(after)) - now
        profit = gain * PAYS_BACK - purchase.price
        if needed and lasts(setup, s, purchase.train):
            profit += 10 * purchase.price
        if lasts(setup, s, purchase.train) and money >= RICH * purchase.price and len(owned) < SPARE_TRAINS:
            profit = max(profit, 1)
        if profit > most:
            best, most = purchase, profit
    return best


def is_not_doomed(table: Table, purchase: BuyTrain) -> bool:
    """Whether the train will not be retired at once; a railroad without any takes it all the same."""
    setup, s = table.setup, table.state
    return lasts(setup, s, purchase.train) or not owned_trains(setup, s, s.operating)


def forced(table: Table, purchases: list[BuyTrain]) -> Action | None:
    """A train that the railroad must buy: its own money first, then a sister's train, then help, then shares."""
    s = table.state
    money = s.money[FIRST_COMPANY + s.operating]
    paid = [purchase for purchase in purchases if purchase.price <= money]
    if paid:
        lasting = [purchase for purchase in paid if lasts(table.setup, s, purchase.train)]
        return min(lasting or paid, key=lambda purchase: purchase.price)
    sister = _sister_train(table, money)
    if sister is not None:
        return sister
    if purchases:
        return min(purchases, key=lambda purchase: purchase.price)
    sales = [action for action in table.actions if isinstance(action, SellShares)]
    if sales:
        return min(sales, key=lambda sale: (_loses_control(table, sale), worth_of_share(table.setup, s, sale.company)))
    return None


def _sister_train(table: Table, money: int) -> Action | None:
    """A spare train of another railroad that we run, for what this one has."""
    s = table.state
    found: list[tuple[bool, int, Offer]] = []
    for offer in table.offers:
        action = offer.action
        if not isinstance(action, BuyTrain) or offer.lo > money:
            continue
        seller = company_of_holder(action.source)
        if s.presidents[seller] == table.player and can_spare(table.setup, s, seller, action.train):
            found.append((lasts(table.setup, s, action.train), -action.train, offer))
    if not found:
        return None
    offer = max(found, key=lambda entry: entry[:2])[2]
    return offer.at(min(offer.hi, money))


def _loses_control(table: Table, sale: SellShares) -> bool:
    s = table.state
    if s.presidents[sale.company] != table.player:
        return False
    kept = s.units(sale.company, table.player) - sale.count
    return any(s.units(sale.company, other) > kept for other in s.seating if other != table.player)
