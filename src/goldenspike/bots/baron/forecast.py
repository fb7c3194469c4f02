"""What railroads will earn: from the trains that last, and from those that their treasuries will buy.

Past revenue says little about the rounds to come in a game in which trains rust; the size of the lasting trains says most.
"""

from goldenspike.bots.baron.habits import USUAL, Habits
from goldenspike.bots.outlook import NEVER, shortfall, trains_until_retired
from goldenspike.core.hexes import SIDES
from goldenspike.core.holders import BANK, FIRST_COMPANY
from goldenspike.core.ids import NONE, Company, Train, by_company
from goldenspike.core.rules.game_end import is_last_turn
from goldenspike.core.rules.share_price import price_of
from goldenspike.core.rules.station import stations_left
from goldenspike.core.rules.train_card import bank_trains, cheapest_price, owned_trains
from goldenspike.core.state import State
from goldenspike.core.title import RoundKind, Setup

LONGEST = 8
"""What a diesel counts as."""
SLOWEST = 0.5
"""How many it sells if nobody can."""
MOST_ROUNDS = 12.0
EARNED = 30.0
"""What any railroad earns in a round beyond what can be told from its trains, treasury and last run."""
TRUST, MOST_TRUST = 1.0, 0.7
"""How far the last run tells what a railroad will earn: not at all in the first phase, later this part of it at most."""
RICH_ROUNDS, POOR_ROUNDS = 1.0, 2.0
"""How many rounds a railroad without a train loses if its treasury pays for one, and if its president must add to it."""


class Known:
    """What has been worked out about one position. No position changes after it was reached (see `Game`)."""

    def __init__(self, s: State | None) -> None:
        self.state = s
        self.left: float | None = None
        self.pace: float | None = None
        self.ahead: dict[Train, int] = {}
        self.parts: dict[tuple[Company, float | None], tuple[float, float]] = {}


