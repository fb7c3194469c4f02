"""A recorded game as the commands that a banker would type."""

from pathlib import Path

from declared_replay import DeclaredReplay
from goldenspike.core.game import Game
from goldenspike.moderate import shorten
from goldenspike.moderate.names import Names
from goldenspike.record.games18xx import Importer, read_export

DATA = Path(__file__).parent / "data"


def commands_of(name: str) -> tuple[Game, tuple[str, ...], list[str]]:
    """A game of the site 18xx.games at a table without a map: how it ended, who played, and each move as a command."""
    importer = Importer(read_export((DATA / f"{name}.json").read_bytes()))
    both = DeclaredReplay(importer.setup)
    for _ in importer.run():
        for action in importer.game.actions[both.recorded.ply :]:
            both.push(action)
    players = tuple(f"p{number}" for number in both.declared.setup.all_players)
    names = Names(both.declared.setup, players)
    again = Game(both.declared.setup)
    commands = []
    for action in both.declared.actions:
        commands.append(shorten(again, names, action))
        again.push(action)
    return again, players, commands
