"""Pages without scripts: a newcomer plays the opening of a game with forms alone."""

import asyncio
import json
import re
from html import unescape
from typing import Any

import pytest
from litestar import Litestar
from litestar.testing import TestClient

from goldenspike import text
from goldenspike.server.lobby import pages as lobby_pages
from goldenspike.server.lobby.form import NewTable, make_form
from goldenspike.server.words import Words
from goldenspike.text import LANGUAGES
from goldenspike.titles.catalogue import find_version
from server_helpers import Browser, Program, press

pytestmark = pytest.mark.sqlite


def one_screen(browser: Browser, players: int = 2, **options: str) -> str:
    form = {"game": "1830/classic", "players": str(players), "option.seating": "free", "my_name": "Ada", **options}
    form |= {f"seat.{number}.kind": "local" for number in range(1, players)}
    page = browser.post("/new", form)
    assert page.status_code == 200, page.text
    return str(page.url.path).rpartition("/")[2]


def test_one_click_opens_a_game_against_bots(browser: Browser) -> None:
    page = browser.post("/quick", {"name": "Ada"})
    assert page.status_code == 200 and "Ada" in page.text and page.text.count("Bot ") >= 3
    assert 'id="explain-hidden"' not in page.text, "against bots all money is open"


def test_a_newcomer_plays_from_the_auction_to_the_first_train(browser: Browser) -> None:
    table = one_screen(browser)
    for _ in range(6):
        press(browser, table, "BuyFromBank")
    press(browser, table, "SetPar", price=67)
    press(browser, table, "StartCompany", company="NYC", price=67)
    press(browser, table, "Pass")
    while "OR 1.1" not in browser.get(f"/t/{table}").text:
        kinds = [(json.loads(button)["do"], json.loads(button).get("company")) for button in browser.buttons(table)]
        if ("BuyShare", "NYC") in kinds and "NYC floated" not in browser.get(f"/t/{table}").text:
            press(browser, table, "BuyShare", company="NYC")
        press(browser, table, "Pass")
    press(browser, table, "LayTile", company="NYC", hex="E19")
    while not any(json.loads(button)["do"] == "BuyTrain" for button in browser.buttons(table)):
        press(browser, table, "Pass")
    press(browser, table, "BuyTrain", train="2")
    page = browser.get(f"/t/{table}").text
    assert re.search(r"<td>2(?:<| )", page.partition("NYC")[2])


def test_without_shares_no_railroad_offers_any(browser: Browser) -> None:
    """The starter game has no shares: its railroads' cards do not speak of an offering."""
    assert "Offering" in browser.get(f"/t/{one_screen(browser)}").text
    starter = one_screen(browser, game="1830/starter")
    cards = browser.get(f"/t/{starter}").text.partition('id="part-companies"')[2].partition("</section>")[0]
    assert "Treasury" in cards and "Offering" not in cards


def test_amounts_are_entered_as_numbers(browser: Browser) -> None:
    table = one_screen(browser)
    bid = next(button for button in browser.buttons(table) if json.loads(button)["do"] == "Bid")
    assert browser.act(table, bid, chosen="60").status_code == 200
    assert "$60" in browser.get(f"/t/{table}").text
    second = next(button for button in browser.buttons(table) if json.loads(button)["do"] == "Bid")
    assert browser.act(table, second, chosen="61").json()["code"] == "bid_too_low"
    assert browser.act(table, second, chosen="many").json()["code"] == "bad_number"


def test_without_scripts_a_form_leads_back_to_the_table(browser: Browser) -> None:
    table = one_screen(browser)
    form = {**browser.position(table), "action": '{"do":"Pass","player":0}'}
    answer = browser.send(f"/t/{table}/act", form)
    assert answer.status_code == 303 and answer.headers["location"] == f"/t/{table}"
    answer = browser.send(f"/t/{table}/act", form)
    assert answer.status_code == 409 and "moved on" in answer.text


