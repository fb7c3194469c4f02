"""What people are told, and where."""

from enum import StrEnum
from typing import Final


class Choice(StrEnum):
    """What a person can choose to be told."""

    TURN = "turn"
    OFFER = "offer"
    OVER = "over"
    CHAT = "chat"
    CLOCK = "clock"
    REPORT = "report"


class Kind(StrEnum):
    """What a notice is about."""

    TURN = "turn"
    NUDGE = "nudge"
    """Another player asks the one whom the game is waiting for to move."""
    OFFER = "offer"
    UNDO = "undo"
    CORRECTION = "correction"
    """Another player asks everybody to agree to a correction of the books."""
    FILE = "file"
    """Another player asks everybody whether the game may be downloaded while money is hidden."""
    STAND_IN = "stand_in"
    LEAVE = "leave"
    """Another player asks to leave the game."""
    OVER = "over"
    CHAT = "chat"
    CLOCK = "clock"
    TIME_OUT = "time_out"
    """One's own time is up."""
    VOTE = "vote"
    """The time of another player is up, and the others vote on what happens."""
    ORDER = "order"
    """An order has stopped."""
    PRICE = "price"
    """Another player has published a price."""
    COUNTER = "counter"
    """An offer was declined by order, with another price."""
    REPORT = "report"
    """A round has ended."""

    @property
    def choice(self) -> Choice:
        return _CHOICES[self]

    @property
    def is_about_turn(self) -> bool:
        """Whether it is out of date as soon as the game no longer waits for the seat."""
        return self in (Kind.TURN, Kind.NUDGE, Kind.OFFER, Kind.CLOCK)


_CHOICES: Final = {
    Kind.TURN: Choice.TURN,
    Kind.NUDGE: Choice.TURN,
    Kind.OFFER: Choice.OFFER,
    Kind.UNDO: Choice.OFFER,
    Kind.CORRECTION: Choice.OFFER,
    Kind.FILE: Choice.OFFER,
    Kind.STAND_IN: Choice.OFFER,
    Kind.LEAVE: Choice.OFFER,
    Kind.OVER: Choice.OVER,
    Kind.CHAT: Choice.CHAT,
    Kind.CLOCK: Choice.CLOCK,
    Kind.TIME_OUT: Choice.CLOCK,
    Kind.VOTE: Choice.OFFER,
    Kind.ORDER: Choice.TURN,
    Kind.PRICE: Choice.OFFER,
    Kind.COUNTER: Choice.OFFER,
    Kind.REPORT: Choice.REPORT,
}


class Channel(StrEnum):
    MAIL = "mail"
    PUSH = "push"
    HOOK = "hook"
    APPRISE = "apprise"
