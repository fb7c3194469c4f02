"""Private companies: benefits, income and closing (Privatbahnen)."""

from typing import Final

from goldenspike.core.events import Why
from goldenspike.core.holders import BANK, MOST_PLAYERS, is_player
from goldenspike.core.ids import NO_HEX, Company, Player, Private, by_private
from goldenspike.core.interrupts import ParPriceNeeded
from goldenspike.core.ledger import Ledger
from goldenspike.core.reasons import Reason, Refusal
from goldenspike.core.rules.stock_purchase import give_presidency, take_share
from goldenspike.core.state import State
from goldenspike.core.title import Power, Setup
from goldenspike.titles.g1862.companies import BALTIMORE, BO, ERIE, ERIE_HEX, FNY, NHSC, PSC, SOC, SOC_REDUCED_INCOME
from goldenspike.titles.g1862.tiles import ERIE_TILE

BO_MARKER: Final = 0
"""The number of the marker in Baltimore among those that belong to no company."""
ERIE_ROTATION: Final = 1


def take_private(ledger: Ledger, player: Player, private: Private, price: int) -> None:
    """Sell a private company, with the shares, presidency or marker that come with it."""
    setup = ledger.setup
    ledger.pay(player, BANK, price, Why.PRIVATE)
    ledger.move_private(private, player, price)
    card = setup.title.privates[private]
    for name in card.shares:
        take_share(ledger, player, setup.company_index[name], BANK, 1, 0)
    if card.power is Power.PRESIDENCY:
        company = setup.company_index[card.company]
        give_presidency(ledger, player, company, 0)
        ledger.push_interrupt(ParPriceNeeded(player, company))
    if private == BO:
        ledger.place_marker(BO_MARKER, setup.hex_index[BALTIMORE], 0)


def income_of(setup: Setup, s: State, private: Private) -> int:
    """The fixed income; No. 7 pays less once one of its companies is open."""
    card = setup.title.privates[private]
    if private == SOC and any(s.floated[setup.company_index[name]] for name in card.shares):
        return SOC_REDUCED_INCOME
    return card.revenue


def pay_income(ledger: Ledger) -> None:
    s = ledger.state
    for private, owner in by_private(s.privates):
        if is_player(owner):
            ledger.pay(BANK, owner, income_of(ledger.setup, s, private), Why.PRIVATE_INCOME)


def refuse_closing(setup: Setup, s: State, player: Player, private: Private) -> Refusal | None:
    """Why an owner may not close his private company; he may at any time."""
    return None if s.privates[private] == player else Refusal(Reason.NOT_YOUR_PRIVATE, (private,))


def close_at_will(ledger: Ledger, private: Private) -> None:
    """Close a private company: No. 2 by laying its tile; the marker of No. 3 comes off the board."""
    if private == ERIE:
        lay_erie_tile(ledger)
    if private == BO:
        ledger.place_marker(BO_MARKER, NO_HEX, 0)
    ledger.close_private(private)


def close_by_bankruptcy(ledger: Ledger, private: Private) -> None:
    """Close the private companies at the opening: lay the Erie tile if it was not laid; the Baltimore marker stays as a block."""
    if private == ERIE:
        lay_erie_tile(ledger)
    ledger.close_private(private)


def lay_erie_tile(ledger: Ledger) -> None:
    setup = ledger.setup
    tile = setup.tile_index[ERIE_TILE]
    ledger.lay_special_tile(ERIE, setup.hex_index[ERIE_HEX], setup.face_of_tile(tile, ERIE_ROTATION))


def close_after_dividend(ledger: Ledger, company: Company) -> None:
    """No. 5 and No. 6 close when WP and NYC pay their first dividend."""
    for private in (PSC, FNY):
        if ledger.setup.company_index[ledger.setup.title.privates[private].company] == company:
            _close_if_alive(ledger, private)


def close_after_opening(ledger: Ledger) -> None:
    """No. 8 closes when NYH opens, No. 7 when both its companies have."""
    setup, s = ledger.setup, ledger.state
    if s.floated[setup.company_index[setup.title.privates[NHSC].company]]:
        _close_if_alive(ledger, NHSC)
    if all(s.floated[setup.company_index[name]] for name in setup.title.privates[SOC].shares):
        _close_if_alive(ledger, SOC)


def _close_if_alive(ledger: Ledger, private: Private) -> None:
    if 0 <= ledger.state.privates[private] < MOST_PLAYERS:
        ledger.close_private(private)
