"""The game at a table: positions, actions, undo, log and live stream."""

from typing import Annotated, Literal

import msgspec

from goldenspike.protocol.messages.common import ActionWire, EventWire, Status, Time
from goldenspike.view import Figures, History, View

NewsKind = Literal["hello", "game", "chat", "seats", "undo", "presence"]


class ViewAnswer(msgspec.Struct):
    """What a seat sees of a position."""

    ply: int
    undos: int
    revision: int
    status: Status
    view: View
    figures: Figures
    """Income, liquidity, threats to presidencies, trains about to rust."""
    history: History
    """Revenue of each railroad by operating round; money and wealth of each player by round."""


class OfferInfo(msgspec.Struct):
    """An action with an amount: put the amount chosen into the action's field; `earned` takes a list of one amount."""

    action: ActionWire
    field: Literal["amount", "price", "cost", "earned"]
    least: int
    most: int
    step: int


class LegalAnswer(msgspec.Struct):
    """What a seat may do now."""

    ply: int
    undos: int
    seat: int | None
    actions: list[ActionWire]
    offers: list[OfferInfo]


class HintAnswer(msgspec.Struct):
    """What the baron would do, and why."""

    ply: int
    seat: int
    action: ActionWire
    sentence: str
    why: str


class ActionRequest(msgspec.Struct, forbid_unknown_fields=True):
    """An action for a position. `undos` distinguishes positions that recur after an undo."""

    ply: int
    action: ActionWire
    undos: int | None = None


class WhyRequest(msgspec.Struct, forbid_unknown_fields=True):
    """Ask why an action would be refused."""

    action: ActionWire


class WhyAnswer(msgspec.Struct):
    """Why an action would be refused."""

    allowed: bool
    code: str = ""
    paragraph: str = ""
    sentence: str = ""


class PreviewRequest(msgspec.Struct, forbid_unknown_fields=True):
    """Actions of one's own seat, one after the other, that are tried out and not made."""

    actions: Annotated[list[ActionWire], msgspec.Meta(min_length=1)]


class PreviewAnswer(msgspec.Struct):
    """What would happen, and what the seat would see then."""

    events: list[EventWire]
    lines: list[str]
    view: View


class UndoRequest(msgspec.Struct, forbid_unknown_fields=True):
    """Undo moves, or ask for it."""

    ply: int
    undos: int | None = None
    to_ply: int | None = None


class UndoVote(msgspec.Struct, forbid_unknown_fields=True):
    """An answer to a request to undo."""

    grant: bool
    request: str | None = None
    """The id of the request that is answered: if another one has taken its place, the answer is refused."""


class ChatRequest(msgspec.Struct, forbid_unknown_fields=True):
    """Say something at the table."""

    text: str


class MoveInfo(msgspec.Struct):
    """A move and what it led to, as far as you may know."""

    ply: int
    seat: int
    made_at: Time
    events: list[EventWire]
    lines: list[str]
    by_order: bool = False
    """Whether an order of the seat made the move."""


class EntryInfo(msgspec.Struct):
    """Something in the log that is not a move."""

    id: int
    ply: int
    kind: str
    name: str
    text: str
    made_at: Time


class LogAnswer(msgspec.Struct):
    """What happened at a table, and what was said."""

    moves: list[MoveInfo]
    entries: list[EntryInfo]


class News(msgspec.Struct, frozen=True, omit_defaults=True):
    """A message of the live stream: something changed at the table. Fetch what you need."""

    kind: NewsKind
    revision: int = 0
    """Also the id of the message, by which a client knows what it has missed. 0, and left out, for presence."""
    ply: int = 0
