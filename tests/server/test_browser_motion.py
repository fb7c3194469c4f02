"""Motion and sounds: what moves once when the table moves on, and what is heard by those who want it."""

from typing import Any

from playwright.sync_api import Browser, expect

from browser_helpers import HEARD, Screen

RECORD = """
window.moved = [];
const animate = Element.prototype.animate;
Element.prototype.animate = function (keyframes, options) {
  window.moved.push([this.getAttribute("class") ?? "", Object.keys(keyframes).join(" ")]);
  return animate.call(this, keyframes, options);
};
"""
"""What moves, for tests that do not depend on when."""

TAKE = "name => { const found = window[name]; window[name] = []; return found; }"


def take(screen: Screen, name: str) -> list[Any]:
    """What has moved or was heard since the last look, after the next frame is drawn."""
    screen.page.evaluate("() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))")
    found: list[Any] = screen.page.evaluate(TAKE, name)
    return found


def undo(screen: Screen) -> None:
    before = screen.ply
    screen.page.click("[data-undo]")
    expect(screen.page.locator("[data-table]")).not_to_have_attribute("data-ply", before)


def test_what_changed_moves_once_and_is_heard_on_request(chromium: Browser, address: str) -> None:
    """A sold share moves the token of the market and marks amounts; nothing moves with reduced motion or without a change."""
    ada = Screen(chromium, address)
    ada.page.add_init_script(RECORD + HEARD)
    ada.import_game("1830-equal-runs.json", 129)
    ada.press("SellShares", company="NYC")
    moved = take(ada, "moved")
    assert [names for names, _ in moved if "gliding" in names] == ["gs gliding"], moved
    assert any(keyframes == "backgroundColor" for _, keyframes in moved)
    assert not any("gs-hex" in names for names, _ in moved)
    expect(ada.page.locator(".gliding")).to_have_count(0)
    assert take(ada, "heard") == []

    ada.page.emulate_media(reduced_motion="reduce")
    fetched: list[str] = []
    ada.page.on("request", lambda request: fetched.append(request.url) if "/parts" in request.url else None)
    undo(ada)
    assert take(ada, "moved") == []

    ada.page.check("[data-alert=sound]")
    bell = take(ada, "heard")
    assert bell == ["tone 660", "tone 880"]
    ada.press("SellShares", company="NYC")
    assert take(ada, "heard") == ["noise", "noise"]
    assert not fetched, "the live connection tells of one's own actions too, but the answer has brought what is in view"
    ada.close()


def test_a_laid_tile_settles_with_a_sound_of_its_own(chromium: Browser, address: str) -> None:
    ada = Screen(chromium, address)
    ada.page.add_init_script(RECORD + HEARD)
    ada.import_game("1830-equal-runs.json", 156)
    ada.page.check("[data-alert=sound]")
    take(ada, "heard")
    ada.press("LayTile")
    moved = take(ada, "moved")
    assert len([names for names, keyframes in moved if "gs-hex" in names and keyframes == "transform opacity"]) == 1, moved
    assert take(ada, "heard") == ["noise", "tone 170"]
    sounds = ada.page.evaluate(
        """async () => {
          const { SOUNDS } = await import("/static/sounds.js");
          return Object.values(SOUNDS).map((play) => { window.heard = []; play(); return window.heard.join(); });
        }"""
    )
    assert len(set(sounds)) == len(sounds) == 5
    ada.close()
