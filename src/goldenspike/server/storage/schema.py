"""The tables of the database. Times are milliseconds since 1970, UTC; identifiers are short random words.

Each move is stored with the packed state after it, so opening, browsing and undoing never replay a game, and a later rule fix
cannot break a running one.
"""

from typing import Final

from sqlalchemy import BigInteger, Boolean, ForeignKey, Index, Integer, LargeBinary, String, Text, UniqueConstraint, false
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column


class Base(DeclarativeBase):
    pass


class User(Base):
    """A person: a guest has a name, a registered player also a password. Deleted accounts remain as empty rows."""

    __tablename__ = "person"

    id: Mapped[str] = mapped_column(String(24), primary_key=True)
    name: Mapped[str] = mapped_column(String(80))
    name_key: Mapped[str | None] = mapped_column(String(160), unique=True)
    """The case-folded name; only names of registered players are unique."""
    name_look: Mapped[str | None] = mapped_column(String(160), index=True)
    """What the name of a registered player looks like (see `names.skeleton`)."""
    password: Mapped[str | None] = mapped_column(String(200))
    language: Mapped[str | None] = mapped_column(String(8))
    created_at: Mapped[int] = mapped_column(BigInteger)
    deleted_at: Mapped[int | None] = mapped_column(BigInteger)
    is_operator: Mapped[bool] = mapped_column(Boolean, server_default=false())
    """Whether the page for operators is open to this person."""
    banned_at: Mapped[int | None] = mapped_column(BigInteger)


class Login(Base):
    """A browser's session or a program's token; only a hash of the secret is kept."""

    __tablename__ = "login"

    id: Mapped[str] = mapped_column(String(24), primary_key=True)
    token_hash: Mapped[str] = mapped_column(String(64), unique=True)
    user_id: Mapped[str] = mapped_column(ForeignKey("person.id", ondelete="CASCADE"), index=True)
    kind: Mapped[str] = mapped_column(String(8))
    """web or api."""
    label: Mapped[str] = mapped_column(String(80))
    created_at: Mapped[int] = mapped_column(BigInteger)
    expires_at: Mapped[int] = mapped_column(BigInteger)


class TableRow(Base):
    """A table: title, version, options, number of players and current position."""

    __tablename__ = "game"

    id: Mapped[str] = mapped_column(String(24), primary_key=True)
    name: Mapped[str] = mapped_column(String(80))
    title: Mapped[str] = mapped_column(String(16))
    version: Mapped[str] = mapped_column(String(16))
    options: Mapped[str] = mapped_column(Text)
    """All options by name, as JSON: a later change of a version's defaults does not touch a running game."""
    host_id: Mapped[str | None] = mapped_column(ForeignKey("person.id", ondelete="SET NULL"), index=True)
    invite: Mapped[str] = mapped_column(String(40))
    listed: Mapped[bool] = mapped_column(Boolean)
    status: Mapped[str] = mapped_column(String(8))
    """waiting, running, over, or ended by an operator."""
    ply: Mapped[int] = mapped_column(Integer)
    undos: Mapped[int] = mapped_column(Integer)
    """How many undos there were: together with the ply it identifies a position."""
    revision: Mapped[int] = mapped_column(Integer)
    """Counts everything that changed at the table, chat included."""
    undo_request: Mapped[str | None] = mapped_column(Text)
    hints: Mapped[str] = mapped_column(String(8), server_default="alone")
    """Who may ask for hints: alone (only if nobody else plays), all or nobody."""
    spectators_talk: Mapped[bool] = mapped_column(Boolean, server_default=false())
    """Whether those who only watch may chat."""
    stand_in_request: Mapped[str | None] = mapped_column(Text)
    redo: Mapped[str | None] = mapped_column(Text)
    """Undone moves that may be made again, as JSON."""
    lesson: Mapped[str] = mapped_column(String(24), server_default="")
    """The lesson that is learned at the table, empty if none is."""
    clock: Mapped[str | None] = mapped_column(Text)
    """The rule of the clock, as JSON; null if there is none."""
    archived_at: Mapped[int | None] = mapped_column(BigInteger)
    """When the table was archived; any later change takes it back."""
    created_at: Mapped[int] = mapped_column(BigInteger)
    updated_at: Mapped[int] = mapped_column(BigInteger, index=True)

    __table_args__ = (Index("game_public", "status", "listed", "updated_at"),)


