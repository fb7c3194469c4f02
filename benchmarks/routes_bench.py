"""How fast the best routes are found: problems from real games, hard boards of both titles, reach, tile lays and all best runs.

Run it as `python benchmarks/routes_bench.py [--boards N] [--json FILE]`; every board comes from its seed.
"""

import argparse
import gc
import json
import time
from collections.abc import Callable
from functools import partial
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

from routes_boards import Board, dense_board, setup_of

from goldenspike.core.actions import LayTile
from goldenspike.core.game import Game
from goldenspike.core.ids import Company, Hex
from goldenspike.core.routes import best_runs, solve, survey
from goldenspike.core.rules.runs import best_routes, reach, rule_of_train
from goldenspike.core.rules.train_card import has_train
from goldenspike.core.tiles import Color
from goldenspike.core.track import tables_of
from goldenspike.record.games18xx import Importer, read_export
from goldenspike.record.route_problem import read_problems

DATA = Path(__file__).parent.parent / "tests" / "data"
PROBLEMS = DATA / "1830-routes.json"
RECORD = DATA / "1830-bank-breaks.json"
LATE_TURNS = 24
LAYS_A_BOARD = 4
MOST_TIES = 2_000
HARD = [
    ("1830", "classic", ("D", "D")),
    ("1830", "classic", ("5", "6", "D")),
    ("1830", "classic", ("6", "D")),
    ("1862", "standard", ("8", "8E")),
    ("1862", "standard", ("10", "10E")),
    ("1862", "standard", ("8E", "8E")),
    ("1862", "standard", ("10E", "10E")),
]


def timed(work: Callable[[], Any]) -> tuple[float, Any]:
    gc.collect()
    started = time.process_time()
    result = work()
    return time.process_time() - started, result


def has_passed(deadline: float) -> bool:
    return time.process_time() > deadline


