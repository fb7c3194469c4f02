"""The table page keeps still and fits: nothing moves under a pointer or a thumb, nothing is cut off, in a real browser."""

import os
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from browser_helpers import PATIENCE, Screen
from server_helpers import need

MOMENTS = {
    "auction": ("1830-equal-runs.json", 4, "BuyFromBank"),
    "par price": ("1830-equal-runs.json", 7, "SetPar"),
    "stock round": ("1830-equal-runs.json", 104, "SellShares"),
    "private company for sale": ("1830-equal-runs.json", 76, "BuyPrivate"),
    "track": ("1830-equal-runs.json", 85, "LayTile"),
    "station": ("1830-equal-runs.json", 87, "PlaceToken"),
    "run": ("1830-equal-runs.json", 177, "RunTrains"),
    "dividend": ("1830-equal-runs.json", 178, "PayDividend"),
    "train": ("1830-equal-runs.json", 163, "BuyTrain"),
    "discarded train": ("1830-discard.json", None, "DiscardTrain"),
    "1862's auction": ("1862-destination-run.json", 4, "BuyFromBank"),
    "1862's stock round": ("1862-destination-run.json", 136, "StartCompany"),
    "1862's track": ("1862-destination-run.json", 361, "LayTile"),
    "1862's station": ("1862-destination-run.json", 231, "PlaceToken"),
    "1862's run": ("1862-destination-run.json", 357, "RunTrains"),
    "1862's dividend": ("1862-destination-run.json", 358, "PayDividend"),
    "1862's train": ("1862-destination-run.json", 284, "BuyTrain"),
    "1862's redemption": ("1862-redemption.json", None, "Redeem"),
}
"""A record, a number of moves after which a step of each kind waits for an answer, and an answer that it offers."""

FORESEEN = {"PayDividend", "SellShares", "BuyShare", "BuyTrain", "StartCompany", "SetPar", "DiscardTrain"}
"""Answers whose buttons show a preview."""

AT_ONCE = "{ const later = window.setTimeout; window.setTimeout = (work, _, ...rest) => later(work, 0, ...rest); }"
"""A preview waits a moment before it is fetched; tests need not."""

PLACES = """() => [...document.querySelectorAll(".table button, .table summary, .table .button")]
  .filter((one) => one.getClientRects().length && !one.matches("[data-to-question]"))
  .map((one) => { const { x, y, width, height } = one.getBoundingClientRect();
    return [(one.getAttribute("aria-label") ?? one.textContent.trim()).slice(0, 60), x, y, width, height]; })"""
"""Where everything that can be pressed is, but for the bar that lies over a column scrolled away from its question."""

POINT_AT = """(one) => { one.style.scrollMargin = "10rem";
  one.scrollIntoView({ block: "start" });
  document.querySelector("[data-foreseen]").textContent = "";
  const { x, y, width, height } = one.getBoundingClientRect(); return [x + width / 2, y + height / 2]; }"""

FORETOLD = """(patience) => new Promise((done, fail) => {
  const until = performance.now() + patience;
  const look = () => document.querySelector("[data-foreseen]").textContent ? done()
    : performance.now() > until ? fail(new Error("no preview")) : requestAnimationFrame(look);
  look();
})"""


def resize(page: Page, width: int, height: int) -> None:
    page.set_viewport_size({"width": width, "height": height})


def hover_everything(page: Page) -> set[str]:
    """Move the mouse over each answer and wait for its preview; the kinds of answers that were there."""
    kinds: dict[str, int] = {}
    for button in page.locator(".table form[data-live] button").all():
        kind = button.get_attribute("data-kind") or ""
        if not button.is_visible() or kinds.get(kind, 0) > 5:
            continue
        kinds[kind] = kinds.get(kind, 0) + 1
        page.mouse.move(1, 1)
        x, y = button.evaluate(POINT_AT)
        before = page.evaluate(PLACES)
        page.mouse.move(x, y)
        if kind in FORESEEN and button.get_attribute("name") == "action":
            page.evaluate(FORETOLD, PATIENCE)
        assert page.evaluate(PLACES) == before, button.inner_text()
    return set(kinds)


