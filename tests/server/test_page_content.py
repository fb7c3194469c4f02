"""What the pages of a table say and offer."""

import html
import json
import re
from pathlib import Path

from server_helpers import Browser

DATA = Path(__file__).parent.parent / "data"


def one_screen(browser: Browser, game: str = "1830/classic", players: int = 4, **options: str) -> str:
    """A table with all seats at one screen, in the order in which they were chosen."""
    form = {"game": game, "players": str(players), "option.seating": "free", "my_name": "Ada", **options}
    form |= {f"seat.{number}.kind": "local" for number in range(1, players)}
    page = browser.post("/new", form)
    assert page.status_code == 200, page.text
    return str(page.url.path).rpartition("/")[2]


def press(browser: Browser, table: str, kind: str, **fields: object) -> None:
    """Press the first button of a kind with these fields."""
    for button in browser.buttons(table):
        action = json.loads(button)
        if action["do"] == kind and all(action.get(name) == value for name, value in fields.items()):
            answer = browser.act(table, button)
            assert answer.status_code == 200, answer.text
            return
    raise AssertionError(f"no button {kind} {fields}: {browser.buttons(table)}")


def part(browser: Browser, table: str, name: str) -> str:
    """One part of a table's page."""
    page = html.unescape(browser.get(f"/t/{table}").text)
    found = re.search(rf'data-part="{name}" data-key="\w+">(.*?)(?=data-part=|</main>)', page, re.DOTALL)
    assert found is not None, name
    return found[1]


def rows(part: str) -> dict[str, list[str]]:
    """The rows of a table by the title of the row's head, or its text."""
    found: dict[str, list[str]] = {}
    for head, label, cells in re.findall(r'<tr[^>]*>\s*<th scope="row"([^>]*)>(.*?)</th>(.*?)</tr>', part, re.DOTALL):
        title = re.search(r'title="([^"]*)"', head)
        name = title[1] if title else _text(label)
        found[name] = [_text(cell) for cell in re.findall(r"<td[^>]*>(.*?)</td>", cells, re.DOTALL)]
    return found


def _text(markup: str) -> str:
    return " ".join(re.sub(r"<[^>]+>", " ", markup).split())


def test_players_list_shares_of_railroads_that_have_not_started(browser: Browser) -> None:
    """The CA brings a PRR share (C-2.2); nobody has started the PRR."""
    table = one_screen(browser, players=2)
    for _ in range(5):
        press(browser, table, "BuyFromBank")
    shares = rows(part(browser, table, "players"))
    assert sorted(shares["Pennsylvania"]) == ["", "10%"]
    assert "New York Central" not in shares


def test_players_list_shares_of_private_companies_of_1862(browser: Browser) -> None:
    """Papers 5 to 7 bring shares of companies that open later (III)."""
    table = one_screen(browser, "1862/standard")
    for _ in range(8):
        press(browser, table, "BuyFromBank")
    press(browser, table, "SetPar", company="NYH", price=70)
    shares = rows(part(browser, table, "players"))
    held = {name: [cell for cell in cells if cell] for name, cells in shares.items() if name in NAMES_1862}
    assert held == {
        "New York New Haven": ["30% ★"],
        "New York Central": ["20%"],
        "Central Pacific Railroad": ["10%"],
        "Union Pacific": ["10%"],
        "Western Pacific": ["10%"],
    }


NAMES_1862 = {"New York New Haven", "New York Central", "Central Pacific Railroad", "Union Pacific", "Western Pacific"}
