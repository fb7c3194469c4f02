"""Buying trains, voluntarily or by force (7.6, C-2.3)."""

from typing import Final

from goldenspike.core.events import Why
from goldenspike.core.holders import BANK, CHANCE, FIRST_COMPANY, NOBODY, POOL, company_of_holder, is_company, treasury
from goldenspike.core.ids import NONE, Company, Holder, Train
from goldenspike.core.interrupts import DiscardNeeded, TokenDrawNeeded
from goldenspike.core.ledger import Ledger
from goldenspike.core.options import ForcedPurchase, LastTrain, TrainLimit
from goldenspike.core.reasons import Reason, Refusal
from goldenspike.core.rules.obsolescence import is_obsolete, retire_obsolete_trains
from goldenspike.core.rules.private_company import close_after_first_train, close_privates
from goldenspike.core.rules.receivership import in_receivership
from goldenspike.core.rules.runs import has_route
from goldenspike.core.rules.share_price import in_value_order
from goldenspike.core.rules.train_card import (
    bank_trains,
    cheapest_price,
    count_at,
    count_owned,
    has_train,
    market_trains,
    owned_trains,
    train_limit,
)
from goldenspike.core.state import State
from goldenspike.core.title import Setup

LEAST_PRICE: Final = 1
"""The least that a train of another railroad costs (7.6)."""


def must_buy_train(setup: Setup, s: State, company: Company) -> bool:
    """A railroad with a route and no train must buy one, if there is any to buy (7.6.2)."""
    return not has_train(setup, s, company) and cheapest_price(setup, s) > 0 and has_route(setup, s, company)


def money_together(s: State, company: Company) -> int:
    """The money of a railroad and its president."""
    return s.money[FIRST_COMPANY + company] + s.money[s.presidents[company]]


def needs_help(setup: Setup, s: State, company: Company) -> bool:
    """Whether a railroad must buy a train and cannot pay the cheapest by itself (C-2.3.1)."""
    return must_buy_train(setup, s, company) and s.money[FIRST_COMPANY + company] < cheapest_price(setup, s)


def refuse_train(
    setup: Setup, s: State, company: Company, train: Train, source: Holder, price: int, trade_in: Train
) -> Refusal | None:
    """Why a railroad may not buy this train at this price (7.6), regardless of the seller's consent."""
    owned = owned_trains(setup, s, company)
    if not may_own_another_train(setup, s, len(owned) - (trade_in != NONE)):
        return Refusal(Reason.TRAIN_LIMIT, (train_limit(setup, s),))
    card = setup.title.trains[train]
    if trade_in != NONE and (source != BANK or trade_in not in owned or setup.title.trains[trade_in].id not in card.trade_in):
        return Refusal(Reason.NO_TRADE_IN, (train,))
    if is_company(source):
        refusal = refuse_seller(setup, s, company, train, company_of_holder(source))
        if refusal is not None:
            return refusal
        if price < LEAST_PRICE:
            return Refusal(Reason.TRAIN_PRICE_TOO_LOW, (1,))
        if price < least_price(s, company):
            return Refusal(Reason.MORE_THAN_NEEDED)
    else:
        offered = bank_trains(setup, s) if source == BANK else market_trains(setup, s)
        if train not in offered:
            return Refusal(Reason.TRAIN_NOT_AVAILABLE, (train,))
        due = card.trade_in_price if trade_in != NONE else card.price
        if price != due:
            return Refusal(Reason.TRAIN_PRICE, (due,))
    money = s.money[FIRST_COMPANY + company]
    if money >= price:
        return None
    return _refuse_help(setup, s, company, train, source, price)


def may_own_another_train(setup: Setup, s: State, owned: int) -> bool:
    """Whether a railroad that owns so many trains may buy another (7.6.1)."""
    return owned < train_limit(setup, s) or setup.options.train_limit is not TrainLimit.FIRM


def least_price(s: State, company: Company) -> int:
    """The least that another railroad's train must cost: after forced sales, enough that the last share was needed (C-2.3.2)."""
    if not s.sale_prices:
        return LEAST_PRICE
    return max(LEAST_PRICE, money_together(s, company) - s.sale_prices[-1][1] + 1)


