"""Our SVG pictures as a flat list of shapes and lines of text, each with its own matrix and style, ready to be printed."""

import re
import xml.etree.ElementTree as ElementTree
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, NamedTuple

from goldenspike.printing.style import INHERITED, Compound, printed_sheet

_NUMBER: Final = r"[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?"
_NUMBERS = re.compile(_NUMBER)
_TRANSFORM = re.compile(r"(translate|scale|matrix)\(([^)]*)\)")
_SKIPPED: Final = frozenset(("style", "title", "desc"))


class Matrix(NamedTuple):
    """An affine map: x' = a x + c y + e, y' = b x + d y + f."""

    a: float = 1
    b: float = 0
    c: float = 0
    d: float = 1
    e: float = 0
    f: float = 0

    def after(self, first: "Matrix") -> "Matrix":
        """The map that does `first` and then this one."""
        return Matrix(
            self.a * first.a + self.c * first.b,
            self.b * first.a + self.d * first.b,
            self.a * first.c + self.c * first.d,
            self.b * first.c + self.d * first.d,
            self.a * first.e + self.c * first.f + self.e,
            self.b * first.e + self.d * first.f + self.f,
        )

    def map(self, x: float, y: float) -> tuple[float, float]:
        return self.a * x + self.c * y + self.e, self.b * x + self.d * y + self.f


@dataclass(frozen=True, slots=True)
class Style:
    fill: str = "#000000"
    """#rrggbb, empty for none; so is `stroke`."""
    stroke: str = ""
    width: float = 1
    dash: tuple[float, ...] = ()
    cap: str = "butt"
    join: str = "miter"
    even_odd: bool = False
    fill_opacity: float = 1
    stroke_opacity: float = 1


@dataclass(frozen=True, slots=True)
class Shape:
    path: str
    """As in the attribute `d`."""
    matrix: Matrix
    style: Style


@dataclass(frozen=True, slots=True)
class Line:
    """A line of text; one that is not `spoken` is only a halo behind another."""

    content: str
    x: float
    y: float
    size: float
    anchor: str
    is_serif: bool
    is_bold: bool
    is_italic: bool
    is_spoken: bool
    matrix: Matrix
    style: Style


@dataclass(frozen=True, slots=True)
class Picture:
    width: float
    height: float
    pieces: tuple[Shape | Line, ...]


@lru_cache(maxsize=64)
def read_picture(svg: str) -> Picture:
    root = ElementTree.fromstring(svg)
    _, _, width, height = _numbers(root.get("viewBox", "0 0 0 0"))
    pieces = tuple(_walk(root, [], {}, Matrix(), 1.0))
    return Picture(width, height, pieces)


def _walk(
    element: ElementTree.Element, path: list[Compound], inherited: dict[str, str], matrix: Matrix, opacity: float
) -> Iterator[Shape | Line]:
    tag = element.tag.rpartition("}")[2]
    if tag in _SKIPPED:
        return
    here = [*path, Compound(tag, frozenset(element.get("class", "").split()))]
    # A sheet outranks attributes, as in a browser.
    own = {**element.attrib, **printed_sheet().properties(here)}
    properties = {**inherited, **{name: value for name, value in own.items() if name in INHERITED}}
    matrix = matrix.after(_transform(element.get("transform", "")))
    opacity *= float(own.get("opacity", 1))
    if tag == "text":
        yield _line(element, properties, matrix, opacity)
        return
    way = _way(tag, element)
    if way:
        style = _style(properties, opacity)
        if style.fill or style.stroke:
            yield Shape(way, matrix, style)
    for child in element:
        yield from _walk(child, here, properties, matrix, opacity)


def _line(element: ElementTree.Element, properties: dict[str, str], matrix: Matrix, opacity: float) -> Line:
    return Line(
        element.text or "",
        float(element.get("x", 0)),
        float(element.get("y", 0)),
        float(properties.get("font-size", 12)),
        properties.get("text-anchor", "start"),
        is_serif=properties.get("font-family", "") == "serif",
        is_bold=properties.get("font-weight", "") == "bold",
        is_italic=properties.get("font-style", "") == "italic",
        is_spoken=element.get("aria-hidden") != "true",
        matrix=matrix,
        style=_style(properties, opacity),
    )


def _way(tag: str, element: ElementTree.Element) -> str:
    """The outline of a shape as a path."""

    def get(name: str) -> float:
        return float(element.get(name, 0))

    if tag == "path":
        return element.get("d", "")
    if tag == "line":
        return f"M{get('x1')} {get('y1')}L{get('x2')} {get('y2')}"
    if tag == "polygon":
        points = _numbers(element.get("points", ""))
        return "M" + "L".join(f"{x} {y}" for x, y in zip(points[::2], points[1::2], strict=True)) + "Z"
    if tag == "circle":
        return _ellipse(get("cx"), get("cy"), get("r"), get("r"))
    if tag == "ellipse":
        return _ellipse(get("cx"), get("cy"), get("rx"), get("ry"))
    if tag == "rect":
        return _rectangle(get("x"), get("y"), get("width"), get("height"), get("rx"))
    return ""


def _ellipse(x: float, y: float, rx: float, ry: float) -> str:
    return f"M{x - rx} {y}A{rx} {ry} 0 1 0 {x + rx} {y}A{rx} {ry} 0 1 0 {x - rx} {y}Z"


def _rectangle(x: float, y: float, width: float, height: float, corner: float) -> str:
    if not corner:
        return f"M{x} {y}H{x + width}V{y + height}H{x}Z"
    r = min(corner, width / 2, height / 2)
    arc = f"A{r} {r} 0 0 1 "
    return (
        f"M{x + r} {y}H{x + width - r}{arc}{x + width} {y + r}V{y + height - r}{arc}{x + width - r} {y + height}"
        f"H{x + r}{arc}{x} {y + height - r}V{y + r}{arc}{x + r} {y}Z"
    )


def _style(properties: dict[str, str], opacity: float) -> Style:
    return Style(
        _color(properties.get("fill", "#000000")),
        _color(properties.get("stroke", "none")),
        float(properties.get("stroke-width", 1)),
        tuple(_numbers(properties.get("stroke-dasharray", ""))),
        properties.get("stroke-linecap", "butt"),
        properties.get("stroke-linejoin", "miter"),
        properties.get("fill-rule", "") == "evenodd",
        opacity * float(properties.get("fill-opacity", 1)),
        opacity * float(properties.get("stroke-opacity", 1)),
    )


def _color(value: str) -> str:
    return "" if value == "none" else value


def _transform(text: str) -> Matrix:
    found = Matrix()
    for kind, inside in _TRANSFORM.findall(text):
        values = _numbers(inside)
        if kind == "translate":
            step = Matrix(e=values[0], f=values[1] if len(values) > 1 else 0)
        elif kind == "scale":
            step = Matrix(a=values[0], d=values[-1])
        else:
            step = Matrix(*values)
        found = found.after(step)
    return found


def _numbers(text: str) -> list[float]:
    return [float(found) for found in _NUMBERS.findall(text)]