@pytest.mark.parametrize("title", ["1830", "1862"])
def test_no_button_moves_under_the_pointer(chromium: Browser, address: str, title: str) -> None:
    ada = Screen(chromium, address)
    ada.context.add_init_script(AT_ONCE)
    for moment, (record, moves, kind) in MOMENTS.items():
        if not record.startswith(title):
            continue
        resize(ada.page, 1400, 900)
        ada.import_game(record, moves)
        ada.page.evaluate("for (const one of document.querySelectorAll('.part-panel details')) one.open = true")
        assert kind in hover_everything(ada.page), moment
        if moment in ("stock round", "train"):
            resize(ada.page, 390, 844)
            hover_everything(ada.page)
    ada.close()


STAYS = """() => [...document.querySelectorAll(".auction th, .auction td, .part-since, .right > .tabs")]
  .map((one) => { const { x, y, height } = one.getBoundingClientRect(); return [x, y, height].map(Math.round); })"""
"""Where the table of bids is and what stands below the question."""


def test_nothing_moves_when_another_player_is_on_turn(chromium: Browser, address: str) -> None:
    ada, bob = Screen(chromium, address), Screen(chromium, address)
    ada.new_table("me", "open")
    bob.page.goto(ada.page.input_value("[data-copy]"))
    bob.page.fill("[name=name]", "Bob")
    bob.page.click("main button")
    bob.wait_for_table()
    page, turn = ada.page, ada.page.locator(".status .turn")
    ada.page.reload()
    ada.wait_for_table()
    expect(turn).to_be_visible()
    ada.press("Pass")
    expect(turn).to_be_hidden()
    bob.press("Pass")
    expect(turn).to_be_visible()
    expect(page.locator(".since-lines")).to_contain_text("Bob")
    mine = page.evaluate(STAYS)
    ada.press("Pass")
    expect(turn).to_be_hidden()
    expect(page.locator("button[data-kind=Bid]")).to_have_count(0)
    assert page.evaluate(STAYS) == mine
    ada.close()
    bob.close()


def test_the_chooser_keeps_still_while_tiles_are_turned(chromium: Browser, address: str) -> None:
    ada = Screen(chromium, address)
    ada.import_game("1830-equal-runs.json", 208)
    page = ada.page
    tiles = page.locator(".fit")
    for width, height in ((1400, 900), (390, 844)):
        resize(page, width, height)
        for marked in page.locator('.gs-hex[role="button"]').all()[:6]:
            marked.click()
            places = page.evaluate(PLACES)
            for tile in tiles.all():
                tile.click()
                expect(tile).to_have_attribute("aria-pressed", "true")
                expect(tile.locator("svg")).to_be_visible()
                expect(page.locator("[data-said]")).not_to_be_empty()
                assert page.evaluate(PLACES) == places
            page.click("[data-cancel]")
    ada.close()


def test_leafing_through_routes_moves_no_button(chromium: Browser, address: str) -> None:
    ada = Screen(chromium, address)
    ada.import_game("1862-destination-run.json")
    page = ada.page
    number = page.locator(".pager [role=status]")
    for width, height in ((1400, 900), (390, 844)):
        resize(page, width, height)
        corners = [place[1:3] for place in page.evaluate(PLACES)]
        for _ in range(4):
            before = number.inner_text()
            page.click("#run-next")
            expect(number).not_to_have_text(before)
            assert [place[1:3] for place in page.evaluate(PLACES)] == corners
    ada.close()


