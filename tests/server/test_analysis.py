"""The analysis of a finished game: curves, turning points and better lines, thought out in the background and kept."""

import json
import re
from collections.abc import Callable
from html import unescape
from random import Random

import pytest
from litestar import Litestar
from litestar.testing import TestClient

from goldenspike.bots.base import Table
from goldenspike.bots.play import next_action
from goldenspike.bots.review import compare, review
from goldenspike.bots.roster import make_bot
from goldenspike.core.actions import BuyTrain, LayTile, Pass, PlaceToken
from goldenspike.core.game import Game, player_of
from goldenspike.core.ids import Player
from goldenspike.record.wire import to_wire
from goldenspike.server.analysis import service
from goldenspike.server.analysis.chart import NARROW, WIDE, Curve, Point, draw_chart
from goldenspike.server.analysis.findings import CLEARLY, clearly_better, round_at
from goldenspike.server.analysis.service import Found, choose_decisions
from goldenspike.server.thinking.curves import draw_curves
from goldenspike.server.thinking.pool import Thinkers
from goldenspike.server.thinking.questions import Better, BotSeat, Course, Review, place_of
from goldenspike.server.thinking.roster import ADVISER
from goldenspike.server.thinking.thinker import Thinker
from goldenspike.server.words import Words
from goldenspike.testing import Position
from goldenspike.text import LANGUAGES, Context
from goldenspike.titles.catalogue import make
from goldenspike.titles.g1830 import classic
from goldenspike.view.model import RoundView
from players import P0, P1, P2
from server_helpers import Browser, Program, wait_until

pytestmark = pytest.mark.sqlite


def finished_game() -> Game:
    """A short game between greedy players."""
    game = Game(make("1830", "classic", 3, {"bank": "short", "seating": "free"}))
    rng = Random(5)
    bots = [make_bot("greedy", f"{seat}") for seat in range(3)]
    while not game.is_over:
        game.push(next_action(game, bots, rng))
    return game


@pytest.fixture(scope="module")
def game() -> Game:
    return finished_game()


@pytest.fixture(scope="module")
def record(game: Game) -> bytes:
    wires = [to_wire(game.setup, action) for action in game.actions]
    options = {"bank": "short", "seating": "free"}
    whole = {"format": 1, "title": "1830", "version": "classic", "players": ["Ada", "Bob", "Cyd"], "options": options}
    return json.dumps({**whole, "actions": wires}).encode()


# --- what is found out


def test_buying_a_train_is_no_loss_in_the_starter_game() -> None:
    """Wealth is the railroads' money there, but a train is worth its price while it runs (starter booklet)."""
    game = Game(make("1830", "starter", 2, {"seating": "free"}))
    bots = [make_bot("greedy", f"{seat}") for seat in range(2)]
    rng = Random(5)
    while not game.is_over:
        game.push(next_action(game, bots, rng))
    course = draw_curves(game.setup, game.actions)
    bought = [ply for ply, action in enumerate(game.actions, 1) if isinstance(action, BuyTrain)]
    assert len(bought) > 4
    for ply in bought:
        for line in course.standing:
            assert line[ply] <= line[ply - 1], "it never gains"
    quiet = [ply for ply in bought if all(line[ply] == line[ply - 1] for line in course.standing)]
    assert len(quiet) >= len(bought) - 1, "only the 4-train that retires the 2-trains costs anybody anything"
    assert not {turning.ply for turning in course.turning} & set(quiet)
    assert [line[-1] for line in course.wealth] == [game.result().wealth[seat] for seat in range(2)]


def test_curves_end_with_the_result(game: Game) -> None:
    course = draw_curves(game.setup, game.actions)
    assert [line[-1] for line in course.wealth] == [game.result().wealth[seat] for seat in range(3)]
    assert {len(line) for line in course.wealth} == {game.ply + 1}
    assert (course.rounds[0][0], course.rounds[0][1].label, course.rounds[-1][1].label) == (0, "ISR", "END")
    assert [ply for ply, _ in course.rounds] == sorted({ply for ply, _ in course.rounds})