class SeatRow(Base):
    __tablename__ = "seat"

    table_id: Mapped[str] = mapped_column(ForeignKey("game.id", ondelete="CASCADE"), primary_key=True)
    number: Mapped[int] = mapped_column(Integer, primary_key=True)
    kind: Mapped[str] = mapped_column(String(8))
    """person, local (at the host's screen), open or bot."""
    user_id: Mapped[str | None] = mapped_column(ForeignKey("person.id", ondelete="SET NULL"), index=True)
    name: Mapped[str] = mapped_column(String(80))
    bot: Mapped[str] = mapped_column(String(24))
    stand_in: Mapped[str] = mapped_column(String(24), server_default="")
    """The bot that plays for an absent person, empty if none does."""
    asked_at: Mapped[int | None] = mapped_column(BigInteger)
    """Since when the game has been waiting for this seat, null if it is not."""
    automatic: Mapped[int] = mapped_column(Integer, server_default="3")
    """What is done for the seat when it has nothing to decide: 1 skips steps, 2 ends turns."""


class SeatClockRow(Base):
    """The clock of a seat (see `clocks.reckoning.SeatClock`), at tables that have one."""

    __tablename__ = "seat_clock"

    table_id: Mapped[str] = mapped_column(ForeignKey("game.id", ondelete="CASCADE"), primary_key=True)
    seat: Mapped[int] = mapped_column(Integer, primary_key=True)
    left: Mapped[int] = mapped_column(BigInteger)
    since: Mapped[int | None] = mapped_column(BigInteger)
    deadline: Mapped[int | None] = mapped_column(BigInteger)
    low_at: Mapped[int | None] = mapped_column(BigInteger)
    stopped: Mapped[int | None] = mapped_column(BigInteger)
    turn: Mapped[str] = mapped_column(String(40))
    round: Mapped[str] = mapped_column(String(40))
    stage: Mapped[str] = mapped_column(String(8))
    votes: Mapped[str] = mapped_column(Text)
    """As JSON."""
    due_at: Mapped[int | None] = mapped_column(BigInteger, index=True)
    """When something has to be done about it: the sweep looks for what is due."""


class CalendarRow(Base):
    """When the clocks of a person pause."""

    __tablename__ = "calendar"

    user_id: Mapped[str] = mapped_column(ForeignKey("person.id", ondelete="CASCADE"), primary_key=True)
    zone: Mapped[str] = mapped_column(String(64))
    days_off: Mapped[int] = mapped_column(Integer)
    """A bit for each day of the week, Monday is 1."""
    night_from: Mapped[int | None] = mapped_column(Integer)
    night_to: Mapped[int | None] = mapped_column(Integer)
    set_at: Mapped[int | None] = mapped_column(BigInteger)
    """When all that was last chosen."""


class VacationRow(Base):
    __tablename__ = "vacation"

    user_id: Mapped[str] = mapped_column(ForeignKey("person.id", ondelete="CASCADE"), primary_key=True)
    first: Mapped[str] = mapped_column(String(10), primary_key=True)
    """The first day, as an ISO date in the person's time zone."""
    last: Mapped[str] = mapped_column(String(10))


