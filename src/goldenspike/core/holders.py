"""Holders of money, shares, trains and private companies, each a small number.

Players come first, then the bank, the pool and the discard, then the companies. One numbering for all property keeps `State`
flat and lets one ledger method move anything between any two holders.
"""

from typing import Final, TypeGuard

from goldenspike.core.ids import Company, Holder, Player

MOST_PLAYERS: Final = 7
BANK: Final = Holder(7)
"""The bank: its money, the initial offering of shares, the unsold trains and private companies."""
POOL: Final = Holder(8)
"""The bank pool: shares sold by players, and the open market of discarded trains."""
NOBODY: Final = Holder(9)
"""Out of the game: closed private companies, scrapped trains."""
FIRST_COMPANY: Final = 10
POSSIBLE_SHAREHOLDERS: Final = tuple([Holder(number) for number in range(FIRST_COMPANY)])
"""All holders but the treasuries; shares that a company holds of itself are NOBODY's."""
CHANCE: Final = Player(Holder(-1))
"""The actor of draws."""


def treasury(company: Company) -> Holder:
    """The holder of what a company owns."""
    return FIRST_COMPANY + company  # type: ignore[return-value]  # calling the type would double the cost


def is_player(holder: Holder) -> TypeGuard[Player]:
    return 0 <= holder < MOST_PLAYERS


def is_company(holder: Holder) -> bool:
    return holder >= FIRST_COMPANY


def company_of_holder(holder: Holder) -> Company:
    return holder - FIRST_COMPANY  # type: ignore[return-value]
