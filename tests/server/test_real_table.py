"""A table whose map lies on the real one: what the page asks and shows, and what such a table cannot have."""

import re

import pytest
from litestar import Litestar
from litestar.testing import TestClient

from goldenspike.core.holders import CHANCE
from goldenspike.core.ids import Holder, Player
from goldenspike.server.table.live_table import Move
from goldenspike.server.table.screen_pages import BREAK, thinking_times
from server_helpers import Browser, Program, press

pytestmark = pytest.mark.sqlite

REAL = {"options": {"map": "real", "seating": "free"}}


def starter_table(browser: Browser) -> str:
    """A starter game for two at one screen."""
    form = {"game": "1830/starter", "players": "2", "option.map": "real", "option.seating": "free", "my_name": "Ada"}
    page = browser.post("/new", form | {"seat.1.kind": "local", "seat.1.name": "Bob"})
    assert page.status_code == 200, page.text
    return str(page.url.path).rpartition("/")[2]


def declare_run(browser: Browser, table: str, **amounts: str) -> int:
    """Fill in the form of a run."""
    action = next(button for button in browser.buttons(table) if '"DeclareRun"' in button)
    return browser.act(table, action, **amounts).status_code


def fields(page: str) -> list[tuple[str, str]]:
    """The amounts that the page asks for, with what it offers."""
    return re.findall(r'name="(chosen[.\d]*)"\s+inputmode="numeric"\s+value="(\d*)"', page)


def test_an_operating_turn_without_a_map(browser: Browser) -> None:
    table = starter_table(browser)
    page = browser.get(f"/t/{table}").text
    assert "PRR: how much was spent on track?" in page
    assert 'data-show="board"' not in page and 'data-show="tiles"' not in page and "part-board" not in page
    press(browser, table, "DeclareTrack", cost=0)
    press(browser, table, "DeclareStation", cost=40)
    assert "does it have a route?" in browser.get(f"/t/{table}").text
    press(browser, table, "DeclareRoute", exists=True)
    press(browser, table, "BuyTrain", train="2")
    press(browser, table, "Pass")
    for action in ("DeclareTrack", "Pass", "DeclareRoute", "BuyTrain", "BuyTrain"):
        press(browser, table, action)  # The money left buys nothing, so the turn ends by itself.
    # The PRR has one train, the NYC two; last turn's amounts are offered.
    press(browser, table, "DeclareTrack", cost=0)
    assert fields(browser.get(f"/t/{table}").text) == [("chosen", "")]
    assert declare_run(browser, table, chosen="90") == 422, "two stops of a yellow map pay $80 at most"
    assert declare_run(browser, table, chosen="30") == 200
    press(browser, table, "Pass")
    press(browser, table, "DeclareTrack")
    press(browser, table, "Pass")
    assert fields(browser.get(f"/t/{table}").text) == [("chosen.0", ""), ("chosen.1", "")]
    assert declare_run(browser, table, **{"chosen.0": "30", "chosen.1": "40"}) == 200
    press(browser, table, "Pass")
    press(browser, table, "DeclareTrack")
    assert fields(browser.get(f"/t/{table}").text) == [("chosen", "30")]
    assert declare_run(browser, table, chosen="30") == 200
    press(browser, table, "Pass")
    press(browser, table, "DeclareTrack")
    press(browser, table, "Pass")
    page = browser.get(f"/t/{table}").text
    assert fields(page) == [("chosen.0", "30"), ("chosen.1", "40")]
    assert "NYC’s trains earn a total of $70" in page


def test_bots_take_no_seat_without_a_map(ada: Program, bob: Program) -> None:
    seats = [{"kind": "me"}, {"kind": "bot", "bot": "greedy"}]
    refused = ada.post("/tables", {"title": "1830", "version": "classic", "seats": seats, **REAL})
    assert (refused.status_code, refused.json()["code"]) == (422, "no_bots_without_map")
    table = ada.new_table("me", "open", "open", **REAL)
    refused = ada.post(f"/tables/{table['id']}/bots", {"seat": 1, "bot": "greedy"})
    assert (refused.status_code, refused.json()["code"]) == (422, "no_bots_without_map")
    for person in (bob, Program(ada.client, "Cyd")):
        person.join(table)
    refused = ada.post(f"/tables/{table['id']}/plans", {})
    assert (refused.status_code, refused.json()["code"]) == (409, "needs_map")


def test_nobody_hands_a_seat_to_a_bot_without_a_map(browser: Browser) -> None:
    table = starter_table(browser)
    page = browser.get(f"/t/{table}").text
    assert "/stand-in" not in page and 'id="try-it-out"' not in page
    refused = browser.send(f"/t/{table}/stand-in", {"seat": "0", "bot": "greedy"}, accept="application/json")
    assert (refused.status_code, refused.json()["code"]) == (422, "no_bots_without_map")


