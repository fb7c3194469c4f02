"""Play a recorded game through the real page in Chromium and count clicks, keys and the way of the pointer.

Run it with `make clicks`, or `python benchmarks/clicks.py [--moves N] [--json FILE]`. All seats are at one screen. Every move is
made as a person would make it: with the mouse where the page offers something to click, with keys for amounts and for turning
tiles. The game must end with the recorded result, otherwise the program fails.
"""

import argparse
import json
import math
import os
import re
import shutil
import sys
import tempfile
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from time import monotonic
from typing import Any

from playwright.sync_api import Locator, Page, expect, sync_playwright

from goldenspike.core.actions import (
    Action,
    BuyPrivate,
    BuyShare,
    BuyTrain,
    LayTile,
    PlaceToken,
    RunTrains,
    SellShares,
    StartCompany,
)
from goldenspike.core.game import Game
from goldenspike.core.rules.runs import best_routes, revenue_of
from goldenspike.core.title import RoundKind, Setup
from goldenspike.record.games18xx import Importer, read_export
from goldenspike.record.native import dump, read_actions, read_record
from goldenspike.record.wire import Wire, to_wire

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "tests"))
from browser_helpers import Screen  # noqa: E402
from server_helpers import served  # noqa: E402

GAME = ROOT / "tests" / "data" / "1830-bank-breaks.json"

BUTTONS = """() => [...document.querySelectorAll("form[data-live] button[name=action], form[data-live] button[name=actions]")]
  .map(button => ({ id: button.id, value: button.value, seen: button.checkVisibility() }))"""
FORMS = (
    """() => [...document.querySelectorAll("form.amount")].map(form => ({ id: form.id, value: form.elements.action.value }))"""
)
AMOUNTS = ("amount", "price")
KINDS: dict[str, dict[str, set[type]]] = {
    "stock": {"sell": {SellShares}, "buy": {BuyShare, StartCompany}},
    "operating": {"track": {LayTile}, "station": {PlaceToken}, "train": {BuyTrain}, "private": {BuyPrivate}},
}
NOTHING = {"stock": "pass", "operating": "run only"}
"""What a turn is called in which nothing of that is done."""


@dataclass
class Cost:
    """What a turn takes."""

    clicks: int = 0
    keys: int = 0
    scrolls: int = 0
    pixels: float = 0
    seconds: float = 0
    moves: int = 0


@dataclass
class Turn:
    kind: str
    start: int
    """The ply before its first action."""
    end: int
    cost: Cost = field(default_factory=Cost)


@dataclass(frozen=True)
class RecordedGame:
    setup: Setup
    actions: list[Action]
    moves: list[Wire]
    turns: list[Turn]
    wealth: list[tuple[int, ...]]
    """After so many moves."""
    revenues: dict[int, tuple[int, int]]
    """By ply: what trains earned, and what they could have earned."""
    beginning: bytes
    """A record of the game before the first turn."""

    def after(self, ply: int) -> "RecordedGame":
        """The same game from the first turn that begins at this ply or later."""
        turns = [turn for turn in self.turns if turn.start >= ply]
        game = Game(self.setup)
        for action in self.actions[: turns[0].start]:
            game.push(action)
        return replace(self, turns=turns, beginning=dump(game))


def read_game(path: Path, most: int | None = None) -> RecordedGame:
    importer = Importer(read_export(path.read_bytes()))
    for _ in importer.run():
        pass
    setup = importer.setup
    actions = importer.game.actions[:most]
    game = Game(setup)
    beginning = dump(game)
    keys: list[tuple[Any, ...]] = []
    wealth = [game.result().wealth]
    revenues: dict[int, tuple[int, int]] = {}
    for number, action in enumerate(actions):
        s = game.state
        if isinstance(action, RunTrains):
            best = best_routes(setup, s, action.company)
            earned = best.revenue if action.routes is None else revenue_of(setup, s, action.company, action.routes)
            revenues[number] = (earned, best.revenue)
        if s.round == RoundKind.OPERATING:
            keys.append(("operating", s.round_number, s.operating_round, s.operating))
        elif s.round == RoundKind.STOCK:
            keys.append(("stock", s.turn))
        else:
            keys.append(("auction", number))
        game.push(action)
        wealth.append(game.result().wealth)
    starts = [number for number in range(len(keys)) if not number or keys[number] != keys[number - 1]]
    turns = [
        Turn(kind_of_turn(str(keys[start][0]), {type(action) for action in actions[start:end]}), start, end)
        for start, end in zip(starts, [*starts[1:], len(actions)], strict=True)
    ]
    return RecordedGame(setup, actions, [to_wire(setup, action) for action in actions], turns, wealth, revenues, beginning)


