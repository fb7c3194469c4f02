"""The card that says what has happened since the reader's last turn."""

import html
import re
from pathlib import Path

import pytest
from litestar import Litestar
from litestar.testing import TestClient

from goldenspike.server.table.since_card import LINES_SHOWN, CardLine, SinceCard
from server_helpers import Browser, press

pytestmark = pytest.mark.sqlite

DATA = Path(__file__).parent.parent / "data"


def card(browser: Browser, table: str, query: str = "") -> str:
    answer = browser.get(f"/t/{table}/parts?{query}", accept="application/json").json()
    return html.unescape(answer["parts"]["since"]["html"])


def lines(text: str) -> list[tuple[int, str]]:
    """The moves to which the lines lead, with their words."""
    found = re.findall(r"<li>.*?\?ply=(\d+)\".*?>(.*?)</a>", text, re.DOTALL)
    return [(int(ply), " ".join(re.sub(r"<svg.*?</svg>|<.*?>", " ", said, flags=re.DOTALL).split())) for ply, said in found]


@pytest.fixture
def open_table(browser: Browser) -> str:
    """Ada's table with an open seat."""
    form = {"game": "1830/classic", "players": "2", "seat.1.kind": "open", "option.seating": "free", "my_name": "Ada"}
    return str(browser.post("/new", form).url.path).rpartition("/")[2]


def test_each_seat_has_its_own_and_spectators_have_none(client: TestClient[Litestar], browser: Browser, open_table: str) -> None:
    assert "data-since" not in card(browser, open_table), "the game has not begun"
    invitation = re.search(rf"/t/{open_table}/join/[\w-]+", browser.get(f"/t/{open_table}").text)
    assert invitation is not None
    bob, eve = Browser(client).as_guest("Bob"), Browser(client).as_guest("Eve")
    bob.post(invitation[0], {})
    assert "last turn" not in card(browser, open_table) and "Nothing has happened yet." in card(browser, open_table)
    press(browser, open_table, "BuyFromBank")
    assert "Since the game began" in card(bob, open_table), "he has not had a turn"
    assert lines(card(bob, open_table)) == [(1, "Ada buys Schuylkill Valley (SV) for $20")]
    assert 'data-marks="private-SV"' in card(bob, open_table)
    assert lines(card(browser, open_table)) == [] and "Nothing since your last turn." in card(browser, open_table)
    press(bob, open_table, "BuyFromBank")
    assert lines(card(browser, open_table)) == [(2, "Bob buys Champlain & St. Lawrence (CS) for $40")]
    assert lines(card(bob, open_table)) == [] and 'data-marks=""' in card(bob, open_table)
    assert card(eve, open_table).strip() == "" == card(Browser(client), open_table).strip()
    assert card(browser, open_table, "ply=0") == card(browser, open_table), "the same, whatever position is shown"


def test_a_page_without_scripts_has_it_too(browser: Browser) -> None:
    browser.as_guest("Ada")
    record = (DATA / "1830-bank-breaks.json").read_bytes()
    answer = browser.request(
        "POST", "/import", data={"_csrf_token": browser.token()}, files={"record": ("game.json", record, "application/json")}
    )
    table = answer.headers["location"].rpartition("/")[2]
    page = browser.get(f"/t/{table}").text
    assert "Since your last turn" in page and "The game is over" in " ".join(text for _, text in lines(card(browser, table)))
    for ply, _ in lines(card(browser, table)):
        assert browser.get(f"/t/{table}?ply={ply}").status_code == 200


@pytest.mark.parametrize(("count", "first"), [(0, 0), (8, 8), (9, 9), (10, 8), (30, 8)])
def test_few_lines_at_first_sight(count: int, first: int) -> None:
    assert LINES_SHOWN == 8
    told = SinceCard(0, tuple(CardLine(ply, "Bob", "", ("passes",)) for ply in range(count)), "")
    assert (len(told.first), len(told.more)) == (first, count - first)
    assert told.first + told.more == told.lines
