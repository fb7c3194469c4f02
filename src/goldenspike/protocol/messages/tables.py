"""Tables: what can be played, seats, clocks, and the lists of tables."""

from enum import StrEnum
from typing import Annotated

import msgspec

from goldenspike.protocol.messages.common import ActionWire, Status, Time
from goldenspike.protocol.orders import SeatNumber


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
    """Who plays in a seat."""

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


class Value(msgspec.Struct):
    """A value of an option."""

    name: str
    meaning: str
    help: str


class Exclusion(msgspec.Struct):
    """A value that excludes one of another option."""

    value: str
    other: str
    other_value: str
    reason: str


class Option(msgspec.Struct):
    """An option of a game."""

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
    """A version of a game."""

    name: str
    players: list[int]
    defaults: dict[str, str]


class TitleInfo(msgspec.Struct):
    """A game."""

    name: str
    versions: list[VersionInfo]


class Catalogue(msgspec.Struct):
    """The games, versions, options and bots of this server."""

    titles: list[TitleInfo]
    options: list[Option]
    bots: list[str]


class SeatInfo(msgspec.Struct):
    """A seat at a table."""

    number: int
    kind: SeatKind
    name: str
    bot: str
    yours: bool
    stand_in: str = ""
    """The bot that plays for an absent person."""


class UndoInfo(msgspec.Struct):
    """A request that needs everybody's consent: to undo moves, to correct the books, or to download the game."""

    by: str
    to_ply: int
    waiting_for_you: bool
    reason: str = ""
    id: str = ""
    """Answers may name it (see `UndoVote`)."""
    kind: str = "undo"
    """undo, correction or file: a download of the game while money is hidden."""
    correction: ActionWire | None = None
    """The action that corrects the books; null if something else is asked."""


class StandInInfo(msgspec.Struct):
    """A proposal that a bot plays for an absent person, or a player's request to leave the game."""

    by: str
    seat: int
    bot: str
    agreed: int
    needed: int
    leaves: bool = False
    id: str = ""
    """Votes name it."""


class TimeOutVotes(msgspec.Struct):
    """The time of a seat is up, and the others decide: a majority at once, otherwise most votes at `ends_at`."""

    ends_at: Time
    votes: dict[TimeOutChoice, int]
    needed: int
    yours: TimeOutChoice | None = None


class ClockInfo(msgspec.Struct):
    """The clock of a seat."""

    seat: int
    left: int
    """Milliseconds that were left when the clock last started or stopped."""
    deadline: Time | None = None
    """When the time will be up, with the player's days off; null while the clock stands."""
    vote: TimeOutVotes | None = None


class TableInfo(msgspec.Struct):
    """A table: its seats, options and position."""

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


class StandInRequest(msgspec.Struct, forbid_unknown_fields=True):
    """Propose a bot for an absent player."""

    seat: SeatNumber
    bot: str


class TimeOutVote(msgspec.Struct, forbid_unknown_fields=True):
    """A vote on a player whose time is up."""

    seat: SeatNumber
    choice: TimeOutChoice


class StandInVote(msgspec.Struct, forbid_unknown_fields=True):
    """An answer to a proposal."""

    agree: bool
    request: str | None = None
    """The id of the request that is voted on: if another one has taken its place, the vote is refused."""


class SeatWanted(msgspec.Struct, forbid_unknown_fields=True):
    """A seat of a new table."""

    seat: SeatNumber


class ListedTable(msgspec.Struct):
    """A table in a list."""

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
    seat: SeatNumber | None = None


class BotRequest(msgspec.Struct, forbid_unknown_fields=True):
    """Fill a seat with a bot."""

    seat: SeatNumber
    bot: str
