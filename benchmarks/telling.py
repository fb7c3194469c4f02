"""What it costs to tell ten pages of a move: `python benchmarks/telling.py [--plies 150] [--moves 40] [--profile]`.

Plays on in the middle of a few games, within one process and without HTTP: each move is stored, the page that made it gets its
answer, and the other pages, of the seats first and then of spectators, get what they are told over their live connections.
With each move one of the ten readers turns to another tab. Prints a line of JSON with the processor time of a move with its
pages, of the move alone, and how often each part was rendered. The same moves are made each time, so two versions of the code
can be compared even on a busy machine. `--profile` prints where the time goes.
"""

import argparse
import asyncio
import cProfile
import json
import pstats
import tempfile
import time
from collections import Counter
from typing import Any

import msgspec
from filling import FilledTable, fill_with_running_games, play_game
from server_load import GAMES, LOOKS, SHOWN, TABS

from goldenspike.protocol.messages import News
from goldenspike.server.app import template_engine
from goldenspike.server.services import Services, make_services
from goldenspike.server.settings import Settings
from goldenspike.server.table.keeping import Position
from goldenspike.server.table.news import Browser
from goldenspike.server.table.open_pages import OpenPage
from goldenspike.server.table.parts import PARTS
from goldenspike.server.table.shown import Shown
from goldenspike.server.table.telling import PageTeller
from goldenspike.server.warm import read_texts, settle, tune_gc
from goldenspike.server.words import Words

PAGES = 10


class Table:
    def __init__(self, services: Services, table: FilledTable) -> None:
        self.services, self.table, self.ply = services, table, table.ply
        self.browser = Browser(services, template_engine().engine, Words("en"), "http://localhost")
        sessions = [*table.sessions, *([""] * PAGES)][:PAGES]
        self.tellers = [PageTeller(self.browser, OpenPage(table.id, Shown()), session) for session in sessions]

    async def open(self) -> None:
        """Open the pages, as browsers do: with all parts."""
        live = await self.services.tables.live.get(self.table.id)
        for teller in self.tellers:
            person = await self.services.accounts.find(teller.session, "web") if teller.session else None
            shown = Shown()
            teller.page.take(shown, await self.browser.news(live, person, shown))
            page = teller.page.shown
            teller.page.shown = Shown(page.versions, frozenset(SHOWN.split(",")) & PARTS.keys(), at=page.at)

    async def look(self, teller: PageTeller) -> None:
        """The reader turns to another tab."""
        live = await self.services.tables.live.get(self.table.id)
        person = await self.services.accounts.find(teller.session, "web") if teller.session else None
        tab = TABS[self.ply // LOOKS % len(TABS)]
        shown = msgspec.structs.replace(teller.page.shown, coming=frozenset(tab.split(",")))
        teller.page.take(shown, await self.browser.news(live, person, shown))

    async def move(self) -> tuple[float, float]:
        """Processor seconds of the move alone, and with its pages."""
        action = self.table.game.actions[self.ply]
        acting = self.tellers[action["player"]]
        start = time.process_time()
        person = await self.services.accounts.find(acting.session, "web")
        assert person is not None
        table = await self.services.tables.act(person, self.table.id, Position(self.ply, 0), [action], automatic=True)
        alone = time.process_time() - start
        answer = await self.browser.news(table, person, acting.page.shown)
        acting.page.take(acting.page.shown, answer)
        news = News("game", table.revision, table.ply)
        await asyncio.gather(*(teller.tell(news) for teller in self.tellers if teller is not acting))
        await self.look(self.tellers[self.ply % LOOKS])
        self.ply += 1
        return alone, time.process_time() - start


async def measure(folder: str, plies: int, moves: int, profile: cProfile.Profile | None) -> dict[str, Any]:
    games = [play_game(players, plies + moves + 2, seed) for players, seed in GAMES]
    url = f"sqlite:///{folder}/goldenspike.db"
    filled = await fill_with_running_games(url, games, len(games), plies)
    services = make_services(Settings(database=url))
    await services.start()
    tune_gc()
    read_texts(template_engine().engine)
    try:
        tables = [Table(services, table) for table in filled]
        for table in tables:
            await table.open()
            await table.move()
        settle()
        services.parts.rendered.clear()
        alone = whole = 0.0
        if profile is not None:
            profile.enable()
        for _ in range(moves):
            for table in tables:
                one, both = await table.move()
                alone, whole = alone + one, whole + both
        if profile is not None:
            profile.disable()
        count = moves * len(tables)
        rendered = Counter({name: round(times / count, 2) for name, times in services.parts.rendered.items()})
        return {
            "moves": count,
            "ms_a_move_with_its_pages": round(1000 * whole / count, 2),
            "ms_a_move_alone": round(1000 * alone / count, 2),
            "rendered_a_move": dict(rendered.most_common()),
        }
    finally:
        await services.close()


def main() -> None:
    parser = argparse.ArgumentParser(description="What it costs to tell ten pages of a move.")
    parser.add_argument("--plies", type=int, default=150, help="moves already made at each table")
    parser.add_argument("--moves", type=int, default=40, help="at each table")
    parser.add_argument("--profile", action="store_true")
    wanted = parser.parse_args()
    profile = cProfile.Profile() if wanted.profile else None
    with tempfile.TemporaryDirectory() as folder:
        print(json.dumps(asyncio.run(measure(folder, wanted.plies, wanted.moves, profile))), flush=True)
    if profile is not None:
        pstats.Stats(profile).sort_stats("cumulative").print_stats(150)


if __name__ == "__main__":
    main()