def test_asking_why_not_leaves_the_buttons_of_the_card_alone(chromium: Browser, address: str) -> None:
    ada = Screen(chromium, address)
    ada.import_game("1830-equal-runs.json", 104)
    asked = ada.page.locator("details.whynot summary").first
    asked.scroll_into_view_if_needed()
    card = ada.page.locator("tbody.railroad").filter(has=ada.page.locator("details.whynot")).first
    pressed = "(card) => [...card.querySelectorAll('button, summary')].map((one) => JSON.stringify(one.getBoundingClientRect()))"
    before = card.evaluate(pressed)
    asked.click()
    expect(card.locator(".whynot p").first).to_be_visible()
    assert card.evaluate(pressed) == before
    ada.close()


@pytest.fixture
def remembering(chromium: Browser) -> Iterator[Browser]:
    """A browser that keeps pages in memory for Back and Forward, as everybody's does."""
    arguments = ["--enable-features=BackForwardCache", *(["--no-sandbox"] if os.getuid() == 0 else [])]
    browser = chromium.browser_type.launch(
        executable_path=need("chromium"), args=arguments, ignore_default_args=["--disable-back-forward-cache"]
    )
    yield browser
    browser.close()


def test_a_page_that_back_restores_from_memory_is_alive(remembering: Browser, address: str) -> None:
    ada = Screen(remembering, address)
    url = ada.new_table("me", "local")
    ada.page.evaluate("window.isTheSamePage = true")
    ada.page.goto("/help")
    ada.page.evaluate("history.back()")
    table = ada.page.locator("[data-table]")
    expect(table).to_have_attribute("data-ply", "0")
    assert ada.page.evaluate("window.isTheSamePage"), "the page was loaded anew"
    other = ada.context.new_page()
    other.goto(url)
    other.wait_for_selector("[data-table][data-ready]")
    other.click("button[data-kind=Pass]")
    expect(table).to_have_attribute("data-ply", "1")
    ada.close()


def test_the_whole_log_stays_whole(chromium: Browser, address: str) -> None:
    ada = Screen(chromium, address)
    ada.import_game("1830-equal-runs.json", 150)
    ada.page.click(".part-log a[href$='log=all']")
    ada.wait_for_table()
    lines = ada.page.locator(".log-move").count()
    assert lines > 120
    ada.press("Pass")
    expect(ada.page.locator(".log-move").nth(lines)).to_be_attached()
    ada.close()


def test_each_picture_is_zoomed_for_itself(chromium: Browser, address: str) -> None:
    ada = Screen(chromium, address)
    ada.import_game("1830-equal-runs.json", 104)

    def widths() -> dict[str, float]:
        found: dict[str, float] = {}
        for name in ("board", "market"):
            ada.page.click(f"[data-show={name}]")
            found[name] = ada.page.evaluate(
                "(name) => document.querySelector(`.${name} svg`).getBoundingClientRect().width", name
            )
        return found

    before = widths()
    ada.page.click("[data-zoom='1']")
    after = widths()
    assert after["market"] == pytest.approx(before["market"] * 1.4, rel=0.01)
    assert after["board"] == before["board"]
    ada.press("Pass")
    assert widths() == after
    ada.page.click("[data-show=sheet]")
    expect(ada.page.locator("[data-zoom='1']")).to_be_hidden()
    ada.close()


IS_ON_TOP = """(one) => { const { x, y, width, height } = one.getBoundingClientRect();
  const found = document.elementFromPoint(x + width / 2, y + height / 2); return one === found || one.contains(found); }"""


