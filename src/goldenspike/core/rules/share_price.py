"""Share values, how they move, and the order of companies by value (5.0, 5.5, 7.0)."""

from goldenspike.core.holders import BANK, POOL
from goldenspike.core.ids import Company
from goldenspike.core.ledger import Ledger
from goldenspike.core.market import Zone
from goldenspike.core.options import DividendRise, PriceFall, UnfloatedPrice
from goldenspike.core.state import State
from goldenspike.core.title import RoundKind, Setup


def price_of(setup: Setup, s: State, company: Company) -> int:
    """The share value, 0 before the company has a price."""
    cell = s.cells[company]
    return setup.title.market.prices[cell] if cell >= 0 else 0


def zone_of(setup: Setup, s: State, company: Company) -> Zone:
    cell = s.cells[company]
    return setup.title.market.zones[cell] if cell >= 0 else Zone.NORMAL


def in_value_order(setup: Setup, s: State, companies: list[Company]) -> list[Company]:
    """Highest value first; then further right, further up, higher in the stack (7.0). Those without a price keep their order."""
    if len(companies) < 2:
        return companies
    ranks = setup.value_ranks
    unpriced = len(ranks)
    keyed: list[tuple[int, int, Company]] = []
    for company in companies:
        cell = s.cells[company]
        keyed.append((ranks[cell], s.market_order.index(company), company) if cell >= 0 else (unpriced, 0, company))
    keyed.sort()
    return [company for _, _, company in keyed]


def is_token_fixed(setup: Setup, s: State, company: Company) -> bool:
    """Whether the token may not move: before a company floats, it does not in operating rounds (5.3 sidebar)."""
    fixed = setup.options.unfloated_price is UnfloatedPrice.STAYS
    return fixed and s.round == RoundKind.OPERATING and not s.floated[company]


def fall_after_sale(ledger: Ledger, company: Company, units: int, by_president: bool, goes_on: bool) -> None:
    """Move one row down for each share sold, as far as the column goes (5.5).

    V-5.1 counts blocks instead: a sale that continues a block of the same turn moves no further (V-6.2).
    """
    if is_token_fixed(ledger.setup, ledger.state, company):
        return
    option = ledger.setup.options.price_fall
    rows = units
    if (
        option is PriceFall.PER_BLOCK
        or (option is PriceFall.PER_BLOCK_NON_PRESIDENT and not by_president)
        or (option is PriceFall.REFORM and ledger.state.reformed)
    ):
        rows = 0 if goes_on else 1
    market = ledger.setup.title.market
    cell = ledger.state.cells[company]
    for _ in range(rows):
        cell = market.down(cell)
    ledger.move_price(company, cell)


def rise_after_dividend(ledger: Ledger, company: Company, distributed: int) -> None:
    """Move one right, or up at the end of a row (5.5); with V-5.2 only if the dividend reaches the share value."""
    if ledger.setup.options.rise_needs_dividend and distributed < price_of(ledger.setup, ledger.state, company):
        return
    market = ledger.setup.title.market
    cell = ledger.state.cells[company]
    for _ in range(steps_after_dividend(ledger.setup, ledger.state, company, distributed)):
        cell = market.right(cell)
    ledger.move_price(company, cell)


def steps_after_dividend(setup: Setup, s: State, company: Company, distributed: int) -> int:
    """One step; after the reform of S-5 one for each time the dividend covers the share value, from one to four."""
    if setup.options.dividend_rise is DividendRise.ONE or not s.reformed:
        return 1
    return max(1, min(4, distributed // price_of(setup, s, company)))


def fall_without_dividend(ledger: Ledger, company: Company) -> None:
    """Move one left, or down at the start of a row (5.5)."""
    ledger.move_price(company, ledger.setup.title.market.left(ledger.state.cells[company]))


def rise_when_sold_out(ledger: Ledger) -> None:
    """At the end of a stock round each sold-out company rises one row, the highest first (5.5)."""
    s = ledger.state
    sold_out = [
        company
        for company in ledger.setup.all_companies
        if s.cells[company] >= 0 and s.units(company, BANK) == 0 and s.units(company, POOL) == 0
    ]
    for company in in_value_order(ledger.setup, s, sold_out):
        ledger.move_price(company, ledger.setup.title.market.up(s.cells[company]))
