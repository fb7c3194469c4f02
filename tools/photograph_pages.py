"""Photograph every page for docs/pages.md, at desktop and phone width, light and dark, with a real Chromium.

Run it after a change of the look: `.venv/bin/python tools/photograph_pages.py [name …]`; with names only those pictures. The
games are those of the tests, so that the pictures of two versions can be compared.
"""

import os
import shutil
import sys
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from typing import Literal

from playwright.sync_api import Browser, Page, StorageState, sync_playwright

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "tests"))
from browser_helpers import SIZES, Screen  # noqa: E402
from goldenspike.puzzles.book import packaged  # noqa: E402
from server_helpers import served  # noqa: E402

FOLDER = ROOT / "docs" / "images" / "pages"
GAME, DESTINATION, OVER = "1830-equal-runs.json", "1862-destination-run.json", "1830-bank-breaks.json"
QUALITY = 82
PATIENCE = 240_000
"""Milliseconds for what a bot has to think about."""


@dataclass(frozen=True)
class Picture:
    name: str
    page: str
    """A path, or the key of a table."""
    look: Callable[[Page], None] = lambda page: None
    """What is done before the picture is taken."""
    sizes: tuple[str, ...] = ("desktop", "phone")
    lights: tuple[str, ...] = ("light", "dark")
    person: str = "Ada"
    """Who looks."""


def tab(name: str) -> Callable[[Page], None]:
    return lambda page: page.click(f".tabs [data-show={name}]")


def click_hex(id: str) -> Callable[[Page], None]:
    return lambda page: page.click(f'.gs-hex[data-hex="{id}"]')


def ask_for_hint(page: Page) -> None:
    page.click("[data-hint] button")
    page.wait_for_selector("[data-hint-move]:not(:empty)", timeout=PATIENCE)


def try_out(page: Page) -> None:
    """A plan whose first move is made."""
    page.click("#try-it-out")
    page.wait_for_selector(".plan-banner")
    page.wait_for_selector("[data-table][data-ready]")
    page.click("button[data-kind=Pass]")
    page.wait_for_selector(".plan-moves li")
    page.wait_for_selector("[data-table][data-ready]")


def orders(page: Page) -> None:
    page.goto(f"{page.url}/orders")


def analysis(page: Page) -> None:
    page.goto(f"{page.url}/analysis")
    page.wait_for_selector(".curves", state="attached", timeout=PATIENCE)


VOTE = "vote"
TABLES = {
    "run": (GAME, None),
    "track": (GAME, 156),
    "planned": (GAME, 156),
    "stock": (GAME, 129),
    "auction": (GAME, 1),
    "train": (GAME, 163),
    "1862": (DESTINATION, None),
    "late": (OVER, None),
}
PICTURES = (
    Picture("lobby", "/"),
    Picture("new", "/new?game=1830/classic&players=4"),
    Picture("account", "/account"),
    Picture("help", "/help"),
    Picture("table", "run"),
    Picture("tile", "track", click_hex("F18")),
    Picture("why", "track", click_hex("D14"), lights=("light",)),
    Picture("stock", "stock"),
    Picture("auction", "auction", lights=("light",)),
    Picture("train", "train", lights=("light",)),
    Picture("market", "run", tab("market")),
    Picture("sheet", "run", tab("sheet")),
    Picture("tiles", "run", tab("tiles")),
    Picture("destination", "1862"),
    Picture("over", "late", lights=("light",)),
    Picture("hint", "track", ask_for_hint),
    Picture("analysis", "late", analysis),
    Picture("plan", "planned", try_out, lights=("light",)),
    Picture("orders", "stock", orders, lights=("light",)),
    Picture("standin", VOTE, person="Cyd"),
    Picture("learn", "/learn", lights=("light",)),
    Picture("puzzle", f"/puzzles/{packaged().of_kind('tile')[0].id}", lights=("light",)),
    Picture("rules", "/rules/1830#rule-7.4.2", lights=("light",)),
)


def vote_on_a_stand_in(browser: Browser, address: str) -> tuple[str, StorageState]:
    """A table that Ada has left; Bob has asked for a bot, and Cyd, whose state is returned, has not voted yet."""
    ada = Screen(browser, address)
    table = ada.new_table("me", "open", "open")
    invitation = ada.page.input_value("[data-copy]")
    ada.page.goto("/help")
    people = []
    for name in ("Bob", "Cyd"):
        person = Screen(browser, address)
        person.page.goto(invitation)
        person.page.fill("[name=name]", name)
        person.page.click("main button")
        person.wait_for_table()
        people.append(person)
    bob, cyd = people
    bob.page.locator(".stand-ins summary").first.click()
    bob.page.locator(".stand-in-form", has_text="Ada").locator("button").click()
    bob.page.wait_for_selector(".part-standin .request")
    return table, cyd.context.storage_state()


LIGHTS: tuple[Literal["light", "dark"], ...] = ("light", "dark")


def photograph(browser: Browser, address: str, names: set[str]) -> None:
    wanted = [picture for picture in PICTURES if not names or picture.name in names]
    ada = Screen(browser, address)
    pages = {picture.page for picture in wanted}
    found = {key: ada.import_game(record, moves) for key, (record, moves) in TABLES.items() if key in pages}
    states = {"Ada": ada.context.storage_state()}
    if VOTE in pages:
        found[VOTE], states["Cyd"] = vote_on_a_stand_in(browser, address)
    for size, (width, height) in SIZES.items():
        for light, (person, state) in product(LIGHTS, states.items()):
            context = browser.new_context(
                viewport={"width": width, "height": height},
                base_url=address,
                locale="en",
                color_scheme=light,
                has_touch=size != "desktop",
                is_mobile=size != "desktop",
                storage_state=state,
            )
            page = context.new_page()
            for picture in wanted:
                if size in picture.sizes and light in picture.lights and person == picture.person:
                    page.goto(found.get(picture.page, picture.page))
                    if picture.page in found:
                        page.wait_for_selector("[data-table][data-ready]")
                    picture.look(page)
                    page.wait_for_timeout(600)
                    shown = "" if size == "desktop" else f"-{size}"
                    page.screenshot(path=FOLDER / f"{picture.name}{shown}-{light}.jpg", type="jpeg", quality=QUALITY)
            context.close()


def main() -> None:
    arguments = ["--no-sandbox"] if os.getuid() == 0 else []
    with (
        tempfile.TemporaryDirectory() as folder,
        served("--data", folder, "--unlimited", "--absence", "0") as (address, _),
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=arguments)
        photograph(browser, address, set(sys.argv[1:]))
        browser.close()


if __name__ == "__main__":
    main()
