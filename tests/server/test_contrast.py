"""The contrast of all pairs of colors on a page, in light and dark (WCAG 2.2 AA)."""

import re
from pathlib import Path

import pytest

import goldenspike.server
from goldenspike.svg.theme import DARK, LIGHT, ROUTE_COLORS, contrast

pytestmark = pytest.mark.sqlite

STATIC = Path(goldenspike.server.__file__).parent / "static"
SHEETS = sorted(STATIC.glob("*.css"))
TEXT, SHAPE = 4.5, 3.0
"""The least contrast of text, and of what is needed to recognize a thing or its state."""

GROUNDS = ("paper", "card", "mark")
WRITING = ("ink", "faint", "accent", "warn", "good")
NO_WRITING = ("line",)
"""Lines between rows: nothing is lost without them."""


COLOR = r"#[0-9a-fA-F]{3,6}"
PAIR = rf"--([\w-]+):\s*light-dark\(({COLOR}), ({COLOR})\)"
"""A custom property with its color in light and in dark."""


def full(color: str) -> str:
    return color if len(color) == 7 else "#" + "".join(2 * digit for digit in color[1:])


PAIRS = re.findall(PAIR, (STATIC / "style.css").read_text())
LIGHTS = {"light": {name: light for name, light, _ in PAIRS}, "dark": {name: dark for name, _, dark in PAIRS}}


def test_every_color_has_its_part() -> None:
    """A new color must be named above, so that it is measured."""
    assert set(LIGHTS["light"]) == {*GROUNDS, *WRITING, *NO_WRITING, "accent-ink", "focus"}


@pytest.mark.parametrize("light", list(LIGHTS))
def test_writing_can_be_read_on_every_ground(light: str) -> None:
    colors = {name: full(value) for name, value in LIGHTS[light].items()}
    pairs = [(writing, ground) for writing in WRITING for ground in GROUNDS] + [("accent-ink", "accent")]
    poor = {pair: round(contrast(*(colors[name] for name in pair)), 2) for pair in pairs}
    assert {pair: found for pair, found in poor.items() if found < TEXT} == {}
    focus = {ground: round(contrast(colors["focus"], colors[ground]), 2) for ground in GROUNDS}
    assert {ground: found for ground, found in focus.items() if found < SHAPE} == {}


def test_no_rule_has_a_color_of_its_own() -> None:
    """Colors are named for both lights together; a rule that names one itself is forgotten in the dark."""
    for sheet in SHEETS:
        text = re.sub(r"/\*.*?\*/", "", sheet.read_text(), flags=re.DOTALL)
        assert re.findall(rf"{COLOR}\b(?![^{{}}]*\{{)", re.sub(PAIR, "", text)) == [], sheet.name


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=["light", "dark"])
def test_pictures_can_be_read(theme: dict[str, str]) -> None:
    tiles = ("yellow", "green", "brown", "gray", "red")
    pairs = [("ink", ground) for ground in ("paper", "land", "card", "zone-par", "zone-yellow", "zone-orange", "zone-brown")]
    pairs += [("faint", ground) for ground in ("paper", "card")]
    pairs += [("tile-ink", ground) for ground in (*tiles, "city")]
    poor = {pair: round(contrast(theme[pair[0]], theme[pair[1]]), 2) for pair in pairs}
    assert {pair: found for pair, found in poor.items() if found < TEXT} == {}
    shapes = [("mark", "land"), ("last", "land"), *((name, tile) for tile in tiles for name in ("tile-mark", "tile-last"))]
    shapes += [("water", "land"), ("last", "paper")]
    weak = {pair: round(contrast(theme[pair[0]], theme[pair[1]]), 2) for pair in shapes}
    assert {pair: found for pair, found in weak.items() if found < SHAPE} == {}
    assert all(contrast(color, theme["city"]) >= SHAPE for color in ROUTE_COLORS)


def test_the_curves_of_an_analysis_stand_out() -> None:
    curves = re.findall(PAIR, (STATIC / "thinking.css").read_text())
    assert len(curves) == 8
    for number, colors in enumerate(LIGHTS.values(), 1):
        grounds = [full(colors[name]) for name in ("paper", "card")]
        assert [curve for curve in curves for ground in grounds if contrast(curve[number], ground) < SHAPE] == []