class MoveRow(Base):
    """An accepted action, what happened, and the packed state after it."""

    __tablename__ = "move"

    table_id: Mapped[str] = mapped_column(ForeignKey("game.id", ondelete="CASCADE"), primary_key=True)
    ply: Mapped[int] = mapped_column(Integer, primary_key=True)
    """The first move has ply 1: the ply after it."""
    seat: Mapped[int] = mapped_column(Integer)
    """-1 for chance."""
    user_id: Mapped[str | None] = mapped_column(String(24))
    action: Mapped[str] = mapped_column(Text)
    events: Mapped[str] = mapped_column(Text)
    """Derived; stored so that the log can be shown without a replay."""
    state: Mapped[bytes] = mapped_column(LargeBinary)
    made_at: Mapped[int] = mapped_column(BigInteger)
    by_order: Mapped[bool] = mapped_column(Boolean, server_default=false())
    """Whether an order of the seat made it."""
    automatic: Mapped[bool] = mapped_column(Boolean, server_default=false())
    """Whether it was a pass made for the seat, which had nothing to decide."""


class OrderRow(Base):
    """A standing instruction of a seat. Only its owner knows of it, unless it is a public price."""

    __tablename__ = "seat_order"

    id: Mapped[str] = mapped_column(String(24), primary_key=True)
    table_id: Mapped[str] = mapped_column(ForeignKey("game.id", ondelete="CASCADE"))
    seat: Mapped[int] = mapped_column(Integer)
    user_id: Mapped[str] = mapped_column(ForeignKey("person.id", ondelete="CASCADE"), index=True)
    """Who gave it; it is void once somebody else has the seat."""
    data: Mapped[str] = mapped_column(Text)
    """The order as JSON, see `protocol.orders`."""
    made_at: Mapped[int] = mapped_column(BigInteger)
    made_ply: Mapped[int] = mapped_column(Integer)
    ended_at: Mapped[int | None] = mapped_column(BigInteger)
    """Null while it is in force."""
    ended_ply: Mapped[int | None] = mapped_column(Integer)
    """The position in which it ended: an undo to an earlier one puts it in force again."""
    why: Mapped[str] = mapped_column(String(16))
    """Why it ended: an entry of its stop list or an `Ending`; empty while it is in force."""
    refusal: Mapped[str] = mapped_column(Text)
    """The reason of the rules with its facts, as JSON; empty if they allowed everything."""

    __table_args__ = (Index("seat_order_by_table", "table_id", "ended_at"),)


WRITTEN: Final = ("chat", "reason")
"""The kinds of entries whose text somebody has written."""
NAMELESS: Final = (*WRITTEN, "undo", "redo", "for_sale", "counter")
"""The kinds of entries whose text is not a name: it may also be a number of moves or a price."""


class EntryRow(Base):
    """A log entry that is not a move: chat, players joining and leaving, undos with the undone moves."""

    __tablename__ = "entry"

    id: Mapped[int] = mapped_column(Integer, primary_key=True, autoincrement=True)
    table_id: Mapped[str] = mapped_column(ForeignKey("game.id", ondelete="CASCADE"))
    ply: Mapped[int] = mapped_column(Integer)
    kind: Mapped[str] = mapped_column(String(16))
    seat: Mapped[int | None] = mapped_column(Integer)
    name: Mapped[str] = mapped_column(String(80))
    text: Mapped[str] = mapped_column(Text)
    user_id: Mapped[str | None] = mapped_column(String(24), index=True)
    """Who wrote, joined or left; unknown for other entries and for old ones."""
    data: Mapped[str | None] = mapped_column(Text)
    made_at: Mapped[int] = mapped_column(BigInteger)

    __table_args__ = (Index("entry_by_table", "table_id", "id"),)


class PlanRow(Base):
    """Moves that a person tries out at a table; nobody else sees them."""

    __tablename__ = "plan"

    id: Mapped[str] = mapped_column(String(24), primary_key=True)
    table_id: Mapped[str] = mapped_column(ForeignKey("game.id", ondelete="CASCADE"), index=True)
    user_id: Mapped[str] = mapped_column(ForeignKey("person.id", ondelete="CASCADE"))
    seat: Mapped[int] = mapped_column(Integer)
    name: Mapped[str] = mapped_column(String(40))
    ply: Mapped[int] = mapped_column(Integer)
    """The position at which the moves begin."""
    undos: Mapped[int] = mapped_column(Integer)
    moves: Mapped[str] = mapped_column(Text)
    """A JSON array of actions."""
    assumed: Mapped[str] = mapped_column(Text)
    """Money that is hidden from the seat, as JSON by player's number or railroad."""
    made_at: Mapped[int] = mapped_column(BigInteger)

    __table_args__ = (Index("plan_by_person", "user_id", "table_id"),)


