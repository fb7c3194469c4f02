"""The addresses of people, what they want to be told there, and when they want quiet."""

import asyncio
import hashlib
import hmac
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass

import msgspec
from sqlalchemy import delete, func, insert, select, update

from goldenspike.server.accounts.people import Person
from goldenspike.server.notices.guarded import read_url
from goldenspike.server.notices.hook import new_key
from goldenspike.server.notices.kinds import Channel, Choice
from goldenspike.server.notices.mail_addresses import read_mail_address
from goldenspike.server.notices.push import read_subscription
from goldenspike.server.notices.quiet import MINUTES_A_DAY, NO_QUIET, Quiet, zones
from goldenspike.server.notices.relay import read_relay
from goldenspike.server.problems import Problem, not_found
from goldenspike.server.storage.database import Database, Querying
from goldenspike.server.storage.schema import DeliveryRow, NoticeAddress, QuietHours
from goldenspike.server.storage.tokens import new_id, now

MOST_ADDRESSES = 10
DEFAULT_CHOICES = (Choice.TURN, Choice.OFFER, Choice.OVER, Choice.CLOCK)
_PURPOSES = ("confirm", "stop")


@dataclass(frozen=True, slots=True)
class Address:
    """An address as shown to its owner."""

    id: str
    channel: Channel
    target: str
    secret: str
    choices: frozenset[str]
    is_confirmed: bool
    has_failed: bool
    error: str

    @property
    def label(self) -> str:
        """What the owner recognizes it by. The rest of a URL may be a secret."""
        if self.channel is Channel.MAIL:
            return self.target
        url = msgspec.json.decode(self.target)["endpoint"] if self.channel is Channel.PUSH else self.target
        scheme, _, rest = url.partition("://")
        return (
            f"{scheme}://{rest.partition('/')[0].rpartition('@')[2]}" if self.channel is not Channel.APPRISE else f"{scheme}://…"
        )


