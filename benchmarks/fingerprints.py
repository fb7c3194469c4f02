"""Hashes of the games that random bots play with fixed seeds in every version: equal hashes mean that no rule changed.

    python benchmarks/fingerprints.py --games 200 --json before.json
    python benchmarks/fingerprints.py --games 200 --against before.json

Each game has a hash of its actions, one of all positions and the result, and one of each kind of event. Random bots draw from the
list of legal actions, so a list that only changes its order gives another game. The second command names what differs, and exits
with 1 if actions or positions do. Where only `RouteRun` differs, `same_runs.py` tells whether both runs are equally good.
"""

import argparse
import json
import sys
from collections import defaultdict
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any

import msgspec

from goldenspike.bots.play import MOST_ACTIONS, next_action, seat_bots
from goldenspike.core.actions import Action
from goldenspike.core.game import Game
from goldenspike.record.digest import digest, plain_names
from goldenspike.record.wire import event_to_wire, to_wire
from goldenspike.titles.catalogue import CATALOGUE, find_version, make

SEED = 1830
DIGITS = 16
"""How much of each hash is kept."""
SHOWN = 8
"""How many games that differ are named."""
ESSENTIAL = ("actions", "positions")
"""Where these are the same, the games are: events may tell more or less of them."""

Fingerprint = dict[str, str]


def versions() -> Iterator[tuple[str, str]]:
    """Every title with each of its versions."""
    for entry in CATALOGUE:
        for version in entry.versions:
            yield entry.name, version.name


def play(title: str, version: str, number: int, bot: str = "random") -> Iterator[tuple[Game, Action]]:
    """One game with each next action, which the caller pushes; the number of players changes from game to game."""
    players = find_version(title, version).players
    setup = make(title, version, players[number % len(players)])
    rng = Random(f"{SEED}/{number}")
    bots = seat_bots([bot], setup.players, SEED, number)
    game = Game(setup)
    while not game.is_over and game.ply < MOST_ACTIONS:
        yield game, next_action(game, bots, rng)


class Hashes:
    """Hashes of several things that are fed bit by bit."""

    def __init__(self) -> None:
        self._seen: dict[str, Any] = defaultdict(sha256)

    def feed(self, name: str, value: Any) -> None:
        self._seen[name].update(msgspec.json.encode(value))

    def taken(self) -> Fingerprint:
        return {name: self._seen[name].hexdigest()[:DIGITS] for name in sorted(self._seen)}


def fingerprint_of_game(title: str, version: str, number: int, bot: str = "random") -> Fingerprint:
    """The hashes of one game, by what they are of."""
    hashes = Hashes()
    for game, action in play(title, version, number, bot):
        setup = game.setup
        hashes.feed("actions", to_wire(setup, action))
        for event in game.push(action):
            told = event_to_wire(setup, event)
            hashes.feed(told["is"], told)
        hashes.feed("positions", digest(game, plain_names(setup)))
    result = game.result()
    hashes.feed("positions", [result.reason, result.wealth])
    return hashes.taken()


def hash_of_all(games: list[Fingerprint]) -> str:
    return sha256(json.dumps(games, sort_keys=True).encode()).hexdigest()


def differences(before: list[Fingerprint], after: list[Fingerprint], first: int = 0) -> dict[str, list[int]]:
    """What differs, with the numbers of the games in which it does."""
    found: dict[str, list[int]] = {}
    for number, (one, other) in enumerate(zip(before, after, strict=True), first):
        for name in sorted(one.keys() | other.keys()):
            if one.get(name) != other.get(name):
                found.setdefault(name, []).append(number)
    return found


def report(name: str, before: list[Fingerprint] | None, after: list[Fingerprint], first: int = 0) -> bool:
    """Say what differs in the games of a version; True if the games are the same but for what events tell."""
    if before is None or len(before) != len(after):
        print(f"{name}: nothing to compare with")
        return False
    found = differences(before, after, first)
    told = [f"{what} in {len(numbers)} ({', '.join(map(str, numbers[:SHOWN]))})" for what, numbers in found.items()]
    print(f"{name}: {len(after)} games, {'other ' + '; '.join(told) if told else 'all the same'}", flush=True)
    return not any(what in ESSENTIAL for what in found)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--games", type=int, default=200, help="how many games of each version")
    parser.add_argument("--first", type=int, default=0, help="the number of the first game, to play them in parts")
    parser.add_argument("--bot", default="random", help="who plays")
    parser.add_argument("--version", help="only this version, such as classic")
    parser.add_argument("--json", type=Path, help="write the hashes to this file")
    parser.add_argument("--against", type=Path, help="compare with the hashes in this file")
    wanted = parser.parse_args()
    before = json.loads(wanted.against.read_text(encoding="utf-8")) if wanted.against else {}
    found: dict[str, list[Fingerprint]] = {}
    same = True
    for title, version in versions():
        if wanted.version in (None, version):
            name = f"{title} {version}, {wanted.bot}"
            numbers = range(wanted.first, wanted.first + wanted.games)
            found[name] = [fingerprint_of_game(title, version, number, wanted.bot) for number in numbers]
            if wanted.against:
                same = report(name, before.get(name), found[name], wanted.first) and same
            else:
                print(f"{hash_of_all(found[name])}  {name}, {wanted.games} games", flush=True)
            if wanted.json:
                wanted.json.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")
    return 0 if same else 1


if __name__ == "__main__":
    sys.exit(main())
