"""The benchmarks that compare two commits: the same games give the same hash, and both sides are measured by the same code."""

import subprocess
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "benchmarks"))

import engine
import fingerprints

BENCHMARKS = Path(__file__).resolve().parent.parent / "benchmarks"


def test_a_fingerprint_is_of_the_game_that_was_played() -> None:
    first = fingerprints.fingerprint_of_game("1830", "starter", 0)
    assert first == fingerprints.fingerprint_of_game("1830", "starter", 0)
    assert first != fingerprints.fingerprint_of_game("1830", "starter", 1)
    assert ("1862", "standard") in list(fingerprints.versions())


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
