"""Real browsers for tests: Chromium through Playwright, one screen for each person."""

import json
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from time import monotonic

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, FilePayload, Locator, Page, Route, expect

SIZES = {"desktop": (1400, 900), "phone": (390, 844), "phone on its side": (844, 390)}
DATA = Path(__file__).parent / "data"
PATIENCE = 60_000
"""Milliseconds; what comes at all comes much sooner, unless the machine is busy with other things."""
expect.set_options(timeout=PATIENCE)

AXE_SCRIPT = Axe().axe_script
AXE_EXTRAS = ("label-content-name-mismatch", "target-size", "td-has-header", "table-fake-caption", "p-as-heading")
"""Rules that are off unless asked for. The others that are off are of level AAA, deprecated or for review by a person."""
AXE_RUN = """async ([within, options]) => {
  const { violations } = await axe.run(within, options);
  const isCut = ({ target }) => {
    const { top, bottom } = document.querySelector(target[0]).getBoundingClientRect();
    return top < innerHeight && bottom > innerHeight;
  };
  for (const one of violations) if (one.id === "target-size") one.nodes = one.nodes.filter((node) => !isCut(node));
  return violations;
}"""
"""What the lower edge of the window cuts is no small target: axe-core measures what a sticky bar leaves of it."""
LOOKS = {
    ("desktop", "light", False): (),
    ("phone", "dark", False): ("color-contrast",),
    ("desktop", "dark", True): ("target-size",),
    ("phone", "light", True): ("color-contrast",),
}
"""Size, theme, whether everything is shown that is folded away or on another tab, as on a page without scripts, and the rules
that take most of the time and find nothing new: a phone has the colors of a desktop, a mouse hits what a finger hits."""
HEX = '<g id="hex-'
"""A hex is a picture: what is drawn on it is no label, and its name says the same in words."""
SHOW = """([theme, all]) => {
  document.documentElement.dataset.theme = theme;
  document.documentElement.classList.toggle("js", !all);
  if (all) for (const one of document.querySelectorAll("details")) one.open = true;
}"""

HEARD = """
window.heard = [];
class Silence {
  currentTime = 0;
  sampleRate = 8000;
  destination = {};
  createGain() {
    return { gain: { setValueAtTime() {}, exponentialRampToValueAtTime() {} }, connect: (next) => next };
  }
  createOscillator() {
    let pitch = 0;
    const frequency = { setValueAtTime: (value) => (pitch = value), exponentialRampToValueAtTime() {} };
    return { frequency, connect: (next) => next, start: () => window.heard.push(`tone ${pitch}`), stop() {} };
  }
  createBuffer(channels, length) {
    return { length, copyToChannel() {} };
  }
  createBiquadFilter() {
    return { frequency: {}, connect: (next) => next };
  }
  createBufferSource() {
    return { connect: (next) => next, start: () => window.heard.push("noise") };
  }
}
window.AudioContext = Silence;
"""
"""Instead of the browser's sounds: notes what would be heard."""

MOVE = """async () => {
  const page = new DOMParser().parseFromString(await (await fetch(location.pathname)).text(), "text/html");
  const form = page.querySelector("form[data-live]:has(button[data-kind=Pass])");
  const body = new URLSearchParams(new FormData(form));
  body.set("action", form.querySelector("button[data-kind=Pass]").value);
  await fetch(form.getAttribute("action"), { method: "POST", body, headers: { accept: "application/json" } });
}"""
"""A move on another page."""
IS_INTERCEPTED = "() => fetch('/healthz?intercepted').then((answer) => answer.text()).then((text) => text === 'yes')"


def paused(page: Page) -> None:
    """Stop the clock of the page: only `run_for` lets time pass."""
    page.clock.install()
    page.clock.pause_at(datetime.now(UTC) + timedelta(hours=1))


