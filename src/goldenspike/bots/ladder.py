"""The ladder: matches between bots, one against a field of another, kept in a file of JSON lines.

Each line is a game. A run of the ladder plays only games that the file does not have yet, and a match ends as soon as a
sequential test decides it, so a ladder can be interrupted and go on later, or on several machines whose files are joined. Games
of other editions of the bots stay in the file and are not counted.
"""

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, fields
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

from goldenspike import bots
from goldenspike.bots.arena import Played, Task, tasks
from goldenspike.bots.notes import Notes
from goldenspike.bots.ratings import Verdict, decide

SLOWEST = 1
"""Of the answers of each bot only the longest ones are kept."""


class BadResults(Exception):
    """A results file that cannot be read; the message says where."""


@dataclass(frozen=True, order=True)
class Match:
    """One bot against a table full of another."""

    title: str
    version: str
    players: int
    bot: str
    field: str

    @property
    def bots(self) -> tuple[str, ...]:
        return (self.bot, *[self.field] * (self.players - 1))

    @property
    def chance(self) -> float:
        return 1 / self.players

    def __str__(self) -> str:
        return f"{self.title}/{self.version}/{self.players}:{self.bot}:{self.field}"


def parse_match(words: str) -> Match:
    """`1830/classic/4:baron:greedy`; ValueError if it is nothing like that."""
    place, bot, field = words.split(":")
    title, version, players = place.split("/")
    return Match(title, version, int(players), bot, field)


STEPS = (("greedy", "random"), ("foreman", "greedy"), ("rusher", "greedy"), ("raider", "greedy"), ("baron", "greedy"))
HARD_STEPS = (("baron", "foreman"), ("baron-hard", "baron"), ("baron-hard", "foreman"))
VERSIONS = (
    ("1830", "classic", 4),
    ("1830", "base", 4),
    ("1830", "starter", 4),
    *(("1830", f"s{number}", 4) for number in range(1, 7)),
    ("1862", "standard", 4),
)
MATCHES = tuple(Match(*place, *step) for step in (*STEPS, *HARD_STEPS) for place in VERSIONS)
"""The whole ladder, quick matches first."""


@cache
def edition_of_bots() -> str:
    """A name for the bots as they are: results of bots whose source has changed since do not mix with theirs."""
    folder = Path(bots.__file__).parent
    found = sha256()
    for file in sorted(folder.rglob("*.py")):
        found.update(file.read_bytes())
    return found.hexdigest()[:10]


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
    game = Played(
        known["game"],
        tuple(known["names"]),
        tuple(known["wealth"]),
        known["end"],
        known["over"],
        known["actions"],
        known["seconds"],
        known["slowest"],
        (),
        Notes(**{name: value for name, value in known["notes"].items() if name in names}),
    )
    return Row(known["edition"], known["seed"], parse_match(known["match"]), game)


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


def games_of(rows: Iterable[Row], match: Match, edition: str, seed: int | None = None) -> list[Played]:
    found = {
        (row.seed, row.game.number): row.game
        for row in rows
        if row.match == match and row.edition == edition and seed in (None, row.seed)
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


def play_match(match: Match, rows: list[Row], edition: str, seed: int, most: int, runner: Runner, jobs: int) -> Iterator[Row]:
    """The games that are missing, until the match is decided or has so many."""
    wanted = tasks(match.title, match.version, match.players, {}, match.bots, most, seed, varied=True)
    at_once = -(-jobs // match.players) * match.players
    for first in range(0, most, at_once):
        there = games_of(rows, match, edition, seed)
        if verdict_of(match, there) is not Verdict.OPEN:
            return
        played = {game.number for game in there}
        for game in runner([task for task in wanted[first : first + at_once] if task.number not in played], jobs):
            row = Row(edition, seed, match, game)
            rows.append(row)
            yield row
