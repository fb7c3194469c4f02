"""`goldenspike admin`: look after the server's database, while the server is running or not."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated, Any, TypeVar

from cyclopts import App, Parameter
from rich.table import Table

from goldenspike.cli.output import BadInput, Failed, print_json, print_table, say, with_progress
from goldenspike.cli.parameters import Config, Json
from goldenspike.cli.serve import load
from goldenspike.server.accounts.service import Accounts
from goldenspike.server.admin.acts import read_acts
from goldenspike.server.admin.backup import BackupError, back_up, is_current, restore, sqlite_file
from goldenspike.server.admin.service import Operators
from goldenspike.server.admin.upkeep import count_tables, find_sizes, verify_tables
from goldenspike.server.live.hub import Hub
from goldenspike.server.problems import Problem
from goldenspike.server.settings import Settings
from goldenspike.server.storage.database import DATABASE_TROUBLE, Database
from goldenspike.server.table.people_at_tables import PeopleAtTables
from goldenspike.server.table.quota import Quota
from goldenspike.server.table.seating import Seating
from goldenspike.server.table.service import Tables
from goldenspike.server.thinking.roster import Roster
from goldenspike.server.words import Words

app = App(name="admin", help="Look after the tables and people of a server, while it is running or not.")

Who = Annotated[str, Parameter(help="the id or name of a person")]

Answer = TypeVar("Answer")


@dataclass(frozen=True, slots=True)
class Opened:
    """The database and what works on it; no bots, no live updates: a running server follows the operators' log."""

    database: Database
    operators: Operators


def run(config: Path | None, work: Callable[[Opened], Awaitable[Answer]]) -> Answer:
    """Do something with the database; errors become one line."""
    settings = load(config, {}).settings
    database = _open(settings)

    async def act() -> Answer:
        try:
            async with database.read() as connection:
                if not await connection.run_sync(is_current):
                    raise BadInput("the database belongs to another version of Golden Spike; start the server once to migrate it")
            tables = Tables(database, Hub(), Quota(database, settings.storage))
            seating = Seating(tables, Roster(settings.programs), settings.listed_tables)
            return await work(Opened(database, Operators(tables, seating, Accounts(database), PeopleAtTables(tables, seating))))
        finally:
            await database.close()

    try:
        return asyncio.run(act())
    except Problem as problem:
        raise BadInput(Words("en").problem(problem)) from None
    except DATABASE_TROUBLE as error:
        raise Failed(f"the database does not answer: {str(error).partition(chr(10))[0]}") from None


def _open(settings: Settings) -> Database:
    database = settings.database
    if database.startswith("sqlite") and not sqlite_file(database).is_file():
        raise BadInput(f"there is no database at {sqlite_file(database)}")
    return Database(database, settings.database_wait)


@app.command
def tables(search: str = "", *, status: str = "", most: int = 50, config: Config = None, json: Json = False) -> None:
    """List tables, the most recently changed first.

    Parameters
    ----------
    search
        an id, or a part of the name of a table or player
    status
        waiting, running, over or ended
    most
        how many
    """
    found = run(config, lambda opened: opened.operators.tables(search, status, most))
    _print(found, json, updated_at=_time)


@app.command
def end(table: str, *, config: Config = None) -> None:
    """End a table for good: nobody can act, chat or join there again.

    Parameters
    ----------
    table
        its id
    """
    run(config, lambda opened: opened.operators.end_table(None, table))
    say(f"table {table} is ended")


@app.command
def free_seat(table: str, seat: int, *, config: Config = None) -> None:
    """Open a seat again, such as that of a guest who has lost the session.

    Parameters
    ----------
    table
        its id
    seat
        the number of the seat, from 1
    """
    run(config, lambda opened: opened.operators.free_seat(None, table, seat - 1))
    say(f"seat {seat} of table {table} is open")


@app.command
def people(search: str = "", *, most: int = 50, config: Config = None, json: Json = False) -> None:
    """List people, the newest first.

    Parameters
    ----------
    search
        an id, or a part of a name
    most
        how many
    """
    _print(run(config, lambda opened: opened.operators.people(search, most)), json, created_at=_time)


@app.command
def ban(who: str, *, address: bool = False, config: Config = None) -> None:
    """Refuse all requests of a person, or from an address.

    Parameters
    ----------
    who
        the id or name of a person; with --address an address or a network, such as 203.0.113.0/24
    address
        ban an address
    """
    _ban(config, who, address, lift=False)


@app.command
def unban(who: str, *, address: bool = False, config: Config = None) -> None:
    """Lift a ban.

    Parameters
    ----------
    who
        the id or name of a person; with --address an address or a network
    address
        lift the ban of an address
    """
    _ban(config, who, address, lift=True)


def _ban(config: Path | None, who: str, address: bool, lift: bool) -> None:
    async def act(opened: Opened) -> str:
        operators = opened.operators
        if address:
            return await (operators.unban_address if lift else operators.ban_address)(None, who)
        person = await (operators.unban_person if lift else operators.ban_person)(None, who)
        return f"{person.name} ({person.id})"

    say(f"{run(config, act)} is {'no longer ' if lift else ''}banned")


