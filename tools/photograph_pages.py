"""Photograph every page for docs/pages.md, at desktop and phone width, light and dark, with a real Chromium.

Run it after a change of the look: `.venv/bin/python tools/photograph_pages.py [name …]`; with names only those pictures. The
games are those of the tests, so that the pictures of two versions can be compared.
"""

import os
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "tests"))
from browser_helpers import SIZES, Screen  # noqa: E402
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


def tab(name: str) -> Callable[[Page], None]:
    return lambda page: page.click(f".tabs [data-show={name}]")


def click_hex(id: str) -> Callable[[Page], None]:
    return lambda page: page.click(f'.gs-hex[data-hex="{id}"]')


def ask_for_hint(page: Page) -> None:
    page.click("[data-hint] button")
    page.wait_for_selector("[data-hint-move]:not(:empty)", timeout=PATIENCE)


def analysis(page: Page) -> None:
    page.goto(f"{page.url}/analysis")
    page.wait_for_selector(".curves", state="attached", timeout=PATIENCE)


TABLES = {
    "run": (GAME, None),
    "track": (GAME, 156),
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
)


def tables(screen: Screen, wanted: set[str]) -> Iterator[tuple[str, str]]:
    for key, (record, moves) in TABLES.items():
        if key in wanted:
            yield key, screen.import_game(record, moves)


def photograph(browser: Browser, address: str, names: set[str]) -> None:
    wanted = [picture for picture in PICTURES if not names or picture.name in names]
    first = Screen(browser, address)
    found = dict(tables(first, {picture.page for picture in wanted}))
    state = first.context.storage_state()
    for size, (width, height) in SIZES.items():
        for light in ("light", "dark"):
            context = browser.new_context(
                viewport={"width": width, "height": height},
                base_url=address,
                locale="en",
                color_scheme=light,
                storage_state=state,
            )
            page = context.new_page()
            for picture in wanted:
                if size in picture.sizes and light in picture.lights:
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
        served("--data", folder, "--unlimited") as (address, _),
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=arguments)
        photograph(browser, address, set(sys.argv[1:]))
        browser.close()


if __name__ == "__main__":
    main()
