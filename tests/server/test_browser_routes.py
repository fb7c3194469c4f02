"""Routes in a real browser: best runs that tie, destination runs, and runs below the best."""

from playwright.sync_api import Browser, expect

from browser_helpers import Screen


def overlay(screen: Screen) -> str:
    """The routes as they lie on the board."""
    ways = screen.page.locator("[data-board] path.gs-route")
    return " ".join(f"{one.get_attribute('class')} {one.get_attribute('d')}" for one in ways.all())


def test_equal_runs_are_chosen_and_declared(chromium: Browser, address: str) -> None:
    """Of several best runs the president may choose any (7.4)."""
    ada = Screen(chromium, address)
    ada.import_game("1830-equal-runs.json")
    pager = ada.page.locator(".pager")
    expect(pager).to_contain_text("1 of 2")
    first, stops = overlay(ada), ada.page.inner_text(".runs")
    following = ada.page.locator("#run-next")
    following.focus()
    ada.page.keyboard.press("Enter")
    expect(pager).to_contain_text("2 of 2")
    expect(following).to_be_focused(timeout=60_000)
    second, chosen = overlay(ada), ada.page.inner_text(".runs")
    assert second != first and chosen != stops
    ada.press("RunTrains")
    expect(ada.page.locator(".part-panel .question")).to_contain_text("pay out")
    assert ada.page.inner_text(".runs") == chosen and overlay(ada) == second
    ada.page.reload()
    assert ada.page.inner_text(".runs") == chosen
    ada.close()


def test_routes_are_chosen_without_scripts(chromium: Browser, address: str) -> None:
    ada = Screen(chromium, address, scripts=False)
    ada.import_game("1830-equal-runs.json")
    before = overlay(ada)
    ada.page.click("#run-next")
    expect(ada.page.locator(".pager")).to_contain_text("2 of 2")
    chosen = ada.page.inner_text(".runs")
    assert overlay(ada) != before
    button = ada.page.locator("button[data-kind=RunTrains]")
    ada.page.locator(".part-panel details", has=button).locator("summary").first.click()
    button.click()
    expect(ada.page.locator(".part-panel .question")).to_contain_text("pay out")
    assert ada.page.inner_text(".runs") == chosen
    ada.close()


def test_a_destination_run_of_1862_is_drawn_and_a_lower_run_may_be_chosen(chromium: Browser, address: str) -> None:
    ada = Screen(chromium, address)
    ada.import_game("1862-destination-run.json")
    panel = ada.page.locator(".part-panel")
    expect(panel).to_contain_text("The trains earn $280.")
    expect(panel.locator(".runs")).to_contain_text("destination Winnipeg")
    expect(ada.page.locator(".gs-stretches")).to_contain_text("+$70")
    ada.page.click("#run-next")
    expect(panel).to_contain_text("below the best run")
    earned = ada.page.inner_text(".run > p").partition("$")[2].partition(".")[0]
    assert int(earned) < 280
    ada.press("RunTrains")
    expect(panel.locator(".question")).to_contain_text(f"pay out ${earned}")
    ada.close()
