"""Share trading on the companies' cards: prices and effects on the buttons are correct, and refusals explained."""

import html
import json
import re
from pathlib import Path

import pytest
from litestar import Litestar
from litestar.testing import TestClient

from goldenspike.core.actions import Action
from goldenspike.core.game import Game
from goldenspike.core.rules.share_price import price_of
from goldenspike.core.state import State
from goldenspike.record.native import read_record, replay
from goldenspike.record.wire import from_wire
from goldenspike.server.table.refusals import refused_actions
from goldenspike.server.table.trades import make_cards
from goldenspike.server.words import Words
from goldenspike.text import Context
from goldenspike.view import choices_for, seat_view
from server_helpers import Browser

DATA = Path(__file__).parent.parent / "data"


def stock_positions(name: str) -> list[Game]:
    """Positions in stock rounds of a recorded game."""
    whole = replay(read_record((DATA / name).read_bytes()))
    game = Game(whole.setup)
    found: list[Game] = []
    for action in whole.actions:
        if type(action).__name__ in ("BuyShare", "SellShares", "StartCompany"):
            found.append(game.copy())
        game.push(action)
    return found[::3]


@pytest.mark.parametrize("name", ["1830-equal-runs.json", "1862-destination-run.json"])
def test_a_card_says_what_a_trade_costs_and_does(name: str) -> None:
    """The purchase price is par or the share value (5.1); a sale lowers it (6.1); presidency and float follow (6.3, 6.4)."""
    words = Words("en")
    kinds: set[str] = set()
    for game in stock_positions(name):
        setup, state = game.setup, game.state
        seat = game.actors[0]
        context = Context(setup, ("Ada", "Bob", "Cleo", "Dora"))
        cards = make_cards(
            setup, state, state, seat, seat_view(setup, state, seat), choices_for(setup, state, seat), words, context
        )
        for company, card in cards.items():
            index = setup.company_index[company]
            for trade in (*card.buys, *card.starts, *card.sells):
                after = game.copy()
                after.push(from_wire(setup, json.loads(trade.action)))
                assert abs(after.state.money[seat] - state.money[seat]) == trade.amount
                assert abs(after.state.units(index, seat) - state.units(index, seat)) == trade.units
                if trade.price is not None:
                    assert price_of(setup, after.state, index) == trade.price
                if trade.president is not None:
                    assert after.state.presidents[index] == trade.president
                assert trade.floats == (after.state.floated[index] and not state.floated[index])
                kinds.add(trade.kind)
    assert {"BuyShare", "StartCompany"} <= kinds


class WordsFromOneState(Words):
    """Speak only of what the reader sees."""

    seen: State

    def label(self, action: Action, s: State, context: Context) -> str:
        assert s is self.seen
        return super().label(action, s, context)


def test_cards_and_reasons_use_only_what_the_reader_sees() -> None:
    """Both name the same requested: a reason on a card is among those of the panel."""
    refused = 0
    for game in stock_positions("1830-equal-runs.json"):
        setup, state = game.setup, game.state
        seat = game.actors[0]
        words = WordsFromOneState("en")
        seen = words.seen = state.copy()
        context = Context(setup, ("Ada", "Bob", "Cleo", "Dora"))
        shown = (setup, state, seen, seat, seat_view(setup, state, seat), choices_for(setup, state, seat), words, context)
        reasons = {found.reason for found in refused_actions(*shown)}
        for card in make_cards(*shown).values():
            told = {found.reason for found in (card.no_buy, card.no_sale) if found is not None}
            assert told <= reasons
            refused += len(told)
    assert refused


def test_a_card_says_why_not(client: TestClient[Litestar]) -> None:
    """After one certificate was bought no other may be (6.2); nobody sells in the first stock round (6.1)."""
    browser = Browser(client)
    page = browser.post(
        "/new", {"game": "1830/classic", "players": "2", "option.seating": "free", "my_name": "Ada", "seat.1.kind": "local"}
    )
    table = str(page.url.path).rpartition("/")[2]

    def press(kind: str, **fields: object) -> None:
        for button in browser.buttons(table):
            action = json.loads(button)
            if action["do"] == kind and all(action.get(name) == value for name, value in fields.items()):
                assert browser.act(table, button).status_code == 200
                return
        raise AssertionError(kind)

    for _ in range(6):
        press("BuyFromBank")
    press("SetPar", price=67)
    press("StartCompany", company="NYC", price=67)
    text = html.unescape(browser.get(f"/t/{table}").text)
    cards = text.partition('id="part-stock"')[2].partition("</section>")[0]
    reasons = re.findall(r'<details id="(\w+)-\w+" class="whynot">.*?<p>(.*?)</p>', cards, re.DOTALL)
    assert {kind for kind, _ in reasons} == {"buy", "sell"}
    assert any(f'href="/t/{table}/rules#rule-6.2"' in reason for kind, reason in reasons if kind == "buy")
    assert any(f'href="/t/{table}/rules#rule-6.1"' in reason for kind, reason in reasons if kind == "sell")


