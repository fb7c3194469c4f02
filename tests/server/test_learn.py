"""Lessons on the pages: the path, the coach's card, progress, and what the coach answers when asked."""

import json
import re
from collections.abc import Iterator
from html import unescape
from typing import Any

import httpx
import pytest
from litestar import Litestar
from litestar.testing import TestClient

from goldenspike.core.actions import LayTile
from goldenspike.core.game import Game
from goldenspike.core.rules.runs import has_route
from goldenspike.learn.lessons import opening_of
from goldenspike.learn.path import LESSONS, PATH, prepared_moves
from goldenspike.record.wire import to_wire
from goldenspike.server.words import Words
from goldenspike.text import LANGUAGES
from goldenspike.titles.catalogue import make
from server_helpers import Browser, Program, wait_until

pytestmark = pytest.mark.sqlite
UNDO = re.compile(r"data-undo(-further)?[\s>]")
ADVICE = re.compile(r'name="action"\s+value="([^"]*)"')
PARTS = [id for id, lesson in LESSONS.items() if lesson.version != "starter"]
"""Lessons of a few moves; the whole starter game is played to its end by the browser tests."""


@pytest.fixture
def quick(make_app: Any) -> Iterator[TestClient[Litestar]]:
    """A server whose coach thinks quickly."""
    with TestClient(make_app(bot_seconds=0.3)) as client:
        yield client


def begin(browser: Browser, lesson: str) -> str:
    answer = browser.send(f"/learn/{lesson}")
    assert answer.status_code == 303, answer.text
    table: str = answer.headers["location"].removeprefix("/t/")
    return table


def card(browser: Browser, table: str) -> dict[str, Any]:
    """The coach's card, as the page's script fetches it."""
    answer = browser.get(f"/t/{table}/parts?have=coach:", accept="application/json").json()
    return {**answer, "html": answer["parts"]["coach"]["html"]}


def advice(browser: Browser, table: str) -> str:
    answer = browser.send(f"/t/{table}/coach", accept="text/x-part")
    assert answer.status_code == 200, answer.text
    return answer.text


def follow(browser: Browser, table: str, most: int = 40) -> str:
    """Do what the coach says until the lesson is over, reading the page in one language after the other; how it ended."""
    for number in range(most):
        browser.language = LANGUAGES[number % len(LANGUAGES)]
        wait_until(
            lambda: card(browser, table)["my_turn"] or "data-lesson-over" in card(browser, table)["html"], "the bots have moved"
        )
        now = card(browser, table)
        over = re.search(r'data-lesson-over="(\w+)"', now["html"])
        if over:
            return over[1]
        assert "data-advises" in now["html"]
        found = ADVICE.search(advice(browser, table))
        assert found is not None
        form = {"ply": str(now["ply"]), "undos": str(now["undos"]), "action": unescape(found[1])}
        answer = browser.send(f"/t/{table}/act", form, accept="application/json")
        assert answer.status_code == 200, answer.text
    raise AssertionError("the lesson does not end")


def undo(browser: Browser, table: str, to: str = "") -> httpx.Response:
    form = {**browser.position(table), **({"to_ply": to} if to else {})}
    return browser.send(f"/t/{table}/undo", form, accept="application/json")


def states(browser: Browser) -> dict[str, str]:
    return dict(re.findall(r'data-lesson="([\w-]+)"\s+data-state="(\w+)"', browser.get("/learn").text))


def test_the_path_has_all_lessons_in_every_language(client: TestClient[Litestar]) -> None:
    for language in LANGUAGES:
        page = Browser(client, language).get("/learn").text
        assert [id for id, _ in re.findall(r'data-lesson="([\w-]+)"\s+data-state="(\w+)"', page)] == list(PATH)
        words = Words(language)
        assert all(words(f"lesson.{id}") in unescape(page) for id in PATH)
        assert words("about.goal.text") in unescape(Browser(client, language).get("/learn/about").text)


