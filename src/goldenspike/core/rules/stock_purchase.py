"""Buying shares from the initial offering and the pool (6.2, 5.4)."""

from goldenspike.core.events import Why
from goldenspike.core.holders import BANK, POOL
from goldenspike.core.ids import NONE, Company, Holder, Player
from goldenspike.core.ledger import Ledger
from goldenspike.core.market import Zone
from goldenspike.core.options import BrownPurchases
from goldenspike.core.reasons import Reason, Refusal
from goldenspike.core.rules.certificate_limit import certificate_limit, has_room, may_hold
from goldenspike.core.rules.floating import settle_float
from goldenspike.core.rules.presidency import settle_presidency
from goldenspike.core.rules.second_certificate import second_units, singles
from goldenspike.core.rules.share_price import price_of, zone_of
from goldenspike.core.rules.share_unit import per_unit
from goldenspike.core.state import State
from goldenspike.core.title import RoundKind, Setup


def offered_units(setup: Setup, s: State, company: Company, source: Holder) -> int:
    """Ordinary shares available from a source, without the president's certificate."""
    return singles(setup, s, company, source)


def purchase_price(setup: Setup, s: State, company: Company, source: Holder) -> int:
    """Par from the initial offering, share value from the pool (5.1)."""
    return per_unit(s, company, s.par[company] if source == BANK else price_of(setup, s, company))


def refuse_purchase(
    setup: Setup,
    s: State,
    player: Player,
    company: Company,
    source: Holder,
    count: int,
    double: bool = False,
    room: int | None = None,
) -> Refusal | None:
    """Why a player may not buy these shares, whoever's turn it is; `double` is the second 20% certificate (V-7.2).

    `room` is how many more certificates he may take, if the caller has counted them already.
    """
    if s.par[company] == 0:
        return Refusal(Reason.NOT_STARTED, (company,))
    if double:
        if count != 1 or not second_units(setup, s, company, source):
            return Refusal(Reason.NO_DOUBLE, (company,))
    elif count < 1 or offered_units(setup, s, company, source) < count:
        return Refusal(Reason.NO_SUCH_SHARE, (company,))
    units = second_units(setup, s, company, source) if double else count
    if sold_this_round(s, player, company):
        return Refusal(Reason.SOLD_THIS_ROUND, (company,))
    if (count > 1 or s.bought != NONE) and not may_buy_several(setup, s, company, source):
        return Refusal(Reason.BOUGHT_ALREADY if s.bought != NONE else Reason.ONE_SHARE_ONLY)
    if not may_hold(setup, s, company, s.units(company, player) + units):
        return Refusal(Reason.HOLDING_LIMIT, (company,))
    fits = has_room(setup, s, player, count) if room is None else count <= room
    if not fits and zone_of(setup, s, company) < Zone.YELLOW:
        return Refusal(Reason.CERTIFICATE_LIMIT, (certificate_limit(setup, s),))
    price = purchase_price(setup, s, company, source) * units
    if s.money[player] < price:
        return Refusal(Reason.NOT_ENOUGH_MONEY, (price, s.money[player]))
    return None


def sold_this_round(s: State, player: Player, company: Company) -> bool:
    """Whether a player has sold shares of a company in the stock round under way (6.1)."""
    return s.round == RoundKind.STOCK and bool(s.sold[player] >> company & 1)


def may_buy_several(setup: Setup, s: State, company: Company, source: Holder) -> bool:
    """In the brown zone any number of one company's shares in the pool is one purchase (5.4); V-6.3 adds the offering."""
    if zone_of(setup, s, company) is not Zone.BROWN or s.bought not in (NONE, company):
        return False
    if setup.options.brown_purchases is BrownPurchases.ALL:
        return s.bought_from in (NONE, BANK, POOL)
    return source == POOL and s.bought_from in (NONE, POOL)


def buy(ledger: Ledger, player: Player, company: Company, source: Holder, count: int, double: bool = False) -> None:
    price = purchase_price(ledger.setup, ledger.state, company, source)
    units = second_units(ledger.setup, ledger.state, company, source) if double else count
    ledger.pay(player, BANK, price * units, Why.SHARE)
    if double:
        ledger.move_double(company, player)
    take_share(ledger, player, company, source, units, price)


