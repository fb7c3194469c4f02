"""The four ways in which the game ends, and the notes that fall due then (Spielende)."""

from goldenspike.core.events import EndReason
from goldenspike.core.holders import NONE, is_player
from goldenspike.core.ledger import Ledger
from goldenspike.core.rules.game_end import market_has_peaked, wealth_of
from goldenspike.core.state import State
from goldenspike.core.title import RoundKind, Setup
from goldenspike.titles.g1862.rules.leaving import repay_notes

MOST_COMPANIES_GONE = 8
LEAST_PLAYERS = 3


def note_endings(ledger: Ledger) -> None:
    """Remember the first reason to end; the set of operating rounds is always finished."""
    s = ledger.state
    if s.ending:
        return
    if s.bank_broken:
        ledger.note_ending(EndReason.BANK)
    elif market_has_peaked(ledger.setup, s):
        ledger.note_ending(EndReason.MARKET_PEAK)
    elif s.closed.count(True) >= MOST_COMPANIES_GONE:
        ledger.note_ending(EndReason.COMPANIES_GONE)
    elif len(s.seating) < LEAST_PLAYERS:
        ledger.note_ending(EndReason.PLAYERS_GONE)


def stands_still(s: State) -> bool:
    """Nobody bought or sold in this stock round, no company operates and no private company pays.

    The book has no ending for a table at which nothing can ever happen again; ours is that it ends.
    """
    operating = any(funded and not closed for funded, closed in zip(s.funded, s.closed, strict=True))
    return s.last_actor == NONE and not operating and not any(is_player(owner) for owner in s.privates)


def settle_notes(ledger: Ledger) -> None:
    """Each company pays its notes from its treasury, then from its director's money.

    For the rest the director is liable with his shares: since prices do not move any more, `final_wealth` takes it off their
    value instead of selling them.
    """
    for company, owed in enumerate(ledger.state.notes):
        if owed:
            repay_notes(ledger, company)


def final_wealth(setup: Setup, s: State, player: int) -> int:
    """Money and shares; when the game is over less the notes for which he is still liable."""
    total = wealth_of(setup, s, player)
    if s.round == RoundKind.OVER and player in s.seating:
        total -= sum(owed for company, owed in enumerate(s.notes) if s.presidents[company] == player != NONE)
    return total
