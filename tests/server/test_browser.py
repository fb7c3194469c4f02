"""Real browsers: scripts, live updates, languages, small screens."""

import json
import os
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect, sync_playwright

from server_helpers import need, served

SIZES = {"desktop": (1400, 900), "phone": (390, 844)}


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    path = need("chromium")
    arguments = ["--no-sandbox"] if os.getuid() == 0 else []
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=arguments)
        yield browser
        browser.close()


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with served("--data", str(tmp_path_factory.mktemp("browser")), "--unlimited") as (address, _):
        yield address


class Screen:
    """A browser of one person; complaints of the page fail the test at its end."""

    def __init__(self, browser: Browser, address: str, size: str = "desktop", language: str = "en") -> None:
        width, height = SIZES[size]
        self.context = browser.new_context(viewport={"width": width, "height": height}, locale=language, base_url=address)
        self.page: Page = self.context.new_page()
        self.complaints: list[str] = []
        self.page.on("console", lambda message: self.complaints.append(message.text) if message.type == "error" else None)
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.set_default_timeout(15_000)

    def new_table(self, *kinds: str, game: str = "1830/classic") -> str:
        self.page.goto(f"/new?game={game}&players={len(kinds)}")
        self.page.fill("[name=my_name]", "Ada")
        for number, kind in enumerate(kinds):
            self.page.select_option(f'[name="seat.{number}.kind"]', kind)
        for heading in self.page.locator("details.group summary").all():
            heading.click()
        self.page.select_option("#option-seating", "free")
        self.page.click("button[value=create]")
        self.page.wait_for_selector("[data-table]")
        return self.page.url

    def press(self, kind: str, **fields: object) -> None:
        """Press the button of an action and wait until the table has moved on."""
        for button in self.page.locator(f"button[data-kind={kind}]").all():
            action = json.loads(button.get_attribute("value") or "{}")
            if all(action.get(name) == value for name, value in fields.items()):
                before = self.ply
                group = button.locator("xpath=ancestor::details")
                if group.count() and group.first.get_attribute("open") is None:
                    group.first.locator("summary").click()
                button.click()
                expect(self.page.locator("[data-table]")).not_to_have_attribute("data-ply", before)
                return
        raise AssertionError(f"no button {kind} {fields}")

    @property
    def ply(self) -> str:
        return self.page.get_attribute("[data-table]", "data-ply") or ""

    def close(self) -> None:
        self.context.close()
        assert self.complaints == []


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
    ada.page.focus('.gs-hex[data-hex="E19"]')
    ada.page.keyboard.press("Enter")
    ada.page.locator(".fit").first.focus()
    ada.page.keyboard.press("Escape")
    expect(ada.page.locator("[data-chooser]")).to_be_hidden()
    ada.page.locator('.gs-hex[data-hex="E19"]').focus()
    ada.page.keyboard.press("Enter")
    ada.page.keyboard.press("r")
    ada.page.focus("[data-confirm]")
    ada.page.keyboard.press("Enter")
    expect(ada.page.locator("[data-table]")).not_to_have_attribute("data-ply", before)
    ada.close()


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
    bob.page.wait_for_selector("[data-table]")
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
    expect(ada.page.locator(".log")).to_contain_text("took back 1")
    for screen in (ada, bob):
        screen.close()


def test_the_language_is_changed_by_hand(chromium: Browser, address: str) -> None:
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
    ada.page.wait_for_selector("[data-zoom-buttons]")  # shown when the scripts are there
    for name in ("market", "sheet", "tiles", "players", "companies", "trains", "privates", "log"):
        ada.page.click(f"[data-show={name}]")
        expect(ada.page.locator(f".tabbed[data-tab={name}]")).to_be_visible()
        assert ada.page.evaluate("document.documentElement.scrollWidth <= window.innerWidth + 1"), name
    ada.close()


def test_a_move_leaves_zoom_and_scroll_alone(chromium: Browser, address: str) -> None:
    ada = Screen(chromium, address)
    ada.new_table("me", "local")
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
    second.route(re.compile("/live$|/parts"), lambda route: route.abort())
    second.goto(url)
    ada.press("Pass")
    second.unroute_all()
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