def test_turning_points_have_correct_rounds_and_swings(game: Game) -> None:
    course = draw_curves(game.setup, game.actions)
    assert course.turning
    for turning in course.turning:
        (number,) = [number for number, (_, seen) in enumerate(course.rounds) if seen == turning.round]
        assert course.rounds[number][0] <= turning.ply < course.rounds[number + 1][0]
        sizes = [abs(swing.after - swing.before) for swing in turning.swings]
        assert sizes == sorted(sizes, reverse=True) and sizes[-1] >= 15


def test_decisions_are_those_of_players(game: Game) -> None:
    course = draw_curves(game.setup, game.actions)
    actions = game.actions
    assert course.decisions and all(player_of(actions[ply]) >= 0 for ply in course.decisions)
    kinds = {type(actions[ply]).__name__ for ply in course.decisions}
    assert {"LayTile", "PlaceToken", "BuyTrain", "Pass"} <= kinds and not kinds & {"RunTrains", "DrawSeats"}
    for ply in course.decisions:
        if isinstance(actions[ply], Pass):
            assert not Table(Game(game.setup, game.state_at(ply)), player_of(actions[ply])).is_forced


def test_decisions_of_one_kind_are_spread_over_the_game(game: Game) -> None:
    """Of ten lays not the first ten of the game are examined."""
    course = draw_curves(game.setup, game.actions)
    lays = [ply for ply in course.decisions if isinstance(game.actions[ply], LayTile)]
    assert len(lays) > 30
    assert min(lays[:10]) < game.ply / 3 and max(lays[:10]) > game.ply * 2 / 3


def test_track_that_was_not_laid_is_judged_in_figures() -> None:
    """PRR has a train and no route: the way to Altoona earns something at once (7.2, 7.4)."""
    position = Position(classic(3), phase="4", money=100).company("NYC", shares={1: 6}, money=300, trains="4", operated=True)
    position.company("PRR", shares={0: 6}, money=0, trains="4", operated=True)
    game = position.operating_round("PRR", "track")
    made = to_wire(game.setup, Pass(P0))
    question = Review(place_of(game.setup, game.state), BotSeat(P0, ADVISER), made, "s")
    better = Thinker().answer(question).better
    assert better.action["do"] == "LayTile" and better.gain > CLEARLY * better.scatter
    assert better.motive == "earns_more" and better.facts["old"] == 0 < better.facts["new"]
    words = Words("en", "1830")
    said = words.motive(better.motive, better.facts, Context(game.setup, ("Ada", "Bob", "Cyd")))
    assert said == "PRR could then earn $30 instead of $0: $30 more a round."


def test_a_station_is_weighed_against_none(game: Game) -> None:
    ply = next(ply for ply, action in enumerate(game.actions) if isinstance(action, PlaceToken))
    table = Table(Game(game.setup, game.state_at(ply)), player_of(game.actions[ply]))
    gains = compare(table, game.actions[ply], Pass(table.player), "s")
    assert len(gains) == 8 and any(gains)


def test_everybody_gets_as_much_attention() -> None:
    seats = [P0, P0, P0, P0, P1, P2, P2]
    assert choose_decisions([0, 1, 2, 3, 4, 5, 6], seats, 5) == [(0, 0), (4, 1), (5, 2), (1, 0), (6, 2)]
    assert choose_decisions([0, 1, 2, 3, 4, 5, 6], seats, 5, first={P2}) == [(5, 2), (6, 2), (0, 0), (4, 1), (1, 0)]
    assert choose_decisions([], []) == []


def test_a_review_agrees_with_the_bots_own_move(game: Game) -> None:
    course = draw_curves(game.setup, game.actions)
    ply = course.decisions[0]
    table = Table(Game(game.setup, game.state_at(ply)), player_of(game.actions[ply]))
    wanted = make_bot("baron", "x").choose(table)
    assert review(make_bot("baron", "x"), table, wanted, "s") is None
    assert compare(table, wanted, wanted, "s") == [0.0] * 8


