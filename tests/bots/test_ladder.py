"""The ladder: a file of games that a run goes on from, matches that end when they are decided, and pages made from them."""

import json
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest

from goldenspike.bots.arena import Played, Task, play, tasks
from goldenspike.bots.editions import edition_of, modules_of
from goldenspike.bots.ladder import (
    MATCHES,
    BadResults,
    Match,
    Row,
    append_result,
    from_line,
    games_of,
    parse_match,
    play_matches,
    read_results,
    to_line,
    verdict_of,
)
from goldenspike.bots.ladder_page import make_page
from goldenspike.bots.manner import describe_manner
from goldenspike.bots.notes import Notes, notes_on
from goldenspike.bots.ratings import Verdict, decide, standings
from goldenspike.bots.roster import find_maker
from goldenspike.cli.main import main
from goldenspike.record.games18xx import Importer, read_export
from goldenspike.titles.catalogue import make
from players import P0

RECORD = Path(__file__).parents[1] / "data" / "1830-bank-breaks.json"
STARTER = Match("1830", "starter", 2, "greedy", "random")
CLASSIC = Match("1830", "classic", 4, "baron", "greedy")
MODULES = {"greedy": "goldenspike.bots.greedy", "baron": "goldenspike.bots.baron.baron", "magnate": "goldenspike.bots.magnate"}


def played(number: int, wealth: tuple[int, ...], names: tuple[str, ...] = ("baron", "greedy", "greedy", "greedy")) -> Played:
    return Played(number, names, wealth, "bank", True, 100, 1.0, {"baron": [0.01, 0.03]}, (), Notes(digest=str(number)))


def win_all(asked: list[Task]) -> Callable[[Sequence[Task], int], Iterator[Played]]:
    """A runner that notes what it is asked; the first bot wins all games."""

    def run(games: Sequence[Task], jobs: int) -> Iterator[Played]:
        for task in games:
            asked.append(task)
            names = tuple(task.bots[(player + task.number) % len(task.bots)] for player in range(task.players))
            wealth = tuple(900 if name == task.bots[0] else 1 for name in names)
            yield replace(played(task.number, wealth, names), task=task)

    return run


def test_matches_have_setups_and_bots() -> None:
    for match in MATCHES:
        make(match.title, match.version, match.players, {})
        assert find_maker(match.bot) and find_maker(match.field) and parse_match(str(match)) == match


def test_a_set_of_games_differs_only_in_the_seats() -> None:
    """The same draws, and the same random numbers for the same bot."""
    first, second, third = tasks("1830", "starter", 2, {}, ["greedy", "random"], 3, 1)
    assert first.opening == second.opening == 0 and third.opening == 1
    games = [play(task) for task in (first, second)]
    assert games[0].names == games[1].names[::-1]
    alike = [play(task) for task in tasks("1830", "starter", 2, {}, ["random", "random"], 3, 1)]
    assert alike[0].notes.digest != alike[2].notes.digest


def test_openings_are_varied() -> None:
    """In every second set others hold the auction; the games of a set begin alike."""
    plain, varied = (tasks("1830", "classic", 3, {}, ["greedy"] * 3, 4, 1, varied) for varied in (False, True))
    assert play(varied[0]).notes.digest == play(plain[0]).notes.digest
    bought = play(varied[3]).notes.privates
    assert bought != play(plain[3]).notes.privates and len(bought) == 6


def test_a_bot_among_its_like_plays_games_of_its_own() -> None:
    """Its own auctions and other draws in each game: sets and varied openings are for comparing bots."""
    match = Match("1830", "starter", 3, "random", "random")
    wanted = match.tasks(1, 4)
    assert [task.opening for task in wanted] == [0, 1, 2, 3] and not any(task.varied for task in wanted)
    games = [play(task) for task in wanted]
    assert all(game.names == ("random",) * 3 for game in games)
    assert len({game.notes.digest for game in games}) == len({game.set_of_games for game in games}) == 4
    again = from_line(to_line(Row(match.edition, 1, match, games[2])))
    assert again.game.task == wanted[2]


def test_the_margin_counts_beside_the_win() -> None:
    assert played(0, (150, 50, 100, 100)).margin(P0) == pytest.approx(2 / 3)
    own = standings([played(number, (150 + 10 * number, 50, 100, 100)) for number in range(8)], 1)[0]
    assert own.name == "baron" and own.margin > 0.6 and 0 < own.margin_error < 0.2