def test_only_parts_that_changed_are_sent(browser: Browser) -> None:
    table = one_screen(browser)
    page = browser.get(f"/t/{table}").text
    have = ",".join(f"{name}:{key}" for name, key in re.findall(r'data-part="(\w+)"\s+data-key="(\w+)"', page))
    assert browser.get(f"/t/{table}/parts?have={have}", accept="application/json").json()["parts"] == {}
    browser.act(table, '{"do":"Pass","player":0}')
    parts = browser.get(f"/t/{table}/parts?have={have}", accept="application/json").json()["parts"]
    assert {"panel", "log", "history", "players"} <= set(parts)
    assert "board" not in parts and "market" not in parts


def test_history_is_linked_from_the_log(browser: Browser) -> None:
    table = one_screen(browser)
    browser.act(table, '{"do":"Pass","player":0}')
    browser.act(table, '{"do":"Pass","player":1}')
    page = browser.get(f"/t/{table}?ply=1").text
    assert 'data-shown="1"' in page and 'data-present="no"' in page and 'name="action"' not in page
    assert f'href="/t/{table}?ply=1"' in browser.get(f"/t/{table}").text
    assert browser.get(f"/t/{table}?ply=9").status_code == 404


def test_two_browsers_play_one_table_and_talk(client: TestClient[Litestar]) -> None:
    ada, bob = Browser(client).as_guest("Ada"), Browser(client)
    page = ada.post(
        "/new", {"game": "1830/classic", "players": "2", "seat.1.kind": "open", "option.seating": "free", "name": "Our table"}
    )
    link = re.search(r"http://[^\"/]+(/t/(\w+)/join/[\w-]+)", page.text)
    assert link is not None
    table = link[2]
    assert "You’re invited" in bob.get(link[1]).text
    assert bob.post(link[1], {"name": "Bob"}).status_code == 200
    assert "Bob" in ada.get(f"/t/{table}").text
    assert ada.act(table, '{"do":"Pass","player":0}').status_code == 200
    assert "Your turn" in bob.get(f"/t/{table}").text and "Your turn" not in ada.get(f"/t/{table}").text
    bob.post(f"/t/{table}/chat", {"text": "Good luck!"})
    assert "Good luck!" in ada.get(f"/t/{table}").text
    assert "Our table" in bob.get("/").text


def test_an_offer_is_made_and_accepted_across_browsers(ada: Program, bob: Program) -> None:
    """A private company changes hands only if its owner agrees (4.1)."""
    table = ada.new_table("me", "open", options={"seating": "free"})
    bob.join(table)
    people = (ada, bob)
    answerer = None
    for _ in range(400):
        for person in people:
            legal = person.legal(table["id"])
            answer = next((action for action in legal["actions"] if action["do"] == "Accept"), None)
            if answer is not None:
                answerer = person
                break
            offer = next((offer for offer in legal["offers"] if offer["action"]["do"] in ("BuyPrivate", "SellPrivate")), None)
            usual = next((a for a in legal["actions"] if a["do"] in ("BuyFromBank", "SetPar")), None)
            action = offer["action"] if offer else usual or next((a for a in legal["actions"] if a["do"] == "Pass"), None)
            if action is not None:
                assert person.act(table["id"], action).status_code == 200
        if answerer is not None:
            break
    assert answerer is not None
    other = ada if answerer is bob else bob
    seat = answerer.legal(table["id"])["seat"]
    assert other.act(table["id"], {"do": "Accept", "player": seat}).status_code == 403
    assert other.get(f"/tables/{table['id']}/view").json()["view"]["offer"]["answerer"] == seat
    assert answerer.act(table["id"], {"do": "Accept", "player": seat}).status_code == 200
    assert other.get(f"/tables/{table['id']}/view").json()["view"]["offer"] is None


def test_the_form_for_a_new_table_knows_every_option(browser: Browser) -> None:
    for game, title in (("1830/classic", "1830 Classic"), ("1830/starter", ""), ("1862/standard", "")):
        form = {"game": game, "players": "4", "seat.1.kind": "open", "my_name": "Ada", "do": "check"}
        page = browser.send("/new", form).text
        shown = set(re.findall(r'name="option\.(\w+)"', page))
        assert shown == {switch.name for switch in find_version(*game.split("/")).switches}
        assert f"None: {title}" in page