@app.command
def bans(*, config: Config = None, json: Json = False) -> None:
    """List banned people and addresses."""

    async def act(opened: Opened) -> list[dict[str, str]]:
        people = [{"kind": "person", "id": one.id, "name": one.name} for one in await opened.operators.banned_people()]
        return people + [{"kind": "address", "id": one, "name": ""} for one in await opened.operators.banned_addresses()]

    found = run(config, act)
    if json:
        print_json(found)
    for row in () if json else found:
        print(" ".join(value for value in row.values() if value))


@app.command
def rename(who: Who, name: str, *, config: Config = None) -> None:
    """Change the name of a person, also at the tables.

    Parameters
    ----------
    name
        the new name
    """
    person = run(config, lambda opened: opened.operators.rename(None, who, name))
    say(f"{person.id} is now called {person.name}")


@app.command
def reset_password(who: Who, *, config: Config = None) -> None:
    """Set a new random password and print it; all sessions and tokens of the person end."""
    password = run(config, lambda opened: opened.operators.reset_password(None, who))
    say(f"all sessions and tokens of {who} have ended; the new password:")
    print(password)


@app.command
def operator(who: Who, *, revoke: bool = False, config: Config = None) -> None:
    """Let a registered player use the page /admin.

    Parameters
    ----------
    revoke
        no longer
    """
    person = run(config, lambda opened: opened.operators.set_operator(None, who, not revoke))
    say(f"{person.name} ({person.id}) is {'no longer' if revoke else 'now'} an operator")


@app.command
def clean_up(
    *, waiting_days: int = 30, idle_days: int = 365, dry_run: bool = False, config: Config = None, json: Json = False
) -> None:
    """Delete expired logins, abandoned tables, and guests who cannot come back. Finished games stay.

    Parameters
    ----------
    waiting_days
        delete tables that have waited for players without a change for so many days
    idle_days
        delete unfinished games without a change for so many days
    dry_run
        only count
    """
    removed = run(config, lambda opened: opened.operators.clean_up(None, waiting_days, idle_days, dry_run))
    if json:
        print_json(removed)
        return
    say(f"{'would remove' if dry_run else 'removed'} " + ", ".join(f"{count} {name}" for name, count in removed.items()))


@app.command
def sizes(*, config: Config = None, json: Json = False) -> None:
    """Show how many rows and bytes the database has."""
    _print(run(config, lambda opened: find_sizes(opened.database)), json, bytes=lambda size: "" if size is None else f"{size:,}")


@app.command(name="log")
def acts(*, most: int = 50, config: Config = None, json: Json = False) -> None:
    """List what operators did, the last act last.

    Parameters
    ----------
    most
        how many
    """
    found = run(config, lambda opened: read_acts(opened.database, 0, most))
    _print(found, json, made_at=_time, operator=lambda name: name or "command line")


@app.command
def verify(*, config: Config = None, json: Json = False) -> None:
    """Replay every stored game; the exit status is 1 if one cannot be replayed."""

    async def act(opened: Opened) -> tuple[int, list[dict[str, str]]]:
        total = sum((await count_tables(opened.database)).values())
        progress = iter(with_progress(range(total), total, "tables"))
        wrong: list[dict[str, str]] = []
        count = 0
        async for table_id, trouble in verify_tables(opened.database):
            next(progress, None)
            count += 1
            if trouble:
                wrong.append({"table": table_id, "trouble": trouble})
        return count, wrong

    count, wrong = run(config, act)
    if json:
        print_json({"tables": count, "wrong": wrong})
    for row in () if json else wrong:
        print(f"{row['table']}: {row['trouble']}")
    if wrong:
        raise Failed(f"{len(wrong)} of {count} tables cannot be replayed")
    say(f"all {count} tables can be replayed")


@app.command
def backup(file: Path, *, config: Config = None) -> None:
    """Write a backup, while the server is running or not.

    Parameters
    ----------
    file
        the file to write, an SQLite database whatever the server uses
    """
    settings = load(config, {}).settings
    _open(settings)
    try:
        size = back_up(settings.database, file)
    except BackupError as error:
        raise BadInput(str(error)) from None
    except DATABASE_TROUBLE as error:
        raise Failed(f"the database does not answer: {str(error).partition(chr(10))[0]}") from None
    say(f"{file}: {size:,} bytes")


@app.command(name="restore")
def restore_backup(file: Path, *, replace: bool = False, config: Config = None) -> None:
    """Restore a backup. The server must be stopped.

    Parameters
    ----------
    file
        the backup
    replace
        discard what is in the database
    """
    try:
        restore(load(config, {}).settings.database, file, replace)
    except BackupError as error:
        raise BadInput(str(error)) from None
    except DATABASE_TROUBLE as error:
        raise Failed(f"the database does not answer: {str(error).partition(chr(10))[0]}") from None
    say(f"restored from {file}; `goldenspike admin verify` replays every game")


def _print(rows: Sequence[Any], json: bool, **shown: Callable[[Any], str]) -> None:
    """Rows as JSON, or as a table for people."""
    if json:
        print_json([asdict(row) for row in rows])
        return
    if not rows:
        return
    table = Table(*asdict(rows[0]), box=None, pad_edge=False)
    for row in rows:
        values = asdict(row).items()
        table.add_row(*("" if value is None else _cell(shown.get(name, str)(value)) for name, value in values))
    print_table(table)


def _cell(value: str) -> str:
    """Text from outside, without control characters."""
    return "".join(letter for letter in value if letter.isprintable())


def _time(milliseconds: int) -> str:
    return datetime.fromtimestamp(milliseconds / 1000, UTC).isoformat(sep=" ", timespec="seconds")
