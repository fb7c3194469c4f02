"""What the pages offer, in a real browser."""

import re

import pytest
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
        if name == "game":
            page.check(f"[name=game][value='{value}']")
        else:
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


@pytest.mark.parametrize("size", ["desktop", "phone"])
def test_a_sale_to_ones_own_railroad_proposes_a_price_and_shows_its_effect(chromium: Browser, address: str, size: str) -> None:
    """The highest price is proposed, and both purses are shown as they would be (4.1)."""
    screen = Screen(chromium, address, size)
    screen.import_game("1830-equal-runs.json", 76)
    form = screen.page.locator("form.amount").filter(has=screen.page.locator("[data-after]")).first
    before, position = screen.ply, form.locator("button").bounding_box()
    chosen = form.locator("input[name=chosen]")
    expect(chosen).to_have_value(chosen.get_attribute("max") or "")
    payer, payee = (int(form.locator(".effect").get_attribute(f"data-{side}") or "") for side in ("payer", "payee"))
    form.locator("input[name=chosen]").fill("70")
    expect(form.locator(".effect")).to_contain_text(f" ${payer - 70}")
    expect(form.locator(".effect")).to_contain_text(f"${payee + 70}")
    form.locator("input[name=chosen]").fill("5000")
    expect(form.locator(".effect")).to_contain_text("Now: ")
    assert form.locator("button").bounding_box() == position, "nothing moves"
    form.locator("input[name=chosen]").fill("70")
    form.locator("button").click()
    expect(screen.page.locator("[data-table]")).not_to_have_attribute("data-ply", before)
    screen.close()


def test_the_tile_of_a_private_company_is_a_choice_of_its_own(chromium: Browser, address: str) -> None:
    """Turning a tile never changes who pays for it: No. 4's tile closes the company and has a picture with its name (III)."""
    screen = Screen(chromium, address)
    page = screen.page
    screen.import_game("1862-destination-run.json", 49)
    lays = page.locator("button[data-kind=LayTile]").evaluate_all("all => all.map(one => JSON.parse(one.value))")
    ordinary = {(lay["hex"], lay["tile"]) for lay in lays if lay.get("private") is None}
    both = [lay for lay in lays if lay.get("private") is not None and (lay["hex"], lay["tile"]) in ordinary]
    assert both
    page.locator(f"[data-board] .gs-hex[data-hex={both[0]['hex']}]").click()
    fits = page.locator("[data-fits] .fit")
    own, figures = page.locator("[data-fits] .fit.powered"), page.locator("[data-figures]")
    expect(own.first).to_have_attribute("aria-label", re.compile("Rocky Mountain.*closes"))
    for fit, name in ((fits.first, "Ordinary tile"), (own.first, "Rocky Mountain")):
        if fit.get_attribute("aria-pressed") != "true":
            fit.click()
        said = page.locator("[data-said]")
        for _ in range(6):
            # The card names the private company and says what happens to it; below it only the rest is told.
            expect(figures).to_contain_text(name)
            expect(said).to_contain_text("lays tile")
            expect(said).not_to_contain_text("Rocky Mountain")
            if page.locator("[data-turn]").is_enabled():
                page.locator("[data-turn]").click()
    screen.close()