def kind_of_turn(round: str, actions: set[type]) -> str:
    named = KINDS.get(round)
    if named is None:
        return round
    found = [name for name, kinds in named.items() if actions & kinds]
    return f"{round}: {' and '.join(found) or NOTHING[round]}"


class Hand:
    """The mouse and the keyboard, with a count of what they do."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.cost = Cost()
        self.at = (700.0, 450.0)

    def click(self, target: Locator) -> None:
        if not target.evaluate("one => { const r = one.getBoundingClientRect(); return r.top >= 0 && r.bottom <= innerHeight }"):
            target.scroll_into_view_if_needed()
            self.cost.scrolls += 1
        box = target.bounding_box()
        assert box is not None
        where = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        self.cost.pixels += math.dist(self.at, where)
        self.cost.clicks += 1
        self.at = where
        target.click()

    def press(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)
            self.cost.keys += 1


class Robot:
    """Somebody who knows the page and plays the recorded moves."""

    def __init__(self, screen: Screen, game: RecordedGame) -> None:
        self.page: Page = screen.page
        self.hand = Hand(self.page)
        self.game = game

    @property
    def ply(self) -> int:
        return int(self.page.get_attribute("[data-table]", "data-ply") or 0)

    def play(self) -> Iterator[int]:
        """The ply after each move that was made."""
        turns = iter(self.game.turns)
        turn = next(turns)
        while self.ply < len(self.game.moves):
            while self.ply >= turn.end:
                turn = next(turns)
            self.hand.cost = turn.cost
            began, before = monotonic(), self.ply
            self.move(before)
            self.page.wait_for_function(
                "before => Number(document.querySelector('[data-table]').dataset.ply) !== before", arg=before
            )
            turn.cost.seconds += monotonic() - began
            turn.cost.moves += self.ply - before
            yield self.ply

    def move(self, ply: int) -> None:
        """Make the next recorded move, or several that one button makes."""
        ahead = self.game.moves[ply:]
        self.speak_for(ahead[0]["player"])
        if ahead[0]["do"] == "RunTrains":
            self.choose_run(self.game.revenues[ply][0])
        offered = [(one, actions_of(one["value"])) for one in self.page.evaluate(BUTTONS)]
        fitting = [(len(actions), bool(one["seen"]), one) for one, actions in offered if self.does(actions, ply)]
        on_board = ahead[0]["do"] == "LayTile"
        if fitting and not on_board:
            _, seen, one = max(fitting, key=lambda found: found[:2])
            self.press_button(self.page.locator(f"[id='{one['id']}']").first, seen)
        elif on_board:
            self.lay(ahead[0])
        else:
            self.pay(ahead[0])

    def does(self, actions: list[Wire], ply: int) -> bool:
        """Whether these are the recorded moves; which run is declared is chosen before, otherwise it is the best."""
        ahead = self.game.moves[ply : ply + len(actions)]
        if [without(one, ("routes",)) for one in actions] != [without(one, ("routes",)) for one in ahead]:
            return False
        later = [self.game.revenues[ply + number] for number in range(1, len(ahead)) if ply + number in self.game.revenues]
        return all(earned == best for earned, best in later)

    def choose_run(self, revenue: int) -> None:
        """Page through the runs to the one with the recorded revenue."""
        shown = self.page.locator(".run > p").first
        while int(re.sub(r"\D", "", (shown.text_content() or "").partition(".")[0])) != revenue:
            before = self.page.text_content(".pager [role=status]")
            self.hand.click(self.page.locator("#run-next"))
            expect(self.page.locator(".pager [role=status]")).not_to_have_text(before or "")

    def speak_for(self, seat: int) -> None:
        """Where several seats may act, the page speaks for the first of them; another one is chosen with a link."""
        if self.page.get_attribute("[data-table]", "data-seat") == str(seat):
            return
        self.hand.click(self.page.locator(f"a[data-speaks='{seat}']"))
        self.page.wait_for_selector(f"[data-table][data-ready][data-seat='{seat}']")

    def press_button(self, button: Locator, seen: bool) -> None:
        if not seen:
            self.reveal(button)
        self.hand.click(button)

    def reveal(self, target: Locator) -> None:
        """Open the tab and the list that something is in."""
        tab = target.locator("xpath=ancestor::*[contains(@class, 'tabbed')]")
        if tab.count() and not tab.last.is_visible():
            self.hand.click(self.page.locator(f".tabs [data-show={tab.last.get_attribute('data-tab')}]"))
        for group in target.locator("xpath=ancestor::details").all():
            if group.get_attribute("open") is None:
                self.hand.click(group.locator("> summary"))

    def lay(self, wire: Wire) -> None:
        """Click the hex, choose the tile, turn it with R, confirm."""
        self.hand.click(self.page.locator(f'[data-board] .gs-hex[data-hex="{wire["hex"]}"]'))
        groups: list[list[Wire]] = []
        for value in self.page.locator(f'button[data-kind=LayTile][data-hex="{wire["hex"]}"]').evaluate_all(
            "all => all.map(one => one.value)"
        ):
            lay = json.loads(value)
            same = [group for group in groups if (group[0]["tile"], group[0].get("private")) == (lay["tile"], lay.get("private"))]
            if same:
                same[0].append(lay)
            else:
                groups.append([lay])
        group = next(number for number, lays in enumerate(groups) if wire in lays)
        fits = self.page.locator(".fit")
        fits.nth(len(groups) - 1).wait_for()
        if group:
            self.hand.click(fits.nth(group))
        chosen = self.page.locator("[data-chosen]")
        turns = groups[group].index(wire)
        if chosen.count():
            lay = json.loads(chosen.get_attribute("data-chosen") or "")
            turns = (turns - groups[group].index(lay)) % len(groups[group])
        self.hand.press(*["r"] * turns)
        self.hand.click(self.page.locator("[data-confirm]"))

    def pay(self, wire: Wire) -> None:
        """Type an amount and press Enter."""
        wanted = without(wire, AMOUNTS)
        form = next(one for one in self.page.evaluate(FORMS) if without(json.loads(one["value"]), AMOUNTS) == wanted)
        number = self.page.locator(f"[id='{form['id']}'] input[name=chosen]")
        if not number.is_visible():
            self.reveal(number)
        self.hand.click(number)
        self.hand.press("Control+A", *str(next(wire[name] for name in AMOUNTS if name in wire)), "Enter")


def actions_of(value: str) -> list[Wire]:
    found = json.loads(value)
    return found if isinstance(found, list) else [found]


def without(wire: Wire, names: Iterable[str]) -> Wire:
    return {name: value for name, value in wire.items() if name not in names}


def play(screen: Screen, game: RecordedGame) -> list[Turn]:
    """Play the game on a page; fails unless it reaches the recorded result."""
    screen.import_record(game.beginning)
    for _ in Robot(screen, game).play():
        pass
    played = read_record(screen.page.request.get(f"{screen.page.url}/record").body())
    end = Game(game.setup)
    for action in read_actions(game.setup, played.actions):
        end.push(action)
    wealth = end.result().wealth
    if wealth != game.wealth[-1]:
        raise AssertionError(f"the game ended with {wealth}, recorded is {game.wealth[-1]}")
    return game.turns


def summary(turns: list[Turn]) -> dict[str, Any]:
    """Means per kind of turn, the most clicks of any turn, and the sums."""
    found: dict[str, Any] = {}
    for kind in sorted({turn.kind for turn in turns}):
        costs = [turn.cost for turn in turns if turn.kind == kind]
        found[kind] = {"turns": len(costs), **means(costs), "most_clicks": max(cost.clicks for cost in costs)}
    costs = [turn.cost for turn in turns]
    found["all"] = {"turns": len(costs), **means(costs), "most_clicks": max(cost.clicks for cost in costs)}
    sums = {name: round(sum(asdict(cost)[name] for cost in costs)) for name in asdict(Cost())}
    return {"kinds": found, "sums": sums}


def means(costs: list[Cost]) -> dict[str, float]:
    names = asdict(Cost())
    return {name: round(sum(asdict(cost)[name] for cost in costs) / len(costs), 2) for name in names}


def table(figures: dict[str, Any]) -> Iterator[str]:
    yield "| Turn | Turns | Clicks | Most | Keys | Pixels | Seconds |"
    yield "| --- | ---: | ---: | ---: | ---: | ---: | ---: |"
    for kind, one in figures["kinds"].items():
        numbers = f"{one['clicks']:.1f} | {one['most_clicks']} | {one['keys']:.1f} | {one['pixels']:.0f} | {one['seconds']:.2f}"
        yield f"| {kind} | {one['turns']} | {numbers} |"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--moves", type=int, help="play only so many moves")
    parser.add_argument("--json", type=Path, help="write the figures to this file")
    chosen = parser.parse_args()
    game = read_game(GAME, chosen.moves)
    arguments = ["--no-sandbox"] if os.getuid() == 0 else []
    with (
        tempfile.TemporaryDirectory() as folder,
        served("--data", folder, "--unlimited") as (address, _),
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=arguments)
        screen = Screen(browser, address)
        figures = summary(play(screen, game))
        screen.close()
        browser.close()
    print("\n".join(table(figures)))
    print(json.dumps(figures["sums"]))
    if chosen.json:
        chosen.json.write_text(json.dumps(figures, indent=2) + "\n")


if __name__ == "__main__":
    main()