def test_the_first_page_shows_every_railroad_and_its_home(client: TestClient[Litestar]) -> None:
    page = unescape(Browser(client).get("/learn/about").text)
    every = {card.id for card in make("1830", "classic", 4).title.companies}
    assert len(every) == 8 and "There are eight railroads." in page
    pictures = page.partition('class="about-railroads"')[2].partition("</section>")[0]
    assert set(re.findall(r'data-company="([^"]+)"', pictures)) == every
    board = page.partition('class="about-picture"')[2].partition("</section>")[0]
    assert set(re.findall(r'class="gs-roundel" data-company="([^"]+)"', board)) == every


def test_learn_is_the_first_button_for_the_new(client: TestClient[Litestar]) -> None:
    browser = Browser(client)
    first = re.search(r'<form method="post" action="/quick".*?</form>', browser.get("/").text, re.S)
    assert first is not None and first[0].index('href="/learn"') < first[0].index("Play 1830 Classic")
    browser.post("/learn/starter", {"read": "about"})
    after = re.search(r'<form method="post" action="/quick".*?</form>', browser.get("/").text, re.S)
    assert after is not None and after[0].index('href="/learn"') > after[0].index("Play 1830 Classic")


def test_a_guest_begins_a_lesson_and_finds_it_again(client: TestClient[Litestar]) -> None:
    browser = Browser(client)
    table = begin(browser, "starter")
    page = browser.get(f"/t/{table}").text
    assert 'class="coach lesson begins"' in page and "Your first railroad" in page and "Bot Linus" in page
    assert states(browser)["starter"] == "running" and states(Browser(client))["starter"] == "open"
    assert f'href="/t/{table}"' in browser.get("/learn").text
    assert begin(browser, "starter") != table
    assert browser.send("/learn/nonsense").headers["location"] == "/learn"


def test_a_lesson_is_not_undone_past_its_beginning(quick: TestClient[Litestar]) -> None:
    """Its own moves can be taken back, those that lead to its position cannot."""
    browser = Browser(quick)
    table = begin(browser, "forced")
    start = card(browser, table)["ply"]
    assert start == prepared_moves("forced") > 0
    assert not UNDO.search(browser.get(f"/t/{table}").text)
    assert [undo(browser, table, to).status_code for to in ("", str(start - 1))] == [409, 409]
    browser.act(table, json.dumps({"do": "Pass", "player": 0}))
    assert card(browser, table)["ply"] > start and UNDO.search(browser.get(f"/t/{table}").text)
    assert undo(browser, table).status_code == 200
    assert card(browser, table)["ply"] == start


def test_what_a_lesson_is_about_is_open_until_the_first_decision(quick: TestClient[Litestar]) -> None:
    browser = Browser(quick)
    table = begin(browser, "stations")
    about = re.compile(r"<details\s+open\s+data-unfolded>\s*<summary>What this lesson is about")
    assert about.search(card(browser, table)["html"])
    browser.act(table, json.dumps({"do": "Pass", "player": 0}))
    now = card(browser, table)
    assert now["my_turn"] and not about.search(now["html"]) and "What this lesson is about" in now["html"]


def test_what_a_lesson_is_about_is_not_called_the_best(quick: TestClient[Litestar]) -> None:
    """The lesson on selling hands over a railroad that a hard baron would keep for now."""
    browser = Browser(quick)
    said = unescape(advice(browser, begin(browser, "selling")))
    assert "This is what the lesson is about." in said and "I would do this." not in said
    assert "than with my advice" not in said


def test_a_guests_progress_is_kept(make_app: Any) -> None:
    """Over a restart of the server, and when the guest registers."""
    with TestClient(make_app(bot_seconds=0.3)) as client:
        browser = Browser(client)
        browser.post("/learn/starter", {"read": "about"})
        table = begin(browser, "privates")
        assert follow(browser, table) == "passed"
        kept = states(browser)
        assert kept["about"] == kept["privates"] == "done" and kept["starter"] == "running"
    with TestClient(make_app(bot_seconds=0.4)) as client:
        browser.client = client
        assert states(browser) == kept
        assert browser.post("/account/register", {"name": "Ada", "password": "long enough 1830"}).status_code == 200
        assert states(browser) == kept
        stranger = Browser(client).as_guest("Bob")
        assert set(states(stranger).values()) == {"open"}


