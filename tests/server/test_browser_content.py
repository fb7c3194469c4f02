"""What the pages offer, in a real browser."""

from playwright.sync_api import Browser, expect

from browser_helpers import Screen


def test_another_game_keeps_what_was_filled_in(chromium: Browser, address: str) -> None:
    """Choosing the game or the number of players shows the form again; nothing else of it changes."""
    screen = Screen(chromium, address)
    page = screen.page
    page.goto("/new")
    expect(page.locator("[name=listed]")).to_be_checked()
    page.fill("[name=name]", "Friday")
    page.uncheck("[name=listed]")
    page.select_option("[name=hints]", "nobody")
    page.select_option("[name='seat.1.kind']", "local")
    page.fill("[name='seat.1.name']", "Bob")
    page.select_option("[name='seat.2.bot']", "greedy")
    for name, value, shown in (("players", "3", "1830/classic/3"), ("game", "1862/standard", "1862/standard/4")):
        page.select_option(f"[name={name}]", value)
        expect(page.locator("[name=shown]")).to_have_value(shown)
        expect(page.locator("[name=name]")).to_have_value("Friday")
        expect(page.locator("[name=listed]")).not_to_be_checked()
        expect(page.locator("[name=hints]")).to_have_value("nobody")
        expect(page.locator("[name='seat.1.kind']")).to_have_value("local")
        expect(page.locator("[name='seat.1.name']")).to_have_value("Bob")
        expect(page.locator("[name='seat.2.bot']")).to_have_value("greedy")
    page.fill("[name=my_name]", "Ada")
    page.locator("[name=my_name]").press("Enter")
    screen.wait_for_table()
    screen.close()
