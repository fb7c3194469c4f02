"""The end of the game and who has won (8.0, C-2.5)."""

from goldenspike.core.events import EndReason
from goldenspike.core.ids import NONE, Company, Player, by_company, by_private
from goldenspike.core.ledger import Ledger
from goldenspike.core.options import MarketPeak
from goldenspike.core.rules.receivership import unpaid_loans
from goldenspike.core.rules.share_price import price_of
from goldenspike.core.rules.share_unit import unit_price
from goldenspike.core.state import State
from goldenspike.core.title import Setup


def wealth_of(setup: Setup, s: State, player: Player) -> int:
    """Money, shares at market value, and private companies at face value (8.0); a bankrupt has only his shares (C-2.4)."""
    if player not in s.seating:
        return s.results[player]
    total = s.money[player]
    for company, units in by_company(s.holdings(player)):
        if units:
            total += units * unit_price(setup, s, company)
    is_bankrupt = s.end_reason == EndReason.BANKRUPTCY and player == s.turn
    if setup.title.privates_count and not is_bankrupt:
        total += sum([setup.title.privates[private].price for private, owner in by_private(s.privates) if owner == player])
    return total - unpaid_loans(s, player)


def has_peaked(setup: Setup, s: State, company: Company) -> bool:
    """Whether a company's share stands at the highest value of the market (V-8, S-5)."""
    return price_of(setup, s, company) >= setup.title.market.highest


def note_peak(ledger: Ledger) -> None:
    """Record that the railroad on turn stands at the highest value, even if it drops again in this turn (V-8, S-5)."""
    setup, s = ledger.setup, ledger.state
    if s.operating == NONE or s.ending or setup.options.market_peak_ends is MarketPeak.OFF:
        return
    if has_peaked(setup, s, s.operating):
        ledger.note_peak(s.operating)


def is_last_turn(setup: Setup, s: State) -> bool:
    """Whether the game ends after the railroad's turn, because it has stood at the highest value in it (V-8, S-5)."""
    return setup.options.market_peak_ends is not MarketPeak.OFF and s.ending == EndReason.MARKET_PEAK


def market_has_peaked(setup: Setup, s: State) -> bool:
    return any(has_peaked(setup, s, company) for company in setup.all_companies)
