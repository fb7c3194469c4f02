"""How the time grows with the number of tiled hexes and of trains, drawn as an SVG without any library.

Run it as `python benchmarks/routes_growth.py [--boards N] [--out docs/images/routes-growth.svg]`.
"""

import argparse
import math
import time
from functools import cache
from pathlib import Path

from routes_bench import busiest
from routes_boards import Board, dense_board, setup_of

from goldenspike.core.ids import Company
from goldenspike.core.routes import solve
from goldenspike.core.rules.runs import rule_of_train
from goldenspike.core.running import ORDINARY

SHARES = (0.2, 0.4, 0.6, 0.8, 0.9, 1.0)
SERIES = [
    ("1830: D", "1830", ("D",)),
    ("1830: D+D", "1830", ("D", "D")),
    ("1830: D+D+D", "1830", ("D", "D", "D")),
    ("1830: 5+6+D", "1830", ("5", "6", "D")),
    ("1862: 8+8E", "1862", ("8", "8E")),
    ("1862: 10+10E", "1862", ("10", "10E")),
]
COLORS = ("#1b6ca8", "#c23b22", "#2e7d32", "#8e5ea2", "#e08e0b", "#444444")
LIMIT = 30.0


@cache
def board_of(title: str, share: float, seed: int) -> Board:
    return dense_board(setup_of(title), seed, share=share, blocking=(0.0, 0.1, 0.3)[seed % 3])


def measure(title: str, trains: tuple[str, ...], boards: int) -> list[tuple[float, float, float]]:
    """For each share of tiled hexes: mean number of tiled hexes, median and worst milliseconds of CPU time."""
    setup = setup_of(title)
    types = tuple(setup.train_index[train] for train in trains)
    rules = tuple(rule_of_train(setup, train, ORDINARY) for train in types)
    points = []
    for share in SHARES:
        times, tiled = [], 0
        for seed in range(boards):
            board = board_of(title, share, seed)
            tiled += sum(face < setup.first_printed for face in board.faces)
            ground = board.ground(Company(busiest(board)))
            started = time.process_time()
            deadline = started + LIMIT
            solve(ground, types, rules, lambda d=deadline: time.process_time() > d)  # type: ignore[misc]
            times.append((time.process_time() - started) * 1e3)
        times.sort()
        points.append((tiled / boards, times[len(times) // 2], times[-1]))
    return points


def draw(lines: list[tuple[str, list[tuple[float, float, float]]]]) -> str:
    """Tiled hexes across, milliseconds upwards on a logarithmic scale; medians as lines, worst boards as dots."""
    width, height, left, top, right, bottom = 760, 420, 60, 30, 160, 50
    most = max(point[0] for _, points in lines for point in points)
    low, high = -1.0, 5.0

    def x(value: float) -> float:
        return left + (width - left - right) * value / most

    def y(value: float) -> float:
        scaled = (math.log10(max(value, 0.1)) - low) / (high - low)
        return height - bottom - (height - top - bottom) * min(max(scaled, 0.0), 1.0)

    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" font-family="sans-serif" font-size="12">',
        f'<rect width="{width}" height="{height}" fill="white"/>',
        f'<text x="{left}" y="18" font-weight="bold">Best routes, proven: CPU time by tiled hexes (pure Python)</text>',
    ]
    for power in range(int(low), int(high) + 1):
        value = 10.0**power
        label = f"{value:g} ms" if power < 3 else f"{value / 1000:g} s"
        parts.append(
            f'<line x1="{left}" x2="{width - right}" y1="{y(value):.1f}" y2="{y(value):.1f}" stroke="#ddd"/>'
            f'<text x="{left - 6}" y="{y(value) + 4:.1f}" text-anchor="end">{label}</text>'
        )
    for hexes in range(0, int(most) + 1, 20):
        parts.append(f'<text x="{x(hexes):.1f}" y="{height - bottom + 18}" text-anchor="middle">{hexes}</text>')
    parts.append(f'<text x="{(left + width - right) / 2}" y="{height - 12}" text-anchor="middle">tiled hexes</text>')
    for number, (name, points) in enumerate(lines):
        color = COLORS[number % len(COLORS)]
        path = " ".join(f"{x(tiled):.1f},{y(median):.1f}" for tiled, median, _ in points)
        parts.append(f'<polyline points="{path}" fill="none" stroke="{color}" stroke-width="2"/>')
        parts += [
            f'<circle cx="{x(tiled):.1f}" cy="{y(worst):.1f}" r="3" fill="{color}" fill-opacity="0.6"/>'
            for tiled, _, worst in points
        ]
        height_of_name = top + 20 + number * 20
        parts.append(
            f'<line x1="{width - right + 14}" x2="{width - right + 34}" y1="{height_of_name}" y2="{height_of_name}" '
            f'stroke="{color}" stroke-width="2"/>'
            f'<text x="{width - right + 40}" y="{height_of_name + 4}">{name}</text>'
        )
    note = top + 20 + len(lines) * 20 + 10
    parts.append(f'<text x="{width - right + 14}" y="{note}" fill="#555">line: median</text>')
    parts.append(f'<text x="{width - right + 14}" y="{note + 16}" fill="#555">dot: worst board</text>')
    return "\n".join([*parts, "</svg>", ""])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--boards", type=int, default=9)
    parser.add_argument("--out", type=Path, default=Path("docs/images/routes-growth.svg"))
    wanted = parser.parse_args()
    lines = []
    for name, title, trains in SERIES:
        points = measure(title, trains, wanted.boards)
        print(name, [tuple(round(value, 1) for value in point) for point in points], flush=True)
        lines.append((name, points))
    wanted.out.write_text(draw(lines), encoding="utf-8")


if __name__ == "__main__":
    main()