@pytest.mark.parametrize("size", ["desktop", "phone"])
def test_full_screen_shows_whose_turn_it_is_and_esc_leaves_it(chromium: Browser, address: str, size: str) -> None:
    ada = Screen(chromium, address, size)
    ada.import_game("1830-equal-runs.json", 135)
    page = ada.page
    board = page.locator("[data-board]")
    height = board.evaluate("(one) => one.clientHeight")
    page.click("[data-full]")
    assert board.evaluate("(one) => one.clientHeight") > height * (1 if size == "desktop" else 1.5)
    shown = [page.locator(".status .turn"), page.locator("[data-slider]"), page.locator("[data-full]")]
    for one in shown:
        assert one.evaluate(IS_ON_TOP), one
    page.locator('.gs-hex[role="button"]').first.click()
    for one in (*shown, page.locator("[data-confirm]")):
        assert one.evaluate(IS_ON_TOP), one
    page.keyboard.press("Escape")
    for marked in page.locator('.gs-hex[role="button"]').all():
        marked.focus()
        page.keyboard.press("Enter")
        assert marked.evaluate(IS_ON_TOP), "the chooser lies over the hex"
        page.keyboard.press("Escape")
    page.locator('.gs-hex[role="button"]').first.click()
    expect(page.locator(".part-hint")).to_be_hidden()
    page.keyboard.press("Escape")
    expect(page.locator("[data-chooser]")).to_be_hidden()
    expect(page.locator(".table.full")).to_have_count(1)
    page.keyboard.press("Escape")
    expect(page.locator(".table.full")).to_have_count(0)
    assert board.evaluate("(one) => one.clientHeight") == height
    ada.close()


def test_dark_follows_the_system_until_it_is_chosen(chromium: Browser, address: str) -> None:
    """`Canvas` is the browser's own ground: what it draws itself, such as scroll bars, goes with the page."""
    ada = Screen(chromium, address)
    colors = """() => {
      document.documentElement.style.outlineColor = "Canvas";
      return [getComputedStyle(document.body).backgroundColor, getComputedStyle(document.documentElement).outlineColor];
    }"""
    light, dark = ["rgb(247, 243, 232)", "rgb(255, 255, 255)"], ["rgb(29, 33, 36)", "rgb(18, 18, 18)"]
    ada.page.goto("/")
    assert ada.page.evaluate(colors) == light
    ada.page.emulate_media(color_scheme="dark")
    assert ada.page.evaluate(colors) == dark
    ada.page.click("[data-theme-switch]")
    assert ada.page.evaluate(colors) == light
    ada.page.emulate_media(color_scheme="light")
    ada.page.click("[data-theme-switch]")
    assert ada.page.evaluate(colors) == dark
    ada.close()


