"""A game as tables: who has what, what each railroad is worth and runs."""

from rich import box
from rich.table import Table
from rich.text import Text

from goldenspike.core.game import Game
from goldenspike.core.holders import BANK, FIRST_COMPANY, MOST_PLAYERS, POOL
from goldenspike.core.ids import NONE, Company, Holder, by_company, by_private
from goldenspike.core.rules.share_price import price_of
from goldenspike.core.rules.train_card import owned_trains
from goldenspike.core.state import State
from goldenspike.core.title import Setup
from goldenspike.text import FALLBACK, Context, money, name_player, name_round, percent


def heading(game: Game) -> Text:
    """Title, round, phase, bank and number of actions."""
    setup, s = game.setup, game.state
    return Text.assemble(
        (f" {setup.title.name} {setup.title.version} ", "bold reverse"),
        f"  {name_round(s.round, s.round_number, s.operating_round, FALLBACK)}",
        f"   phase {setup.title.phases[s.phase].id}",
        f"   bank {money(s.money[BANK], FALLBACK)}",
        f"   action {game.ply}",
    )


def plain_table() -> Table:
    """A table of few lines, so that the whole game fits on a small screen."""
    return Table(box=box.SIMPLE_HEAD, expand=True, padding=(0, 1, 0, 0), pad_edge=False, show_edge=False)


def players_table(setup: Setup, s: State, context: Context, wrap: bool = False) -> Table:
    """What each player has; with `wrap` long holdings take several lines, otherwise they are cut off."""
    table = plain_table()
    table.add_column("", no_wrap=True, width=1)
    table.add_column("player", no_wrap=True, ratio=2)
    table.add_column("money", justify="right", no_wrap=True, width=7)
    table.add_column("wealth", justify="right", no_wrap=True, width=7)
    table.add_column("shares in %, * president", no_wrap=not wrap, overflow="ellipsis", ratio=5)
    table.add_column("private", no_wrap=not wrap, overflow="ellipsis", ratio=2)
    wealth = Game(setup, s).result().wealth
    for player in s.seating:
        shares = [
            f"{card.id}{'*' if s.presidents[company] == player else ''} {share_percent(s, company, player)}"
            for company, card in by_company(setup.title.companies)
            if s.units(company, player)
        ]
        privates = [card.id for private, card in by_private(setup.title.privates) if s.privates[private] == player]
        bids = [
            f"{card.id} (bid {money(s.bids[private * MOST_PLAYERS + player], FALLBACK)})"
            for private, card in by_private(setup.title.privates)
            if s.bids[private * MOST_PLAYERS + player]
        ]
        table.add_row(
            "▶" if player == s.turn else "",
            name_player(player, context, FALLBACK),
            money(s.money[player], FALLBACK),
            money(wealth[player], FALLBACK),
            " ".join(shares),
            " ".join(privates + bids),
            style="bold" if player == s.turn else "",
        )
    return table


def companies_table(setup: Setup, s: State, context: Context) -> Table:
    table = plain_table()
    table.add_column("", no_wrap=True, width=1)
    table.add_column("railroad", no_wrap=True, width=8)
    table.add_column("president", no_wrap=True, overflow="ellipsis", ratio=2)
    for name in ("value", "par", "money", "run"):
        table.add_column(name, justify="right", no_wrap=True, width=6)
    table.add_column("trains", no_wrap=True, overflow="ellipsis", ratio=2)
    for name in ("st.", "offer", "pool"):
        table.add_column(name, justify="right", no_wrap=True, width=5)
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
            percent(share_percent(s, company, BANK), FALLBACK),
            percent(share_percent(s, company, POOL), FALLBACK),
            style="" if s.floated[company] else "dim",
        )
    return table


def share_percent(s: State, company: Company, holder: Holder) -> int:
    """What a holder has of a company; a unit of a halved one is five percent."""
    return s.units(company, holder) * (5 if s.halved[company] else 10)


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
