"""Clocks in a real browser: they count down without moving anything, and warn when little is left."""

import re

import pytest
from playwright.sync_api import Browser, expect

from browser_helpers import Screen

HOUR = 3_600_000


@pytest.mark.parametrize("size", ["desktop", "phone"])
def test_a_clock_counts_down_in_its_place(chromium: Browser, address: str, size: str) -> None:
    ada, bob = Screen(chromium, address, size), Screen(chromium, address, size)
    ada.page.clock.install()
    ada.new_table("me", "open", clock="move")
    bob.page.goto(ada.page.input_value("[data-copy]"))
    bob.page.fill("[name=name]", "Bob")
    bob.page.click("main button")
    bob.wait_for_table()
    clock = ada.page.locator(".part-status .clock")
    expect(clock).to_have_text(re.compile(r"^(2d 00:00|1d 23:\d\d)$"))
    before = clock.bounding_box()
    assert before is not None and before["x"] >= 0
    assert before["x"] + before["width"] <= ada.page.viewport_size["width"]  # type: ignore[index]
    ada.page.clock.fast_forward(42 * HOUR)
    expect(clock).to_have_text(re.compile(r"^0[56]:\d\d:\d\d$"))
    expect(clock).not_to_have_class(re.compile("low"))
    after = clock.bounding_box()
    assert after is not None and abs(after["width"] - before["width"]) < 1, "nothing moves"
    ada.page.clock.fast_forward(2 * HOUR)
    expect(clock).to_have_class(re.compile("low"))
    expect(ada.page.locator(".part-players .clock")).to_have_count(2)
    # On the page without scripts the deadline is a time of day.
    plain = Screen(chromium, address, size, scripts=False)
    plain.page.goto(bob.page.url)
    expect(plain.page.locator(".part-status .clock")).to_have_text(re.compile(r"until \w+ \d+ \w+, \d\d:\d\d"))
    for screen in (ada, bob, plain):
        assert screen.complaints == []
