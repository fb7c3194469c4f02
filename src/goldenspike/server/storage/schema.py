"""The tables of the database. Times are milliseconds since 1970, UTC; identifiers are short random words.

Every move keeps the state after it, packed: so opening, looking back and taking back never replay a game, and a rule that
is mended later cannot break one.
"""

from sqlalchemy import BigInteger, Boolean, ForeignKey, Index, Integer, LargeBinary, String, Text, false
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column


class Base(DeclarativeBase):
    pass


class User(Base):
    """A person: a guest has a name, a registered one also a password. A deleted one stays as an empty shell."""

    __tablename__ = "person"

    id: Mapped[str] = mapped_column(String(24), primary_key=True)
    name: Mapped[str] = mapped_column(String(80))
    name_key: Mapped[str | None] = mapped_column(String(160), unique=True)
    """The name without case, for registered people only: their names are their own."""
    password: Mapped[str | None] = mapped_column(String(200))
    language: Mapped[str | None] = mapped_column(String(8))
    created_at: Mapped[int] = mapped_column(BigInteger)
    deleted_at: Mapped[int | None] = mapped_column(BigInteger)


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
    """A table: what is played, by how many, and how far it is."""

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
    status: Mapped[str] = mapped_column(String(8), index=True)
    """waiting, running or over."""
    ply: Mapped[int] = mapped_column(Integer)
    undos: Mapped[int] = mapped_column(Integer)
    """How often something was taken back: together with the ply it names a position."""
    revision: Mapped[int] = mapped_column(Integer)
    """Counts everything that changed at the table, chat included."""
    undo_request: Mapped[str | None] = mapped_column(Text)
    hints: Mapped[str] = mapped_column(String(8), server_default="alone")
    """Who may ask what the baron would do: alone (only where nobody else plays), all or nobody."""
    spectators_talk: Mapped[bool] = mapped_column(Boolean, server_default=false())
    """Whether those who only watch may chat."""
    stand_in_request: Mapped[str | None] = mapped_column(Text)
    created_at: Mapped[int] = mapped_column(BigInteger)
    updated_at: Mapped[int] = mapped_column(BigInteger, index=True)


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
    """Derived, kept only so that a log can be shown without a replay."""
    state: Mapped[bytes] = mapped_column(LargeBinary)
    made_at: Mapped[int] = mapped_column(BigInteger)


class EntryRow(Base):
    """A line of the log that is no move: chat, people coming and going, undo with what was taken back."""

    __tablename__ = "entry"

    id: Mapped[int] = mapped_column(Integer, primary_key=True, autoincrement=True)
    table_id: Mapped[str] = mapped_column(ForeignKey("game.id", ondelete="CASCADE"))
    ply: Mapped[int] = mapped_column(Integer)
    kind: Mapped[str] = mapped_column(String(16))
    seat: Mapped[int | None] = mapped_column(Integer)
    name: Mapped[str] = mapped_column(String(80))
    text: Mapped[str] = mapped_column(Text)
    data: Mapped[str | None] = mapped_column(Text)
    made_at: Mapped[int] = mapped_column(BigInteger)

    __table_args__ = (Index("entry_by_table", "table_id", "id"),)


class AnalysisRow(Base):
    """What was found out about a finished game, as far as it has come."""

    __tablename__ = "analysis"

    table_id: Mapped[str] = mapped_column(ForeignKey("game.id", ondelete="CASCADE"), primary_key=True)
    undos: Mapped[int] = mapped_column(Integer)
    """The undo count of the game that was looked at: after an undo it is another one."""
    data: Mapped[str] = mapped_column(Text)
    is_done: Mapped[bool] = mapped_column(Boolean)
    updated_at: Mapped[int] = mapped_column(BigInteger)
    """Also a sign of life of the process that is at work."""


class Setting(Base):
    """Secrets of this installation that all its processes share."""

    __tablename__ = "setting"

    key: Mapped[str] = mapped_column(String(40), primary_key=True)
    value: Mapped[str] = mapped_column(Text)
