"""The types of requests and responses of the JSON API. The server and the client share them."""

from enum import StrEnum
from typing import Annotated, Any, Literal

import msgspec

from goldenspike.protocol.orders import Order
from goldenspike.view import Figures, History, View


def _described_by(schema: str) -> msgspec.Meta:
    return msgspec.Meta(extra_json_schema={"$ref": f"#/components/schemas/{schema}"})


ActionWire = Annotated[dict[str, Any], _described_by("Action")]
"""An action with names, as in records; `protocol.schemas` has its schema."""
EventWire = Annotated[dict[str, Any], _described_by("Event")]
Time = Annotated[int, msgspec.Meta(description="Milliseconds since 1970, UTC.")]
NewsKind = Literal["hello", "game", "chat", "seats", "undo", "presence"]


class Status(StrEnum):
    """Of a table."""

    WAITING = "waiting"
    """For players."""
    RUNNING = "running"
    OVER = "over"
    ENDED = "ended"
    """By an operator, before the end of the game."""


class HintPolicy(StrEnum):
    """Who may ask for hints."""

    ALONE = "alone"
    """Everybody, where nobody else plays."""
    ALL = "all"
    NOBODY = "nobody"


class ClockKind(StrEnum):
    """What a clock limits."""

    MOVE = "move"
    """So much time for each turn."""
    BANK = "bank"
    """A time bank for the whole game, with an increment after each turn."""
    ROUND = "round"
    """So much time for all turns of a round."""


class TimeOut(StrEnum):
    """What happens when a player's time is up."""

    STAND_IN = "stand_in"
    """A bot plays until the player returns."""
    VOTE = "vote"
    """The others decide."""
    OPEN = "open"
    """The seat becomes open for a substitute."""


class TimeOutChoice(StrEnum):
    """What the others can vote for."""

    WAIT = "wait"
    """A day more."""
    STAND_IN = "stand_in"
    OPEN = "open"