FAULTS = """(language) => {
  const faults = [];
  const say = (what, one) => faults.push(`${what}: ${one.className || one.tagName} ${one.textContent.trim().slice(0, 40)}`);
  const all = (within, selector) => [...within.querySelectorAll(selector)].filter((one) => one.getClientRects().length
    && getComputedStyle(one).clipPath === "none" && !one.closest(".hidden, .label"));
  const sticksOut = (one) => one.clientWidth > 0 && one.scrollWidth > one.clientWidth + 1;
  const boxOf = (one) => { const range = new Range(); range.selectNodeContents(one); return range.getBoundingClientRect(); };
  const linesOf = (node, from, length) => {
    const range = new Range();
    range.setStart(node, from);
    range.setEnd(node, from + length);
    return new Set([...range.getClientRects()].map((one) => Math.round(one.bottom))).size;
  };
  for (const view of ["auction", "market", "sheet", "players", "trains", "privates", "companies"]) {
    document.querySelector(`.tabs [data-show=${view}]`).click();
    const part = document.querySelector(`.tabbed[data-tab=${view}]`);
    for (const one of [part, ...all(part, ".scroll"), document.querySelector(".right")])
      if (sticksOut(one)) say(`${view} is cut off by ${one.scrollWidth - one.clientWidth} px`, one);
    for (const one of all(part, "th, td:not(.number), .fact:not(.number), .head span"))
      if (sticksOut(one)) say("sticks out", one);
    const heads = all(part, ".head > span, thead th:not(:has(.hidden))")
      .map((one) => [one, boxOf(one)])
      .filter(([, box]) => box.width);
    heads.slice(1).forEach(([, next], before) => {
      const [one, box] = heads[before];
      if (box.top < next.bottom && next.top < box.bottom && box.right > next.left) say("overlaps", one);
    });
    if (view !== "market") continue;
    const over = (one, other) =>
      one.top < other.bottom && other.top < one.bottom && one.left < other.right && other.left < one.right;
    for (const one of all(part, ".passes > span"))
      if (all(part, ".zones .term, thead th, .trades > *").some((other) => over(boxOf(one), boxOf(other)))) say("overlaps", one);
    for (const one of all(part, ".gs-market > text"))
      if (one.getScreenCTM().d * parseFloat(getComputedStyle(one).fontSize) < 8) say("too small", one);
  }
  for (const bar of all(document, ".tabs")) {
    const rows = new Set(all(bar, "a").map((one) => Math.round(one.getBoundingClientRect().bottom)));
    if (rows.size > 1) say("tabs wrap", bar);
    if (sticksOut(bar)) say("tabs are cut off", bar);
  }
  if (innerWidth >= 1400) {
    const [first, ...others] = all(document, ".status > *").map((one) => one.getBoundingClientRect());
    if (others.some((one) => one.top >= first.bottom)) say("takes two lines", document.querySelector(".status"));
  }
  for (const one of all(document, ".table button, .amount label, .table summary, .name, .status span, .question")) {
    if (getComputedStyle(one).textOverflow === "ellipsis") say("ellipsis", one);
    if (sticksOut(one)) say("cut", one);
  }
  if (language === "ja") return faults;
  for (const one of all(document, ".tabs a, .head span, th, .fact, .table button, .question, .name"))
    for (const node of [...one.childNodes].filter((child) => child.nodeType === Node.TEXT_NODE))
      for (const word of node.data.matchAll(/[^\\s/–-]+/g))
        if (linesOf(node, word.index, word[0].length) > 1) say(`splits ${word[0]}`, one);
  return faults;
}"""
"""Columns, headings, tabs, answers and names that are cut off, overlap or break within a word, and prices of the market below 8
pixels; every view is shown in turn. From 1400 pixels on the bar at the top has one line."""


def test_nothing_is_cut_off_at_any_width_in_any_language(chromium: Browser, address: str) -> None:
    ada = Screen(chromium, address)
    addresses = [
        ada.import_game(*MOMENTS[name][:2]) for name in ("auction", "stock round", "1862's auction", "1862's stock round")
    ]
    faults: list[str] = []
    for language in ("en", "de", "nl", "ja"):
        ada.page.select_option("#language", language)
        expect(ada.page.locator("html")).to_have_attribute("lang", language)
        for moment in addresses:
            ada.page.goto(moment)
            ada.wait_for_table()
            for width, height in ((1024, 768), (1100, 900), (1280, 720), (1400, 900), (1920, 1080)):
                resize(ada.page, width, height)
                faults += [f"{language} {width} {one}" for one in ada.page.evaluate(FAULTS, language)]
    assert sorted(set(faults)) == []
    ada.close()


# --- phones


def test_a_trade_on_a_phone_leaves_the_page_where_it_is(chromium: Browser, address: str) -> None:
    ada = Screen(chromium, address, "phone", touch=True)
    ada.import_game("1830-equal-runs.json", 104)
    page = ada.page
    for _ in range(3):
        button = page.locator(".stock button[data-kind=SellShares], .stock button[data-kind=BuyShare]").first
        button.evaluate("(one) => { one.style.scrollMargin = '10rem'; one.scrollIntoView({ block: 'start' }); }")
        before, number = page.evaluate("scrollY"), ada.ply
        assert before > 0
        button.tap()
        expect(page.locator("[data-table]")).not_to_have_attribute("data-ply", number)
        assert page.evaluate("scrollY") == pytest.approx(before, abs=2)
        ada.press("Pass")
        assert page.evaluate("scrollY") == pytest.approx(before, abs=2)
    ada.close()


