"""Colors, fonts and line widths: one style sheet with a light and a dark theme, and contrast computations.

Every value is a CSS variable with the theme's value as its fallback, so a picture works by itself and adopts the colors
of a page that sets the variables. A page that allows no inline styles draws with the theme "page", which leaves the style
sheet out, and links `stylesheet("page")` as a file.
"""

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Final

from goldenspike.core.tiles import Color

LIGHT: Final[Mapping[str, str]] = {
    "paper": "#fbf8f0",
    "land": "#f2e9d5",
    "edge": "#cdbf9e",
    "ink": "#211c15",
    "faint": "#665d4d",
    "yellow": "#f6dc5f",
    "green": "#7cc072",
    "brown": "#cb9659",
    "gray": "#c3c0ba",
    "red": "#e58478",
    "tile-ink": "#17130e",
    "tile-edge": "#5b4f3d",
    "city": "#fffdf8",
    "token": "#17130e",
    "tile-mark": "#7a0640",
    "tile-last": "#0b3d80",
    "water": "#2a6fb0",
    "river": "#bcd8ec",
    "rock": "#7a6a55",
    "mark": "#b3125f",
    "last": "#0b5cad",
    "zone-yellow": "#f8e69a",
    "zone-orange": "#f3bf83",
    "zone-brown": "#cfa172",
    "zone-par": "#f0c4bd",
    "card": "#fffdf8",
    "rule": "#d9cfb8",
}

DARK: Final[Mapping[str, str]] = {
    "paper": "#161b22",
    "land": "#2b333e",
    "edge": "#46525f",
    "ink": "#efeae0",
    "faint": "#b3bac4",
    "yellow": "#dcbf4a",
    "green": "#68ab60",
    "brown": "#b9844b",
    "gray": "#989da4",
    "red": "#d0756a",
    "tile-ink": "#120f0a",
    "tile-edge": "#0d1116",
    "city": "#f6f2e9",
    "token": "#e6e0d4",
    "tile-mark": "#7a0640",
    "tile-last": "#0b3d80",
    "water": "#6db0ea",
    "river": "#39597a",
    "rock": "#9aa3ae",
    "mark": "#ff9ad0",
    "last": "#8cc8ff",
    "zone-yellow": "#6b5c1d",
    "zone-orange": "#7a4a1b",
    "zone-brown": "#55351c",
    "zone-par": "#6b3430",
    "card": "#1e252e",
    "rule": "#3a4450",
}

THEMES: Final = ("light", "dark", "page")

_SERIF: Final = "'Iowan Old Style','Palatino Linotype',Palatino,'Book Antiqua',Georgia,serif"
_SANS: Final = "'Gill Sans','Gill Sans Nova',Optima,Candara,'Segoe UI','Noto Sans',sans-serif"

_GROUNDS: Final = {
    Color.TAN: "land",
    Color.YELLOW: "yellow",
    Color.GREEN: "green",
    Color.BROWN: "brown",
    Color.GRAY: "gray",
    Color.RED: "red",
}

ROUTE_COLORS: Final = ("#0b4fa3", "#b3125f", "#5b2a86", "#00625a", "#9a2c00", "#20242b")
_ROUTE_DASHES: Final = ("", "11 4", "3 4", "14 4 3 4", "7 3", "2 2")