class ClockRule(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The clock of a table. Whole days of a `move` clock are days on the player's wall clock."""

    kind: ClockKind
    seconds: Annotated[int, msgspec.Meta(ge=60, le=60 * 24 * 3600)]
    """For each turn, for the whole game, or for each round."""
    increment: Annotated[int, msgspec.Meta(ge=0, le=7 * 24 * 3600)] = 0
    """Seconds that a `bank` gains after each turn."""
    time_out: TimeOut = TimeOut.STAND_IN


class SeatKind(StrEnum):
    PERSON = "person"
    LOCAL = "local"
    """Another person at the host's screen."""
    OPEN = "open"
    BOT = "bot"


class Section(StrEnum):
    """The lists of tables, in the order of the lobby."""

    TURN = "turn"
    """Tables that wait for this person, the longest first."""
    MINE = "mine"
    """The person's other tables, most recently changed first."""
    OPEN = "open"
    """Public tables with open seats."""
    WATCH = "watch"
    """Public games in progress."""
    FINISHED = "finished"
    """The person's finished games."""
    ARCHIVE = "archive"
    """The person's archived tables."""


class ProblemDocument(msgspec.Struct, omit_defaults=True):
    """RFC 9457, with the code of the reason and the paragraph of the rule book."""

    type: str
    """Where the code is explained: `/help/problems#CODE`."""
    title: str
    """A sentence in the language of the request."""
    status: int
    code: str
    """Stable; /help/problems lists all."""
    paragraph: str = ""
    facts: dict[str, Any] = {}
    """What the sentence is about, by name."""
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


class RegisterRequest(msgspec.Struct, forbid_unknown_fields=True):
    name: str
    password: str
    label: str = ""
    """What the token is for, shown on the account page."""


class TokenAnswer(msgspec.Struct):
    token: str


class PersonInfo(msgspec.Struct):
    id: str
    name: str
    is_guest: bool


class LoginInfo(msgspec.Struct):
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


class OwnOrder(msgspec.Struct):
    """An order that the person has given at a table."""

    table_id: str
    seat: int
    order: str
    """As JSON."""
    made_at: Time


class Vacation(msgspec.Struct):
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


class SeatInfo(msgspec.Struct):
    number: int
    kind: SeatKind
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
    """A proposal that a bot plays for an absent person, or a player's request to leave the game."""

    by: str
    seat: int
    bot: str
    agreed: int
    needed: int
    leaves: bool = False


class TimeOutVotes(msgspec.Struct):
    """The time of a seat is up, and the others decide: a majority at once, otherwise most votes at `ends_at`."""

    ends_at: Time
    votes: dict[TimeOutChoice, int]
    needed: int
    yours: TimeOutChoice | None = None


class ClockInfo(msgspec.Struct):
    seat: int
    left: int
    """Milliseconds that were left when the clock last started or stopped."""
    deadline: Time | None = None
    """When the time will be up, with the player's days off; null while the clock stands."""
    vote: TimeOutVotes | None = None


class TableInfo(msgspec.Struct):
    id: str
    name: str
    title: str
    version: str
    options: dict[str, str]
    status: Status
    seats: list[SeatInfo]
    ply: int
    undos: int
    revision: int
    waiting_for: list[int]
    undo_request: UndoInfo | None
    invite: str | None
    """Only for players of the table."""
    hints: HintPolicy = HintPolicy.ALONE
    """Who may ask for hints: alone (only where nobody else plays), all or nobody."""
    spectators_talk: bool = False
    """Whether those who only watch may chat."""
    stand_in_request: StandInInfo | None = None
    clock: ClockRule | None = None
    clocks: list[ClockInfo] = []
    """Of each seat, if the table has a clock."""


class HintAnswer(msgspec.Struct):
    """What the baron would do, and why."""

    ply: int
    seat: int
    action: ActionWire
    sentence: str
    why: str


class StandInRequest(msgspec.Struct, forbid_unknown_fields=True):
    seat: int
    bot: str


class TimeOutVote(msgspec.Struct, forbid_unknown_fields=True):
    seat: int
    choice: TimeOutChoice


class StandInVote(msgspec.Struct, forbid_unknown_fields=True):
    agree: bool


class SeatWanted(msgspec.Struct, forbid_unknown_fields=True):
    seat: int


class ListedTable(msgspec.Struct):
    id: str
    name: str
    title: str
    version: str
    status: Status
    players: list[str]
    open_seats: int
    ply: int
    deadline: Time | None = None
    """When the time of a player is up whom the table waits for: the reader's, otherwise the first."""


class TablePage(msgspec.Struct):
    """A page of a list of tables."""

    section: Section
    page: int
    """From 1."""
    pages: int
    total: int
    tables: list[ListedTable]


class SeatRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Who takes the seat: me, local (another person on this screen), open, or bot."""

    kind: Annotated[str, msgspec.Meta(extra_json_schema={"enum": ["me", "local", "open", "bot"]})]
    name: str = ""
    """Of a local player."""
    bot: str = ""
    """Which one: see `bots` of /titles."""


class TableRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A new table."""

    title: str
    seats: list[SeatRequest]
    version: str | None = None
    options: dict[str, str] = {}
    """Those that differ from the version's defaults."""
    name: str = ""
    listed: bool = True
    """Whether the lobby shows the table."""
    hints: Annotated[str, msgspec.Meta(extra_json_schema={"enum": list(HintPolicy)})] = HintPolicy.ALONE
    """Who may ask for hints: alone (only where nobody else plays), all or nobody."""
    spectators_talk: bool = True
    """Whether those who only watch may chat."""
    clock: ClockRule | None = None


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
    ply: int
    undos: int
    seat: int | None
    actions: list[ActionWire]
    offers: list[OfferInfo]


class ActionRequest(msgspec.Struct, forbid_unknown_fields=True):
    """An action for a position. `undos` distinguishes positions that recur after an undo."""

    ply: int
    action: ActionWire
    undos: int | None = None


class WhyRequest(msgspec.Struct, forbid_unknown_fields=True):
    action: ActionWire


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
    made_at: Time
    events: list[EventWire]
    lines: list[str]
    by_order: bool = False
    """Whether an order of the seat made the move."""


class EntryInfo(msgspec.Struct):
    id: int
    ply: int
    kind: str
    name: str
    text: str
    made_at: Time


class LogAnswer(msgspec.Struct):
    moves: list[MoveInfo]
    entries: list[EntryInfo]


class OrderRequest(msgspec.Struct, forbid_unknown_fields=True):
    """An order to give or to look at first."""

    order: Order
    seat: int | None = None
    """One's own seat; null for the first."""


class OrderInfo(msgspec.Struct):
    """An order of one's own."""

    id: str
    seat: int
    order: Order
    sentence: str
    """What it does, in the language of the request."""
    stops: list[str]
    """When it stops, each in words."""
    made_at: Time
    in_force: bool
    why: str = ""
    """Why it has ended: an entry of the stop list, or `done`, `round_over`, `refused` …"""
    reason: str = ""
    """The same in words."""


class OrderPreview(msgspec.Struct):
    """What an order would do, without giving it."""

    sentence: str
    stops: list[str]
    acts_at_once: bool
    """Whether it acts in the present position."""


class PriceInfo(msgspec.Struct):
    """What a player would sell, and the price at which an offer is accepted at once."""

    seat: int
    """Of the seller."""
    price: int
    private: str = ""
    company: str = ""
    """The railroad that owns the train."""
    train: str = ""
    buyer: int | None = None
    """The only player who gets it for that price; null for anybody."""
    text: str = ""
    """The same in words."""


class Created(msgspec.Struct):
    id: str
    invite: str | None = None


class Position(msgspec.Struct):
    """The position of the table after the request."""

    ply: int
    undos: int
    revision: int
    status: Status
    asked: bool = False
    """Whether the others have to agree first (undo)."""


class PreviewRequest(msgspec.Struct, forbid_unknown_fields=True):
    """Actions of one's own seat, one after the other, that are tried out and not made."""

    actions: list[ActionWire]


class PreviewAnswer(msgspec.Struct):
    """What would happen, and what the seat would see then."""

    events: list[EventWire]
    lines: list[str]
    view: View


AmountsByHolder = dict[str, Annotated[int, msgspec.Meta(ge=0, le=1_000_000)]]
PlanMoves = Annotated[list[ActionWire], msgspec.Meta(max_length=200)]
PlanName = Annotated[str, msgspec.Meta(max_length=40)]


class PlanRequest(msgspec.Struct, forbid_unknown_fields=True):
    """Moves to try out, of any player, one after the other from the present position on."""

    name: PlanName = ""
    actions: PlanMoves = []
    assumed: AmountsByHolder = {}
    """Money that is hidden from the seat, by player's number or railroad; what is left out has a usual amount."""
    seat: int | None = None
    """One of one's own; the one that speaks if left out."""


class PlanChange(msgspec.Struct, forbid_unknown_fields=True):
    """What is left out stays as it is."""

    name: PlanName | None = None
    actions: PlanMoves | None = None
    assumed: AmountsByHolder | None = None


class RiskInfo(msgspec.Struct):
    kind: Literal["train", "takeover", "dump"]
    """A train that the railroad cannot pay for, a presidency that others can take, or one that they can leave to the planner."""
    company: str
    amount: int
    """What is missing for the train."""
    purchases: int
    """How many trains the bank sells until it is needed."""
    seat: int | None
    """The other player, who must buy or sell so many `units`."""
    units: int


class OutcomeInfo(msgspec.Struct):
    """What a plan leads to, as far as its seat knows and assumes."""

    money: int
    wealth: list[int]
    """By seat."""
    income: list[int]
    """What the next operating round brings, by seat."""
    risks: list[RiskInfo]


class MisfitInfo(msgspec.Struct):
    """The first move that is not possible in the present position."""

    action: ActionWire
    code: str
    """The reason; `drawn` if chance decides before it."""
    paragraph: str
    title: str


class PlanInfo(msgspec.Struct):
    """A plan at the present position of its table: moves that have been made meanwhile are no longer in it."""

    id: str
    name: str
    seat: int
    ply: int
    undos: int
    actions: list[ActionWire]
    """Those that fit."""
    misfit: MisfitInfo | None
    rest: list[ActionWire]
    """The misfit and what comes after it."""
    to_send: int
    """How many of the actions may be sent now."""
    assumed: dict[str, int]
    outcome: OutcomeInfo


class PlanSent(msgspec.Struct):
    position: Position
    plan: PlanInfo | None
    """What is left of it, None if nothing is."""


class Curve(msgspec.Struct):
    """One player's part in the course of the game."""

    seat: int
    name: str
    wealth: list[int]
    """After each ply, from 0 on."""


class Swing(msgspec.Struct):
    seat: int
    before: float
    """The share of the standing, in percent."""
    after: float


class TurningPoint(msgspec.Struct):
    ply: int
    swings: list[Swing]


class BetterMove(msgspec.Struct):
    """A move that the baron would have made instead, in its opinion."""

    ply: int
    seat: int
    made: ActionWire
    better: ActionWire
    why: str
    gain: int
    scatter: int
    """The standard deviation of the gain."""


class AnalysisAnswer(msgspec.Struct):
    """The analysis of a finished game as far as it has been computed; ask again until `is_done`."""

    is_done: bool
    curves: list[Curve] = []
    turning_points: list[TurningPoint] = []
    better_moves: list[BetterMove] = []


class News(msgspec.Struct, frozen=True, omit_defaults=True):
    """A message of the live stream: something changed at the table. Fetch what you need."""

    kind: NewsKind
    revision: int = 0
    """Also the id of the message, by which a client knows what it has missed. 0, and left out, for presence."""
    ply: int = 0