class RemovedRow(Base):
    """A finished game that a person has removed from the list of their tables."""

    __tablename__ = "removed"

    user_id: Mapped[str] = mapped_column(ForeignKey("person.id", ondelete="CASCADE"), primary_key=True)
    table_id: Mapped[str] = mapped_column(ForeignKey("game.id", ondelete="CASCADE"), primary_key=True)


class LearnProgress(Base):
    """How far a person has come with a lesson."""

    __tablename__ = "learn_progress"

    user_id: Mapped[str] = mapped_column(ForeignKey("person.id", ondelete="CASCADE"), primary_key=True)
    lesson: Mapped[str] = mapped_column(String(24), primary_key=True)
    table_id: Mapped[str | None] = mapped_column(ForeignKey("game.id", ondelete="SET NULL"), index=True)
    """The table where it was begun last, null if it needs none."""
    started_at: Mapped[int] = mapped_column(BigInteger)
    done_at: Mapped[int | None] = mapped_column(BigInteger)


class AnalysisRow(Base):
    """The analysis of a finished game, as far as it has been computed."""

    __tablename__ = "analysis"

    table_id: Mapped[str] = mapped_column(ForeignKey("game.id", ondelete="CASCADE"), primary_key=True)
    undos: Mapped[int] = mapped_column(Integer)
    """The undo count of the analyzed game: an undo changes the game."""
    data: Mapped[str] = mapped_column(Text)
    is_done: Mapped[bool] = mapped_column(Boolean)
    updated_at: Mapped[int] = mapped_column(BigInteger)
    """Also a heartbeat of the process working on it."""


class AddressBan(Base):
    """A network from which no requests are accepted."""

    __tablename__ = "address_ban"

    network: Mapped[str] = mapped_column(String(64), primary_key=True)
    made_at: Mapped[int] = mapped_column(BigInteger)


class OperatorAct(Base):
    """What an operator did. Every process follows this log, since the command line cannot reach the processes directly."""

    __tablename__ = "operator_act"

    id: Mapped[int] = mapped_column(Integer, primary_key=True, autoincrement=True)
    made_at: Mapped[int] = mapped_column(BigInteger)
    operator_id: Mapped[str | None] = mapped_column(String(24))
    """Null for the command line."""
    kind: Mapped[str] = mapped_column(String(24))
    person_id: Mapped[str | None] = mapped_column(String(24))
    table_id: Mapped[str | None] = mapped_column(String(24))
    detail: Mapped[str] = mapped_column(Text)


class ReceiptRow(Base):
    """The answer to an action that was sent with an idempotency key."""

    __tablename__ = "receipt"

    user_id: Mapped[str] = mapped_column(ForeignKey("person.id", ondelete="CASCADE"), primary_key=True)
    key: Mapped[str] = mapped_column(String(64), primary_key=True)
    request_hash: Mapped[str] = mapped_column(String(64))
    answer: Mapped[str] = mapped_column(Text)
    made_at: Mapped[int] = mapped_column(BigInteger, index=True)


class NoticeAddress(Base):
    """Where a person wants to be told that a game waits: an e-mail address, a browser, a webhook or another service."""

    __tablename__ = "notice_address"

    id: Mapped[str] = mapped_column(String(24), primary_key=True)
    person_id: Mapped[str] = mapped_column(ForeignKey("person.id", ondelete="CASCADE"), index=True)
    channel: Mapped[str] = mapped_column(String(8))
    """mail, push, hook or apprise."""
    target: Mapped[str] = mapped_column(Text)
    """The address: for browsers the subscription as JSON, otherwise an e-mail address or URL."""
    secret: Mapped[str] = mapped_column(String(80))
    """The key that signs webhooks."""
    kinds: Mapped[str] = mapped_column(String(80))
    """What is sent there, separated by spaces."""
    language: Mapped[str] = mapped_column(String(8))
    made_at: Mapped[int] = mapped_column(BigInteger)
    confirmed_at: Mapped[int | None] = mapped_column(BigInteger)
    failed_at: Mapped[int | None] = mapped_column(BigInteger)
    """Since when nothing is sent there because it did not arrive."""
    error: Mapped[str] = mapped_column(Text)
    """Why the last attempt failed, empty if it did not."""


