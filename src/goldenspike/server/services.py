"""The services that handlers use, created once per process."""

import asyncio
from dataclasses import dataclass

from sqlalchemy import insert, select
from sqlalchemy.exc import IntegrityError

from goldenspike.server.accounts.service import Accounts
from goldenspike.server.admin.bans import Bans
from goldenspike.server.admin.service import Operators
from goldenspike.server.analysis.service import Analyses
from goldenspike.server.clocks.service import Clocks
from goldenspike.server.learn.coaching import Coaching
from goldenspike.server.learn.looking_back import LookingBack
from goldenspike.server.learn.service import Lessons
from goldenspike.server.live.connections import Connections
from goldenspike.server.live.hub import Hub, make_hub
from goldenspike.server.lobby.listing import Lobby
from goldenspike.server.lobby.summary import Summaries
from goldenspike.server.notices.addresses import Addresses
from goldenspike.server.notices.kinds import Channel
from goldenspike.server.notices.push import can_push
from goldenspike.server.notices.relay import can_relay
from goldenspike.server.notices.worker import NoticeWorker
from goldenspike.server.operation.metrics import BOT_QUEUE, CACHE_BYTES, LIVE_CONNECTIONS
from goldenspike.server.orders.service import Orders
from goldenspike.server.plans.service import Plans
from goldenspike.server.printing.making import Printer
from goldenspike.server.puzzles.service import Puzzles
from goldenspike.server.security import Limits
from goldenspike.server.settings import Settings
from goldenspike.server.storage.database import Database
from goldenspike.server.storage.migrate import migrate
from goldenspike.server.storage.schema import Setting
from goldenspike.server.storage.tokens import new_secret
from goldenspike.server.table.answers import Answers
from goldenspike.server.table.bots import BotRunner
from goldenspike.server.table.copies import Copies
from goldenspike.server.table.hints import Hints
from goldenspike.server.table.open_pages import OpenPages
from goldenspike.server.table.part_cache import PartCache
from goldenspike.server.table.people_at_tables import PeopleAtTables
from goldenspike.server.table.pictures import Pictures
from goldenspike.server.table.quota import Quota
from goldenspike.server.table.records import Records
from goldenspike.server.table.runs import RunFinder
from goldenspike.server.table.seating import Seating
from goldenspike.server.table.service import Tables
from goldenspike.server.table.shared_values import SharedValues
from goldenspike.server.table.standin import StandIns
from goldenspike.server.table.standings import Standings
from goldenspike.server.thinking.pool import Thinkers, default_count
from goldenspike.server.thinking.roster import Roster
from goldenspike.server.watchdog import Watchdog


@dataclass
class Services:
    settings: Settings
    database: Database
    hub: Hub
    accounts: Accounts
    tables: Tables
    seating: Seating
    records: Records
    copies: Copies
    plans: Plans
    lobby: Lobby
    lessons: Lessons
    coaching: Coaching
    looking_back: LookingBack
    summaries: Summaries
    thinkers: Thinkers
    roster: Roster
    bots: BotRunner
    hints: Hints
    stand_ins: StandIns
    clocks: Clocks
    orders: Orders
    analyses: Analyses
    puzzles: Puzzles
    limits: Limits
    pictures: Pictures
    printer: Printer
    parts: PartCache
    answers: Answers
    open_pages: OpenPages
    shared: SharedValues
    runs: RunFinder
    watchdog: Watchdog
    standings: Standings
    prospects: asyncio.Semaphore
    """Limits how many hexes are looked at together."""
    connections: Connections
    bans: Bans
    addresses: Addresses
    notices: NoticeWorker
    operators: Operators

    def sample_gauges(self) -> None:
        """Update the metrics that tell how things are now."""
        LIVE_CONNECTIONS.set(self.connections.count)
        for processes, waiting in zip(("slow", "quick"), self.thinkers.waiting, strict=True):
            BOT_QUEUE.labels(processes).set(waiting)
        sizes = {
            "tables": self.tables.live.bytes,
            "parts": self.parts.bytes,
            "answers": self.answers.bytes,
            "pictures": self.pictures.bytes,
        }
        for name, size in sizes.items():
            CACHE_BYTES.labels(name).set(size)

    async def start(self) -> None:
        await migrate(self.database)
        await self.hub.start()
        await self.notices.start()
        await self.puzzles.start()
        self.bots.start()
        self.watchdog.start()

    async def close(self) -> None:
        self.watchdog.stop()
        await self.bots.close()
        await self.analyses.close()
        await self.thinkers.close()
        await self.hub.close()
        await self.database.close()


