"""Turns the outbox into deliveries, and delivers them.

Every process runs a worker. Making deliveries of a person's notices and marking these as done is one transaction, so nothing is
lost or made twice. A delivery is leased before each attempt; if the process dies, another takes it over when the lease ends. An
attempt whose outcome was not stored is repeated with the same id, by which receivers recognize it.
"""

import asyncio
import logging
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any, Final

import msgspec
from sqlalchemy import ColumnElement, and_, delete, exists, func, or_, select, update

from goldenspike.protocol.messages import SeatKind, Status
from goldenspike.server.clocks.reckoning import Stage
from goldenspike.server.live.hub import Hub
from goldenspike.server.notices.addresses import Addresses, add_delivery
from goldenspike.server.notices.guarded import DeliveryFailed, networks
from goldenspike.server.notices.hook import send_hook
from goldenspike.server.notices.kinds import Channel, Kind
from goldenspike.server.notices.mail import Mailer
from goldenspike.server.notices.message import Message, Notice, Writer
from goldenspike.server.notices.push import Pusher, load_pusher
from goldenspike.server.notices.relay import Relays
from goldenspike.server.operation.metrics import NOTICES
from goldenspike.server.rare_log import RareLog
from goldenspike.server.settings import Settings
from goldenspike.server.storage.database import DATABASE_TROUBLE, Database, Querying
from goldenspike.server.storage.schema import DeliveryRow, NoticeAddress, OutboxRow, SeatClockRow, SeatRow, TableRow, User
from goldenspike.server.storage.tokens import now
from goldenspike.server.table.live_tables import LiveTables
from goldenspike.server.words import Words

POLL_SECONDS: Final = 1.0
PRESENT_AGAIN: Final = 60_000
"""Milliseconds until it is checked again whether somebody is still looking at the table."""
MOST_AT_ONCE: Final = 8
"""Deliveries on the way by one channel. Users choose the receivers of most, and one that takes its time must not delay mail."""
MOST_OF_ONE: Final = 2
"""Of these to one person."""
MOST_PEOPLE: Final = 20
"""How many people's notices are read in one step, which must not keep others waiting."""
MOST_ATTEMPTS: Final = 7
_GROWTH: Final = 5
_LONGEST_WAIT: Final = 24 * 3600 * 1000
_KEPT: Final = 30 * 24 * 3600 * 1000
_TIDY: Final = 3600 * 1000


@dataclass(frozen=True, slots=True)
class Leased:
    """A delivery that this process tries now."""

    id: str
    address_id: str
    person_id: str
    channel: Channel
    target: str
    secret: str
    language: str
    notices: tuple[int, ...]
    purpose: str
    attempts: int


