"""One hash for each version over the games that random bots play with fixed seeds: equal hashes mean that no rule changed.

    python benchmarks/fingerprints.py --games 200 --json before.json
    python benchmarks/fingerprints.py --games 200 --against before.json

A hash covers every action, every event, and the digest and result at the end. Random bots draw from the list of legal actions, so
a list that only changes its order gives another game. The second command exits with 1 if any hash differs.
"""

import argparse
import json
import sys
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from random import Random

import msgspec

from goldenspike.bots.play import MOST_ACTIONS, next_action, seat_bots
from goldenspike.core.game import Game
from goldenspike.record.digest import digest, plain_names
from goldenspike.record.wire import event_to_wire, to_wire
from goldenspike.titles.catalogue import CATALOGUE, find_version, make

SEED = 1830


def versions() -> Iterator[tuple[str, str]]:
    """Every title with each of its versions."""
    for entry in CATALOGUE:
        for version in entry.versions:
            yield entry.name, version.name


def fingerprint_of_game(title: str, version: str, number: int, bot: str = "random") -> str:
    """The hash of one game; the number of players changes from game to game."""
    players = find_version(title, version).players
    setup = make(title, version, players[number % len(players)])
    rng = Random(f"{SEED}/{number}")
    bots = seat_bots([bot], setup.players, SEED, number)
    game = Game(setup)
    seen = sha256()
    while not game.is_over and game.ply < MOST_ACTIONS:
        action = next_action(game, bots, rng)
        seen.update(msgspec.json.encode(to_wire(setup, action)))
        seen.update(msgspec.json.encode([event_to_wire(setup, event) for event in game.push(action)]))
    result = game.result()
    seen.update(msgspec.json.encode([digest(game, plain_names(setup)), result.reason, result.wealth]))
    return seen.hexdigest()


def fingerprint(title: str, version: str, games: int, bot: str = "random") -> str:
    """The hash of a version over its first games."""
    seen = sha256()
    for number in range(games):
        seen.update(fingerprint_of_game(title, version, number, bot).encode())
    return seen.hexdigest()


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--games", type=int, default=200, help="how many games of each version")
    parser.add_argument("--bot", default="random", help="who plays")
    parser.add_argument("--version", help="only this version, such as classic")
    parser.add_argument("--json", type=Path, help="write the hashes to this file")
    parser.add_argument("--against", type=Path, help="compare with the hashes in this file")
    wanted = parser.parse_args()
    found: dict[str, str] = {}
    for title, version in versions():
        if wanted.version in (None, version):
            name = f"{title} {version}, {wanted.games} games, {wanted.bot}"
            found[name] = fingerprint(title, version, wanted.games, wanted.bot)
            print(f"{found[name]}  {name}", flush=True)
    if wanted.json:
        wanted.json.write_text(json.dumps(found, indent=2) + "\n", encoding="utf-8")
    if wanted.against:
        before = json.loads(wanted.against.read_text(encoding="utf-8"))
        changed = [name for name, value in found.items() if before.get(name) != value]
        print("\n".join(f"differs: {name}" for name in changed) or "all hashes are the same")
        return 1 if changed else 0
    return 0


if __name__ == "__main__":
    sys.exit(main())
