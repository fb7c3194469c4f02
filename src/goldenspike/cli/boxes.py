"""A game as tables that fill the terminal."""

from collections import deque

from rich.console import Console, ConsoleOptions, Group, RenderableType, RenderResult
from rich.layout import Layout
from rich.panel import Panel
from rich.progress_bar import ProgressBar
from rich.text import Text

from goldenspike.core.game import Game
from goldenspike.core.holders import BANK
from goldenspike.prompt.tables import companies_table, heading, players_table
from goldenspike.text import Context

LOG_LINES = 60
WIDE = 150
"""From this width on the two tables are side by side."""


class Tables:
    """The position, with the latest lines of the log."""

    def __init__(self, game: Game, context: Context) -> None:
        self.game = game
        self.context = context
        self.log: deque[str] = deque(maxlen=LOG_LINES)

    def note(self, line: str) -> None:
        self.log.append(line)

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        setup, s = self.game.setup, self.game.state
        players = players_table(setup, s, self.context)
        companies = companies_table(setup, s, self.context)
        tall = len(setup.title.companies) + 3
        layout = Layout()
        tables = Layout(name="tables", size=tall)
        if options.max_width >= WIDE:
            tables.split_row(Layout(players), Layout(companies))
        else:
            low = setup.players + 3
            tables = Layout(name="tables", size=low + tall)
            tables.split_column(Layout(players, size=low), Layout(companies, size=tall))
        layout.split_column(Layout(self._heading(), size=2), tables, Layout(self._log(options), minimum_size=4))
        yield layout

    def _heading(self) -> RenderableType:
        setup, s = self.game.setup, self.game.state
        bank = max(0, s.money[BANK])
        # The game ends when the bank is empty, so what it has paid out is the progress.
        return Group(heading(self.game), ProgressBar(total=setup.title.bank, completed=setup.title.bank - bank))

    def _log(self, options: ConsoleOptions) -> RenderableType:
        rows = max(2, (options.height or options.size.height) - 2)
        shown = list(self.log)[-rows:]
        # The panel truncates at the bottom, so the newest line comes first.
        return Panel(Text("\n".join(reversed(shown)), no_wrap=True, overflow="ellipsis"), title="log, newest first")
