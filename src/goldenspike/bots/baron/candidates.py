"""Candidate actions for the search: a short list, most likely first.

Actions that hardly anybody would choose are left out. The first candidate is the default policy's.
"""

from collections.abc import Iterable

from goldenspike.bots.baron.forecast import Forecast
from goldenspike.bots.baron.planner import Planner
from goldenspike.bots.base import Table
from goldenspike.bots.outlook import lasts, presided, strands, train_to_save_for, worth_of_private, worth_of_share
from goldenspike.core.actions import (
    Accept,
    Action,
    Bid,
    BuyFromBank,
    BuyPrivate,
    BuyShare,
    BuyTrain,
    Decline,
    ExchangePrivate,
    LayTile,
    Pass,
    PayDividend,
    Payout,
    PlaceToken,
    SellShares,
    SetPar,
    StartCompany,
)
from goldenspike.core.holders import FIRST_COMPANY, company_of_holder, is_company
from goldenspike.core.rules.runs import has_route
from goldenspike.core.rules.share_unit import unit_price
from goldenspike.core.rules.stock_purchase import purchase_price
from goldenspike.core.rules.train_card import owned_trains
from goldenspike.core.steps.base import Offer
from goldenspike.core.title import RoundKind

RAILROADS = 4
"""How many railroads are considered when one is to be started."""


def candidates(table: Table, default: Action, planner: Planner, forecast: Forecast, most: int) -> list[Action]:
    """The candidates, the default first; only that one if searching does not pay."""
    s = table.state
    if s.pending:
        return _first(default, _answers(table), most)
    if s.round == RoundKind.AUCTION:
        return _first(default, _auction(table), most)
    if s.round == RoundKind.STOCK:
        return _first(default, _stock(table, forecast), most)
    return _first(default, _operating(table) if table.setup.title.has_shares else _track(table, planner), most)


def _first(default: Action, others: Iterable[Action], most: int) -> list[Action]:
    found = [default]
    for action in others:
        if action not in found:
            found.append(action)
    return found[:most]


def _answers(table: Table) -> list[Action]:
    """Par prices, and yes or no to an offer."""
    return [action for action in table.actions if isinstance(action, (SetPar, Accept, Decline))]


def _auction(table: Table) -> list[Action]:
    found: list[Action] = [action for action in table.actions if isinstance(action, (Pass, BuyFromBank))]
    for offer in table.offers:
        if isinstance(offer.action, Bid) and offer.lo <= worth_of_private(table.setup, offer.action.private):
            found.append(offer.action)
    return found


# --- stock rounds


def _stock(table: Table, forecast: Forecast) -> list[Action]:
    setup, s = table.setup, table.state
    purchases: list[tuple[float, Action]] = []
    sales: list[tuple[float, Action]] = []
    starts: list[StartCompany] = []
    found: list[Action] = []
    for action in table.actions:
        if isinstance(action, BuyShare):
            cost = purchase_price(setup, s, action.company, action.source)
            own = 0.3 if s.presidents[action.company] == table.player else 0.0
            purchases.append((worth_of_share(setup, s, action.company) / max(cost, 1) + own, action))
        elif isinstance(action, SellShares):
            sales.append((_pain(table, action), action))
        elif isinstance(action, StartCompany):
            starts.append(action)
        elif isinstance(action, (Pass, ExchangePrivate)):
            found.append(action)
    purchases.sort(key=_score, reverse=True)
    sales.sort(key=_score)
    found.extend(_starts(table, starts, forecast))
    found.extend(action for _, action in purchases[:8])
    found.extend(action for _, action in sales[:8])
    return found


def _score(entry: tuple[float, Action]) -> float:
    return entry[0]


def _pain(table: Table, sale: SellShares) -> float:
    """What a sale costs the seller: the poorest shares and the whole blocks first."""
    s = table.state
    value = worth_of_share(table.setup, s, sale.company)
    price = unit_price(table.setup, s, sale.company)
    spares_some = 0.0 if sale.count in (1, s.units(sale.company, table.player)) else 0.5
    return value / max(price, 1) + spares_some


