"""What operators do with tables, people and addresses.

Each act is written to the operators' log in the transaction that performs it. `by` is the id of the operator, None for the
command line.
"""

from dataclasses import dataclass

from sqlalchemy import ColumnElement, delete, func, insert, or_, select, update

from goldenspike.protocol.messages import Status
from goldenspike.server.accounts.people import Person
from goldenspike.server.accounts.service import Accounts, key_of
from goldenspike.server.admin.acts import record_act
from goldenspike.server.admin.bans import read_network
from goldenspike.server.names import clean_name
from goldenspike.server.problems import Problem, not_found
from goldenspike.server.storage.database import Querying
from goldenspike.server.storage.schema import AddressBan, Login, SeatRow, TableRow, User
from goldenspike.server.storage.tokens import now
from goldenspike.server.table.people_at_tables import PeopleAtTables
from goldenspike.server.table.seating import Note, Seating
from goldenspike.server.table.service import Tables

MOST_LISTED = 50
_DELETED_AT_ONCE = 20


@dataclass(frozen=True, slots=True)
class TableLine:
    id: str
    name: str
    title: str
    version: str
    status: str
    ply: int
    players: list[str]
    updated_at: int


@dataclass(frozen=True, slots=True)
class PersonLine:
    id: str
    name: str
    is_guest: bool
    is_operator: bool
    is_banned: bool
    tables: int
    created_at: int


