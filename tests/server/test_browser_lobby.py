"""The lobby and the form for a new table in a real browser, on a desktop and on a phone."""

import re

import pytest
from playwright.sync_api import Browser, Locator, expect

from browser_helpers import Screen
from goldenspike.bots.roster import BOTS
from goldenspike.titles.catalogue import CATALOGUE

FITS = "document.documentElement.scrollWidth <= innerWidth"


def is_drawn(picture: Locator) -> None:
    """A picture loads when it comes into view."""
    picture.scroll_into_view_if_needed()
    expect(picture).to_have_js_property("complete", True)
    assert picture.evaluate("(one) => one.naturalWidth") > 0


AT_THE_BEGINNING = """() => document.getAnimations().forEach((one) => {
  one.pause();
  one.currentTime = 0;
})"""
ENDS = "() => document.getAnimations().map((one) => one.effect.getComputedTiming().endTime)"


@pytest.mark.parametrize("size", ["desktop", "phone"])
def test_a_first_visit_sees_a_turn_and_two_ways_to_begin(chromium: Browser, address: str, size: str) -> None:
    eva = Screen(chromium, address, size)
    page = eva.page
    page.goto("/")
    # What moves by itself stops within five seconds (WCAG 2.2.2).
    ends = page.evaluate(ENDS)
    assert len(ends) > 4 and max(ends) <= 5000
    ways = page.locator(".welcome form :is(button, .button)")
    expect(ways).to_have_count(2)
    for way in ways.all():
        expect(way).to_be_in_viewport(ratio=1)
    assert page.evaluate(FITS)
    page.emulate_media(reduced_motion="reduce")
    page.reload()
    assert page.evaluate(ENDS) == []
    picture = page.locator(".moments")
    expect(picture.locator("li")).to_have_text(
        ["Lay track.", "Run the trains.", "Pay the shareholders.", "The share price rises."]
    )
    expect(picture.locator(".moment-1")).to_have_css("opacity", "1")
    ways.last.click()
    eva.wait_for_table()
    page.goto("/learn")
    page.locator("form[action='/learn/starter'] button").click()
    eva.wait_for_table()
    eva.close()


def test_the_moments_of_a_turn_can_be_read_before_their_time_comes(chromium: Browser, address: str) -> None:
    eva = Screen(chromium, address)
    eva.page.goto("/")
    eva.page.evaluate(AT_THE_BEGINNING)
    assert eva.barriers(".welcome") == []
    eva.close()


@pytest.mark.parametrize("size", ["desktop", "phone"])
def test_the_lobby_tells_what_waits_and_how_games_stand(chromium: Browser, address: str, size: str) -> None:
    ada = Screen(chromium, address, size)
    page = ada.page
    ada.import_game("1830-bank-breaks.json")
    table = ada.import_game("1830-equal-runs.json", 150)
    page.goto("/")
    lists = page.locator("section[aria-labelledby^=list-]")
    expect(lists.first).to_have_attribute("aria-labelledby", "list-turn")
    waits = lists.first.locator(".game")
    expect(waits).to_have_count(1)
    expect(waits).to_be_in_viewport(ratio=1)
    for told in ("Your turn", " ago", "Operating round 3.1 · phase 3", "PRR pays out $40"):
        expect(waits).to_contain_text(told)
    is_drawn(waits.locator("img"))
    finished = page.locator("section[aria-labelledby=list-finished] .game")
    expect(finished).to_contain_text(re.compile(r"1\. [\w ]+ \$[\d,]+"))
    is_drawn(finished.locator("img"))
    assert page.evaluate(FITS)

    # The whole card leads to the table.
    waits.click(position={"x": 60, "y": 60})
    ada.wait_for_table()
    expect(page).to_have_url(table)

    # One list or one game alone; a finished game can be put away.
    page.goto("/")
    page.select_option("[name=game]", "1862/standard")
    expect(page.locator(".game")).to_have_count(0)
    page.select_option("[name=game]", "")
    expect(page.locator(".game")).to_have_count(2)
    page.select_option("[name=show]", "finished")
    expect(lists).to_have_count(1)
    expect(finished).to_have_count(1)
    finished.locator(".away summary").click()
    finished.locator(".away button").click()
    expect(page.locator("section[aria-labelledby=list-finished] .game")).to_have_count(0)
    ada.close()


@pytest.mark.parametrize("size", ["desktop", "phone"])
def test_a_new_table_shows_every_version_and_every_bot(chromium: Browser, address: str, size: str) -> None:
    ada = Screen(chromium, address, size)
    page = ada.page
    page.goto("/new")
    versions = page.locator(".version")
    expect(versions).to_have_count(sum(len(entry.versions) for entry in CATALOGUE))
    for version in versions.all():
        expect(version.locator(".faint")).to_have_text(re.compile(r"\d players, .*\d hours?"))
        expect(version.locator("span").last).to_have_text(re.compile(r"\.$"))
        is_drawn(version.locator("img"))
    bots = page.locator(".bots li")
    expect(bots).to_have_count(len(BOTS))
    for bot in bots.all():
        expect(bot.locator("svg")).to_be_visible()
    expect(bots.locator(".faint", has_text="%").first).to_be_visible()
    assert page.evaluate(FITS)
    ada.close()


@pytest.mark.parametrize("size", ["desktop", "phone"])
def test_the_button_that_creates_a_table_stays_in_sight(chromium: Browser, address: str, size: str) -> None:
    ada = Screen(chromium, address, size)
    page = ada.page
    page.goto("/new?game=1862/standard&players=5")
    create = page.locator("button[value=create]")
    for group in page.locator("details.group summary").all():
        group.evaluate("(one) => one.click()")
    height = page.evaluate("document.documentElement.scrollHeight")
    for place in range(0, height, 600):
        page.evaluate("(place) => scrollTo(0, place)", place)
        expect(create).to_be_in_viewport(ratio=1)
    expect(page.locator(".create")).to_contain_text("1862")
    # What has the focus is never below it.
    last = page.locator("details.group :is(select, input)").last
    page.evaluate("scrollTo(0, 0)")
    last.focus()
    covered = last.evaluate(
        "(one) => one.getBoundingClientRect().bottom > document.querySelector('.create').getBoundingClientRect().top"
    )
    assert not covered
    ada.close()
