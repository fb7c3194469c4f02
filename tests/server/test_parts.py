"""A part of a table's page is rendered once for all who see the same, and again only when one of its inputs has changed."""

import json
import re
import zlib
from collections import Counter
from collections.abc import Hashable
from pathlib import Path
from typing import Any

import pytest
from litestar import Litestar
from litestar.testing import TestClient

import goldenspike.server
from goldenspike.server.table.answers import Answer, Fragment
from goldenspike.server.table.part_cache import PartCache
from goldenspike.server.table.parts import PARTS, TABLE_PARTS
from goldenspike.server.table.rendered_part import CSRF_INPUT, RenderedPart, SharedPart, Signature, blank, changed_pieces
from server_helpers import TOKEN, Browser, press

pytestmark = pytest.mark.sqlite

DATA = Path(__file__).parent.parent / "data"
TEMPLATES = Path(goldenspike.server.__file__).parent / "templates" / "parts"


@pytest.fixture
def table(browser: Browser) -> str:
    """Four players at one screen, in the first auction."""
    form = {"game": "1830/classic", "players": "4", "option.seating": "free", "my_name": "Ada"}
    form |= {f"seat.{number}.kind": "local" for number in range(1, 4)}
    return str(browser.post("/new", form).url.path).rpartition("/")[2]


def rendered(client: TestClient[Litestar]) -> Counter[str]:
    """How often each part has been rendered since the last call."""
    count: Counter[str] = client.app.state.services.parts.rendered
    found = count.copy()
    count.clear()
    return found


def test_every_template_of_a_part_is_registered() -> None:
    assert {path.stem for path in TEMPLATES.glob("*.html")} == set(PARTS)


def test_a_second_reader_renders_nothing(client: TestClient[Litestar], browser: Browser, table: str) -> None:
    rendered(client)
    browser.get(f"/t/{table}")
    assert not rendered(client)
    Browser(client).get(f"/t/{table}")
    rendered(client)
    for name in ("Bob", "Cy", "Di"):
        Browser(client).as_guest(name).get(f"/t/{table}/parts", accept="application/json")
    assert not rendered(client)


def test_only_what_changed_is_rendered(client: TestClient[Litestar], browser: Browser, table: str) -> None:
    browser.get(f"/t/{table}")
    rendered(client)
    browser.post(f"/t/{table}/chat", {"text": "Good luck!"})
    assert rendered(client) == {"log": 1}
    browser.act(table, '{"do":"Pass","player":0}')
    browser.get(f"/t/{table}")
    # Who is on turn has changed, and the position that forms are sent for; in the status that is filled in.
    with_players = ("players", "sheet", "stock", "auction")
    assert rendered(client) == dict.fromkeys(("panel", "since", "hint", "log", "history", *with_players), 1)
    press(browser, table, "BuyFromBank")
    browser.get(f"/t/{table}")
    changed = rendered(client)
    assert changed["privates"] == 1 and not {"market", "trains", "tiles", "companies", "rules", "seats"} & set(changed)


def test_what_those_see_who_are_not_asked_is_written_once(client: TestClient[Litestar], browser: Browser) -> None:
    """Their panels differ in what they could undo; the question in them is the same."""
    services: Any = client.app.state.services
    form = {"game": "1830/classic", "players": "3", "option.seating": "free", "my_name": "Ada"}
    form |= {f"seat.{number}.kind": "open" for number in (1, 2)}
    table = str(browser.post("/new", form).url.path).rpartition("/")[2]
    with client.portal() as portal:
        invite = portal.call(services.tables.live.get, table).invite
    others = [Browser(client).as_guest(name) for name in ("Bob", "Cyd")]
    for other in others:
        assert other.post(f"/t/{table}/join/{invite}").status_code == 200
    browser.act(table, '{"do":"Pass","player":0}')
    services.pictures.clear()
    questions = []
    for reader in (*others, browser):
        parts = json.loads(reader.get(f"/t/{table}/parts", accept="application/json").text)["parts"]
        questions.append(parts["panel"]["html"].partition('<div class="extras">')[0])
    bob, cyd, ada = questions
    assert "<form" in bob and cyd == ada and "<form" not in ada
    written = [key for key in services.pictures._kept._kept if key[:2] == ("row", "panel")]
    # The question and what is folded away, for Bob and for the two others.
    assert len(written) == 4


def test_each_language_is_rendered(client: TestClient[Litestar], browser: Browser, table: str) -> None:
    browser.get(f"/t/{table}")
    rendered(client)
    assert "Aandelen" in Browser(client, "nl").get(f"/t/{table}").text
    assert set(rendered(client)) == set(TABLE_PARTS)


