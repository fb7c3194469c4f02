"""What is in the box: board, tiles, companies, tables (cases 1, 12 and 13 of part 2; I, IV, Gesellschaftsübersicht)."""

from collections import deque

import pytest

from goldenspike.core.hexes import SIDES, opposite
from goldenspike.core.holders import BANK
from goldenspike.core.ids import Hex
from goldenspike.core.market import Zone
from goldenspike.core.tiles import FIRST_STOP, Color
from goldenspike.testing import Position
from goldenspike.titles.g1862 import STANDARD, standard

SETUP = standard(4)


@pytest.mark.parametrize(("players", "money"), [(4, 600), (5, 500), (6, 440), (7, 400)])
def test_starting_money_comes_out_of_a_bank_of_22000(players: int, money: int) -> None:
    """Case 1 (I)."""
    state = Position(standard(players)).auction().state
    assert state.money[:players] == [money] * players
    assert state.money[BANK] == 22000 - players * money


def test_the_board_has_186_hexes_and_164_tiles_and_the_erie_tile() -> None:
    assert len(STANDARD.hexes) == 186
    counts = dict.fromkeys(Color, 0)
    for tile, count in zip(STANDARD.tiles, STANDARD.tile_counts, strict=True):
        counts[tile.color] += count
    assert counts[Color.YELLOW] == 85
    assert counts[Color.GREEN] == 47
    assert counts[Color.BROWN] == 24
    assert counts[Color.GRAY] == 8 + 1


def test_trains_and_stations_are_those_of_the_box() -> None:
    assert sum(train.count for train in STANDARD.trains if train.id != "10E") == 31
    assert sum(company.tokens for company in STANDARD.companies) == 40 - 1  # One more is the B&O's.
    assert [len([c for c in STANDARD.companies if c.group == group]) for group in (1, 2, 3, 4)] == [3, 4, 3, 3]


def test_the_bar_north_of_chicago_and_the_lakes_are_closed() -> None:
    d21 = SETUP.open_sides[SETUP.hex_index["D21"]]
    assert not d21 >> 2 & 1 and not d21 >> 3 & 1
    e22 = SETUP.open_sides[SETUP.hex_index["E22"]]
    assert not e22 >> 4 & 1  # E24 is lake.
    assert SETUP.open_sides[SETUP.hex_index["E30"]] >> 1 & 1  # The dashed track of the Erie may be led to.


def _distances(start: str) -> dict[str, int]:
    """Hexes by the length of the shortest track that could be built to them."""
    first = SETUP.hex_index[start]
    found = {first: 0}
    queue: deque[tuple[Hex, int]] = deque([(first, -1)])
    seen = {(first, -1)}
    while queue:
        at, came = queue.popleft()
        for side in _ways_on(at, came):
            other = SETUP.neighbors[at * SIDES + side]
            if other < 0 or not _may_cross(at, side):
                continue
            key = (other, opposite(side))
            if key not in seen:
                seen.add(key)
                found.setdefault(other, found[at] + 1)
                queue.append(key)
    return {STANDARD.hexes[number].id: distance for number, distance in found.items()}


def _ways_on(at: Hex, came: int) -> list[int]:
    """Sides that track could leave a hex by: any where tiles may be laid, the printed ways where they may not."""
    printed = STANDARD.hexes[at]
    if printed.color is Color.RED and came >= 0:
        return []
    if printed.color is not Color.GRAY or came < 0:
        return list(range(SIDES))
    ways = set()
    paths = [*printed.paths, *printed.dormant]
    ends = {end for path in paths if came in path for end in path} - {came}
    for end in ends:
        if end < FIRST_STOP:
            ways.add(end)
        else:
            ways |= {side for path in paths if end in path for side in path if side < FIRST_STOP}
    return sorted(ways - {came})


def _may_cross(at: Hex, side: int) -> bool:
    other = SETUP.neighbors[at * SIDES + side]
    printed = STANDARD.hexes[at]
    if printed.color in (Color.GRAY, Color.RED):
        ends = {end for path in (*printed.paths, *printed.dormant) for end in path}
        return side in ends and bool(SETUP.open_sides[other] >> opposite(side) & 1)
    return bool(SETUP.open_sides[at] >> side & 1)


DISTANCES = [
    ("NYH", ("L23",), 7),
    ("NYH", ("E2", "C2"), 16),
    ("NYC", ("F23",), 5),
    ("NYC", ("J3", "H1", "K4"), 16),
    ("CP", ("C16",), 7),
    ("CP", ("C2",), 14),
    ("CPR", ("G16",), 8),
    ("UP", ("H1",), 8),
    ("ATS", ("I12",), 7),
    ("ATS", ("K4",), 12),
    ("SP", ("L13",), 5),
    ("SP", ("J3",), 11),
    ("NP", ("E2",), 8),
    ("CN", ("C2",), 7),
    ("WP", ("L13",), 8),
    ("ORN", ("H1",), 4),
    ("TP", ("K6",), 6),
    ("GMO", ("E26",), 6),
]


@pytest.mark.parametrize(("name", "targets", "distance"), DISTANCES)
def test_bonus_distances_follow_from_the_board(name: str, targets: tuple[str, ...], distance: int) -> None:
    """Case 29 (IV, Bonusrouten): the shortest distance that can be built."""
    card = STANDARD.companies[SETUP.company_index[name]]
    found = _distances(card.homes[0].hex)
    assert min(found[target] for target in targets) == distance
    named = [d for d in card.destinations if tuple(target.hex for target in d.targets) == targets]
    assert [d.distance for d in named] == [distance]


def test_every_destination_is_in_the_table() -> None:
    assert sum(len(card.destinations) for card in STANDARD.companies) == len(DISTANCES)


def test_par_prices_stand_in_the_first_six_rows() -> None:
    """Case 13 (Kauf von Aktien)."""
    market = STANDARD.market
    assert [market.prices[cell] for cell in market.par_cells] == [100, 92, 85, 80, 75, 70]
    assert [cell // market.columns for cell in market.par_cells] == [0, 1, 2, 3, 4, 5]
    assert all(market.zones[cell] is Zone.PAR for cell in market.par_cells)


def test_the_market_ends_at_the_closed_cell() -> None:
    """Case 34 (XI)."""
    market = STANDARD.market
    twenty = 9 * market.columns
    assert market.prices[twenty] == 20
    assert market.left(twenty) == market.closed
    assert market.prices[market.closed] == 0
    top = market.prices.index(400)
    assert market.right(top) == top
    assert market.right(market.prices.index(385)) == top
    assert market.left(market.prices.index(85)) == market.columns + 2  # At the left end of row 1 one down.
