"""A company's logo: its letters on its color, with a distinctive rim for readers who cannot tell colors apart."""

import math
from collections.abc import Callable
from functools import lru_cache
from typing import Final

from goldenspike.core.ids import Company
from goldenspike.core.title import Charter, Setup
from goldenspike.svg.document import document
from goldenspike.svg.geometry import polar
from goldenspike.svg.paint import element, escape, group, number, text, width_of_initials
from goldenspike.svg.theme import color_of, ink_on


def _cap(radius: float, angle: float, depth: float) -> str:
    """The piece of the disc beyond a chord at `depth` (a share of the radius) in a direction."""
    half = math.degrees(math.acos(depth))
    (x1, y1), (x2, y2) = polar(angle - half, radius), polar(angle + half, radius)
    size = number(radius)
    return f"M{number(x1)} {number(y1)}A{size} {size} 0 0 1 {number(x2)} {number(y2)}Z"


def _dot(radius: float, angle: float, away: float, size: float) -> str:
    x, y = polar(angle, radius * away)
    r = number(radius * size)
    left, right = number(x - radius * size), number(x + radius * size)
    return f"M{left} {number(y)}A{r} {r} 0 1 0 {right} {number(y)}A{r} {r} 0 1 0 {left} {number(y)}Z"


def _spike(radius: float, angle: float, depth: float, spread: float) -> str:
    points = (polar(angle - spread, radius), polar(angle, radius * depth), polar(angle + spread, radius))
    return "M" + "L".join(f"{number(x)} {number(y)}" for x, y in points) + "Z"


def _ring(radius: float, outer: float, inner: float) -> str:
    """Two circles, to be filled by the even-odd rule."""
    return _dot(radius, 0, 0, outer) + _dot(radius, 0, 0, inner)


_RIMS: Final[tuple[Callable[[float], str], ...]] = (
    lambda r: _cap(r, 90, 0.62) + _cap(r, 270, 0.62),
    lambda r: _ring(r, 0.97, 0.9),
    lambda r: _spike(r, 90, 0.5, 26) + _spike(r, 270, 0.5, 26),
    lambda r: "".join(_dot(r, angle, 0.78, 0.13) for angle in (52, 90, 128, 232, 270, 308)),
    lambda r: _cap(r, 270, 0.45),
    lambda r: "".join(_cap(r, angle, 0.84) for angle in (30, 90, 150, 210, 270, 330)),
    lambda r: "".join(_spike(r, angle, 0.66, 10) for angle in (34, 62, 90, 118, 146, 214, 242, 270, 298, 326)),
    lambda r: _cap(r, 90, 0.45),
    lambda r: "".join(_cap(r, angle, 0.8) for angle in (45, 135, 225, 315)),
    lambda r: _dot(r, 90, 0.7, 0.2) + _dot(r, 270, 0.7, 0.2),
    lambda r: _ring(r, 0.97, 0.91) + _ring(r, 0.86, 0.8),
    lambda r: "".join(_dot(r, angle, 0.86, 0.07) for angle in range(10, 360, 20) if abs(angle % 180 - 90) < 65),
    lambda r: _spike(r, 270, 0.42, 40) + _cap(r, 90, 0.75),
    lambda r: "".join(_spike(r, angle, 0.62, 12) for angle in (60, 90, 120, 240, 270, 300)),
)


_ACROSS: Final = 1.82
"""Width of the letters of a roundel, as a share of its radius."""
_HEIGHT: Final = 0.86
"""Height of letters that would not fit if they were as high as the radius, as a share of it."""
_NARROWEST: Final = 0.8
_CAPITAL, _TAIL = 0.41, 0.57
"""From the middle of a capital letter to its top, and to the end of the tail of a Q, as shares of its size."""


def letters(id: str, radius: float, names: str = "gs-letters", fill: str = "", least: float = 0) -> str:
    """A company's letters across a circle: as high as its radius, lower or slightly condensed where they would leave it.

    Letters that would be smaller than `least`, which is what can be read, are condensed until they fit.
    """
    width = width_of_initials(id, 1)
    share = _ACROSS / width
    size = radius * min(1.0, max(share, min(_HEIGHT, share / _NARROWEST)))
    room = _ACROSS * radius
    reach = least * (_TAIL if "Q" in id else _CAPITAL)
    if size < least and reach < radius:
        size = least
        room = 2 * math.sqrt(radius**2 - reach**2)
    return text(id, 0, 0, size, names, fill=fill, narrow=min(1.0, room / (width * size)))


@lru_cache(maxsize=1024)
def badge(company: Charter, index: int, radius: float, least: float = 0) -> str:
    """The roundel around the origin, as a fragment of a picture."""
    color = color_of(company.color)
    ink = ink_on(color, company.text_color)
    rim = _RIMS[index % len(_RIMS)](radius)
    return group(
        {"class": "gs-roundel", "data-company": company.id},
        element("title", {}, escape(company.name)),
        element("circle", {"r": radius, "fill": color, "class": "gs-token"}),
        element("path", {"d": rim, "fill": ink, "fill-rule": "evenodd"}),
        # Every rim leaves the middle band free for the letters.
        letters(company.id, radius, fill=ink, least=least),
    )


@lru_cache(maxsize=1024)
def chip(company: Charter, width: float, height: float, least: float) -> str:
    """A company's letters on its color around the origin, for where roundels are too many; not smaller than `least`."""
    color = color_of(company.color)
    share = (width - 3) / width_of_initials(company.id, 1)
    size = max(least, min(height, share / _NARROWEST))
    narrow = min(1.0, share / size)
    return group(
        {"class": "gs-roundel", "data-company": company.id},
        element("title", {}, escape(company.name)),
        element(
            "rect",
            {"x": -width / 2, "y": -height / 2, "width": width, "height": height, "rx": 3, "fill": color, "class": "gs-token"},
        ),
        text(company.id, 0, 0, size, "gs-letters", fill=ink_on(color, company.text_color), narrow=narrow),
    )


def roundel(setup: Setup, company: Company, *, theme: str = "light", size: float = 64) -> str:
    """A company's roundel as a picture of its own."""
    found = setup.title.companies[company]
    half = size / 2
    drawn = element("g", {"transform": f"translate({number(half)} {number(half)})"}, badge(found, company, half - 1.5))
    return document(size, size, drawn, theme, found.name)
