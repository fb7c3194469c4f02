"""Building SVG: escaping, numbers, elements, and estimated text widths."""

import re
from collections.abc import Mapping
from functools import lru_cache

Value = str | int | float
Attributes = Mapping[str, Value]

_ILLEGAL = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_NOT_IN_IDS = re.compile("[^A-Za-z0-9_-]")
_ESCAPES = {"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;"}
_TO_ESCAPE = re.compile("[&<>\"']")


@lru_cache(maxsize=1 << 13)
def escape(text: str) -> str:
    """Safe as text and as attribute. Characters that XML cannot hold at all are left out."""
    return _TO_ESCAPE.sub(lambda found: _ESCAPES[found.group()], _ILLEGAL.sub("", text))


def identifier(text: str) -> str:
    """Safe as an id and in a CSS selector."""
    return _NOT_IN_IDS.sub("_", text)


@lru_cache(maxsize=1 << 16)
def number(value: float) -> str:
    """A number with at most two decimals, which is precise enough at any zoom."""
    short = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if short in ("-0", "") else short


def element(tag: str, attributes: Attributes, *children: str) -> str:
    """An element whose children are SVG already."""
    written = "".join(
        f' {name}="{escape(value) if isinstance(value, str) else number(value)}"' for name, value in attributes.items()
    )
    content = "".join(children)
    return f"<{tag}{written}>{content}</{tag}>" if content else f"<{tag}{written}/>"


def group(attributes: Attributes, *children: str) -> str:
    return element("g", attributes, *children)


def moved(x: float, y: float, *children: str) -> str:
    return element("g", {"transform": f"translate({number(x)} {number(y)})"}, *children)


def text(
    content: str,
    x: float,
    y: float,
    size: float,
    names: str = "gs-sans",
    anchor: str = "middle",
    fill: str = "",
    narrow: float = 1,
) -> str:
    """One line of text, vertically centered; `narrow` condenses its letters to that share of their width.

    The shift is computed because not every renderer supports dominant-baseline.
    """
    attributes: dict[str, Value] = {"x": x, "y": y + size * 0.35, "font-size": size, "class": names}
    if narrow < 1:
        attributes["transform"] = f"matrix({number(narrow)} 0 0 1 {number(x * (1 - round(narrow, 2)))} 0)"
    if anchor != "start":
        attributes["text-anchor"] = anchor
    if fill:
        attributes["fill"] = fill
    return element("text", attributes, escape(content))


def haloed(
    content: str, x: float, y: float, size: float, names: str = "gs-sans", anchor: str = "middle", narrow: float = 1
) -> str:
    """Text with a halo in the color of its ground, drawn twice because not every renderer supports paint-order."""
    behind = text(content, x, y, size, f"{names} gs-halo", anchor, narrow=narrow)
    return behind.replace("<text", '<text aria-hidden="true"', 1) + text(content, x, y, size, names, anchor, narrow=narrow)


def line(x1: float, y1: float, x2: float, y2: float, names: str) -> str:
    return element("line", {"x1": x1, "y1": y1, "x2": x2, "y2": y2, "class": names})


def circle(x: float, y: float, radius: float, names: str) -> str:
    return element("circle", {"cx": x, "cy": y, "r": radius, "class": names})


def box(x: float, y: float, width: float, height: float, names: str, corner: float = 0) -> str:
    attributes: dict[str, Value] = {"x": x, "y": y, "width": width, "height": height, "class": names}
    if corner:
        attributes["rx"] = corner
    return element("rect", attributes)


_WIDTHS = (
    (0.34, "ijl'|., /"),
    (0.43, "IJ()[]ft:;!-"),
    (0.48, "r"),
    (0.56, "csz"),
    (0.62, "aeokvxy"),
    (0.7, "FLPSTYZ"),
    (0.77, "ABCEKRVX"),
    (0.85, "DGOQU+→"),
    (0.88, "HNw&"),
    (1.0, "m%@"),
    (1.04, "MW"),
)
"""Widths of letters in the widest common font (DejaVu), regular, relative to the font size."""
_WIDTH_OF_LETTER = {letter: width for width, letters in _WIDTHS for letter in letters}
_USUAL = 0.65
_IDEOGRAPH = 1.05
_BOLD = 1.13


def width_of(content: str, size: float, bold: bool = False) -> float:
    """The estimated width of a text, rather too large, since the reader's fonts are unknown."""
    total = sum(_WIDTH_OF_LETTER.get(letter, _IDEOGRAPH if ord(letter) > 0x2E80 else _USUAL) for letter in content)
    return total * size * (_BOLD if bold else 1)


_WIDTHS_OF_INITIALS = (
    (0.35, " i"),
    (0.38, "IJ"),
    (0.5, "r"),
    (0.64, "L"),
    (0.69, "EFTe"),
    (0.73, "SYZ"),
    (0.74, "CP"),
    (0.78, "ABKRVX"),
    (0.82, "U"),
    (0.84, "DGHN+→"),
    (0.86, "OQ"),
    (0.88, "&"),
    (1.0, "M"),
    (1.11, "W"),
)
"""Widths of letters in the widest common sans serif font, bold."""
_WIDTH_OF_INITIAL = {letter: width for width, letters in _WIDTHS_OF_INITIALS for letter in letters}
_USUAL_INITIAL = 0.7


def width_of_initials(content: str, size: float) -> float:
    """The estimated width of a railroad's or private company's initials, which are bold and sans serif."""
    return sum(_WIDTH_OF_INITIAL.get(letter, _USUAL_INITIAL) for letter in content) * size


def size_to_fit(content: str, width: float, largest: float, smallest: float = 4, bold: bool = False) -> float:
    needed = width_of(content, 1, bold)
    return max(smallest, min(largest, width / needed)) if needed else largest


def wrapped(content: str, most: float, size: float, bold: bool = False) -> list[str]:
    """The words on as few lines as fit the width; a single long word stays whole."""
    lines: list[str] = []
    for word in content.split():
        if lines and width_of(f"{lines[-1]} {word}", size, bold) <= most:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return lines