@pytest.mark.parametrize("lesson", PARTS)
def test_following_the_coach_passes_the_lesson_in_every_language(quick: TestClient[Litestar], lesson: str) -> None:
    browser = Browser(quick)
    table = begin(browser, lesson)
    first = _in_every_language(browser, table, lesson)
    assert all(words(f"lesson.{lesson}.intro") in html for words, html in first)
    assert follow(browser, table) == "passed"
    last = _in_every_language(browser, table, lesson)
    assert all(words(f"lesson.{lesson}.end") in html for words, html in last)
    assert states(browser)[lesson] == "done"


def _in_every_language(browser: Browser, table: str, lesson: str) -> list[tuple[Words, str]]:
    """The card in every language, each with its words; its tasks and the rules that it links to are named in all of them."""
    found = []
    for browser.language in LANGUAGES:
        words, html = Words(browser.language, LESSONS[lesson].title), unescape(card(browser, table)["html"])
        assert words(f"lesson.{lesson}") in html
        assert all(words(f"task.{task.id}") in html for task in LESSONS[lesson].tasks)
        assert re.findall(rf'href="/t/{table}/rules#rule-([\w.-]+)"', html) == list(LESSONS[lesson].rules)
        assert not re.search(r">\s*(lesson|task|learn|coach|rule)\.[\w.-]+", html)
        found.append((words, html))
    return found


def test_lessons_link_to_paragraphs_that_exist(client: TestClient[Litestar]) -> None:
    browser = Browser(client)
    for title in {lesson.title for lesson in LESSONS.values()}:
        page = browser.get(f"/rules/{title}").text
        cited = {number for lesson in LESSONS.values() if lesson.title == title for number in lesson.rules}
        assert cited and all(f'id="rule-{number}"' in page for number in cited)
    assert all(lesson.rules for lesson in LESSONS.values())


def test_the_coach_gives_a_reason_and_alternatives_with_figures(quick: TestClient[Litestar]) -> None:
    browser = Browser(quick)
    table = begin(browser, "starter")
    said = advice(browser, table)
    assert "I would do this." in said and "Also possible:" in said
    actions = [json.loads(unescape(found)) for found in ADVICE.findall(said)]
    assert [action["do"] for action in actions] == ["LayTile"]
    page = browser.send(f"/t/{table}/coach").text
    assert "<h1>Coach</h1>" in page and "I would do this." in unescape(page)


def test_another_choice_is_allowed_and_said_what_followed(quick: TestClient[Litestar]) -> None:
    browser = Browser(quick)
    table = begin(browser, "starter")
    advice(browser, table)
    browser.act(table, json.dumps({"do": "Pass", "player": 0}))
    said = unescape(advice(browser, table))
    assert "You chose: Skip. My choice was: Lay track on" in said


def test_what_it_has_advised_was_good(quick: TestClient[Litestar]) -> None:
    browser = Browser(quick)
    table = begin(browser, "starter")
    found = ADVICE.search(advice(browser, table))
    assert found is not None and browser.act(table, unescape(found[1])).status_code == 200
    judged = unescape(browser.send(f"/t/{table}/judge", accept="text/x-part").text)
    assert re.search(r"Lay track on .*: yes, that was my advice\.", judged)


def lay_that_makes_a_route() -> str:
    """The first one, when the starter game begins: the coach may prefer a tile that makes a route later."""
    setup, actions = opening_of(LESSONS["starter"])
    game = Game(setup)
    for action in actions:
        game.push(action)
    for action in game.legal:
        if isinstance(action, LayTile):
            game.push(action)
            if has_route(setup, game.state, game.state.operating):
                return json.dumps(to_wire(setup, action))
            game.pop()
    raise AssertionError("no tile makes a route")


def test_an_obligation_is_not_a_choice(quick: TestClient[Litestar]) -> None:
    """7.6.2: a railroad with a route and no train must buy one."""
    browser = Browser(quick)
    table = begin(browser, "starter")
    assert browser.act(table, lay_that_makes_a_route()).status_code == 200
    for _ in range(5):
        said, now = advice(browser, table), card(browser, table)["html"]
        found = ADVICE.search(said)
        assert found is not None
        if json.loads(unescape(found[1]))["do"] == "BuyTrain":
            break
        assert browser.act(table, unescape(found[1])).status_code == 200
    assert "You must buy a train now" in now and "or wait" not in now
    assert "has a route and no train, so it must buy one." in said
    assert "I would do this." not in said and "no other option" not in said


