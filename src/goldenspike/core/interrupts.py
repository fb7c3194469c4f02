"""Interrupts: questions that must be answered before play goes on.

State keeps them on a stack; the top one is answered first, by the player it names, on turn or not. The union is closed; a
title's plan names the step that handles each kind.
"""

from typing import Final

from goldenspike.core.frozen import frozen
from goldenspike.core.ids import Company, Hex, Holder, Player, Private, Train


@frozen
class ParPriceNeeded:
    """The par price of a presidency that came with a private company (5.2, T-05)."""

    player: Player
    company: Company


@frozen
class DiscardNeeded:
    """A railroad over the train limit gives up a train (7.6.1)."""

    player: Player
    company: Company


@frozen
class CityNeeded:
    """The city of a station whose hex got its first track (7.2.2, V-7.9)."""

    player: Player
    company: Company
    hex: Hex


@frozen
class HomeNeeded:
    """The city of a railroad's home station (7.3.2, Erie)."""

    player: Player
    company: Company


@frozen
class GroupNeeded:
    """A group of private companies, in the order of the bids (1.3)."""

    player: Player


@frozen
class PrivateOffered:
    """A private company changes hands if `player` agrees (4.1)."""

    player: Player
    private: Private
    seller: Holder
    """A holder."""
    buyer: Holder
    """A holder."""
    price: int
    proposer: Player


@frozen
class TrainOffered:
    """A train changes hands if `player` agrees (7.6)."""

    player: Player
    train: Train
    seller: Company
    buyer: Company
    price: int
    proposer: Player


@frozen
class TokenDrawNeeded:
    """An uncertainty token for the railroad that bought the train (S-5); the player is CHANCE."""

    player: Player
    company: Company


@frozen
class RevenueDrawNeeded:
    """How much of its revenue a railroad earns (S-6); the player is CHANCE."""

    player: Player
    company: Company


@frozen
class DebtDue:
    """The player sells shares to pay the remaining debt of a closed company."""

    player: Player
    amount: int


Interrupt = (
    ParPriceNeeded
    | DiscardNeeded
    | CityNeeded
    | HomeNeeded
    | GroupNeeded
    | PrivateOffered
    | TrainOffered
    | TokenDrawNeeded
    | RevenueDrawNeeded
    | DebtDue
)

OFFERS: Final = (PrivateOffered, TrainOffered)
"""Interrupts that wait for another player's consent."""