class Screen:
    """A browser of one person; complaints of the page fail the test at its end."""

    def __init__(
        self,
        browser: Browser,
        address: str,
        size: str = "desktop",
        language: str = "en",
        scripts: bool = True,
        touch: bool = False,
    ) -> None:
        width, height = SIZES[size]
        self.context = browser.new_context(
            viewport={"width": width, "height": height},
            locale=language,
            base_url=address,
            java_script_enabled=scripts,
            has_touch=touch,
            is_mobile=touch,
        )
        self.page: Page = self.context.new_page()
        self.scripts = scripts
        self.complaints: list[str] = []
        self.page.on("console", lambda message: self.complaints.append(message.text) if message.type == "error" else None)
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.set_default_timeout(PATIENCE)

    def new_table(self, *kinds: str, game: str = "1830/classic", clock: str = "none") -> str:
        self.page.goto(f"/new?game={game}&players={len(kinds)}")
        self.page.fill("[name=my_name]", "Ada")
        for number, kind in enumerate(kinds):
            self.page.select_option(f'[name="seat.{number}.kind"]', kind)
        for heading in self.page.locator("details.group summary").all():
            heading.click()
        self.page.select_option("#option-seating", "free")
        self.page.select_option("[name=clock]", clock)
        self.page.click("button[value=create]")
        self.wait_for_table()
        return self.page.url

    def wait_for_table(self) -> None:
        """Until the table is there with its style sheets, and its scripts, if any, listen."""
        self.page.wait_for_selector("[data-table][data-ready]" if self.scripts else "[data-table]")
        self.page.wait_for_load_state()

    def import_game(self, name: str, moves: int | None = None) -> str:
        """A table from a record in the data folder, as it was after so many moves; all seats are at this screen."""
        record = json.loads((DATA / name).read_text())
        if moves is not None:
            record["actions"] = record["actions"][:moves]
            record.pop("snapshot", None)
        return self.import_record(json.dumps(record).encode())

    def import_record(self, record: bytes) -> str:
        """A table from a record; all seats are at this screen."""
        self.page.goto("/account")
        if self.page.locator("form[action='/account/guest']").count():
            self.page.fill("form[action='/account/guest'] [name=name]", "Ada")
            self.page.click("form[action='/account/guest'] button")
        self.page.goto("/")
        file: FilePayload = {"name": "game.json", "mimeType": "application/json", "buffer": record}
        self.page.set_input_files("input[type=file]", files=[file])
        self.page.click("form[action='/import'] button")
        self.wait_for_table()
        return self.page.url

    def import_for_phones(self, record: bytes) -> str:
        """A table from a record with all seats open; the address at which they are taken."""
        self.page.goto("/account")
        self.page.fill("form[action='/account/guest'] [name=name]", "Ada")
        self.page.click("form[action='/account/guest'] button")
        self.page.goto("/")
        file: FilePayload = {"name": "game.json", "mimeType": "application/json", "buffer": record}
        self.page.set_input_files("input[type=file]", files=[file])
        self.page.check("form[action='/import'] [name=phones]")
        self.page.click("form[action='/import'] button")
        return self.page.locator("a[href*='/join/']").get_attribute("href") or ""

    def intercept(self, path: str, handler: Callable[[Route], object]) -> None:
        """Hand requests of the open page to the test.

        Chromium says at once that it does, but a request sent in the next moment may still go past the test.
        """
        self.page.route("**/healthz?intercepted", lambda route: route.fulfill(body="yes"))
        self.page.route(path, lambda route: handler(route))  # Playwright sets an attribute, which a method of list has not
        self.page.wait_for_function(IS_INTERCEPTED)

    def hold(self, path: str) -> "Held":
        held = Held(self.page)
        self.intercept(path, held.routes.append)
        return held

    def barriers(self, within: str = "html") -> list[str]:
        """What axe-core finds on the page that is open, or in a part of it, in both sizes and both themes."""
        self.page.evaluate(AXE_SCRIPT)
        found = set()
        for (size, theme, shows_all), left_out in LOOKS.items():
            rules = {rule: {"enabled": True} for rule in AXE_EXTRAS} | {rule: {"enabled": False} for rule in left_out}
            options = {"resultTypes": ["violations"], "rules": rules}
            width, height = SIZES[size]
            self.page.set_viewport_size({"width": width, "height": height})
            self.page.evaluate(SHOW, [theme, shows_all])
            for violation in self.page.evaluate(AXE_RUN, [within, options]):
                found |= {
                    f"{violation['id']} ({size}, {theme}): {node['html'][:200]}"
                    for node in violation["nodes"]
                    if not (violation["id"] == "label-content-name-mismatch" and node["html"].startswith(HEX))
                }
        width, height = SIZES["desktop"]
        self.page.set_viewport_size({"width": width, "height": height})
        self.page.evaluate(SHOW, ["light", False])
        return sorted(found)

    def press(self, kind: str, **fields: object) -> None:
        """Press the button of an action, once the page offers it, and wait until the table has moved on."""
        button = self.button(kind, **fields)
        before = self.ply
        group = button.locator("xpath=ancestor::details")
        if group.count() and group.first.get_attribute("open") is None:
            group.first.locator("summary").click()
        button.click()
        expect(self.page.locator("[data-table]")).not_to_have_attribute("data-ply", before)

    def button(self, kind: str, **fields: object) -> Locator:
        """The button of an action; a page whose turn has only just come may need a moment to show it."""
        offered = self.page.locator(f"button[data-kind={kind}]")
        deadline = monotonic() + PATIENCE / 1000
        while monotonic() < deadline:
            # One look at all of them: the page may swap its panel between two looks.
            values = offered.evaluate_all("buttons => buttons.map(button => button.value)")
            for number, value in enumerate(values):
                action = json.loads(value or "{}")
                if all(action.get(name) == wanted for name, wanted in fields.items()):
                    return self.page.locator(f"button[data-kind={kind}][value='{value}']").first if value else offered.nth(number)
            self.page.wait_for_timeout(100)
        raise AssertionError(f"no button {kind} {fields}")

    @property
    def ply(self) -> str:
        return self.page.get_attribute("[data-table]", "data-ply") or ""

    def close(self) -> None:
        self.context.close()
        assert self.complaints == []


class Held:
    """Requests that wait until the test lets them go."""

    def __init__(self, page: Page) -> None:
        self.routes: list[Route] = []
        self._page = page

    def release(self) -> None:
        """Let the next one go, once it has come."""
        deadline = monotonic() + PATIENCE / 1000
        while not self.routes:
            assert monotonic() < deadline, "no request has come"
            self._page.wait_for_timeout(20)
        self.routes.pop(0).continue_()