class NoticeWorker:
    def __init__(self, database: Database, hub: Hub, live: LiveTables, addresses: Addresses, settings: Settings) -> None:
        self._database = database
        self._hub = hub
        self._addresses = addresses
        self._settings = settings
        self._writer = Writer(live, settings.address)
        self._relays = Relays()
        self._private = networks(settings.notice_networks)
        self._mailer = Mailer(settings.mail_server, settings.mail_from) if settings.mail_server else None
        self.pusher: Pusher | None = None
        self._sending: dict[asyncio.Task[None], Leased] = {}
        self._wake = asyncio.Event()
        self._tidied_at = 0
        self._log = RareLog(logging.getLogger(__name__))

    async def start(self) -> None:
        contact = f"mailto:{self._mailer.sender_address}" if self._mailer is not None else self._settings.address
        self.pusher = await load_pusher(self._database, contact)

    async def run(self) -> None:
        """Until cancelled."""
        try:
            while True:
                self._wake.clear()
                try:
                    await self.step()
                except DATABASE_TROUBLE:
                    # Requests report it.
                    pass
                except Exception as error:
                    self._log.warning("notices cannot be delivered: %r", error)
                try:
                    await asyncio.wait_for(self._wake.wait(), POLL_SECONDS)
                except TimeoutError:
                    continue
        finally:
            for task in self._sending:
                task.cancel()

    def wake(self) -> None:
        self._wake.set()

    async def step(self) -> None:
        await self._make_deliveries()
        await self._start_deliveries()
        if now() - self._tidied_at > _TIDY:
            self._tidied_at = now()
            async with self._database.write() as connection:
                await connection.execute(delete(OutboxRow).where(OutboxRow.made_at < now() - _KEPT))

    # --- from the outbox to deliveries

    async def _make_deliveries(self) -> None:
        """For everybody of whom something is due, also of what is due a little later: several tables, one message."""
        time = now()
        due = and_(OutboxRow.done_at.is_(None), OutboxRow.due_at <= time)
        old_enough = OutboxRow.made_at <= time - round(self._settings.notice_delay * 1000)
        async with self._database.read() as connection:
            waiting = await connection.execute(select(OutboxRow.person_id).where(due, old_enough).distinct().limit(MOST_PEOPLE))
            people = [row.person_id for row in waiting]
            if not people:
                return
            found = await _read_notices(connection, and_(due, OutboxRow.person_id.in_(people)))
        for person_id, notices in groupby(sorted(found, key=lambda one: (one.person_id, one.id)), lambda one: one.person_id):
            await self._make_for(person_id, list(notices))
        if len(people) == MOST_PEOPLE:
            self.wake()

    async def _make_for(self, person_id: str, notices: list[Notice]) -> None:
        time = now()
        until = (await self._addresses.quiet(person_id)).until(time)
        done: list[int] = []
        sent: list[Notice] = []
        later: dict[int, int] = {}
        for notice in notices:
            if not notice.is_current:
                done.append(notice.id)
            elif until is not None:
                later[notice.id] = until
            elif person_id not in await self._hub.present(notice.table_id):
                sent.append(notice)
            elif not notice.kind.is_about_turn:
                # The page shows it.
                done.append(notice.id)
            elif time - notice.made_at < self._settings.notice_patience * 1000:
                later[notice.id] = time + PRESENT_AGAIN
            else:
                # A page that was left open must not swallow the notice forever.
                sent.append(notice)
        async with self._database.write() as connection:
            for id, due_at in later.items():
                await connection.execute(update(OutboxRow).where(OutboxRow.id == id).values(due_at=due_at))
            taken = await connection.execute(
                update(OutboxRow)
                .where(OutboxRow.id.in_([*done, *(notice.id for notice in sent)]), OutboxRow.done_at.is_(None))
                .values(done_at=time)
                .returning(OutboxRow.id)
            )
            # What another process has taken meanwhile is not ours.
            ours = {row.id for row in taken}
            await self._add_deliveries(connection, person_id, [notice for notice in sent if notice.id in ours])

    async def _add_deliveries(self, connection: Querying, person_id: str, notices: Sequence[Notice]) -> None:
        if not notices:
            return
        addresses = await connection.execute(
            select(NoticeAddress.id, NoticeAddress.kinds)
            .join(User, User.id == NoticeAddress.person_id)
            .where(
                NoticeAddress.person_id == person_id,
                NoticeAddress.confirmed_at.is_not(None),
                NoticeAddress.failed_at.is_(None),
                User.banned_at.is_(None),
                User.deleted_at.is_(None),
            )
        )
        for address in addresses.all():
            chosen = tuple(notice.id for notice in notices if notice.kind.choice in address.kinds.split())
            if chosen:
                await add_delivery(connection, address.id, chosen)

    # --- deliveries

    async def _start_deliveries(self) -> None:
        for id in await self._next_deliveries():
            leased = await self._lease(id)
            if leased is not None:
                task = asyncio.create_task(self._deliver(leased))
                self._sending[task] = leased
                task.add_done_callback(self._finished)

    async def _next_deliveries(self) -> list[str]:
        """Those that are due the longest, of each channel and each person only a few at once."""
        time = now()
        due = and_(DeliveryRow.due_at <= time, DeliveryRow.leased_until <= time)
        chosen: list[str] = []
        async with self._database.read() as connection:
            channels = await connection.execute(select(NoticeAddress.channel).join(DeliveryRow).where(due).distinct())
            for channel in channels.scalars().all():
                sending = Counter(leased.person_id for leased in self._sending.values() if leased.channel == channel)
                busy = [person_id for person_id, count in sending.items() if count >= MOST_OF_ONE]
                found = await connection.execute(
                    select(DeliveryRow.id, NoticeAddress.person_id)
                    .join(NoticeAddress)
                    .where(due, NoticeAddress.channel == channel, NoticeAddress.person_id.not_in(busy))
                    .order_by(DeliveryRow.due_at)
                    .limit(max(0, MOST_AT_ONCE - sending.total()))
                )
                for row in found:
                    if sending[row.person_id] < MOST_OF_ONE:
                        sending[row.person_id] += 1
                        chosen.append(row.id)
                    else:
                        # Others have the places that this person may not have.
                        self.wake()
        return chosen

    def _finished(self, task: asyncio.Task[None]) -> None:
        self._sending.pop(task, None)
        if not task.cancelled() and task.exception() is not None:
            self._log.warning("a delivery failed: %r", task.exception())
        self.wake()

    async def _lease(self, id: str) -> Leased | None:
        """Take a delivery, unless another process has it."""
        time = now()
        async with self._database.write() as connection:
            taken = await connection.execute(
                update(DeliveryRow)
                .where(DeliveryRow.id == id, DeliveryRow.due_at <= time, DeliveryRow.leased_until <= time)
                .values(leased_until=time + round(self._settings.notice_lease * 1000), attempts=DeliveryRow.attempts + 1)
                .returning(DeliveryRow.address_id, DeliveryRow.notices, DeliveryRow.purpose, DeliveryRow.attempts)
            )
            row = taken.first()
            if row is None:
                return None
            found = await connection.execute(
                select(NoticeAddress.__table__, User.language.label("spoken"))
                .join(User, User.id == NoticeAddress.person_id)
                .where(NoticeAddress.id == row.address_id)
            )
            address = found.mappings().one()
        return Leased(
            id,
            row.address_id,
            address["person_id"],
            Channel(address["channel"]),
            address["target"],
            address["secret"],
            address["spoken"] or address["language"],
            msgspec.json.decode(row.notices, type=tuple[int, ...]),
            row.purpose,
            row.attempts,
        )

    async def _deliver(self, leased: Leased) -> None:
        try:
            message = await self._write(leased)
            if message is not None:
                await self._send(leased, message)
                NOTICES.labels(leased.channel.value, "arrived").inc()
        except DeliveryFailed as error:
            await self._failed(leased, error)
            return
        except DATABASE_TROUBLE:
            raise
        except Exception as error:
            # A fault of this program: the address is not to blame, and the message must not be retried forever.
            self._log.warning("a notice cannot be delivered: %r", error)
            async with self._database.write() as connection:
                await self._try_later(connection, leased)
            return
        async with self._database.write() as connection:
            await connection.execute(delete(DeliveryRow).where(DeliveryRow.id == leased.id))
            if message is not None and leased.purpose != "confirm":
                await connection.execute(
                    update(NoticeAddress).where(NoticeAddress.id == leased.address_id).values(failed_at=None, error="")
                )

    async def _write(self, leased: Leased) -> Message | None:
        """The message; None if nothing in it is still of interest."""
        words = Words(leased.language)
        stop = f"{self._settings.address}/notices/stop/{leased.address_id}/{self._addresses.code('stop', leased.address_id)}"
        settings = f"{self._settings.address}/account/notices"
        if leased.purpose == "confirm":
            code = self._addresses.code("confirm", leased.address_id)
            link = f"{self._settings.address}/notices/confirm/{leased.address_id}/{code}"
            intro = words("notice.confirm_text", link=link)
            return Message(leased.id, words.language, words("notice.confirm_subject"), (), stop, settings, intro)
        if leased.purpose == "test":
            return Message(leased.id, words.language, words("notice.test"), (), stop, settings, words("notice.test_text"))
        async with self._database.read() as connection:
            found = await _read_notices(connection, OutboxRow.id.in_(leased.notices))
        current = [notice for notice in found if notice.is_current]
        items = await self._writer.items(current, words, leased.channel is Channel.MAIL)
        if not items:
            return None
        return Message(leased.id, words.language, self._writer.subject(items, words), items, stop, settings)

    async def _send(self, leased: Leased, message: Message) -> None:
        match leased.channel:
            case Channel.HOOK:
                await send_hook(leased.target, leased.secret, message, self._private)
            case Channel.MAIL if self._mailer is not None:
                await self._mailer.send(leased.target, message)
            case Channel.PUSH if self.pusher is not None:
                await self.pusher.send(leased.target, message, self._private)
            case Channel.APPRISE if Channel.APPRISE in self._addresses.channels:
                await self._relays.send(leased.target, message, self._private)
            case _:
                raise DeliveryFailed("this server no longer offers it")

    async def _failed(self, leased: Leased, error: DeliveryFailed) -> None:
        """Try again later; in the end the address is considered dead, and its owner sees that."""
        async with self._database.write() as connection:
            values: dict[str, Any] = {"error": error.reason[:300]}
            if await self._try_later(connection, leased, error.gone):
                values["failed_at"] = func.coalesce(NoticeAddress.failed_at, now())
            await connection.execute(update(NoticeAddress).where(NoticeAddress.id == leased.address_id).values(values))

    async def _try_later(self, connection: Querying, leased: Leased, gone: bool = False) -> bool:
        """Each time after a longer wait. Returns whether the delivery is given up."""
        gives_up = gone or leased.attempts >= (1 if leased.purpose == "test" else MOST_ATTEMPTS)
        NOTICES.labels(leased.channel.value, "given_up" if gives_up else "failed").inc()
        here = DeliveryRow.id == leased.id
        wait = min(self._settings.notice_retry * 1000 * _GROWTH ** (leased.attempts - 1), _LONGEST_WAIT)
        later = update(DeliveryRow).where(here).values(due_at=now() + round(wait), leased_until=0)
        await connection.execute(delete(DeliveryRow).where(here) if gives_up else later)
        return gives_up


