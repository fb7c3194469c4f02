"""What a seat knows of a position as a vector of numbers, the observer first, then the others in order of play.

Read straight from the state: building a view would take longer than the moves. Money is in hundreds, shares in tenths, prices in
hundreds; what is hidden is -1. The same fields in the same order for a title and a number of players (see `sections`).
"""

from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations
from typing import Final

import numpy as np
import numpy.typing as npt

from goldenspike.core.game import Game
from goldenspike.core.hexes import SIDES
from goldenspike.core.holders import BANK, NOBODY, POOL, is_company, treasury
from goldenspike.core.ids import NO_PLAYER, NONE, Player, by_company
from goldenspike.core.rules.bids import bid_of, tied_money
from goldenspike.core.rules.certificate_limit import certificate_limit, counted_certificates
from goldenspike.core.rules.game_end import wealth_of
from goldenspike.core.rules.receivership import unpaid_loans
from goldenspike.core.rules.share_price import in_value_order, price_of
from goldenspike.core.rules.station import stations_left
from goldenspike.core.rules.stock_purchase import sold_this_round
from goldenspike.core.rules.train_card import bank_trains, count_at, market_trains
from goldenspike.core.state import TOKENS_PER_COMPANY, State, hex_of_place
from goldenspike.core.tiles import Face
from goldenspike.core.title import UNLIMITED, RoundKind, Setup
from goldenspike.view.question import pending_offer
from goldenspike.view.secrets import Visibility, visibility_for

HIDDEN: Final = -1.0
PAIRS: Final = tuple(combinations(range(SIDES), 2))
MOST_SUPPLY: Final = 10
"""More tiles of a type than this count as this many."""

Row = npt.NDArray[np.float32]
NOTHING: Final = (NONE, NONE)


def observe(game: Game, seat: Player, chosen: tuple[int, int] = NOTHING) -> Row:
    """What a seat knows, as numbers. `chosen` are hex and tile of a lay that is chosen in several moves, -1 if not yet."""
    setup, s = game.setup, game.state
    visibility = visibility_for(setup, s, seat)
    seats = in_order(s.seating, seat, setup.all_players)
    row: list[float] = [float(s.round == kind) for kind in RoundKind]
    row += [s.round_number / 10, s.operating_round / 3, s.phase / 5]
    row += [money(s.money[BANK], visibility.bank), float(s.bank_broken), certificate_limit(setup, s) / 20]
    actors = game.actors
    for player in seats:
        shares = wealth_of(setup, s, player) + unpaid_loans(s, player) - s.money[player]
        row += [money(s.money[player], visibility.players[player]), counted_certificates(setup, s, player) / 20, shares / 1000]
        row += [tied_money(setup, s, player) / 100]
        row += [float(s.priority == player and s.round != RoundKind.SEATING), float(player in actors)]
    row += _companies(setup, s, visibility, seats)
    for private in setup.all_privates:
        owner = s.privates[private]
        row += [float(owner == player) for player in seats]
        row += [float(owner == BANK), float(is_company(owner)), float(owner == NOBODY)]
        row += [bid_of(s, private, player) / 100 for player in seats]
        row.append(float(s.power_used[private]))
    for_sale = {*bank_trains(setup, s), *market_trains(setup, s)}
    for train in setup.all_trains:
        left = count_at(setup, s, BANK, train) if setup.title.trains[train].count < UNLIMITED else 10
        row += [left / 6, count_at(setup, s, POOL, train) / 6, float(train in for_sale)]
    offer = pending_offer(setup, s, visibility, game.question) if s.pending else None
    row += [1.0, money(offer.price), float(seats.index(offer.proposer))] if offer else [0.0, 0.0, HIDDEN]
    return np.concatenate((np.array(row, dtype=np.float32), _board(setup, s, seats, chosen)))


