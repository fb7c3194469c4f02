"""`goldenspike ladder`: matches between bots until they are decided, kept in a file, and a page with ratings."""

import os
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from goldenspike.bots.arena import BACKENDS, NoBackend, Played
from goldenspike.bots.base import Deadline
from goldenspike.bots.ladder import (
    MATCHES,
    BadResults,
    Match,
    append_result,
    games_of,
    parse_match,
    play_matches,
    read_results,
    verdict_of,
    wins_of,
)
from goldenspike.bots.ladder_page import make_page
from goldenspike.bots.ratings import wilson
from goldenspike.bots.roster import find_maker
from goldenspike.cli.arguments import at_least, make_setup, parse_bots
from goldenspike.cli.output import BadInput, say
from goldenspike.cli.parameters import Games, Seed


def run(
    *,
    results: Path = Path("ladder.jsonl"),
    match: Annotated[list[str] | None, Parameter(name="--match", help="TITLE/VERSION/PLAYERS:BOT:FIELD; repeatable")] = None,
    bots: str | None = None,
    games: Games = 40,
    seconds: float | None = None,
    seed: Seed = 1,
    jobs: int | None = None,
    backend: str = "local",
    page: Path | None = None,
) -> None:
    """Play matches of one bot against a table full of another until each is decided, and write a page with ratings.

    Parameters
    ----------
    results
        the file of JSON lines with the games; only what is missing in it is played
    match
        the matches to play; the whole ladder if not given
    bots
        names of bots, separated by commas: only the matches of the ladder between these are played
    games
        how many games a match may take at most; 0 plays none
    seconds
        after how many seconds no further game is begun; matches take turns, so that each has had its share by then
    jobs
        how many games at a time; as many as there are processors if not given
    backend
        local, or ray for a cluster
    page
        a Markdown file to write ratings and results into
    """
    at_least("games", games, 0)
    at_once = jobs if jobs is not None else os.cpu_count() or 1
    at_least("jobs", at_once, 1)
    if backend not in BACKENDS:
        raise BadInput(f"unknown backend {backend!r}: known are {', '.join(BACKENDS)}")
    matches = [read_match(words) for words in match] if match else ladder_of(bots)
    try:
        rows = read_results(results)
        for row in play_matches(matches, rows, seed, games, BACKENDS[backend], at_once, Deadline(seconds)):
            append_result(results, row)
    except (BadResults, NoBackend) as error:
        raise BadInput(str(error)) from error
    except OSError as error:
        raise BadInput(f"{results}: {error.strerror}") from error
    for one in matches:
        say(in_words(one, games_of(rows, one)))
    if page is not None:
        page.write_text(make_page(rows, datetime.now(UTC).date()), encoding="utf-8")


def ladder_of(bots: str | None) -> list[Match]:
    """The matches of the ladder between the bots that are wanted, of those that are installed."""
    found = [match for match in MATCHES if find_maker(match.bot) and find_maker(match.field)]
    if bots is None:
        return found
    wanted = bots.split(",")
    known = {name for match in found for name in (match.bot, match.field)}
    unknown = [name for name in wanted if name not in known]
    if unknown:
        raise BadInput(f"--bots {unknown[0]}: not in the ladder; known are {', '.join(sorted(known))}")
    return [match for match in found if match.bot in wanted and match.field in wanted]


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