def test_a_hex_says_why_not(client: TestClient[Litestar]) -> None:
    """No route leads there, nothing fits there (7.2.1), or it is no city (7.3)."""
    browser = Browser(client).as_guest("Ada")
    record = json.loads((DATA / "1830-equal-runs.json").read_text())
    kinds = [action["do"] for action in record["actions"]]

    def table_before(kind: str) -> str:
        # Somebody lays or places there next, so that is what is asked.
        part = {**record, "actions": record["actions"][: kinds.index(kind)]}
        files = {"record": ("g.json", json.dumps(part).encode())}
        answer = browser.request("POST", "/import", data={"_csrf_token": browser.token()}, files=files)
        return str(answer.headers["location"])

    def why(path: str, hex: str) -> str:
        return str(browser.send(f"{path}/why", {"hex": hex}, accept="application/json").json().get("sentence"))

    laying = table_before("LayTile")
    assert "7.2.1" in why(laying, "A11") and "Canadian West" in why(laying, "A11")
    assert "7.2.1" in why(laying, "D6")
    marked = re.findall(r'data-hex="(\w+)"[^>]*role="button"', browser.get(laying).text)
    assert marked and why(laying, marked[0]) == ""
    assert browser.send(f"{laying}/why", {"hex": "Z99"}, accept="application/json").status_code == 404
    placing = table_before("PlaceToken")
    assert "7.3" in why(placing, "D6")
    watcher = Browser(client).as_guest("Bob")
    assert watcher.send(f"{laying}/why", {"hex": "A11"}, accept="application/json").json() == {"sentence": ""}


def test_a_train_and_a_dividend_say_what_they_bring_about(client: TestClient[Litestar]) -> None:
    """The first 4-train begins a phase and retires the 2-trains (3.0); a dividend is received and moves the price (5.5)."""
    browser = Browser(client).as_guest("Ada")
    record = json.loads((DATA / "1830-equal-runs.json").read_text())
    actions = record["actions"]
    fourth = next(number for number, action in enumerate(actions) if action["do"] == "BuyTrain" and action["train"] == "4")
    paid = max(number for number, action in enumerate(actions) if action["do"] == "PayDividend")

    def page(moves: int) -> str:
        part = {**record, "actions": actions[:moves]}
        files = {"record": ("g.json", json.dumps(part).encode())}
        answer = browser.request("POST", "/import", data={"_csrf_token": browser.token()}, files=files)
        return html.unescape(browser.get(str(answer.headers["location"])).text)

    buying = re.search(r'data-kind="BuyTrain"[^>]*>(.*?)</button>', page(fourth), re.DOTALL)
    assert buying is not None and "Phase 4" in buying[1] and "2-trains" in buying[1]
    paying = re.findall(r'data-kind="PayDividend"[^>]*>(.*?)</button>', page(paid), re.DOTALL)
    assert len(paying) == 2 and " +$" in paying[0] and all("price → $" in one for one in paying)


def test_a_card_shows_notes_and_the_half_that_is_redeemed(client: TestClient[Litestar]) -> None:
    """1862, Aktienrückkauf: the notes that fall due, and five percent a share from then on."""
    browser = Browser(client).as_guest("Ada")
    record = json.loads((DATA / "1862-destination-run.json").read_text())
    part = {**record, "actions": record["actions"][:178]}
    answer = browser.request(
        "POST",
        "/import",
        data={"_csrf_token": browser.token()},
        files={"record": ("g.json", json.dumps(part).encode())},
    )
    table = str(answer.headers["location"]).rpartition("/")[2]
    redeem = next(button for button in browser.buttons(table) if json.loads(button).get("notes") == 300)
    assert json.loads(redeem)["do"] == "Redeem" and browser.act(table, redeem).status_code == 200
    text = html.unescape(browser.get(f"/t/{table}").text)
    card = re.split(r'<article[^>]*aria-label="Union Pacific">', text)[1].partition("</article>")[0]
    assert "notes for $300" in card and "50%" in card
    assert "Group 1" in text and "Group 4" in text and "→ Sacramento" in card
