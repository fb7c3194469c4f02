"""A second reckoning of whole games, written apart from the engine from the book alone: what each action cost and paid.

It shares only the data of the box with the engine. Prices move on a table of rows and columns of its own.
"""

from collections import Counter
from collections.abc import Sequence
from random import Random

import pytest

from goldenspike.bots.play import next_action, seat_bots
from goldenspike.core.actions import (
    Action,
    BuyShare,
    LayTile,
    PayDividend,
    Payout,
    PlaceToken,
    Redeem,
    Route,
    RunTrains,
    SellShares,
    StartCompany,
)
from goldenspike.core.events import Event, Floated, Paid, RoundStarted, TrainsRun, Why
from goldenspike.core.game import Game
from goldenspike.core.holders import BANK, MOST_PLAYERS, POOL, treasury
from goldenspike.core.ids import Company, Holder
from goldenspike.core.rules.runs import best_routes, reach
from goldenspike.core.state import TOKENS_PER_COMPANY, State
from goldenspike.core.title import RoundKind, Setup
from goldenspike.titles.g1862 import STANDARD, standard
from goldenspike.titles.g1862.market import ROWS
from goldenspike.titles.g1862.options import ExpressBonus, Options1862

TABLE = [[None if word == "." else int(word.rstrip("p")) for word in row.split()] for row in ROWS]
COLUMNS = max(len(row) for row in TABLE)
NAMES = [company.id for company in STANDARD.companies]
INCOME = (5, 10, 15, 20, 25, 30, 35, 40)
LOANS = {"3": 60, "4": 60, "5": 80, "6": 80, "8": 90, "10": 90}

Cell = tuple[int, int]


def at(cell: Cell) -> int | None:
    row, column = cell
    return TABLE[row][column] if 0 <= row < len(TABLE) and 0 <= column < len(TABLE[row]) else None


def first_there(*cells: Cell) -> Cell:
    return next(cell for cell in cells if at(cell) is not None)


def cell_of(s: State, company: int) -> Cell:
    return divmod(s.cells[company], COLUMNS)