def test_a_phone_shows_the_board_when_a_hex_is_asked_for(chromium: Browser, address: str) -> None:
    ada = Screen(chromium, address, "phone", touch=True)
    ada.import_game("1830-equal-runs.json", 134)
    page, board = ada.page, ada.page.locator("[data-board]")
    in_view = """(one) => { const { top, bottom } = one.getBoundingClientRect();
      const [bar, dock] = [".part-status", ".dock"].map((name) => document.querySelector(name).getBoundingClientRect());
      return top >= bar.bottom - 1 && Math.min(bottom, dock.top) - top > 150; }"""
    page.evaluate("scrollTo(0, document.body.scrollHeight)")
    assert not board.evaluate(in_view)
    ada.press("Pass")
    expect(page.locator('.gs-hex[role="button"]').first).to_be_attached()
    assert board.evaluate(in_view)
    # Whoever has scrolled away since, or did not move himself, is led there by the sentence.
    page.evaluate("scrollTo(0, document.body.scrollHeight)")
    page.locator(".part-panel .hint a").tap()
    assert board.evaluate(in_view)
    ada.close()


def test_the_way_back_is_in_reach_on_a_phone_however_long_the_answers_are(chromium: Browser, address: str) -> None:
    ada = Screen(chromium, address, "phone", touch=True)
    undo = ada.page.locator("#undo")
    for moment in ("par price", "private company for sale", "run", "dividend", "train", "1862's dividend", "1862's redemption"):
        ada.import_game(*MOMENTS[moment][:2])
        expect(undo).to_be_in_viewport(ratio=1)
        assert undo.evaluate(IS_ON_TOP), moment
    # Whoever has scrolled through long answers sees the next question from its beginning.
    ada.import_game(*MOMENTS["private company for sale"][:2])
    panel = ada.page.locator(".part-panel")
    assert panel.evaluate("(one) => { one.scrollTop = 200; return one.scrollTop; }") > 0
    ada.press("Pass")
    assert panel.evaluate("(one) => one.scrollTop") == 0
    expect(undo).to_be_in_viewport(ratio=1)
    ada.close()


def drag(page: Page, start: tuple[float, float], way: float) -> None:
    """A finger that moves to the left."""
    session = page.context.new_cdp_session(page)
    x, y = start
    for kind, dx in (("touchStart", 0.0), ("touchMove", way / 2), ("touchMove", way), ("touchEnd", way)):
        points = [] if kind == "touchEnd" else [{"x": x - dx, "y": y}]
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})


def test_panning_the_board_keeps_the_tile(chromium: Browser, address: str) -> None:
    ada = Screen(chromium, address, "phone", touch=True)
    ada.import_game("1830-equal-runs.json", 135)
    page = ada.page
    hexes = page.locator('.gs-hex[role="button"]')
    for number in range(hexes.count()):
        hexes.nth(number).tap()
        if page.locator(".fit").count() > 1:
            break
    expect(page.locator("[data-said]")).not_to_be_empty()
    state = "[...document.querySelectorAll('.fit')].map((one) => one.getAttribute('aria-pressed')).join()"
    chosen = page.evaluate(state)
    assert "," in chosen
    board = page.locator("[data-board]").bounding_box()
    assert board is not None
    drag(page, (board["x"] + board["width"] * 0.8, board["y"] + board["height"] / 2), 120)
    assert page.evaluate(state) == chosen
    name = page.locator("[data-chooser-name]").bounding_box()
    assert name is not None
    drag(page, (name["x"] + 200, name["y"] + 5), 120)
    assert page.evaluate(state) != chosen
    ada.close()


HEXES_OUTSIDE_THE_FRAME = """() => [...document.querySelectorAll('.gs-hex[role="button"]')].filter((one) => {
  one.dispatchEvent(new MouseEvent("click", { bubbles: true }));
  const [hex, frame] = [one, document.querySelector("[data-board]")].map((each) => each.getBoundingClientRect());
  return hex.top < frame.top || hex.bottom > frame.bottom || hex.left < frame.left || hex.right > frame.right;
}).map((one) => one.dataset.hex)"""
"""Hexes that are not wholly visible when they are chosen; each one is chosen in turn."""