class QuietHours(Base):
    """When a person gets no notices, in minutes after midnight of a time zone."""

    __tablename__ = "quiet_hours"

    person_id: Mapped[str] = mapped_column(ForeignKey("person.id", ondelete="CASCADE"), primary_key=True)
    zone: Mapped[str] = mapped_column(String(64))
    start: Mapped[int] = mapped_column(Integer)
    end: Mapped[int] = mapped_column(Integer)


class OutboxRow(Base):
    """Something to tell a person, written in the transaction of the change that it is about."""

    __tablename__ = "outbox"

    id: Mapped[int] = mapped_column(Integer, primary_key=True, autoincrement=True)
    person_id: Mapped[str] = mapped_column(ForeignKey("person.id", ondelete="CASCADE"))
    table_id: Mapped[str] = mapped_column(ForeignKey("game.id", ondelete="CASCADE"), index=True)
    turn: Mapped[str] = mapped_column(String(40))
    """What the notice is about, within the table: the position at which the game began to wait, a message, a request."""
    kind: Mapped[str] = mapped_column(String(8))
    seat: Mapped[int | None] = mapped_column(Integer)
    asked_at: Mapped[int | None] = mapped_column(BigInteger)
    """Since when the game has been waiting for the seat; the notice is out of date once the seat has another time."""
    name: Mapped[str] = mapped_column(String(80))
    """Who wrote or asks."""
    text: Mapped[str] = mapped_column(Text)
    made_at: Mapped[int] = mapped_column(BigInteger)
    due_at: Mapped[int] = mapped_column(BigInteger)
    done_at: Mapped[int | None] = mapped_column(BigInteger)
    """When deliveries were made of it, or it was dropped."""

    __table_args__ = (
        UniqueConstraint("person_id", "table_id", "turn", "kind", name="outbox_once"),
        Index("outbox_due", "done_at", "due_at"),
    )


class DeliveryRow(Base):
    """A message to one address, until it has arrived or is given up."""

    __tablename__ = "delivery"

    id: Mapped[str] = mapped_column(String(24), primary_key=True)
    address_id: Mapped[str] = mapped_column(ForeignKey("notice_address.id", ondelete="CASCADE"), index=True)
    notices: Mapped[str] = mapped_column(Text)
    """Ids of rows of the outbox, as JSON; none in a message that confirms or tests an address."""
    purpose: Mapped[str] = mapped_column(String(8))
    """notice, confirm or test."""
    attempts: Mapped[int] = mapped_column(Integer)
    made_at: Mapped[int] = mapped_column(BigInteger)
    due_at: Mapped[int] = mapped_column(BigInteger, index=True)
    leased_until: Mapped[int] = mapped_column(BigInteger)
    """Until when one process tries to deliver it."""


class PuzzleRow(Base):
    """A puzzle that a person has tried."""

    __tablename__ = "puzzle"

    user_id: Mapped[str] = mapped_column(ForeignKey("person.id", ondelete="CASCADE"), primary_key=True)
    puzzle_id: Mapped[str] = mapped_column(String(24), primary_key=True)
    tries: Mapped[int] = mapped_column(Integer)
    """Answers until it was solved, the right one included."""
    solved_at: Mapped[int | None] = mapped_column(BigInteger)


class Setting(Base):
    """Secrets of this installation that all its processes share, and when it was last found ready to write (`checked_at`)."""

    __tablename__ = "setting"

    key: Mapped[str] = mapped_column(String(40), primary_key=True)
    value: Mapped[str] = mapped_column(Text)