def test_everybody_has_a_token_of_his_own(client: TestClient[Litestar], browser: Browser, table: str) -> None:
    pages = [browser.get(f"/t/{table}").text]
    mine = browser.cookies.pop("gs_csrf")
    pages.append(browser.get(f"/t/{table}").text)
    tokens = [set(TOKEN.findall(page)) for page in pages]
    assert [len(found) for found in tokens] == [1, 1] and tokens[0] != tokens[1]
    # The script of the page fills it in, so that what is sent may be the same for all.
    answer = browser.get(f"/t/{table}/parts", accept="application/json").text
    assert CSRF_INPUT in answer and "_csrf_token" not in answer and CSRF_INPUT not in "".join(pages) and mine in pages[0]
    # A new token alone is no reason to send a part again.
    have = ",".join(f"{name}:{key}" for name, key in re.findall(r'data-part="(\w+)"\s+data-key="(\w+)"', pages[0]))
    assert browser.get(f"/t/{table}/parts?have={have}", accept="application/json").json()["parts"] == {}


def test_all_who_watch_get_the_same_answer(client: TestClient[Litestar], browser: Browser, table: str) -> None:
    """Made and compressed once; who comes, what is said and who plays makes another one."""
    services, watching = client.app.state.services, [Browser(client), Browser(client).as_guest("Bob")]

    def answers() -> list[dict[str, Any]]:
        found = [one.get(f"/t/{table}/parts", accept="application/json") for one in watching]
        assert all(one.headers["content-encoding"] == "gzip" for one in found)
        return [one.json() for one in found]

    first, second = answers()
    assert first == second and len(services.answers._kept) == 1
    assert browser.get(f"/t/{table}/parts", accept="application/json").json() != first
    plain = Browser(client).get(f"/t/{table}/parts", accept="application/json", headers={"accept-encoding": "identity"})
    assert "content-encoding" not in plain.headers and plain.json() == first
    assert len(services.answers._kept) == 1
    browser.post(f"/t/{table}/chat", {"text": "Good luck!"})
    assert [("Good luck!" in one["parts"]["log"]["html"], one["revision"]) for one in answers()] == [(True, 2)] * 2
    dutch = Browser(client, "nl").get(f"/t/{table}/parts?have=stock:x", accept="application/json").json()
    assert dutch["parts"]["stock"]["html"] != first["parts"]["stock"]["html"]


def versions(browser: Browser, table: str) -> dict[str, str]:
    parts = browser.get(f"/t/{table}/parts", accept="application/json").json()["parts"]
    return {name: part["key"] for name, part in parts.items()}


def test_an_answer_brings_what_is_in_view(client: TestClient[Litestar], browser: Browser, table: str) -> None:
    """The page that acts needs no second request for the parts that it shows; the others are rendered when it asks for them."""
    have = versions(browser, table)
    rendered(client)
    query = {"have": ",".join(f"{name}:{key}" for name, key in have.items()), "first": "panel,log,board", "at": "0"}
    form = {"_csrf_token": browser.token(), "ply": "0", "undos": "0", "action": '{"do":"Pass","player":0}'}
    answer = browser.request("POST", f"/t/{table}/act", data=form, params=query, accept="application/json").json()
    assert answer["ply"] == 1 and answer["events"] and answer["view"] == "auction"
    assert set(answer["current"]) == {"panel", "log", "board", "auction", "players"}
    # The view and the list of the round are always among them, since the page may be about to show them.
    assert set(answer["parts"]) == {"panel", "log", "auction", "players"}
    assert rendered(client) == {"panel": 1, "log": 1, "auction": 1, "players": 1}
    assert browser.get(f"/t/{table}/parts?ply=x", accept="application/json").status_code == 400


def test_pieces_are_sent_if_nothing_else_differs() -> None:
    def pieces(before: str, after: str) -> list[str] | None:
        return changed_pieces(RenderedPart(SharedPart(before), {}, "1").seen, RenderedPart(SharedPart(after), {}, "2"))

    one, two = '<g id="a"><g class="x"><g/></g>1</g>', '<g id="b" class="y">2</g>'
    other = '<g id="b" class="y"><g>3</g></g>'
    assert pieces(f"<svg>{one}{two}</svg>", f"<svg>{one}{other}</svg>") == [other]
    assert pieces(f"<svg>{one}{two}</svg>", f"<svg>{one}{two}</svg>") == []
    for text in (f"<svg>{one}</svg>", f"<svg>{two}{one}</svg>", f"<svg>{one} {two}</svg>", f"<svg>{one}{two}</svg>!", ""):
        assert pieces(f"<svg>{one}{two}</svg>", text) is None
    article = '<article id="PRR"><article>4</article><svg><g id="z"></g></svg></article>'
    assert pieces(article, article.replace("4", "5")) == [article.replace("4", "5")]
    assert pieces("<p>old</p>", "<p>new</p>") is None
    # What is added at the end comes after the piece that it follows.
    lines = [f'<li id="log-{number}">{number}</li>' for number in range(4)]
    assert pieces(f"<ol>{lines[0]} {lines[1]}</ol>", f"<ol>{lines[0]} {lines[1]} {lines[2]} {lines[3]}</ol>") == lines[1:]
    changed = lines[1].replace(">1<", ">one<")
    assert pieces(f"<ol>{lines[0]}{lines[1]}</ol>", f"<ol>{lines[0]}{changed}{lines[2]}</ol>") == [changed, lines[2]]
    assert pieces(f"<ol>{lines[0]}</ol>", f"<ol>{lines[0]}!{lines[1]}</ol>") is None
    assert pieces(f"<ol>{lines[0]}{lines[1]}</ol>", f"<ol>{lines[0]}</ol>") is None


