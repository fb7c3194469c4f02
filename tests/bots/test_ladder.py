"""The ladder: a file of games that a run goes on from, matches that end when they are decided, and pages made from them."""

import json
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from goldenspike.bots.arena import Played, Task, play, tasks
from goldenspike.bots.ladder import (
    MATCHES,
    BadResults,
    Match,
    Row,
    append_result,
    edition_of_bots,
    from_line,
    games_of,
    parse_match,
    play_match,
    read_results,
    to_line,
    verdict_of,
)
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
CLASSIC = Match("1830", "classic", 4, "a", "b")


def played(number: int, wealth: tuple[int, ...], names: tuple[str, ...] = ("a", "b", "b", "b")) -> Played:
    return Played(number, names, wealth, "bank", True, 100, 1.0, {"a": [0.1, 0.3]}, (), Notes(digest=str(number)))


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


def test_the_margin_counts_beside_the_win() -> None:
    assert played(0, (150, 50, 100, 100)).margin(P0) == pytest.approx(2 / 3)
    own = standings([played(number, (150 + 10 * number, 50, 100, 100)) for number in range(8)], 1)[0]
    assert own.name == "a" and own.margin > 0.6 and 0 < own.margin_error < 0.2


def test_the_sequential_test_stops_early() -> None:
    assert decide(8, 8, 0.25) is Verdict.STRONGER
    assert decide(0, 16, 0.25) is Verdict.NOT_STRONGER
    assert decide(2, 6, 0.25) is Verdict.OPEN
    won = [played(number, (900, 1, 1, 1)) for number in range(40)]
    assert verdict_of(CLASSIC, won) is Verdict.STRONGER
    lost = [played(number, (0, 900, 1, 1)) for number in range(40)]
    assert verdict_of(CLASSIC, [*won[:12], *lost]) is Verdict.STRONGER, "what was decided stays decided"


def test_a_match_plays_what_is_missing_and_stops_when_decided() -> None:
    asked: list[int] = []

    def winner_takes_all(games: Sequence[Task], jobs: int) -> Iterator[Played]:
        for task in games:
            asked.append(task.number)
            yield played(task.number, (900, 1, 1, 1))

    rows = [Row("now", 1, CLASSIC, played(1, (900, 1, 1, 1))), Row("then", 1, CLASSIC, played(2, (0, 9, 9, 9)))]
    new = list(play_match(CLASSIC, rows, "now", 1, 40, winner_takes_all, 1))
    assert asked == [0, 2, 3, 4, 5, 6, 7] and len(new) == 7
    assert [game.number for game in games_of(rows, CLASSIC, "now")] == list(range(8))


def test_results_survive_an_interruption(tmp_path: Path) -> None:
    file = tmp_path / "ladder.jsonl"
    assert read_results(file) == []
    game = play(tasks("1830", "starter", 2, {}, STARTER.bots, 1, 1)[0])
    row = Row("now", 1, STARTER, game)
    again = from_line(to_line(row))
    assert (again.match, again.game.wealth, again.game.notes) == (row.match, game.wealth, game.notes)
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
    assert f"edition `{edition_of_bots()}`" in text and "## 1830 starter, 2 players" in text
    assert "| `greedy` | `random` | 4 | 4 | 100% |" in text


@pytest.mark.parametrize(
    ("more", "said"),
    [
        (["--match", "1830"], "expected TITLE/VERSION/PLAYERS:BOT:FIELD"),
        (["--match", "1830/classic/4:nobody:greedy"], "unknown bot 'nobody'"),
        (["--match", "1830/classic/9:baron:greedy"], "players"),
        (["--backend", "cloud"], "unknown backend 'cloud'"),
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
    assert "From 2 games, 1 of them different" in page and "| 8 | 1440 (1440–1440) | 1440 |" in page


def test_the_page_of_bots(tmp_path: Path) -> None:
    page, results = tmp_path / "page.md", tmp_path / "ladder.jsonl"
    words = ["observe", "1830", "--players", "3", "--bot", "greedy", "--games", "3", "--jobs", "1", "--results", str(results)]
    assert main([*words, "--record", str(RECORD), "--page", str(page)]) == 0
    text = page.read_text()
    assert "How `greedy` plays 1830 classic with 3 players" in text and "From 3 games" in text
    for heading in ("Revenue of all railroads", "Prices of private companies", "Par prices", "First four railroads"):
        assert heading in text
    assert len(results.read_text().splitlines()) == 3
