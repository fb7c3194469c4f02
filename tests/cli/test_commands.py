"""The commands: what they print and how they exit."""

import json
import os
import re
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

import pytest
from rich.console import Console

from goldenspike import __version__
from goldenspike.bots.play import seat_bots
from goldenspike.cli import bench, boxes, demo
from goldenspike.cli.main import COMMANDS, main
from goldenspike.cli.output import with_progress
from goldenspike.core.events import EndReason
from goldenspike.core.game import Game, Result
from goldenspike.core.ids import Private
from goldenspike.record.native import dump
from goldenspike.testing.simulate import Finished
from goldenspike.text import Context
from goldenspike.titles.catalogue import SWITCHES, make
from players import P0


def answer(words: list[str], capsys: pytest.CaptureFixture[str], status: int = 0) -> Any:
    assert main(words) == status
    return json.loads(capsys.readouterr().out)


# --- titles


def test_titles_lists_every_option(capsys: pytest.CaptureFixture[str]) -> None:
    titles = answer(["titles", "--json"], capsys)["titles"]
    classic = next(
        version
        for title in titles
        if title["title"] == "1830"
        for version in title["versions"]
        if version["version"] == "classic"
    )
    assert classic["players"] == [2, 3, 4, 5, 6, 7]
    for option in classic["options"]:
        assert set(option) >= {"name", "rules", "values", "default", "excludes"}
        assert option["default"] in option["values"] or option["range"][0] <= int(option["default"]) <= option["range"][1]
        assert option["rules"]
    assert {option["name"] for option in classic["options"]} <= {switch.name for switch in SWITCHES}
    sell_order = next(option for option in classic["options"] if option["name"] == "sell_order")
    assert sell_order["values"] == ["sell_buy_sell", "sell_buy", "buy_sell"]
    assert sell_order["default"] == "sell_buy_sell"


def test_an_exclusion_is_told_from_both_sides(capsys: pytest.CaptureFixture[str]) -> None:
    titles = answer(["titles", "--json"], capsys)["titles"]
    options = {option["name"]: option for option in titles[0]["versions"][0]["options"]}
    needs = next(rule for rule in options["rise_needs_dividend"]["excludes"] if rule["option"] == "dividend_rise")
    steps = next(rule for rule in options["dividend_rise"]["excludes"] if rule["option"] == "rise_needs_dividend")
    assert (needs["value"], needs["option_value"]) == ("on", "one_to_four")
    assert (steps["value"], steps["option_value"]) == ("one_to_four", "on")
    assert needs["why"] == steps["why"] != ""


