"""A small line for a series of amounts, as tall as a line of text; its color is that of the text."""

from collections.abc import Sequence
from typing import Final

from goldenspike.svg.paint import escape, number

WIDTH: Final = 64
HEIGHT: Final = 16
MARGIN: Final = 2


def sparkline(values: Sequence[int | None], label: str, from_zero: bool = True) -> str:
    """A line from the first to the last amount, which has a dot; amounts that are None are left out. Empty below two."""
    known = [(place, value) for place, value in enumerate(values) if value is not None]
    if len(known) < 2:
        return ""
    amounts = [value for _, value in known]
    least = min(0, *amounts) if from_zero else min(amounts)
    most = max(least + 1, *amounts)
    step = (WIDTH - 2 * MARGIN) / (len(values) - 1)
    points = [
        (MARGIN + place * step, HEIGHT - MARGIN - (HEIGHT - 2 * MARGIN) * (value - least) / (most - least))
        for place, value in known
    ]
    path = "M" + "L".join(f"{number(x)} {number(y)}" for x, y in points)
    x, y = points[-1]
    return (
        f'<svg class="spark" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="{escape(label)}" '
        f'xmlns="http://www.w3.org/2000/svg"><title>{escape(label)}</title>'
        f'<path d="{path}"/><circle cx="{number(x)}" cy="{number(y)}" r="2"/></svg>'
    )
