"""Selling shares to the pool (6.1)."""

from typing import Final

from goldenspike.core.events import Why
from goldenspike.core.holders import BANK, POOL
from goldenspike.core.ids import NO_COMPANY, NO_PLAYER, NONE, Company, Player
from goldenspike.core.ledger import Ledger
from goldenspike.core.options import ShareSales
from goldenspike.core.reasons import Reason, Refusal
from goldenspike.core.rules.presidency import successor
from goldenspike.core.rules.receivership import in_receivership
from goldenspike.core.rules.second_certificate import can_spare, hand_over_sold, refuse_half, second_units, settle_double
from goldenspike.core.rules.share_price import fall_after_sale
from goldenspike.core.rules.share_unit import per_unit, president_units
from goldenspike.core.state import State
from goldenspike.core.title import Setup

EVERY_COMPANY: Final = Company(-2)
"""Protects the presidency of every company."""


def refuse_sale(
    setup: Setup, s: State, player: Player, company: Company, count: int, protected: Company = NO_COMPANY, double: bool = False
) -> Refusal | None:
    """Why a player may not sell this many shares of a company; `protected` may not change its president (C-2.3.2).

    EVERY_COMPANY protects all presidencies. `double` chooses the second 20% certificate where
    ordinary ones would suffice (V-7.2).
    """
    if count < 1:
        return Refusal(Reason.BAD_COUNT, (count,))
    if s.cells[company] < 0:
        return Refusal(Reason.NO_PRICE_YET, (company,))
    units = s.units(company, player)
    if units < count:
        return Refusal(Reason.NOT_ENOUGH_SHARES, (company, count))
    if double and not 0 < second_units(setup, s, company, player) <= count:
        return Refusal(Reason.NO_DOUBLE, (company,))
    if s.units(company, POOL) + count > setup.title.pool_units:
        return Refusal(Reason.POOL_LIMIT, (company,))
    next_president = NO_PLAYER
    if s.presidents[company] == player:
        if in_receivership(s, company):
            return Refusal(Reason.IN_RECEIVERSHIP, (company,))
        next_president = successor(setup, s, company, units - count)
        if next_president != NONE and protected in (company, EVERY_COMPANY):
            return Refusal(Reason.PRESIDENCY_PROTECTED, (company,))
        if next_president == NONE and units - count < president_units(setup, s, company):
            return Refusal(Reason.NO_SUCCESSOR, (company,))
    if double and not can_spare(setup, s, player, company, count, next_president):
        return Refusal(Reason.DOUBLE_GOES_ANYWAY, (company,))
    return refuse_half(setup, s, player, company, count, next_president)


def sale_price(setup: Setup, s: State, company: Company) -> int:
    """All shares of a company sold in one turn have one price (6.1, V-6.2)."""
    if setup.options.share_sales is ShareSales.BLOCK:
        for sold, price in s.sale_prices:
            if sold == company:
                return price
    cell = s.cells[company]
    if setup.title.sale_before_operating_falls_first and not s.operated[company]:
        cell = setup.title.market.down(cell)
    return per_unit(s, company, setup.title.market.prices[cell])


def sell(ledger: Ledger, player: Player, company: Company, count: int, double: bool = False) -> None:
    """Pay the seller, settle the presidency and lower the price (6.1, 6.4)."""
    setup, s = ledger.setup, ledger.state
    price = sale_price(setup, s, company)
    goes_on = setup.options.share_sales is ShareSales.BLOCK and any(sold == company for sold, _ in s.sale_prices)
    was_president = s.presidents[company] == player
    if was_president:
        next_president = successor(setup, s, company, s.units(company, player) - count)
        if next_president != NONE:
            ledger.set_president(company, next_president)
    hand_over_sold(ledger, player, company, count, double)
    ledger.move_shares(company, player, POOL, count, price)
    if was_president:
        settle_double(ledger, company, player)
    ledger.pay(BANK, player, price * count, Why.SHARE)
    ledger.note_sale(player, company, price)
    fall_after_sale(ledger, company, count, was_president, goes_on)


def most_saleable(setup: Setup, s: State, player: Player, company: Company, protected: Company = NO_COMPANY) -> int:
    """The size of the largest block that the player may sell."""
    most = min(s.units(company, player), setup.title.pool_units - s.units(company, POOL))
    for count in range(most, 0, -1):
        if refuse_sale(setup, s, player, company, count, protected) is None:
            return count
    return 0


def saleable_counts(setup: Setup, s: State, player: Player, company: Company, protected: Company = NO_COMPANY) -> list[int]:
    """All block sizes that the player may sell; there may be gaps (6.4)."""
    held = s.holders(company)
    units = held[player]
    most = min(units, setup.title.pool_units - held[POOL])
    is_president = s.presidents[company] == player
    if setup.title.companies[company].second_units or s.cells[company] < 0 or (is_president and protected != NONE):
        return [count for count in range(1, most + 1) if refuse_sale(setup, s, player, company, count, protected) is None]
    if is_president and in_receivership(s, company):
        return []
    if is_president and successor(setup, s, company, 0) == NONE:
        most = min(most, units - president_units(setup, s, company))  # Nobody can take over the president's certificate.
    return list(range(1, most + 1))


def saleable_blocks(
    setup: Setup, s: State, player: Player, company: Company, protected: Company = NO_COMPANY
) -> list[tuple[int, bool]]:
    """All blocks that the player may sell, and whether with the second certificate where he can choose (V-7.2)."""
    counts = saleable_counts(setup, s, player, company, protected)
    if not second_units(setup, s, company, player):
        return [(count, False) for count in counts]
    return [
        (count, double)
        for count in counts
        for double in (False, True)
        if not double or refuse_sale(setup, s, player, company, count, protected, double=True) is None
    ]
