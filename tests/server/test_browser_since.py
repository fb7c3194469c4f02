"""Since your last turn: the card, its marks and its replay, and the pace at which moves of others are shown."""

import pytest
from playwright.sync_api import Browser, Page, expect

from browser_helpers import MOVE, Screen, paused

RECORD = "1830-equal-runs.json"
LAST = 152
PLACES = """() => [...document.querySelectorAll(".table :is(button, summary, a, input)")]
  .filter((one) => one.getClientRects().length && !one.closest(".log, [data-behind] .skip-moves"))
  .map((one) => { const { x, y, width, height } = one.getBoundingClientRect();
    return [one.textContent.trim().slice(0, 30), x, y, width, height]; })"""
WATCH = """() => { window.seen = []; const table = document.querySelector("[data-table]");
  table.addEventListener("table:changed", () => window.seen.push(Number(table.dataset.shown))); }"""
"""Note every position that is shown."""


def marked(page: Page) -> list[str]:
    found: list[str] = page.locator(".changed").evaluate_all(
        "all => all.map(one => one.dataset.mark ?? one.dataset.hex ?? `cell ${one.dataset.cell}`)"
    )
    return found


def at(page: Page, ply: int) -> None:
    expect(page.locator("[data-table]")).to_have_attribute("data-shown", str(ply))


def plies(page: Page) -> list[int]:
    """The different positions that were shown, in order."""
    seen: list[int] = page.evaluate("window.seen")
    return [ply for number, ply in enumerate(seen) if not number or seen[number - 1] != ply]


@pytest.mark.parametrize("size", ["desktop", "phone"])
def test_the_card_its_marks_and_its_replay(chromium: Browser, address: str, size: str) -> None:
    ada = Screen(chromium, address, size)
    page = ada.page
    page.add_init_script("localStorage.setItem('goldenspike.pace', 'normal')")
    ada.import_game(RECORD, LAST)
    lines = page.locator(".since-lines li")
    expect(lines).to_have_count(4)
    assert [text.split(" · ")[0].split()[-1] for text in lines.all_inner_texts()] == ["(Boston)", "H18", "B22", "H14"]
    assert {"H18", "B22", "H14", "price-PRR", "price-B&O", "trains-CPR"} <= set(marked(page))
    assert "share-PRR-0" not in marked(page)
    # Each line leads to its moment, and nothing moves. Nothing is scrolled for the click: another position ends that (sight.js).
    before = page.evaluate(PLACES)
    lines.nth(2).locator("a").dispatch_event("click")
    at(page, 145)
    expect(lines.nth(2).locator("a")).to_have_attribute("aria-current", "true")
    assert marked(page) == []
    card = page.locator(".since").bounding_box()
    page.keyboard.press("Escape")
    at(page, LAST)
    assert page.locator(".since").bounding_box() == card
    assert page.evaluate(PLACES) == before
    # The replay shows every position since, then the newest one.
    page.evaluate(WATCH)
    page.click("[data-replay]")
    expect(page.locator("[data-replay] span").last).to_be_visible()
    at(page, 137)
    at(page, 139)
    assert page.locator(".since").bounding_box() == card
    page.click(".right [data-show=trains]")
    expect(page.locator("[data-table]")).not_to_have_attribute("data-replays", "")
    stopped = page.get_attribute("[data-table]", "data-shown")
    page.click("[data-replay]")
    at(page, 136)
    page.click("[data-replay]")
    at(page, LAST)
    assert stopped != str(LAST)
    # The marks go with the reader's next action; what was told stays throughout his turn.
    ada.press("Pass")
    expect(page.locator(".since-lines li")).to_have_count(4)
    assert marked(page) == []
    if size == "desktop":
        assert ada.barriers(".part-since") == []
    ada.close()


def test_the_replay_ends_in_the_present(chromium: Browser, address: str) -> None:
    ada = Screen(chromium, address)
    page = ada.page
    ada.import_game(RECORD, 104)
    page.evaluate(WATCH)
    page.keyboard.press("o")
    expect(page.locator("[data-table]")).to_have_attribute("data-replays", "")
    expect(page.locator("[data-table]")).not_to_have_attribute("data-replays", "")
    at(page, 104)
    assert plies(page)[-7:] == [98, 99, 100, 101, 102, 103, 104]
    ada.close()


