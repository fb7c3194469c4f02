"""Trials of changed bots: variants of the bots as they are, each against a table full of another.

Bots that fill a table against themselves are not told apart: the figures of a variant then are those of its first seat.
A variant is a copy of the bots in which constants or lines have other values, so that both play in one process. A file describes
the variants, one a line: a name, a level or bot, and replacements `FILE: OLD => NEW`, separated by ` ;; `:

    dear ; baron-hard ; baron/trading.py: BURDEN = 1.5 => BURDEN = 2.5
    plain ; baron-hard

    python benchmarks/trials.py --variants FILE --field baron-2026 --seconds 480 --jobs 16 --out trials.jsonl

All variants play the same sets of games, a set of each in turn, until the time is over. Lines of the output hold one game each;
`--report` prints what a file of them shows.
"""

import argparse
import json
import shutil
import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from math import sqrt
from multiprocessing import TimeoutError, get_context
from pathlib import Path
from statistics import fmean, stdev
from typing import Any

from earlier_bots import ROOT, UNPACKED, make_earlier, register

from goldenspike.bots import roster
from goldenspike.bots.arena import Played, Task, play, tasks
from goldenspike.bots.manner import FIGURES
from goldenspike.bots.notes import Notes

BOTS = ROOT / "src" / "goldenspike" / "bots"


@dataclass(frozen=True)
class Variant:
    name: str
    bot: str
    changes: tuple[tuple[str, str, str], ...]

    @property
    def package(self) -> str:
        return f"bots_{self.name}"


def read_variants(file: Path) -> list[Variant]:
    found = []
    for line in file.read_text(encoding="utf-8").splitlines():
        if not line.strip() or line.startswith("#"):
            continue
        name, bot, *rest = (word.strip() for word in line.split(" ; ", 2))
        changes = []
        for change in rest[0].split(" ;; ") if rest else ():
            path, _, replacement = change.partition(": ")
            old, _, new = replacement.partition(" => ")
            changes.append((path.strip(), old.strip(), new.strip()))
        found.append(Variant(name, bot, tuple(changes)))
    return found


def unpack_variant(variant: Variant) -> None:
    """Copy the bots and make the variant's changes; a change that finds nothing to replace is an error."""
    target = UNPACKED / variant.package
    shutil.rmtree(target, ignore_errors=True)
    shutil.copytree(BOTS, target, ignore=shutil.ignore_patterns("__pycache__"))
    for path, old, new in variant.changes:
        text = (target / path).read_text(encoding="utf-8")
        if old not in text:
            raise SystemExit(f"{variant.name}: {path} has no {old!r}")
        (target / path).write_text(text.replace(old, new), encoding="utf-8")
    for file in target.rglob("*.py"):
        file.write_text(file.read_text(encoding="utf-8").replace("goldenspike.bots", variant.package), encoding="utf-8")


def register_all(variants: Sequence[Variant], field: str) -> None:
    """Make variants and the field known in this process."""
    register([field])
    for variant in variants:
        roster.BOTS[variant.name] = partial(make_earlier, package=variant.package, name=variant.bot, called=variant.name)


def row_of(task: Task, game: Played) -> dict[str, Any]:
    return {
        "variant": task.bots[0],
        "field": task.bots[1],
        "title": task.title,
        "version": task.version,
        "game": task.number,
        "wealth": game.wealth,
        "seat": game.names.index(task.bots[0]),
        "slowest": max((max(spent, default=0.0) for spent in game.thinking.values()), default=0.0),
        "seconds": game.seconds,
        "notes": game.notes.as_dict(),
    }


def play_row(task: Task) -> dict[str, Any]:
    return row_of(task, play(task))


def report(rows: Iterable[dict[str, Any]]) -> list[str]:
    """Wins, margin with its standard error over whole sets, and figures of each variant."""
    by_match: dict[tuple[str, str, str, str], list[dict[str, Any]]] = {}
    for row in rows:
        key = (row["title"], row["version"] or "", row["variant"], row["field"])
        by_match.setdefault(key, []).append(row)
    lines = []
    for (title, version, variant, field), games in by_match.items():
        wins = sum((row["wealth"][row["seat"]] == max(row["wealth"])) / row["wealth"].count(max(row["wealth"])) for row in games)
        sets: dict[int, list[float]] = {}
        for row in games:
            wealth, seat = row["wealth"], row["seat"]
            margin = (wealth[seat] - (sum(wealth) - wealth[seat]) / (len(wealth) - 1)) * len(wealth) / max(1, sum(wealth))
            sets.setdefault(row["game"] // len(wealth), []).append(margin)
        means = [fmean(margins) for margins in sets.values()]
        error = stdev(means) / sqrt(len(means)) if len(means) > 1 else 0.0
        count = len(games)
        share = wins / count
        spread = sqrt(share * (1 - share) / count)
        notes = [Notes(**row["notes"]) for row in games]
        figures = []
        for name, measure in FIGURES:
            values = [value for note in notes if (value := measure(note)) is not None]
            figures.append(f"{name}: {fmean(values):.1f}" if values else f"{name}: –")
        lines.append(
            f"{title} {version}: {variant} against {field}: {wins:g} of {count} ({share:.0%} ± {2 * spread:.0%}), "
            f"margin {fmean(means):+.3f} ± {error:.3f}, {len({note.digest for note in notes})} different, "
            f"slowest {max(row['slowest'] for row in games):.1f} s, {fmean(row['seconds'] for row in games):.0f} s a game"
        )
        lines.append("    " + "; ".join(figures))
    return lines


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--variants", type=Path)
    parser.add_argument("--field", default="baron-2026", help="a bot, one of a commit, or a variant")
    parser.add_argument("--title", default="1830")
    parser.add_argument("--version")
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--games", type=int, default=4000, help="the most games of each variant")
    parser.add_argument("--seconds", type=float, default=480.0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--report", action="store_true")
    wanted = parser.parse_args()
    if wanted.report:
        print("\n".join(report(json.loads(line) for line in wanted.out.read_text(encoding="utf-8").splitlines())))
        return
    variants = read_variants(wanted.variants)
    for variant in variants:
        unpack_variant(variant)
    register_all(variants, wanted.field)
    end = time.monotonic() + wanted.seconds
    by_variant = []
    for variant in variants:
        names = [variant.name, *[wanted.field] * (wanted.players - 1)]
        by_variant.append(tasks(wanted.title, wanted.version, wanted.players, {}, names, wanted.games, wanted.seed, varied=True))
    sets = range(0, wanted.games, wanted.players)
    games = [task for number in sets for every in by_variant for task in every[number : number + wanted.players]]
    rows: list[dict[str, Any]] = []
    with (
        wanted.out.open("a", encoding="utf-8") as out,
        get_context("spawn").Pool(wanted.jobs, register_all, (variants, wanted.field)) as pool,
    ):
        found = pool.imap_unordered(play_row, games)
        while len(rows) < len(games):
            try:
                rows.append(found.next(timeout=max(0.1, end - time.monotonic())))
            except TimeoutError:
                break
            print(json.dumps(rows[-1]), file=out, flush=True)
        pool.terminate()
    print("\n".join(report(rows)))


if __name__ == "__main__":
    main()
