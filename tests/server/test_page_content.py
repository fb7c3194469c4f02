"""What the pages of a table say and offer."""

import html
import json
import re
from pathlib import Path
from random import Random

import pytest

from goldenspike.bots.play import next_action, seat_bots
from goldenspike.core.game import Game
from goldenspike.core.holders import BANK, POOL
from goldenspike.record.native import dump
from goldenspike.text import LANGUAGES
from goldenspike.titles.catalogue import make
from server_helpers import Browser, press

pytestmark = pytest.mark.sqlite

DATA = Path(__file__).parent.parent / "data"
RECORDS_1862 = Path(__file__).parent.parent / "records" / "1862"


def one_screen(browser: Browser, game: str = "1830/classic", players: int = 4, **options: str) -> str:
    """A table with all seats at one screen, in the order in which they were chosen."""
    form = {"game": game, "players": str(players), "option.seating": "free", "my_name": "Ada", **options}
    form |= {f"seat.{number}.kind": "local" for number in range(1, players)}
    page = browser.post("/new", form)
    assert page.status_code == 200, page.text
    return str(page.url.path).rpartition("/")[2]


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
        "New York New Haven": ["Director 30%"],
        "New York Central": ["20%"],
        "Central Pacific Railroad": ["10%"],
        "Union Pacific": ["10%"],
        "Western Pacific": ["10%"],
    }


NAMES_1862 = {"New York New Haven", "New York Central", "Central Pacific Railroad", "Union Pacific", "Western Pacific"}


def field(page: str, name: str) -> str:
    """What a field of a form holds: the chosen option of a list, the text of an input, "on" for a ticked box."""
    chosen = re.search(rf'<select[^>]*name="{re.escape(name)}".*?</select>', page, re.DOTALL)
    if chosen is not None:
        option = re.search(r'<option(?: value="([^"]*)")? selected>([^<]*)', chosen[0])
        assert option is not None
        return option[1] or option[2]
    found = re.search(rf'<input[^>]*name="{re.escape(name)}"[^>]*>', page)
    assert found is not None, name
    if 'type="checkbox"' in found[0]:
        return "on" if " checked" in found[0] else ""
    value = re.search(r'value="([^"]*)"', found[0])
    return value[1] if value else ""


FILLED = {
    "shown": "1830/classic/4",
    "name": "Friday",
    "my_name": "Ada",
    "hints": "nobody",
    "seat.0.kind": "me",
    "seat.1.kind": "local",
    "seat.1.name": "Bob",
    "seat.2.kind": "bot",
    "seat.2.bot": "greedy",
    "seat.3.kind": "open",
    "option.knowledge": "closed",
    "do": "create",
}


def test_another_game_keeps_what_was_filled_in(browser: Browser) -> None:
    """Also without scripts: a form that was filled in for another game or number of players is shown again first."""
    for change in ({"game": "1862/standard", "players": "4"}, {"game": "1830/classic", "players": "3"}):
        answer = browser.send("/new", FILLED | change)
        assert answer.status_code == 200, "no table yet"
        page = html.unescape(answer.text)
        assert field(page, "shown") == f"{change['game']}/{change['players']}"
        assert [field(page, name) for name in ("name", "my_name", "hints", "listed")] == ["Friday", "Ada", "nobody", ""]
        assert [field(page, f"seat.{number}.kind") for number in range(3)] == ["me", "local", "bot"]
        assert field(page, "seat.1.name") == "Bob" and field(page, "seat.2.bot") == "greedy"
        assert field(page, "option.knowledge") == "closed"
        differs = re.search(r'<section class="summary">.*?</section>', page, re.DOTALL)
        assert differs is not None and differs[0].count("<li>") == 1, "only what was chosen differs"
    assert field(browser.get("/new?game=1862/standard&players=5").text, "listed") == "on"


