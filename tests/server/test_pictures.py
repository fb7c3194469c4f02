"""Pictures are drawn once for all who look at the same position, and never shown for another one."""

import sys

from litestar import Litestar
from litestar.testing import TestClient

from goldenspike.server.table.pictures import Pictures
from server_helpers import Browser


def test_a_picture_is_drawn_once_and_the_oldest_goes() -> None:
    drawn: list[str] = []

    def draw(name: str) -> str:
        drawn.append(name)
        return name

    pictures = Pictures(2 * sys.getsizeof("a"))
    for name in ("a", "b", "a", "c", "a", "b"):
        assert pictures.get(name, lambda name=name: draw(name)) == name
    assert drawn == ["a", "b", "c", "b"]


def test_every_language_every_position_and_every_undo_has_its_own(client: TestClient[Litestar]) -> None:
    ada, jan = Browser(client).as_guest("Ada"), Browser(client, "nl")
    form = {"game": "1830/classic", "players": "2", "seat.1.kind": "local", "option.seating": "free", "do": "create"}
    page = ada.post("/new", form).text
    table = page.partition('data-table="')[2].partition('"')[0]
    market = {language: browser.get(f"/t/{table}").text for language, browser in (("en", ada), ("nl", jan))}
    assert "Stock market" in market["en"] and "Stock market" not in market["nl"]
    kept = client.app.state.services.pictures._kept
    before = len(kept)
    ada.act(table, '{"do": "Pass", "player": 0}')
    ada.get(f"/t/{table}")
    assert len(kept) > before
    after = len(kept)
    ada.get(f"/t/{table}")
    assert len(kept) == after
