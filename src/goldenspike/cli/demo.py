"""`goldenspike demo`: a whole game between bots, to watch in the terminal.

On a terminal the tables are redrawn after every action, at a readable pace. Otherwise (a pipe, a log file) the game runs at full
speed and only its main events are printed.
"""

import time
from collections.abc import Sequence
from random import Random, randrange
from shlex import quote

from rich.console import Console
from rich.live import Live
from rich.text import Text

from goldenspike.bots.base import Bot
from goldenspike.bots.outside import dismiss
from goldenspike.bots.play import MOST_ACTIONS, next_action, seat_bots
from goldenspike.cli.arguments import at_least, make_setup, parse_bots
from goldenspike.cli.boxes import Tables
from goldenspike.cli.output import Failed, say
from goldenspike.cli.parameters import Option, Players, Title, TitleVersion
from goldenspike.core.events import BankBroke, Event, Floated, GameEnded, Paid, PhaseStarted, RoundStarted, WentBankrupt
from goldenspike.core.game import Game
from goldenspike.core.ids import by_player
from goldenspike.core.title import Setup
from goldenspike.prompt.tables import result_table
from goldenspike.text import FALLBACK, Context
from goldenspike.text import say as say_event

USUAL_ACTIONS = 900
"""About how many actions a game has, for the pace."""
FRAME = 1 / 25
"""Minimum seconds between redraws."""
LANDMARKS = (RoundStarted, PhaseStarted, Floated, BankBroke, WentBankrupt, GameEnded)


def run(
    title: Title = "1830",
    *,
    version: TitleVersion = None,
    option: Option = None,
    players: Players = 4,
    seed: int | None = None,
    bots: str = "greedy",
    seconds: int = 60,
) -> None:
    """Watch bots play a whole game in the terminal.

    Parameters
    ----------
    seed
        the same seed gives the same game; another one each time if not given
    bots
        names of bots, separated by commas; they go round the table
    seconds
        about how long the game takes to watch
    """
    setup = make_setup(title, version, players, option or [])
    names = parse_bots(bots, setup)
    at_least("seconds", seconds, 0)
    chosen = randrange(10_000) if seed is None else seed
    console = Console()
    seats = seat_bots(names, players, chosen, 0)
    context = Context(setup, player_names(setup, seats))
    player = Player(Game(setup), seats, Random(f"{chosen}/0"))
    if console.is_terminal:
        watch(console, player, context, seconds)
    else:
        print_landmarks(console, player, context)
    game = player.game
    for trouble in dismiss(seats):
        say(trouble)
    reason = game.result().reason.name.lower().replace("_", " ")
    console.print(f"end by {reason}, {game.ply} actions", highlight=False)
    console.print(result_table(game, context))
    given = f" --version {version}" if version else ""
    given += "".join(f" --option {quote(word)}" for word in option or [])
    say(f"To see this game again: goldenspike demo {title}{given} --players {players} --bots {quote(bots)} --seed {chosen}")


def player_names(setup: Setup, bots: Sequence[Bot]) -> tuple[str, ...]:
    first = ("Ada", "Ben", "Cleo", "Dan", "Eve", "Finn", "Gus")
    if len({bot.name for bot in bots}) == 1:
        return first[: setup.players]
    return tuple(f"{first[player]} ({bot.name})" for player, bot in by_player(bots))


class Player:
    """A game between bots, action by action."""

    def __init__(self, game: Game, bots: Sequence[Bot], rng: Random) -> None:
        self.game = game
        self._bots = bots
        self._rng = rng

    def step(self) -> list[Event]:
        if self.game.ply >= MOST_ACTIONS:
            raise Failed(f"the game has not ended after {MOST_ACTIONS} actions")
        return self.game.push(next_action(self.game, self._bots, self._rng))


def watch(console: Console, player: Player, context: Context, seconds: int) -> None:
    """Redraw the tables after every action."""
    tables = Tables(player.game, context)
    pause = seconds / USUAL_ACTIONS
    with Live(tables, console=console, screen=True, auto_refresh=False) as live:
        due = shown = time.monotonic()
        while not player.game.is_over:
            due += pause
            for event in player.step():
                if not isinstance(event, Paid):
                    tables.note(say_event(event, context, FALLBACK))
            if time.monotonic() - shown >= FRAME:
                live.refresh()
                shown = time.monotonic()
            time.sleep(max(0.0, due - time.monotonic()))


def print_landmarks(console: Console, player: Player, context: Context) -> None:
    """Print what changes the course of the game."""
    while not player.game.is_over:
        for event in player.step():
            if isinstance(event, LANDMARKS):
                console.print(Text(say_event(event, context, FALLBACK)))
