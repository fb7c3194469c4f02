"""What a message says, in the reader's language. It contains nothing that a spectator could not see."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from goldenspike import svg
from goldenspike.core.game import Game
from goldenspike.core.ids import Player
from goldenspike.server.notices.kinds import Kind
from goldenspike.server.orders.prices import read_price
from goldenspike.server.problems import Problem
from goldenspike.server.table.live_table import LiveTable
from goldenspike.server.table.live_tables import LiveTables
from goldenspike.server.table.reports import report_picture, round_reports
from goldenspike.server.table.since_card import since_card
from goldenspike.server.words import Words
from goldenspike.view.secrets import masked_state, visibility_for

MOST_NEWS = 12


@dataclass(frozen=True, slots=True)
class Notice:
    """A row of the outbox."""

    id: int
    person_id: str
    table_id: str
    turn: str
    kind: Kind
    seat: Player | None
    name: str
    text: str
    made_at: int
    is_current: bool
    """Whether the game still waits for it."""


@dataclass(frozen=True, slots=True)
class Item:
    """What a message says about one table."""

    kind: Kind
    table_id: str
    table: str
    """The name of the table or of its game."""
    turn: str
    title: str
    text: str
    news: tuple[str, ...]
    """What has happened since the reader's last turn."""
    url: str
    picture: str = field(repr=False, default="")
    """The board as SVG."""
    heading: str = ""
    """The heading of the news, if they are not what has happened since the reader's last turn."""


@dataclass(frozen=True, slots=True)
class Message:
    id: str
    language: str
    subject: str
    items: tuple[Item, ...]
    stop_url: str
    """Where the reader can stop all messages to this address."""
    settings_url: str
    intro: str = ""


class Writer:
    """Writes messages."""

    def __init__(self, live: LiveTables, address: str) -> None:
        self._live = live
        self.address = address

    async def items(self, notices: Sequence[Notice], words: Words, with_pictures: bool) -> tuple[Item, ...]:
        found: list[Item] = []
        for notice in notices:
            try:
                table = await self._live.get(notice.table_id)
            except Problem:
                # Deleted meanwhile, or damaged.
                continue
            found.append(await self._item(notice, table, words.at(table.setup.title.name), with_pictures))
        return tuple(found)

    async def _item(self, notice: Notice, table: LiveTable, words: Words, with_picture: bool) -> Item:
        name = table.name or words.game(table.setup.title.name, table.setup.title.version)
        news: tuple[str, ...] = ()
        text = notice.text
        if notice.kind.is_about_turn and notice.seat is not None:
            seen = masked_state(table.setup, table.state, visibility_for(table.setup, table.state, None))
            text = words.ask(seen, table.context)
            card = since_card(table, await self._live.moves(table), notice.seat, words)
            lines = [f"{line.company or line.who} {' · '.join(line.phrases)}".strip() for line in card.lines]
            news = tuple(lines[:MOST_NEWS])
        elif notice.kind is Kind.OVER:
            wealth = Game(table.setup, table.state).result().wealth
            ranked = sorted(zip(table.names, wealth, strict=True), key=lambda one: -one[1])
            text = ", ".join(f"{player} {words.money(worth)}" for player, worth in ranked)
        elif notice.kind is Kind.TIME_OUT:
            text = words(f"notice.time_out.{notice.text}")
        elif notice.kind is Kind.ORDER:
            text = words(f"order.why.{notice.text}")
        elif notice.kind in (Kind.PRICE, Kind.COUNTER):
            text = read_price(notice.text, table.context, words)
        title = words(f"notice.{notice.kind}", table=name, name=notice.name)
        url = f"{self.address}/t/{table.id}"
        if notice.kind is Kind.REPORT:
            return await self._report(notice, table, Item(notice.kind, table.id, name, notice.turn, title, "", (), url), words)
        picture = svg.thumbnail(table.setup, table.state) if with_picture else ""
        return Item(notice.kind, table.id, name, notice.turn, title, text, news, url, picture)

    async def _report(self, notice: Notice, table: LiveTable, item: Item, words: Words) -> Item:
        """The round that had ended when the notice was written."""
        ply = int(notice.turn.rpartition(".")[2])
        moves = tuple((await self._live.moves(table))[:ply])
        found = await asyncio.to_thread(round_reports, table, moves, words)
        if not found:
            # Undone meanwhile.
            return item
        report = found[0]
        picture = report_picture(table, await self._live.state_at(table, report.ply), report, words)
        news = tuple(line.text for line in report.lines)
        url = f"{self.address}/t/{table.id}/reports#round-{report.ply}"
        return replace(item, text=report.title, news=news, url=url, picture=picture, heading=report.title)

    def subject(self, items: Sequence[Item], words: Words) -> str:
        if len(items) == 1:
            return items[0].title
        return words("notice.several", count=len(items), table=items[0].table)