def test_an_option_may_be_a_number(browser: Browser) -> None:
    """S-6: the number of a random map is typed."""
    form = {"game": "1830/classic", "players": "3", "my_name": "Ada", "option.random_map": "1830", "do": "check"}
    page = browser.post("/new", form).text
    assert re.search(r'name="option\.random_map"\s+value="1830"', page) and "Random map: <strong>1830</strong>" in page
    printed = browser.post("/new", {**form, "option.random_map": "0"}).text
    drawn, usual = (re.findall(r'<figure class="preview">.*?</figure>', shown, re.S) for shown in (page, printed))
    assert len(drawn) == len(usual) == 1 and drawn != usual, "the map is shown before anybody plays on it"
    answer = browser.post("/new", {**form, "option.random_map": "-3"})
    assert "Random map has no value ‘-3’" in answer.text
    del form["do"]
    table = browser.post("/new", form)
    assert table.status_code < 400 and "Random map" in browser.get(str(table.url.path)).text


def test_impossible_combinations_are_explained(browser: Browser) -> None:
    form = {
        "game": "1830/classic",
        "players": "3",
        "my_name": "Ada",
        "option.rise_needs_dividend": "on",
        "option.dividend_rise": "one_to_four",
    }
    answer = browser.post("/new", form)
    assert answer.status_code == 422 and 'role="alert"' in answer.text
    del form["option.dividend_rise"]
    answer = browser.post("/new", {**form, "do": "check"})
    assert answer.status_code == 200 and "None: 1830" not in answer.text
    assert "gs_session" not in browser.cookies


@pytest.mark.parametrize("form", [{"players": "99"}, {"game": "1899/x"}, {"players": "-1"}, {"seat.0.kind": "king"}])
def test_malformed_parameters_do_no_harm(browser: Browser, form: dict[str, str]) -> None:
    assert browser.post("/new", {"my_name": "Ada", **form}).status_code in (200, 422)
    assert browser.get("/new?players=x&game=%00").status_code == 200


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_page_is_there_in_every_language(client: TestClient[Litestar], language: str) -> None:
    browser = Browser(client, language).as_guest("Ada")
    table = one_screen(browser)
    for path in ("/", "/new", "/help", "/account", f"/t/{table}"):
        page = browser.get(path)
        assert page.status_code == 200 and f'lang="{language}"' in page.text


def test_a_tile_is_a_picture(browser: Browser) -> None:
    table = one_screen(browser)
    answer = browser.get(f"/t/{table}/tile/A7/1")
    assert answer.headers["content-type"].startswith("image/svg+xml") and answer.text.startswith("<svg")
    assert browser.get(f"/t/{table}/tile/ZZ/1").status_code == 404


def test_a_preview_shows_the_effects_of_an_action(browser: Browser) -> None:
    table = one_screen(browser)
    form = {"action": '{"do":"BuyFromBank","player":0,"private":"SV"}'}
    answer = browser.send(f"/t/{table}/preview", form, accept="application/json").json()
    assert answer["view"]["privates"][0]["owner_seat"] == 0 and answer["lines"]
    assert 'data-ply="0"' in browser.get(f"/t/{table}").text
    form = {"action": '{"do":"BuyFromBank","player":0,"private":"BO"}'}
    assert browser.send(f"/t/{table}/preview", form, accept="application/json").json()["code"] == "not_the_cheapest"
    assert browser.send(f"/t/{table}/why", form, accept="application/json").json()["sentence"]


def test_the_page_says_what_may_not_be_done_and_why(browser: Browser) -> None:
    """Nobody buys a company's share before its president's certificate is sold, and nobody buys two certificates (6.2)."""
    table = one_screen(browser)
    for _ in range(6):
        press(browser, table, "BuyFromBank")
    press(browser, table, "SetPar", price=100)
    press(browser, table, "StartCompany", company="NYC", price=67)
    page = browser.get(f"/t/{table}").text
    assert Words("en")("table.why_not") in page
    reasons = page.partition('<details id="why-not" class="other why">')[2].partition("</details>")[0]
    assert "<li>" in reasons and "6.2" in reasons