@pytest.mark.parametrize(
    ("shown", "seats", "chosen", "expected"),
    [
        (None, "bot bot", None, "open"),
        (None, "bot open", None, "partial"),
        (None, "local local", None, "partial"),
        ("yes", "bot open", "open", "partial"),
        ("no", "bot bot", "partial", "open"),
        ("yes", "bot open", "closed", "closed"),
        ("yes", "bot bot", "partial", "partial"),
        ("no", "bot open", "open", "open"),
    ],
)
def test_money_is_open_against_bots_unless_somebody_chooses_otherwise(
    browser: Browser, shown: str | None, seats: str, chosen: str | None, expected: str
) -> None:
    """V-0.1. A default that was shown for other seats is replaced by that for these; a choice stays."""
    form = {"game": "1830/classic", "players": "3", "seat.0.kind": "me", "my_name": "Ada", "do": "check"}
    form |= {f"seat.{number}.kind": kind for number, kind in enumerate(seats.split(), 1)}
    form |= {name: value for name, value in (("against_bots", shown), ("option.knowledge", chosen)) if value is not None}
    page = html.unescape(browser.send("/new", form).text)
    assert field(page, "option.knowledge") == expected
    created = browser.post("/new", form | {"do": "create"})
    hidden = 'data-explain="hidden"' in created.text or 'id="explain-hidden"' in created.text
    assert hidden == (expected != "open")


def test_a_form_as_it_was_shown_opens_the_table(browser: Browser) -> None:
    answer = browser.send("/new", FILLED | {"game": "1830/classic", "players": "4"})
    assert answer.status_code == 303


def test_an_untouched_form_warns_of_nothing(browser: Browser) -> None:
    assert 'class="warning"' not in browser.get("/new").text
    both = {"game": "1830/classic", "players": "4", "option.reading": "on", "option.with_rdr": "on"}
    page = browser.send("/new", FILLED | both)
    assert page.status_code == 422 and page.text.count('class="warning"') == 3, "at the top and at both options"


def test_pages_show_no_internal_names(browser: Browser) -> None:
    """Paragraphs are cited as the book numbers them, and no code or field name is shown to a reader."""
    paths = ["/help", "/rules/1830", "/rules/1862", "/help/rulings", "/no/such/page", "/new?game=1862/standard"]
    paths += [f"/new?game=1830/{version}" for version in ("classic", "starter", "s1", "s5", "s6")]
    for path in paths:
        shown = _text(re.sub(r"<head>.*?</head>", "", html.unescape(browser.get(path).text), flags=re.DOTALL))
        assert re.findall(r"\b[A-Z]-\d[\d.]*\.[a-z]\w*|\b[a-z]+_[a-z_]+\b", shown) == [], path


def import_record(browser: Browser, path: Path, moves: int | None = None) -> str:
    """A table from a recorded game, as it was after so many moves; its first move is number 1."""
    record = json.loads(path.read_text())
    if moves is not None:
        record["actions"] = record["actions"][:moves]
        record.pop("snapshot", None)
    return import_game(browser, json.dumps(record).encode())


def import_game(browser: Browser, record: bytes) -> str:
    if "gs_session" not in browser.cookies:
        browser.as_guest("Ada")
    files = {"record": ("game.json", record)}
    answer = browser.request("POST", "/import", data={"_csrf_token": browser.token()}, files=files)
    assert answer.is_redirect, answer.text
    return str(answer.headers["location"]).rpartition("/")[2]


@pytest.mark.parametrize("game", ["1830/starter", "1830/base", "1830/classic", "1862/standard"])
def test_every_term_on_the_page_has_its_explanation(browser: Browser, game: str) -> None:
    page = browser.get(f"/t/{one_screen(browser, game, 4)}").text
    terms = set(re.findall(r'popovertarget="(explain-[^"]+)"', page))
    assert len(terms) > 3
    assert terms <= set(re.findall(r'id="(explain-[^"]+)"', page))