def test_of_the_log_only_new_lines_are_sent(client: TestClient[Litestar], browser: Browser, table: str) -> None:
    browser.act(table, '{"do":"Pass","player":0}')
    have = versions(browser, table)["log"]
    browser.post(f"/t/{table}/chat", {"text": "Good luck!"})
    news = browser.get(f"/t/{table}/parts?have=log:{have}", accept="application/json").json()["parts"]["log"]
    before, *added = news["pieces"]
    whole = browser.get(f"/t/{table}/parts?have=log:x", accept="application/json").json()["parts"]["log"]["html"]
    assert len(added) == 1 and whole.rstrip().removesuffix("</ol>").rstrip().endswith(added[-1])
    assert whole.index(before) < whole.index(added[0])


def import_game(browser: Browser, moves: int) -> str:
    game = json.loads((DATA / "1830-equal-runs.json").read_bytes())
    game["actions"] = game["actions"][:moves]
    files = {"record": ("game.json", json.dumps(game).encode())}
    imported = browser.request("POST", "/import", data={"_csrf_token": browser.token()}, files=files)
    return str(imported.headers["location"]).rpartition("/")[2]


def test_of_tables_only_rows_that_changed_are_sent(client: TestClient[Litestar], browser: Browser) -> None:
    table = import_game(browser, 129)
    have = versions(browser, table)
    press(browser, table, "SellShares")
    query = ",".join(f"{name}:{have[name]}" for name in ("sheet", "stock", "players"))
    news = browser.get(f"/t/{table}/parts?have={query}", accept="application/json").json()["parts"]
    whole = browser.get(f"/t/{table}/parts?have=sheet:x,stock:x,players:x", accept="application/json").json()["parts"]
    assert set(news) == {"sheet", "stock", "players"}
    for name, part in news.items():
        assert part["of"] == have[name] and part["key"] == whole[name]["key"]
        assert part["pieces"] and all(piece in whole[name]["html"] for piece in part["pieces"]), name
        assert sum(map(len, part["pieces"])) < len(whole[name]["html"]), name


def test_of_a_board_only_hexes_that_changed_are_sent(client: TestClient[Litestar], browser: Browser) -> None:
    table = import_game(browser, 156)
    have = versions(browser, table)
    whole = browser.get(f"/t/{table}/parts?have=board:x", accept="application/json").json()["parts"]["board"]["html"]
    press(browser, table, "LayTile")
    news = browser.get(f"/t/{table}/parts?have=board:{have['board']}", accept="application/json").json()["parts"]["board"]
    assert news["of"] == have["board"] and "html" not in news
    assert sum(map(len, news["pieces"])) < len(whole) / 2
    after = browser.get(f"/t/{table}/parts?have=board:x", accept="application/json").json()["parts"]["board"]
    assert after["key"] == news["key"] and all(piece in after["html"] for piece in news["pieces"])


@pytest.mark.parametrize(("record", "first"), [("1830-equal-runs.json", 96), ("1862-destination-run.json", 125)])
def test_rows_and_pictures_that_are_kept_are_what_would_be_drawn_anew(
    client: TestClient[Litestar], browser: Browser, record: str, first: int
) -> None:
    files = {"record": ("game.json", (DATA / record).read_bytes())}
    imported = browser.request("POST", "/import", data={"_csrf_token": browser.token()}, files=files)
    path, services = imported.headers["location"], client.app.state.services
    for ply in range(first, first + 30, 5):
        shown = []
        for _ in range(2):
            shown.append(browser.get(f"{path}/parts?ply={ply}", accept="application/json").json()["parts"])
            for cache in (services.parts, services.answers, services.pictures, services.shared):
                cache.clear()
        # The next position is drawn with what this one has left behind.
        browser.get(f"{path}/parts?ply={ply}", accept="application/json")
        assert shown[0] == shown[1]