def _companies(setup: Setup, s: State, visibility: Visibility, seats: list[Player]) -> list[float]:
    row: list[float] = []
    market = setup.title.market
    funded = [company for company, has_capital in by_company(s.funded) if has_capital and not s.closed[company]]
    order = {company: place for place, company in enumerate(in_value_order(setup, s, funded), 1)}
    for company in setup.all_companies:
        cell = s.cells[company]
        holder = treasury(company)
        row += [money(s.money[holder], visibility.companies[company]), s.par[company] / 100]
        row += [price_of(setup, s, company) / 100 if cell >= 0 else 0.0, s.revenues[company] / 100]
        row += [s.units(company, BANK) / 10, s.units(company, POOL) / 10]
        row += [stations_left(setup, s, company) / 4, len(s.stations(company)) / 4]
        row += [float(s.floated[company]), float(s.operated[company]), float(s.operating == company), float(s.done[company])]
        row += [cell % market.columns / 10, cell // market.columns / 10] if cell >= 0 else [HIDDEN, HIDDEN]
        row.append(order.get(company, 0) / 10)
        row += [float(s.presidents[company] == player) for player in seats]
        row += [s.units(company, player) / 10 for player in seats]
        row += [float(sold_this_round(s, player, company)) for player in seats]
        row += [count_at(setup, s, holder, train) / 2 for train in setup.all_trains]
    return row


def in_order(seating: Sequence[Player], seat: Player, players: Sequence[Player]) -> list[Player]:
    """The observer, then the others in order of play; players who have left the game come last."""
    first = seating.index(seat) if seat in seating else 0
    playing = [*seating[first:], *seating[:first]]
    order = [seat, *playing, *players]
    return list(dict.fromkeys(order))


def _board(setup: Setup, s: State, seats: list[Player], chosen: tuple[int, int]) -> Row:
    """The supply of tiles, what lies on each hex, whose stations are there, and what is chosen of a lay."""
    hexes = len(setup.title.hexes)
    supply = np.minimum(np.array(s.supply, dtype=np.float32), MOST_SUPPLY) / 5
    stations = np.zeros((hexes, len(seats) + 1), dtype=np.float32)
    owners = {player: number for number, player in enumerate(seats)}
    for number, place in enumerate(s.tokens):
        if place >= 0:
            company = number // TOKENS_PER_COMPANY
            president = s.presidents[company] if company < len(s.presidents) else NO_PLAYER
            stations[int(hex_of_place(place)), owners.get(president, len(seats))] += 1
    picked = np.zeros(hexes + len(setup.title.tiles), dtype=np.float32)
    hex, tile = chosen
    if hex != NONE:
        picked[hex] = 1
    if tile != NONE:
        picked[hexes + tile] = 1
    return np.concatenate((supply, _faces(setup)[s.faces].ravel(), stations.ravel(), picked))


@lru_cache(maxsize=16)
def _faces(setup: Setup) -> Row:
    """For each face: color, sides that track leaves by, sides that lead to a stop, sides joined without one, and its stops."""
    return np.array([_face(face) for face in setup.faces], dtype=np.float32)


def _face(face: Face) -> list[float]:
    stops = 0
    for exits in face.stop_exits:
        stops |= exits
    joined = {tuple(sorted(path)) for path in face.paths}
    row = [face.color / 4, *(float(face.exits >> side & 1) for side in range(SIDES))]
    row += [float(stops >> side & 1) for side in range(SIDES)]
    row += [float(pair in joined) for pair in PAIRS]
    for late in range(2):
        row.append(max((stop.values[late] for stop in face.stops), default=0) / 100)
    return [*row, len(face.stops) / 2, sum(stop.slots for stop in face.stops) / 4]


def sections(setup: Setup) -> dict[str, tuple[int, int]]:
    """The row in its order, section by section: how many rows and columns each has.

    `board` is, for each hex, color, six sides with track, six that lead to a stop, fifteen pairs of sides that are joined without
    one, the highest value of a stop early and late, stops and station spaces; `stations` those of each seat's railroads and of
    railroads without a president; `chosen_hex` and `chosen_tile` what is chosen so far of a lay.
    """
    title, players = setup.title, setup.players
    hexes, tiles = len(title.hexes), len(title.tiles)
    return {
        "round": (1, len(RoundKind) + 3),
        "bank": (1, 3),
        "players": (players, 6),
        "companies": (len(title.companies), 15 + 3 * players + len(title.trains)),
        "privates": (len(title.privates), 2 * players + 4),
        "trains": (len(title.trains), 3),
        "offer": (1, 3),
        "supply": (tiles, 1),
        "board": (hexes, 1 + 2 * SIDES + len(PAIRS) + 4),
        "stations": (hexes, players + 1),
        "chosen_hex": (hexes, 1),
        "chosen_tile": (tiles, 1),
    }


def split(setup: Setup, row: Row) -> dict[str, Row]:
    """The row split into one table per section."""
    found: dict[str, Row] = {}
    first = 0
    for name, (rows, columns) in sections(setup).items():
        found[name] = row[first : first + rows * columns].reshape(rows, columns)
        first += rows * columns
    return found


def money(amount: int | None, visible: bool = True) -> float:
    return HIDDEN if amount is None or not visible else amount / 100