@pytest.mark.parametrize("size", ["desktop", "phone"])
@pytest.mark.parametrize(("pace", "milliseconds"), [("normal", 700), ("slow", 2000)])
def test_moves_in_quick_succession_are_shown_one_by_one(
    chromium: Browser, address: str, pace: str, milliseconds: int, size: str
) -> None:
    ada = Screen(chromium, address, size, touch=size == "phone")
    page = ada.page
    ada.new_table("me", "local", "local", "local")
    if size == "phone":
        # The setting stands below the log.
        page.tap(".tabs [data-show=log]")
    start = int(ada.ply)
    other = ada.context.new_page()
    other.goto(page.url)
    other.wait_for_selector("[data-table][data-ready]")
    page.bring_to_front()
    page.select_option("[data-pace]", pace)
    page.evaluate("scrollTo(0, 0)")
    paused(page)
    table = page.locator("[data-table]")
    before = page.evaluate(PLACES)
    other.evaluate(MOVE)
    at(page, start + 1)
    other.evaluate(MOVE)
    expect(table).to_have_attribute("data-behind", "")
    page.clock.run_for(milliseconds - 1)
    at(page, start + 1)
    page.clock.run_for(1)
    at(page, start + 2)
    expect(table).not_to_have_attribute("data-behind", "")
    # Whoever does not want to wait skips.
    other.evaluate(MOVE)
    expect(table).to_have_attribute("data-behind", "")
    skip = page.locator("[data-skip]")
    expect(skip).to_be_in_viewport()
    if size == "phone":
        skip.tap()
    else:
        skip.click()
    at(page, start + 3)
    expect(table).not_to_have_attribute("data-behind", "")
    assert [place[1:] for place in page.evaluate(PLACES)[:4]] == [place[1:] for place in before[:4]]
    page.reload()
    ada.wait_for_table()
    assert page.input_value("[data-pace]") == pace
    other.close()
    ada.close()


@pytest.mark.parametrize("size", ["desktop", "phone"])
@pytest.mark.parametrize("reason", ["chosen", "without motion"])
def test_everything_comes_at_once_if_wanted(chromium: Browser, address: str, reason: str, size: str) -> None:
    ada = Screen(chromium, address, size, touch=size == "phone")
    page = ada.page
    ada.new_table("me", "local", "local")
    if size == "phone":
        page.tap(".tabs [data-show=log]")
    start = int(ada.ply)
    other = ada.context.new_page()
    other.goto(page.url)
    other.wait_for_selector("[data-table][data-ready]")
    page.bring_to_front()
    if reason == "chosen":
        page.select_option("[data-pace]", "now")
    else:
        page.emulate_media(reduced_motion="reduce")
    paused(page)
    for made in (1, 2, 3):
        other.evaluate(MOVE)
        at(page, start + made)
    expect(page.locator("[data-table]")).not_to_have_attribute("data-behind", "")
    other.close()
    ada.close()


@pytest.mark.parametrize("size", ["desktop", "phone"])
def test_a_duel_of_bids_is_one_line(chromium: Browser, address: str, size: str) -> None:
    """The line of the log grows with each bid and says in the end who has won; it leads to the last bid."""
    ada = Screen(chromium, address, size)
    page = ada.page
    ada.import_game("1830-discard.json", 14)
    if size == "phone":
        page.click(".tabs [data-show=log]")
    lines = page.locator(".log-move").filter(has_text="Baltimore & Ohio")
    expect(lines).to_have_count(4)
    expect(lines.last).to_contain_text("Bob and Cleo bid on Baltimore & Ohio (BO, pays $30); Bob leads with $260.")
    expect(page.locator(".since-lines li")).to_have_text(["Bob bids $260 for Baltimore & Ohio (BO)."])
    if size == "phone":
        page.click(".part-panel [data-show=auction]")
    bid = page.locator("form.amount:has(button[data-kind=Bid]):visible").last
    bid.locator("input[name=chosen]").fill("300")
    bid.locator("button[data-kind=Bid]").click()
    if size == "phone":
        page.click(".tabs [data-show=log]")
    expect(lines).to_have_count(4)
    expect(lines.last).to_contain_text("Cleo leads with $300.")
    expect(lines.last.locator("a")).to_have_text("15")
    ada.press("Pass")
    expect(lines.last).to_contain_text("bid on Baltimore & Ohio (BO, pays $30) up to $300; Cleo wins.")
    expect(lines).to_have_count(4)
    ada.close()


def test_a_tab_to_which_the_reader_turns_while_a_move_is_sent_shows_it(chromium: Browser, address: str) -> None:
    """The answer brings what was in view when the move was sent."""
    ada = Screen(chromium, address, "phone")
    page = ada.page
    ada.import_game("1830-discard.json", 14)
    lines = page.locator(".log-move").filter(has_text="Baltimore & Ohio")
    page.click(".tabs [data-show=log]")
    expect(lines.last).to_contain_text("Bob leads with $260.")
    page.click(".part-panel [data-show=auction]")
    held = ada.hold("**/act?*")
    bid = page.locator("form.amount:has(button[data-kind=Bid]):visible").last
    bid.locator("input[name=chosen]").fill("300")
    with page.expect_request("**/act?*"):
        bid.locator("button[data-kind=Bid]").click()
    page.click(".tabs [data-show=log]")
    held.release()
    expect(lines.last).to_contain_text("Cleo leads with $300.")


def test_spectators_have_no_card(chromium: Browser, address: str) -> None:
    ada, eve = Screen(chromium, address), Screen(chromium, address)
    eve.page.goto(ada.import_game(RECORD, LAST))
    eve.wait_for_table()
    expect(eve.page.locator(".part-since")).to_be_empty()
    assert marked(eve.page) == []
    ada.close()
    eve.close()