def take_share(ledger: Ledger, player: Player, company: Company, source: Holder, count: int, price: int) -> None:
    """Move shares and settle presidency and floating (6.3, 6.4)."""
    ledger.move_shares(company, source, player, count, price)
    settle_presidency(ledger, company)
    settle_float(ledger, company)


def purchases(setup: Setup, s: State, player: Player, company: Company, room: int) -> list[tuple[Holder, int, bool]]:
    """All purchases that `refuse_purchase` allows: source, count, and whether it is the second certificate (V-7.2).

    What does not depend on the source is asked once, and most of what is offered fails by an earlier purchase or by money.
    """
    found: list[tuple[Holder, int, bool]] = []
    if s.par[company] == 0 or sold_this_round(s, player, company):
        return found
    zone = zone_of(setup, s, company)
    if (s.bought != NONE and zone is not Zone.BROWN) or (room < 1 and zone < Zone.YELLOW):
        return found
    held = s.holders(company)
    if not may_hold(setup, s, company, held[player] + 1):
        return found
    brown = zone is Zone.BROWN
    for source in (BANK, POOL):
        if not held[source] or s.money[player] < purchase_price(setup, s, company, source):
            continue
        several = brown and may_buy_several(setup, s, company, source)
        if s.bought != NONE and not several:
            continue
        offered = offered_units(setup, s, company, source)
        if offered > 0:
            found.append((source, 1, False))
        for count in range(2, offered + 1) if several else ():
            if refuse_purchase(setup, s, player, company, source, count, room=room) is not None:
                break
            found.append((source, count, False))
        has_second = s.doubles[company] == source
        if has_second and refuse_purchase(setup, s, player, company, source, 1, True, room) is None:
            found.append((source, 1, True))
    return found


def refuse_start(setup: Setup, s: State, player: Player, company: Company, price: int, room: int | None = None) -> Refusal | None:
    """Why a player may not buy a president's certificate at this par price (6.2); `room` as in `refuse_purchase`."""
    if s.presidents[company] != NONE:
        return Refusal(Reason.ALREADY_STARTED, (company,))
    if s.closed[company]:
        return Refusal(Reason.COMPANY_CLOSED, (company,))
    if setup.title.market.par_cell(price) < 0:
        return Refusal(Reason.NOT_A_PAR_PRICE, (price,))
    if s.bought != NONE:
        return Refusal(Reason.BOUGHT_ALREADY)
    units = setup.title.companies[company].president_units
    if not may_hold(setup, s, company, s.units(company, player) + units):
        return Refusal(Reason.HOLDING_LIMIT, (company,))
    if not (has_room(setup, s, player) if room is None else room > 0):
        return Refusal(Reason.CERTIFICATE_LIMIT, (certificate_limit(setup, s),))
    if s.money[player] < price * units:
        return Refusal(Reason.NOT_ENOUGH_MONEY, (price * units, s.money[player]))
    return None


def starting_prices(setup: Setup, s: State, player: Player, company: Company, room: int) -> list[int]:
    """The par prices at which a player may start a company, highest first. Only money depends on the price."""
    if s.bought != NONE or room < 1:
        return []
    market = setup.title.market
    units = setup.title.companies[company].president_units
    affordable = [market.prices[cell] for cell in market.par_cells if market.prices[cell] * units <= s.money[player]]
    return affordable if affordable and refuse_start(setup, s, player, company, affordable[0], room) is None else []


def start_company(ledger: Ledger, player: Player, company: Company, price: int) -> None:
    """Pay for the president's certificate and set the par price (6.2, 5.2)."""
    units = ledger.setup.title.companies[company].president_units
    ledger.pay(player, BANK, price * units, Why.SHARE)
    give_presidency(ledger, player, company, price)
    ledger.set_par(company, price)
    settle_presidency(ledger, company)
    settle_float(ledger, company)


def give_presidency(ledger: Ledger, player: Player, company: Company, price: int) -> None:
    ledger.set_president(company, player)
    ledger.move_shares(company, BANK, player, ledger.setup.title.companies[company].president_units, price)