def price_of(cell: Cell, half: bool) -> int:
    price = at(cell)
    assert price is not None
    return -(-price // 2) if half else price


def paid(events: Sequence[Event], *whys: Why) -> Counter[Holder]:
    """What everybody received, and why."""
    found: Counter[Holder] = Counter()
    for event in events:
        if isinstance(event, Paid) and event.why in whys:
            found[event.payee] += event.amount
    return found


class Referee:
    def __init__(self, setup: Setup) -> None:
        assert isinstance(setup.options, Options1862)
        self.setup, self.options = setup, setup.options
        self.bonuses = 0
        self.built: set[int] = set()
        self.blocks: dict[int, int] = {}
        self.turn: tuple[int, ...] = ()

    def judge(self, before: State, action: Action, events: Sequence[Event], after: State) -> None:
        turn = (before.round, before.round_number, before.operating_round, before.operating, before.turn)
        if turn != self.turn or (before.round == RoundKind.STOCK and not before.acted):
            self.turn, self.blocks = turn, {}
        for event in events:
            if isinstance(event, Floated):
                assert paid(events, Why.CAPITAL)[treasury(event.company)] == 10 * after.par[event.company]
        self._income(before, events)
        if isinstance(action, RunTrains):
            self._run(before, action, events)
        elif isinstance(action, PayDividend):
            self._dividend(before, action, events, after)
        elif isinstance(action, SellShares) and not before.pending:
            self._sale(before, action, events, after)
        elif isinstance(action, BuyShare):
            price = before.par[action.company]
            if action.source == BANK:
                price = -(-price // 2) if before.halved[action.company] else price
            else:
                price = price_of(cell_of(before, action.company), before.halved[action.company])
            assert before.money[action.player] - after.money[action.player] == price
        elif isinstance(action, StartCompany):
            assert action.price in (70, 75, 80, 85, 92, 100)
            units = 3 if NAMES[action.company] in ("NYH", "NYC", "CP") else 2
            assert before.money[action.player] - after.money[action.player] == units * action.price
        elif isinstance(action, LayTile):
            cost = 0 if action.hex in self.built else STANDARD.hexes[action.hex].cost
            self.built.add(action.hex)
            assert paid(events, Why.TERRAIN)[BANK] == (cost if action.private < 0 else max(0, cost - 160))
        elif isinstance(action, PlaceToken):
            home = next(h for h in STANDARD.hexes if h.id == STANDARD.companies[action.company].homes[0].hex)
            cost = (0, 40, 100, 100)[len(before.stations(action.company))]
            abroad = (home.country == "CA") != (STANDARD.hexes[action.hex].country == "CA")
            assert paid(events, Why.STATION)[BANK] == (cost * 3 // 2 if abroad else cost)
        elif isinstance(action, Redeem):
            self._redemption(before, action, events)

    def _run(self, before: State, action: RunTrains, events: Sequence[Event]) -> None:
        """IV, IX, X: what trains count, and one bonus for a destination run whose two stations are among that."""
        company = action.company
        routes = action.routes
        if routes is None:
            routes = best_routes(self.setup, before, company).routes
        plain = [self._counted(before, company, route, ()) for route in routes]
        most = sum(plain)
        home = before.tokens[company * TOKENS_PER_COMPANY]
        for number, route in enumerate(routes):
            hexes = [route.places[0] // 4, *[self.setup.neighbors[side] for side in route.borders]]
            if route.places[0] != home:
                hexes.reverse()
            if home not in (route.places[0], route.places[-1]):
                continue
            for destination in STANDARD.companies[company].destinations:
                for target in destination.targets:
                    hex = self.setup.hex_index[target.hex]
                    place = hex * 4 + (target.stop if len(self.setup.faces[before.faces[hex]].stops) > 1 else 0)
                    if place not in route.places:
                        continue
                    assert hexes.count(hex) == 1
                    per_hex = 30 if STANDARD.phases[before.phase].id in ("5", "6", "8", "10") else 20
                    bonus = per_hex * destination.distance - 10 * hexes.index(hex)
                    required = () if self.options.express_bonus is ExpressBonus.PASSING else (home, place)
                    claimed = sum(plain) - plain[number] + self._counted(before, company, route, required) + bonus
                    most = max(most, claimed)
        self.bonuses += most > sum(plain)
        assert [event.revenue for event in events if isinstance(event, TrainsRun)] == [most]

    def _counted(self, before: State, company: Company, route: Route, required: tuple[int, ...]) -> int:
        """The stations of a train: an E counts as many as its number says, the required ones first."""
        card = STANDARD.trains[route.train]
        values = {place: self._value(before, company, place) for place in route.places}
        if not card.express:
            return sum(values.values())
        order = sorted(route.places, key=lambda place: (place not in required, -values[place]))
        return sum(values[place] for place in order[: card.distance])

    def _value(self, before: State, company: Company, place: int) -> int:
        stop = self.setup.faces[before.faces[place // 4]].stops[place % 4]
        value = stop.values[STANDARD.phases[before.phase].late]
        pair = [self.setup.company_index[name] for name in ("CPR", "UP")]
        if company in pair and place == self.setup.hex_index["H9"] * 4 and not any(before.closed[other] for other in pair):
            value += 20 * all(place in reach(self.setup, before, other).places for other in pair)
        return value

    def _income(self, before: State, events: Sequence[Event]) -> None:
        """III: before each operating round; no company opens meanwhile."""
        rounds = sum(isinstance(event, RoundStarted) and event.kind == RoundKind.OPERATING for event in events)
        due: Counter[Holder] = Counter()
        open_ones = [before.floated[NAMES.index(name)] for name in ("CPR", "UP")]
        for private, owner in enumerate(before.privates):
            if owner < MOST_PLAYERS:
                due[owner] += rounds * (15 if private == 6 and any(open_ones) else INCOME[private])
        if rounds:
            assert paid(events, Why.PRIVATE_INCOME) == +due

    def _dividend(self, before: State, action: PayDividend, events: Sequence[Event], after: State) -> None:
        """X, XI: 5% rounded up, the company has the rest for its half; right or up, left or down."""
        company, revenue, half = action.company, before.revenues[action.company], before.halved[action.company]
        row, column = cell_of(before, company)
        due: Counter[Holder] = Counter()
        if action.payout is Payout.PAY:
            each = -(-revenue // 20) if half else revenue // 10
            for player in before.seating:
                due[player] = each * before.units(company, player)
            if half:
                due[treasury(company)] = revenue - 10 * each
            expected = first_there((row, column + 1), (row - 1, column), (row, column))
        else:
            due[treasury(company)] = revenue
            expected = first_there((row, column - 1), (row + 1, column), (row, column))
        assert paid(events, Why.DIVIDEND, Why.REVENUE) == +due
        if after.closed[company]:
            assert at(expected) == 0
        elif after.round == before.round:
            assert cell_of(after, company) == expected

    def _sale(self, before: State, action: SellShares, events: Sequence[Event], after: State) -> None:
        """Verkauf: one row a turn, the lower price before the first turn; five shares fit into the pool."""
        company = action.company
        cell = cell_of(before, company)
        fallen = cell if company in self.blocks else first_there((cell[0] + 1, cell[1]), cell)
        price = self.blocks.get(company, at(cell if before.operated[company] else fallen) or 0)
        self.blocks[company] = price
        unit = -(-price // 2) if before.halved[company] else price
        assert paid(events, Why.SHARE)[action.player] == unit * action.count
        assert before.units(company, POOL) + action.count <= 5
        assert after.closed[company] or cell_of(after, company) == fallen

    def _redemption(self, before: State, action: Redeem, events: Sequence[Event]) -> None:
        """XIV: half of every holding; a loan of no more notes than it takes."""
        company = action.company
        each = price_of(cell_of(before, company), True)
        rate = LOANS[STANDARD.phases[before.phase].id]
        due: Counter[Holder] = Counter({player: each * before.units(company, player) for player in before.seating})
        due[BANK] = each * (before.units(company, BANK) + before.units(company, POOL))
        assert paid(events, Why.REDEMPTION) == +due
        assert paid(events, Why.LOAN)[treasury(company)] == action.notes // 100 * rate
        assert action.notes == 0 or (action.notes // 100 - 1) * rate < 10 * each


@pytest.mark.parametrize("reading", ExpressBonus)
@pytest.mark.parametrize(("players", "bots"), [(4, ["greedy", "random"]), (5, ["random"]), (7, ["greedy"])])
def test_whole_games_are_reckoned_alike(players: int, bots: list[str], reading: ExpressBonus) -> None:
    rng = Random(players)
    seats = seat_bots(bots, players, 1862, 0)
    game = Game(standard(players, express_bonus=reading))
    referee = Referee(game.setup)
    while not game.is_over:
        before = game.state
        action = next_action(game, seats, rng)
        events = game.push(action)
        referee.judge(before, action, events, game.state)
    assert referee.bonuses or "greedy" not in bots
