"""The ladder: matches between bots, one against a field of another, kept in a file of JSON lines.

Each line is a game. A run of the ladder plays only games that the file does not have yet, and a match ends as soon as a
sequential test decides it, so a ladder can be interrupted and go on later, or on several machines whose files are joined. Games
of other editions of their bots stay in the file and are not counted.
"""

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

from goldenspike.bots.arena import Played, Task, tasks
from goldenspike.bots.base import NO_DEADLINE
from goldenspike.bots.editions import edition_of
from goldenspike.bots.notes import Notes
from goldenspike.bots.ratings import Verdict, decide

SLOWEST = 1
"""Of the answers of each bot only the longest ones are kept."""


class BadResults(Exception):
    """A results file that cannot be read; the message says where."""


@dataclass(frozen=True, order=True)
class Match:
    """One bot against a table full of another, or a bot among its like: to describe how it plays, not to compare it."""

    title: str
    version: str
    players: int
    bot: str
    field: str

    @property
    def bots(self) -> tuple[str, ...]:
        """Who plays; a single name where all are alike, so that no set of games has the same draws with other seats."""
        return (self.bot,) if self.bot == self.field else (self.bot, *[self.field] * (self.players - 1))

    @property
    def edition(self) -> str:
        """Of the bots as they are now."""
        return edition_of(self.bot, self.field)

    @property
    def chance(self) -> float:
        return 1 / self.players

    def tasks(self, seed: int, games: int) -> list[Task]:
        """The games; among its like a bot holds the first auction of each itself."""
        return tasks(self.title, self.version, self.players, {}, self.bots, games, seed, varied=self.bot != self.field)

    def __str__(self) -> str:
        return f"{self.title}/{self.version}/{self.players}:{self.bot}:{self.field}"


def parse_match(words: str) -> Match:
    """`1830/classic/4:baron:greedy`; ValueError if it is nothing like that."""
    place, bot, field = words.split(":")
    title, version, players = place.split("/")
    return Match(title, version, int(players), bot, field)


STEPS = (
    ("greedy", "random"),
    ("gentle", "greedy"),
    ("foreman", "greedy"),
    ("rusher", "greedy"),
    ("raider", "greedy"),
    ("baron-easy", "greedy"),
    ("baron", "greedy"),
    ("baron", "foreman"),
    ("baron", "rusher"),
    ("baron", "raider"),
)
HARD_STEPS = (("baron-hard", "baron"), ("baron-hard", "foreman"))
LEARNED_STEPS = (("magnate", "greedy"), ("magnate", "baron"), ("magnate-hard", "magnate"), ("magnate-hard", "baron"))
"""In the version in which the magnate learned."""
VERSIONS = (
    ("1830", "classic", 4),
    ("1830", "base", 4),
    ("1830", "starter", 4),
    *(("1830", f"s{number}", 4) for number in range(1, 7)),
    ("1862", "standard", 4),
)
MATCHES = (
    *(Match(*place, *step) for step in STEPS for place in VERSIONS),
    *(Match(*VERSIONS[0], *step) for step in LEARNED_STEPS),
    *(Match(*place, *step) for step in HARD_STEPS for place in VERSIONS),
)
"""The whole ladder, quick matches first."""


@dataclass(frozen=True)
class Row:
    """A game of a match."""

    edition: str
    seed: int
    match: Match
    game: Played


def to_line(row: Row) -> str:
    game = row.game
    slowest = {name: sorted(seconds)[-SLOWEST:] for name, seconds in game.thinking.items()}
    known = {
        "edition": row.edition,
        "match": str(row.match),
        "seed": row.seed,
        "game": game.number,
        "names": game.names,
        "wealth": game.wealth,
        "end": game.reason,
        "over": game.is_over,
        "actions": game.actions,
        "seconds": round(game.seconds, 3),
        "slowest": {name: [round(value, 3) for value in seconds] for name, seconds in slowest.items()},
        "notes": game.notes.as_dict(),
    }
    return json.dumps(known, separators=(",", ":"))


