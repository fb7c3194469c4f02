"""The baron's usual stock turns: money goes where new capital buys lasting trains.

A railroad that floats gets ten shares' worth of capital for the six that its founder pays, so the best purchase is nearly always
a railroad of one's own that one can float alone, and shares of railroads whose trains will rust are the money for it.
"""

from goldenspike.bots.baron.forecast import Forecast
from goldenspike.bots.baron.habits import Habits
from goldenspike.bots.baron.portfolio import duty_of, reinvest, relief, takes_over
from goldenspike.bots.baron.tastes import HOME, PAR, Tastes
from goldenspike.bots.baron.trading import purchases_of, weigh_trades
from goldenspike.bots.baron.weighed import Weighed
from goldenspike.bots.base import Table
from goldenspike.bots.outlook import has_unfloated_company, presided, sales_towards_limit, shortfall
from goldenspike.core.actions import Action, BuyShare, Pass, SellShares, StartCompany
from goldenspike.core.game import Game
from goldenspike.core.holders import BANK, POOL
from goldenspike.core.ids import NONE, Company
from goldenspike.core.rules.certificate_limit import certificate_limit, counted_certificates
from goldenspike.core.rules.share_unit import unit_price
from goldenspike.core.rules.stock_purchase import purchase_price
from goldenspike.core.rules.stock_sale import most_saleable, sale_price
from goldenspike.core.title import Setup

LIKING = 12.0
"""How far apart two players judge the same home."""
PURCHASES = 3
"""How many purchases are compared at most where a player searches."""


def consider(table: Table, tastes: Tastes, forecast: Forecast, skill: int) -> list[Weighed]:
    """Sell what must go, found a railroad, raise money for one, make the best trade, or buy the best share and sell the worst.

    The best answer first; others follow only where they were compared with it.
    """
    actions = table.actions
    setup, s = table.setup, table.state
    waiting = next((action for action in actions if isinstance(action, Pass)), None)
    sales = [action for action in actions if isinstance(action, SellShares)]
    worth = _judge(table, forecast)
    if waiting is None:
        fitting = sales_towards_limit(setup, s, sales)
        return [Weighed(min(fitting, key=lambda sale: (_loss(table, sale, worth), sale.count)) if fitting else actions[0])]
    keep = _money_kept(table, forecast.habits)
    starts = [action for action in actions if isinstance(action, StartCompany)]
    purchases = [action for action in actions if isinstance(action, BuyShare)]
    found = _finish(table, purchases) or _start(table, starts, keep, tastes, forecast, skill)
    if found is None and s.bought == NONE:
        found = _raise_money(table, sales, worth, forecast)
        if found is None and skill:
            found = _make_way(table, sales, keep, worth, forecast) or reinvest(table, sales, keep, worth, forecast)
    # Below the limit money is scarce, and a share is judged by what it promises for its price.
    if found is None and skill > 1 and counted_certificates(setup, s, table.player) >= certificate_limit(setup, s):
        return weigh_trades(table, forecast)
    if found is None:
        found = _buy(table, purchases, keep, worth, forecast.habits)
    if found is None and skill and s.bought == NONE:
        found = _swap(table, sales, keep, worth, forecast.habits)
    if found is None:
        found = _dump(table, sales, worth, forecast.habits)
    return [Weighed(found if found is not None else waiting)]


def alternatives(table: Table, tastes: Tastes, forecast: Forecast) -> list[Action]:
    """Other answers that may be better: what each of the usual ideas suggests, and no action."""
    setup, s = table.setup, table.state
    actions = table.actions
    waiting = next((action for action in actions if isinstance(action, Pass)), None)
    if waiting is None:
        return []  # Over a limit: only what is over it is sold.
    worth = _judge(table, forecast)
    keep = _money_kept(table, forecast.habits)
    sales = [action for action in actions if isinstance(action, SellShares)]
    starts = [action for action in actions if isinstance(action, StartCompany)]
    purchases = [action for action in actions if isinstance(action, BuyShare)]
    ideas: list[Action | None] = [_start(table, starts, keep, tastes, forecast, 1)]
    ideas.extend(_best_purchases(table, purchases, 0, worth, forecast.habits)[:PURCHASES])
    if s.bought == NONE:
        ideas.append(_make_way(table, sales, keep, worth, forecast))
        ideas.append(reinvest(table, sales, keep, worth, forecast))
    ideas.extend(_handovers(table, sales))
    ideas.append(_dump(table, sales, worth, forecast.habits))
    if counted_certificates(setup, s, table.player) >= certificate_limit(setup, s):
        ideas.append(weigh_trades(table, forecast)[0].action)
    ideas.append(waiting)
    return list(dict.fromkeys(idea for idea in ideas if idea is not None))


def _handovers(table: Table, sales: list[SellShares]) -> list[SellShares]:
    """For each railroad of one's own that cannot pay for its next train the smallest sale that hands it over for good."""
    found: dict[Company, SellShares] = {}
    for sale in sorted(sales, key=_count):
        if sale.company not in found and table.state.presidents[sale.company] == table.player and relief(table, sale):
            found[sale.company] = sale
    return list(found.values())