async def _read_notices(connection: Querying, condition: ColumnElement[bool]) -> list[Notice]:
    """Notices, and whether the game still waits for them."""
    owner = or_(
        and_(SeatRow.kind == SeatKind.PERSON.value, SeatRow.user_id == OutboxRow.person_id),
        and_(SeatRow.kind == SeatKind.LOCAL.value, TableRow.host_id == OutboxRow.person_id),
    )
    waits = and_(SeatRow.asked_at == OutboxRow.asked_at, SeatRow.stand_in == "", owner)
    of_seat = and_(SeatClockRow.table_id == OutboxRow.table_id, SeatClockRow.seat == OutboxRow.seat)
    votes = exists().where(of_seat, SeatClockRow.stage == Stage.VOTE.value)
    found = await connection.execute(
        select(
            OutboxRow.id,
            OutboxRow.person_id,
            OutboxRow.table_id,
            OutboxRow.turn,
            OutboxRow.kind,
            OutboxRow.seat,
            OutboxRow.name,
            OutboxRow.text,
            OutboxRow.made_at,
            TableRow.status,
            TableRow.undo_request.is_not(None).label("undo"),
            TableRow.stand_in_request.is_not(None).label("stand_in"),
            func.coalesce(waits, False).label("waits"),
            votes.label("votes"),
        )
        .join(TableRow, TableRow.id == OutboxRow.table_id)
        .outerjoin(SeatRow, and_(SeatRow.table_id == OutboxRow.table_id, SeatRow.number == OutboxRow.seat))
        .where(condition)
        .order_by(OutboxRow.id)
    )
    return [
        Notice(
            row.id,
            row.person_id,
            row.table_id,
            row.turn,
            kind := Kind(row.kind),
            row.seat,
            row.name,
            row.text,
            row.made_at,
            _is_current(kind, row),
        )
        for row in found
    ]


def _is_current(kind: Kind, row: Any) -> bool:
    if kind.is_about_turn:
        return bool(row.waits) and row.status == Status.RUNNING.value
    if kind in (Kind.UNDO, Kind.CORRECTION, Kind.FILE):
        return bool(row.undo)
    if kind is Kind.VOTE:
        return bool(row.votes)
    if kind in (Kind.STAND_IN, Kind.LEAVE):
        return bool(row.stand_in)
    return kind is not Kind.OVER or row.status == Status.OVER.value
