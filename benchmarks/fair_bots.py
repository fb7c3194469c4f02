"""One guest fills the server with bots; how long does a stranger wait? `python benchmarks/fair_bots.py`.

A guest starts tables on which only the strongest bots play. Meanwhile a stranger from another address plays against a greedy bot,
and asks for hints. One line of JSON tells how long the bot and the hints took. The server believes `X-Forwarded-For` from this
machine, by which the two addresses are told apart.
"""

import argparse
import json
import os
import sys
import tempfile
import time
from pathlib import Path

import httpx
from measuring import milliseconds

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))
from server_helpers import Program, served

STRONGEST = "baron-hard"


def stranger_waits(address: str, moves: int) -> tuple[list[float], list[float]]:
    """The seconds until the greedy bot has answered each move, and until each hint came."""
    answers: list[float] = []
    hints: list[float] = []
    with httpx.Client(base_url=address, timeout=120, headers={"x-forwarded-for": "198.51.100.7"}) as client:
        stranger = Program(client, "Stranger")
        seats = [{"kind": "me"}, {"kind": "bot", "bot": "greedy"}]
        request = {"title": "1830", "version": "classic", "seats": seats, "options": {"seating": "free"}}
        table = stranger.post("/tables", request).json()["id"]
        while len(answers) < moves:
            found = stranger.get(f"/tables/{table}").json()
            legal = stranger.legal(table)
            actions = legal["actions"] or [offer["action"] for offer in legal["offers"]]
            if not actions:
                time.sleep(0.02)
                continue
            if len(hints) < moves:
                started = time.perf_counter()
                if stranger.post(f"/tables/{table}/hint").status_code == 200:
                    hints.append(time.perf_counter() - started)
            action = next((one for one in actions if one["do"] == "Pass"), actions[-1])
            answer = stranger.post(f"/tables/{table}/actions", {"ply": found["ply"], "action": action})
            if answer.status_code != 200:
                continue
            started = time.perf_counter()
            while stranger.get(f"/tables/{table}").json()["ply"] <= found["ply"] + 1 and not stranger.legal(table)["actions"]:
                time.sleep(0.02)
            answers.append(time.perf_counter() - started)
    return answers, hints


def main() -> None:
    parser = argparse.ArgumentParser(description="A stranger's bot while somebody else has many.")
    parser.add_argument("--tables", type=int, default=30)
    parser.add_argument("--moves", type=int, default=10)
    wanted = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, served("--data", folder) as (address, _):
        time.sleep(4)
        quiet, _ = stranger_waits(address, wanted.moves)
        with httpx.Client(base_url=address, timeout=120, headers={"x-forwarded-for": "203.0.113.9"}) as client:
            guest = Program(client, "Guest")
            seats = [{"kind": "bot", "bot": STRONGEST} for _ in range(4)]
            statuses = [guest.post("/tables", {"title": "1830", "seats": seats}).status_code for _ in range(wanted.tables)]
            time.sleep(10)
            answers, hints = stranger_waits(address, wanted.moves)
    figures = {
        "processors": os.cpu_count(),
        "load": [round(number, 1) for number in os.getloadavg()],
        "tables_of_hard_bots": statuses.count(201),
        "other_statuses": sorted({one for one in statuses if one != 201}),
        "greedy_answers_ms_before": milliseconds(quiet),
        "greedy_answers_ms": milliseconds(answers),
        "hints_ms": milliseconds(hints),
    }
    print(json.dumps(figures), flush=True)


if __name__ == "__main__":
    main()