def _count(sale: SellShares) -> int:
    return sale.count


def _judge(table: Table, forecast: Forecast) -> list[float]:
    """What a share of each railroad is worth to the player, who may have to take it over."""
    setup, s = table.setup, table.state
    left = forecast.rounds_left(s)
    worth = [forecast.share(s, company, left) for company in setup.all_companies]
    for company in setup.all_companies:
        held = s.units(company, table.player)
        if held:
            worth[company] -= forecast.habits.risk * duty_of(table, company, held) / held
    return worth


def _money_kept(table: Table, habits: Habits) -> int:
    setup, s = table.setup, table.state
    return int(habits.keep * sum(shortfall(setup, s, company) for company in presided(s, table.player) if s.funded[company]))


def _finish(table: Table, purchases: list[BuyShare]) -> Action | None:
    """Shares of one's own railroad until it floats."""
    s = table.state
    for purchase in purchases:
        if s.presidents[purchase.company] == table.player and not s.floated[purchase.company]:
            return purchase
    return None


def _may_found(table: Table, forecast: Forecast) -> bool:
    setup, s, habits = table.setup, table.state, forecast.habits
    if has_unfloated_company(s, table.player) or len(presided(s, table.player)) >= habits.railroads:
        return False
    free = certificate_limit(setup, s) - counted_certificates(setup, s, table.player)
    return free >= habits.free_certificates and forecast.rounds_left(s) >= habits.start_rounds


def _start(table: Table, starts: list[StartCompany], keep: int, tastes: Tastes, forecast: Forecast, skill: int) -> Action | None:
    """The best home at the price wanted, if one floats it alone; the first railroad also with the help of others."""
    if not starts or not _may_found(table, forecast):
        return None
    s = table.state
    money = s.money[table.player] - keep
    alone = [start for start in starts if start.price * _units_to_buy(table, start.company) <= money]
    if not alone and not presided(s, table.player):
        alone = [start for start in starts if start.price * 3 <= money]
        alone = [start for start in alone if start.price == min(other.price for other in alone)]
    if not alone:
        return None
    wanted = _par_wanted(table, forecast.habits, tastes, skill)

    def promise(start: StartCompany) -> float:
        home = forecast.home(s, start.company) + LIKING * tastes.of(HOME, start.company)
        return home - forecast.habits.par * abs(start.price - wanted)

    return max(alone, key=promise)


def _units_to_buy(table: Table, company: Company) -> int:
    """How many tenths somebody must buy to float a railroad alone: those of a private company are there already."""
    return table.setup.title.float_units - table.state.units(company, table.player)


def par_prices(setup: Setup) -> list[int]:
    market = setup.title.market
    return [market.prices[cell] for cell in market.par_cells]


def _par_wanted(table: Table, habits: Habits, tastes: Tastes, skill: int) -> float:
    """For a first railroad a price between the lowest, which leaves money for a second, and the highest, according to taste."""
    prices = par_prices(table.setup)
    first = skill and not presided(table.state, table.player)
    part = habits.first_par * tastes.of(PAR) if first else habits.later_par
    return min(prices) + part * (max(prices) - min(prices))


def _raise_money(table: Table, sales: list[SellShares], worth: list[float], forecast: Forecast) -> Action | None:
    """Sell what earns little if that makes a railroad of one's own possible in this very turn."""
    setup, s = table.setup, table.state
    if not sales or not _may_found(table, forecast) or all(president != NONE for president in s.presidents):
        return None
    prices = par_prices(setup)
    if not prices:
        return None
    needed = min(prices) * setup.title.float_units
    poor = [
        company
        for company in setup.all_companies
        if s.units(company, table.player) and worth[company] < forecast.habits.poor * unit_price(setup, s, company)
    ]
    there = s.money[table.player]
    most = sum(most_saleable(setup, s, table.player, company) * sale_price(setup, s, company) for company in poor)
    if there + most < needed:
        return None
    fitting = [sale for sale in sales if sale.company in poor]
    enough = [sale for sale in fitting if there + sale.count * sale_price(setup, s, sale.company) >= needed]
    if enough:
        return min(enough, key=lambda sale: (_regret(table, sale, worth) * sale.count, sale.count))
    return max(fitting, key=lambda sale: (-_regret(table, sale, worth), sale.count)) if fitting else None