def _starts(table: Table, starts: list[StartCompany], forecast: Forecast) -> list[Action]:
    """The best homes; of the prices the lowest, the one at which the railroad floats alone, and one between."""
    if not starts:
        return []
    s = table.state
    money = s.money[table.player]
    units = table.setup.title.float_units
    found: list[Action] = []
    companies = sorted({start.company for start in starts}, key=lambda company: -forecast.home(s, company))
    for place, company in enumerate(companies[:RAILROADS]):
        prices = sorted(start.price for start in starts if start.company == company)
        alone = [price for price in prices if price * units <= money]
        half = [price for price in prices if price * units <= 2 * money]
        wanted = dict.fromkeys([alone[-1] if alone else prices[0], half[-1] if half else prices[0], prices[0], prices[-1]])
        for price in list(wanted)[: 4 if place == 0 else 2]:
            found.append(StartCompany(table.player, company, price))
    return found


# --- operating rounds


def _operating(table: Table) -> list[Action]:
    """Dividends, trains, sales for a train, and private companies; track and stations are the planner's affair."""
    found: list[Action] = []
    buying = False
    s = table.state
    owned = owned_trains(table.setup, s, s.operating)
    lasting = any(lasts(table.setup, s, train) for train in owned)
    stuck = bool(owned) and not has_route(table.setup, s, s.operating)
    for action in table.actions:
        if isinstance(action, PayDividend) and lasting and action.payout is not Payout.PAY:
            continue  # Nothing has to be saved for.
        if isinstance(action, (PayDividend, SellShares)):
            found.append(action)
        elif isinstance(action, BuyTrain) and not stuck:
            buying = True
            found.append(action)
    for offer in table.offers:
        if isinstance(offer.action, BuyPrivate):
            found.extend(_private_prices(table, offer))
        elif isinstance(offer.action, BuyTrain):
            buying = True
            found.extend(_sister_prices(table, offer))
    if buying or any(isinstance(action, BuyPrivate) for action in found):
        found.extend(action for action in table.actions if isinstance(action, Pass) and buying)
    return found


def _track(table: Table, planner: Planner) -> list[Action]:
    """Where there are no shares everything is track and trains: the most promising lays, stations and trains, and none."""
    s = table.state
    lays = [action for action in table.actions if isinstance(action, LayTile)]
    found: list[Action] = []
    if lays:
        ranked = planner.ranked_lays(s, s.operating, lays, s.money[FIRST_COMPANY + s.operating])
        found.extend(lay for _, lay in ranked)
    found.extend(action for action in table.actions if isinstance(action, (PlaceToken, BuyTrain, Pass)))
    return found


def _private_prices(table: Table, offer: Offer) -> list[Action]:
    """Sales of our private companies to the railroad: for as much as possible, at face value, or for what a train leaves."""
    s = table.state
    action = offer.action
    assert isinstance(action, BuyPrivate)
    if s.privates[action.private] != table.player or not is_company(action.buyer):
        return []
    spare = s.money[FIRST_COMPANY + s.operating] - train_to_save_for(table.setup, s, s.operating)
    prices = dict.fromkeys((offer.hi, max(offer.lo, min(offer.hi, spare))))
    return [offer.at(price) for price in prices]


def _sister_prices(table: Table, offer: Offer) -> list[Action]:
    """A train that a railroad needs, from another one that we run and that can spare it: for next to nothing or at its price."""
    setup, s = table.setup, table.state
    action = offer.action
    assert isinstance(action, BuyTrain)
    if not is_company(action.source) or company_of_holder(action.source) not in presided(s, table.player):
        return []
    if any(lasts(setup, s, train) or train >= action.train for train in owned_trains(setup, s, action.company)):
        return []
    prices = dict.fromkeys((offer.lo, max(offer.lo, min(offer.hi, setup.title.trains[action.train].price))))
    return [offer.at(price) for price in prices if not strands(setup, s, company_of_holder(action.source), action.train, price)]
