"""Pictures are drawn once for all who see the same, and again only when what they show has changed."""

from functools import partial
from random import Random
from types import MethodType
from typing import Any

import pytest
from litestar import Litestar
from litestar.testing import TestClient

from goldenspike import svg
from goldenspike.bots.play import next_action, seat_bots
from goldenspike.core.game import Game
from goldenspike.core.ids import by_hex
from goldenspike.core.state import State
from goldenspike.server.table.pictures import BOARD_FIELDS, LABEL_FIELDS, MARKET_FIELDS, Pictures
from goldenspike.server.words import Words
from goldenspike.text import Context
from goldenspike.titles.catalogue import make
from helpers import needs_pure_core
from server_helpers import Browser, press

pytestmark = pytest.mark.sqlite


def test_a_picture_is_drawn_once_and_the_oldest_goes() -> None:
    drawn: list[str] = []

    def draw(name: str) -> str:
        drawn.append(name)
        return name * 1000

    pictures = Pictures(2500)
    for name in ("a", "b", "a", "c", "a", "b"):
        assert pictures.get(name, partial(draw, name)) == name * 1000
    assert drawn == ["a", "b", "c", "b"]
    pictures.get("d", lambda: draw("too large" * 1000))
    assert pictures.get("b", lambda: draw("again")) == "b" * 1000


class Recorded:
    """A state that records which of its fields are read."""

    def __init__(self, state: State) -> None:
        self._state = state
        self.read: set[str] = set()

    def __getattr__(self, name: str) -> Any:
        own = getattr(State, name, None)
        if callable(own):
            return MethodType(own, self)
        self.read.add(name)
        return getattr(self._state, name)


@needs_pure_core
@pytest.mark.parametrize("title", ["1830", "1862"])
def test_pictures_show_only_the_fields_in_their_keys(title: str) -> None:
    setup = make(title, None, 4)
    game, bots, rng = Game(setup), seat_bots(["random"], 4, 5, 0), Random(5)
    while not game.is_over and game.ply < 400:
        game.push(next_action(game, bots, rng))
    words, context = Words("en", title), Context(setup, ("Ada", "Bob", "Cy", "Di"))
    state: Any = Recorded(game.state)
    svg.board(
        setup,
        state,
        label_of_hex=lambda hex: words.whole_hex(hex, state, context),
        label_of_place=lambda place: words.whole_place(place, state, context),
        words=words.pictures(),
    )
    assert state.read == set(BOARD_FIELDS)
    state = Recorded(game.state)
    for hex, _ in by_hex(setup.title.hexes):
        words.whole_hex(hex, state, context)
    assert state.read == {"faces", "tokens", *LABEL_FIELDS}
    state = Recorded(game.state)
    svg.market(setup, state, words=words.pictures())
    assert state.read == set(MARKET_FIELDS)


def test_a_board_is_drawn_for_each_language_and_again_when_it_changes(client: TestClient[Litestar]) -> None:
    ada, jan = Browser(client).as_guest("Ada"), Browser(client, "nl")
    form = {"game": "1830/classic", "players": "2", "seat.1.kind": "local", "option.seating": "free", "do": "create"}
    page = ada.post("/new", form).text
    table = page.partition('data-table="')[2].partition('"')[0]
    market = {language: browser.get(f"/t/{table}").text for language, browser in (("en", ada), ("nl", jan))}
    assert "Stock market" in market["en"] and "Stock market" not in market["nl"]
    count = client.app.state.services.parts.rendered

    def drawn() -> dict[str, int]:
        """How often a board or a market has been drawn since the last call."""
        found = {part: count.pop(part) for part in ("board", "market") if part in count}
        count.clear()
        return found

    assert drawn() == {"board": 2, "market": 2}
    ada.act(table, '{"do": "Pass", "player": 0}')
    ada.get(f"/t/{table}")
    assert drawn() == {}
    press(ada, table, "BuyFromBank")
    ada.get(f"/t/{table}")
    assert drawn() == {"board": 1}
