"""What money brings in shares: sales whose proceeds buy shares that promise more.

Until the certificate limit is reached, every share promises about as much, whatever it costs. So the dear ones are sold to buy
more of the cheap ones, above all those of the initial offering, which still cost their par price.
"""

from typing import NamedTuple

from goldenspike.bots.baron.forecast import Forecast
from goldenspike.bots.baron.trading import comes_back
from goldenspike.bots.base import Table
from goldenspike.bots.outlook import shortfall
from goldenspike.core.actions import SellShares
from goldenspike.core.game import Game
from goldenspike.core.holders import BANK, FIRST_COMPANY, POOL, is_player
from goldenspike.core.ids import NONE, Company, by_company
from goldenspike.core.rules.certificate_limit import certificate_limit, counted_certificates, may_hold
from goldenspike.core.rules.presidency import successor
from goldenspike.core.rules.share_price import in_value_order
from goldenspike.core.rules.share_unit import president_units
from goldenspike.core.rules.stock_purchase import offered_units, purchase_price, sold_this_round
from goldenspike.core.rules.stock_sale import sale_price
from goldenspike.core.rules.train_card import count_at, owned_trains
from goldenspike.core.state import State
from goldenspike.core.title import Setup

PURCHASES = 6
"""How many purchases a player counts on in the rest of a stock round."""
HOPE = 0.9
"""How much less each further one counts, because others may take the share."""
UNHURRIED = 0.4
"""How likely a president is to hand over a railroad that still has trains, beside one that has none."""


class Offered(NamedTuple):
    """A share for sale."""

    cost: float
    gain: float
    """What it promises beyond its cost."""
    company: Company


def offers_of(table: Table, worth: list[float], risk: float) -> list[Offered]:
    """The shares that promise more than they cost, whether or not the player can pay for them."""
    setup, s, player = table.setup, table.state, table.player
    found: list[Offered] = []
    for company in setup.all_companies:
        if s.presidents[company] == NONE or sold_this_round(s, player, company):
            continue
        held = s.units(company, player)
        for source in (BANK, POOL):
            cost = float(purchase_price(setup, s, company, source))
            for _ in range(offered_units(setup, s, company, source)):
                held += 1
                if not may_hold(setup, s, company, held) or takes_over(table, company, held):
                    break
                gain = worth[company] - cost - risk * (duty_of(table, company, held) - duty_of(table, company, held - 1))
                if gain > 0 and cost > 0:
                    found.append(Offered(cost, gain, company))
    return found


def takes_over(table: Table, company: Company, held: int) -> bool:
    """Whether a player with so many shares becomes president of a railroad that cannot pay for its next train."""
    s = table.state
    president = s.presidents[company]
    if not is_player(president) or president == table.player:
        return False
    return held > s.units(company, president) and shortfall(table.setup, s, company) > 0


def duty_of(table: Table, company: Company, held: int) -> float:
    """What a player with so many shares may have to add to a train if the president hands him the railroad (6.4, 7.6.2)."""
    setup, s, player = table.setup, table.state, table.player
    president = s.presidents[company]
    if not is_player(president) or president == player or held < president_units(setup, s, company):
        return 0.0
    missing = missing_in_turn(setup, s, company)
    if not missing:
        return 0.0
    others = max((s.units(company, other) for other in s.seating if other not in (player, president)), default=0)
    kept = s.units(company, president) - (setup.title.pool_units - s.units(company, POOL))
    if held <= max(others, kept):
        return 0.0
    return float(missing) if not owned_trains(setup, s, company) else missing * UNHURRIED


def fill(offers: list[Offered], cash: float, room: int, without: Company) -> float:
    """What the shares promise beyond their cost that so much money and room for certificates buys."""
    best = 0.0
    for by_gain in (False, True):
        total = 0.0
        left, free, weight = cash, min(room, PURCHASES), 1.0
        for cost, gain, company in sorted(offers, key=lambda offer: -offer.gain if by_gain else -offer.gain / offer.cost):
            if company != without and cost <= left and free > 0:
                left -= cost
                free -= 1
                total += weight * gain
                weight *= HOPE
        best = max(best, total)
    return best


def reinvest(table: Table, sales: list[SellShares], keep: int, worth: list[float], forecast: Forecast) -> SellShares | None:
    """The sale whose proceeds bring most in other shares, None if none brings enough."""
    setup, s, player = table.setup, table.state, table.player
    offers = offers_of(table, worth, forecast.habits.risk)
    market = setup.title.market
    left = forecast.rounds_left(s)
    cash = s.money[player] - keep
    room = certificate_limit(setup, s) - counted_certificates(setup, s, player)
    best: SellShares | None = None
    most = fill(offers, cash, room, Company(NONE)) + forecast.habits.swap_profit
    for sale in sales:
        company, count = sale.company, sale.count
        held = s.units(company, player)
        price = sale_price(setup, s, company)
        cell = s.cells[company]
        for _ in range(count):
            cell = market.down(cell)
        fall = forecast.habits.climb * (forecast.risen(s.cells[company], left) - forecast.risen(cell, left))
        gain = fill(offers, cash + count * price, room + count, company)
        gain -= count * (worth[company] - price) + (held - count) * fall
        if s.presidents[company] == player and successor(setup, s, company, held - count) != NONE:
            gain += forecast.habits.relief * relief(table, sale) - forecast.habits.office * left
        if gain > most:
            best, most = sale, gain
    return best


def relief(table: Table, sale: SellShares) -> int:
    """What the president need not add to his railroad's next train if a sale hands the railroad over for good."""
    setup, s, player = table.setup, table.state, table.player
    if successor(setup, s, sale.company, s.units(sale.company, player) - sale.count) == NONE:
        return 0
    missing = missing_in_turn(setup, s, sale.company)
    if not missing:
        return 0
    game = Game(setup, s)
    game.push(sale)
    return 0 if comes_back(game, player, sale.company) else missing


def missing_in_turn(setup: Setup, s: State, company: Company) -> int:
    """What a treasury lacks for the next train when it is the railroad's turn, 0 if it could pay for one now."""
    missing = shortfall(setup, s, company)
    if not missing or not s.funded[company]:
        return 0
    return max(missing, price_to_come(setup, s, company) - s.money[FIRST_COMPANY + company])


def price_to_come(setup: Setup, s: State, company: Company) -> int:
    """The price of the next train when it is this railroad's turn: those before it that have none take the cheaper ones."""
    order = in_value_order(setup, s, [other for other, funded in by_company(s.funded) if funded])
    before = order[: order.index(company)] if company in order else []
    ahead = sum(not owned_trains(setup, s, other) for other in before)
    for train in setup.all_trains:
        here = count_at(setup, s, BANK, train)
        if ahead < here:
            return setup.title.trains[train].price
        ahead -= here
    return 0
