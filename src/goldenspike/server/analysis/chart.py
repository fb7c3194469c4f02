"""The chart of wealth: lines differ in color, dashes and end marker, in light and dark.

Colors are classes of the page's style sheet, so that one picture serves both themes. It needs no script.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from html import escape

MARKS = 8
"""Distinct line styles; no table has more players."""


@dataclass(frozen=True, slots=True)
class Frame:
    """A picture's size and margins."""

    width: int
    height: int
    left: int = 64
    right: int = 34
    top: int = 14
    bottom: int = 40


WIDE = Frame(960, 420)
NARROW = Frame(400, 340, left=46, right=26)
"""For phones: smaller, so that the text stays readable."""


@dataclass(frozen=True, slots=True)
class Curve:
    name: str
    values: Sequence[int]
    """After each ply, from 0 on."""


@dataclass(frozen=True, slots=True)
class Point:
    """A numbered mark on a curve."""

    curve: int
    ply: int
    number: int


def draw_chart(
    curves: Sequence[Curve],
    rounds: Sequence[tuple[int, str]],
    points: Sequence[Point],
    frame: Frame,
    title: str,
    name_value: Callable[[int], str],
    from_zero: bool = True,
) -> str:
    last = max(len(curves[0].values) - 1, 1)
    most = max((max(curve.values) for curve in curves), default=1)
    least = min((min(curve.values) for curve in curves), default=0)
    least = min(0, least) if from_zero else least
    step = _nice_step(max(most - least, 1), 6 if frame is WIDE else 4)
    top = -(-most // step) * step
    bottom = least // step * step

    def x(ply: int) -> float:
        return frame.left + (frame.width - frame.left - frame.right) * ply / last

    def y(value: float) -> float:
        return frame.top + (frame.height - frame.top - frame.bottom) * (top - value) / max(top - bottom, 1)

    parts = [
        f'<svg class="curves {"wide" if frame is WIDE else "narrow"}" viewBox="0 0 {frame.width} {frame.height}" role="img" '
        f'aria-label="{escape(title)}" xmlns="http://www.w3.org/2000/svg"><title>{escape(title)}</title>'
    ]
    parts += _grid(range(bottom, top + 1, step), frame, y, name_value)
    parts += _rounds(rounds, frame, x)
    for number, curve in enumerate(curves):
        parts.append(f'<path class="line line-{number % MARKS}" d="{_path(curve.values, x, y)}"/>')
    parts += _ends(curves, frame, x, y)
    for point in points:
        at_x, at_y = x(point.ply), y(curves[point.curve].values[point.ply])
        parts.append(
            f'<g class="turning line-{point.curve % MARKS}"><circle cx="{at_x:.1f}" cy="{at_y:.1f}" r="9"/>'
            f'<text x="{at_x:.1f}" y="{at_y + 4:.1f}">{point.number}</text></g>'
        )
    parts.append("</svg>")
    return "".join(parts)


def draw_sample(number: int) -> str:
    """A sample of a line with its marker, for the legend."""
    return (
        f'<svg class="curves sample" viewBox="0 0 44 16" width="44" height="16" aria-hidden="true">'
        f'<path class="line line-{number % MARKS}" d="M1 8H30"/>{_mark(number, 36, 8, 6)}</svg>'
    )


def _grid(values: Sequence[int], frame: Frame, y: Callable[[float], float], name_value: Callable[[int], str]) -> list[str]:
    return [
        f'<path class="grid" d="M{frame.left} {y(value):.1f}H{frame.width - frame.right}"/>'
        f'<text class="value" x="{frame.left - 6}" y="{y(value) + 4:.1f}">{escape(name_value(value))}</text>'
        for value in values
    ]


def _rounds(rounds: Sequence[tuple[int, str]], frame: Frame, x: Callable[[int], float]) -> list[str]:
    """A thin line where a named round begins, with the name if it fits."""
    parts: list[str] = []
    free = 0.0
    foot = frame.height - frame.bottom
    for ply, label in rounds:
        at = x(ply)
        parts.append(f'<path class="{"stock" if label else "grid"}" d="M{at:.1f} {frame.top if label else foot}V{foot + 5}"/>')
        if label and at >= free:
            parts.append(f'<text class="round" x="{at:.1f}" y="{foot + 20}">{escape(label)}</text>')
            free = at + 44
    return parts


def _path(values: Sequence[int], x: Callable[[int], float], y: Callable[[float], float]) -> str:
    """A line through the values; a constant stretch is a single segment."""
    found = [f"M{x(0):.1f} {y(values[0]):.1f}"]
    end = len(values) - 1
    for ply in range(1, end + 1):
        if ply == end or values[ply] != values[ply - 1] or values[ply + 1] != values[ply]:
            found.append(f"L{x(ply):.1f} {y(values[ply]):.1f}")
    return "".join(found)


def _ends(curves: Sequence[Curve], frame: Frame, x: Callable[[int], float], y: Callable[[float], float]) -> list[str]:
    """A marker at the end of each line; markers that would overlap are moved apart."""
    size = 6 if frame is WIDE else 5
    at = x(len(curves[0].values) - 1) + 12
    places: dict[int, float] = {}
    free = 0.0
    for number in sorted(range(len(curves)), key=lambda number: -curves[number].values[-1]):
        places[number] = max(y(curves[number].values[-1]), free)
        free = places[number] + 2 * size + 3
    return [_mark(number, at, place, size) for number, place in sorted(places.items())]


def _mark(number: int, x: float, y: float, size: float) -> str:
    """The marker of a player."""
    kind = number % MARKS
    r = size
    shapes = (
        f"M{x - r} {y}a{r} {r} 0 1 0 {2 * r} 0a{r} {r} 0 1 0 {-2 * r} 0Z",
        f"M{x - r} {y - r}h{2 * r}v{2 * r}h{-2 * r}Z",
        f"M{x} {y - r}L{x + r} {y + r}H{x - r}Z",
        f"M{x} {y - r * 1.2}L{x + r * 1.2} {y}L{x} {y + r * 1.2}L{x - r * 1.2} {y}Z",
        f"M{x - r} {y - r}L{x + r} {y + r}M{x + r} {y - r}L{x - r} {y + r}",
        f"M{x} {y + r}L{x + r} {y - r}H{x - r}Z",
        f"M{x} {y - r}V{y + r}M{x - r} {y}H{x + r}",
        f"M{x - r} {y - r / 2}h{2 * r}v{r}h{-2 * r}Z",
    )
    return f'<path class="mark line-{kind}" d="{shapes[kind]}"/>'


def _nice_step(span: int, wanted: int) -> int:
    """A round number that divides the span into about `wanted` parts."""
    step = 1
    while True:
        for factor in (1, 2, 5):
            if span <= step * factor * wanted:
                return step * factor
        step *= 10
