"""One scale of type for all pages, and icons that are there and used."""

import re
from pathlib import Path

import goldenspike.server

SERVER = Path(goldenspike.server.__file__).parent
SHEETS = {path.name: path.read_text("utf-8") for path in (SERVER / "static").glob("*.css")}
SMALLEST = 0.75
"""In rem: 12 pixels."""


def test_sizes_of_type_are_steps_of_the_scale() -> None:
    steps = dict(re.findall(r"--text-([a-z0-9]+): ([\d.]+)rem", SHEETS["style.css"]))
    assert len(steps) == 8 and min(map(float, steps.values())) == SMALLEST
    allowed = re.compile(r"inherit|.*var\(--text-({})\).*".format("|".join([*steps, "sub"])))
    strange = [
        f"{name}: {size}"
        for name, sheet in SHEETS.items()
        if name != "screen.css"  # What is read from three metres grows with the screen.
        for size in re.findall(r"[{;\s]font(?:-size)?: ([^;]+);", sheet)
        if not allowed.fullmatch(size)
    ]
    assert strange == []


def test_every_icon_is_there_and_used() -> None:
    drawn = set(re.findall(r'<symbol id="([\w-]+)"', (SERVER / "static" / "icons.svg").read_text("utf-8")))
    sources = [path.read_text("utf-8") for folder in ("templates", "static") for path in (SERVER / folder).rglob("*.[hj]*")]
    named = {name for source in sources for name in re.findall(r"icons\.(?:icon|button|sign)\(['\"]([\w-]+)", source)}
    assert named <= drawn
    assert {name for name in drawn if not any(re.search(rf"['\"#]{name}['\"]", source) for source in sources)} == set()
