"""Who may hold money, shares, trains and private companies: one small number for each.

Players come first, then the bank and its two trays, then the companies. One numbering for every kind of property keeps
`State` flat and lets one ledger verb move anything anywhere.
"""

from typing import Final

MOST_PLAYERS: Final = 7
BANK: Final = 7
"""The bank: its money, the initial offering of shares, the unsold trains and private companies."""
POOL: Final = 8
"""The bank pool: shares sold by players, and the open market of discarded trains."""
NOBODY: Final = 9
"""Out of the game: closed private companies, scrapped trains."""
FIRST_COMPANY: Final = 10
CHANCE: Final = -1
"""The actor of actions that are drawn, not chosen."""
NONE: Final = -1
"""No company, no hex, no tile: the absent index."""


def holder_of_company(company: int) -> int:
    return FIRST_COMPANY + company


def is_player(holder: int) -> bool:
    return 0 <= holder < MOST_PLAYERS


def is_company(holder: int) -> bool:
    return holder >= FIRST_COMPANY


def company_of_holder(holder: int) -> int:
    return holder - FIRST_COMPANY
