"""What a message says, in the reader's language. It contains nothing that a spectator could not see."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from goldenspike import svg
from goldenspike.core.game import Game
from goldenspike.core.ids import Player
from goldenspike.server.notices.kinds import Kind
from goldenspike.server.orders.prices import say_price
from goldenspike.server.problems import Problem
from goldenspike.server.table.live_table import LiveTable
from goldenspike.server.table.live_tables import LiveTables
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
        elif notice.kind is Kind.ORDER:
            text = words(f"order.why.{notice.text}")
        elif notice.kind in (Kind.PRICE, Kind.COUNTER):
            text = say_price(notice.text, table.context, words)
        picture = svg.thumbnail(table.setup, table.state) if with_picture else ""
        title = words(f"notice.{notice.kind}", table=name, name=notice.name)
        return Item(notice.kind, table.id, name, notice.turn, title, text, news, f"{self.address}/t/{table.id}", picture)

    def subject(self, items: Sequence[Item], words: Words) -> str:
        if len(items) == 1:
            return items[0].title
        return words("notice.several", count=len(items), table=items[0].table)
