"""Fills a database quickly: games that bots have played, with many tables, people and logins.

Nothing goes through a server. A few games are played once, and their rows are inserted for as many tables as wanted.
"""

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

import msgspec
from sqlalchemy import insert

from goldenspike.bots.base import Table
from goldenspike.bots.chance import draw
from goldenspike.bots.greedy import GreedyBot
from goldenspike.core.game import Game, player_of
from goldenspike.core.holders import CHANCE
from goldenspike.record.native import options_of
from goldenspike.record.wire import to_wire
from goldenspike.server.storage.database import Database
from goldenspike.server.storage.migrate import migrate
from goldenspike.server.storage.schema import Base, Login, MoveRow, SeatRow, TableRow, User
from goldenspike.server.storage.tokens import hash_of, new_secret, now
from goldenspike.server.table.changes import move_values
from goldenspike.server.table.live_table import AppliedMove
from goldenspike.titles import catalogue

DAY = 24 * 3600 * 1000
_ROWS_AT_ONCE = 2_000


@dataclass(frozen=True)
class PlayedGame:
    """A game of bots: rows of moves without their table, and the actions as clients send them."""

    game: Game
    rows: list[dict[str, Any]]
    actions: list[dict[str, Any]]
    actors: Sequence[tuple[int, ...]]
    """Who is asked after so many moves."""

    @property
    def players(self) -> int:
        return self.game.setup.players


def play_game(players: int, plies: int, seed: int) -> PlayedGame:
    """A game of 1830 between greedy bots, at least so many plies long unless it ends earlier."""
    setup = catalogue.make("1830", "classic", players, {})
    game = Game(setup)
    chance = Random(seed)
    bots = [GreedyBot(Random(seed * 10 + seat)) for seat in range(players)]
    rows: list[dict[str, Any]] = []
    actors = [game.actors]
    while len(rows) < plies and not game.is_over:
        if game.actors == (CHANCE,):
            action = draw(game, chance)
        else:
            seat = game.actors[0]
            action = bots[seat].choose(Table(game, seat))
        move = AppliedMove(action, player_of(action), game.push(action), game.state)
        rows.append(move_values("", setup, len(rows) + 1, move, None, 0))
        actors.append(game.actors)
    return PlayedGame(game, rows, [to_wire(setup, action) for action in game.actions], actors)


@dataclass(frozen=True)
class FilledTable:
    id: str
    game: PlayedGame
    ply: int
    sessions: tuple[str, ...]
    """The cookie of each seat's browser."""


@dataclass
class Filling:
    """Rows that wait to be inserted."""

    rows: dict[type[Base], list[dict[str, Any]]] = field(default_factory=dict)
    _count: int = 0

    def add(self, kind: type[Base], /, **values: Any) -> None:
        self.rows.setdefault(kind, []).append(values)

    def person(self, name: str, is_registered: bool = False) -> str:
        self._count += 1
        person = f"p{self._count:07}"
        owned = {"name_key": name.casefold(), "name_look": name.casefold(), "password": "-"} if is_registered else {}
        empty = {"name_key": None, "name_look": None, "password": None}
        self.add(User, id=person, name=name, created_at=now(), **(empty | owned))
        return person

    def session(self, person: str) -> str:
        secret = new_secret()
        self.add(
            Login,
            id=person,
            token_hash=hash_of(secret),
            user_id=person,
            kind="web",
            label="",
            created_at=now(),
            expires_at=now() + DAY,
        )
        return secret

    def table(self, game: PlayedGame, ply: int, people: Sequence[str], status: str = "running", with_moves: bool = True) -> str:
        """A table in the middle of a game; finished ones of a large history need no more than their last move."""
        self._count += 1
        table = f"t{hashlib.blake2b(str(self._count).encode(), digest_size=6).hexdigest()}"
        setup, time = game.game.setup, now() - self._count % 1_000_000
        self.add(
            TableRow,
            id=table,
            name=f"Table {self._count}",
            title=setup.title.name,
            version=setup.title.version,
            options=msgspec.json.encode(options_of(setup)).decode(),
            host_id=people[0],
            invite=new_secret(),
            listed=True,
            status=status,
            ply=ply,
            undos=0,
            revision=1,
            created_at=time,
            updated_at=time,
        )
        for seat, person in enumerate(people):
            asked = time if status == "running" and seat in game.actors[ply] else None
            self.add(
                SeatRow,
                table_id=table,
                number=seat,
                kind="person",
                user_id=person,
                name=f"Player {seat + 1}",
                bot="",
                asked_at=asked,
                # Only the recorded actions are made.
                automatic=0,
            )
        for row in game.rows[0 if with_moves else ply - 1 : ply]:
            self.add(MoveRow, **{**row, "table_id": table, "made_at": time})
        return table

    async def write(self, database: Database) -> None:
        """Insert what waits."""
        async with database.write() as connection:
            for kind in (User, Login, TableRow, SeatRow, MoveRow):
                for some in _slices(self.rows.pop(kind, [])):
                    await connection.execute(insert(kind.__table__), some)  # type: ignore[arg-type]


def _slices(rows: list[dict[str, Any]]) -> Iterator[list[dict[str, Any]]]:
    for start in range(0, len(rows), _ROWS_AT_ONCE):
        yield rows[start : start + _ROWS_AT_ONCE]


async def fill_with_running_games(url: str, games: Sequence[PlayedGame], tables: int, ply: int) -> list[FilledTable]:
    """Tables in mid-game, each with people of its own who are logged in."""
    database = Database(url)
    made: list[FilledTable] = []
    try:
        await migrate(database)
        filling = Filling()
        for number in range(tables):
            game = games[number % len(games)]
            people = [filling.person(f"Player {number}-{seat}") for seat in range(game.players)]
            sessions = tuple(filling.session(person) for person in people)
            made.append(FilledTable(filling.table(game, ply, people), game, ply, sessions))
            if number % 20 == 19:
                await filling.write(database)
        await filling.write(database)
    finally:
        await database.close()
    return made
