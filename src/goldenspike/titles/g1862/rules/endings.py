"""The four ways in which the game ends, and the notes that fall due then (Spielende)."""

from dataclasses import replace

from goldenspike.core.actions import Pass, WithdrawBid
from goldenspike.core.events import EndReason
from goldenspike.core.holders import FIRST_COMPANY, is_player
from goldenspike.core.ids import Player, by_company
from goldenspike.core.ledger import Ledger
from goldenspike.core.rules.game_end import market_has_peaked, wealth_of
from goldenspike.core.state import State
from goldenspike.core.title import Setup
from goldenspike.titles.g1862.rules.leaving import repay_notes

MOST_COMPANIES_GONE = 8
LEAST_PLAYERS = 3
MOST_IDLE_ROUNDS = 3


def note_endings(ledger: Ledger) -> None:
    """Record the first reason to end; the set of operating rounds is always finished."""
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


def stands_still(setup: Setup, s: State) -> bool:
    """Whether the game is stuck at the end of a stock round: nothing can happen any more.

    No company operates and no private company pays, so the next stock round begins just like this one. It is over when
    nobody could have traded, or when nobody did so three times in a row. The book has no ending for this.
    """
    if not s.idle_rounds or any(is_player(owner) for owner in s.privates):
        return False
    if any(funded and not closed for funded, closed in zip(s.funded, s.closed, strict=True)):
        return False
    return s.idle_rounds >= MOST_IDLE_ROUNDS or not any(may_trade(setup, s, player) for player in s.seating)


def may_trade(setup: Setup, s: State, player: Player) -> bool:
    """Whether any player could have done anything but pass in the stock round."""
    step = setup.plan.rounds[s.round][s.step]
    turn = replace(s, turn=player)
    return bool(step.offers(setup, turn, player)) or any(
        not isinstance(action, (Pass, WithdrawBid)) for action in step.legal(setup, turn, player)
    )


def settle_notes(ledger: Ledger) -> None:
    """Pay each company's notes from its treasury, then from its director's money.

    For the rest the director is liable with his shares: since prices do not move any more, `final_wealth` takes it off their
    value instead of selling them.
    """
    for company, owed in by_company(ledger.state.notes):
        if owed:
            repay_notes(ledger, company)


def final_wealth(setup: Setup, s: State, player: Player) -> int:
    """Money and shares, less what the companies that he directs cannot pay of their notes: he is liable for it."""
    total = wealth_of(setup, s, player)
    if player in s.seating:
        for company, owed in by_company(s.notes):
            if owed and s.presidents[company] == player:
                total -= max(0, owed - s.money[FIRST_COMPANY + company])
    return total
