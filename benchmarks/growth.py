"""A large installation: `python benchmarks/growth.py [--running 10000] [--finished 100000] [--people 10000]`.

Fills a database with tables and people by bulk inserts (a few minutes), starts the server on it, and prints as one line of JSON
how long it takes until it answers, and how many milliseconds the lobby, its pages and the lists of a person with many tables
take. `start_processor_s` and `server` are the server's processor time, which depends less on what else the machine does.
"""

import argparse
import asyncio
import json
import sys
import tempfile
import time
from pathlib import Path
from random import Random
from typing import Any

import httpx
from filling import Filling, play_game
from measuring import family_megabytes, milliseconds, processor_seconds, wait_until_idle

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))
from goldenspike.server.storage.database import Database
from goldenspike.server.storage.migrate import migrate
from server_helpers import served

TIMES = 20
PAGES = {
    "lobby": "/",
    "open tables, last page": "/?show=open&page=1000000",
    "running tables, page 100": "/?show=watch&page=100",
    "my tables": "/?show=mine",
    "my finished games, page 3": "/?show=finished&page=3",
}


async def fill(url: str, running: int, finished: int, people: int) -> str:
    """Returns the session of a person who has played more than others."""
    database = Database(url)
    chance = Random(1)
    games = [play_game(players, 150, seed) for players, seed in ((3, 1), (4, 2), (5, 3))]
    try:
        await migrate(database)
        filling = Filling()
        persons = [filling.person(f"Person {number}", is_registered=True) for number in range(people)]
        session = filling.session(persons[0])
        await filling.write(database)
        for number in range(running + finished):
            game = games[number % len(games)]
            seated = chance.sample(persons, game.players)
            if number % 500 == 0 and persons[0] not in seated:
                seated[0] = persons[0]
            status = "over" if number >= running else "waiting" if number % 20 == 0 else "running"
            filling.table(game, 150, seated, status, with_moves=number % 100 == 0)
            if number % 1000 == 999:
                await filling.write(database)
        await filling.write(database)
    finally:
        await database.close()
    return session


def measure(folder: str, session: str) -> dict[str, Any]:
    started = time.perf_counter()
    with served("--data", folder, "--unlimited", "--thinkers", "1") as (address, process):
        with httpx.Client(base_url=address, cookies={"gs_session": session}, timeout=60) as client:
            assert client.get("/readyz").status_code == 200
            start = time.perf_counter() - started
            figures: dict[str, Any] = {"start_s": round(start, 2), "start_processor_s": processor_seconds(process.pid)}
            wait_until_idle(process.pid)
            for name, path in PAGES.items():
                samples = []
                used = -(processor_seconds(process.pid) or 0.0)
                for _ in range(TIMES):
                    before = time.perf_counter()
                    answer = client.get(path, headers={"accept": "text/html"})
                    samples.append(time.perf_counter() - before)
                    assert answer.status_code == 200, (path, answer.status_code)
                used += processor_seconds(process.pid) or 0.0
                figures[name] = {**milliseconds(samples), "server": round(1000 * used / TIMES, 1)}
        return {**figures, "server_megabytes": family_megabytes(process.pid)}


def main() -> None:
    parser = argparse.ArgumentParser(description="A large database.")
    parser.add_argument("--running", type=int, default=10_000)
    parser.add_argument("--finished", type=int, default=100_000)
    parser.add_argument("--people", type=int, default=10_000)
    wanted = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        before = time.perf_counter()
        session = asyncio.run(fill(f"sqlite:///{folder}/goldenspike.db", wanted.running, wanted.finished, wanted.people))
        size = (Path(folder) / "goldenspike.db").stat().st_size
        figures = measure(folder, session)
        filled = {"filled_s": round(time.perf_counter() - before), "database_megabytes": round(size / 1e6)}
        print(json.dumps({**filled, **figures}), flush=True)


if __name__ == "__main__":
    main()