def test_the_button_of_a_forced_train_says_who_pays(quick: TestClient[Litestar]) -> None:
    """7.6.2: so much from the treasury, so much from the president."""
    browser = Browser(quick)
    table = begin(browser, "forced")
    for _ in range(6):
        found = ADVICE.search(said := advice(browser, table))
        assert found is not None
        if json.loads(unescape(found[1]))["do"] == "BuyTrain":
            break
        assert browser.act(table, unescape(found[1])).status_code == 200
    name = re.search(r"The treasury pays \$\d+, (.*?) adds \$\d+", said)
    assert name is not None
    assert re.search(rf"<small>\w[\w&]* pays \$\d+ from its treasury, {name[1]} \$\d+", unescape(browser.get(f"/t/{table}").text))


def test_a_lesson_asks_only_the_learner(make_app: Any) -> None:
    """Neither what bots are asked nor other tables that wait are on the page of a lesson, and no lesson waits elsewhere."""
    with TestClient(make_app(bot_pause=1000)) as client:
        browser = Browser(client).as_guest("Ada")
        form = {"game": "1830/classic", "players": "2", "seat.1.kind": "bot", "option.seating": "free", "my_name": "Ada"}
        other = str(browser.post("/new", form).url.path).removeprefix("/t/")
        table = begin(browser, "auction")
        button = next(found for found in browser.buttons(table) if json.loads(found)["do"] in ("BuyFromBank", "Pass"))
        assert browser.act(table, button).status_code == 200
        for browser.language in LANGUAGES:
            page = unescape(browser.get(f"/t/{table}").text)
            asked = re.search(r'<h2 class="question"[^>]*>(.*?)</h2>', page, re.S)
            assert asked is not None and re.fullmatch(Words(browser.language)("learn.others_play", names=r"Bot \w+"), asked[1])
            assert 'href="/next' not in page
        begin(browser, "starter")
        assert browser.act(other, json.dumps({"do": "Pass", "player": 0})).status_code == 200
        assert 'href="/next' not in browser.get(f"/t/{other}").text, "only lessons wait"


def test_the_second_time_there_is_no_coach(client: TestClient[Litestar]) -> None:
    browser = Browser(client)
    table = begin(browser, "starter-alone")
    html = card(browser, table)["html"]
    assert "Finish first or second" in html and "data-advises" not in html and "data-coach-ask" not in html
    assert browser.send(f"/t/{table}/coach", accept="text/x-part").status_code == 403


def test_against_bots_the_coach_answers_when_asked(quick: TestClient[Litestar]) -> None:
    browser = Browser(quick).as_guest("Ada")
    table = browser.send("/quick").headers["location"].removeprefix("/t/")
    wait_until(lambda: card(browser, table)["my_turn"], "it is Ada's turn")
    assert "data-coach-ask" in card(browser, table)["html"] and "data-advises" not in card(browser, table)["html"]
    assert "You have not decided anything yet." in browser.send(f"/t/{table}/judge", accept="text/x-part").text
    assert "<li>" in browser.send(f"/t/{table}/stakes", accept="text/x-part").text
    button = next(found for found in browser.buttons(table) if json.loads(found)["do"] in ("BuyFromBank", "Pass"))
    assert browser.act(table, button).status_code == 200
    wait_until(lambda: card(browser, table)["my_turn"], "it is Ada's turn again")
    judged = unescape(browser.send(f"/t/{table}/judge", accept="text/x-part").text)
    assert re.search(r"I would have|would have been better|better than my", judged)
    reasons = browser.send(f"/t/{table}/reasons", accept="text/x-part").text
    assert "<strong>Bot " in reasons


def test_between_people_there_is_no_coach(client: TestClient[Litestar], ada: Program, bob: Program) -> None:
    shared = ada.new_table("me", "open", options={"seating": "free"}, hints="all")
    bob.join(shared)
    headers = {**ada.headers, "accept": "text/x-part"}
    for what in ("coach", "stakes", "judge", "reasons"):
        assert client.post(f"/t/{shared['id']}/{what}", headers=headers).status_code == 403
