"""`goldenspike admin`: look after the server's database, while the server is running or not."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, TypeVar

from rich.console import Console
from rich.table import Table

from goldenspike.cli.output import BadInput, Failed, print_json, say, with_progress
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
from goldenspike.server.table.seating import Seating
from goldenspike.server.table.service import Tables
from goldenspike.server.thinking.roster import Roster
from goldenspike.server.words import Words

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
            tables = Tables(database, Hub())
            seating = Seating(tables, Roster(settings.programs), settings.listed_tables, settings.storage)
            return await work(Opened(database, Operators(tables, seating, Accounts(database))))
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


def tables(config: Path | None, search: str, status: str, most: int, json: bool) -> None:
    found = run(config, lambda opened: opened.operators.tables(search, status, most))
    _print(found, json, updated_at=_time)


def end(config: Path | None, table: str) -> None:
    run(config, lambda opened: opened.operators.end_table(None, table))
    say(f"table {table} is ended")


def free_seat(config: Path | None, table: str, seat: int) -> None:
    run(config, lambda opened: opened.operators.free_seat(None, table, seat - 1))
    say(f"seat {seat} of table {table} is open")


def people(config: Path | None, search: str, most: int, json: bool) -> None:
    _print(run(config, lambda opened: opened.operators.people(search, most)), json, created_at=_time)


def ban(config: Path | None, who: str, address: bool, lift: bool) -> None:
    async def act(opened: Opened) -> str:
        operators = opened.operators
        if address:
            return await (operators.unban_address if lift else operators.ban_address)(None, who)
        person = await (operators.unban_person if lift else operators.ban_person)(None, who)
        return f"{person.name} ({person.id})"

    say(f"{run(config, act)} is {'no longer ' if lift else ''}banned")


def bans(config: Path | None, json: bool) -> None:
    async def act(opened: Opened) -> list[dict[str, str]]:
        people = [{"kind": "person", "id": one.id, "name": one.name} for one in await opened.operators.banned_people()]
        return people + [{"kind": "address", "id": one, "name": ""} for one in await opened.operators.banned_addresses()]

    found = run(config, act)
    if json:
        print_json(found)
    for row in () if json else found:
        print(" ".join(value for value in row.values() if value))


def rename(config: Path | None, who: str, name: str) -> None:
    person = run(config, lambda opened: opened.operators.rename(None, who, name))
    say(f"{person.id} is now called {person.name}")


def reset_password(config: Path | None, who: str) -> None:
    password = run(config, lambda opened: opened.operators.reset_password(None, who))
    say(f"all sessions and tokens of {who} have ended; the new password:")
    print(password)


def operator(config: Path | None, who: str, revoke: bool) -> None:
    person = run(config, lambda opened: opened.operators.set_operator(None, who, not revoke))
    say(f"{person.name} ({person.id}) is {'no longer' if revoke else 'now'} an operator")


def clean_up(config: Path | None, waiting_days: int, idle_days: int, dry_run: bool, json: bool) -> None:
    removed = run(config, lambda opened: opened.operators.clean_up(None, waiting_days, idle_days, dry_run))
    if json:
        print_json(removed)
        return
    say(f"{'would remove' if dry_run else 'removed'} " + ", ".join(f"{count} {name}" for name, count in removed.items()))


def sizes(config: Path | None, json: bool) -> None:
    _print(run(config, lambda opened: find_sizes(opened.database)), json, bytes=lambda size: "" if size is None else f"{size:,}")


def acts(config: Path | None, most: int, json: bool) -> None:
    found = run(config, lambda opened: read_acts(opened.database, 0, most))
    _print(found, json, made_at=_time, operator=lambda name: name or "command line")


def verify(config: Path | None, json: bool) -> None:
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


def backup(config: Path | None, file: Path) -> None:
    settings = load(config, {}).settings
    _open(settings)
    try:
        size = back_up(settings.database, file)
    except BackupError as error:
        raise BadInput(str(error)) from None
    except DATABASE_TROUBLE as error:
        raise Failed(f"the database does not answer: {str(error).partition(chr(10))[0]}") from None
    say(f"{file}: {size:,} bytes")


def restore_backup(config: Path | None, file: Path, replace: bool) -> None:
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
        table.add_row(*(_cell(shown.get(name, str)(value)) for name, value in asdict(row).items()))
    console = Console()
    if not console.is_terminal:
        # Programs that read the output get whole lines.
        console.width = 1000
    console.print(table, markup=False)


def _cell(value: str) -> str:
    """Text from outside, without control characters."""
    return "".join(letter for letter in value if letter.isprintable())


def _time(milliseconds: int) -> str:
    return datetime.fromtimestamp(milliseconds / 1000, UTC).isoformat(sep=" ", timespec="seconds")