_RULES: Final = """
text{text-rendering:geometricPrecision}
.gs-serif{font-family:$serif;fill:$ink}
.gs-sans{font-family:$sans;font-variant-numeric:tabular-nums lining-nums;fill:$ink}
.gs-letters{font-family:$sans;font-weight:bold}
.gs-name{font-family:$serif;font-weight:bold}
.gs-bold{font-weight:bold}
.gs-italic{font-style:italic}
.gs-faint{fill:$faint}
.gs-halo{stroke:$land;stroke-width:3.5;stroke-linejoin:round;stroke-opacity:.9}
.gs-paper{fill:$paper}
.gs-frame{fill:none;stroke:$ink;stroke-width:1.2}
.gs-hairline{fill:none;stroke:$ink;stroke-width:.5}
.gs-rule{fill:none;stroke:$rule;stroke-width:1}
.gs-card{fill:$card;stroke:$ink;stroke-width:1}
.gs-panel{fill:$paper;stroke:$rule;stroke-width:1}
.gs-side{stroke-width:.9;stroke:$edge}
.gs-edges{fill:none;stroke:$tile-edge;stroke-width:.9;stroke-linecap:round}
.gs-bar{stroke:$water;stroke-width:6.5;stroke-linecap:round}
.gs-barline{stroke:$paper;stroke-width:1.2;stroke-linecap:round;stroke-dasharray:.1 5}
.gs-rail{fill:none;stroke:$ink;stroke-width:6}
.gs-dormant{fill:none;stroke:$tile-ink;stroke-width:2.4;stroke-dasharray:5 3.5}
.gs-frontier{fill:none;stroke:$ink;stroke-width:2.4;stroke-dasharray:9 5}
.gs-blank{fill:$rule;stroke:$tile-ink;stroke-width:1.2}
.gs-cross{fill:none;stroke:$tile-ink;stroke-width:2.2}
.gs-casing{fill:none;stroke-width:9.5}
.gs-arrow{fill:$ink}
.gs-city{fill:$city;stroke:$tile-ink;stroke-width:1.4}
.gs-hull{fill:$tile-ink;stroke:$tile-ink;stroke-linejoin:round}
.gs-hullin{fill:$city;stroke:$city;stroke-linejoin:round}
.gs-join{fill:none;stroke:$red;stroke-width:2.2}
.gs-value-frame{stroke:$tile-ink;stroke-width:1.8}
.gs-value-thin{stroke:$tile-ink;stroke-width:.6}
.gs-town{fill:$ink;stroke:$land;stroke-width:1.4}
.gs-townbar{stroke:$ink;stroke-width:5}
.gs-coin{fill:$city;stroke:$tile-ink;stroke-width:.9}
.gs-dark{fill:$tile-ink}
.gs-quiet{opacity:.62}
.gs-home{stroke:$tile-ink;fill:none;stroke-width:.9;stroke-dasharray:2 1.6}
.gs-kept{fill:none;stroke-width:1.8}
.gs-reserved{opacity:.8}
.gs-river{fill:$river}
.gs-wave{fill:none;stroke:$water;stroke-width:1.7;stroke-linecap:round}
.gs-rock{fill:$rock;stroke:none}
.gs-snow{fill:$city}
.gs-coal{fill:$tile-ink}
.gs-coaltext{fill:$city}
.gs-pick{fill:none;stroke:$ink;stroke-width:1.5;stroke-linecap:round}
.gs-tagtext{fill:$ink}
.gs-flag{fill:$paper;stroke:$ink;stroke-width:.8;stroke-dasharray:2 1.4}
.gs-tag{fill:$paper;stroke:$ink;stroke-width:.8}
.gs-token{stroke:$token;stroke-width:1.1}
.gs-last{fill:none;stroke:$last;stroke-width:3.2;stroke-dasharray:9 4}
.gs-ring{fill:none;stroke:$mark;stroke-width:3.4}
.gs-dots{fill:none;stroke:$paper;stroke-width:1.3;stroke-dasharray:1.3 4}
.gs-preview{fill:none;stroke:$mark;stroke-width:2.6;stroke-dasharray:4 3}
.gs-routecase{fill:none;stroke:$city;stroke-width:8.5;stroke-linejoin:round}
.gs-route{fill:none;stroke-width:5;stroke-linejoin:round}
.gs-stretchcase{fill:none;stroke:$paper;stroke-width:6;stroke-opacity:.85}
.gs-stretch{fill:none;stroke:$last;stroke-width:3;stroke-dasharray:2 6;stroke-linecap:round}
.gs-stretchend{fill:none;stroke:$tile-last;stroke-width:3}
.gs-stretchbox{fill:$paper;stroke:$last;stroke-width:1.6}
.gs-cell{fill:$card;stroke:$edge;stroke-width:.9}
.gs-cell-1{fill:$zone-par}
.gs-cell-2{fill:$zone-yellow}
.gs-cell-3{fill:$zone-orange}
.gs-cell-4{fill:$zone-brown}
.gs-zonedot{fill:$ink}
.gs-parbox{fill:none;stroke:$ink;stroke-width:1.4}
.gs-arrowline{fill:none;stroke:$faint;stroke-width:1.2}
.gs-empty{fill:none;stroke:$faint;stroke-width:1;stroke-dasharray:3 2.5}
.gs-share-player{fill:$rule;stroke:$ink;stroke-width:.8}
.gs-share-0{fill:$card;stroke:$ink;stroke-width:.8}
.gs-share-1{fill:$card;stroke:$ink;stroke-width:.8;stroke-dasharray:3 2}
.gs-notch{fill:$faint;opacity:.55}
.gs-border{fill:none;stroke-width:5}
.gs-guilloche{fill:none;stroke:$ink;stroke-width:7}
.gs-engine{fill:$ink}
.gs-wheel{fill:$card;stroke:$ink;stroke-width:2}
"""

_OUTSIDE: Final = """
.gs-outside .gs-halo{stroke:$city;stroke-width:3;stroke-opacity:.75}
.gs-outside .gs-serif{fill:$tile-ink}
"""
"""What lies across several hexes reads on each of their colors."""

_INTERACTIVE: Final = """
[tabindex]{cursor:pointer;outline:none}
[tabindex]:hover .gs-ring{stroke-width:5}
[tabindex]:focus-visible .gs-ring{stroke-width:6.5;stroke:$last}
"""