def figures(times: list[float]) -> dict[str, float]:
    ranked = sorted(times)
    count = len(ranked)
    return {
        "boards": count,
        "median_ms": round(ranked[count // 2] * 1e3, 3),
        "p95_ms": round(ranked[min(count - 1, count * 95 // 100)] * 1e3, 3),
        "worst_ms": round(ranked[-1] * 1e3, 3),
    }


def real_problems() -> dict[str, Any]:
    raw = json.loads(PROBLEMS.read_text(encoding="utf-8"))
    problems, _ = read_problems(PROBLEMS.read_bytes())
    times, ratios, right = [], [], 0
    for one, problem in zip(raw, problems, strict=True):
        seconds, solution = timed(partial(best_routes, problem.setup, problem.state, problem.company, problem.trains))
        times.append(seconds)
        ratios.append(one["router_ms"] / 1e3 / seconds)
        right += solution.proven and solution.revenue == one["optimum"]
    ratios.sort()
    ratio = {"router_ratio_median": round(ratios[len(ratios) // 2]), "router_ratio_least": round(ratios[0], 1)}
    return {**figures(times), "proven_optimal": right, **ratio}


def busiest(board: Board) -> Company:
    """The company that reaches most stops."""
    return max(board.setup.all_companies, key=lambda company: len(survey(board.ground(company)).places))


def hard_boards(title: str, version: str, trains: tuple[str, ...], count: int, limit: float) -> dict[str, Any]:
    setup = setup_of(title, version)
    types = tuple(setup.train_index[train] for train in trains)
    times, proven = [], 0
    for seed in range(count):
        board = dense_board(setup, seed, blocking=(0.0, 0.1, 0.3)[seed % 3])
        company = busiest(board)
        ground = board.ground(company)
        rules = tuple(rule_of_train(setup, train, ground.situation) for train in types)
        deadline = time.process_time() + limit
        seconds, solution = timed(partial(solve, ground, types, rules, partial(has_passed, deadline)))
        times.append(seconds)
        proven += solution.proven
    within = {f"within_{mark}_s": round(sum(t <= mark for t in times) / len(times), 3) for mark in (0.5, 5, 10)}
    return {**figures(times), "proven": proven, **within}


def reaches(title: str, version: str, count: int) -> dict[str, Any]:
    setup = setup_of(title, version)
    times = []
    for seed in range(count):
        board = dense_board(setup, seed, blocking=(0.0, 0.1, 0.3)[seed % 3])
        ground = board.ground(Company(busiest(board)))
        times.append(timed(partial(survey, ground))[0])
    return figures(times)


def tile_lays(title: str, version: str, count: int) -> dict[str, Any]:
    """Reach, and all tiles that fit a hex it leads to, as the track step enumerates them."""
    from goldenspike.core.hexes import SIDES

    setup = setup_of(title, version)
    times, found = [], 0
    for seed in range(count):
        board = dense_board(setup, seed, blocking=(0.0, 0.1, 0.3)[seed % 3], colors=2)
        state = board.state()
        company = busiest(board)
        for h, face in enumerate(state.faces):
            setup.lays(Hex(h), face)

        def enumerate_lays(s: Any = state, c: Company = company) -> int:
            arrivals = reach(setup, s, c).arrivals
            lays = 0
            for h in sorted({arrival // SIDES for arrival in arrivals}):
                for lay in setup.lays(Hex(h), s.faces[h]):
                    exits = setup.faces[lay.face].exits
                    lays += any(exits >> side & 1 and h * SIDES + side in arrivals for side in range(SIDES))
            return lays

        seconds, lays = timed(enumerate_lays)
        times.append(seconds)
        found += lays
    return {**figures(times), "lays_a_board": round(found / count)}


def positions(kind: str) -> list[Game]:
    """The positions of a game of people in which a step of this kind is due."""
    importer = Importer(read_export(RECORD.read_bytes()))
    return [importer.game.copy() for _ in importer.run() if importer.game.question.kind == kind]


def two_diesels() -> dict[str, Any]:
    """The runs of the second half of a game of people, as if each company had two diesels, without a warm start."""
    runs = positions("run")
    times, proven = [], 0
    for game in runs[len(runs) // 2 :]:
        setup, state = game.setup, game.state
        diesel = setup.train_index["D"]
        tables_of(setup).run_memory.clear()
        seconds, solution = timed(partial(best_routes, setup, state, state.operating, (diesel, diesel)))
        times.append(seconds)
        proven += solution.proven
    return {**figures(times), "proven": proven}


def try_outs(warm: bool) -> dict[str, Any]:
    """What each legal lay of a turn would earn, in the last turns of a game of people."""
    times, tried = [], 0
    for game in positions("track")[-LATE_TURNS:]:
        tables_of(game.setup).run_memory.clear()
        lays = [action for action in game.legal if isinstance(action, LayTile)]

        def try_all(game: Game = game, lays: list[LayTile] = lays) -> None:
            for lay in lays:
                after = Game(game.setup, game.state)
                after.push(lay)
                if not warm:
                    tables_of(game.setup).run_memory.clear()
                best_routes(game.setup, after.state, lay.company)

        if has_train(game.setup, game.state, game.state.operating):
            times.append(timed(try_all)[0])
            tried += len(lays)
    return {**figures(times), "lays_a_turn": round(tried / len(times))}


def lays_on_full_boards(trains: tuple[str, ...], count: int) -> dict[str, Any]:
    """What each of some lays would earn on full boards of 1862 up to brown, where the present best run is known."""
    setup = setup_of("1862")
    types = tuple(setup.train_index[train] for train in trains)
    times = []
    for seed in range(count):
        board = dense_board(setup, seed, blocking=(0.0, 0.1, 0.3)[seed % 3], colors=Color.BROWN)
        company = busiest(board)
        tables_of(setup).run_memory.clear()
        best_routes(setup, board.state(), company, types)
        lays = [(Hex(h), lay.face) for h, face in enumerate(board.faces) for lay in setup.lays(Hex(h), face) if not lay.twin]
        for h, face in Random(seed).sample(lays, min(len(lays), LAYS_A_BOARD)):
            state = board.state()
            state.faces[h] = face
            times.append(timed(partial(best_routes, setup, state, company, types))[0])
    return figures(times)


def ties(trains: tuple[str, ...], count: int) -> dict[str, Any]:
    """How long the first best run takes, once the revenue is known, and how many follow of at most `MOST_TIES`."""
    setup = setup_of("1862", "standard")
    types = tuple(setup.train_index[train] for train in trains)
    times, counts, rest = [], [], 0.0
    for seed in range(count):
        board = dense_board(setup, seed, blocking=(0.0, 0.1, 0.3)[seed % 3])
        ground = board.ground(busiest(board))
        rules = tuple(rule_of_train(setup, train, ground.situation) for train in types)
        runs = best_runs(ground, types, rules, solve(ground, types, rules).revenue)
        times.append(timed(partial(next, runs))[0])
        seconds, others = timed(partial(list, islice(runs, MOST_TIES - 1)))
        counts.append(1 + len(others))
        rest += seconds
    found = {"least": min(counts), "median": sorted(counts)[len(counts) // 2], "at_the_limit": counts.count(MOST_TIES)}
    return {**figures(times), **found, "runs_a_second": round(sum(counts) / max(rest, 1e-9))}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--boards", type=int, default=40)
    parser.add_argument("--limit", type=float, default=30.0, help="seconds a board")
    parser.add_argument("--json", type=Path)
    wanted = parser.parse_args()
    results: dict[str, Any] = {"real problems": real_problems()}
    print("real problems", results["real problems"], flush=True)
    results["real boards, D+D"] = two_diesels()
    print("real boards, D+D", results["real boards, D+D"], flush=True)
    for title, version, trains in HARD:
        name = f"{title} dense, {'+'.join(trains)}"
        results[name] = hard_boards(title, version, trains, wanted.boards, wanted.limit)
        print(name, results[name], flush=True)
    for title, version in (("1830", "classic"), ("1862", "standard")):
        results[f"{title} reach"] = reaches(title, version, wanted.boards)
        print(f"{title} reach", results[f"{title} reach"], flush=True)
        results[f"{title} tile lays"] = tile_lays(title, version, wanted.boards)
        print(f"{title} tile lays", results[f"{title} tile lays"], flush=True)
    for name, warm in (("all lays of a late turn", True), ("the same without a warm start", False)):
        results[name] = try_outs(warm)
        print(name, results[name], flush=True)
    for trains in (("8", "8E"), ("10E", "10E")):
        name = f"1862 dense, a lay with {'+'.join(trains)}"
        results[name] = lays_on_full_boards(trains, wanted.boards)
        print(name, results[name], flush=True)
    for trains in (("10E",), ("8", "8E"), ("10E", "10E")):
        name = f"1862 dense, best runs of {'+'.join(trains)}"
        results[name] = ties(trains, wanted.boards)
        print(name, results[name], flush=True)
    if wanted.json:
        wanted.json.write_text(json.dumps(results, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
