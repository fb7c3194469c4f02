"""Guests, registration, logging in and out, and deleting accounts."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Any

import msgspec
from sqlalchemy import bindparam, delete, func, insert, or_, select, update
from sqlalchemy.exc import IntegrityError

from goldenspike.protocol.messages import (
    LoginInfo,
    OwnAddress,
    OwnLesson,
    OwnMessage,
    OwnOrder,
    OwnPlan,
    OwnPuzzle,
    OwnQuietHours,
    OwnTable,
    PersonalData,
)
from goldenspike.server.accounts.hashing import LONGEST_PASSWORD, Hasher
from goldenspike.server.accounts.passwords import contains_name, is_common
from goldenspike.server.accounts.people import Person
from goldenspike.server.clocks.calendars import delete_calendar, describe_calendar, read_calendars
from goldenspike.server.names import LONGEST_NAME, clean_name, imitates_bot, skeleton
from goldenspike.server.problems import Problem
from goldenspike.server.storage.database import Database, Querying
from goldenspike.server.storage.schema import (
    WRITTEN,
    EntryRow,
    LearnProgress,
    Login,
    NoticeAddress,
    OrderRow,
    OutboxRow,
    PlanRow,
    PuzzleRow,
    QuietHours,
    ReceiptRow,
    RemovedRow,
    SeatRow,
    TableRow,
    User,
)
from goldenspike.server.storage.tokens import hash_of, new_id, new_secret, now

SESSION_DAYS = 90
TOKEN_DAYS = 365
SHORTEST_PASSWORD = 8
MOST_TOKENS = 20
_DAY = 24 * 3600 * 1000


# Runs with every request, so it is built once.
_FIND = (
    select(Login.id.label("login_id"), User.id, User.name, User.password, User.language, User.is_operator, User.banned_at)
    .join(User, User.id == Login.user_id)
    .where(Login.token_hash == bindparam("token"), Login.kind == bindparam("of_kind"), Login.expires_at > bindparam("time"))
    .where(User.deleted_at.is_(None))
)


@dataclass(frozen=True, slots=True)
class Token:
    """An API token as shown to its owner, without the secret."""

    id: str
    label: str
    created_at: int


class Accounts:
    def __init__(self, database: Database) -> None:
        self._database = database
        self._hasher = Hasher()
        self.forget_at_tables: Callable[[Person], Awaitable[None]] = _forget_nothing
        """Removes a person whose account is being deleted from all tables."""

    # --- logging in

    async def guest(self, name: str, language: str | None = None, kind: str = "web", label: str = "") -> str:
        """Create a guest; returns the secret of the session."""
        shown = self._name(name)
        async with self._database.read() as connection:
            await self._check_free(connection, shown)
        user_id = new_id(12)
        async with self._database.write() as connection:
            await connection.execute(insert(User).values(id=user_id, name=shown, language=language, created_at=now()))
        return await self._log_in(user_id, kind, label)

    async def register(self, name: str, password: str, person: Person | None, kind: str = "web", label: str = "") -> str:
        """Register a name. A guest who registers keeps all seats; earlier logins end, in case somebody else knows one."""
        shown = self._name(name)
        hashed = await self._hash(password, shown)
        if person is not None and not person.is_guest:
            raise Problem(409, "already_registered")
        user_id = person.id if person is not None else new_id(12)
        values = {**_owned(shown), "password": hashed}
        try:
            async with self._database.write() as connection:
                await self._check_free(connection, shown)
                await connection.execute(delete(Login).where(Login.user_id == user_id))
                if person is None:
                    await connection.execute(insert(User).values(id=user_id, created_at=now(), **values))
                else:
                    await self._promote(connection, user_id, values)
        except IntegrityError:
            raise Problem(409, "name_taken", name=shown) from None
        return await self._log_in(user_id, kind, label)

    async def _promote(self, connection: Querying, guest_id: str, values: dict[str, Any]) -> None:
        """Hashing takes long enough for another request to have registered the guest, or deleted the account."""
        guest = update(User).where(User.id == guest_id, User.password.is_(None), User.deleted_at.is_(None))
        if (await connection.execute(guest.values(**values).returning(User.id))).first() is None:
            raise Problem(409, "already_registered")

    async def log_in(self, name: str, password: str, kind: str = "web", label: str = "") -> str:
        async with self._database.read() as connection:
            found = await connection.execute(
                select(User.id, User.password, User.banned_at).where(User.name_key.in_(_keys(name)), User.deleted_at.is_(None))
            )
            row = found.first()
        # An unknown name takes as long as a wrong password.
        right = await self._hasher.is_right(row.password if row is not None else None, password)
        if row is None or not right:
            raise Problem(403, "wrong_name_or_password")
        if row.banned_at is not None:
            raise Problem(403, "banned")
        if kind == "api":
            await self._check_tokens(row.id)
        return await self._log_in(row.id, kind, label, row.password)

    async def _log_in(self, user_id: str, kind: str, label: str, verified: str | None = None) -> str:
        """With a hash that was `verified`, it must still be that of the password: logins with an earlier one have ended."""
        secret = new_secret()
        days = SESSION_DAYS if kind == "web" else TOKEN_DAYS
        async with self._database.write() as connection:
            if verified is not None:
                # Updated, not only read, so that a change at the same time in another process waits.
                same = update(User).where(User.id == user_id, User.password == verified).values(password=verified)
                if (await connection.execute(same.returning(User.id))).first() is None:
                    raise Problem(403, "wrong_name_or_password")
            await connection.execute(
                insert(Login).values(
                    id=new_id(12),
                    token_hash=hash_of(secret),
                    user_id=user_id,
                    kind=kind,
                    label=clean_name(label),
                    created_at=now(),
                    expires_at=now() + days * _DAY,
                )
            )
        return secret

    async def find(self, secret: str, kind: str) -> Person | None:
        """The person to whom a session or token belongs."""
        row = await self._database.first(_FIND, {"token": hash_of(secret), "of_kind": kind, "time": now()})
        return None if row is None else _person(row)

    # --- logging out

    async def log_out(self, person: Person) -> None:
        async with self._database.write() as connection:
            await connection.execute(delete(Login).where(Login.id == person.login_id))

    async def log_out_everywhere(self, person: Person, tokens_too: bool = True) -> None:
        statement = delete(Login).where(Login.user_id == person.id)
        if not tokens_too:
            statement = statement.where(Login.kind == "web")
        async with self._database.write() as connection:
            await connection.execute(statement)

    # --- changing

    async def change_password(self, person: Person, old: str, new: str) -> str:
        """Change the password and end all other sessions; returns the secret of a new one."""
        verified = await self._require_password(person, old)
        hashed = await self._hash(new, person.name)
        async with self._database.write() as connection:
            same = update(User).where(User.id == person.id, User.password == verified).values(password=hashed)
            if (await connection.execute(same.returning(User.id))).first() is None:
                # An operator, say, has changed it meanwhile.
                raise Problem(403, "wrong_password")
            await connection.execute(delete(Login).where(Login.user_id == person.id))
        return await self._log_in(person.id, "web", "")

    async def reset_password(self, person: Person) -> str:
        """Set a random password and end all sessions and tokens; returns the password."""
        password = "-".join(new_id(5) for _ in range(3))
        hashed = await self._hash(password, person.name)
        async with self._database.write() as connection:
            await connection.execute(update(User).where(User.id == person.id).values(password=hashed))
            await connection.execute(delete(Login).where(Login.user_id == person.id))
        return password

    async def rename(self, person: Person, name: str) -> None:
        """Change the name; seats already taken keep the old one."""
        shown = self._name(name)
        values = {"name": shown} if person.is_guest else _owned(shown)
        try:
            async with self._database.write() as connection:
                await self._check_free(connection, shown, person)
                here = (User.id == person.id) & User.deleted_at.is_(None)
                await connection.execute(update(User).where(here).values(**values))
        except IntegrityError:
            raise Problem(409, "name_taken", name=shown) from None

    async def speak(self, person: Person, language: str) -> None:
        async with self._database.write() as connection:
            await connection.execute(update(User).where(User.id == person.id).values(language=language))

    async def delete(self, person: Person, password: str) -> None:
        """Delete the account: seats become open, logins end, the name becomes available; messages go, moves stay."""
        if not person.is_guest:
            await self._require_password(person, password)
        await self.forget_at_tables(person)
        async with self._database.write() as connection:
            await connection.execute(delete(Login).where(Login.user_id == person.id))
            for notes in (NoticeAddress, QuietHours, OutboxRow):
                await connection.execute(delete(notes).where(notes.person_id == person.id))
            for own in (PuzzleRow, OrderRow, PlanRow, LearnProgress, RemovedRow, ReceiptRow):
                await connection.execute(delete(own).where(own.user_id == person.id))
            await delete_calendar(connection, person.id)
            await connection.execute(
                update(User)
                .where(User.id == person.id)
                .values(name="", name_key=None, name_look=None, password=None, language=None, is_operator=False, deleted_at=now())
            )
        # Requests that had begun before may have brought the person back to a table.
        await self.forget_at_tables(person)

    async def data_of(self, person: Person) -> PersonalData:
        """Everything that is stored about a person, except hashes."""
        async with self._database.read() as connection:
            account = await connection.execute(select(User.created_at, User.language).where(User.id == person.id))
            created_at, language = account.one()
            logins = await connection.execute(
                select(Login.kind, Login.label, Login.created_at, Login.expires_at).where(Login.user_id == person.id)
            )
            sits = select(SeatRow.table_id).where(SeatRow.user_id == person.id)
            tables = await connection.execute(
                select(TableRow.id, TableRow.name, TableRow.title, TableRow.status, TableRow.created_at)
                .where(or_(TableRow.host_id == person.id, TableRow.id.in_(sits)))
                .order_by(TableRow.created_at)
            )
            said = await connection.execute(
                select(EntryRow.table_id, EntryRow.text, EntryRow.made_at)
                .where(EntryRow.user_id == person.id, EntryRow.kind.in_(WRITTEN))
                .order_by(EntryRow.id)
            )
            addresses = await connection.execute(
                select(NoticeAddress.channel, NoticeAddress.target, NoticeAddress.kinds, NoticeAddress.made_at).where(
                    NoticeAddress.person_id == person.id
                )
            )
            quiet = await connection.execute(
                select(QuietHours.zone, QuietHours.start, QuietHours.end).where(QuietHours.person_id == person.id)
            )
            hours = quiet.first()
            puzzles = await connection.execute(
                select(PuzzleRow.puzzle_id, PuzzleRow.tries, PuzzleRow.solved_at)
                .where(PuzzleRow.user_id == person.id)
                .order_by(PuzzleRow.puzzle_id)
            )
            orders = await connection.execute(
                select(OrderRow.table_id, OrderRow.seat, OrderRow.data, OrderRow.made_at)
                .where(OrderRow.user_id == person.id)
                .order_by(OrderRow.made_at)
            )
            plans = await connection.execute(
                select(PlanRow.table_id, PlanRow.name, PlanRow.moves, PlanRow.made_at)
                .where(PlanRow.user_id == person.id)
                .order_by(PlanRow.made_at, PlanRow.id)
            )
            lessons = await connection.execute(
                select(LearnProgress.lesson, LearnProgress.table_id, LearnProgress.started_at, LearnProgress.done_at)
                .where(LearnProgress.user_id == person.id)
                .order_by(LearnProgress.started_at)
            )
            removed = await connection.execute(select(RemovedRow.table_id).where(RemovedRow.user_id == person.id))
            calendar = (await read_calendars(connection, [person.id])).get(person.id)
            return PersonalData(
                person.id,
                person.name,
                person.is_guest,
                language,
                created_at,
                [LoginInfo(**row) for row in logins.mappings()],
                [OwnTable(**row) for row in tables.mappings()],
                [OwnMessage(**row) for row in said.mappings()],
                [OwnAddress(row.channel, row.target, row.kinds.split(), row.made_at) for row in addresses],
                None if hours is None else OwnQuietHours(*hours),
                [OwnPuzzle(**row) for row in puzzles.mappings()],
                None if calendar is None else describe_calendar(calendar),
                [OwnOrder(row.table_id, row.seat, row.data, row.made_at) for row in orders],
                [OwnPlan(row.table_id, row.name, msgspec.json.decode(row.moves), row.made_at) for row in plans],
                [OwnLesson(**row) for row in lessons.mappings()],
                sorted(row.table_id for row in removed),
            )

    # --- API tokens

    async def new_token(self, person: Person, label: str) -> str:
        await self._check_tokens(person.id)
        return await self._log_in(person.id, "api", label)

    async def _check_tokens(self, user_id: str) -> None:
        async with self._database.read() as connection:
            found = await connection.execute(
                select(func.count()).where(Login.user_id == user_id, Login.kind == "api", Login.expires_at > now())
            )
            if found.scalar_one() >= MOST_TOKENS:
                raise Problem(409, "too_many_tokens", most=MOST_TOKENS)

    async def tokens(self, person: Person) -> list[Token]:
        async with self._database.read() as connection:
            found = await connection.execute(
                select(Login.id, Login.label, Login.created_at)
                .where(Login.user_id == person.id, Login.kind == "api")
                .order_by(Login.created_at)
            )
            return [Token(row.id, row.label, row.created_at) for row in found]

    async def end_token(self, person: Person, token_id: str) -> None:
        async with self._database.write() as connection:
            await connection.execute(delete(Login).where(Login.id == token_id, Login.user_id == person.id, Login.kind == "api"))

    # --- passwords and names

    def _name(self, name: str) -> str:
        shown = clean_name(name)
        if not shown:
            raise Problem(422, "name_missing")
        if imitates_bot(shown):
            raise Problem(422, "name_of_bot")
        return shown

    async def _check_free(self, connection: Querying, name: str, person: Person | None = None) -> None:
        """Nobody may take a name that looks like the name of a registered player."""
        found = await connection.execute(select(User.id).where(User.name_look == skeleton(name)))
        if any(row.id != (person.id if person is not None else None) for row in found):
            raise Problem(409, "name_taken", name=name)

    async def _hash(self, password: str, name: str) -> str:
        if not SHORTEST_PASSWORD <= len(password) <= LONGEST_PASSWORD:
            raise Problem(422, "password_length", least=SHORTEST_PASSWORD, most=LONGEST_PASSWORD)
        if contains_name(password, name):
            raise Problem(422, "password_is_name")
        if is_common(password):
            raise Problem(422, "password_common")
        return await self._hasher.hash(password)

    async def _require_password(self, person: Person, password: str) -> str | None:
        """Returns the hash of the password."""
        async with self._database.read() as connection:
            found = await connection.execute(select(User.password).where(User.id == person.id))
            hashed: str | None = found.scalar_one_or_none()
        if not await self._hasher.is_right(hashed, password):
            raise Problem(403, "wrong_password")
        return hashed


async def _forget_nothing(person: Person) -> None:
    """Where there are no tables."""


def key_of(name: str) -> str:
    """The key under which names that differ only in case are equal."""
    return name.casefold()


def _owned(name: str) -> dict[str, str]:
    """The columns with the name of a registered player."""
    return {"name": name, "name_key": key_of(name), "name_look": skeleton(name)}


def _keys(name: str) -> set[str]:
    """The keys of an entered name: names used to be stored without normalization."""
    return {key_of(clean_name(name)), key_of(" ".join(name.split())[:LONGEST_NAME])}


def _person(row: Mapping[str, Any]) -> Person:
    return Person(
        row["id"],
        row["name"],
        row["password"] is None,
        row["language"],
        row["login_id"],
        row["is_operator"],
        row["banned_at"] is not None,
    )