def test_the_starter_game_hides_what_it_does_not_have(browser: Browser) -> None:
    """No shares, no private companies, no money of players and so no priority deal (starter booklet)."""
    table = one_screen(browser, "1830/starter", 2)
    page = html.unescape(browser.get(f"/t/{table}").text)
    shown = _text(page.partition("<body")[2])
    for word in ("Certificates", "0/0", "$0", "you have", "priority deal", "Private companies", "Stock market", "Par", "Pool"):
        assert word not in shown, word
    assert 'data-tab="privates"' not in page and 'data-tab="market"' not in page
    assert rows(part(browser, table, "players"))["Wealth"] == ["$200", "$200"]
    assert sorted(rows(part(browser, table, "players"))["Pennsylvania"]) == ["", "President"]
    assert rows(part(browser, table, "sheet"))["Pennsylvania"][:2] == ["President", ""]


def test_the_spreadsheet_shows_that_a_railroad_earned_nothing(browser: Browser) -> None:
    """Only railroads that have not operated yet have no last revenue."""
    table = import_record(browser, DATA / "1830-equal-runs.json", 54)
    sheet = rows(part(browser, table, "sheet").partition("rounds-so-far")[0])
    assert sheet["Baltimore & Ohio"][-1] == "$0" and sheet["Pennsylvania"][-1] == ""


def test_a_broken_bank_says_what_it_owes(browser: Browser) -> None:
    """Payouts go on, on paper (8.0): no negative amount of money is shown."""
    table = import_record(browser, DATA / "1830-bank-breaks.json")
    status = _text(part(browser, table, "status"))
    assert re.search(r"bank out of money, owes \$[\d,]+ on paper", status) and "-$" not in status and "$-" not in status


@pytest.mark.parametrize("record", [DATA / "1830-bank-breaks.json", RECORDS_1862 / "bank-runs-out.json"], ids=["1830", "1862"])
def test_the_page_of_a_late_game_is_light(browser: Browser, record: Path) -> None:
    """At most 60 KB when compressed, in every language: the board is full, the log has its last lines."""
    table = import_record(browser, record)
    for browser.language in LANGUAGES:
        answer = browser.get(f"/t/{table}", headers={"accept-encoding": "gzip"})
        assert answer.headers["content-encoding"] == "gzip"
        assert int(answer.headers["content-length"]) <= 60_000, browser.language


def test_the_end_panel_gives_the_reason_and_marks_bankrupt_players(browser: Browser) -> None:
    """Weniger als drei Spieler (Spielende): whoever is bankrupt has left the game."""
    table = import_record(browser, RECORDS_1862 / "two-players-left.json")
    panel = _text(part(browser, table, "panel"))
    assert "The game is over: fewer than three players are left." in panel and panel.count("bankrupt") == 2
    browser.language = "de"
    panel = _text(part(browser, table, "panel"))
    assert "Das Spiel ist zu Ende: Weniger als drei Spieler sind übrig." in panel and panel.count("ausgeschieden") == 2


def test_a_wrong_password_shows_the_form_again(browser: Browser) -> None:
    """With the reason and the name, without the password, and with the status of a refusal."""
    other = Browser(browser.client)
    assert other.post("/account/register", {"name": "Ada", "password": "correct horse"}).status_code == 200
    answer = browser.send("/account/login", {"name": "Ada", "password": "wrong horse", "next": "/help"})
    page = html.unescape(answer.text)
    assert answer.status_code == 403 and "wrong horse" not in page
    form = re.search(r'<form method="post" action="/account/login".*?</form>', page, re.DOTALL)
    assert form is not None and 'role="alert">Wrong name or password.' in form[0]
    assert field(form[0], "name") == "Ada" and field(form[0], "next") == "/help" and field(form[0], "password") == ""
    taken = browser.send("/account/register", {"name": "Ada", "password": "another one"})
    form = re.search(r'<form method="post" action="/account/register".*?</form>', html.unescape(taken.text), re.DOTALL)
    assert taken.status_code == 409 and form is not None and "The name Ada is taken" in form[0]
    for path, typed in (("password", {"old": "wrong horse", "new": "new and long"}), ("delete", {"password": "wrong horse"})):
        answer = other.send(f"/account/{path}", typed)
        assert answer.status_code == 403 and "Wrong password." in answer.text and "wrong horse" not in answer.text
    script = browser.send("/account/login", {"name": "Ada", "password": "wrong horse"}, accept="application/json")
    assert script.status_code == 403 and script.json()["code"] == "wrong_name_or_password"


