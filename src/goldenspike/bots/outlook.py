"""What a sensible player reads off the table: trains about to go, what a railroad must save for, what a share earns.

Estimates, not rules: nothing here decides what is legal.
"""

from collections.abc import Sequence

from goldenspike.core.actions import Action, Bid, SellShares
from goldenspike.core.game import Game
from goldenspike.core.holders import BANK, FIRST_COMPANY
from goldenspike.core.ids import NO_COMPANY, Company, Player, Private, Train, by_company
from goldenspike.core.rules.conforming import excess_of
from goldenspike.core.rules.share_price import price_of
from goldenspike.core.rules.share_unit import per_unit
from goldenspike.core.rules.train_card import bank_trains, cheapest_price, count_at, owned_trains
from goldenspike.core.state import State
from goldenspike.core.steps.auction import RAISE
from goldenspike.core.steps.base import Offer
from goldenspike.core.title import Power, Setup

NEVER = 99
SOON = 3
"""About how many trains are sold in a round or two."""
PAYMENTS = 3
"""How often a private company pays its owner before a railroad buys it."""
LASTING_PAYMENTS = 8
"""How often one pays that its owner keeps."""
PRESIDENCY = 40
"""What a railroad of one's own is worth beyond its shares."""
HORIZON = 4
"""How many dividends a share is valued by."""


def trains_until_retired(setup: Setup, s: State, train: Train) -> int:
    """How many trains the bank sells before the purchase that retires this type is possible."""
    retired_by = setup.title.trains[train].obsolete
    if not retired_by or retired_by not in setup.train_index:
        return NEVER
    card = setup.title.trains[setup.train_index[retired_by]]
    last = setup.train_index[retired_by]
    extra = 0
    if card.available and card.available in setup.train_index:
        # It is for sale as soon as the first train of that phase is sold.
        last = setup.train_index[card.available]
        extra = 1 if setup.phase_index[card.available] > s.phase else 0
    return extra + sum(count_at(setup, s, BANK, sold) for sold in setup.all_trains[:last])


def lasts(setup: Setup, s: State, train: Train) -> bool:
    return trains_until_retired(setup, s, train) > SOON


def train_to_save_for(setup: Setup, s: State, company: Company) -> int:
    """The price of the train that a railroad needs before long, 0 if the ones it has will do."""
    owned = owned_trains(setup, s, company)
    if any(lasts(setup, s, train) for train in owned):
        return 0
    if not owned:
        return cheapest_price(setup, s)
    offered = bank_trains(setup, s)
    return setup.title.trains[offered[0]].price if offered else 0


def shortfall(setup: Setup, s: State, company: Company) -> int:
    """What a railroad lacks for that train."""
    return max(0, train_to_save_for(setup, s, company) - s.money[FIRST_COMPANY + company])


def sales_towards_limit(setup: Setup, s: State, sales: Sequence[SellShares]) -> list[SellShares]:
    """Of the sales of a player over a limit those that bring him closer to it, all if none does."""
    found = []
    for sale in sales:
        after = Game(setup, s)
        after.push(sale)
        if excess_of(setup, after.state, sale.player) < excess_of(setup, s, sale.player):
            found.append(sale)
    return found or list(sales)


def can_spare(setup: Setup, s: State, seller: Company, train: Train) -> bool:
    """Whether a railroad that sells a train still has one, and one that lasts if the one sold does."""
    left = owned_trains(setup, s, seller).copy()
    left.remove(train)
    return any(lasts(setup, s, other) for other in left) if lasts(setup, s, train) else bool(left)


def strands(setup: Setup, s: State, seller: Company, train: Train, price: int) -> bool:
    """Whether a railroad cannot spare a train that it sells for this price, and cannot pay for another."""
    return not can_spare(setup, s, seller, train) and s.money[FIRST_COMPANY + seller] + price < cheapest_price(setup, s)


def presided(s: State, player: Player) -> list[Company]:
    return [company for company, president in by_company(s.presidents) if president == player]


def money_to_keep(setup: Setup, s: State, player: Player) -> int:
    """What a president should have at hand for the trains that his railroads cannot pay themselves (7.6.2)."""
    return sum(shortfall(setup, s, company) for company in presided(s, player) if s.funded[company])


def income_of_share(setup: Setup, s: State, company: Company) -> int:
    """What a tenth earns in an operating round: the last revenue, or a guess for a railroad that has not run yet."""
    if s.operated[company]:
        return s.revenues[company] // 10 if owned_trains(setup, s, company) else 0
    return s.par[company] // 10


def worth_of_share(setup: Setup, s: State, company: Company) -> int:
    """Its value on the market and the dividends to come; of a halved company a unit is half as much."""
    return per_unit(s, company, price_of(setup, s, company) + HORIZON * income_of_share(setup, s, company))


def worth_of_private(setup: Setup, private: Private) -> int:
    """What a private company brings to a player who will run a railroad; no bot bids more.

    It pays a few times and brings its shares. The railroad then buys it for up to twice the price (4.1), but its president
    pays half of that himself, in trains that the treasury lacks later: what comes back is the price. One that no railroad may
    buy goes on paying.
    """
    card = setup.title.privates[private]
    if card.power is Power.PRESIDENCY:
        return PAYMENTS * card.revenue + 2 * lowest_par(setup) + PRESIDENCY
    worth = PAYMENTS * card.revenue + card.price if card.saleable else LASTING_PAYMENTS * card.revenue
    return worth + lowest_par(setup) if card.power is Power.FREE_SHARE else worth


def lowest_par(setup: Setup) -> int:
    return min((setup.title.market.prices[cell] for cell in setup.title.market.par_cells), default=0)


def money_to_float(setup: Setup, private: Private) -> int:
    """What floating the cheapest railroad alone takes; a private company may bring some of its shares."""
    brought = {Power.FREE_SHARE: 1, Power.PRESIDENCY: 2}.get(setup.title.privates[private].power, 0)
    return lowest_par(setup) * (setup.title.float_units - brought)


def raised_bid(setup: Setup, offer: Offer, limit: int) -> Action:
    """A bid that jumps: the more has been bid above the price already, the higher the raise, up to the limit.

    The excess grows by half with every bid, so that two bidders who want the same thing settle it in a few.
    """
    assert isinstance(offer.action, Bid)
    excess = offer.lo - setup.title.privates[offer.action.private].price
    jump = max(0, min(excess // 2, limit - offer.lo, offer.hi - offer.lo))
    return offer.at(offer.lo + jump // RAISE * RAISE)


def has_unfloated_company(s: State, player: Player) -> bool:
    return any(not s.floated[company] for company in presided(s, player))


def company_of(setup: Setup, private: Private) -> Company:
    """The railroad that a private company's power is about, -1 if none."""
    return setup.company_index.get(setup.title.privates[private].company, NO_COMPANY)