def test_another_move_is_weighed_against_the_one_that_was_made(game: Game) -> None:
    ply = next(ply for ply, action in enumerate(game.actions) if type(action).__name__ == "StartCompany")
    player = player_of(game.actions[ply])
    table = Table(Game(game.setup, game.state_at(ply)), player)
    wanted = game.actions[ply]
    assert compare(table, Pass(player), wanted, "s") == [-gain for gain in compare(table, wanted, Pass(player), "s")]
    bot = make_bot("baron", "x")
    verdict = review(bot, table, Pass(player), "s")
    assert verdict is None or (verdict.action != Pass(player) and verdict.scatter >= 0)
    assert verdict == review(make_bot("baron", "x"), table, Pass(player), "s")


def found(ply: int, gain: int, scatter: int, action: str = "Pass", seat: Player = P0) -> Found:
    return Found(ply, seat, {"do": "Pass"}, Better({"do": action}, gain, scatter, "waits", {}))


def test_only_significant_findings_are_shown_once_per_round() -> None:
    rounds = [(0, RoundView("auction", 1, 0, 0)), (10, RoundView("stock", 1, 0, 0)), (20, RoundView("operating", 1, 1, 1))]
    course = Course(rounds, [[0]], [], [])
    everything = [
        found(1, 100, 10),
        found(11, 100, 90),
        found(12, 15, 1),
        found(13, 300, 10),
        found(14, 200, 10),
        found(21, -500, 1),
        found(22, 400, 10, seat=P1),
    ]
    assert [one.ply for one in clearly_better(course, everything, 0, 5)] == [13, 1]
    assert [one.ply for one in clearly_better(course, everything, 0, 1)] == [13]


# --- the picture


def test_chart_lines_differ_without_color() -> None:
    curves = [Curve(f"P{number}", [number * 10, 500, 900 + number]) for number in range(8)]
    for frame in (WIDE, NARROW):
        picture = draw_chart(curves, [(0, "ISR"), (1, "SR 1")], [Point(0, 1, 1)], frame, 'Wealth <&"', str)
        assert len(set(re.findall(r'class="mark line-(\d)"', picture))) == 8
        shapes = re.findall(r'class="mark line-\d" d="([^"]*)"', picture)
        assert len({re.sub(r"[-\d. ]", "", shape) + str(number) for number, shape in enumerate(shapes)}) == 8
        assert "&lt;&amp;&quot;" in picture and "style=" not in picture
        assert "SR 1" in picture and 'class="turning line-0"' in picture


def test_marks_at_the_end_do_not_hide_each_other() -> None:
    picture = draw_chart([Curve("a", [0, 100]), Curve("b", [0, 100])], [(0, "ISR")], (), WIDE, "t", str)
    heights = re.findall(r'class="mark line-\d" d="M[\d.]+ ([\d.]+)', picture)
    assert abs(float(heights[0]) - float(heights[1])) > 5


# --- at the table