def test_the_sequential_test_stops_early() -> None:
    assert decide(8, 8, 0.25) is Verdict.STRONGER
    assert decide(0, 16, 0.25) is Verdict.NOT_STRONGER
    assert decide(2, 6, 0.25) is Verdict.OPEN
    won = [played(number, (900, 1, 1, 1)) for number in range(40)]
    assert verdict_of(CLASSIC, won) is Verdict.STRONGER
    lost = [played(number, (0, 900, 1, 1)) for number in range(40)]
    assert verdict_of(CLASSIC, [*won[:12], *lost]) is Verdict.STRONGER, "what was decided stays decided"


def test_a_match_plays_what_is_missing_and_stops_when_decided() -> None:
    asked: list[Task] = []
    now = CLASSIC.edition
    rows = [Row(now, 1, CLASSIC, played(1, (900, 1, 1, 1))), Row("then", 1, CLASSIC, played(2, (0, 9, 9, 9)))]
    new = list(play_matches([CLASSIC], rows, 1, 40, win_all(asked), 1))
    assert [task.number for task in asked] == [0, 2, 3, 4, 5, 6, 7] and len(new) == 7
    assert [game.number for game in games_of(rows, CLASSIC)] == list(range(8))


def test_matches_take_turns_until_the_time_is_over() -> None:
    asked: list[Task] = []
    limit = 10
    rows: list[Row] = []
    list(play_matches([CLASSIC, STARTER], rows, 1, 40, win_all(asked), 1, lambda: len(asked) >= limit))
    assert [(task.version, task.number) for task in asked] == [
        *(("classic", number) for number in range(4)),
        *(("starter", number) for number in range(2)),
        *(("classic", number) for number in range(4, 8)),
    ]
    limit = 0
    assert not list(play_matches([CLASSIC, STARTER], rows, 1, 40, win_all(asked), 1, lambda: len(asked) >= limit))
    limit = 100
    asked.clear()
    list(play_matches([CLASSIC, STARTER], rows, 1, 40, win_all(asked), 1, lambda: len(asked) >= limit))
    assert {task.version for task in asked} == {"starter"}, "the other match is decided"


def test_several_processes_get_enough_to_do() -> None:
    asked: list[Sequence[Task]] = []

    def note(games: Sequence[Task], jobs: int) -> Iterator[Played]:
        asked.append(games)
        yield from win_all([])(games, jobs)

    list(play_matches([CLASSIC], [], 1, 40, note, 10))
    assert [len(games) for games in asked] == [12]


def test_results_of_other_editions_do_not_count() -> None:
    """A change of the baron makes its results void, and leaves those of bots that do not use it."""
    modules = {name: modules_of(module) for name, module in MODULES.items()}
    assert "goldenspike.bots.baron.worth" in modules["baron"] - modules["greedy"]
    assert {"goldenspike.bots.outlook", "goldenspike.bots.greedy_stock"} <= modules["greedy"]
    assert "goldenspike.bots.magnate.network" in modules["magnate"], "imported only when it is seated"
    assert "goldenspike.bots.ladder" not in modules["magnate"]
    names = ("random", "greedy", "foreman", "rusher", "raider", "baron-easy", "baron", "baron-hard", "baron-hard-raider")
    assert len({edition_of(name) for name in names}) == len(names), "settings count, too"
    assert (
        edition_of("greedy", "random")
        == edition_of("random", "greedy")
        == Match("1862", "standard", 4, "greedy", "random").edition
    )
    with pytest.raises(KeyError):
        edition_of("nobody")


def test_the_page_compares_all_bots_in_all_versions() -> None:
    """Elo over all versions and above greedy in each, the matches with their intervals; earlier bots are left out."""
    places = (("1830", "classic"), ("1862", "standard"))
    rows: list[Row] = []
    for title, version in places:
        for bot, field in (("baron", "greedy"), ("greedy", "random")):
            match = Match(title, version, 4, bot, field)
            names = (bot, field, field, field)
            for number in range(4):
                game = replace(played(number, (900, 1, 1, 1), names), task=match.tasks(1, 4)[number], notes=Notes(digest="x"))
                rows += [Row(match.edition, 1, match, game), Row("then", 1, match, game)]
    page = make_page(rows, date(2026, 11, 19))
    assert "16 games of 4 matches" in page and "25.0% of the games are different" in page
    ratings = re.findall(r"\| `(\w+)` \| (\d+) \| \d+–\d+ \| (\d+) \|", page)
    assert [name for name, _, _ in ratings] == ["baron", "greedy", "random"] and [count for *_, count in ratings] == [
        "8",
        "16",
        "8",
    ]
    assert "| Bot | 1830 classic | 1862 standard |" in page
    for heading in ("## 1830 classic, 4 players", "## 1862 standard, 4 players"):
        assert "| `baron` | `greedy` | 4 | 1 | 100% | 51%–100% | 25% | +3.98 | undecided | 0.0 s |" in page.split(heading)[1]


