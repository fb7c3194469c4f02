"""Tournaments: rotated seats, the same games for the same seed, shares and ratings with intervals that make sense."""

import json
import sys
from pathlib import Path

import pytest

from goldenspike.bots import arena
from goldenspike.bots.arena import NoBackend, Played, play, run_in_processes, run_on_ray, tasks
from goldenspike.bots.ratings import elo_of, standings, wilson
from goldenspike.cli.main import main


def games(count: int) -> list[arena.Task]:
    return tasks("1830", "starter", 2, {}, ["greedy", "random"], count, 1)


def result(number: int, names: tuple[str, ...], wealth: tuple[int, ...]) -> Played:
    return Played(number, names, wealth, "bank", True, 100, 1.0, {name: [0.1, 0.2] for name in names})


def test_seats_rotate_and_games_repeat() -> None:
    first, second = (play(task) for task in games(2))
    assert first.names == ("greedy", "random") and second.names == ("random", "greedy")
    again = play(games(2)[0])
    assert (again.wealth, again.actions) == (first.wealth, first.actions)
    assert set(first.thinking) == {"greedy", "random"} and all(first.thinking.values())


def test_one_process_or_several() -> None:
    alone = {game.number: game.wealth for game in run_in_processes(games(2), 1)}
    together = {game.number: game.wealth for game in run_in_processes(games(2), 2)}
    assert alone == together


def test_without_ray_the_message_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)  # As if it were not installed, also where it is.
    with pytest.raises(NoBackend, match=r"goldenspike\[ray\]"):
        next(run_on_ray(games(1), 1))


def test_intervals() -> None:
    low, high = wilson(120, 200)
    assert 0.52 < low < 0.54 and 0.66 < high < 0.67
    assert wilson(0, 0) == (0.0, 1.0) and wilson(10, 10)[1] == 1.0


def test_ratings_tell_the_stronger() -> None:
    played = [result(number, ("a", "b", "b", "b"), (900 if number % 4 else 100, 500, 300, 200)) for number in range(40)]
    best, other = standings(played, 1)
    assert (best.name, other.name) == ("a", "b")
    assert best.wins == 30 and best.share == 0.75 and best.chance == 0.25 and other.chance == 0.75
    assert best.share_low < 0.75 < best.share_high
    assert best.elo_low <= best.elo <= best.elo_high and best.elo - other.elo > 100
    assert other.seats == 120 and best.seconds_95 == 0.2


def test_a_shared_victory_counts_in_parts() -> None:
    one, two = standings([result(0, ("a", "b"), (500, 500))], 1)
    assert one.wins == two.wins == 0.5 and one.elo == pytest.approx(two.elo)


def test_elo_of_one_is_the_mean() -> None:
    assert elo_of(["a"], []) == {"a": 1500.0}


def test_the_command(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    plot = tmp_path / "arena.svg"
    words = ["arena", "1830", "--version", "starter", "--players", "2", "--bots", "greedy,random", "--games", "2", "--jobs", "1"]
    assert main([*words, "--plot", str(plot), "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert answer["finished"] == 2 and {bot["name"] for bot in answer["bots"]} == {"greedy", "random"}
    assert plot.read_text().startswith("<svg") and "greedy" in plot.read_text()
    assert main(words) == 0
    assert "Elo" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("more", "said"),
    [
        (["--bots", "nobody"], "unknown bot 'nobody'"),
        (["--bots", "greedy,greedy,greedy,greedy,greedy"], "too many for 4 players"),
        (["--backend", "cloud"], "unknown backend 'cloud'"),
        (["--games", "0"], "--games must be at least 1"),
        (["--plot", "x.png"], "ends in .svg"),
        (["--plot", "/proc/x.svg"], "cannot be written"),
        (["--jobs", "0"], "jobs"),
    ],
)
def test_bad_arguments(more: list[str], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["arena", "1830", *more]) == 2
    assert said in capsys.readouterr().err


def test_names_are_shown_as_they_are_given(capsys: pytest.CaptureFixture[str]) -> None:
    """Brackets in a command are no markup."""
    words = ["arena", "1830", "--version", "starter", "--players", "2", "--games", "1", "--jobs", "1"]
    assert main([*words, "--bots", "program:false [/x],greedy"]) == 0
    told = capsys.readouterr()
    assert "prog" in told.out and "plays on" in told.err


def test_a_folder_is_no_file_to_plot_into(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "plot.svg").mkdir()
    words = ["arena", "1830", "--version", "starter", "--players", "2", "--games", "1", "--bots", "greedy"]
    assert main([*words, "--plot", str(tmp_path / "plot.svg")]) == 2
    assert "--plot" in capsys.readouterr().err
