"""What games over days cost: looking for what is due at many tables with clocks and orders, a time-out, a move with orders.

Usage: python benchmarks/clocks.py [TABLES]
"""

import asyncio
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable
from pathlib import Path

import msgspec
from sqlalchemy import insert, select, update

from goldenspike.protocol.messages import ClockKind, ClockRule, SeatRequest, TableRequest, TimeOut
from goldenspike.protocol.orders import Order
from goldenspike.server.accounts.people import Person
from goldenspike.server.clocks.reckoning import DAY
from goldenspike.server.clocks.service import SWEEP_SECONDS
from goldenspike.server.notices.worker import POLL_SECONDS
from goldenspike.server.services import Services, make_services
from goldenspike.server.settings import Settings
from goldenspike.server.storage.migrate import migrate
from goldenspike.server.storage.schema import OrderRow, OutboxRow, SeatClockRow, SeatRow, TableRow
from goldenspike.server.storage.tokens import now
from goldenspike.server.table.keeping import Position

SWEEPS = 200
TIMED_OUT = 100
MOVES = 100
ORDERS = (
    {"order": "bid", "private": "CS", "most": 60, "then_pass": True},
    {"order": "bid", "private": "DH", "most": 100, "then_pass": True},
    {"order": "pass", "round": 1},
)
"""Of the second player at each table."""


async def fill(services: Services, tables: int) -> list[Person]:
    """Copies of one table with two people and their orders; the deadlines are spread over two days."""
    people: list[Person] = []
    for name in ("Ada", "Bob"):
        person = await services.accounts.find(await services.accounts.guest(name), "web")
        assert person is not None
        people.append(person)
    rule = ClockRule(ClockKind.MOVE, 2 * 24 * 3600, time_out=TimeOut.VOTE)
    seats = [SeatRequest("me"), SeatRequest("open")]
    request = TableRequest("1830", seats, "classic", {"seating": "free"}, listed=False, clock=rule)
    first = await services.seating.create(people[0], request)
    await services.seating.join(people[1], first, (await services.tables.live.get(first)).invite)
    for order in ORDERS:
        await services.orders.give(people[1], first, 1, msgspec.convert(order, Order))
    async with services.database.write() as connection:
        for model in (TableRow, SeatRow, SeatClockRow):
            key = "id" if model is TableRow else "table_id"
            rows = await connection.execute(select(model.__table__).where(model.__table__.c[key] == first))
            copies = [{**row, key: f"copy{number}"} for row in rows.mappings() for number in range(tables - 1)]
            await connection.execute(insert(model), copies)
        rows = await connection.execute(select(OrderRow.__table__).where(OrderRow.table_id == first))
        given = list(rows.mappings())
        assert len(given) == len(ORDERS)
        await connection.execute(
            insert(OrderRow),
            [
                {**row, "id": f"{number}.{index}", "table_id": f"copy{number}"}
                for number in range(tables - 1)
                for index, row in enumerate(given)
            ],
        )
        for number in range(tables - 1):
            due = now() + DAY + number * 2 * DAY // tables
            here = (SeatClockRow.table_id == f"copy{number}") & (SeatClockRow.seat == 0)
            await connection.execute(update(SeatClockRow).where(here).values(deadline=due, low_at=due, due_at=due, stage="low"))
        told = {"person_id": people[1].id, "turn": "0.0", "kind": "turn", "name": "", "text": "", "made_at": now()}
        waiting = [{**told, "table_id": f"copy{number}", "due_at": now() + DAY} for number in range(tables - 1)]
        await connection.execute(insert(OutboxRow), waiting)
    return people


async def run(tables: int) -> None:
    with tempfile.TemporaryDirectory() as folder:
        services = make_services(Settings(database=f"sqlite:///{Path(folder) / 'clocks.db'}", limits=False, warm=False))
        services.tables.after_change = lambda table: None
        await migrate(services.database)
        people = await fill(services, tables)
        sweep = await cost(SWEEPS, lambda number: services.clocks.sweep())
        notices = await cost(SWEEPS, lambda number: services.notices.step())
        move = await cost(MOVES, lambda number: pass_once(services, people[0], f"copy{tables - 2 - number}"))
        # Two days pass for every table within two days of sweeps.
        services.tables.now = lambda: now() + DAY + TIMED_OUT * 2 * DAY // tables
        before = time.process_time()
        done = await services.clocks.sweep()
        time_out = (time.process_time() - before) / max(1, done)
        await services.close()
    idle = sweep / SWEEP_SECONDS + notices / POLL_SECONDS
    busy = (time_out + move) * tables / (2 * DAY / 1000)
    print(f"{tables} tables with clocks, {len(ORDERS)} orders and a notice for the next day each:")
    print(
        f"looking for due clocks takes {sweep * 1e3:.2f} ms every {SWEEP_SECONDS} s, for due notices {notices * 1e3:.2f} ms every"
    )
    print(f"second: {idle:.4%} of a core.")
    print(f"A time-out takes {time_out * 1e3:.2f} ms ({done} made), a move that an order answers {move * 1e3:.2f} ms;")
    print(f"with one of each at every table every two days {idle + busy:.4%} of a core.")


async def cost(times: int, work: Callable[[int], Awaitable[object]]) -> float:
    """Processor time of all threads, in seconds."""
    before = time.process_time()
    for number in range(times):
        await work(number)
    return (time.process_time() - before) / times


async def pass_once(services: Services, person: Person, table: str) -> None:
    """The order of the other player then bids."""
    after = await services.tables.act(person, table, Position(0, 0), [{"do": "Pass", "player": 0}])
    assert after.ply == 2


if __name__ == "__main__":
    asyncio.run(run(int(sys.argv[1]) if len(sys.argv) > 1 else 5000))
