"""A real table in real browsers: one big screen and five phones, with everything that happens to phones and laptops."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from browser_helpers import HEARD, Screen
from server_helpers import free_port, served

NAMES = ("Ada", "Bob", "Cyd", "Dan", "Eva")
AT_ONCE = "localStorage.setItem('goldenspike.pace', 'now')"
"""What others do is shown without pauses."""
OVERFLOW = "[document.documentElement.scrollHeight - innerHeight, document.documentElement.scrollWidth - innerWidth]"
NETWORK = re.compile("net::ERR_|Failed to (fetch|load resource)|[Nn]etwork ?[Ee]rror")
"""What browsers say of a connection that is cut, or of a server that is about to stop."""


class Phone(Screen):
    """A phone; that it was out of the network, or the server gone, is no fault of the page."""

    def __init__(self, browser: Browser, address: str, name: str) -> None:
        super().__init__(browser, address, "phone", touch=True)
        self.name = name
        self.context.add_init_script(AT_ONCE)

    def join(self, invitation: str, seat: int) -> None:
        self.page.goto(invitation)
        self.page.fill("[name=name]", self.name)
        if self.page.locator("[name=seat]").is_visible():
            self.page.select_option("[name=seat]", str(seat))
        self.page.click("button.main")
        self.wait_for_table()
        expect(self.page).to_have_url(re.compile("/hand$"))

    def declare(self, kind: str, amount: int) -> None:
        """Type an amount and send it."""
        before = self.ply
        form = self.page.locator(f"form.amount:has(button[data-kind={kind}])")
        form.locator("input[name=chosen]").fill(str(amount))
        form.locator(f"button[data-kind={kind}]").click()
        expect(self.page.locator("[data-table]")).not_to_have_attribute("data-ply", before)

    def close(self) -> None:
        self.context.close()
        assert [complaint for complaint in self.complaints if not NETWORK.search(complaint)] == []


@pytest.fixture
def phones(chromium: Browser) -> Iterator[list[Phone]]:
    """Closed at the end, with whatever their pages complained about."""
    opened: list[Phone] = []
    yield opened
    for phone in opened:
        phone.close()


def test_five_phones_and_a_big_screen_play(chromium: Browser, phones: list[Phone], tmp_path: Path) -> None:
    port = free_port()
    options = ("--data", str(tmp_path), "--unlimited", "--set", "warm=false")
    with served(*options, port=port) as (address, _):
        laptop = Screen(chromium, address)
        page = laptop.page
        page.goto("/new?game=1830/classic&players=5&option.map=real&option.seating=free")
        page.fill("[name=my_name]", "Laptop")
        for seat in range(5):
            page.select_option(f'[name="seat.{seat}.kind"]', "open")
        page.click("button[value=create]")
        # The big screen shows a code until everybody has sat down.
        invitation = page.locator(".code a").get_attribute("href") or ""
        expect(page.locator(".code svg")).to_be_visible()
        for seat, name in enumerate(NAMES):
            phones.append(Phone(chromium, address, name))
            phones[-1].join(invitation, seat)
        ada, bob, cyd, dan, eva = phones
        expect(page.locator(".code")).to_have_count(0)
        asked = page.locator(".asks")
        expect(asked).to_contain_text("Ada")
        # Clocks for everybody are shown on request, and it still fits.
        page.check("[data-choose=clocks]")
        expect(page.locator(".clocks .running")).to_have_text(re.compile(r"Ada\s+\d+:\d\d"))
        page.check("[data-choose=sound]")
        assert page.evaluate(OVERFLOW) == [0, 0]

        # The auction: everybody buys the cheapest, and Dan's phone is reloaded.
        for phone, private in zip((ada, bob, cyd), ("SV", "CS", "DH"), strict=True):
            phone.press("BuyFromBank", private=private)
        dan.page.reload()
        dan.wait_for_table()
        dan.press("BuyFromBank", private="MH")
        # Eva's phone has no network while the others go on; then it catches up by itself.
        eva.press("BuyFromBank", private="CA")
        eva.context.set_offline(True)
        ada.press("BuyFromBank", private="BO")
        ada.press("SetPar", price=67)
        eva.context.set_offline(False)
        expect(eva.page.locator("[data-table]")).to_have_attribute("data-round-view", "market")
        eva.page.click("[data-open=papers]")
        expect(eva.page.locator("#part-hand")).to_contain_text("Camden")
        ada.page.click("[data-open=railroads]")
        expect(ada.page.locator("#part-mine")).to_contain_text("Baltimore")
        expect(ada.page.locator("#part-panel")).to_be_hidden()
        eva.page.click("[data-open=turn]")
        ada.page.click("[data-open=turn]")

        # A stock round: four shares of the B&O float it.
        for phone in (bob, cyd, dan, eva):
            phone.press("BuyShare", company="B&O")
            phone.press("Pass")

    # The laptop is started anew at the same address; nobody does anything about it.
    with served(*options, port=port):
        ada.press("Pass")
        for phone in (bob, cyd, dan, eva):
            phone.press("Pass")
        expect(asked).to_contain_text("B&O: how much was spent on track?")

        # Two operating rounds, with a stock round in which nobody acts between them.
        ada.press("DeclareTrack", cost=0)
        ada.press("Pass")
        ada.press("DeclareRoute", exists=True)
        ada.press("BuyTrain", train="2")
        ada.press("Pass")
        for phone in phones:
            phone.press("Pass")
        expect(asked).to_contain_text("B&O: how much was spent on track?")
        ada.press("DeclareTrack", cost=0)
        ada.press("Pass")
        ada.declare("DeclareRun", 60)
        ada.press("PayDividend", payout="pay")
        ada.press("Pass")
        expect(page.locator(".round")).to_contain_text("Stock round 3")
        expect(page.locator(".clocks li")).to_have_count(5)
        bob.page.click("[data-open=papers]")
        expect(bob.page.locator("#part-hand")).to_contain_text("10%")
        laptop.complaints = [complaint for complaint in laptop.complaints if not NETWORK.search(complaint)]
        laptop.close()


def test_a_soft_bell_rings_when_somebody_else_is_asked(chromium: Browser, address: str, phones: list[Phone]) -> None:
    """On the big screen and on the phone of whoever is asked, for those who want it; not within a turn."""
    laptop = Screen(chromium, address)
    page = laptop.page
    page.add_init_script(HEARD)
    page.goto("/new?game=1830/starter&players=2&option.map=real&option.seating=free")
    page.fill("[name=my_name]", "Laptop")
    for seat in range(2):
        page.select_option(f'[name="seat.{seat}.kind"]', "open")
    page.click("button[value=create]")
    invitation = page.locator(".code a").get_attribute("href") or ""
    for seat, name in enumerate(("Ada", "Bob")):
        phones.append(Phone(chromium, address, name))
        phones[-1].page.add_init_script(HEARD)
        phones[-1].join(invitation, seat)
    ada, bob = phones
    asked = page.locator(".asks")
    expect(asked).to_contain_text("PRR: how much was spent on track?")
    bell = ["tone 660", "tone 880"]
    page.check("[data-choose=sound]")
    bob.page.click("[data-open=railroads]")
    bob.page.check("[data-alert=sound]")
    for listener in (page, bob.page):
        assert listener.evaluate("heard.splice(0)") == bell, "what it will sound like"
    ada.press("DeclareTrack", cost=40)
    expect(asked).to_contain_text("PRR: place a station, or skip")
    assert page.evaluate("heard") == [], "it is still Ada's turn"
    ada.press("Pass")
    ada.press("DeclareRoute", exists=True)
    ada.press("BuyTrain")
    ada.press("Pass")
    expect(asked).to_contain_text("NYC: how much was spent on track?")
    for listener in (page, bob.page):
        listener.wait_for_function("bell => heard.slice(-2).join() === bell", arg=",".join(bell))
    assert page.evaluate("heard") == bell, "once; the phone has heard the train too"
    assert ada.page.evaluate("heard") == [], "she did not ask for it"
    laptop.close()