def test_a_refused_table_keeps_its_form(browser: Browser) -> None:
    """Nobody can sit on two seats; whoever tries keeps what was filled in."""
    twice = FILLED | {"game": "1830/classic", "players": "4", "seat.1.kind": "me"}
    answer = browser.send("/new", twice)
    page = html.unescape(answer.text)
    assert answer.status_code == 422 and "You can take only one seat" in page
    assert field(page, "name") == "Friday" and field(page, "seat.2.bot") == "greedy"


def test_the_help_names_chapters_in_the_readers_language(browser: Browser) -> None:
    """The heading on buying trains has no number in the book of 1862; chapters stand in the order of the book."""
    page = browser.get("/help").text
    assert "Loks" not in _text(page) and 'id="rule-Trains"' in page
    chapters = re.findall(r'href="/rules/1862#rule-([IVX]+|Loks)"', page)
    order = ("I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X", "XI", "XII", "Loks", "XIII", "XIV", "XV", "XVI")
    assert chapters == list(order)
    rulings = browser.get("/help/rulings").text
    assert 'href="/rules/1862#rule-Loks"' in rulings and 'href="/rules/1862#rule-XI"' in rulings and "Loks" not in _text(rulings)
    browser.language = "de"
    assert 'id="rule-Loks"' in browser.get("/help").text


def test_spectators_know_that_they_watch_and_may_talk_where_the_table_allows_it(browser: Browser) -> None:
    ada, eve, visitor = browser.as_guest("Ada"), Browser(browser.client).as_guest("Eve"), Browser(browser.client)
    form = {"game": "1830/classic", "players": "2", "seat.1.kind": "local", "option.seating": "free"}
    assert field(ada.get("/new").text, "spectators_talk") == "on", "the usual choice"
    open_table, closed_table = (
        str(ada.post("/new", form | chat).url.path).rpartition("/")[2] for chat in ({"spectators_talk": "yes"}, {})
    )
    for table in (open_table, closed_table):
        assert "You’re watching this game." in part(eve, table, "panel")
        assert "You’re watching" not in part(ada, table, "panel")
    assert "/chat" in eve.get(f"/t/{open_table}").text and "/chat" not in eve.get(f"/t/{closed_table}").text
    assert f"/account?next=/t/{open_table}" in visitor.get(f"/t/{open_table}").text
    assert "/account?next" not in visitor.get(f"/t/{closed_table}").text
    assert eve.send(f"/t/{open_table}/chat", {"text": "Well played"}).status_code == 303
    assert "Eve watching : Well played" in _text(part(ada, open_table, "log"))
    refused = eve.send(f"/t/{closed_table}/chat", {"text": "Well played"}, accept="application/json")
    assert refused.status_code == 403 and refused.json()["code"] == "not_at_this_table"


def test_a_sale_to_ones_own_railroad_begins_with_the_highest_price(browser: Browser) -> None:
    """Between half and twice the face value (4.1); nearly always the owner takes as much as he may."""
    table = import_record(browser, DATA / "1830-equal-runs.json", 76)
    forms = re.findall(r'<form id="amount-\w+".*?</form>', part(browser, table, "panel"), re.DOTALL)
    own = [form for form in forms if '"BuyPrivate"' in form and "data-after" in form]
    assert own and all(" required" in form for form in own)
    for form in own:
        (most,) = re.findall(r' max="(\d+)"', form)
        assert field(form, "chosen") == most and ">Then: " in form
    assert "CPR pays Ada. Then: CPR $440, Ada $208." in _text(own[0])
    action = re.search(r"name=\"action\" value=\"(.*?)\">", own[0])
    assert action is not None
    answer = browser.act(table, action[1], chosen="")
    assert answer.status_code == 422 and answer.json()["code"] == "amount_missing"


