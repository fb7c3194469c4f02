"""The types of requests and responses."""

from typing import Any

import msgspec

from goldenspike.view import Figures, History, View


class ProblemDocument(msgspec.Struct, omit_defaults=True):
    """RFC 9457, with the code of the reason and the paragraph of the rule book."""

    type: str
    title: str
    status: int
    code: str
    paragraph: str = ""
    facts: dict[str, Any] = {}
    detail: str = ""


class Value(msgspec.Struct):
    name: str
    meaning: str
    help: str


class Exclusion(msgspec.Struct):
    value: str
    other: str
    other_value: str
    reason: str


class Option(msgspec.Struct):
    name: str
    group: str
    rules: list[str]
    meaning: str
    help: str
    values: list[Value]
    excludes: list[Exclusion]
    most: int | None = None
    """The highest value of a numeric option, which starts at 0 and has no list of values."""


class VersionInfo(msgspec.Struct):
    name: str
    players: list[int]
    defaults: dict[str, str]


class TitleInfo(msgspec.Struct):
    name: str
    versions: list[VersionInfo]


class Catalogue(msgspec.Struct):
    titles: list[TitleInfo]
    options: list[Option]
    bots: list[str]


class GuestRequest(msgspec.Struct, forbid_unknown_fields=True):
    name: str
    label: str = ""


class TokenRequest(msgspec.Struct, forbid_unknown_fields=True):
    name: str
    password: str
    label: str = ""


class TokenAnswer(msgspec.Struct):
    token: str


class PersonInfo(msgspec.Struct):
    id: str
    name: str
    is_guest: bool


class SeatInfo(msgspec.Struct):
    number: int
    kind: str
    name: str
    bot: str
    yours: bool
    stand_in: str = ""
    """The bot that plays for an absent person."""


class UndoInfo(msgspec.Struct):
    by: str
    to_ply: int
    waiting_for_you: bool


class StandInInfo(msgspec.Struct):
    """A proposal that a bot plays for an absent person."""

    by: str
    seat: int
    bot: str
    agreed: int
    needed: int


class TableInfo(msgspec.Struct):
    id: str
    name: str
    title: str
    version: str
    options: dict[str, str]
    status: str
    seats: list[SeatInfo]
    ply: int
    undos: int
    revision: int
    waiting_for: list[int]
    undo_request: UndoInfo | None
    invite: str | None
    """Only for players of the table."""
    hints: str = "alone"
    """Who may ask for hints: alone (only where nobody else plays), all or nobody."""
    spectators_talk: bool = False
    """Whether those who only watch may chat."""
    stand_in_request: StandInInfo | None = None


class HintAnswer(msgspec.Struct):
    """What the baron would do, and why."""

    ply: int
    seat: int
    action: dict[str, Any]
    sentence: str
    why: str


class StandInRequest(msgspec.Struct, forbid_unknown_fields=True):
    seat: int
    bot: str


class StandInVote(msgspec.Struct, forbid_unknown_fields=True):
    agree: bool


class SeatWanted(msgspec.Struct, forbid_unknown_fields=True):
    seat: int


class ListedTable(msgspec.Struct):
    id: str
    name: str
    title: str
    version: str
    status: str
    players: list[str]
    open_seats: int
    ply: int


class JoinRequest(msgspec.Struct, forbid_unknown_fields=True):
    """`invite` may be left out at tables that are listed in the lobby."""

    invite: str = ""
    seat: int | None = None


class BotRequest(msgspec.Struct, forbid_unknown_fields=True):
    seat: int
    bot: str


class ViewAnswer(msgspec.Struct):
    ply: int
    undos: int
    revision: int
    status: str
    view: View
    figures: Figures
    """Income, liquidity, threats to presidencies, trains about to rust."""
    history: History
    """Revenue of each railroad by operating round; money and wealth of each player by round."""


class OfferInfo(msgspec.Struct):
    """An action with an amount: put the amount chosen into the action's field `amount` or `price`."""

    action: dict[str, Any]
    field: str
    least: int
    most: int
    step: int


class LegalAnswer(msgspec.Struct):
    ply: int
    undos: int
    seat: int | None
    actions: list[dict[str, Any]]
    offers: list[OfferInfo]


class ActionRequest(msgspec.Struct, forbid_unknown_fields=True):
    """An action for a position. `undos` distinguishes positions that recur after an undo."""

    ply: int
    action: dict[str, Any]
    undos: int | None = None


class WhyRequest(msgspec.Struct, forbid_unknown_fields=True):
    action: dict[str, Any]


class WhyAnswer(msgspec.Struct):
    allowed: bool
    code: str = ""
    paragraph: str = ""
    sentence: str = ""


class UndoRequest(msgspec.Struct, forbid_unknown_fields=True):
    ply: int
    undos: int | None = None
    to_ply: int | None = None


class UndoVote(msgspec.Struct, forbid_unknown_fields=True):
    grant: bool


class ChatRequest(msgspec.Struct, forbid_unknown_fields=True):
    text: str


class MoveInfo(msgspec.Struct):
    ply: int
    seat: int
    made_at: int
    events: list[dict[str, Any]]
    lines: list[str]


class EntryInfo(msgspec.Struct):
    id: int
    ply: int
    kind: str
    name: str
    text: str
    made_at: int


class LogAnswer(msgspec.Struct):
    moves: list[MoveInfo]
    entries: list[EntryInfo]


class Created(msgspec.Struct):
    id: str
    invite: str | None = None


class Position(msgspec.Struct):
    """The position of the table after the request."""

    ply: int
    undos: int
    revision: int
    status: str
    asked: bool = False
    """Whether the others have to agree first (undo)."""
