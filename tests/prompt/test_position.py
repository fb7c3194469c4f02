"""Positions as plain text."""

from dataclasses import replace

from goldenspike.core.game import Game
from goldenspike.core.holders import BANK
from goldenspike.core.ids import by_company
from goldenspike.core.state import SHARE_HOLDERS, State
from goldenspike.prompt.position import draw_board, print_position
from goldenspike.prompt.tables import share_percent
from goldenspike.testing import Position
from goldenspike.text import Context
from goldenspike.titles.g1830 import classic

SETUP = classic(players=3)
OPENING = """\
     1     3     5     7     9     11    13    15    17    19    21    23
A                            #     #                 =     O
B                               O     .     .     O     .     o     .     #
C                      .     .     .     .     o     .     .     .     .
D       O     o     .     .     OO    .     O     .     .     .     .     =
E          .     OO    o     =     OO    .     .     .     O     .     O
F       #     O     O     .     o     .     .     O     .     oo    O     o
G          .     .     oo    .     .     .     .     oo    OO
H       .     O     .     .     O     O     .     O     OO
I    #     .     .     .     .     .     .     O     .     o
J       #     .     .     .     .     .     O
K                                        #     O"""


def opening() -> State:
    return Game(SETUP).state


def test_the_board_is_drawn_with_its_coordinates() -> None:
    assert "\n".join(line.rstrip() for line in draw_board(SETUP, opening())) == OPENING


def test_the_board_shows_tiles_and_stations() -> None:
    position = Position(SETUP, phase="3").tile("H10", "57", 1).tile("E19", "14")
    position.company("PRR", stations="H12 E19").company("NYC", president=1)
    drawn = draw_board(SETUP, position.stock_round().state)
    assert drawn[8].split() == ["H", ".", "O", ".", ".", "57", "PRR", ".", "O", "OO"]
    assert drawn[5].split()[-3:] == ["PRR+", ".", "O"]


def test_no_holding_is_cut_off() -> None:
    state = opening()
    shares = state.shares.copy()
    for company in SETUP.all_companies:
        shares[company * SHARE_HOLDERS + 1] = 6
        shares[company * SHARE_HOLDERS + BANK] = 4
    printed = print_position(Game(SETUP, replace(state, shares=shares)), Context(SETUP, ("Ada", "Ben", "Cleo")))
    assert all(f"{card.id} 60" in printed for _, card in by_company(SETUP.title.companies))
    assert "…" not in printed and max(map(len, printed.splitlines())) <= 100


def test_names_are_printed_as_they_are() -> None:
    printed = print_position(Game(SETUP), Context(SETUP, ("[red]Ada[/red]", ":smile:", "Cleo")))
    assert "[red]Ada[/red]" in printed and ":smile:" in printed


def test_a_halved_company_counts_in_units_of_five_percent() -> None:
    state = opening()
    shares = state.shares.copy()
    shares[1] = 6
    prr = SETUP.company_index["PRR"]
    held, halved = replace(state, shares=shares), [company == prr for company in SETUP.all_companies]
    assert share_percent(held, prr, SETUP.all_players[1]) == 60
    assert share_percent(replace(held, halved=halved), prr, SETUP.all_players[1]) == 30
