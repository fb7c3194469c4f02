"""Prepares the page of a table for somebody who looks at it."""

from goldenspike.core.holders import CHANCE
from goldenspike.protocol.messages import Status
from goldenspike.server.accounts.people import Person
from goldenspike.server.orders.rows import orders_at
from goldenspike.server.services import Services
from goldenspike.server.table.live_table import LiveTable
from goldenspike.server.table.table_page import TablePage
from goldenspike.server.words import Words


async def present_whole_table(
    services: Services, table: LiveTable, person: Person | None, words: Words, whole_log: bool = False
) -> TablePage:
    """The present position for a page that is not made of parts: all that it needs is loaded."""
    page = await present_table(services, table, person, words, whole_log=whole_log)
    await page.load()
    return page


async def present_table(
    services: Services,
    table: LiveTable,
    person: Person | None,
    words: Words,
    ply: int | None = None,
    seat: int | None = None,
    whole_log: bool = False,
    run: int | None = None,
    address: str = "",
) -> TablePage:
    own = table.seats_of(person)
    words = words.at(table.setup.title.name)
    shown = table.ply if ply is None else ply
    orders, prices = await orders_at(services.orders, table, person, words)
    # A bot will have moved in a moment.
    awaited = any(seat in own or seat == CHANCE or table.seats[seat].played_by for seat in table.actors)
    is_free = person is not None and own and table.status is not Status.WAITING and not awaited and not table.lesson
    players = {seat.user_id for seat in table.seats}
    return TablePage(
        services=services,
        table=table,
        state=await services.tables.live.state_at(table, shown),
        ply=shown,
        person=person,
        own=own,
        seat=table.seats[seat].number if seat is not None and seat in own else table.speaking_seat(person),
        words=words,
        present=frozenset(one for one in await services.hub.present(table.id) if one in players or one == table.host_id),
        whole_log=whole_log,
        run=run,
        address=address,
        plans=await services.plans.links(person, table) if person is not None and own else (),
        next_table=await services.lobby.next_waiting(person, table.id) if person is not None and is_free else None,
        zone=(await services.clocks.calendar(person)).zone if table.clock is not None and person is not None else "UTC",
        orders=orders,
        prices=prices,
    )
