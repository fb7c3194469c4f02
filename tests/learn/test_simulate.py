"""`goldenspike learn simulate`: a newcomer who only does what the coach says."""

import json
from random import Random
from typing import Any

import pytest

from goldenspike.bots.greedy import GreedyBot
from goldenspike.cli.learn import play
from goldenspike.cli.main import main

QUICK = ["learn", "simulate", "--players", "2", "--level", "easy"]
"""A coach that hardly thinks, and short games."""


def simulate(capsys: pytest.CaptureFixture[str], *more: str) -> Any:
    assert main([*QUICK, "--json", *more]) == 0
    return json.loads(capsys.readouterr().out)


@pytest.mark.parametrize("second", [[], ["--second"]])
def test_all_games_are_finished_and_counted(capsys: pytest.CaptureFixture[str], second: list[str]) -> None:
    answer = simulate(capsys, "--games", "3", "--bots", "greedy,gentle", *second)
    assert answer["games"] == 3 == sum(answer["places"].values())
    assert 0 <= answer["first_or_second"] <= 1 <= answer["different"] <= 3
    assert main([*QUICK, "--games", "1", "--bots", "greedy", *second]) == 0
    assert "1 games finished, 1 different ones; first or second in 1 (100%)" in capsys.readouterr().out


def test_a_run_can_be_continued(capsys: pytest.CaptureFixture[str]) -> None:
    """Every game is reported as it ends, and is the same in whichever run it is played."""
    told = []
    for part in (["--games", "3"], ["--games", "1"], ["--games", "2", "--first", "2"]):
        assert main([*QUICK, "--bots", "baron", *part]) == 0
        told.append([line for line in capsys.readouterr().out.splitlines() if line.startswith("game ")])
    whole, begun, continued = told
    assert len(whole) == 3 and whole == begun + continued


def test_games_against_barons_differ_and_can_be_repeated() -> None:
    """The starter game itself has no randomness: barons judge track differently by their seeds."""
    games = [play(4, ["baron"], 4 * number, 1, GreedyBot(Random(0))) for number in range(3)]
    assert len({one.actions for one in games}) > 1
    assert play(4, ["baron"], 4, 1, GreedyBot(Random(0))) == games[1]


def test_games_with_drawn_tiles_all_differ() -> None:
    """Every railroad's first tile is drawn, also the newcomer's."""
    games = [play(2, ["greedy"], 2 * number, 1, GreedyBot(Random(0)), drawn=True) for number in range(4)]
    assert len({one.actions for one in games}) == 4
    assert play(2, ["greedy"], 2, 1, GreedyBot(Random(0)), drawn=True) == games[1]


def test_bad_arguments(capsys: pytest.CaptureFixture[str]) -> None:
    for more, said in (
        (["--level", "wise"], "unknown level 'wise': known are easy, normal, hard"),
        (["--games", "0"], "--games must be at least 1"),
        (["--first", "0"], "--first must be at least 1"),
        (["--bots", "nobody"], "unknown bot 'nobody'"),
    ):
        assert main(["learn", "simulate", *more]) == 2
        assert said in capsys.readouterr().err
