"""Mistakes that the type checker must find: `mypy` reports a comment below that is not needed.

A number of one kind is passed where another is asked for. Nothing here runs.
"""

from goldenspike.core.actions import LayTile, PlaceToken
from goldenspike.core.holders import BANK, treasury
from goldenspike.core.ids import Company, Hex, Holder, Player, Private, Train
from goldenspike.core.ledger import Ledger
from goldenspike.core.rules.station import station_cost
from goldenspike.core.rules.train_card import count_at
from goldenspike.core.state import State, hex_of_place, place_of
from goldenspike.core.title import Setup


def pass_a_company_as_a_hex(setup: Setup, s: State, player: Player, company: Company, hex: Hex) -> None:
    station_cost(setup, s, company, hex)
    station_cost(setup, s, company, company)  # type: ignore[arg-type]
    PlaceToken(player, company, hex, 0)
    PlaceToken(player, hex, company, 0)  # type: ignore[arg-type]
    LayTile(player, company, hex, setup.all_tiles[0], 0, setup.all_privates[0])
    LayTile(player, company, hex, setup.all_hexes[0], 0, setup.all_trains[0])  # type: ignore[arg-type]


def take_a_place_for_its_hex(hex: Hex) -> None:
    hex_of_place(place_of(hex, 0))
    hex_of_place(hex)  # type: ignore[arg-type]


def forget_that_a_treasury_is_not_its_company(setup: Setup, s: State, company: Company, train: Train) -> None:
    count_at(setup, s, treasury(company), train)
    count_at(setup, s, company, train)  # type: ignore[arg-type]


def take_any_holder_for_a_player(ledger: Ledger, player: Player, holder: Holder, private: Private) -> None:
    ledger.move_private(private, player, 0)
    ledger.move_private(private, BANK, 0)
    ledger.set_priority(player)
    ledger.set_priority(holder)  # type: ignore[arg-type]


def take_plain_numbers(s: State, company: Company) -> None:
    s.stations(company)
    s.stations(3)  # type: ignore[arg-type]
    s.presidents[company] = company  # type: ignore[call-overload]