class Addresses:
    def __init__(self, database: Database, key: str, channels: Iterable[Channel]) -> None:
        self._database = database
        self._key = key.encode()
        self.channels = frozenset(channels)
        """Those that this installation can use."""

    async def of(self, person: Person) -> list[Address]:
        async with self._database.read() as connection:
            found = await connection.execute(
                select(NoticeAddress.__table__).where(NoticeAddress.person_id == person.id).order_by(NoticeAddress.made_at)
            )
            return [
                Address(
                    row.id,
                    Channel(row.channel),
                    row.target,
                    row.secret,
                    frozenset(row.kinds.split()),
                    row.confirmed_at is not None,
                    row.failed_at is not None,
                    row.error,
                )
                for row in found
            ]

    async def add(self, person: Person, channel: str, text: str, language: str) -> str:
        """Add an address and return its id. An e-mail address gets a message with a link that confirms it."""
        if channel not in self.channels:
            raise Problem(422, "no_such_channel")
        # Apprise imports a hundred modules at its first use.
        target = await asyncio.to_thread(_read, Channel(channel), text)
        if target is None:
            raise Problem(422, "unusable_address")
        new = {
            "id": new_id(16),
            "person_id": person.id,
            "channel": channel,
            "target": target,
            "secret": new_key() if channel == Channel.HOOK else "",
            "kinds": " ".join(DEFAULT_CHOICES),
            "language": language,
            "made_at": now(),
            "confirmed_at": None if channel == Channel.MAIL else now(),
            "error": "",
        }
        own = NoticeAddress.person_id == person.id
        async with self._database.write() as connection:
            known = await connection.execute(
                select(NoticeAddress.id).where(own, NoticeAddress.channel == channel, NoticeAddress.target == target)
            )
            existing = known.scalar_one_or_none()
            if existing is not None:
                return str(existing)
            count = await connection.execute(select(func.count()).select_from(NoticeAddress).where(own))
            if count.scalar_one() >= MOST_ADDRESSES:
                raise Problem(409, "too_many_addresses", most=MOST_ADDRESSES)
            await connection.execute(insert(NoticeAddress).values(new))
            if channel == Channel.MAIL:
                await add_delivery(connection, str(new["id"]), (), "confirm")
        return str(new["id"])

    async def choose(self, person: Person, choices: Mapping[str, Collection[str]]) -> None:
        """What is sent to each address."""
        async with self._database.write() as connection:
            for address_id, chosen in choices.items():
                kinds = " ".join(choice for choice in Choice if choice in chosen)
                await connection.execute(
                    update(NoticeAddress)
                    .where(NoticeAddress.id == address_id, NoticeAddress.person_id == person.id)
                    .values(kinds=kinds)
                )

    async def remove(self, person: Person, address_id: str) -> None:
        async with self._database.write() as connection:
            await connection.execute(
                delete(NoticeAddress).where(NoticeAddress.id == address_id, NoticeAddress.person_id == person.id)
            )

    async def test(self, person: Person, address_id: str) -> None:
        """Send a message, also to an address that has failed: it is used again if the message arrives."""
        async with self._database.write() as connection:
            found = await connection.execute(
                select(NoticeAddress.confirmed_at).where(NoticeAddress.id == address_id, NoticeAddress.person_id == person.id)
            )
            row = found.first()
            if row is None:
                raise not_found("address")
            await add_delivery(connection, address_id, (), "confirm" if row.confirmed_at is None else "test")

    # --- links in messages

    def code(self, purpose: str, address_id: str) -> str:
        """Proves that a link was sent to the address."""
        return hmac.new(self._key, f"{purpose}:{address_id}".encode(), hashlib.sha256).hexdigest()[:32]

    async def follow(self, purpose: str, address_id: str, code: str) -> None:
        """Confirm an address, or stop all messages to it."""
        self.check(purpose, address_id, code)
        async with self._database.write() as connection:
            if purpose == "stop":
                await connection.execute(delete(NoticeAddress).where(NoticeAddress.id == address_id))
                return
            found = await connection.execute(
                update(NoticeAddress)
                .where(NoticeAddress.id == address_id)
                .values(confirmed_at=func.coalesce(NoticeAddress.confirmed_at, now()))
                .returning(NoticeAddress.id)
            )
            if found.first() is None:
                raise not_found("address")

    def check(self, purpose: str, address_id: str, code: str) -> None:
        if purpose not in _PURPOSES or not hmac.compare_digest(self.code(purpose, address_id).encode(), code.encode()):
            raise not_found("address")

    # --- quiet hours

    async def quiet(self, person_id: str) -> Quiet:
        async with self._database.read() as connection:
            found = await connection.execute(
                select(QuietHours.zone, QuietHours.start, QuietHours.end).where(QuietHours.person_id == person_id)
            )
            row = found.first()
        return NO_QUIET if row is None else Quiet(row.zone, row.start, row.end)

    async def set_quiet(self, person: Person, quiet: Quiet) -> None:
        if quiet.zone not in zones() or not all(0 <= minute < MINUTES_A_DAY for minute in (quiet.start, quiet.end)):
            raise Problem(422, "bad_quiet_hours")
        async with self._database.write() as connection:
            await connection.execute(delete(QuietHours).where(QuietHours.person_id == person.id))
            await connection.execute(
                insert(QuietHours).values(person_id=person.id, zone=quiet.zone, start=quiet.start, end=quiet.end)
            )


async def add_delivery(connection: Querying, address_id: str, notices: tuple[int, ...], purpose: str = "notice") -> None:
    time = now()
    await connection.execute(
        insert(DeliveryRow).values(
            id=new_id(20),
            address_id=address_id,
            notices=msgspec.json.encode(notices).decode(),
            purpose=purpose,
            attempts=0,
            made_at=time,
            due_at=time,
            leased_until=0,
        )
    )


def _read(channel: Channel, text: str) -> str | None:
    """The address as it is stored, None if it cannot be one."""
    match channel:
        case Channel.MAIL:
            return read_mail_address(text)
        case Channel.PUSH:
            found = read_subscription(text)
            return None if found is None else msgspec.json.encode(found).decode()
        case Channel.APPRISE:
            return read_relay(text)
        case Channel.HOOK:
            try:
                read_url(text.strip())
            except ValueError:
                return None
            return text.strip() if len(text) <= 1000 else None