def test_the_page_shows_uncertainty_tokens_and_the_reform(browser: Browser) -> None:
    """S-5: tokens beside the trains that draw them, the reform beside the market it changes."""
    table = one_screen(browser, "1830/s5")
    trains = _text(part(browser, table, "trains"))
    assert "No change: 2 left, 0 drawn Short runs: 1 left, 0 drawn Retain revenue: 1 left, 0 drawn" in trains
    assert "reforms take effect in the stock round after the last 5-train" in _text(part(browser, table, "market"))
    browser.language = "de"
    assert "Kurze Fahrten: 1 verdeckt, 0 gezogen" in _text(part(browser, table, "trains"))
    plain = one_screen(browser)
    assert "verdeckt" not in part(browser, plain, "trains") and "reform" not in part(browser, plain, "market").lower()


def test_the_page_shows_second_certificates_and_coal_licenses(browser: Browser) -> None:
    """S-1, V-7.2: on the card of the railroad."""
    game = Game(make("1830", "s1", 2))
    rng, seats = Random(2), seat_bots(["greedy"], 2, 2, 0)
    while not any(game.state.licences):
        game.push(next_action(game, seats, rng))
    table = import_game(browser, dump(game))
    cards = _text(part(browser, table, "companies"))
    assert cards.count("coal license") == game.state.licences.count(True) > 0
    seconds = [game.state.doubles[game.setup.company_index[name]] for name in ("Erie", "N&W")]
    holders = ["Offering" if holder == BANK else "Pool" if holder == POOL else f"Player {holder + 1}" for holder in seconds]
    assert sorted(re.findall(r"second 20% certificate: (Offering|Pool|Player \d)", cards)) == sorted(holders)


# --- 1862


def log_of(browser: Browser, table: str) -> str:
    """The last lines of the log."""
    return _text(part(browser, table, "log"))


def test_a_debt_of_a_closed_company_is_not_for_a_train(browser: Browser) -> None:
    """XII: the director pays the notes, selling shares if he must; only who has none to sell is bankrupt."""
    table = import_record(browser, RECORDS_1862 / "two-players-left.json", 273)
    panel = _text(part(browser, table, "panel"))
    assert re.search(r"sell shares to pay \$\d+ that a closed company still owed", panel) and "bankruptcy" not in panel
    assert re.search(r"\$\d+ is still owed\.", panel) and "train" not in panel
    log = log_of(browser, table)
    assert re.search(r"is liable for \$\d+ that \w+ still owes on its promissory notes\.", log)
    assert "still owes $0" not in log
    later = import_record(browser, RECORDS_1862 / "two-players-left.json", 274)
    panel = _text(part(browser, later, "panel"))
    assert "declare bankruptcy;" in panel and "sell shares" not in panel


def test_who_has_nothing_to_sell_is_not_told_to_sell(browser: Browser) -> None:
    """Notfinanzierung without shares that may be sold: nothing is left but bankruptcy."""
    table = import_record(browser, RECORDS_1862 / "eight-companies-gone.json", 660)
    panel = _text(part(browser, table, "panel"))
    assert "has nothing left to sell" in panel and "must sell" not in panel
    kinds = {json.loads(button)["do"] for button in browser.buttons(table)}
    assert "DeclareBankruptcy" in kinds and "SellShares" not in kinds
    browser.language = "de"
    assert "Notfinanzierung" in _text(part(browser, table, "panel"))


def test_a_duty_offers_no_way_around_it(browser: Browser) -> None:
    """VI: the first tile goes on the home, so nobody is told that it can be skipped."""
    table = import_record(browser, RECORDS_1862 / "eight-companies-gone.json", 949)
    panel = _text(part(browser, table, "panel"))
    assert "lay the first tile on its home" in panel and "skip" not in panel.lower()
    assert "Pass" not in {json.loads(button)["do"] for button in browser.buttons(table)}


