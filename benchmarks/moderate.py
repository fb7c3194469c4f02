"""A recorded game typed by short commands in a real terminal: `python benchmarks/moderate.py [1830-bank-breaks]`.

Each move is typed into `goldenspike moderate` in tmux once the move before has been saved. One line of JSON tells how many keys a
move takes, the Enter key included, and how long the program takes from Enter until the move is saved (a poll of the file every
20 ms included).
"""

import json
import sys
import tempfile
import time
from pathlib import Path
from statistics import median

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))
from goldenspike.core.game import Game
from goldenspike.moderate import Books
from goldenspike.record.native import read_record
from moderated_game import commands_of
from server_helpers import wait_until
from terminal_helpers import terminal


def main() -> None:
    name = sys.argv[1] if len(sys.argv) > 1 else "1830-bank-breaks"
    game, players, commands = commands_of(name)
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "game.json"
        Books(Game(game.setup), players, "en").write(file)
        program = [sys.executable, "-m", "goldenspike.cli.main", "moderate", "--file", str(file)]
        seconds = []
        with terminal(program) as screen:
            wait_until(lambda: "Type ? for the commands." in screen.screen, "the program asks for a command")
            for ply, command in enumerate(commands, 1):
                started = time.perf_counter()
                screen.type(command)
                wait_until(lambda ply=ply: len(read_record(file.read_bytes()).actions) >= ply, f"move {ply} is saved")  # type: ignore[misc]
                seconds.append(time.perf_counter() - started)
        same = Books.read(file, "en").game.state == game.state
    keys = sum(len(command) + 1 for command in commands)
    print(
        json.dumps(
            {
                "game": name,
                "moves": len(commands),
                "keys": keys,
                "keys_a_move": round(keys / len(commands), 2),
                "seconds": round(sum(seconds), 1),
                "median_ms_a_move": round(1000 * median(seconds)),
                "same_end": same,
            }
        )
    )


if __name__ == "__main__":
    main()