def _make_way(table: Table, sales: list[SellShares], keep: int, worth: list[float], forecast: Forecast) -> Action | None:
    """Sell what promises least, for the money and the certificates that a railroad of one's own takes, if that promises more."""
    setup, s, player = table.setup, table.state, table.player
    habits = forecast.habits
    if (
        has_unfloated_company(s, player)
        or len(presided(s, player)) >= habits.railroads
        or forecast.rounds_left(s) < habits.swap_rounds
    ):
        return None
    if all(president != NONE for president in s.presidents):
        return None
    units = setup.title.float_units
    room = certificate_limit(setup, s) - counted_certificates(setup, s, player)
    spare = sorted(
        (worth[company] - sale_price(setup, s, company), company)
        for company in setup.all_companies
        if s.presidents[company] != player
        for _ in range(most_saleable(setup, s, player, company))
    )
    best: list[tuple[float, Company]] = []
    most = 0.0
    for par in set(par_prices(setup)):
        money = s.money[player] - keep
        sold = 0
        while sold < len(spare) and (money < par * units or room + sold < units - 1):
            money += sale_price(setup, s, spare[sold][1])
            sold += 1
        if money < par * units or room + sold < units - 1:
            continue
        regret = sum(max(0.0, loss) for loss, _ in spare[:sold])
        gain = units * (forecast.new_share(s, par) - par) - habits.swap_gain * regret
        if gain > most:
            best, most = spare[:sold], gain
    if not best:
        return None
    weakest = best[0][1]
    count = sum(company == weakest for _, company in best)
    return next((sale for sale in sales if sale.company == weakest and sale.count == count), None)


def _loss(table: Table, sale: SellShares, worth: list[float]) -> float:
    """What is lost with each share sold, in dollars: over a limit it is certificates that are scarce, not money."""
    return worth[sale.company] - sale_price(table.setup, table.state, sale.company)


def _regret(table: Table, sale: SellShares, worth: list[float]) -> float:
    """What is lost with each share sold, as a part of its price."""
    return _loss(table, sale, worth) / max(sale_price(table.setup, table.state, sale.company), 1)


def _buy(table: Table, purchases: list[BuyShare], keep: int, worth: list[float], habits: Habits) -> Action | None:
    return next(iter(_best_purchases(table, purchases, keep, worth, habits)), None)


def _best_purchases(table: Table, purchases: list[BuyShare], keep: int, worth: list[float], habits: Habits) -> list[BuyShare]:
    """The shares that are worth their price, the best first."""
    setup, s = table.setup, table.state
    found: list[tuple[float, BuyShare]] = []
    crowded = counted_certificates(setup, s, table.player) + 1 >= certificate_limit(setup, s)
    for purchase in purchases:
        company = purchase.company
        cost = purchase_price(setup, s, company, purchase.source) * purchase.count
        own = s.presidents[company] == table.player
        if s.money[table.player] - cost < keep and not (own and not s.floated[company]):
            continue
        if takes_over(table, company, s.units(company, table.player) + purchase.count):
            continue  # The new president would pay for the railroad's next train.
        held = s.units(company, table.player)
        value = worth[company] - habits.risk * (duty_of(table, company, held + purchase.count) - duty_of(table, company, held))
        if not s.floated[company] and not own:
            sold = 10 - s.units(company, BANK)
            value *= 0.7 + 0.06 * sold
        score = value * purchase.count / max(cost, 1) + (habits.own_share if own else 0.0)
        if crowded and score > habits.worth_buying:
            # Certificates are scarcer than money.
            score = habits.worth_buying + value * purchase.count - cost
        if score > habits.worth_buying:
            found.append((score, purchase))
    found.sort(key=_first, reverse=True)
    return [purchase for _, purchase in found]


def _first(entry: tuple[float, BuyShare]) -> float:
    return entry[0]


def _swap(table: Table, sales: list[SellShares], keep: int, worth: list[float], habits: Habits) -> SellShares | None:
    """At the certificate limit: the share that promises least, if one that can then be bought promises clearly more."""
    setup, s, player = table.setup, table.state, table.player
    spare = [sale for sale in sales if sale.count == 1 and s.presidents[sale.company] != player]
    if not spare or counted_certificates(setup, s, player) < certificate_limit(setup, s):
        return None
    weakest = min(spare, key=lambda sale: _loss(table, sale, worth))
    after = Game(setup, s)
    after.push(weakest)
    best = 0.0
    for purchase in purchases_of(after, player):
        cost = purchase_price(setup, after.state, purchase.company, purchase.source) * purchase.count
        own = s.presidents[purchase.company] == player
        if after.state.money[player] - cost >= keep and (
            own or not takes_over(table, purchase.company, s.units(purchase.company, player) + purchase.count)
        ):
            best = max(best, worth[purchase.company] * purchase.count - cost)
    return weakest if best > _loss(table, weakest, worth) + habits.swap_profit else None


def _dump(table: Table, sales: list[SellShares], worth: list[float], habits: Habits) -> Action | None:
    """Shares that are worth less than they bring; with them a presidency that would only cost."""
    setup, s = table.setup, table.state
    best: SellShares | None = None
    most = 0.0
    for sale in sales:
        price = sale_price(setup, s, sale.company)
        gain = (habits.worth_selling * price - worth[sale.company]) * sale.count
        if gain > most and s.units(sale.company, POOL) + sale.count <= setup.title.pool_units:
            best, most = sale, gain
    return best
