"""The text on pictures, with English defaults."""

from collections.abc import Callable
from dataclasses import dataclass


def in_dollars(amount: int) -> str:
    return f"${amount:,}"


@dataclass(frozen=True, slots=True, eq=False)
class Words:
    """Text on pictures besides names and numbers. One object for each language: pictures are cached by it."""

    money: Callable[[int], str] = in_dollars
    par: str = "PAR"
    zones: tuple[str, ...] = ("", "par", "yellow", "orange", "brown")
    """Names of the market's zones, in the order of `Zone`."""
    president: str = "President"
    share: str = "share"
    treasury: str = "Treasury"
    revenue: str = "Last revenue"
    trains: str = "Trains"
    stations: str = "Stations"
    shares: str = "Shares"
    offering: str = "Offering"
    pool: str = "Pool"
    price: str = "Price"
    income: str = "Income"
    obsolete: str = "Retired by"
    trade_in: str = "With trade-in"
    any_distance: str = "unlimited"
    left: str = "left"
    board: str = "Board"
    market: str = "Stock market"
    tiles: str = "Tiles"
    unlimited: str = "∞"


ENGLISH = Words()
