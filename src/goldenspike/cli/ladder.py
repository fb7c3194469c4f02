"""`goldenspike ladder`: matches between bots until they are decided, kept in a file, and a page with ratings."""

import os
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from goldenspike.bots.arena import BACKENDS, NoBackend, Played
from goldenspike.bots.ladder import (
    MATCHES,
    BadResults,
    Match,
    Row,
    append_result,
    edition_of_bots,
    games_of,
    parse_match,
    play_match,
    read_results,
    verdict_of,
    wins_of,
)
from goldenspike.bots.ratings import standings, wilson
from goldenspike.cli.arguments import at_least, make_setup, parse_bots
from goldenspike.cli.output import BadInput, say
from goldenspike.cli.parameters import Games, Seed


def run(
    *,
    results: Path = Path("ladder.jsonl"),
    match: Annotated[list[str] | None, Parameter(name="--match", help="TITLE/VERSION/PLAYERS:BOT:FIELD; repeatable")] = None,
    games: Games = 40,
    seed: Seed = 1,
    jobs: int | None = None,
    backend: str = "local",
    edition: str | None = None,
    page: Path | None = None,
) -> None:
    """Play matches of one bot against a table full of another until each is decided, and write a page with ratings.

    Parameters
    ----------
    results
        the file of JSON lines with the games; only what is missing in it is played
    match
        the matches to play; the whole ladder if not given
    games
        how many games a match may take at most; 0 plays none
    jobs
        how many games at a time; as many as there are processors if not given
    backend
        local, or ray for a cluster
    edition
        which bots the games belong to; a fingerprint of their source if not given
    page
        a Markdown file to write ratings and results into
    """
    at_least("games", games, 0)
    at_once = jobs if jobs is not None else os.cpu_count() or 1
    at_least("jobs", at_once, 1)
    if backend not in BACKENDS:
        raise BadInput(f"unknown backend {backend!r}: known are {', '.join(BACKENDS)}")
    matches = [read_match(words) for words in match] if match else list(MATCHES)
    name = edition or edition_of_bots()
    try:
        rows = read_results(results)
        for one in matches:
            for row in play_match(one, rows, name, seed, games, BACKENDS[backend], at_once):
                append_result(results, row)
            say(in_words(one, games_of(rows, one, name)))
    except (BadResults, NoBackend) as error:
        raise BadInput(str(error)) from error
    except OSError as error:
        raise BadInput(f"{results}: {error.strerror}") from error
    if page is not None:
        page.write_text(make_page(rows, name), encoding="utf-8")


def read_match(words: str) -> Match:
    """A match as given in words, with a setup and bots that exist."""
    try:
        found = parse_match(words)
    except ValueError:
        raise BadInput(f"--match {words}: expected TITLE/VERSION/PLAYERS:BOT:FIELD") from None
    parse_bots(f"{found.bot},{found.field}", make_setup(found.title, found.version, found.players, []))
    return found


def in_words(match: Match, games: Sequence[Played]) -> str:
    if not games:
        return f"{match}: no games"
    wins = wins_of(games, match.bot)
    low, high = wilson(wins, len(games))
    return f"{match}: {wins:g} of {len(games)} ({low:.0%}–{high:.0%}), {verdict_of(match, games).value}"


INTRO = """# Ladder

Made by `goldenspike ladder --page docs/ladder.md` on {date} for the bots of edition `{edition}`; do not edit. See
[Bots](bots.md#ladder) for how it is measured.

In each match one bot plays against a table full of another. Chance is the share of wins that equal strength would give. A match
ends when a sequential test decides whether the bot wins clearly more than that ({clearly} points; both errors at most 5%). The
margin is the bot's wealth minus the mean of the others, divided by the mean of all, with its standard error. Different games are
those that differ in at least one action.
"""


def make_page(rows: Sequence[Row], edition: str) -> str:
    """Ratings over all versions, and the matches of each."""
    mine = [row for row in rows if row.edition == edition]
    matches = sorted({row.match for row in mine})
    lines = [INTRO.format(date=datetime.now(UTC).date(), edition=edition, clearly=15)]
    lines += ["## Elo over all versions", "", "| Bot | Elo | 95% interval | Games |", "| --- | --- | --- | --- |"]
    for one in standings([row.game for row in mine], 1):
        lines.append(f"| `{one.name}` | {one.elo:.0f} | {one.elo_low:.0f}–{one.elo_high:.0f} | {one.games} |")
    for title, version, players in dict.fromkeys((match.title, match.version, match.players) for match in matches):
        lines += ["", f"## {title} {version}, {players} players", ""]
        lines += ["| Bot | Against | Games | Different | Wins | 95% interval | Chance | Margin | Verdict | Slowest answer |"]
        lines += ["| --- " * 10 + "|"]
        for match in matches:
            if (match.title, match.version, match.players) == (title, version, players):
                lines.append(_row(match, games_of(mine, match, edition)))
    return "\n".join([*lines, ""])


def _row(match: Match, games: Sequence[Played]) -> str:
    wins = wins_of(games, match.bot)
    low, high = wilson(wins, len(games))
    own = next(one for one in standings(games, 1) if one.name == match.bot)
    different = len({game.notes.digest for game in games})
    cells = [
        f"`{match.bot}`",
        f"`{match.field}`",
        str(len(games)),
        str(different),
        f"{wins / len(games):.0%}",
        f"{low:.0%}–{high:.0%}",
        f"{match.chance:.0%}",
        f"{own.margin:+.2f} ± {own.margin_error:.2f}",
        verdict_of(match, games).value,
        f"{own.seconds_most:.1f} s",
    ]
    return f"| {' | '.join(cells)} |"