def test_half_a_share_is_called_so(browser: Browser) -> None:
    """XIV: after a redemption the papers are of five percent."""
    table = import_record(browser, RECORDS_1862 / "two-players-left.json", 94)
    assert "5% share" in log_of(browser, table)


def test_a_closed_company_has_no_bonus_and_no_stations(browser: Browser) -> None:
    table = import_record(browser, RECORDS_1862 / "eight-companies-gone.json", 281)
    companies = part(browser, table, "companies")
    cards = re.findall(r'<article id="company-.*?</article>', companies, re.DOTALL)
    closed = [_text(card) for card in cards if "closed" in _text(card)]
    assert len(closed) == 1 and "→" not in closed[0] and "Stations" not in closed[0]
    assert all("→" in _text(card) and "Stations" in _text(card) for card in cards if _text(card) not in closed)
    assert companies.partition("goals")[2].count("<tr") == 1 + sum(card.count("→") for card in cards)
    browser.language = "de"
    assert "ausgeschieden" in part(browser, table, "companies")


def test_papers_that_are_worth_nothing_are_not_counted(browser: Browser) -> None:
    """Privatpapiere sind wertlos (Abrechnung), and what a director is liable for has a row."""
    table = import_record(browser, RECORDS_1862 / "two-players-left.json", 140)
    sheet = rows(part(browser, table, "sheet"))
    assert "Shares" in sheet and "Shares and private companies" not in sheet
    classic = rows(part(browser, one_screen(browser), "sheet"))
    assert "Shares and private companies" in classic

    def amount(text: str) -> int:
        return int(re.sub(r"[^\d]", "", text) or 0)

    owed = sheet.get("Owes", [""] * 4)
    assert any(owed)
    for money, shares, debt, wealth in zip(sheet["Money"], sheet["Shares"], owed, sheet["Wealth"], strict=False):
        total = amount(money) + amount(shares) - amount(debt)
        assert total == (-amount(wealth) if "-" in wealth else amount(wealth))


def test_at_one_screen_every_owner_can_close_a_paper(browser: Browser) -> None:
    """III: at any time, in anybody's turn."""
    table = one_screen(browser, "1862/standard")
    for _ in range(3):
        press(browser, table, "BuyFromBank")
    closing = {
        (button["player"], button["private"])
        for button in map(json.loads, browser.buttons(table))
        if button["do"] == "ClosePrivate"
    }
    assert closing == {(0, "1"), (1, "2"), (2, "3")}
    assert re.search(r"Ada: Close .*?1", _text(part(browser, table, "panel")))
    press(browser, table, "ClosePrivate", private="1")
    assert "Ada: Close" not in _text(part(browser, table, "panel"))


def test_the_phase_chart_of_1862(browser: Browser) -> None:
    """Auswirkungen durch den Kauf neuer Loks, and what the bank lends on a note (XIV)."""
    chart = rows(part(browser, one_screen(browser, "1862/standard"), "trains").partition("phases")[2])
    assert chart == {
        "2": ["yellow", "1", "4", "1", "$20", "–", "", ""],
        "3": ["green", "2", "4", "2", "$20", "$60", "", ""],
        "4": ["green", "2", "3", "2", "$20", "$60", "2", ""],
        "5": ["brown", "2", "2", "3", "$30", "$80", "", "5E"],
        "6": ["brown", "2", "2", "3", "$30", "$80", "3", "6E"],
        "8": ["gray", "2", "2", "3", "$30", "$90", "4", "8E"],
        "10": ["gray", "2", "2", "3", "$30", "$90", "", "10E"],
    }
    plain = part(browser, one_screen(browser), "trains").partition("phases")[2]
    assert rows(plain)["5"] == ["brown", "2", "3", "close", ""], "1830 has private companies that close (4.2)"
    assert "$" not in plain, "1830 has neither loans nor bonuses"