def test_a_phone_on_its_side_has_the_question_beside_the_board(chromium: Browser, address: str) -> None:
    ada = Screen(chromium, address, "phone on its side", touch=True)
    ada.import_game("1830-equal-runs.json", 135)
    page = ada.page
    boxes = {name: page.locator(name).bounding_box() for name in ("[data-board]", ".part-panel")}
    board, panel = boxes["[data-board]"], boxes[".part-panel"]
    assert board is not None and panel is not None
    assert board["x"] + board["width"] <= panel["x"]
    assert panel["width"] < 844 / 2 and board["height"] > 390 / 2
    page.locator('.gs-hex[role="button"]').first.tap()
    confirm = page.locator("[data-confirm]")
    expect(confirm).to_be_in_viewport(ratio=1)
    assert confirm.evaluate(IS_ON_TOP)
    assert page.evaluate(HEXES_OUTSIDE_THE_FRAME) == []
    ada.close()


def test_a_phone_marks_the_tab_that_is_shown_and_has_large_buttons(chromium: Browser, address: str) -> None:
    ada = Screen(chromium, address, "phone", touch=True)
    ada.import_game("1830-equal-runs.json", 135)
    page = ada.page
    page.locator("[data-show=players]").tap()
    page.locator('.gs-hex[role="button"]').first.tap()
    number = ada.ply
    expect(page.locator(".gs-trial")).to_have_count(1)
    page.locator("[data-confirm]").tap()
    expect(page.locator("[data-table]")).not_to_have_attribute("data-ply", number)
    underlined = "[...document.querySelectorAll('.tabs a.chosen')].map((one) => one.dataset.show)"
    shown = "[...document.querySelectorAll('.tabbed.chosen')].map((one) => one.dataset.tab)"
    assert page.evaluate(underlined) == page.evaluate(shown) == ["players"]
    assert page.evaluate(SMALL_TARGETS) == []
    ada.close()


SMALL_TARGETS = """() => {
  for (const one of document.querySelectorAll("details")) one.open = true;
  const targets = "button:not(.term), .button, summary, select, input:not([type=checkbox]), .history a, .tabs a";
  return [...document.querySelectorAll(targets)].filter((one) => one.getClientRects().length)
    .map((one) => { const { width, height } = one.getBoundingClientRect();
      return [one.outerHTML.slice(0, 60), width, height]; })
    .filter(([, width, height]) => Math.min(width, height) < 44);
}"""
"""What is too small for a finger, on a page whose details are all open. Terms are words in a line (WCAG 2.5.5)."""


def test_everything_to_press_on_a_phone_is_large_enough(chromium: Browser, address: str) -> None:
    ada = Screen(chromium, address, "phone", touch=True)
    for moment in ("auction", "private company for sale", "stock round", "run", "1862's stock round", "1862's redemption"):
        ada.import_game(*MOMENTS[moment][:2])
        assert ada.page.evaluate(SMALL_TARGETS) == [], moment
    ada.import_game(*MOMENTS["track"][:2])
    ada.page.locator('.gs-hex[role="button"]').first.tap()
    expect(ada.page.locator("[data-cancel]")).to_be_visible()
    assert ada.page.evaluate(SMALL_TARGETS) == []
    ada.close()


def test_without_scripts_a_wide_sheet_scrolls_on_a_phone(chromium: Browser, address: str) -> None:
    ada = Screen(chromium, address, "phone", scripts=False)
    ada.import_game(*MOMENTS["stock round"][:2])
    sheet = ada.page.locator(".part-sheet .scroll").first
    assert sheet.evaluate("(one) => one.scrollWidth > one.clientWidth")
    expect(sheet).to_have_css("overflow-x", "auto")
    expect(sheet).to_have_attribute("tabindex", "0")
    expect(sheet).to_have_accessible_name("Spreadsheet")
    assert ada.page.evaluate("document.documentElement.scrollWidth") == 390
    ada.close()