def _rules() -> str:
    grounds = "".join(
        f".gs-on-{name} .gs-ground,.gs-on-{name}.gs-ground{{fill:${name}}}"
        f".gs-fill-{name}{{fill:${name}}}.gs-on-{name} .gs-casing,.gs-on-{name} .gs-halo{{stroke:${name}}}"
        for name in _GROUNDS.values()
    )
    # Text on colored tiles is dark in both themes, because the tiles are bright in both.
    tiles = "".join(
        f".gs-on-{name} .gs-sans,.gs-on-{name} .gs-serif{{fill:$tile-ink}}"
        f".gs-on-{name} .gs-rail,.gs-on-{name} .gs-townbar{{stroke:$tile-ink}}"
        f".gs-on-{name} .gs-ring,.gs-on-{name} .gs-preview{{stroke:$tile-mark}}.gs-on-{name} .gs-last{{stroke:$tile-last}}"
        f".gs-on-{name} .gs-arrow,.gs-on-{name} .gs-town{{fill:$tile-ink}}"
        f".gs-on-{name} .gs-town{{stroke:${name}}}.gs-tile.gs-on-{name} .gs-side{{stroke:$tile-edge}}"
        f".gs-on-{name} .gs-rock{{fill:$tile-ink}}"
        f".gs-on-{name} .gs-wave{{stroke:#0d4a86}}.gs-on-{name} .gs-river{{fill:{LIGHT['river']}}}"
        for color, name in _GROUNDS.items()
        if color is not Color.TAN
    )
    routes = "".join(
        f".gs-route-{number}{{stroke:{color}{f';stroke-dasharray:{dash}' if dash else ''}}}"
        for number, (color, dash) in enumerate(zip(ROUTE_COLORS, _ROUTE_DASHES, strict=True))
    )
    return _RULES + grounds + tiles + routes + _OUTSIDE + _INTERACTIVE


_VARIABLE = re.compile(r"\$([a-z-]+)")


def stylesheet(theme: str = "light") -> str:
    """The style sheet of a theme; for "page" one for a linked file, which follows the reader's choice of theme."""
    if theme == "page":
        light, dark = ("".join(f"--gs-{name}:{value};" for name, value in some.items()) for some in (LIGHT, DARK))
        return (
            f":root{{{light}}}"
            # Paper is never dark.
            f'@media screen and (prefers-color-scheme:dark){{:root:not([data-theme="light"]){{{dark}}}}}'
            f'@media screen{{:root[data-theme="dark"]{{{dark}}}}}' + _with_values(LIGHT, ".gs")
        )
    if theme not in THEMES:
        raise ValueError(theme)
    # A page may have pictures of different themes, so each rule is scoped to its theme's class.
    return _with_values(DARK if theme == "dark" else LIGHT, f".gs-{theme}")


def _with_values(values: Mapping[str, str], scope: str) -> str:
    known = {**values, "serif": _SERIF, "sans": _SANS}
    rules = _VARIABLE.sub(lambda found: f"var(--gs-{found[1]},{known[found[1]]})", _rules())
    return "".join(_scoped(rule, scope) for rule in rules.replace("\n", "").split("}") if rule)


def _scoped(rule: str, scope: str) -> str:
    selectors, _, body = rule.partition("{")
    bound = ",".join(f"{scope} {one}" for one in selectors.split(","))
    return f"{bound}{{{body}}}"


_USE = re.compile(r"var\(--gs-[a-z-]+,([^()]*)\)")


def flatten(picture: str) -> str:
    """The same picture without variables, and with plain font families, for renderers that support neither."""
    plain = picture.replace(_SERIF, "serif").replace(_SANS, "sans-serif")
    return _USE.sub(lambda found: found[1], plain)


def ground(color: Color) -> str:
    """The class that gives a hex, and all that is drawn on it, the colors of its ground."""
    return f"gs-on-{_GROUNDS[color]}"


def tile_color(color: Color) -> str:
    """The color of a tile on a light page, for pictures without a style sheet."""
    return LIGHT[_GROUNDS[color]]


def fill(color: Color) -> str:
    """The class that fills a single shape."""
    return f"gs-fill-{_GROUNDS[color]}"


def luminance(color: str) -> float:
    """Relative luminance of #rrggbb (WCAG)."""
    parts = [int(color[start : start + 2], 16) / 255 for start in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    lighter, darker = sorted((luminance(one), luminance(other)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


_NAMED: Final = {"white": "#ffffff", "black": "#000000"}
_HEX_COLOR = re.compile(r"#[0-9a-fA-F]{6}")


def color_of(text: str, otherwise: str = "#777777") -> str:
    """A color that is safe to write into a picture: #rrggbb whatever the data says."""
    named = _NAMED.get(text, text)
    return named if _HEX_COLOR.fullmatch(named) else otherwise


@lru_cache(maxsize=1024)
def ink_on(color: str, preferred: str = "") -> str:
    """The preferred text color if it can be read on the color (AA), else black or white, whichever reads better."""
    preferred = color_of(preferred, "")
    if preferred and contrast(preferred, color) >= 4.5:
        return preferred
    return max(("#000000", "#ffffff"), key=lambda ink: contrast(ink, color))
