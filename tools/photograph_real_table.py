"""Photograph the way from the first page to five phones at a real table, for docs/real-table.md, with a real Chromium.

Run it after a change of the look: `.venv/bin/python tools/photograph_real_table.py`. It also prints the seconds of each step.
"""

import os
import shutil
import sys
import tempfile
from pathlib import Path
from time import monotonic

from playwright.sync_api import Browser, sync_playwright

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "tests"))
from browser_helpers import Screen  # noqa: E402
from server_helpers import served  # noqa: E402

FOLDER = ROOT / "docs" / "images" / "real"
QUALITY = 82
NAMES = ("Ada", "Bob", "Cyd", "Dan", "Eva")
PRIVATES = ("SV", "CS", "DH", "MH", "CA", "BO")
AT_ONCE = "localStorage.setItem('goldenspike.pace', 'now')"


class Walk:
    """Pictures and times of the steps."""

    def __init__(self) -> None:
        self.begun = monotonic()

    def take(self, screen: Screen, name: str) -> None:
        screen.page.wait_for_timeout(500)
        screen.page.screenshot(path=FOLDER / f"{name}.jpg", type="jpeg", quality=QUALITY)

    def tell(self, step: str) -> None:
        print(f"{monotonic() - self.begun:6.1f} s  {step}")


def open_table(walk: Walk, laptop: Screen) -> str:
    """The laptop takes no seat; where phones join."""
    page = laptop.page
    page.goto("/new?game=1830/classic&players=5&option.map=real&option.seating=free")
    page.fill("[name=my_name]", "Laptop")
    for seat in range(5):
        page.select_option(f'[name="seat.{seat}.kind"]', "open")
    walk.take(laptop, "new")
    page.click("button[value=create]")
    page.wait_for_selector(".code svg")
    walk.take(laptop, "screen-join")
    return page.locator(".code a").get_attribute("href") or ""


def seat_phones(walk: Walk, browser: Browser, address: str, invitation: str) -> list[Screen]:
    phones = []
    for seat, name in enumerate(NAMES):
        phone = Screen(browser, address, "phone", touch=True)
        phone.context.add_init_script(AT_ONCE)
        phone.page.goto(invitation)
        phone.page.fill("[name=name]", name)
        if seat == 0:
            walk.take(phone, "phone-join")
        if seat < len(NAMES) - 1:
            phone.page.select_option("[name=seat]", str(seat))
        phone.page.click("button.main")
        phone.wait_for_table()
        walk.tell(f"{name} sits down")
        phones.append(phone)
    return phones


def play(walk: Walk, laptop: Screen, phones: list[Screen]) -> None:
    """The auction, and the beginning of the first stock round."""
    walk.take(phones[0], "phone-turn")
    for number, private in enumerate(PRIVATES):
        phones[number % 5].press("BuyFromBank", private=private)
    phones[0].press("SetPar", price=67)
    for phone in phones[1:]:
        phone.press("BuyShare", company="B&O")
        phone.press("Pass")
    for card, name in (("papers", "phone-hand"), ("railroads", "phone-railroads")):
        phones[0].page.click(f"[data-open={card}]")
        walk.take(phones[0], name)
    laptop.page.check("[data-choose=clocks]")
    walk.take(laptop, "screen-stock")


def correct(walk: Walk, phones: list[Screen]) -> None:
    """Bob asks for a correction, and Cyd is asked to agree."""
    bob, cyd = phones[1], phones[2]
    bob.page.goto(bob.page.url.replace("/hand", "/banker"))
    bob.page.locator("form:has([value=CorrectMoney]) [name=amount]").fill("10")
    bob.page.select_option("form:has([value=CorrectMoney]) [name=payee]", "1")
    bob.page.fill("form:has([value=CorrectMoney]) [name=reason]", "wrong change")
    walk.take(bob, "phone-banker")
    bob.page.click("form:has([value=CorrectMoney]) button")
    cyd.page.wait_for_selector("#undo-grant")
    walk.take(cyd, "phone-agree")


def main() -> None:
    FOLDER.mkdir(parents=True, exist_ok=True)
    arguments = ["--no-sandbox"] if os.getuid() == 0 else []
    walk = Walk()
    with (
        tempfile.TemporaryDirectory() as folder,
        served("--data", folder, "--unlimited") as (address, _),
        sync_playwright() as playwright,
    ):
        walk.tell("the server listens")
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=arguments)
        laptop = Screen(browser, address)
        invitation = open_table(walk, laptop)
        walk.tell("the big screen shows the code")
        phones = seat_phones(walk, browser, address, invitation)
        play(walk, laptop, phones)
        walk.tell("the private companies are sold, and a railroad has floated")
        correct(walk, phones)
        browser.close()


if __name__ == "__main__":
    main()
