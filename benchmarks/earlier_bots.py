"""Let bots of earlier commits play against those of the working tree, in the same games.

    python benchmarks/earlier_bots.py --bots baron-hard,baron-2026 --games 40
    python benchmarks/earlier_bots.py --bots baron@HEAD~1,baron --version base --games 24 --seed 7
    python benchmarks/earlier_bots.py --bots baron-hard --games 40

Of two bots the first plays against a table full of the second; one bot plays against its like. `NAME@COMMIT` is the bot as it was
in that commit: its package `goldenspike.bots` is unpacked beside the present one and plays on the present engine, so that nothing
of earlier bots is kept in the project. `baron-2026` is the hard baron as it was before its play was first revised. Games are as
in the ladder: sets in which each seat is taken once with the same draws, every second one after an auction held by others.
"""

import argparse
import io
import json
import subprocess
import sys
import tarfile
from collections.abc import Sequence
from functools import partial
from importlib import import_module, invalidate_caches
from multiprocessing import get_context
from pathlib import Path
from random import Random
from statistics import fmean

from goldenspike.bots import roster
from goldenspike.bots.arena import Played, play, tasks
from goldenspike.bots.base import Bot
from goldenspike.bots.manner import FIGURES
from goldenspike.bots.ratings import standings

ROOT = Path(__file__).resolve().parent.parent
UNPACKED = ROOT / "build" / "earlier_bots"
NAMED = {"baron-2026": "baron-hard@dc9748d"}
RENAMED = ((".speaking()", ".steps_now()"),)
"""What the engine called otherwise then, and what it is called now."""


def unpack(commit: str) -> str:
    """The name of the package that holds a commit's bots."""
    command = ["git", "rev-parse", "--verify", f"{commit}^{{commit}}"]
    sha = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout.strip()
    package = f"bots_{sha[:10]}"
    if not (UNPACKED / package).exists():
        command = ["git", "archive", f"{sha}:src/goldenspike/bots"]
        archive = subprocess.run(command, cwd=ROOT, check=True, capture_output=True).stdout
        with tarfile.open(fileobj=io.BytesIO(archive)) as files:
            files.extractall(UNPACKED / package, filter="data")
        for file in (UNPACKED / package).rglob("*.py"):
            text = file.read_text(encoding="utf-8").replace("goldenspike.bots", package)
            for then, now in RENAMED:
                text = text.replace(then, now)
            file.write_text(text, encoding="utf-8")
        invalidate_caches()
    return package


def make_earlier(rng: Random, package: str, name: str, called: str) -> Bot:
    maker = import_module(f"{package}.roster").find_maker(name)
    if maker is None:
        raise KeyError(called)
    bot: Bot = maker(rng)
    bot.name = called
    return bot


def register(names: Sequence[str]) -> None:
    """Make earlier bots known in this process."""
    sys.path.insert(0, str(UNPACKED))
    for called in names:
        name, _, commit = NAMED.get(called, called).partition("@")
        if commit:
            roster.BOTS[called] = partial(make_earlier, package=unpack(commit), name=name, called=called)


def report(played: Sequence[Played], seed: int) -> list[str]:
    lines = [f"{len(played)} games, {len({game.notes.digest for game in played})} different, seed {seed}"]
    for one in standings(played, seed):
        lines.append(
            f"{one.name}: {one.wins:g} wins of {len(played)} ({one.share:.0%}, {one.share_low:.0%} to {one.share_high:.0%}, "
            f"chance {one.chance:.0%}), margin {one.margin:+.3f} ± {one.margin_error:.3f}, "
            f"slowest answer {max(max(game.thinking.get(one.name, [0])) for game in played):.1f} s"
        )
    for name, measure in FIGURES:
        values = [value for game in played if (value := measure(game.notes)) is not None]
        if values:
            lines.append(f"{name}: {fmean(values):.1f}")
    return lines


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--bots", required=True, help="one or two names, separated by a comma")
    parser.add_argument("--title", default="1830")
    parser.add_argument("--version")
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--games", type=int, default=40)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--out", type=Path, help="a file of JSON lines with the wealth and the figures of each game")
    arguments = parser.parse_args()
    first, *others = arguments.bots.split(",")
    names = [first, *(others or [first]) * (arguments.players - 1)][: arguments.players]
    register(names)
    wanted = tasks(arguments.title, arguments.version, arguments.players, {}, names, arguments.games, arguments.seed, varied=True)
    played: list[Played] = []
    with get_context("spawn").Pool(arguments.jobs, register, (names,)) as pool:
        for game in pool.imap_unordered(play, wanted):
            played.append(game)
            if arguments.out is not None:
                with arguments.out.open("a", encoding="utf-8") as out:
                    line = {"game": game.number, "names": game.names, "wealth": game.wealth, "notes": game.notes.as_dict()}
                    print(json.dumps(line), file=out)
    played.sort(key=lambda game: game.number)
    print("\n".join(report(played, arguments.seed)))


if __name__ == "__main__":
    main()