def test_chat_cannot_contain_the_token(client: TestClient[Litestar], browser: Browser, table: str) -> None:
    browser.post(f"/t/{table}/chat", {"text": f"{CSRF_INPUT} {{{{ csrf_input }}}}"})
    log = browser.get(f"/t/{table}/parts", accept="application/json").json()["parts"]["log"]["html"]
    assert "&lt;csrf-input&gt;" in log and "_csrf_token" not in log


def test_the_cache_is_bounded_in_bytes() -> None:
    cache = PartCache(most_bytes=10_000)

    def keep(name: str, content: Hashable, html: str) -> Signature:
        found = cache.link(content, content)
        if found is None or cache.get(found, {}) is None:
            assert cache.keep(name, content, html, {}).html == html
        found = cache.find(content)
        assert found is not None
        return found

    parts = [keep("log", number, f"{number:1000}") for number in range(100)]
    assert cache.get(parts[0], {}) is None and cache.get(parts[99], {}) is not None
    assert 8_000 < sum(1_000 for part in parts if cache.get(part, {})) <= cache.bytes <= 10_000
    large = keep("board", "large", "x" * 20_000)
    assert cache.get(large, {}) is None and cache.get(parts[99], {}) is not None
    # Who has a version needs to know only that it is still the right one; others need what it looks like.
    cache.rendered.clear()
    assert cache.get(parts[0], {}, parts[0].version) == parts[0].version and not cache.rendered
    assert keep("log", 0, f"{0:1000}") == parts[0] and cache.rendered == {"log": 1}


def test_blanks_are_filled_in_for_each_reader() -> None:
    cache = PartCache()

    def pieces(old: str, new: RenderedPart) -> list[str] | None:
        told = json.loads(b"{%b}" % cache.news("companies", old, new).plain)["companies"]
        assert told["key"] == new.version and told.get("of") in (None, old)
        assert told.get("html") == (None if "of" in told else new.html)
        found: list[str] | None = told.get("pieces")
        return found

    row = '<tr id="{0}"><td>{0}</td><td class="{1}">{2}</td></tr>'
    shared = "<table>" + "".join(row.format(id, blank("mine", 0), blank("treasury", id)) for id in ("PRR", "B&O")) + "</table>"
    rich = {"mine 0": "mine", "treasury PRR": "$500", "treasury B&O": "–"}
    poor = {"mine 0": "", "treasury PRR": "–", "treasury B&O": "$7"}
    first, second = (cache.keep("companies", "content", shared, fills) for fills in (rich, poor))
    assert first.html == "<table>" + row.format("PRR", "mine", "$500") + row.format("B&O", "mine", "–") + "</table>"
    assert "$500" not in second.html and "<blank" not in second.html and first.version != second.version
    # The same blanks filled in differently are different versions of the same part; who has one is sent the rows that differ.
    signature = cache.find("key") or cache.link("key", "content")
    assert signature is not None and cache.get(signature, rich, first.version) == first.version
    richer = cache.get(signature, rich | {"treasury PRR": "$600"}, first.version)
    assert isinstance(richer, RenderedPart) and pieces(first.version, richer) == [row.format("PRR", "mine", "$600")]
    assert pieces(second.version, richer) == [row.format("PRR", "mine", "$600"), row.format("B&O", "mine", "–")]
    assert pieces("unknown", richer) is None and pieces(first.version, richer) is not None


def test_what_is_told_of_a_part_is_encoded_once_for_all_readers() -> None:
    cache = PartCache()
    old = cache.keep("log", "old", '<ul><li id="log-1">one</li></ul>', {})
    new = cache.keep("log", "new", '<ul><li id="log-1">two</li></ul>', {})
    changed = cache.news("log", old.version, new)
    whole = cache.news("log", "anything", new)
    assert cache.news("log", old.version, new) is changed and cache.news("log", "something else", new) is whole
    for parts in ([], [changed], [changed, Fragment(b'"hint":{}')], [whole]):
        answer = Answer(b'{"ply":7}', parts, 7, 9, {})
        assert zlib.decompressobj(-zlib.MAX_WBITS).decompress(answer.squeezed_event) == answer.event
        assert answer.event.startswith(b"id: 9\r\n") and answer.event.endswith(b"\r\n\r\n") and answer.plain in answer.event
        told = json.loads(answer.plain)
        assert told["ply"] == 7 and len(told["parts"]) == len(parts) and answer.size > len(answer.plain)
    assert json.loads(Answer(b'{"ply":7}', [changed], 7, 9, {}).plain)["parts"]["log"] == {
        "key": new.version,
        "of": old.version,
        "pieces": ['<li id="log-1">two</li>'],
    }


def test_chat_cannot_contain_a_blank(client: TestClient[Litestar], browser: Browser, table: str) -> None:
    browser.post(f"/t/{table}/chat", {"text": "<blank turn>"})
    log = browser.get(f"/t/{table}/parts", accept="application/json").json()["parts"]["log"]["html"]
    assert "&lt;blank turn&gt;" in log
