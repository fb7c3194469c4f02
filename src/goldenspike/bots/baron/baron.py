"""The baron: plans track, searches everything else, and keeps the reasons."""

from collections.abc import Callable
from dataclasses import replace
from random import Random
from time import monotonic

from goldenspike.bots.baron.candidates import candidates
from goldenspike.bots.baron.character import CHARACTERS, LEVELS, REHEARSAL, Level
from goldenspike.bots.baron.default_policy import DefaultPolicy
from goldenspike.bots.baron.forecast import Forecast
from goldenspike.bots.baron.planner import Planner
from goldenspike.bots.baron.playout import Playout
from goldenspike.bots.baron.search import Search
from goldenspike.bots.baron.tastes import Tastes
from goldenspike.bots.baron.weighed import Comparison, Weighed, compare_best
from goldenspike.bots.base import Deadline, Table
from goldenspike.core.actions import Action, BuyPrivate, BuyTrain, LayTile, Pass, SellShares
from goldenspike.core.holders import BANK, FIRST_COMPANY
from goldenspike.core.ids import by_company
from goldenspike.core.rules.train_card import owned_trains
from goldenspike.core.title import RoundKind, Setup

STOCK_ANSWERS = 6
"""How many answers are compared in a stock round."""
STOCK_ROUNDS = 1
"""How many operating rounds playouts go on that begin in a stock round."""
HASTE = 40.0
"""What a character's liking counts, in dollars at the end of the game."""


class BaronBot:
    """A bot with forecasts and playouts; see `character` for its levels and characters."""

    def __init__(
        self,
        rng: Random,
        level: str = "normal",
        character: str = "baron",
        clock: Callable[[], float] = monotonic,
    ) -> None:
        self.name = name_of(level, character)
        self.level = LEVELS[level]
        self.character = CHARACTERS[character]
        self._searches = self.level.searches or (self.level.nodes > 0 and self.character != CHARACTERS["baron"])
        self._rng = rng
        self._clock = clock
        self._seed = rng.randrange(1 << 30)
        self._tastes = Tastes(self._seed)
        self._setup: Setup | None = None
        self._thinking: Level
        self._playout: Playout
        self._planner: Planner
        self._forecast: Forecast
        self._default_policy: DefaultPolicy
        self.thoughts: list[Weighed] = []
        """The answers weighed last, the best first."""

    def choose(self, table: Table) -> Action:
        deadline = Deadline(table.limit.seconds, self._clock)
        self._sit_down(table.setup)
        self._planner.deadline = deadline
        self.thoughts = self._default_policy.consider(table)
        default = self.thoughts[0].action
        if not self._searches:
            return default
        level = self._thinking
        in_stock_round = table.state.round == RoundKind.STOCK
        answers = self._stock_answers(table, default) if in_stock_round else self._operating_answers(table, default)
        if len(answers) == 1:
            return default
        if in_stock_round:
            level = replace(level, rounds=STOCK_ROUNDS)
        weighed = [Weighed(action, self._bonus(table, action)) for action in answers]
        self._seed += 1
        search = Search(table, self._playout, level, self.character, self._seed, deadline)
        self.thoughts = search.weigh(weighed)
        return self.thoughts[0].action

    def _operating_answers(self, table: Table, default: Action) -> list[Action]:
        if table.state.round != RoundKind.OPERATING:
            return [default]  # In auctions too much happens between an answer and its fruits.
        return candidates(table, default, self._planner, self._forecast, self._thinking.candidates)

    def _stock_answers(self, table: Table, default: Action) -> list[Action]:
        s = table.state
        # In the first phase nothing tells yet who will come to what.
        if not self.level.stock or not s.phase or s.pending or not table.setup.title.has_shares:
            return [default]
        return list(dict.fromkeys([default, *self._default_policy.alternatives(table)]))[:STOCK_ANSWERS]

    @property
    def comparison(self) -> Comparison | None:
        """The best two answers weighed last, None if nothing was compared."""
        return compare_best(self.thoughts)

    def interject(self, table: Table) -> Action | None:
        self._sit_down(table.setup)
        return self._default_policy.interject(table)

    def _sit_down(self, setup: Setup) -> None:
        if self._setup is not setup:
            self._setup = setup
            self._planner = Planner(setup, self.level.tiles, self.character.track, self._tastes, self.level.habits)
            self._forecast = Forecast(setup, self._planner.attraction, self.level.habits)
            rehearses = self.level.searches and not setup.title.has_shares
            self._thinking = REHEARSAL if rehearses else self.level
            self._playout = Playout(setup, Planner(setup, REHEARSAL.tiles) if rehearses else None)
            self._default_policy = DefaultPolicy(self._rng, self._planner, self._forecast, self.level.skill, self._tastes)

    def first_choices(self, table: Table, count: int) -> list[Action]:
        """Its candidate actions, best first."""
        found = [self.choose(table), *[thought.action for thought in self.thoughts]]
        lays = [action for action in table.actions if isinstance(action, LayTile)]
        if lays:
            s = table.state
            money = s.money[FIRST_COMPANY + s.operating]
            found += [lay for _, lay in self._planner.ranked_lays(s, s.operating, lays, money)]
        found += candidates(table, found[0], self._planner, self._forecast, 12)
        found += [action for action in table.actions if isinstance(action, Pass)]
        return list(dict.fromkeys(found))[:count]

    def _bonus(self, table: Table, action: Action) -> float:
        """The character's bonus for an action."""
        setup, s, likes = table.setup, table.state, self.character
        if isinstance(action, BuyTrain) and likes.rust and action.source == BANK:
            card = setup.title.trains[action.train]
            going = [number for number, train in enumerate(setup.title.trains) if train.obsolete == card.id]
            hit = sum(
                train in going
                for company, president in by_company(s.presidents)
                if president != table.player
                for train in owned_trains(setup, s, company)
            )
            return likes.rust * (HASTE + HASTE * hit)
        if isinstance(action, SellShares):
            return likes.loot * HASTE * action.count
        if isinstance(action, BuyPrivate):
            return likes.loot * action.price / 2
        return 0.0


def name_of(level: str, character: str) -> str:
    """`baron` is the plain one of normal strength; baron-hard, baron-raider, baron-hard-raider."""
    words = ["baron", *([level] if level != "normal" else []), *([character] if character != "baron" else [])]
    return "-".join(words)