def make_services(settings: Settings) -> Services:
    database = Database(settings.database, settings.database_wait)
    hub = make_hub(settings.redis)
    tables = Tables(database, hub, Quota(database, settings.storage))
    addresses = Addresses(database, settings.secret or new_secret(), _channels(settings))
    roster = Roster(settings.programs)
    seating = Seating(tables, roster, settings.listed_tables)
    limits = Limits(settings.limits, thinking=settings.thinking)
    thinkers = Thinkers(settings.thinkers or default_count(), 2 * settings.bot_seconds + 20, limits.charge_thinking)
    accounts = Accounts(database)
    people = PeopleAtTables(tables, seating)
    accounts.forget_at_tables = people.forget
    analyses = Analyses(tables, thinkers)
    return Services(
        settings=settings,
        database=database,
        hub=hub,
        accounts=accounts,
        tables=tables,
        seating=seating,
        records=Records(tables, seating, limits),
        copies=Copies(tables, seating, roster),
        plans=Plans(tables),
        lobby=Lobby(database),
        lessons=Lessons(tables, seating),
        coaching=Coaching(tables, thinkers, limits, settings.bot_seconds),
        summaries=Summaries(),
        thinkers=thinkers,
        roster=roster,
        hints=Hints(tables, thinkers, limits, settings.bot_seconds),
        analyses=analyses,
        looking_back=LookingBack(tables, analyses),
        puzzles=Puzzles(database),
        stand_ins=StandIns(tables, hub, roster, 60 * settings.absence),
        clocks=Clocks(tables, roster),
        orders=Orders(tables),
        bots=BotRunner(tables, thinkers, roster, limits, settings.bot_pause, settings.bot_seconds),
        limits=limits,
        pictures=Pictures(),
        printer=Printer(),
        parts=PartCache(),
        answers=Answers(),
        open_pages=OpenPages(),
        shared=SharedValues(),
        runs=RunFinder(),
        watchdog=Watchdog(),
        standings=Standings(tables.live),
        prospects=asyncio.Semaphore(2),
        connections=Connections(settings.live_connections, settings.live_per_address),
        bans=Bans(database),
        addresses=addresses,
        notices=NoticeWorker(database, hub, tables.live, addresses, settings),
        operators=Operators(tables, seating, accounts, people),
    )


def _channels(settings: Settings) -> list[Channel]:
    """The ways to send notices that this installation has."""
    found = [Channel.HOOK]
    if settings.mail_server:
        found.append(Channel.MAIL)
    if can_push():
        found.append(Channel.PUSH)
    if can_relay():
        found.append(Channel.APPRISE)
    return found


async def prepare(settings: Settings) -> str:
    """Before any process serves: migrate the database, load the installation's secret, and find out whether Redis answers."""
    hub = make_hub(settings.redis)
    try:
        await hub.start()
    finally:
        await hub.close()
    database = Database(settings.database)
    try:
        await migrate(database)
        try:
            async with database.write() as connection:
                found = await connection.execute(select(Setting.value).where(Setting.key == "secret"))
                secret = found.scalar_one_or_none()
                if secret is None:
                    secret = new_secret() + new_secret()
                    await connection.execute(insert(Setting).values(key="secret", value=secret))
        except IntegrityError:
            async with database.read() as connection:
                found = await connection.execute(select(Setting.value).where(Setting.key == "secret"))
                secret = found.scalar_one()
        return str(secret)
    finally:
        await database.close()
