"""Companies and players that leave the game (Aktienkurs auf 0, Bankrott eines Spielers)."""

from goldenspike.core import events
from goldenspike.core.events import EndReason, Why
from goldenspike.core.holders import BANK, NOBODY, POOL, POSSIBLE_SHAREHOLDERS, treasury
from goldenspike.core.ids import NO_PLAYER, Company, Player, by_private
from goldenspike.core.interrupts import DebtDue
from goldenspike.core.ledger import Ledger
from goldenspike.core.rules.share_unit import unit_price
from goldenspike.core.rules.train_card import bank_trains, market_trains
from goldenspike.core.rules.train_purchase import money_together, require_discards, start_phase
from goldenspike.core.state import State
from goldenspike.core.title import RoundKind, Setup
from goldenspike.titles.g1862.rules.privates import close_by_bankruptcy


def repay_notes(ledger: Ledger, company: Company) -> int:
    """Pay the notes from the treasury, then from the director's money; returns what is still owed."""
    s = ledger.state
    for payer in (treasury(company), s.presidents[company]):
        amount = min(s.notes[company], s.money[payer])
        if amount > 0:
            ledger.pay(payer, BANK, amount, Why.REPAYMENT)
            ledger.change_notes(company, -amount)
    return s.notes[company]


def close_fallen(ledger: Ledger) -> None:
    """Close a company whose price has reached 0; its director is liable for its notes."""
    setup, s = ledger.setup, ledger.state
    cell = setup.title.market.closed
    if cell not in s.cells:
        return
    for company in setup.all_companies:
        if s.cells[company] == cell:
            director = s.presidents[company]
            owed = repay_notes(ledger, company)
            close_company(ledger, company, director)
            if owed:
                ledger.push_interrupt(DebtDue(director, owed))


def close_company(ledger: Ledger, company: Company, liable: Player = NO_PLAYER) -> None:
    """Remove shares, trains, money and notes from the game; the stations stay as blocks."""
    s = ledger.state
    holder = treasury(company)
    ledger.pay(holder, NOBODY, s.money[holder], Why.CLOSING)
    if s.notes[company]:
        ledger.cancel_notes(company, liable)
    types = len(ledger.setup.title.trains)
    for train in ledger.setup.all_trains:
        if s.trains[holder * types + train]:
            ledger.emit(events.TrainsRetired(train, ledger.retire_trains(train, holder), company))
    for owner in POSSIBLE_SHAREHOLDERS:
        units = s.units(company, owner)
        if units and owner != NOBODY:
            ledger.move_shares(company, owner, NOBODY, units)
    ledger.close_company(company)
    ledger.forget_networks()  # Its routes no longer count (Salt Lake City).


def share_wealth(setup: Setup, s: State, player: Player) -> int:
    return sum(s.units(company, player) * unit_price(setup, s, company) for company in setup.all_companies)


def take_unpaid_train(ledger: Ledger, company: Company) -> int:
    """Give the company the cheapest train for all that company and director have; returns what is still owed."""
    setup, s = ledger.setup, ledger.state
    trains = [(setup.title.trains[train].price, train, BANK) for train in bank_trains(setup, s)]
    trains += [(setup.title.trains[train].price, train, POOL) for train in market_trains(setup, s)]
    price, train, source = min(trains)
    holder = treasury(company)
    paid = money_together(s, company)
    ledger.pay(s.presidents[company], holder, s.money[s.presidents[company]], Why.HELP)
    ledger.pay(holder, BANK, paid, Why.TRAIN)
    ledger.move_train(train, source, holder, paid)
    phase = setup.title.trains[train].phase
    if source == BANK and phase and setup.phase_index[phase] > s.phase:
        start_phase(ledger, setup.phase_index[phase])
    return price - paid


def go_bankrupt(ledger: Ledger, player: Player, debt: int) -> None:
    """Remove a player with his private companies and all companies that he directs.

    Their other shareholders are paid by the bank; what he holds of others' companies goes to the pool, at no change of price
    and above its limit. His result is what his last shares are worth less what he still owes: `debt`, and whatever else
    waits to be paid for companies that have closed.
    """
    setup, s = ledger.setup, ledger.state
    debt += sum(asked.amount for asked in s.pending if isinstance(asked, DebtDue) and asked.player == player)
    result = share_wealth(setup, s, player) - debt
    ledger.emit(events.WentBankrupt(player))
    ledger.pay(player, BANK, s.money[player], Why.BANKRUPTCY)
    for private, owner in by_private(s.privates):
        if owner == player:
            close_by_bankruptcy(ledger, private)
    for company in setup.all_companies:
        if s.presidents[company] == player:
            for other in s.seating:
                if other != player:
                    ledger.pay(BANK, other, s.units(company, other) * unit_price(setup, s, company), Why.COMPENSATION)
            close_company(ledger, company)
        elif s.units(company, player):
            ledger.move_shares(company, player, POOL, s.units(company, player))
    following = s.left_of(player)
    ledger.remove_player(player, result)
    if not s.seating:
        ledger.end_game(EndReason.PLAYERS_GONE)
        return
    if s.round == RoundKind.STOCK and s.turn == player:
        ledger.start_turn(following)
    require_discards(ledger)
