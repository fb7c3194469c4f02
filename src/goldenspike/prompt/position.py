"""A position as plain text: the round, what is asked, both tables, and the board."""

from typing import Final

from rich.console import Console

from goldenspike.core.game import Game
from goldenspike.core.hexes import parse_hex
from goldenspike.core.ids import Hex
from goldenspike.core.state import State, hex_of_place
from goldenspike.core.tiles import StopKind
from goldenspike.core.title import Setup
from goldenspike.prompt.tables import companies_table, heading, players_table
from goldenspike.text import FALLBACK, Context, ask

WIDTH: Final = 100
COLUMN: Final = 3
"""Characters for each column of the board. Columns are counted double, so a hex has twice as many."""
STOP_SIGNS: Final = {StopKind.CITY: "O", StopKind.TOWN: "o", StopKind.OFFBOARD: "#"}
LEGEND: Final = "57 tile   PRR station   O city   o town   # off-board   = printed track   . empty"


def print_position(game: Game, context: Context) -> str:
    """The position as lines of text, without color."""
    setup, s = game.setup, game.state
    page = Console(width=WIDTH, color_system=None, force_jupyter=False, markup=False, emoji=False, highlight=False)
    with page.capture() as printed:
        page.print(heading(game))
        page.print(f" {ask(s, context, FALLBACK)}")
        for table in (players_table(setup, s, context, wrap=True), companies_table(setup, s, context)):
            page.print()
            page.print(table)
    lines = [*printed.get().splitlines(), "", *draw_board(setup, s), "", LEGEND]
    return "\n".join(line.rstrip() for line in lines)


def draw_board(setup: Setup, s: State) -> list[str]:
    """The board as rows of characters, with its coordinates."""
    places = [parse_hex(printed.id) for printed in setup.title.hexes]
    first = min(column for _, column in places)
    columns = range(first, max(column for _, column in places) + 1)
    rows = {row: [" " * COLUMN] * (len(columns) + 1) for row in range(max(row for row, _ in places) + 1)}
    for hex in setup.all_hexes:
        row, column = places[hex]
        sign = sign_of_hex(setup, s, hex).center(2 * COLUMN)
        rows[row][column - first : column - first + 2] = [sign[:COLUMN], sign[COLUMN:]]
    ruler = "".join(f"{column:^{2 * COLUMN}}" for column in columns[::2])
    return [f"   {ruler}", *(f"{chr(ord('A') + row)}  {''.join(cells)}" for row, cells in rows.items())]


def sign_of_hex(setup: Setup, s: State, hex: Hex) -> str:
    """The stations on a hex, else its tile, else what is printed there, in at most five characters."""
    stations = [
        card.id
        for company, card in zip(setup.all_companies, setup.title.companies, strict=True)
        if any(hex_of_place(place) == hex for place in s.stations(company))
    ]
    if stations:
        return stations[0][:4] + ("+" if len(stations) > 1 else "")
    face = setup.faces[s.faces[hex]]
    if face.tile >= 0:
        return setup.title.tiles[face.tile].old or setup.title.tiles[face.tile].id
    return "".join([STOP_SIGNS[stop.kind] for stop in face.stops]) or ("=" if face.paths else ".")