@pytest.mark.parametrize("flag", ["--version", "-V"])
def test_the_program_says_its_own_version(flag: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([flag]) == 0
    assert capsys.readouterr().out == f"{__version__}\n"


@pytest.mark.parametrize("name", ["price_fall", "random_map", "with_jk"])
def test_titles_explain_an_option(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    told = answer(["titles", "--option", name, "--json"], capsys)
    assert told["help"] and told["rules"] and (told["values"] or told["range"])
    assert main(["titles", "--option", name]) == 0
    shown = capsys.readouterr().out
    assert told["help"] in shown
    assert all(value["help"] in shown for value in told["values"])


def test_titles_for_people(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["titles"]) == 0
    told = capsys.readouterr().out
    assert "1830 classic, 2 to 7 players" in told
    assert "0 to 999999" in told, "a switch that takes a number says how far it goes"


# --- simulate


def test_simulate_counts(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["simulate", "1830", "--version", "classic", "--players", "3", "--games", "2", "--seed", "1"]
    summary = answer([*words, "--bots", "random", "--json"], capsys)
    assert (summary["games"], summary["finished"], summary["violations"]) == (2, 2, [])
    assert summary["actions"] > 100
    assert summary["actions_per_second"] > 0
    assert sum(summary["end_reasons"].values()) == 2
    assert summary["bots"]["random"]["seats"] == 6
    assert summary["bots"]["random"]["wins"] >= 2
    assert summary["bots"]["random"]["mean_wealth"] > 0


def test_simulate_takes_options_and_several_bots(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["simulate", "1830", "--version", "classic", "--players", "2", "--games", "1", "--bots", "greedy,random"]
    summary = answer([*words, "--option", "bank=short", "--option", "seating=free", "--check", "--json"], capsys)
    assert set(summary["bots"]) == {"greedy", "random"}
    assert summary["violations"] == []


def test_a_violation_is_told_and_fails(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    broken = Finished(("random",) * 2, Result(EndReason.NONE, (1, 2)), False, 10, 0.1, ["game 0: the moon fell"])
    monkeypatch.setattr("goldenspike.cli.simulate.simulate", lambda *_: iter([broken]))
    assert main(["simulate", "1830", "--version", "classic", "--players", "2", "--games", "1"]) == 1
    output = capsys.readouterr()
    assert "1 violations" in output.out
    assert output.err == "goldenspike: 1 violations; the first: game 0: the moon fell\n"


@pytest.mark.parametrize("command", ["simulate", "demo"])
def test_a_program_that_loses_its_seat_is_told(command: str, capfd: pytest.CaptureFixture[str]) -> None:
    words = [command, "1830", "--version", "starter", "--players", "2", "--bots", "program:false,greedy", "--seed", "1"]
    assert main([*words, "--games", "1"] if command == "simulate" else words) == 0
    told = capfd.readouterr().err
    assert "false: " in told and "greedy plays on" in told


def test_simulate_for_people(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["simulate", "1830", "--version", "classic", "--players", "2", "--games", "1", "--seed", "3"]) == 0
    output = capsys.readouterr().out
    assert "1 of 1 games finished" in output
    assert "0 violations" in output


# --- render


def test_render_a_title_and_a_position(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    from goldenspike.core.actions import BuyFromBank

    game = Game(make("1830", "classic", 2, {"seating": "free"}))
    game.push(BuyFromBank(P0, Private(0)))
    record = tmp_path / "game.json"
    record.write_bytes(dump(game))
    for what in ("board", "market"):
        out = tmp_path / f"{what}.svg"
        assert main(["render", "1830", "--version", "classic", "--what", what, "--out", str(out)]) == 0
        assert out.read_text(encoding="utf-8").startswith("<svg")
    out = tmp_path / "position.svg"
    assert main(["render", "1830", "--record", str(record), "--ply", "1", "--out", str(out)]) == 0
    assert out.exists()
    assert main(["render", "1830", "--record", str(record), "--ply", "2", "--out", str(tmp_path / "no.svg")]) == 2
    assert "has 1 actions" in capsys.readouterr().err
    assert main(["render", "1830", "--version", "s9", "--record", str(record), "--out", str(tmp_path / "no.svg")]) == 2
    assert not (tmp_path / "no.svg").exists()


def test_render_the_board_of_a_table(tmp_path: Path) -> None:
    """S-6.3, V-1.2: a random map can be looked at before anybody plays on it, and any other board of a table."""
    pictures = set()
    for number, option in enumerate(("random_map=0", "random_map=7", "random_map=8", "board=plus", "reading=on")):
        out = tmp_path / f"{number}.svg"
        assert main(["render", "1830", "--version", "s6", "--option", option, "--out", str(out)]) == 0
        pictures.add(out.read_text(encoding="utf-8"))
    assert len(pictures) == 5


# --- bench


def test_bench_gives_medians_with_units(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    values = iter([3.0, 1.0, 2.0, 5.0, 4.0] * 2)
    fake = bench.Benchmark("moon", "m/s", "speed of the moon", lambda: next(values))
    monkeypatch.setattr(bench, "BENCHMARKS", (fake,))
    figures = answer(["bench", "--json"], capsys)["benchmarks"]
    assert figures == [
        {"name": "moon", "what": "speed of the moon", "unit": "m/s", "median": 3.0, "repeats": [3.0, 1.0, 2.0, 5.0, 4.0]}
    ]
    assert main(["bench", "--only", "moon"]) == 0
    assert "speed of the moon" in capsys.readouterr().out


def test_bench_counts_cpu_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """Other work on the machine must not show in the figures."""
    short = bench.whole_game("random", 2)
    monkeypatch.setattr(bench, "whole_game", lambda: short)
    clock = count(step=3)
    monkeypatch.setattr(bench, "process_time", lambda: next(clock))
    timed = {one.name: one.measure() for one in bench.BENCHMARKS if one.unit in ("s", "ms", "µs/action")}
    assert timed == pytest.approx(
        {
            "greedy_game": 3,
            "greedy_decision": 3000 / short.ply,
            "replay": 3e6 / short.ply,
            "load": 3000 / bench.LOADS,
            "save": 3000 / bench.LOADS,
        }
    )


@pytest.mark.parametrize("benchmark", bench.BENCHMARKS, ids=[benchmark.name for benchmark in bench.BENCHMARKS])
def test_every_benchmark_measures(benchmark: bench.Benchmark, monkeypatch: pytest.MonkeyPatch) -> None:
    """That they run, on a short game; how fast is not for a test to say."""
    short = bench.whole_game("random", 2)
    monkeypatch.setattr(bench, "whole_game", lambda: short)
    monkeypatch.setattr(bench, "LOADS", 1)
    if benchmark.name != "random_play":
        assert benchmark.measure() > 0


def test_a_replay_can_be_measured() -> None:
    file = Path(__file__).resolve().parent.parent / "data" / "1830-bankruptcy.json"
    benchmark = bench.replay_of(file)
    assert benchmark.measure() > 0


# --- demo


def test_the_demo_tells_a_whole_game_where_nobody_watches(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["demo", "1830", "--version", "classic", "--players", "3", "--seed", "3"]) == 0
    output = capsys.readouterr()
    assert "Stock round 1" in output.out
    assert re.search(r"end by \w+, \d+ actions", output.out)
    assert "goldenspike demo 1830 --version classic --players 3 --bots greedy --seed 3" in output.err


def test_the_demo_draws_tables_on_a_terminal() -> None:
    setup = make("1830", "classic", 3)
    bots = seat_bots(["random", "greedy"], 3, 1, 0)
    context = Context(setup, demo.player_names(setup, bots))
    player = demo.Player(Game(setup), bots, Random(1))
    with open(os.devnull, "w") as nowhere:
        console = Console(force_terminal=True, width=100, height=40, file=nowhere)
        demo.watch(console, player, context, 0)
        assert player.game.is_over
        for width in (80, 160):
            console = Console(force_terminal=True, width=width, height=40, record=True, file=nowhere)
            tables = boxes.Tables(player.game, context)
            tables.note("a line of the log")
            console.print(tables)
            drawn = console.export_text()
            assert "Ada" in drawn and "PRR" in drawn and "a line of the log" in drawn


def test_a_demo_that_never_ends_fails(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(demo, "MOST_ACTIONS", 5)
    assert main(["demo", "1830", "--version", "classic"]) == 1
    assert "has not ended after 5 actions" in capsys.readouterr().err


# --- all of them


def test_progress_passes_everything_through() -> None:
    assert list(with_progress(iter("abc"), 3, "letters")) == ["a", "b", "c"]


@pytest.mark.parametrize("command", ["titles", "simulate", "replay", "routes", "render", "bench", "demo"])
def test_every_command_has_help(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([command, "--help"]) == 0
    assert command in capsys.readouterr().out


def test_no_command_shows_the_help(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([]) == 0
    assert "simulate" in capsys.readouterr().out


@pytest.mark.parametrize("name", COMMANDS)
def test_the_list_of_commands_says_what_their_own_help_says(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([name, "--help"]) == 0
    told = " ".join(capsys.readouterr().out.split())
    assert COMMANDS[name][1] in told
