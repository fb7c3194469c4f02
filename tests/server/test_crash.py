"""kill -9 during play: every acknowledged action is there afterwards, no table is damaged."""

import os
import random
import signal
import threading
import time
from pathlib import Path
from typing import Any

import httpx
import pytest

from server_helpers import Program, free_port, served

pytestmark = pytest.mark.programs
KILLS = int(os.environ.get("GOLDENSPIKE_KILLS", "4"))
"""Set it to 50 for the long run."""


class Player:
    """Plays on one table as fast as it can, and remembers what was acknowledged."""

    def __init__(self, program: Program, table: str, seed: int) -> None:
        self.program = program
        self.table = table
        self.acknowledged: list[dict[str, Any]] = []
        self._rng = random.Random(seed)

    def play(self) -> None:
        """Until the server is gone."""
        try:
            while True:
                legal = self.program.legal(self.table)
                actions = legal["actions"] or [offer["action"] for offer in legal["offers"]]
                if not actions:
                    return  # The game is over: a quick machine plays it to its end.
                action = self._rng.choice(actions)
                body = {"ply": legal["ply"], "undos": legal["undos"], "action": action}
                answer = self.program.post(f"/tables/{self.table}/actions", body)
                assert answer.status_code == 200, answer.text
                # What was on its way when the server died may or may not be there; what was acknowledged must be.
                del self.acknowledged[legal["ply"] :]
                self.acknowledged.append(action)
        except (httpx.HTTPError, KeyError, ValueError):
            return


def test_killed_at_random_moments(tmp_path: Path) -> None:
    rng = random.Random(1830)
    port = free_port()
    players: list[Player] = []
    for round_number in range(KILLS + 1):
        with (
            served("--unlimited", "--data", str(tmp_path), port=port) as (address, process),
            httpx.Client(base_url=address, timeout=10) as client,
        ):
            if not players:
                for number in range(3):
                    program = Program(client, f"Player {number}")
                    table = program.new_table("me", "local", "local", options={"seating": "free"})["id"]
                    players.append(Player(program, table, number))
            for player in players:
                player.program.client = httpx.Client(base_url=address, timeout=10)
                check(player)
            if round_number == KILLS:
                for player in players:
                    player.program.client.close()
                break
            threads = [threading.Thread(target=player.play) for player in players]
            for thread in threads:
                thread.start()
            time.sleep(rng.uniform(0.2, 1.5))
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()
            for thread in threads:
                thread.join(20)
            for player in players:
                player.program.client.close()
    assert all(len(player.acknowledged) > 5 for player in players)


def check(player: Player) -> None:
    """The record has all that was acknowledged, and can be replayed from the start with every rule checked."""
    record = player.program.get(f"/tables/{player.table}/record").json()
    stored = record.get("actions", [])
    assert stored[: len(player.acknowledged)] == player.acknowledged
    assert len(stored) <= len(player.acknowledged) + 1
    player.acknowledged = stored
    answer = player.program.client.post("/api/v1/tables/import", headers=player.program.headers, json=record)
    assert answer.status_code == 201, answer.text
    copy = player.program.get(f"/tables/{answer.json()['id']}/view").json()["view"]
    assert copy["players"] == player.program.get(f"/tables/{player.table}/view").json()["view"]["players"]
