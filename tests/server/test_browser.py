"""Real browsers: scripts, live updates, languages, small screens."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Request, expect

from browser_helpers import Screen
from server_helpers import served

LONG = 30_000
"""Milliseconds; a condition that comes at all comes much sooner, unless the machine is busy."""


def test_a_newcomer_plays_the_opening_at_one_screen(chromium: Browser, address: str) -> None:
    ada = Screen(chromium, address)
    ada.new_table("me", "local")
    for _ in range(6):
        ada.press("BuyFromBank")
    ada.press("SetPar", price=67)
    ada.press("StartCompany", company="NYC", price=67)
    ada.press("Pass")
    while "OR 1.1" not in ada.page.inner_text(".part-status"):
        if ada.page.locator('button[data-kind=BuyShare][data-company="NYC"]').count():
            ada.press("BuyShare", company="NYC")
        ada.press("Pass")
    albany = ada.page.locator('.gs-hex[data-hex="E19"]')
    albany.click()
    expect(ada.page.locator("[data-chooser]")).to_contain_text("Albany")
    expect(albany.locator(".gs-trial")).to_have_count(1)
    before, shown = ada.ply, albany.locator(".gs-trial .gs-rail").first.get_attribute("d")
    albany.click()
    expect(albany.locator(".gs-trial .gs-rail").first).not_to_have_attribute("d", shown or "")
    expect(ada.page.locator("[data-said]")).to_contain_text("E19")
    ada.page.click("[data-confirm]")
    expect(ada.page.locator("[data-table]")).not_to_have_attribute("data-ply", before)
    expect(ada.page.locator("[data-chooser]")).to_be_hidden()
    while not ada.page.locator("button[data-kind=BuyTrain]").count():
        ada.press("Pass")
    ada.press("BuyTrain", train="2")
    ada.page.reload()
    assert ada.page.locator(".log-move").count() > 10
    ada.close()


def test_a_tile_is_laid_with_the_keyboard(chromium: Browser, address: str) -> None:
    ada = Screen(chromium, address)
    ada.new_table("me", "local")
    for _ in range(6):
        ada.press("BuyFromBank")
    ada.press("SetPar", price=67)
    ada.press("StartCompany", company="NYC", price=67)
    ada.press("Pass")
    while not ada.page.locator("button[data-kind=LayTile]").count():
        if ada.page.locator('button[data-kind=BuyShare][data-company="NYC"]').count():
            ada.press("BuyShare", company="NYC")
        ada.press("Pass")
    before = ada.ply
    albany, chooser = ada.page.locator('.gs-hex[data-hex="E19"]'), ada.page.locator("[data-chooser]")
    albany.focus()
    ada.page.keyboard.press("Enter")
    expect(ada.page.locator(".fit").first).to_be_focused(timeout=LONG)
    ada.page.keyboard.press("Escape")
    expect(chooser).to_be_hidden(timeout=LONG)
    expect(albany).to_be_focused(timeout=LONG)
    ada.page.keyboard.press("Enter")
    expect(ada.page.locator(".fit").first).to_be_focused(timeout=LONG)
    shown = albany.locator(".gs-trial .gs-rail").first.get_attribute("d")
    ada.page.keyboard.press("r")
    expect(albany.locator(".gs-trial .gs-rail").first).not_to_have_attribute("d", shown or "", timeout=LONG)
    confirm = ada.page.locator("[data-confirm]")
    for _ in range(20):
        if confirm.evaluate("one => one === document.activeElement"):
            break
        ada.page.keyboard.press("Tab")
    expect(confirm).to_be_focused(timeout=LONG)
    ada.page.keyboard.press("Enter")
    expect(ada.page.locator("[data-table]")).not_to_have_attribute("data-ply", before, timeout=LONG)
    expect(ada.page.locator(".question")).to_be_focused(timeout=LONG)
    ada.close()


def test_focus_stays_where_it_is_while_others_act(chromium: Browser, address: str) -> None:
    """A keyboard user keeps his place, and what he has typed, when parts of the page are swapped."""
    ada, bob = Screen(chromium, address), Screen(chromium, address)
    ada.new_table("me", "open")
    bob.page.goto(ada.page.input_value("[data-copy]"))
    bob.page.fill("[name=name]", "Bob")
    bob.page.click("main button")
    bob.wait_for_table()
    table = ada.page.locator("[data-table]")
    ada.press("Pass")
    bob.press("Pass")
    expect(table).to_have_attribute("data-ply", "2", timeout=LONG)
    field = ada.page.locator("form.amount input[name=chosen]").nth(1)
    field.focus()
    field.fill("140")
    # An undo that is asked for swaps the panel while the position stays.
    bob.page.click("[data-undo]")
    expect(ada.page.locator(".request")).to_be_visible(timeout=LONG)
    expect(field).to_be_focused(timeout=LONG)
    expect(field).to_have_value("140")
    ada.page.locator(".request button[value=no]").focus()
    ada.page.keyboard.press("Enter")
    expect(ada.page.locator(".request")).to_have_count(0, timeout=LONG)
    expect(ada.page.locator(".question")).to_be_focused(timeout=LONG)
    link = ada.page.locator("[data-undo-further]")
    link.focus()
    ada.press("Pass")
    ada.page.locator(".log").focus()
    bob.press("Pass")
    expect(table).to_have_attribute("data-ply", "4", timeout=LONG)
    expect(ada.page.locator(".log")).to_be_focused(timeout=LONG)
    said = ada.page.locator(".chat input[name=text]")
    said.focus()
    said.fill("I think")
    bob.page.fill(".chat input[name=text]", "Hello")
    bob.page.press(".chat input[name=text]", "Enter")
    expect(ada.page.locator(".log")).to_contain_text("Hello", timeout=LONG)
    expect(said).to_be_focused(timeout=LONG)
    expect(said).to_have_value("I think")
    for screen in (ada, bob):
        screen.close()


def test_the_opening_of_1862_at_one_screen(chromium: Browser, address: str) -> None:
    ada = Screen(chromium, address)
    ada.new_table("me", "local", "local", "local", game="1862/standard")
    for _ in range(8):
        ada.press("BuyFromBank")
    ada.press("SetPar", price=70)
    ada.press("StartCompany", company="CP", price=70)
    ada.press("Pass")
    while "OR 1.1" not in ada.page.inner_text(".part-status"):
        if ada.page.locator('button[data-kind=BuyShare][data-company="CP"]').count():
            ada.press("BuyShare", company="CP")
        ada.press("Pass")
    expect(ada.page.locator("path.gs-frontier")).to_have_count(1)
    while not ada.page.locator("button[data-kind=BuyTrain]").count():
        ada.press("Pass")
    ada.press("BuyTrain", train="2")
    ada.close()


def test_two_browsers_see_each_others_moves(chromium: Browser, address: str) -> None:
    ada, bob = Screen(chromium, address), Screen(chromium, address)
    ada.new_table("me", "open")
    bob.page.goto(ada.page.input_value("[data-copy]"))
    bob.page.fill("[name=name]", "Bob")
    bob.page.click("main button")
    bob.wait_for_table()
    expect(ada.page.locator(".part-players")).to_contain_text("Bob")
    ada.press("Pass")
    expect(bob.page.locator(".part-status .turn")).to_be_visible()
    assert bob.page.title().startswith("●")
    bob.page.fill(".chat input[name=text]", "Good luck!")
    bob.page.press(".chat input[name=text]", "Enter")
    expect(ada.page.locator(".log")).to_contain_text("Good luck!")
    ada.page.click("[data-undo]")
    expect(bob.page.locator(".request")).to_be_visible()
    bob.page.click(".request button[value=yes]")
    expect(ada.page.locator("[data-table]")).to_have_attribute("data-ply", "0")
    expect(ada.page.locator(".log")).to_contain_text("undid 1")
    for screen in (ada, bob):
        screen.close()


def test_what_is_behind_tabs_is_fetched_when_the_reader_turns_to_it(chromium: Browser, address: str) -> None:
    ada, bob = Screen(chromium, address), Screen(chromium, address)
    url = ada.import_game("1830-equal-runs.json", 129)
    bob.page.goto(url)
    bob.wait_for_table()
    sheet = bob.page.locator("#part-sheet")
    old = sheet.get_attribute("data-key")
    asked: list[str] = []
    bob.page.on("request", lambda request: asked.append(request.url) if "/parts" in request.url else None)
    ada.press("SellShares", company="NYC")
    expect(bob.page.locator("[data-table]")).to_have_attribute("data-ply", ada.ply)
    # What is in view was sent over the live connection.
    assert not asked
    assert sheet.get_attribute("data-key") == old
    pool = ada.page.locator("#stock-NYC [data-mark*=share-NYC-pool] small").inner_text()
    bob.page.click(".tabs [data-show=sheet]")
    expect(bob.page.locator("#sheet-NYC [data-mark=share-NYC-pool]")).to_have_text(pool)
    expect(sheet).not_to_have_attribute("data-key", str(old))
    for screen in (ada, bob):
        screen.close()


def test_the_language_can_be_changed_on_the_page(chromium: Browser, address: str) -> None:
    ada = Screen(chromium, address, language="de-DE")
    ada.page.goto("/")
    expect(ada.page.locator("html")).to_have_attribute("lang", "de")
    ada.page.select_option("#language", "ja")
    expect(ada.page.locator("html")).to_have_attribute("lang", "ja")
    ada.close()


@pytest.mark.parametrize("path", ["/", "/new", "/account", "/help", "table"])
def test_nothing_sticks_out_on_a_phone(chromium: Browser, address: str, path: str) -> None:
    ada = Screen(chromium, address, "phone")
    if path == "table":
        ada.new_table("me", "local")
    else:
        ada.page.goto(path)
    assert ada.page.evaluate("document.documentElement.scrollWidth <= window.innerWidth + 1")
    ada.close()


@pytest.mark.parametrize("language", ["de", "nl", "ja"])
def test_the_bar_fits_a_phone_in_every_language(chromium: Browser, address: str, language: str) -> None:
    ada = Screen(chromium, address, "phone", language)
    ada.new_table("me", "local")
    ada.wait_for_table()
    for name in ("market", "sheet", "tiles", "players", "companies", "trains", "privates", "log"):
        ada.page.click(f".tabs [data-show={name}]")
        expect(ada.page.locator(f".tabbed[data-tab={name}]")).to_be_visible()
        assert ada.page.evaluate("document.documentElement.scrollWidth <= window.innerWidth + 1"), name
    ada.close()


def test_a_move_leaves_zoom_and_scroll_alone(chromium: Browser, address: str) -> None:
    ada = Screen(chromium, address)
    ada.new_table("me", "local")
    ada.page.click(".tabs [data-show=board]")
    where = "(board => [board.scrollLeft, board.scrollTop, board.scrollWidth])(document.querySelector('[data-board]'))"
    for _ in range(2):
        ada.page.click('[data-zoom="1"]')
    ada.page.evaluate("document.querySelector('[data-board]').scrollTo(210, 140)")
    before = ada.page.evaluate(where)
    assert before[:2] == [210, 140]
    ada.press("Pass")
    assert ada.page.evaluate(where) == before
    ada.close()


def test_a_stale_page_brings_itself_up_to_date(chromium: Browser, address: str) -> None:
    """Two tabs of one person; one lost its connection and acts on an old position."""
    ada = Screen(chromium, address)
    url = ada.new_table("me", "local")
    second = ada.context.new_page()
    acted: list[Request] = []
    second.on("request", lambda request: acted.append(request) if request.method == "POST" and "/act" in request.url else None)
    # Without news until it acts: on a busy machine it would otherwise catch up before the click.
    second.route(re.compile("/live|/parts"), lambda route: route.continue_() if acted else route.abort())
    second.goto(url)
    ada.press("Pass")
    second.click("button[data-kind=Pass]")
    expect(second.locator("[data-notice]")).to_be_visible()
    expect(second.locator("[data-table]")).to_have_attribute("data-ply", "1")
    ada.close()


def test_the_server_is_stopped_and_started_in_the_middle(chromium: Browser, tmp_path: Path) -> None:
    with served("--data", str(tmp_path)) as (address, _):
        port = int(address.rpartition(":")[2])
        ada = Screen(chromium, address)
        ada.new_table("me", "local")
        ada.press("Pass")
    with served("--data", str(tmp_path), port=port):
        ada.complaints.clear()
        ada.press("Pass")
        assert ada.ply == "2"
        ada.context.close()
