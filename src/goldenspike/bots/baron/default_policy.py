"""The baron's default policy for auctions, stock rounds and operating rounds.

The baron starts from it, and the playouts use it for all players.
"""

from random import Random

from goldenspike.bots.baron import auction, operating, stock
from goldenspike.bots.baron.forecast import Forecast
from goldenspike.bots.baron.imagine import guessed
from goldenspike.bots.baron.tastes import PRIVATE, Tastes
from goldenspike.bots.baron.weighed import Weighed
from goldenspike.bots.base import Table
from goldenspike.bots.greedy import GreedyBot
from goldenspike.bots.outlook import worth_of_private
from goldenspike.bots.surveyor import Surveyor
from goldenspike.core.actions import Action, ChooseGroup
from goldenspike.core.ids import Private
from goldenspike.core.title import RoundKind, Setup


class DefaultPolicy:
    """A player with a surveyor, forecasts and some skill (see `character.Level`)."""

    def __init__(self, rng: Random, surveyor: Surveyor, forecast: Forecast, skill: int, tastes: Tastes) -> None:
        self._surveyor = surveyor
        self._forecast = forecast
        self._skill = skill
        self._tastes = tastes
        self._plain = GreedyBot(rng, surveyor)

    def consider(self, table: Table) -> list[Weighed]:
        """The answer first, and others that were compared with it."""
        s = table.state
        if s.pending or s.round != RoundKind.STOCK or not table.setup.title.has_shares:
            return [Weighed(self.choose(table))]
        said = self._plain.interject(table)
        return [Weighed(said)] if said is not None else stock.consider(guessed(table), self._tastes, self._forecast, self._skill)

    def alternatives(self, table: Table) -> list[Action]:
        """Other answers in a stock round that may be better than the usual one."""
        return stock.alternatives(guessed(table), self._tastes, self._forecast)

    def choose(self, table: Table) -> Action:
        s = table.state
        if s.pending:
            groups = [action for action in table.actions if isinstance(action, ChooseGroup)]
            if not groups or not self._skill:
                return self._plain.choose(table)
            return auction.choose_group(table, groups, lambda private: self._liked_worth(table.setup, private))
        if s.round == RoundKind.STOCK and table.setup.title.has_shares:
            return self.consider(table)[0].action
        if s.round == RoundKind.AUCTION and self._skill:
            bid = auction.choose(table, lambda private: self._bid_limit(table.setup, private))
            return bid if bid is not None else self._plain.choose(table)
        if s.round == RoundKind.OPERATING:
            return operating.choose(guessed(table), self._surveyor, self._forecast)
        return self._plain.choose(table)

    def _bid_limit(self, setup: Setup, private: Private) -> float:
        """The price of a private company and a part of what it brings beyond; each player likes some more than others."""
        price = setup.title.privates[private].price
        return price + self._taste(private) * (worth_of_private(setup, private) - price)

    def _liked_worth(self, setup: Setup, private: Private) -> float:
        """What a private company brings, a little more or less according to taste, so that games differ."""
        price = setup.title.privates[private].price
        return price + (self._taste(private) + 1 - (self._forecast.habits.least_bid + self._forecast.habits.most_bid) / 2) * (
            worth_of_private(setup, private) - price
        )

    def _taste(self, private: Private) -> float:
        habits = self._forecast.habits
        return habits.least_bid + (habits.most_bid - habits.least_bid) * self._tastes.of(PRIVATE, private)

    def interject(self, table: Table) -> Action | None:
        return self._plain.interject(table)