@pytest.fixture
def short_reviews(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(service, "MOST_REVIEWED", 6)
    monkeypatch.setattr(service.choose_decisions, "__defaults__", (6,))


def analysis(browser: Browser, table: str) -> str:
    page = browser.get(f"/t/{table}/analysis")
    assert page.status_code == 200
    return page.text


def wait_for_analysis(browser: Browser, table: str) -> str:
    wait_until(lambda: 'data-analysis="done"' in analysis(browser, table), "the analysis is done", 90)
    return analysis(browser, table)


def imported(browser: Browser, record: bytes) -> str:
    files = {"record": ("g.json", record)}
    answer = browser.request("POST", "/import", data={"_csrf_token": browser.token()}, files=files)
    return str(answer.headers["location"]).rsplit("/", 1)[1]


@pytest.mark.usefixtures("short_reviews")
def test_a_finished_table_leads_to_its_analysis(client: TestClient[Litestar], record: bytes) -> None:
    ada = Browser(client).as_guest("Ada")
    table = imported(ada, record)
    assert f'href="/t/{table}/analysis"' in ada.get(f"/t/{table}").text
    page = wait_for_analysis(ada, table)
    for name in ("Ada", "Bob", "Cyd"):
        assert name in page
    assert page.count("<svg") >= 5 and Words("en")("analysis.better") in page
    assert re.search(rf"/t/{table}\?ply=\d+", page)
    assert "style=" not in page.partition("<main")[2]


@pytest.mark.usefixtures("short_reviews")
@pytest.mark.parametrize("language", LANGUAGES)
def test_analysis_in_every_language(client: TestClient[Litestar], record: bytes, language: str) -> None:
    ada = Browser(client, language).as_guest("Ada")
    page = wait_for_analysis(ada, imported(ada, record))
    words = Words(language)
    assert words("analysis.turning") in page and words("analysis.better_help")[:40] in page
    labels = re.findall(r"\?ply=\d+\">([^<]+)</a></th>", page)
    assert labels[1] == words.round(RoundView("stock", 1, 0, 1)) and not any("END" in label for label in labels)
    assert language == "en" or not re.search(r"\b(SR|OR|ISR) ?\d", page)
    assert words.percent(38).replace("38", "") in page and (language == "de") == bool(re.search(r"\d\s%", page))


def test_an_analysis_of_an_older_version_is_made_again() -> None:
    """Rounds were stored as labels such as "SR 1" before they could be told in every language."""
    course = {"rounds": [[0, "ISR"]], "wealth": [[600]], "turning": [], "decisions": []}
    assert service.read_analysis(json.dumps({"course": course, "decisions": []})) is None
    course["rounds"] = [[0, {"kind": "auction", "number": 0, "operating_round": 0, "operating_rounds": 1}]]
    assert service.read_analysis(json.dumps({"course": course, "decisions": []})) is not None


@pytest.mark.usefixtures("short_reviews")
def test_what_was_found_out_is_kept(make_app: Callable[..., Litestar], record: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    with TestClient(make_app()) as client:
        ada = Browser(client).as_guest("Ada")
        table = imported(ada, record)
        first = wait_for_analysis(ada, table)

    async def ask(*_: object) -> None:
        raise AssertionError("nothing is left to ask")

    monkeypatch.setattr(Thinkers, "ask", ask)
    with TestClient(make_app()) as client:
        ada.client = client
        assert wait_for_analysis(ada, table).partition("<main")[2] == first.partition("<main")[2]


@pytest.mark.usefixtures("short_reviews")
def test_an_analysis_goes_on_after_a_restart(
    make_app: Callable[..., Litestar], record: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(service, "SAVE_EVERY", 1)
    monkeypatch.setattr(service, "SILENCE", -1)
    with TestClient(make_app()) as client:
        ada = Browser(client).as_guest("Ada")
        table = imported(ada, record)
        wait_until(lambda: "<progress" in analysis(ada, table), "the analysis has begun")
    with TestClient(make_app()) as client:
        ada.client = client
        page = ada.get(f"/t/{table}/analysis").text
        assert Words("en")("analysis.turning") in page
        wait_for_analysis(ada, table)


def test_a_running_game_is_not_analysed(ada: Program, client: TestClient[Litestar]) -> None:
    table = ada.new_table("me", "local")["id"]
    answer = client.get(f"/t/{table}/analysis", headers={"accept": "application/json"})
    assert answer.status_code == 409 and answer.json()["code"] == "not_over"


def test_passers_by_start_nothing(client: TestClient[Litestar], record: bytes) -> None:
    table = imported(Browser(client).as_guest("Ada"), record)
    answer = client.get(f"/t/{table}/analysis", headers={"accept": "application/json"})
    assert answer.status_code == 401 and answer.json()["code"] == "log_in_first"


@pytest.mark.usefixtures("short_reviews")
def test_after_an_undo_it_is_another_game(client: TestClient[Litestar], record: bytes) -> None:
    ada = Browser(client).as_guest("Ada")
    table = imported(ada, record)
    wait_for_analysis(ada, table)
    assert ada.send(f"/t/{table}/undo", ada.position(table)).status_code in (200, 303)
    assert ada.get(f"/t/{table}/analysis").status_code == 409


# --- looking back on a game against bots


def against_bots(browser: Browser, record: bytes, ply: int) -> str:
    """A finished game of one person; bots have the other seats."""
    table = imported(browser, record)
    assert "data-look-back" not in browser.get(f"/t/{table}").text, "all seats are at one screen"
    assert browser.request("GET", f"/t/{table}/decisions").status_code == 403
    copied = browser.send(f"/t/{table}/copy", {"ply": str(ply), "against": "bots"})
    return str(copied.headers["location"]).rpartition("/")[2]


def _plain(html: str) -> list[str]:
    """The words and links of a piece of a page, whatever its headings."""
    return re.sub(r"</?(?!a )[^>]*>", " ", html).split()


def decisions(browser: Browser, table: str) -> str:
    answer = browser.get(f"/t/{table}/decisions", accept="text/x-part")
    assert answer.status_code == 200, answer.text
    return unescape(answer.text)


def test_three_decisions_are_told_in_plain_words(
    client: TestClient[Litestar], record: bytes, game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What was decided, what would have been better, what it cost, and the way to the moment; the most expensive first."""
    course = draw_curves(game.setup, game.actions)
    decided = sorted(ply for ply in course.decisions if player_of(game.actions[ply]) == P0)
    own = list({round_at(course, ply).label: ply for ply in decided}.values())[:5]
    wires = [to_wire(game.setup, action) for action in game.actions]
    gains = dict(zip(own, (90, 400, 25, 300, 12), strict=True))
    found = [
        Found(ply, P0, wires[ply], Better({"do": "Pass", "player": 0}, gain, 10, "waits", {})) for ply, gain in gains.items()
    ]
    known = service.Analysis(course, [(ply, P0) for ply in own], len(own), {}, found)

    async def look(*_: object, **__: object) -> tuple[service.Analysis, bool]:
        return known, True

    monkeypatch.setattr(service.Analyses, "look", look)
    ada = Browser(client).as_guest("Ada")
    table = against_bots(ada, record, game.ply)
    for ada.language in LANGUAGES:
        words = Words(ada.language, "1830")
        page = unescape(ada.get(f"/t/{table}").text)
        assert "data-look-back" in page and re.search(r"<p data-told>\s*\S", page)
        said = decisions(ada, table)
        assert 'data-decisions="done"' in said and words("coach.decisions") in said
        assert [int(ply) for ply in re.findall(r'data-decision="(\d+)"', said)] == [own[1], own[3], own[0]]
        for ply in (own[1], own[3], own[0]):
            assert f'href="/t/{table}?ply={ply}"' in said and words.money(gains[ply]) in said
        # The analysis begins with the same three.
        whole = unescape(analysis(ada, table))
        mattered = re.search(r"<section[^>]* data-mattered>(.*?)</section>", whole, re.S)
        assert mattered is not None and whole.index(mattered[0]) < whole.index(words("analysis.turning"))
        assert _plain(mattered[1]) == _plain(said) and words("coach.decisions") in mattered[1]
    assert f"<h1>{words('coach.says')}</h1>" in ada.get(f"/t/{table}/decisions").text


@pytest.mark.usefixtures("short_reviews")
def test_the_decisions_of_people_are_examined_first(client: TestClient[Litestar], record: bytes, game: Game) -> None:
    ada = Browser(client).as_guest("Ada")
    table = against_bots(ada, record, game.ply)
    wait_until(lambda: 'data-decisions="done"' in decisions(ada, table), "the decisions are examined", 90)
    begun = analysis(ada, table)
    assert 'data-analysis="working"' in begun, "those of the bots are not examined until somebody wants to see them"
    assert wait_for_analysis(ada, table)
    stranger = Browser(client).as_guest("Bob")
    assert stranger.request("GET", f"/t/{table}/decisions").status_code == 403
