"""`goldenspike arena`: a tournament between bots, with confidence intervals."""

import os
from collections.abc import Sequence
from dataclasses import asdict
from html import escape
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table as Grid
from rich.text import Text

from goldenspike.bots.arena import BACKENDS, NoBackend, Played, tasks
from goldenspike.bots.ratings import Standing, standings
from goldenspike.cli.arguments import at_least, make_setup, parse_bots, parse_options
from goldenspike.cli.output import BadInput, Failed, print_json, say, with_progress
from goldenspike.cli.parameters import Games, Json, Option, Players, Seed, Title, TitleVersion


def run(
    title: Title,
    *,
    version: TitleVersion = None,
    option: Option = None,
    players: Players = 4,
    bots: str = "baron,greedy,greedy,greedy",
    games: Games = 20,
    seed: Seed = 1,
    jobs: int | None = None,
    backend: str = "local",
    plot: Path | None = None,
    varied: bool = False,
    json: Json = False,
) -> None:
    """Play a tournament between bots: win shares and Elo ratings with intervals.

    Parameters
    ----------
    bots
        names of bots, separated by commas; from game to game each moves on one seat
    jobs
        how many games at a time; as many as there are processors if not given
    backend
        local, or ray for a cluster
    plot
        a file to draw the win shares into, ending in .svg
    varied
        let other bots hold the first auction of every second set of games, so that games differ
    """
    setup = make_setup(title, version, players, option or [])
    names = parse_bots(bots, setup)
    if len(names) > players:
        raise BadInput(f"{len(names)} bots are too many for {players} players")
    at_least("games", games, 1)
    at_once = jobs if jobs is not None else os.cpu_count() or 1
    at_least("jobs", at_once, 1)
    if backend not in BACKENDS:
        raise BadInput(f"unknown backend {backend!r}: known are {', '.join(BACKENDS)}")
    if plot is not None:
        _refuse_plot(plot)
    wanted = tasks(title, setup.title.version, players, parse_options(option or []), names, games, seed, varied)
    label = f"{title} {setup.title.version}, {players} players"
    try:
        played = list(with_progress(BACKENDS[backend](wanted, at_once), games, label))
    except NoBackend as error:
        raise BadInput(str(error)) from error
    played.sort(key=lambda game: game.number)
    table = standings(played, seed)
    if plot is not None:
        plot.write_text(draw(table, f"{label}, {len(played)} games"), encoding="utf-8")
    for game in played:
        for trouble in game.troubles:
            say(f"game {game.number}: {trouble}")
    if json:
        print_json(describe(title, setup.title.version, players, seed, table, played))
    else:
        print_words(table)
    unfinished = [game.number for game in played if not game.is_over]
    if unfinished:
        raise Failed(f"{len(unfinished)} games did not end; the first: {unfinished[0]}")


def _refuse_plot(plot: Path) -> None:
    """Fail early, before hours of play, if the plot cannot be written."""
    try:
        if plot.suffix != ".svg":
            raise BadInput(f"--plot needs a file that ends in .svg, not {plot}")
        plot.open("a").close()
    except OSError as error:
        raise BadInput(f"--plot: {plot} cannot be written: {error.strerror}") from error


def describe(
    title: str, version: str, players: int, seed: int, table: Sequence[Standing], played: Sequence[Played]
) -> dict[str, Any]:
    return {
        "title": title,
        "version": version,
        "players": players,
        "seed": seed,
        "games": len(played),
        "different": len({game.notes.digest for game in played}),
        "finished": sum(game.is_over for game in played),
        "seconds": round(sum(game.seconds for game in played), 3),
        "seconds_a_game": round(sum(game.seconds for game in played) / len(played), 3),
        "bots": [
            {key: round(value, 4) if isinstance(value, float) else value for key, value in asdict(standing).items()}
            for standing in table
        ],
        "results": [{"game": game.number, "bots": game.names, "wealth": game.wealth, "end": game.reason} for game in played],
        "troubles": [trouble for game in played for trouble in game.troubles],
    }


def print_words(table: Sequence[Standing]) -> None:
    grid = Grid("bot", "seats", "wins", "share", "95 %", "chance", "margin", "Elo", "95 %", "wealth", "s/answer (95th)", box=None)
    for one in table:
        grid.add_row(
            Text(one.name),
            str(one.seats),
            f"{one.wins:g}",
            f"{one.share:.0%}",
            f"{one.share_low:.0%}–{one.share_high:.0%}",
            f"{one.chance:.0%}",
            f"{one.margin:+.2f} ± {one.margin_error:.2f}",
            f"{one.elo:.0f}",
            f"{one.elo_low:.0f}–{one.elo_high:.0f}",
            f"${one.mean_wealth:.0f}",
            f"{one.seconds_95:.2f}",
        )
    Console().print(grid)


ROW, LEFT, WIDE = 34, 170, 420


def draw(table: Sequence[Standing], caption: str) -> str:
    """Win shares as bars with their intervals, and the share of chance as a dashed mark, in SVG."""
    height = 60 + ROW * len(table)
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {LEFT + WIDE + 150} {height}" font-family="sans-serif" '
        f'font-size="13" role="img" aria-label="{escape(caption, quote=True)}">',
        f'<rect width="100%" height="100%" fill="#fff"/><text x="10" y="20" font-weight="bold">{escape(caption)}</text>',
    ]
    for number, one in enumerate(table):
        y = 40 + ROW * number
        name = one.name if len(one.name) <= 24 else one.name[:23] + "…"
        low, high, mark = (LEFT + WIDE * part for part in (one.share_low, one.share_high, one.chance))
        lines += [
            f'<text x="{LEFT - 8}" y="{y + 15}" text-anchor="end">{escape(name)}</text>',
            f'<rect x="{LEFT}" y="{y}" width="{WIDE * one.share:.1f}" height="20" fill="#4477aa"/>',
            f'<path d="M{low:.1f} {y + 10}H{high:.1f}M{low:.1f} {y + 5}v10M{high:.1f} {y + 5}v10" stroke="#222" fill="none"/>',
            f'<path d="M{mark:.1f} {y - 3}v26" stroke="#aa3377" stroke-dasharray="3 2"/>',
            f'<text x="{LEFT + WIDE + 8}" y="{y + 15}">{one.share:.0%} · Elo {one.elo:.0f}</text>',
        ]
    return "\n".join([*lines, "</svg>", ""])
