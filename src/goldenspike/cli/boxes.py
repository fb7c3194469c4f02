"""A game as tables for the terminal."""

from collections import deque

from rich import box
from rich.console import Console, ConsoleOptions, Group, RenderableType, RenderResult
from rich.layout import Layout
from rich.panel import Panel
from rich.progress_bar import ProgressBar
from rich.table import Table
from rich.text import Text

from goldenspike.core.game import Game
from goldenspike.core.holders import BANK, FIRST_COMPANY, POOL
from goldenspike.core.ids import NONE, by_company, by_private
from goldenspike.core.rules.share_price import price_of
from goldenspike.core.rules.train_card import owned_trains
from goldenspike.core.state import State
from goldenspike.core.title import Setup
from goldenspike.text import FALLBACK, Context, money, name_player, name_round

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
        heading = Text.assemble(
            (f" {setup.title.name} {setup.title.version} ", "bold reverse"),
            f"  {name_round(s.round, s.round_number, s.operating_round, FALLBACK)}",
            f"   phase {setup.title.phases[s.phase].id}",
            f"   bank {money(s.money[BANK], FALLBACK)}",
            f"   action {self.game.ply}",
        )
        # The game ends when the bank is empty, so what it has paid out is the progress.
        return Group(heading, ProgressBar(total=setup.title.bank, completed=setup.title.bank - bank))

    def _log(self, options: ConsoleOptions) -> RenderableType:
        rows = max(2, (options.height or options.size.height) - 2)
        shown = list(self.log)[-rows:]
        # The panel truncates at the bottom, so the newest line comes first.
        return Panel(Text("\n".join(reversed(shown)), no_wrap=True, overflow="ellipsis"), title="log, newest first")


def plain_table() -> Table:
    """A table of few lines, so that the whole game fits on a small screen."""
    return Table(box=box.SIMPLE_HEAD, expand=True, padding=(0, 1, 0, 0), pad_edge=False, show_edge=False)


def players_table(setup: Setup, s: State, context: Context) -> Table:
    table = plain_table()
    table.add_column("", no_wrap=True, width=1)
    table.add_column("player", no_wrap=True, ratio=2)
    table.add_column("money", justify="right", no_wrap=True, width=7)
    table.add_column("wealth", justify="right", no_wrap=True, width=7)
    table.add_column("shares in per cent, * president", no_wrap=True, overflow="ellipsis", ratio=5)
    table.add_column("private", no_wrap=True, overflow="ellipsis", ratio=2)
    wealth = Game(setup, s).result().wealth
    for player in s.seating:
        shares = [
            f"{card.id}{'*' if s.presidents[company] == player else ''} {10 * s.units(company, player)}"
            for company, card in by_company(setup.title.companies)
            if s.units(company, player)
        ]
        privates = [card.id for private, card in by_private(setup.title.privates) if s.privates[private] == player]
        table.add_row(
            "▶" if player == s.turn else "",
            name_player(player, context, FALLBACK),
            money(s.money[player], FALLBACK),
            money(wealth[player], FALLBACK),
            " ".join(shares),
            " ".join(privates),
            style="bold" if player == s.turn else "",
        )
    return table


def companies_table(setup: Setup, s: State, context: Context) -> Table:
    table = plain_table()
    table.add_column("", no_wrap=True, width=1)
    table.add_column("railroad", no_wrap=True, width=8)
    table.add_column("president", no_wrap=True, overflow="ellipsis", ratio=2)
    for heading in ("value", "par", "money", "run"):
        table.add_column(heading, justify="right", no_wrap=True, width=6)
    table.add_column("trains", no_wrap=True, overflow="ellipsis", ratio=2)
    for heading in ("st.", "offer", "pool"):
        table.add_column(heading, justify="right", no_wrap=True, width=5)
    for company, card in by_company(setup.title.companies):
        president = s.presidents[company]
        trains = " ".join(setup.title.trains[train].id for train in owned_trains(setup, s, company))
        started = s.cells[company] != NONE
        table.add_row(
            "▶" if company == s.operating else "",
            Text(f" {card.id} ", style=f"{card.text_color} on {card.color}"),
            name_player(president, context, FALLBACK) if president != NONE else "",
            money(price_of(setup, s, company), FALLBACK) if started else "",
            money(s.par[company], FALLBACK) if started else "",
            money(s.money[FIRST_COMPANY + company], FALLBACK) if s.floated[company] else "",
            money(s.revenues[company], FALLBACK) if s.operated[company] else "",
            trains,
            f"{len(s.stations(company))}/{card.tokens}" if s.floated[company] else "",
            f"{10 * s.units(company, BANK)} %",
            f"{10 * s.units(company, POOL)} %",
            style="" if s.floated[company] else "dim",
        )
    return table


def result_table(game: Game, context: Context) -> Table:
    """The players by wealth."""
    result = game.result()
    table = Table()
    table.add_column("player")
    table.add_column("wealth", justify="right")
    for player in sorted(game.setup.all_players, key=lambda player: -result.wealth[player]):
        winner = player in result.winners
        name = name_player(player, context, FALLBACK)
        table.add_row(name, money(result.wealth[player], FALLBACK), style="bold" if winner else "")
    return table