def refuse_seller(setup: Setup, s: State, company: Company, train: Train, seller: Company) -> Refusal | None:
    """Why another railroad may not sell this train, whatever the price (7.6)."""
    if seller == company or not count_at(setup, s, treasury(seller), train):
        return Refusal(Reason.NOT_ITS_TRAIN, (train,))
    if is_obsolete(setup, s, train):
        return Refusal(Reason.OBSOLETE_TRAIN, (train,))
    if in_receivership(s, seller):
        return Refusal(Reason.IN_RECEIVERSHIP, (seller,))
    if setup.options.last_train is LastTrain.MAY_NOT_SELL and count_owned(setup, s, seller) == 1 and has_route(setup, s, seller):
        return Refusal(Reason.LAST_TRAIN, (seller,))
    return None


def _refuse_help(setup: Setup, s: State, company: Company, train: Train, source: Holder, price: int) -> Refusal | None:
    """The president adds money only for a railroad that must buy and cannot pay the cheapest train (C-2.3.1)."""
    money = s.money[FIRST_COMPANY + company]
    cheapest = cheapest_price(setup, s)
    if not must_buy_train(setup, s, company):
        return Refusal(Reason.NOT_ENOUGH_MONEY, (price, money))
    if money >= cheapest:
        return Refusal(Reason.COMPANY_CAN_PAY, (company,))
    lends = setup.options.forced_purchase is ForcedPurchase.RECEIVERSHIP
    if is_company(source):
        if lends:  # The president helps only with trains of the bank and the open market (7.6.2).
            return Refusal(Reason.NOT_ENOUGH_MONEY, (price, money))
        face = setup.title.trains[train].price
        if price > face:
            return Refusal(Reason.TRAIN_PRICE_TOO_HIGH, (face,))
    elif price > cheapest and not setup.title.forced_any_train:
        return Refusal(Reason.NOT_THE_CHEAPEST_TRAIN, (train, cheapest))
    together = money_together(s, company)
    if together < price and not lends:
        return Refusal(Reason.NOT_ENOUGH_MONEY, (price, together))
    return None


def buy_train(ledger: Ledger, company: Company, train: Train, source: Holder, price: int, trade_in: Train) -> None:
    """Pay, take the train, and start the phase and other effects of the purchase (7.6, 3.0)."""
    setup, s = ledger.setup, ledger.state
    holder = treasury(company)
    _pay(ledger, company, source if is_company(source) else BANK, price)
    if trade_in != NONE:
        ledger.trade_in_train(company, trade_in, NOBODY if is_obsolete(setup, s, trade_in) else POOL)
    ledger.move_train(train, source, holder, price)
    close_after_first_train(ledger, company)
    phase = setup.title.trains[train].phase
    if source == BANK and phase and setup.phase_index[phase] > s.phase:
        start_phase(ledger, setup.phase_index[phase])
    elif source == BANK:
        retire_obsolete_trains(ledger)  # Plus-trains are retired by purchases that start no phase (V-7.10).
    if source == BANK and setup.title.trains[train].id in setup.title.reform_trains and any(s.uncertainty):
        ledger.push_interrupt(TokenDrawNeeded(CHANCE, company))
    require_discards(ledger)


def _pay(ledger: Ledger, company: Company, seller: Holder, price: int) -> None:
    """Let railroad, president and bank pay one price together; the bank's part is a loan (7.6.2, 7.7)."""
    s = ledger.state
    holder, president = treasury(company), s.presidents[company]
    missing = max(0, price - s.money[holder])
    help = min(missing, s.money[president])
    loan = missing - help
    ledger.pay_together((president, holder, help, Why.HELP), (BANK, holder, loan, Why.LOAN), (holder, seller, price, Why.TRAIN))
    if loan:
        ledger.change_loan(company, loan)


def start_phase(ledger: Ledger, phase: int) -> None:
    """Enter a new phase: retire obsolete trains first, then close private companies (3.0)."""
    ledger.enter_phase(phase)
    retire_obsolete_trains(ledger)
    if ledger.setup.title.phases[phase].close_privates:
        close_privates(ledger)


def require_discards(ledger: Ledger) -> None:
    """Railroads over the limit discard in the order of their share values (7.6.1)."""
    setup, s = ledger.setup, ledger.state
    limit = train_limit(setup, s)
    over = [company for company in setup.all_companies if count_owned(setup, s, company) > limit]
    if not over:
        return
    for company in reversed(in_value_order(setup, s, over)):
        ledger.push_interrupt(DiscardNeeded(s.presidents[company], company))


def discard(ledger: Ledger, company: Company, train: Train) -> None:
    """Move the train to the open market without payment (7.6.1), an obsolete one out of the game."""
    ledger.discard_train(company, train, NOBODY if is_obsolete(ledger.setup, ledger.state, train) else POOL)
