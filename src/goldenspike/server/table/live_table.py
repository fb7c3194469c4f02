"""LiveTable: a table in memory."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import Flag, auto
from secrets import compare_digest
from typing import Any

import msgspec

from goldenspike.core.actions import Action
from goldenspike.core.events import Event
from goldenspike.core.game import Game
from goldenspike.core.ids import Player
from goldenspike.core.state import State
from goldenspike.core.title import Setup
from goldenspike.orders import Standing
from goldenspike.protocol.messages import ClockRule, SeatKind, Status, TimeOut
from goldenspike.server.accounts.people import Person
from goldenspike.server.clocks.reckoning import SeatClock
from goldenspike.server.names import distinct_name
from goldenspike.server.storage.tokens import new_id
from goldenspike.server.table.cached import cached
from goldenspike.text import Context
from goldenspike.view.selling import SalesMemory


class UndoneMove(msgspec.Struct, frozen=True, array_like=True):
    """A move that may be made again."""

    action: str
    """As stored."""
    by_order: bool = False
    automatic: bool = False


Redo = tuple[tuple[UndoneMove, ...], ...]
"""Moves of several undos."""


class Automatic(Flag):
    """What is done for a seat when it has nothing to decide."""

    NONE = 0
    SKIP = auto()
    """Pass over a step of its turn."""
    END = auto()
    """End its turn."""


DEFAULT_AUTOMATIC = Automatic.SKIP | Automatic.END
"""As in most programs for these games."""


@dataclass(frozen=True, slots=True)
class Seat:
    number: Player
    kind: SeatKind
    user_id: str | None
    name: str
    bot: str
    stand_in: str = ""
    """The bot that plays for an absent person."""
    automatic: Automatic = DEFAULT_AUTOMATIC

    @property
    def played_by(self) -> str:
        """The bot that plays this seat now, empty if a person does."""
        return self.bot if self.kind is SeatKind.BOT else self.stand_in


class _NeedsConsent(msgspec.Struct, frozen=True, kw_only=True, tag_field="kind"):
    """What somebody may do only if the others agree. There is one such request at a time."""

    id: str = msgspec.field(default_factory=new_id)
    """Answers name it, so that nobody agrees to another request that has taken its place."""
    user_id: str
    name: str
    granted: tuple[str, ...] = ()
    """Ids of the people who have agreed."""
    reason: str = ""

    @property
    def kind(self) -> str:
        """undo, correction or file."""
        return str(self.__struct_config__.tag)


class RequestToUndo(_NeedsConsent, frozen=True, kw_only=True, tag="undo"):
    to_ply: int


class RequestToCorrect(_NeedsConsent, frozen=True, kw_only=True, tag="correction"):
    """A correction of the books."""

    action: str
    """As stored."""


class RequestForFile(_NeedsConsent, frozen=True, kw_only=True, tag="file"):
    """A download of the game while money is hidden. Once all have agreed, it is possible until the next move."""


ConsentRequest = RequestToUndo | RequestToCorrect | RequestForFile


@dataclass(frozen=True, slots=True)
class UndoTarget:
    """The position that an undo leads to."""

    ply: int
    takes_others: bool
    """Whether it takes back decisions of others as well."""


class StandInRequest(msgspec.Struct, frozen=True):
    """A proposal that a bot plays for an absent person, or a person's request to leave the game for good."""

    name: str
    seat: Player
    bot: str
    granted: tuple[str, ...]
    """Ids of the people in favor, the proposer of a bot first."""
    declined: tuple[str, ...] = ()
    leaves: bool = False
    """Whether the owner of the seat asks to leave."""
    id: str = msgspec.field(default_factory=new_id)
    """Votes name it, so that nobody votes on another request that has taken its place."""


@dataclass(frozen=True, slots=True)
class Move:
    """A log entry: who did what, and what happened."""

    ply: int
    seat: Player
    events: tuple[Event, ...]
    made_at: int
    by_order: bool = False
    automatic: bool = False
    """Whether it was a pass made for the seat, which had nothing to decide."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A log entry that is not a move: chat, undos, players joining and leaving."""

    id: int
    ply: int
    kind: str
    seat: Player | None
    name: str
    text: str
    made_at: int


@dataclass(frozen=True, slots=True)
class AppliedMove:
    """A move, by a seat or by chance."""

    action: Action
    seat: Player
    events: list[Event]
    state: State
    order: Standing | None = None
    """The order that makes it."""
    was_by_order: bool = False
    """Whether an order made it before it was undone; now it is made again."""
    automatic: bool = False
    """Whether it is a pass made for the seat, which has nothing to decide."""

    @property
    def by_order(self) -> bool:
        return self.order is not None or self.was_by_order


