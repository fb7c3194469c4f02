"""Accounts, logins and all that is stored about a person."""

from typing import Literal

import msgspec

from goldenspike.protocol.messages.common import ActionWire, Status, Time


class GuestRequest(msgspec.Struct, forbid_unknown_fields=True):
    """Become a guest: only a name is needed."""

    name: str
    label: str = ""


class TokenRequest(msgspec.Struct, forbid_unknown_fields=True):
    """Log in with a password for a token."""

    name: str
    password: str
    label: str = ""


class RegisterRequest(msgspec.Struct, forbid_unknown_fields=True):
    """Register a player with a password."""

    name: str
    password: str
    label: str = ""
    """What the token is for, shown on the account page."""


class TokenAnswer(msgspec.Struct):
    """A token for programs."""

    token: str


class PersonInfo(msgspec.Struct):
    """Who the token speaks for."""

    id: str
    name: str
    is_guest: bool


class LoginInfo(msgspec.Struct):
    """A session of a browser or a token of a program."""

    kind: Literal["web", "api"]
    label: str
    created_at: Time
    expires_at: Time


class OwnTable(msgspec.Struct):
    """Where the person plays or is the host; the record has the moves."""

    id: str
    name: str
    title: str
    status: Status
    created_at: Time


class OwnMessage(msgspec.Struct):
    """Chat, or the reason for an undo or a correction."""

    table_id: str
    text: str
    made_at: Time


class OwnAddress(msgspec.Struct):
    """Where notices are sent."""

    channel: str
    target: str
    kinds: list[str]
    made_at: Time


class OwnQuietHours(msgspec.Struct):
    """In minutes after midnight of a time zone."""

    zone: str
    start: int
    end: int


class OwnPuzzle(msgspec.Struct):
    """A puzzle that the person has tried."""

    puzzle_id: str
    tries: int
    solved_at: Time | None


class OwnLesson(msgspec.Struct):
    """A lesson that the person has begun."""

    lesson: str
    table_id: str | None
    """Where it was begun last, null if it needs no table."""
    started_at: Time
    done_at: Time | None


class OwnOrder(msgspec.Struct):
    """An order that the person has given at a table."""

    table_id: str
    seat: int
    order: str
    """As JSON."""
    made_at: Time


class Vacation(msgspec.Struct):
    """Days on which clocks stand still."""

    first: str
    last: str


class CalendarInfo(msgspec.Struct):
    """When the person's clocks pause."""

    zone: str
    days_off: list[int]
    """Days of the week, Monday is 0."""
    night: list[int] | None
    """From which hour to which hour."""
    vacations: list[Vacation]


class OwnPlan(msgspec.Struct):
    """A plan that you keep at a table."""

    table_id: str
    name: str
    moves: list[ActionWire]
    made_at: Time


class PersonalData(msgspec.Struct):
    """Everything that is stored about a person, except hashes."""

    id: str
    name: str
    is_guest: bool
    language: str | None
    created_at: Time
    logins: list[LoginInfo]
    tables: list[OwnTable]
    messages: list[OwnMessage]
    addresses: list[OwnAddress]
    quiet_hours: OwnQuietHours | None
    puzzles: list[OwnPuzzle]
    calendar: CalendarInfo | None = None
    orders: list[OwnOrder] = []
    plans: list[OwnPlan] = []
    lessons: list[OwnLesson] = []
    removed: list[str] = []
    """Finished games that the person has removed from the list of own tables, by id."""
