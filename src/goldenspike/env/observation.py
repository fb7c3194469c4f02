"""A seat's view as a vector of numbers, the observer first, then the others in order of play.

Money is in hundreds, shares in tenths, prices in hundreds; what is hidden is -1. The same fields in the same order for a title
and a number of players.
"""

from functools import cache
from typing import Final

import numpy as np
import numpy.typing as npt

from goldenspike.core.hexes import SIDES
from goldenspike.core.ids import Player
from goldenspike.core.title import RoundKind, Setup
from goldenspike.view import View

HIDDEN: Final = -1.0
ROUNDS: Final = [kind.name.lower() for kind in RoundKind]


def observe(setup: Setup, view: View) -> npt.NDArray[np.float32]:
    """What a seat sees, as numbers."""
    title = setup.title
    seat = view.seat or 0
    seats = in_order(view.seating, seat, setup.players)
    place = {other: number for number, other in enumerate(seats)}
    row: list[float] = [1.0 if view.round.kind == kind else 0.0 for kind in ROUNDS]
    row += [view.round.number / 10, view.round.operating_round / 3, setup.phase_index[view.phase.id] / 5]
    row += [money(view.bank), float(view.bank_broken), view.certificate_limit / 20]
    for other in seats:
        player = view.players[other]
        row += [money(player.money), player.certificates / 20, player.share_value / 1000, player.bids / 100]
        row += [float(player.has_priority), float(player.on_turn)]
    for company in view.companies:
        row += [money(company.treasury), (company.par or 0) / 100, (company.price or 0) / 100, company.revenue / 100]
        row += [company.offering / 10, company.pool / 10, company.stations_left / 4, len(company.stations) / 4]
        row += [float(company.floated), float(company.operated), float(company.operating), float(company.done)]
        row += [float(company.president == other) for other in seats]
        row += [company.holdings.get(other, 0) / 10 for other in seats]
        row += [company.trains.count(train.id) / 2 for train in title.trains]
    for private in view.privates:
        row += [float(private.owner_seat == other) for other in seats]
        row += [float(private.owner == kind) for kind in ("bank", "company", "closed")]
        row += [max(private.bids.values(), default=0) / 100, float(private.power_used)]
    for train in view.trains:
        row += [(train.in_bank if train.in_bank is not None else 10) / 6, train.in_market / 6, float(train.for_sale)]
    row += _board(setup, view)
    offer = view.offer
    row += [float(offer is not None), money(offer.price) if offer else 0.0, float(place[offer.proposer]) if offer else HIDDEN]
    return np.array(row, dtype=np.float32)


def in_order(seating: tuple[Player, ...], seat: int, players: int) -> list[int]:
    """The observer, then the others in order of play; players who have left the game come last."""
    first = seating.index(seat) if seat in seating else 0
    playing = [*seating[first:], *seating[:first]]
    order = [seat, *playing, *range(players)]
    return list(dict.fromkeys(order))


def _board(setup: Setup, view: View) -> list[float]:
    """For each hex the color of its tile and the six sides that track leaves by, and each railroad's stations."""
    first = setup.first_printed
    faces = [first + number for number in setup.all_hexes]
    for laid in view.laid:
        faces[setup.hex_index[laid.hex]] = setup.face_of_tile(setup.tile_index[laid.tile], laid.rotation)
    row: list[float] = []
    for face in faces:
        shown = setup.faces[face]
        row += _face(shown.color, shown.exits)
    stations = [0.0] * len(faces)
    for company in view.companies:
        for station in company.stations:
            stations[setup.hex_index[station.hex]] += 1.0 if company.president == view.seat else -1.0
    return row + stations


@cache
def _face(color: int, exits: int) -> tuple[float, ...]:
    return (color / 4, *(float(exits >> side & 1) for side in range(SIDES)))


def sections(setup: Setup) -> dict[str, tuple[int, int]]:
    """The row in its order, section by section: how many rows and columns each has.

    `board` is color and six sides for each hex, `stations` one's own less those of others for each hex.
    """
    title, players = setup.title, setup.players
    return {
        "round": (1, len(ROUNDS) + 3),
        "bank": (1, 3),
        "players": (players, 6),
        "companies": (len(title.companies), 12 + 2 * players + len(title.trains)),
        "privates": (len(title.privates), players + 5),
        "trains": (len(title.trains), 3),
        "board": (len(title.hexes), 1 + SIDES),
        "stations": (len(title.hexes), 1),
        "offer": (1, 3),
    }


def split(setup: Setup, row: npt.NDArray[np.float32]) -> dict[str, npt.NDArray[np.float32]]:
    """The row split into one table per section."""
    found: dict[str, npt.NDArray[np.float32]] = {}
    first = 0
    for name, (rows, columns) in sections(setup).items():
        found[name] = row[first : first + rows * columns].reshape(rows, columns)
        first += rows * columns
    return found


def money(amount: int | None) -> float:
    return HIDDEN if amount is None else amount / 100
