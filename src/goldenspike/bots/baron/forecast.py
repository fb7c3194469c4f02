"""What railroads will earn: from the trains that last, and from those that their treasuries will buy.

Past revenue says little about the rounds to come in a game in which trains rust; the size of the lasting trains says most.
"""

from goldenspike.bots.outlook import NEVER, trains_until_retired
from goldenspike.core.hexes import SIDES
from goldenspike.core.holders import BANK, FIRST_COMPANY, NONE
from goldenspike.core.rules.share_price import price_of
from goldenspike.core.rules.station import stations_left
from goldenspike.core.rules.train_card import bank_trains, owned_trains
from goldenspike.core.state import State
from goldenspike.core.title import RoundKind, Setup

LONGEST = 8
"""What a diesel counts as."""
STOP_PAYS = 26.0
"""What a stop of a train pays in a round, about."""
MOST_STOPS = 16.0
"""No railroad finds good stops for more."""
TRAINS_A_ROUND = 2.0
RISE = 0.05
MOST_ROUNDS = 12.0


class Forecast:
    """Forecasts for one setup."""

    def __init__(self, setup: Setup, attraction: list[float]) -> None:
        self.setup = setup
        self.attraction = attraction
        lasting = [train for train in setup.title.trains if not train.obsolete and train.price]
        self.stop_costs = min((train.price / min(train.distance, LONGEST) for train in lasting), default=100.0)
        """What a stop of a lasting train costs."""

    def rounds_left(self, s: State) -> float:
        """About how many operating rounds are still to come, from the bank's money and the trains on the track."""
        if s.round == RoundKind.OVER:
            return 0.0
        this_set = float(s.operating_rounds - s.operating_round) if s.round == RoundKind.OPERATING else 0.0
        if s.bank_broken or s.ending:
            return this_set
        drain = 150.0
        for company, funded in enumerate(s.funded):
            if funded:
                drain += max(STOP_PAYS * self.stops(s, company), float(s.revenues[company]) * 0.7)
        return max(this_set, min(MOST_ROUNDS, s.money[BANK] / drain + 0.5))

    def stops(self, s: State, company: int) -> float:
        """How many stops its trains serve for a while: those that last, and what the treasury can buy."""
        setup = self.setup
        total = 0.0
        for train in owned_trains(setup, s, company):
            ahead = trains_until_retired(setup, s, train)
            part = 1.0 if ahead >= NEVER else min(0.8, ahead / TRAINS_A_ROUND / 8)
            total += part * min(setup.title.trains[train].distance, LONGEST)
        money = s.money[FIRST_COMPANY + company] if s.funded[company] else s.par[company] * 10
        if bank_trains(setup, s):
            total += 0.8 * money / self.stop_costs
        return min(total, MOST_STOPS)

    def share(self, s: State, company: int, left: float | None = None) -> float:
        """What a tenth is worth: its value, its rise, and its dividends in the rounds that are left."""
        price = price_of(self.setup, s, company)
        if s.presidents[company] == NONE or not price:
            return float(price)
        if left is None:
            left = self.rounds_left(s)
        stops = self.stops(s, company)
        # A railroad without lasting trains and without money pays little and falls while it saves.
        health = min(1.0, stops / 4)
        return price * (1 + RISE * left * (2 * health - 1)) + left * STOP_PAYS * stops / 10 * health

    def new_share(self, s: State, par: int) -> float:
        """What a tenth of a railroad will be worth that is founded now and spends its capital on lasting trains."""
        left = self.rounds_left(s) - 1.0
        stops = min(0.8 * 10 * par / self.stop_costs, MOST_STOPS)
        return par * (1 + RISE * left) + left * STOP_PAYS * stops / 10

    def home(self, s: State, company: int) -> float:
        """What the surroundings of a railroad's home promise, and how many stations it has."""
        setup = self.setup
        total = 12.0 * stations_left(setup, s, company)
        for home in setup.title.companies[company].homes[:1]:
            hex = setup.hex_index.get(home.hex, NONE)
            for side in range(SIDES) if hex != NONE else ():
                other = setup.neighbours[hex * SIDES + side]
                if other >= 0 and setup.open_sides[hex] >> side & 1:
                    total += self.attraction[other] / 2 - setup.title.hexes[other].cost / 8
        return total
