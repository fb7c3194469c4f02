"""What clocks cost: the sweep over many tables, and a time-out.

Usage: python benchmarks/clocks.py [TABLES]
"""

import asyncio
import sys
import tempfile
import time
from pathlib import Path

from sqlalchemy import insert, select, update

from goldenspike.protocol.messages import ClockKind, ClockRule, SeatRequest, TableRequest, TimeOut
from goldenspike.server.clocks.reckoning import DAY
from goldenspike.server.clocks.service import SWEEP_SECONDS
from goldenspike.server.services import Services, make_services
from goldenspike.server.settings import Settings
from goldenspike.server.storage.migrate import migrate
from goldenspike.server.storage.schema import SeatClockRow, SeatRow, TableRow
from goldenspike.server.storage.tokens import now

SWEEPS = 200
TIMED_OUT = 100


async def fill(services: Services, tables: int) -> None:
    """Copies of one table with two people; their deadlines are spread over two days."""
    people = []
    for name in ("Ada", "Bob"):
        person = await services.accounts.find(await services.accounts.guest(name), "web")
        assert person is not None
        people.append(person)
    rule = ClockRule(ClockKind.MOVE, 2 * 24 * 3600, time_out=TimeOut.VOTE)
    seats = [SeatRequest("me"), SeatRequest("open")]
    request = TableRequest("1830", seats, "classic", {"seating": "free"}, listed=False, clock=rule)
    first = await services.seating.create(people[0], request)
    await services.seating.join(people[1], first, (await services.tables.live.get(first)).invite)
    async with services.database.write() as connection:
        for model in (TableRow, SeatRow, SeatClockRow):
            key = "id" if model is TableRow else "table_id"
            rows = await connection.execute(select(model.__table__).where(model.__table__.c[key] == first))
            copies = [{**row, key: f"copy{number}"} for row in rows.mappings() for number in range(tables - 1)]
            await connection.execute(insert(model), copies)
        for number in range(tables - 1):
            due = now() + DAY + number * 2 * DAY // tables
            here = (SeatClockRow.table_id == f"copy{number}") & (SeatClockRow.seat == 0)
            await connection.execute(update(SeatClockRow).where(here).values(deadline=due, low_at=due, due_at=due, stage="low"))


async def run(tables: int) -> None:
    with tempfile.TemporaryDirectory() as folder:
        services = make_services(Settings(database=f"sqlite:///{Path(folder) / 'clocks.db'}", limits=False, warm=False))
        services.tables.after_change = lambda table: None
        await migrate(services.database)
        await fill(services, tables)
        before = time.process_time()
        for _ in range(SWEEPS):
            await services.clocks.sweep()
        sweep = (time.process_time() - before) / SWEEPS
        # Two days pass for every table within two days of sweeps.
        services.tables.now = lambda: now() + DAY + TIMED_OUT * 2 * DAY // tables
        before = time.process_time()
        done = await services.clocks.sweep()
        time_out = (time.process_time() - before) / max(1, done)
        await services.close()
    per_second = sweep / SWEEP_SECONDS + time_out * tables / (2 * DAY / 1000)
    print(f"{tables} tables: a sweep takes {sweep * 1e3:.2f} ms, a time-out {time_out * 1e3:.2f} ms ({done} made);")
    print(f"with a sweep every {SWEEP_SECONDS} s and every table timing out every two days {per_second:.4%} of a core.")


if __name__ == "__main__":
    asyncio.run(run(int(sys.argv[1]) if len(sys.argv) > 1 else 5000))