def test_the_form_offers_no_bots_without_a_map(browser: Browser) -> None:
    form = {"game": "1830/classic", "players": "3", "my_name": "Ada", "do": "check", "shown": "1830/classic/3"}
    with_map = browser.post("/new", form).text
    without = browser.post("/new", form | {"option.map": "real"} | {f"seat.{seat}.kind": "bot" for seat in (1, 2)}).text
    assert 'value="bot"' in with_map and 'value="bot"' not in without
    chosen = re.findall(r'name="seat\.\d\.kind">.*?<option value="(\w+)"\s+selected', without, re.DOTALL)
    assert chosen == ["me", "open", "open"]


def test_the_big_screen_shows_what_everybody_may_see(ada: Program) -> None:
    """Market, order, bank, limits and the question, for anybody; hidden money stays hidden from those at the table too."""
    options = {"map": "real", "seating": "free", "knowledge": "closed"}
    table = ada.new_table("me", "local", "local", options=options)["id"]
    answer = ada.client.get(f"/t/{table}/screen", headers={**ada.headers, "accept": "text/html"})
    assert answer.status_code == 200
    for part in ('class="market"', "Private companies", "Trains left", "Certificate limit 20", "buy Schuylkill Valley"):
        assert part in answer.text
    assert "$9,600" not in answer.text and "$800" not in answer.text
    assert ada.client.get("/t/nowhere/screen", headers={"accept": "text/html"}).status_code == 404


def test_the_big_screen_shows_bids_until_railroads_operate(ada: Program) -> None:
    table = ada.new_table("me", "local", "local", **REAL)["id"]

    def screen() -> str:
        text = ada.client.get(f"/t/{table}/screen", headers={"accept": "text/html"}).text
        return " ".join(re.sub(r"<[^>]+>", " ", text).split())

    ada.act(table, {"do": "Bid", "player": 0, "private": "DH", "amount": 75})
    ada.act(table, {"do": "BuyFromBank", "player": 1, "private": "SV"})
    shown = screen()
    assert "SV Schuylkill Valley Ada 2" in shown and "DH Delaware &amp; Hudson Ada $75 $70" in shown
    assert "CS Champlain &amp; St. Lawrence $40" in shown and "Operating order" not in shown
    starter = ada.new_table("me", "local", version="starter", options={"map": "real"})["id"]
    table = starter
    assert "Operating order" in screen()


def test_the_view_says_that_there_is_no_map(ada: Program) -> None:
    table = ada.new_table("me", "local", "local", **REAL)["id"]
    view = ada.get(f"/tables/{table}/view").json()["view"]
    assert view["has_map"] is False and view["tiles"] == []


def phones(client: TestClient[Litestar], *names: str) -> tuple[str, list[Browser]]:
    """A table that a laptop without a seat opened, and the phones that joined it by its code."""
    laptop = Browser(client)
    form = {"game": "1830/classic", "players": str(len(names)), "option.map": "real", "option.seating": "free"}
    form |= {"my_name": "Laptop"} | {f"seat.{number}.kind": "open" for number in range(len(names))}
    screen = laptop.post("/new", form)
    assert screen.url.path.endswith("/screen")
    invitation = re.search(r'href="http://[^/]+(/t/[^/]+/join/[^"]+)"', screen.text)
    assert invitation is not None
    players = [Browser(client) for _ in names]
    for number, (player, name) in enumerate(zip(players, names, strict=True)):
        page = player.post(invitation[1], {"name": name, "seat": str(number)})
        assert page.status_code == 200 and page.url.path.endswith("/hand")
    return screen.url.path.split("/")[2], players


def test_a_phone_joins_by_name_and_shows_three_cards(client: TestClient[Litestar]) -> None:
    table, (ada, bob) = phones(client, "Ada", "Bob")
    page = ada.get(f"/t/{table}/hand").text
    for card in ("My turn", "My hand", "My railroads"):
        assert card in page
    assert "$1,200" in page and "Not president of any railroad" in page
    press(ada, table, "BuyFromBank", private="SV")
    assert "Schuylkill Valley" in hand_of(ada, table) and "Schuylkill Valley" not in hand_of(bob, table)
    # Who has a seat already is not asked for a name again, and who has none sees the whole table.
    assert Browser(client).get(f"/t/{table}/hand").url.path == f"/t/{table}"


def hand_of(browser: Browser, table: str) -> str:
    found = re.search(r'id="part-hand".*?</section>', browser.get(f"/t/{table}/hand").text, re.DOTALL)
    assert found is not None
    return found[0]


def test_thinking_times_leave_out_breaks() -> None:
    made = [(0, 0), (1, 60_000), (0, 90_000), (CHANCE, 95_000), (1, BREAK + 200_000), (1, BREAK + 210_000)]
    moves = [Move(ply, Player(Holder(seat)), (), time) for ply, (seat, time) in enumerate(made, 1)]
    assert thinking_times(moves, 3) == [30_000, 70_000, 0]