@dataclass
class LiveTable:
    """A table at one revision: never changed, but for the log, which is read on first access. The next revision is a copy."""

    id: str
    name: str
    setup: Setup
    options: dict[str, str]
    host_id: str | None
    invite: str
    listed: bool
    status: Status
    seats: tuple[Seat, ...]
    state: State
    ply: int
    undos: int
    revision: int
    undo_request: ConsentRequest | None
    updated_at: int
    hints: str = "alone"
    """Who may ask for hints: alone, all or nobody."""
    spectators_talk: bool = False
    """Whether those who only watch may chat."""
    stand_in_request: StandInRequest | None = None
    redo: Redo = ()
    """Undone moves that may be made again, the last undone ones last; any other move forgets them."""
    lesson: str = ""
    """The lesson that is learned here, empty if none is."""
    moves: list[Move] | None = None
    """The log, read on first access."""
    logs: dict[Any, Any] = field(default_factory=dict)
    """The log as it has been written for readers (see `log_lines`); later positions continue it."""
    sales: SalesMemory = field(default_factory=SalesMemory)
    """What the figures of earlier positions have found out about sales."""
    clock: ClockRule | None = None
    clocks: tuple[SeatClock, ...] = ()
    """Of each seat, if the table has a clock."""

    @cached
    def names(self) -> tuple[str, ...]:
        return tuple(seat.name for seat in self.seats)

    @property
    def path(self) -> str:
        """Where its page is, and under it the addresses of its forms."""
        return f"/t/{self.id}"

    @property
    def player_path(self) -> str:
        """Where those who play find their page: where the map is on the real table, the one for phones."""
        return self.path if self.setup.has_map else f"{self.path}/hand"

    @cached
    def context(self) -> Context:
        """The context for naming things in text."""
        return Context(self.setup, self.names)

    @property
    def game(self) -> Game:
        """A game at the current position, without its history."""
        return Game(self.setup, self.state)

    def controls(self, person: Person | None, number: int) -> bool:
        return number in self.seats_of(person)

    def admits(self, invite: str) -> bool:
        """Whether one may take an open seat: by invitation, or anybody at a table in the lobby that needs a player."""
        if not invite:
            return self.listed and (self.status is Status.WAITING or self.needs_substitute)
        return compare_digest(self.invite.encode(), invite.encode())

    @property
    def needs_substitute(self) -> bool:
        """Whether somebody waits for a seat to be taken over, at a table that chose to look for substitutes."""
        if self.clock is None or self.clock.time_out is TimeOut.STAND_IN:
            return False
        has_open = any(seat.kind is SeatKind.OPEN for seat in self.seats)
        return self.status is Status.RUNNING and has_open and bool(self.people)

    def name_of(self, person: Person) -> str:
        """The name under which a person acts here: that of the seat, otherwise one that nobody at the table has."""
        own = self.seats_of(person)
        for number in own:
            if self.seats[number].kind is SeatKind.PERSON:
                return self.seats[number].name
        return distinct_name(person.name, tuple(seat.name for seat in self.seats if seat.number not in own))

    def seats_of(self, person: Person | None) -> tuple[Player, ...]:
        return self._seats_by_owner.get(person.id, ()) if person is not None else ()

    @cached
    def _seats_by_owner(self) -> dict[str, tuple[Player, ...]]:
        """The seats that each person controls, by the person's id: one's own, and for the host those on the same screen.

        Every page asks several times.
        """
        found: dict[str, tuple[Player, ...]] = {}
        for seat in self.seats:
            owner = self.host_id if seat.kind is SeatKind.LOCAL else seat.user_id if seat.kind is SeatKind.PERSON else None
            if owner is not None:
                found[owner] = (*found.get(owner, ()), seat.number)
        return found

    @cached
    def people(self) -> frozenset[str]:
        """Ids of all people who control a seat."""
        owners = (self.host_id if seat.kind is SeatKind.LOCAL else seat.user_id for seat in self.seats)
        human = (seat.kind in (SeatKind.PERSON, SeatKind.LOCAL) for seat in self.seats)
        return frozenset(owner for owner, is_human in zip(owners, human, strict=True) if is_human and owner is not None)

    @property
    def has_bots(self) -> bool:
        """Whether a bot plays a seat, for good or for somebody who is away."""
        return any(seat.played_by for seat in self.seats)

    def may_keep_books(self, person: Person | None) -> bool:
        """Whether the banker's tools are for this person: among people who can agree, for the host and whoever plays."""
        is_at_table = person is not None and (person.id == self.host_id or bool(self.seats_of(person)))
        return is_at_table and not self.has_bots and not self.lesson

    def has_consent(self, request: ConsentRequest) -> bool:
        """Whether everybody who plays agrees to a request."""
        return self.awake <= {request.user_id, *request.granted}

    def may_take_along(self, person: Person | None) -> bool:
        """Whether everybody has agreed that the people at the table may download the game, hidden money and all."""
        request = self.undo_request
        return isinstance(request, RequestForFile) and self.has_consent(request) and self.may_keep_books(person)

    def owner_of(self, number: int) -> str | None:
        """The person who controls a seat, or would without a stand-in."""
        seat = self.seats[number]
        return self.host_id if seat.kind is SeatKind.LOCAL else seat.user_id

    @property
    def awake(self) -> frozenset[str]:
        """Ids of the people who currently play themselves and therefore vote."""
        return self.people & {self.owner_of(seat.number) for seat in self.seats if not seat.played_by}

    def may_talk(self, person: Person) -> bool:
        return self.spectators_talk or person.id == self.host_id or bool(self.seats_of(person))

    def may_have_hints(self, person: Person | None) -> bool:
        if person is None or not self.seats_of(person) or not self.setup.has_map:
            return False
        return self.hints == "all" or (self.hints == "alone" and self.is_one_screen(person))

    def may_redo(self, person: Person | None) -> bool:
        """Whether this person plays only against bots, or controls all seats whose moves were undone last."""
        if person is None or not self.redo:
            return False
        if self.is_one_screen(person):
            return True
        return all(self.controls(person, msgspec.json.decode(move.action)["player"]) for move in self.redo[-1])

    def is_one_screen(self, person: Person) -> bool:
        """Whether this person plays only against bots, so that undoing is fair."""
        return self.people == {person.id} and not any(seat.kind is SeatKind.OPEN for seat in self.seats)

    @cached
    def actors(self) -> tuple[Player, ...]:
        return self.game.actors if self.status is Status.RUNNING else ()

    def speaking_seat(self, person: Person | None) -> Player | None:
        """The seat whose view a person gets: one that is to move, or else the person's first."""
        own = self.seats_of(person)
        waiting = [seat for seat in self.actors if seat in own and not self.seats[seat].played_by]
        chosen: Iterable[Player] = waiting or own
        return next(iter(chosen), None)