def from_line(line: str) -> Row:
    """ValueError, KeyError or TypeError if the line is not one of ours."""
    known: dict[str, Any] = json.loads(line)
    names = {entry.name for entry in fields(Notes)}
    match, seed, number = parse_match(known["match"]), known["seed"], known["game"]
    game = Played(
        number,
        tuple(known["names"]),
        tuple(known["wealth"]),
        known["end"],
        known["over"],
        known["actions"],
        known["seconds"],
        known["slowest"],
        (),
        Notes(**{name: value for name, value in known["notes"].items() if name in names}),
        match.tasks(seed, number + 1)[number],
    )
    return Row(known["edition"], seed, match, game)


def read_results(file: Path) -> list[Row]:
    """The games of a file, none if there is no file; a last line that was cut off is ignored."""
    if not file.exists():
        return []
    lines = file.read_text(encoding="utf-8").splitlines()
    found: list[Row] = []
    for number, line in enumerate(lines):
        try:
            found.append(from_line(line))
        except (ValueError, KeyError, TypeError):
            if number == len(lines) - 1:
                break
            raise BadResults(f"{file}: line {number + 1} is no game of a ladder") from None
    return found


def append_result(file: Path, row: Row) -> None:
    """Add a game to the file; what an interruption cut off is completed by a line break first."""
    with file.open("a+b") as out:
        if out.tell():
            out.seek(-1, 2)
            if out.read(1) != b"\n":
                _drop_last_line(file)
        out.write(to_line(row).encode() + b"\n")


def _drop_last_line(file: Path) -> None:
    kept = file.read_bytes().rpartition(b"\n")
    file.write_bytes(kept[0] + kept[1])


def games_of(rows: Iterable[Row], match: Match, seed: int | None = None) -> list[Played]:
    """The games between the bots as they are now, of one seed or of all."""
    found = {
        (row.seed, row.game.number): row.game
        for row in rows
        if row.match == match and row.edition == match.edition and seed in (None, row.seed)
    }
    return [found[key] for key in sorted(found)]


def wins_of(games: Sequence[Played], bot: str) -> float:
    """How many games a bot won; a shared victory counts in parts."""
    return sum(sum(game.names[winner] == bot for winner in game.winners) / len(game.winners) for game in games)


def verdict_of(match: Match, games: Sequence[Played]) -> Verdict:
    """The result of the sequential test as it stood when it was first decided."""
    if match.bot == match.field:
        return Verdict.OPEN
    for count in range(match.players, len(games) + 1, match.players):
        verdict = decide(wins_of(games[:count], match.bot), count, match.chance)
        if verdict is not Verdict.OPEN:
            return verdict
    return Verdict.OPEN


Runner = Callable[[Sequence[Task], int], Iterator[Played]]


def play_matches(
    matches: Sequence[Match],
    rows: list[Row],
    seed: int,
    most: int,
    runner: Runner,
    jobs: int,
    is_over: Callable[[], bool] = NO_DEADLINE,
) -> Iterator[Row]:
    """The games that are missing, a set of each match in turn, until all are decided or have so many, or the time is over."""
    first = 0
    while True:
        waiting = [
            match
            for match in matches
            if first * match.players < most and verdict_of(match, games_of(rows, match, seed)) is Verdict.OPEN
        ]
        if not waiting:
            return
        sets = -(-jobs // sum(match.players for match in waiting))
        missing: dict[Task, Match] = {}
        for match in waiting:
            played = {game.number for game in games_of(rows, match, seed)}
            turn = match.tasks(seed, most)[first * match.players : (first + sets) * match.players]
            missing |= {task: match for task in turn if task.number not in played}
        if is_over():
            return
        for game in runner(list(missing), jobs) if missing else ():
            assert game.task is not None
            row = Row(missing[game.task].edition, seed, missing[game.task], game)
            rows.append(row)
            yield row
            if is_over():
                return
        first += sets