def test_whole_sets_are_drawn_for_the_intervals() -> None:
    """Four games that differ only in the seats tell less than four others: the intervals are wider."""
    wealths = [(900, 1, 1, 1) if number // 4 % 2 else (0, 9, 9, 9) for number in range(24)]
    together = standings([played(number, wealth) for number, wealth in enumerate(wealths)], 1)
    apart = standings([played(4 * number, wealth) for number, wealth in enumerate(wealths)], 1)
    widths = [next(one.elo_high - one.elo_low for one in found if one.name == "baron") for found in (together, apart)]
    assert together[0].elo == pytest.approx(apart[0].elo) and widths[0] > 1.4 * widths[1]


def test_results_survive_an_interruption(tmp_path: Path) -> None:
    file = tmp_path / "ladder.jsonl"
    assert read_results(file) == []
    game = play(STARTER.tasks(1, 1)[0])
    row = Row("now", 1, STARTER, game)
    again = from_line(to_line(row))
    assert (again.match, again.game.wealth, again.game.notes) == (row.match, game.wealth, game.notes)
    assert again.game.set_of_games == game.set_of_games
    append_result(file, row)
    append_result(file, row)
    file.write_text(file.read_text()[:-40])
    assert len(read_results(file)) == 1, "the line that was cut off does not count"
    append_result(file, row)
    assert len(read_results(file)) == 2 and len(file.read_text().splitlines()) == 2
    file.write_text("nothing\n" + file.read_text())
    with pytest.raises(BadResults, match="line 1"):
        read_results(file)


def test_the_command_goes_on_and_writes_the_page(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    results, page = tmp_path / "ladder.jsonl", tmp_path / "ladder.md"
    words = ["ladder", "--results", str(results), "--match", str(STARTER), "--jobs", "1", "--page", str(page)]
    assert main([*words, "--games", "2"]) == 0
    assert main([*words, "--games", "4"]) == 0
    numbers = [json.loads(line)["game"] for line in results.read_text().splitlines()]
    assert numbers == [0, 1, 2, 3]
    assert "4 of 4" in capsys.readouterr().err
    text = page.read_text()
    assert f"`{edition_of('greedy')}`" in text and "## 1830 starter, 2 players" in text
    assert "| `greedy` | `random` | 4 | 4 | 100% |" in text


@pytest.mark.parametrize(
    ("more", "said"),
    [
        (["--match", "1830"], "expected TITLE/VERSION/PLAYERS:BOT:FIELD"),
        (["--match", "1830/classic/4:nobody:greedy"], "unknown bot 'nobody'"),
        (["--match", "1830/classic/9:baron:greedy"], "players"),
        (["--backend", "cloud"], "unknown backend 'cloud'"),
        (["--bots", "baron,nobody"], "--bots nobody: not in the ladder"),
        (["--games", "0", "--results", "/proc/1/nothing/x.jsonl", "--jobs", "0"], "jobs"),
    ],
)
def test_bad_arguments(more: list[str], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["ladder", *more]) == 2
    assert said in capsys.readouterr().err


def test_notes_on_a_recorded_game() -> None:
    """Figures of a game between people, read from the record: its revenue grows from round to round."""
    importer = Importer(read_export(RECORD.read_bytes()))
    for _ in importer.run():
        pass
    notes = notes_on(importer.game)
    assert [notes.revenue[number - 1] for number in (2, 4, 6, 8)] == [170, 460, 740, 1440]
    assert notes.rounds == len(notes.revenue) == len(notes.treasuries)
    assert not notes.bankrupt and 0 < notes.idle_turns < notes.turns / 3
    page = describe_manner([notes, notes], notes, "People")
    assert "From 2 games, 1 different" in page and "| 8 | 1440 (1440–1440) | 1440 |" in page


def test_the_page_of_bots(tmp_path: Path) -> None:
    page, results = tmp_path / "page.md", tmp_path / "ladder.jsonl"
    words = ["observe", "1830", "--players", "3", "--bot", "greedy", "--games", "3", "--jobs", "1", "--results", str(results)]
    assert main([*words, "--record", str(RECORD), "--page", str(page)]) == 0
    text = page.read_text()
    assert "How `greedy` plays 1830 classic with 3 players" in text and "From 3 games" in text
    for heading in ("Revenue of all railroads", "Prices of private companies", "Par prices", "First four railroads"):
        assert heading in text
    assert len(results.read_text().splitlines()) == 3
