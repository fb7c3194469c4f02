"""Shares that a president must sell to pay for a train, and bankruptcy (C-2.3.2, C-2.4)."""

from goldenspike.core.ids import Company
from goldenspike.core.options import ForcedPurchase
from goldenspike.core.reasons import Reason, Refusal
from goldenspike.core.rules.stock_sale import refuse_sale, sale_price, saleable_blocks
from goldenspike.core.rules.train_card import cheapest_price
from goldenspike.core.rules.train_purchase import money_together, must_buy_train
from goldenspike.core.state import State
from goldenspike.core.title import Setup


def missing_money(setup: Setup, s: State, company: Company) -> int:
    """The money that railroad and president lack for the cheapest train; 0 if no train is required or they can pay."""
    if setup.options.forced_purchase is ForcedPurchase.RECEIVERSHIP or not must_buy_train(setup, s, company):
        return 0
    return max(0, cheapest_price(setup, s) - money_together(s, company))


def refuse_forced_sale(
    setup: Setup, s: State, company: Company, sold: Company, count: int, double: bool = False
) -> Refusal | None:
    """Why the president of the trainless `company` may not sell this many shares of `sold`."""
    missing = missing_money(setup, s, company)
    if missing == 0:
        return Refusal(Reason.NO_FORCED_SALE)
    refusal = refuse_sale(setup, s, s.presidents[company], sold, count, company, double)
    if refusal is not None:
        return refusal
    price = sale_price(setup, s, sold)
    for fewer in range(-(-missing // max(price, 1)), count):
        # A smaller block is no alternative if it is illegal itself: a 20% certificate may be indivisible (V-7.2).
        if refuse_sale(setup, s, s.presidents[company], sold, fewer, company) is None:
            return Refusal(Reason.MORE_THAN_NEEDED)
    return None


def forced_sales(setup: Setup, s: State, company: Company) -> list[tuple[Company, int, bool]]:
    """All blocks that the president may sell now: company, count, and whether with its second certificate (V-7.2)."""
    player = s.presidents[company]
    return [
        (sold, count, double)
        for sold in setup.all_companies
        if s.cells[sold] >= 0 and s.units(sold, player)
        for count, double in saleable_blocks(setup, s, player, sold, company)
        if refuse_forced_sale(setup, s, company, sold, count, double) is None
    ]


def refuse_bankruptcy(setup: Setup, s: State, company: Company) -> Refusal | None:
    """Only when everything that may be sold is sold and the train still costs too much (C-2.4)."""
    if missing_money(setup, s, company) == 0 or forced_sales(setup, s, company):
        return Refusal(Reason.CAN_STILL_PAY)
    return None
