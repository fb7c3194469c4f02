"""`goldenspike observe`: how bots play, described from their games, beside a recorded game."""

import os
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from goldenspike.bots.arena import BACKENDS, NoBackend
from goldenspike.bots.ladder import BadResults, Match, append_result, games_of, play_matches, read_results
from goldenspike.bots.manner import describe_manner
from goldenspike.bots.notes import Notes, notes_on
from goldenspike.cli.arguments import at_least, make_setup, parse_bots
from goldenspike.cli.output import BadInput, one_line
from goldenspike.cli.parameters import Games, Players, Seed, Title, TitleVersion
from goldenspike.record.errors import RecordError
from goldenspike.record.games18xx import Importer, read_export


def run(
    title: Title,
    *,
    version: TitleVersion = None,
    players: Players = 4,
    bot: str = "baron",
    games: Games = 20,
    seed: Seed = 1,
    results: Path = Path("ladder.jsonl"),
    record: Annotated[Path | None, Parameter(help="a game from 18xx.games to compare with")] = None,
    jobs: int | None = None,
    page: Path | None = None,
) -> None:
    """Describe how a bot plays, from games among its like.

    Parameters
    ----------
    bot
        the bot in all seats
    results
        the file of JSON lines with the games; only what is missing in it is played
    jobs
        how many games at a time; as many as there are processors if not given
    page
        a Markdown file to write instead of standard output
    """
    setup = make_setup(title, version, players, [])
    parse_bots(bot, setup)
    at_least("games", games, 1)
    at_once = jobs if jobs is not None else os.cpu_count() or 1
    at_least("jobs", at_once, 1)
    human = read_record(record) if record is not None else None
    match = Match(title, setup.title.version, players, bot, bot)
    try:
        rows = read_results(results)
        for row in play_matches([match], rows, seed, games, BACKENDS["local"], at_once):
            append_result(results, row)
    except (BadResults, NoBackend) as error:
        raise BadInput(str(error)) from error
    except OSError as error:
        raise BadInput(f"{results}: {error.strerror}") from error
    notes = [game.notes for game in games_of(rows, match, seed)][:games]
    text = describe_manner(notes, human, f"How `{bot}` plays {title} {setup.title.version} with {players} players")
    if page is not None:
        page.write_text(text, encoding="utf-8")
    else:
        print(text)


def read_record(file: Path) -> Notes:
    try:
        importer = Importer(read_export(file.read_bytes()))
        for _ in importer.run():
            pass
    except OSError as error:
        raise BadInput(f"{file}: {error.strerror or 'cannot be read'}") from None
    except RecordError as error:
        raise BadInput(f"{file}: {one_line(str(error))}") from None
    return notes_on(importer.game)
