"""The greedy player's stock turns and par prices."""

from random import Random

from goldenspike.bots.base import Table
from goldenspike.bots.outlook import (
    has_unfloated_company,
    income_of_share,
    presided,
    sales_towards_limit,
    shortfall,
    worth_of_share,
)
from goldenspike.core.actions import Action, BuyShare, Pass, SellShares, SetPar, StartCompany
from goldenspike.core.holders import BANK, POOL
from goldenspike.core.ids import NONE
from goldenspike.core.rules.stock_purchase import purchase_price

OWN_FLOAT = 3.0
"""How much better it is to bring one's own railroad onto its feet than anything else."""
OWN_SHARE = 0.3
WORTH_BUYING = 0.95
FEWEST_TENTHS = 3
"""So much of a railroad one must be able to pay for to start it."""
RAILROADS_AT_ONCE = 3


def choose(table: Table, rng: Random, keep: int) -> Action:
    """Sell what must go, start or buy the best, or pass; so much money is kept for trains."""
    actions = table.actions
    waiting = next((action for action in actions if isinstance(action, Pass)), None)
    sales = [action for action in actions if isinstance(action, SellShares)]
    if waiting is None:
        sales = sales_towards_limit(table.setup, table.state, sales)
    if sales and (waiting is None or table.state.money[table.player] < keep):
        sale = _least_painful(table, sales, waiting is None)
        if sale is not None:
            return sale
    best: Action | None = _best_start(table, [action for action in actions if isinstance(action, StartCompany)], keep, rng)
    if best is None:
        best = _best_purchase(table, [action for action in actions if isinstance(action, BuyShare)], keep)
    if best is None:
        best = _bad_holding(table, sales)
    if best is None:
        best = waiting if waiting is not None else actions[0]
    return best


def choose_par(table: Table, pars: list[SetPar]) -> SetPar:
    """The highest price at which one could float it alone from what one has, else the lowest."""
    s = table.state
    company = pars[0].company
    missing = table.setup.title.float_units - s.units(company, table.player)
    affordable = [action for action in pars if action.price * missing <= s.money[table.player]]
    return max(affordable, key=_price) if affordable else min(pars, key=_price)


def _price(action: SetPar | StartCompany) -> int:
    return action.price


def _best_start(table: Table, starts: list[StartCompany], keep: int, rng: Random) -> StartCompany | None:
    """A railroad that one can float, alone if possible, else with the help of others."""
    setup, s = table.setup, table.state
    mine = presided(s, table.player)
    if not starts or has_unfloated_company(s, table.player) or len(mine) >= RAILROADS_AT_ONCE:
        return None
    money = s.money[table.player] - keep
    if len(mine) and money < setup.title.float_units * min(starts, key=_price).price:
        return None
    alone = [start for start in starts if start.price * setup.title.float_units <= money]
    helped = [start for start in starts if start.price * FEWEST_TENTHS <= money]
    if alone:
        best = max(start.price for start in alone)
    elif helped:
        best = min(start.price for start in helped)
    else:
        return None
    choices = [start for start in starts if start.price == best]
    # A railroad with many stations goes far; chance decides between equals, so that games differ.
    return max(choices, key=lambda start: setup.title.companies[start.company].tokens + rng.random() * 2)


def _best_purchase(table: Table, purchases: list[BuyShare], keep: int) -> BuyShare | None:
    s = table.state
    best: BuyShare | None = None
    most = WORTH_BUYING
    for purchase in purchases:
        cost = purchase_price(table.setup, s, purchase.company, purchase.source) * purchase.count
        own = s.presidents[purchase.company] == table.player
        if not own and s.money[table.player] - cost < keep + _burden(table, purchase):
            continue
        if own and s.floated[purchase.company] and s.money[table.player] - cost < keep:
            continue
        score = _score(table, purchase, cost)
        if score >= most:
            best, most = purchase, score
    return best


def _score(table: Table, purchase: BuyShare, cost: int) -> float:
    """What a purchase is worth for each dollar."""
    setup, s = table.setup, table.state
    company = purchase.company
    own = s.presidents[company] == table.player
    if not s.floated[company]:
        if own:
            return OWN_FLOAT
        sold = setup.title.float_units - (s.units(company, BANK) - (10 - setup.title.float_units))
        return 0.9 + sold / 10
    if s.operated[company] and not income_of_share(setup, s, company):
        return 0.0
    return worth_of_share(setup, s, company) * purchase.count / max(cost, 1) - 0.2 + (OWN_SHARE if own else 0.0)


def _burden(table: Table, purchase: BuyShare) -> int:
    """The debt that comes with a presidency, if the purchase brings one."""
    s = table.state
    president = s.presidents[purchase.company]
    if president == NONE or not s.floated[purchase.company]:
        return 0
    if s.units(purchase.company, table.player) + purchase.count <= s.units(purchase.company, president):
        return 0
    return shortfall(table.setup, s, purchase.company)


def _least_painful(table: Table, sales: list[SellShares], forced: bool) -> SellShares | None:
    """The smallest block of the poorest share that is not needed to stay president; any if forced."""
    s = table.state
    spare = [sale for sale in sales if s.presidents[sale.company] != table.player or _stays_president(table, sale)]
    if not spare and not forced:
        return None
    return min(spare or sales, key=lambda sale: (worth_of_share(table.setup, s, sale.company), sale.count))


def _stays_president(table: Table, sale: SellShares) -> bool:
    s = table.state
    kept = s.units(sale.company, table.player) - sale.count
    return all(s.units(sale.company, other) < kept for other in s.seating if other != table.player)


def _bad_holding(table: Table, sales: list[SellShares]) -> SellShares | None:
    """Shares of another's railroad that earns nothing and has no train to come."""
    setup, s = table.setup, table.state
    for sale in sales:
        company = sale.company
        if s.presidents[company] == table.player or not s.operated[company] or s.units(company, POOL):
            continue
        if income_of_share(setup, s, company) == 0 and shortfall(setup, s, company) > 0:
            return sale
    return None
