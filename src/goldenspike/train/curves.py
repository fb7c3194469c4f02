"""The log of a training run: lines on the screen, a table of values, and curves as a picture."""

import csv
import time
from pathlib import Path
from typing import Final

Value = float | int | str
WIDTH: Final = 640
HEIGHT: Final = 120
GAP: Final = 34
CURVES: Final = (
    ("imitate", "test_loss", "Imitation: loss on held-out games"),
    ("imitate", "test_hits", "Imitation: part of the teachers’ choices that come first"),
    ("improve", "ratio", "Improvement: wins at mixed tables, as a multiple of chance"),
    ("improve", "margin", "Improvement: margin at mixed tables"),
    ("improve", "explained", "Improvement: part of the results’ variance that the values explain"),
    ("improve", "spread", "Improvement: entropy of the policy"),
)


class Log:
    """Keeps every line; a folder's earlier lines are read again when a run is resumed."""

    def __init__(self, folder: Path) -> None:
        self.file = folder / "log.csv"
        self.picture = folder / "curves.svg"
        self.begun = time.monotonic()
        self.lines: list[tuple[str, float, dict[str, Value]]] = []
        if self.file.exists():
            with self.file.open(encoding="utf-8", newline="") as read:
                for stage, seconds, name, value in csv.reader(read):
                    if name == "#":
                        self.lines.append((stage, float(seconds), {}))
                    else:
                        self.lines[-1][2][name] = _number(value)

    def __call__(self, stage: str, **values: Value) -> None:
        seconds = time.monotonic() - self.begun
        self.lines.append((stage, seconds, values))
        shown = " ".join(
            f"{name}={value:.4g}" if isinstance(value, float) else f"{name}={value}" for name, value in values.items()
        )
        print(f"{seconds:7.1f} {stage} {shown}", flush=True)
        with self.file.open("a", encoding="utf-8", newline="") as out:
            writer = csv.writer(out)
            writer.writerow((stage, f"{seconds:.1f}", "#", ""))
            writer.writerows((stage, f"{seconds:.1f}", name, value) for name, value in values.items())

    def series(self, stage: str, name: str) -> list[float]:
        return [float(values[name]) for found, _, values in self.lines if found == stage and name in values]

    def draw(self) -> None:
        self.picture.write_text(draw([(title, self.series(stage, name)) for stage, name, title in CURVES]), encoding="utf-8")


def draw(curves: list[tuple[str, list[float]]]) -> str:
    """One curve below the other, each with its title and its lowest, highest and last value."""
    shown = [(title, values) for title, values in curves if len(values) > 1]
    height = len(shown) * (HEIGHT + GAP) + 10
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH + 20} {height}" font-family="sans-serif" font-size="13">'
    ]
    parts.append(f'<rect width="{WIDTH + 20}" height="{height}" fill="#fff"/>')
    for number, (title, values) in enumerate(shown):
        top = number * (HEIGHT + GAP) + GAP
        low, high = min(values), max(values)
        scale = HEIGHT / ((high - low) or 1.0)
        points = " ".join(
            f"{10 + WIDTH * place / (len(values) - 1):.1f},{top + HEIGHT - (value - low) * scale:.1f}"
            for place, value in enumerate(values)
        )
        text = f"{title} ({low:.3g} to {high:.3g}, last {values[-1]:.3g})"
        parts.append(f'<text x="10" y="{top - 8}" fill="#333">{text}</text>')
        parts.append(f'<rect x="10" y="{top}" width="{WIDTH}" height="{HEIGHT}" fill="none" stroke="#bbb"/>')
        parts.append(f'<polyline points="{points}" fill="none" stroke="#14508c" stroke-width="1.5"/>')
    return "".join((*parts, "</svg>\n"))


def _number(value: str) -> Value:
    try:
        return float(value)
    except ValueError:
        return value
