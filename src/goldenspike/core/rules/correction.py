"""Corrections of the books at a real table: what people have agreed to put right, outside the rules of play.

The rules do not say who must agree; whoever keeps the table asks the people first. A correction moves what exists from one
holder to another, so money and papers stay complete, and it leads to no position that play could not go on from.
"""

from goldenspike.core.holders import BANK, FIRST_COMPANY, POOL, company_of_holder, is_company, is_player
from goldenspike.core.ids import NONE, Company, Holder, Train
from goldenspike.core.market import Zone
from goldenspike.core.reasons import Reason, Refusal
from goldenspike.core.rules.bids import free_money
from goldenspike.core.rules.certificate_limit import certificate_limit, has_room, may_hold
from goldenspike.core.rules.floating import ALL_UNITS
from goldenspike.core.rules.obsolescence import is_obsolete
from goldenspike.core.rules.presidency import successor
from goldenspike.core.rules.second_certificate import singles
from goldenspike.core.rules.share_price import zone_of
from goldenspike.core.rules.share_unit import president_units
from goldenspike.core.rules.train_card import count_at, count_owned, train_limit
from goldenspike.core.state import SHARE_HOLDERS, State
from goldenspike.core.title import Setup


def has_books(s: State, holder: Holder) -> bool:
    """Whether money may come from or go to a holder: the bank, a player in the game or a railroad with capital."""
    if is_player(holder):
        return holder in s.seating
    return holder == BANK or (is_company(holder) and _operates(s, company_of_holder(holder)))


def _operates(s: State, company: Company) -> bool:
    return s.funded[company] and not s.closed[company]


def refuse_money(setup: Setup, s: State, payer: Holder, payee: Holder, amount: int) -> Refusal | None:
    """The payer's money may be secret (V-0.1), so a reason never says how much it is."""
    if payer == payee or not has_books(s, payer) or not has_books(s, payee):
        return Refusal(Reason.NO_SUCH_HOLDER)
    if amount < 1:
        return Refusal(Reason.BAD_COUNT, (amount,))
    money = free_money(setup, s, payer) if is_player(payer) else s.money[payer]
    return Refusal(Reason.PAYER_CANNOT_PAY) if amount > money else None


def refuse_shares(setup: Setup, s: State, company: Company, seller: Holder, buyer: Holder, count: int) -> Refusal | None:
    """Shares move between players, the initial offering and the pool; limits and the president's certificate hold (5.3, 6.4)."""
    if not s.par[company] or s.presidents[company] == NONE:
        return Refusal(Reason.NOT_STARTED, (company,))
    if s.loans[company]:
        return Refusal(Reason.IN_RECEIVERSHIP, (company,))
    if seller == buyer or not all(holder in (BANK, POOL) or holder in s.seating for holder in (seller, buyer)):
        return Refusal(Reason.NO_SUCH_HOLDER)
    if count < 1:
        return Refusal(Reason.BAD_COUNT, (count,))
    # The second large certificate and, unless somebody else can take it over, the president's stay where they are.
    has_second = bool(setup.title.companies[company].second_units)
    if count > (singles(setup, s, company, seller) if has_second else s.units(company, seller)):
        return Refusal(Reason.NOT_ENOUGH_SHARES, (company, count))
    if buyer == POOL and s.units(company, POOL) + count > setup.title.pool_units:
        return Refusal(Reason.POOL_LIMIT, (company,))
    if buyer == BANK and s.floated[company] and s.units(company, BANK) + count > ALL_UNITS - setup.title.float_units:
        return Refusal(Reason.STAYS_FLOATED, (company,))
    if is_player(buyer):
        if not may_hold(setup, s, company, s.units(company, buyer) + count):
            return Refusal(Reason.HOLDING_LIMIT, (company,))
        if zone_of(setup, s, company) < Zone.YELLOW and not has_room(setup, s, buyer, count):
            return Refusal(Reason.CERTIFICATE_LIMIT, (certificate_limit(setup, s),))
    return _refuse_without_president(setup, s, company, seller, buyer, count)


def _refuse_without_president(
    setup: Setup, s: State, company: Company, seller: Holder, buyer: Holder, count: int
) -> Refusal | None:
    """Somebody must hold the president's certificate afterwards (6.4)."""
    after = s.copy()
    after.shares = s.shares.copy()
    after.shares[company * SHARE_HOLDERS + seller] -= count
    after.shares[company * SHARE_HOLDERS + buyer] += count
    kept = after.units(company, s.presidents[company])
    if kept >= president_units(setup, s, company) or successor(setup, after, company, kept) != NONE:
        return None
    return Refusal(Reason.NO_SUCCESSOR, (company,))


def refuse_correction_of_train(setup: Setup, s: State, train: Train, seller: Holder, buyer: Holder) -> Refusal | None:
    """Trains move between the bank, the open market and railroads; none begins a phase that way (7.6)."""
    if seller == buyer or not all(_has_trains(s, holder) for holder in (seller, buyer)):
        return Refusal(Reason.NO_SUCH_HOLDER)
    if not count_at(setup, s, seller, train):
        return Refusal(Reason.TRAIN_NOT_AVAILABLE, (train,))
    if is_obsolete(setup, s, train):
        return Refusal(Reason.OBSOLETE_TRAIN, (train,))
    phase = setup.title.trains[train].phase
    if phase and setup.phase_index[phase] > s.phase:
        return Refusal(Reason.TRAIN_NOT_AVAILABLE, (train,))
    if is_company(buyer) and count_owned(setup, s, company_of_holder(buyer)) >= train_limit(setup, s):
        return Refusal(Reason.TRAIN_LIMIT, (train_limit(setup, s),))
    return None


def _has_trains(s: State, holder: Holder) -> bool:
    return holder in (BANK, POOL) or (holder >= FIRST_COMPANY and _operates(s, company_of_holder(holder)))


def refuse_price(setup: Setup, s: State, company: Company, cell: int) -> Refusal | None:
    """The token goes to any cell with a price (5.0)."""
    if s.cells[company] == NONE:
        return Refusal(Reason.NO_PRICE_YET, (company,))
    prices = setup.title.market.prices
    is_cell = 0 <= cell < len(prices) and prices[cell] > 0 and cell != s.cells[company]
    return None if is_cell else Refusal(Reason.NO_SUCH_CELL)