@pytest.mark.parametrize(
    ("language", "label"),
    [
        ("en", "Buy 10% from the initial offering for $67"),
        ("de", "10\xa0% von der Bank kaufen für $67"),
        ("nl", "10% van de bank kopen voor $67"),
        ("ja", "未売却株10%を$67で購入"),
    ],
)
def test_a_button_says_what_is_bought_and_for_how_much(browser: Browser, language: str, label: str) -> None:
    table = one_screen(browser)
    for _ in range(6):
        press(browser, table, "BuyFromBank")
    press(browser, table, "SetPar", price=100)
    press(browser, table, "StartCompany", company="NYC", price=67)
    press(browser, table, "Pass")
    browser.language = language
    assert label in browser.get(f"/t/{table}").text


def test_the_chart_of_upgrades_is_a_picture(browser: Browser) -> None:
    table = one_screen(browser)
    for theme in ("light", "page", "nonsense"):
        answer = browser.get(f"/t/{table}/chart?theme={theme}")
        assert answer.status_code == 200 and answer.headers["content-type"].startswith("image/svg+xml")
        assert ("<style" in answer.text) == (theme != "page")


def test_a_preview_for_an_old_position_is_empty(browser: Browser) -> None:
    table = one_screen(browser)
    old = browser.position(table)
    action = next(button for button in browser.buttons(table) if json.loads(button)["do"] == "BuyFromBank")
    told = browser.send(f"/t/{table}/preview", {**old, "action": action}, accept="application/json")
    assert told.json()["lines"]
    press(browser, table, "BuyFromBank")
    told = browser.send(f"/t/{table}/preview", {**old, "action": action}, accept="application/json")
    assert told.status_code == 200 and told.json()["lines"] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_rulings_in_every_language(client: TestClient[Litestar], language: str) -> None:
    """Each ruling is there, none in English, with the option that has another reading, and the help leads there."""
    browser = Browser(client, language)
    page, help = browser.get("/help/rulings").text, browser.get("/help").text
    shown = unescape(page)
    for title, rulings in text.RULINGS.items():
        assert f'<h2 id="{title}">' in page
        for ruling in rulings:
            assert f'id="{title}-{ruling.key}"' in page and text.say_ruling(title, ruling, language) in shown
            assert text.other_readings(ruling, language) in shown
            assert language == "en" or text.say_ruling(title, ruling, "en") not in shown
    assert f'lang="{language}"' in page and "ruling." not in shown
    assert 'href="/help/rulings"' in help and 'href="/help/rulings#1830-best_run"' in browser.get("/rules/1830").text
    targets = re.findall(r'href="/help#([^"]+)"', page)
    assert targets and all(f'id="{target}"' in help for target in targets)
    assert 'href="/help/rulings#1830"' in browser.get("/new").text
    assert 'href="/help/rulings#1830"' in browser.get(f"/t/{one_screen(browser)}").text


def test_a_random_map_is_drawn_while_others_are_served(browser: Browser, monkeypatch: pytest.MonkeyPatch) -> None:
    """The form draws it to see whether it can be played (S-6.3); that takes a while, and not in the server's loop."""
    drawings: list[int] = []

    def drawn(*requested: Any) -> NewTable:
        with pytest.raises(RuntimeError):
            asyncio.get_running_loop()
        drawings.append(1)
        return make_form(*requested)

    monkeypatch.setattr(lobby_pages, "make_form", drawn)
    form = {"game": "1830/s6", "players": "4", "option.random_map": "7", "my_name": "Ada", "do": "check"}
    assert browser.get("/new?game=1830/s6&players=4&option.random_map=7").status_code == 200
    assert browser.post("/new", form).status_code == 200
    assert len(drawings) == 2