class Operators:
    def __init__(self, tables: Tables, seating: Seating, accounts: Accounts, people: PeopleAtTables) -> None:
        self._tables = tables
        self._database = tables.database
        self._seating = seating
        self._accounts = accounts
        self._at_tables = people

    # --- tables

    async def tables(self, search: str = "", status: str = "", most: int = MOST_LISTED) -> list[TableLine]:
        """The most recently changed tables; `search` is an id, or part of the name of a table or player."""
        conditions: list[ColumnElement[bool]] = []
        if search:
            sits = select(SeatRow.table_id).where(SeatRow.name.icontains(search, autoescape=True))
            conditions.append(or_(TableRow.id == search, TableRow.name.icontains(search, autoescape=True), TableRow.id.in_(sits)))
        if status:
            conditions.append(TableRow.status == status)
        async with self._database.read() as connection:
            found = await connection.execute(
                select(TableRow.__table__).where(*conditions).order_by(TableRow.updated_at.desc()).limit(most)
            )
            rows = list(found.mappings())
            seats = await connection.execute(
                select(SeatRow.table_id, SeatRow.name)
                .where(SeatRow.table_id.in_([row["id"] for row in rows]))
                .order_by(SeatRow.table_id, SeatRow.number)
            )
            players: dict[str, list[str]] = {}
            for seat in seats:
                players.setdefault(seat.table_id, []).append(seat.name)
        return [
            TableLine(
                row["id"],
                row["name"],
                row["title"],
                row["version"],
                row["status"],
                row["ply"],
                players.get(row["id"], []),
                row["updated_at"],
            )
            for row in rows
        ]

    async def end_table(self, by: str | None, table_id: str) -> None:
        """End a table: nobody can act, chat or join there anymore, and its bots stop."""
        await self._seating.end(table_id, _note(by, "end_table", table_id=table_id))

    async def free_seat(self, by: str | None, table_id: str, number: int) -> None:
        """Open the seats of whoever has a seat at a table, such as a guest who has lost the session."""
        table = await self._tables.live.get(table_id)
        owner_id = table.owner_of(number) if 0 <= number < len(table.seats) else None
        if owner_id is None:
            raise Problem(409, "seat_not_taken")
        note = _note(by, "free_seat", owner_id, table_id, str(number))
        await self._seating.leave(await self.find_person(owner_id), table_id, note)

    # --- people

    async def find_person(self, who: str) -> Person:
        """The person with that id, registered name, or name of a single guest."""
        async with self._database.read() as connection:
            found = await connection.execute(
                select(User)
                .with_only_columns(
                    User.id, User.name, User.password, User.language, User.is_operator, User.banned_at, User.name_key
                )
                .where(or_(User.id == who, User.name_key == key_of(clean_name(who)), User.name == who))
                .where(User.deleted_at.is_(None))
                .limit(MOST_LISTED)
            )
            rows = found.all()
        for matches in ([row for row in rows if row.id == who], [row for row in rows if row.name_key], rows):
            if len(matches) == 1:
                row = matches[0]
                return Person(
                    row.id, row.name, row.password is None, row.language, "", row.is_operator, row.banned_at is not None
                )
        raise Problem(409, "several_people", name=who) if rows else not_found("person")

    async def people(self, search: str = "", most: int = MOST_LISTED) -> list[PersonLine]:
        """The newest people; `search` is an id or part of a name."""
        named = [or_(User.id == search, User.name.icontains(search, autoescape=True))] if search else []
        return await self._people(most, User.deleted_at.is_(None), *named)

    async def banned_people(self) -> list[PersonLine]:
        return await self._people(MOST_LISTED, User.banned_at.is_not(None))

    async def _people(self, most: int, *conditions: ColumnElement[bool]) -> list[PersonLine]:
        tables = select(func.count(SeatRow.table_id.distinct())).where(SeatRow.user_id == User.id).scalar_subquery()
        async with self._database.read() as connection:
            found = await connection.execute(
                select(User)
                .with_only_columns(
                    User.id,
                    User.name,
                    User.password.is_(None),
                    User.is_operator,
                    User.banned_at.is_not(None),
                    tables,
                    User.created_at,
                )
                .where(*conditions)
                .order_by(User.created_at.desc())
                .limit(most)
            )
            return [PersonLine(*row) for row in found]

    async def ban_person(self, by: str | None, who: str) -> Person:
        """Refuse all requests of a person; logins stay, so that lifting the ban is enough to come back."""
        person = await self.find_person(who)
        if person.is_operator:
            raise Problem(409, "is_operator")
        await self._update(by, "ban", person, banned_at=now())
        return person

    async def unban_person(self, by: str | None, who: str) -> Person:
        person = await self.find_person(who)
        if not person.is_banned:
            raise Problem(409, "not_banned")
        await self._update(by, "unban", person, banned_at=None)
        return person

    async def set_operator(self, by: str | None, who: str, is_operator: bool) -> Person:
        """Let a registered player use the page for operators, or no longer."""
        person = await self.find_person(who)
        if person.is_guest:
            raise Problem(409, "not_registered")
        if person.is_banned:
            raise Problem(409, "banned")
        await self._update(by, "operator" if is_operator else "no_operator", person, is_operator=is_operator)
        return person

    async def _update(self, by: str | None, kind: str, person: Person, **values: object) -> None:
        async with self._database.write() as connection:
            await connection.execute(update(User).where(User.id == person.id).values(**values))
            await record_act(connection, by, kind, person.id)

    async def rename(self, by: str | None, who: str, name: str) -> Person:
        """Change a person's name, also at the tables."""
        person = await self.find_person(who)
        self._protect_operator(by, person)
        await self._accounts.rename(person, name)
        renamed = await self.find_person(person.id)
        async with self._database.write() as connection:
            await record_act(connection, by, "rename", person.id)
        for table_id, old in await self._at_tables.names_of(person):
            await self._at_tables.rename(person, table_id, old, renamed.name, _note(by, "rename", person.id, table_id))
        return renamed

    async def reset_password(self, by: str | None, who: str) -> str:
        """A new random password; all sessions and tokens end."""
        person = await self.find_person(who)
        self._protect_operator(by, person)
        if person.is_guest:
            raise Problem(409, "not_registered")
        password = await self._accounts.reset_password(person)
        async with self._database.write() as connection:
            await record_act(connection, by, "reset_password", person.id)
        return password

    def _protect_operator(self, by: str | None, person: Person) -> None:
        """On the page, operators cannot take over the accounts of others."""
        if person.is_operator and by is not None and by != person.id:
            raise Problem(409, "is_operator")

    # --- addresses

    async def ban_address(self, by: str | None, text: str) -> str:
        """Refuse all requests from an address or a network."""
        network = str(read_network(text))
        async with self._database.write() as connection:
            found = await connection.execute(select(AddressBan.network).where(AddressBan.network == network))
            if found.first() is None:
                await connection.execute(insert(AddressBan).values(network=network, made_at=now()))
            await record_act(connection, by, "ban_address", detail=network)
        return network

    async def unban_address(self, by: str | None, text: str) -> str:
        network = str(read_network(text))
        async with self._database.write() as connection:
            found = await connection.execute(delete(AddressBan).where(AddressBan.network == network))
            if not found.rowcount:
                raise Problem(409, "not_banned")
            await record_act(connection, by, "unban_address", detail=network)
        return network

    async def banned_addresses(self) -> list[str]:
        async with self._database.read() as connection:
            found = await connection.execute(select(AddressBan.network).order_by(AddressBan.network))
            return [row.network for row in found]

    # --- cleaning up

    async def clean_up(self, by: str | None, waiting_days: int, idle_days: int, dry_run: bool = False) -> dict[str, int]:
        """Delete expired logins, abandoned tables, and guests who can never come back.

        Finished games stay. Tables are deleted in batches, so that a running server can write in between.
        """
        day = 24 * 3600 * 1000
        waiting = (TableRow.status == Status.WAITING.value) & (TableRow.updated_at < now() - waiting_days * day)
        idle = TableRow.status.in_((Status.RUNNING.value, Status.ENDED.value)) & (TableRow.updated_at < now() - idle_days * day)
        lost = (
            User.password.is_(None)
            & User.deleted_at.is_(None)
            & User.banned_at.is_(None)
            & (User.created_at < now() - day)
            & User.id.not_in(select(Login.user_id).where(Login.expires_at > now()))
            & User.id.not_in(select(SeatRow.user_id).where(SeatRow.user_id.is_not(None)))
            & User.id.not_in(select(TableRow.host_id).where(TableRow.host_id.is_not(None)))
        )
        removed: dict[str, int] = {}
        for name, row, key, condition in (
            ("logins", Login, Login.id, Login.expires_at < now()),
            ("tables", TableRow, TableRow.id, waiting | idle),
            ("guests", User, User.id, lost),
        ):
            if dry_run:
                async with self._database.read() as connection:
                    counted = await connection.execute(select(func.count()).select_from(row).where(condition))
                    removed[name] = counted.scalar_one()
                continue
            removed[name] = 0
            while True:
                async with self._database.write() as connection:
                    some = select(key).where(condition).limit(_DELETED_AT_ONCE)
                    gone = await connection.execute(delete(row).where(key.in_(some), condition))
                removed[name] += gone.rowcount
                if not gone.rowcount:
                    break
        if not dry_run:
            async with self._database.write() as connection:
                detail = ", ".join(f"{count} {name}" for name, count in removed.items())
                await record_act(connection, by, "clean_up", detail=detail)
        return removed


def _note(by: str | None, kind: str, person_id: str | None = None, table_id: str | None = None, detail: str = "") -> Note:
    async def note(connection: Querying) -> None:
        await record_act(connection, by, kind, person_id, table_id, detail)

    return note