class Forecast:
    """Forecasts for one setup."""

    def __init__(self, setup: Setup, attraction: list[float], habits: Habits = USUAL) -> None:
        self.setup = setup
        self.habits = habits
        self.attraction = attraction
        self._last = Known(None)
        self._paths: dict[tuple[int, bool], list[int]] = {}
        lasting = [train for train in setup.title.trains if not train.obsolete and train.price]
        self.stop_costs = min((train.price / min(train.distance, LONGEST) for train in lasting), default=100.0)
        """What a stop of a lasting train costs."""

    def _known(self, s: State) -> Known:
        if self._last.state is not s:
            self._last = Known(s)
        return self._last

    def rounds_left(self, s: State) -> float:
        """About how many operating rounds are still to come, from the bank's money and the trains on the track."""
        known = self._known(s)
        if known.left is None:
            known.left = self._rounds_left(s)
        return known.left

    def _rounds_left(self, s: State) -> float:
        if s.round == RoundKind.OVER or is_last_turn(self.setup, s):
            return 0.0
        this_set = float(s.operating_rounds - s.operating_round) if s.round == RoundKind.OPERATING else 0.0
        if s.bank_broken or s.ending:
            return this_set
        drain = 150.0
        for company, funded in by_company(s.funded):
            if funded:
                drain += max(self.habits.stop_pays * self.stops(s, company), float(s.revenues[company]) * 0.7)
        return max(this_set, min(MOST_ROUNDS, s.money[BANK] / drain + 0.5))

    def stops(self, s: State, company: Company, left: float | None = None) -> float:
        """How many stops its trains serve for a while: those that last, and what the treasury can buy."""
        setup = self.setup
        total = 0.0
        for train in owned_trains(setup, s, company):
            total += self._stays(s, train, left) * min(setup.title.trains[train].distance, LONGEST)
        money = s.money[FIRST_COMPANY + company] if s.funded[company] else s.par[company] * 10
        if bank_trains(setup, s):
            total += self.habits.treasury * money / self.stop_costs
        return min(total, self.habits.most_stops)

    def _stays(self, s: State, train: Train, left: float | None = None) -> float:
        """How much of a train counts: all of one that stays to the end, little of one that will soon be retired."""
        known = self._known(s)
        ahead = known.ahead.get(train)
        if ahead is None:
            ahead = known.ahead[train] = trains_until_retired(self.setup, s, train)
        if ahead >= NEVER:
            return 1.0
        horizon = self.habits.horizon
        left = horizon if left is None else left
        rounds = ahead / self._pace(s)
        return 1.0 if rounds >= left else min(0.8, rounds / max(1.0, min(horizon, left)))

    def _pace(self, s: State) -> float:
        """How many trains the bank will sell in a round: to railroads that have none, or whose treasury pays for one."""
        known = self._known(s)
        if known.pace is not None:
            return known.pace
        setup = self.setup
        price = cheapest_price(setup, s)
        buyers = sum(
            funded and (s.money[FIRST_COMPANY + company] >= price or not owned_trains(setup, s, company))
            for company, funded in by_company(s.funded)
        )
        known.pace = max(SLOWEST, min(self.habits.pace, float(buyers)))
        return known.pace

    def share(self, s: State, company: Company, left: float | None = None) -> float:
        """What a unit is worth: its value, its rise, and its dividends in the rounds that are left."""
        return sum(self.parts(s, company, left))

    def parts(self, s: State, company: Company, left: float | None = None) -> tuple[float, float]:
        """The same in two parts: what its value will be, and its dividends."""
        known = self._known(s)
        parts = known.parts.get((company, left))
        if parts is None:
            parts = known.parts[company, left] = self._parts(s, company, self.rounds_left(s) if left is None else left)
        return parts

    def _parts(self, s: State, company: Company, left: float) -> tuple[float, float]:
        price = price_of(self.setup, s, company)
        tenth = (float(price), 0.0) if s.presidents[company] == NONE or not price else self._tenth(s, company, left)
        return (tenth[0] / 2, tenth[1] / 2) if s.halved[company] else tenth

    def risen(self, cell: int, steps: float) -> float:
        """The value of a share after so many dividends, or after so many rounds without one."""
        prices = self._prices(cell, steps > 0)
        whole = int(abs(steps))
        part = abs(steps) - whole
        return prices[whole] * (1 - part) + prices[whole + 1] * part

    def _prices(self, cell: int, rises: bool) -> list[int]:
        """The values that a share passes through in so many rounds as a forecast may look ahead."""
        prices = self._paths.get((cell, rises))
        if prices is None:
            market = self.setup.title.market
            move = market.right if rises else market.left
            cells = [cell]
            while len(cells) < MOST_ROUNDS + 2:
                cells.append(move(cells[-1]))
            prices = self._paths[cell, rises] = [market.prices[passed] for passed in cells]
        return prices

    def _tenth(self, s: State, company: Company, left: float) -> tuple[float, float]:
        # A railroad that has lost its trains pays nothing, and falls, until it has another.
        lost = min(left, self._rounds_without_train(s, company))
        paying = left - lost
        earned = self._earned(s, self.stops(s, company, left), s.revenues[company])
        return self.habits.climb * self.risen(s.cells[company], paying - lost), paying * earned / 10

    def _rounds_without_train(self, s: State, company: Company) -> float:
        if not s.operated[company] or owned_trains(self.setup, s, company):
            return 0.0
        return POOR_ROUNDS if shortfall(self.setup, s, company) else RICH_ROUNDS

    def _earned(self, s: State, stops: float, last_run: float) -> float:
        """What a railroad earns in a round; the later it is, the more its last run tells about it."""
        progress = s.phase / max(1, len(self.setup.title.phases) - 1)
        by_run = min(MOST_TRUST, TRUST * progress)
        return EARNED + by_run * last_run + (1 - by_run / 2) * self.habits.stop_pays * stops

    def new_share(self, s: State, par: int) -> float:
        """What a tenth of a railroad will be worth that is founded now and spends its capital on lasting trains."""
        market = self.setup.title.market
        left = self.rounds_left(s) - 1.0
        stops = min(self.habits.treasury * 10 * par / self.stop_costs, self.habits.most_stops)
        cell = next((cell for cell in market.par_cells if market.prices[cell] == par), market.par_cells[0])
        return self.habits.climb * self.risen(cell, left) + left * self._earned(s, stops, 0.0) / 10

    def home(self, s: State, company: Company) -> float:
        """What the surroundings of a railroad's home promise, and how many stations it has."""
        setup = self.setup
        total = 12.0 * stations_left(setup, s, company)
        for home in setup.title.companies[company].homes[:1]:
            hex = setup.hex_index.get(home.hex, NONE)
            for side in range(SIDES) if hex != NONE else ():
                other = setup.neighbors[hex * SIDES + side]
                if other >= 0 and setup.open_sides[hex] >> side & 1:
                    total += self.attraction[other] / 2 - setup.title.hexes[other].cost / 8
        return total
