"""Trains that must be bought with the director's help (Kauf von Loks, Notfinanzierung).

The director may choose any train on offer, so he may sell shares until he can pay for the most expensive one within his means;
then he buys one for which his last sale was needed. He is bankrupt only when nothing more can be sold and even the cheapest
costs too much. No presidency of any company may change.
"""

from goldenspike.core.holders import FIRST_COMPANY
from goldenspike.core.ids import Company
from goldenspike.core.reasons import Reason, Refusal
from goldenspike.core.rules.stock_sale import EVERY_COMPANY, most_saleable, refuse_sale, sale_price, saleable_counts
from goldenspike.core.rules.train_card import cheapest_price, prices_on_offer
from goldenspike.core.rules.train_purchase import money_together, needs_help
from goldenspike.core.state import State
from goldenspike.core.title import Setup


def missing_money(setup: Setup, s: State, company: Company) -> int:
    """What is missing for the most expensive train on offer that his shares can pay for; if there is none, for the cheapest."""
    player = s.presidents[company]
    together = money_together(s, company)
    most = together + sum(
        sale_price(setup, s, sold) * most_saleable(setup, s, player, sold, EVERY_COMPANY)
        for sold in setup.all_companies
        if s.cells[sold] >= 0 and s.units(sold, player)
    )
    prices = prices_on_offer(setup, s)
    return max([price for price in prices if price <= most], default=cheapest_price(setup, s)) - together


def refuse_forced_sale(setup: Setup, s: State, company: Company, sold: Company, count: int) -> Refusal | None:
    """Why the director may not sell this many shares of `sold` for a train of `company`."""
    if not needs_help(setup, s, company):
        return Refusal(Reason.NO_FORCED_SALE)
    missing = missing_money(setup, s, company)
    if missing <= 0:
        return Refusal(Reason.NO_FORCED_SALE)
    refusal = refuse_sale(setup, s, s.presidents[company], sold, count, EVERY_COMPANY)
    if refusal is not None:
        return refusal
    return Refusal(Reason.MORE_THAN_NEEDED) if sale_price(setup, s, sold) * (count - 1) >= missing else None


def forced_sales(setup: Setup, s: State, company: Company) -> list[tuple[Company, int]]:
    """All blocks (company and count) that the director may sell now."""
    player = s.presidents[company]
    return [
        (sold, count)
        for sold in setup.all_companies
        if s.cells[sold] >= 0 and s.units(sold, player)
        for count in saleable_counts(setup, s, player, sold, EVERY_COMPANY)
        if refuse_forced_sale(setup, s, company, sold, count) is None
    ]


def refuse_smaller_train(setup: Setup, s: State, company: Company, price: int) -> Refusal | None:
    """After forced sales, refuse a train that could have been paid for without the last of them."""
    if s.money[FIRST_COMPANY + company] >= price or price > before_last_sale(s, company):
        return None
    return None if sale_did_not_help(setup, s, company) else Refusal(Reason.MORE_THAN_NEEDED)


def before_last_sale(s: State, company: Company) -> int:
    """What company and director had before the last forced sale, 0 if there was none."""
    return money_together(s, company) - s.sale_prices[-1][1] if s.sale_prices else 0


def sale_did_not_help(setup: Setup, s: State, company: Company) -> bool:
    """Whether everything was sold and no train on offer can be paid for; then he may buy from other companies."""
    before, together = before_last_sale(s, company), money_together(s, company)
    prices = prices_on_offer(setup, s)
    return not any(before < price <= together for price in prices) and not forced_sales(setup, s, company)


def refuse_bankruptcy(setup: Setup, s: State, company: Company) -> Refusal | None:
    """Only when nothing more may be sold and the cheapest train still costs too much."""
    if not needs_help(setup, s, company) or money_together(s, company) >= cheapest_price(setup, s):
        return Refusal(Reason.CAN_STILL_PAY)
    return Refusal(Reason.CAN_STILL_PAY) if forced_sales(setup, s, company) else None
