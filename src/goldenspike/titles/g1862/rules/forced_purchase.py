"""Trains that must be bought with the director's help (Kauf von Loks, Notfinanzierung).

The director may choose any train on offer, so he may sell shares until he can pay the dearest; he is bankrupt only when
nothing more can be sold and even the cheapest is too dear. No presidency may change, in whatever company.
"""

from goldenspike.core.holders import FIRST_COMPANY
from goldenspike.core.reasons import Reason, Refusal
from goldenspike.core.rules.stock_sale import EVERY_COMPANY, refuse_sale, sale_price, saleable_counts
from goldenspike.core.rules.train_card import bank_trains, cheapest_price, market_trains
from goldenspike.core.rules.train_purchase import must_buy_train
from goldenspike.core.state import State
from goldenspike.core.title import Setup


def money_together(s: State, company: int) -> int:
    return s.money[FIRST_COMPANY + company] + s.money[s.presidents[company]]


def needs_help(setup: Setup, s: State, company: int) -> bool:
    """Whether the company must buy a train and cannot pay the cheapest by itself."""
    return must_buy_train(setup, s, company) and s.money[FIRST_COMPANY + company] < cheapest_price(setup, s)


def dearest_price(setup: Setup, s: State) -> int:
    return max((setup.title.trains[train].price for train in bank_trains(setup, s) + market_trains(setup, s)), default=0)


def refuse_forced_sale(setup: Setup, s: State, company: int, sold: int, count: int) -> Refusal | None:
    """Why the director may not sell so many shares of `sold` for a train of `company`."""
    missing = dearest_price(setup, s) - money_together(s, company)
    if not needs_help(setup, s, company) or missing <= 0:
        return Refusal(Reason.NO_FORCED_SALE)
    refusal = refuse_sale(setup, s, s.presidents[company], sold, count, EVERY_COMPANY)
    if refusal is not None:
        return refusal
    return Refusal(Reason.MORE_THAN_NEEDED) if sale_price(setup, s, sold) * (count - 1) >= missing else None


def forced_sales(setup: Setup, s: State, company: int) -> list[tuple[int, int]]:
    """All blocks (company and count) that the director may sell now."""
    player = s.presidents[company]
    return [
        (sold, count)
        for sold in range(len(s.cells))
        if s.cells[sold] >= 0 and s.units(sold, player)
        for count in saleable_counts(setup, s, player, sold, EVERY_COMPANY)
        if refuse_forced_sale(setup, s, company, sold, count) is None
    ]


def refuse_bankruptcy(setup: Setup, s: State, company: int) -> Refusal | None:
    """Only when nothing more may be sold and the cheapest train is still too dear."""
    if not needs_help(setup, s, company) or money_together(s, company) >= cheapest_price(setup, s):
        return Refusal(Reason.CAN_STILL_PAY)
    return Refusal(Reason.CAN_STILL_PAY) if forced_sales(setup, s, company) else None
