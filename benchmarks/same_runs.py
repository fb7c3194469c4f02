"""Whether two commits that chose different best runs chose equally good ones, in the games of `fingerprints.py`.

    python benchmarks/same_runs.py --version s2 --only 17,45 --json before.json     # with one commit
    python benchmarks/same_runs.py --version s2 --only 17,45 --against before.json  # with the other

The first command writes the routes of every run. The second plays the same games; where its own routes differ, it checks by the
rules of this commit that the other run is legal and earns exactly as much as the proven best, and exits with 1 if one is not.
"""

import argparse
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from fingerprints import play, versions

from goldenspike.core.actions import Route, RunTrains
from goldenspike.core.game import Game
from goldenspike.core.rules.runs import best_routes, check_routes, revenue_of

Routes = list[list[Any]]
"""The train, places and hex sides of each route."""
Runs = dict[str, Routes]
"""The runs of a game by the number of their action."""


def to_plain(routes: tuple[Route, ...]) -> Routes:
    return [[route.train, list(route.places), list(route.borders)] for route in routes]


def to_routes(plain: Routes) -> tuple[Route, ...]:
    return tuple(Route(train, tuple(places), tuple(borders)) for train, places, borders in plain)


def runs_due(title: str, version: str, number: int) -> Iterator[tuple[Game, RunTrains]]:
    """Every position of a game in which the engine looks for the best run."""
    for game, action in play(title, version, number):
        if isinstance(action, RunTrains) and action.routes is None:
            yield game, action
        game.push(action)


def runs_of_game(title: str, version: str, number: int) -> Runs:
    return {
        str(game.ply): to_plain(best_routes(game.setup, game.state, action.company).routes)
        for game, action in runs_due(title, version, number)
    }


def judge(title: str, version: str, number: int, others: Runs) -> Iterator[tuple[str, bool]]:
    """Each run of another commit that is not the one chosen here, and whether it is legal and earns as much."""
    for game, action in runs_due(title, version, number):
        best = best_routes(game.setup, game.state, action.company)
        other = to_routes(others.pop(str(game.ply), []))
        if other != best.routes:
            company = game.setup.title.companies[action.company].id
            legal = check_routes(game.setup, game.state, action.company, other) is None
            earned = revenue_of(game.setup, game.state, action.company, other) if legal else 0
            what = f"game {number}, action {game.ply}, {company}: ${earned} and ${best.revenue}"
            yield what, legal and best.proven and earned == best.revenue
    for ply in others:
        yield f"game {number}, action {ply}: no run here", False


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--version", required=True, help="such as classic")
    parser.add_argument("--only", required=True, help="the numbers of the games, separated by commas")
    parser.add_argument("--json", type=Path, help="write the runs to this file")
    parser.add_argument("--against", type=Path, help="compare with the runs in this file")
    wanted = parser.parse_args()
    title = next(title for title, version in versions() if version == wanted.version)
    numbers = [int(number) for number in wanted.only.split(",")]
    if wanted.json:
        found = {number: runs_of_game(title, wanted.version, number) for number in numbers}
        wanted.json.write_text(json.dumps(found) + "\n", encoding="utf-8")
    if not wanted.against:
        return 0
    before = json.loads(wanted.against.read_text(encoding="utf-8"))
    judged = [pair for number in numbers for pair in judge(title, wanted.version, number, before[str(number)])]
    for what, is_as_good in judged:
        print(f"{what}: {'another best run' if is_as_good else 'not as good'}")
    return 0 if all(is_as_good for _, is_as_good in judged) else 1


if __name__ == "__main__":
    sys.exit(main())
