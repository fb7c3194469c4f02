"""The benchmarks that compare two commits: the same games give the same hash, and both sides are measured by the same code."""

import subprocess
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "benchmarks"))

import engine
import fingerprints
import same_runs

from goldenspike.core.track import tables_of
from goldenspike.titles.catalogue import make

BENCHMARKS = Path(__file__).resolve().parent.parent / "benchmarks"


def test_a_fingerprint_is_of_the_game_that_was_played() -> None:
    first = fingerprints.fingerprint_of_game("1830", "starter", 0)
    assert first == fingerprints.fingerprint_of_game("1830", "starter", 0)
    other = fingerprints.fingerprint_of_game("1830", "starter", 1)
    assert first["actions"] != other["actions"] and first["positions"] != other["positions"]
    assert ("1862", "standard") in list(fingerprints.versions())


def test_games_that_only_tell_more_are_the_same(capsys: pytest.CaptureFixture[str]) -> None:
    game = {"actions": "a", "positions": "b", "Paid": "c"}
    assert fingerprints.report("classic", [game, game], [game, game])
    assert fingerprints.report("classic", [game, game], [game, game | {"Paid": "d", "TrainRusted": "e"}])
    assert not fingerprints.report("classic", [game], [game | {"positions": "d"}])
    assert not fingerprints.report("classic", None, [game])
    assert capsys.readouterr().out.splitlines() == [
        "classic: 2 games, all the same",
        "classic: 2 games, other Paid in 1 (1); TrainRusted in 1 (1)",
        "classic: 1 games, other positions in 1 (0)",
        "classic: nothing to compare with",
    ]


def test_a_run_of_another_commit_is_compared_with_the_best() -> None:
    runs = same_runs.runs_of_game("1830", "starter", 3)
    assert list(same_runs.judge("1830", "starter", 3, dict(runs))) == []
    ply, routes = next((ply, routes) for ply, routes in runs.items() if routes)
    train, places, borders = routes[0]
    across = tables_of(make("1830", "starter", 3)).across
    backwards = [train, places[::-1], [across[border] for border in reversed(borders)]]
    ((_, is_as_good),) = same_runs.judge("1830", "starter", 3, runs | {ply: [backwards, *routes[1:]]})
    assert is_as_good
    ((_, is_as_good),) = same_runs.judge("1830", "starter", 3, runs | {ply: routes[1:]})
    assert not is_as_good


def test_every_measurement_solves_its_boards_anew() -> None:
    """Otherwise all but the first would only look the solutions up."""
    kept = tables_of(make("1830", "classic", 4)).run_memory
    kept["solution"] = 1
    found: list[bool] = []
    engine.per(1, 1.0, lambda: found.append("solution" in kept))()
    assert found == [False]


def test_the_engine_is_measured_by_name() -> None:
    ready: dict[str, engine.Take] = {}
    assert engine.answer("copy a state", ready)["value"] > 0
    assert list(ready) == ["copy a state"]
    assert engine.answer("speed of the moon", ready) == {"error": "KeyError: 'speed of the moon'"}


@pytest.mark.programs
def test_two_source_trees_are_compared() -> None:
    command = [sys.executable, str(BENCHMARKS / "compare.py"), ".", ".", "--only", "copy", "--repeats", "1", "--games", "0"]
    done = subprocess.run(command, cwd=BENCHMARKS.parent, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert "copy a state" in done.stdout


@pytest.mark.programs
def test_bots_of_an_earlier_commit_play_in_the_same_games() -> None:
    command = [sys.executable, str(BENCHMARKS / "earlier_bots.py"), "--bots", "greedy@HEAD,random", "--version", "starter"]
    done = subprocess.run([*command, "--players", "2", "--games", "2"], cwd=BENCHMARKS.parent, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert "2 games" in done.stdout and "greedy@HEAD: 2 wins of 2" in done.stdout
