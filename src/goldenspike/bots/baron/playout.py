"""Playouts: fast bots play all seats until a number of operating rounds is over.

They use the default policy but evaluate track heuristically: finding the best routes for every possible tile would cost more than
everything else.
"""

from random import Random

from goldenspike.bots.baron.default_policy import DefaultPolicy
from goldenspike.bots.baron.forecast import Forecast
from goldenspike.bots.baron.tastes import Tastes
from goldenspike.bots.base import NO_DEADLINE, NO_LIMIT, Deadline, Table
from goldenspike.bots.chance import draw
from goldenspike.bots.surveyor import Surveyor
from goldenspike.core.actions import LayTile, PlaceToken, RunTrains
from goldenspike.core.game import Game
from goldenspike.core.holders import CHANCE
from goldenspike.core.ids import Company, Player
from goldenspike.core.rules.runs import best_routes
from goldenspike.core.rules.station import station_cost
from goldenspike.core.rules.tile_lay import terrain_cost
from goldenspike.core.state import State
from goldenspike.core.title import RoundKind, Setup
from goldenspike.view.secrets import see_all

SKILL = 1
"""The skill of the bots in playouts (see `character.Level`)."""
MOST_ACTIONS = 2_000
"""The maximum length of a playout: a safeguard, not a horizon."""


class QuickSurveyor(Surveyor):
    """Evaluates lays and stations heuristically."""

    def best_lay(self, s: State, company: Company, lays: list[LayTile], money: int) -> LayTile | None:
        best: LayTile | None = None
        most = 0.0
        costs: dict[int, int] = {}
        for lay in lays:
            cost = costs.get(lay.hex)
            if cost is None:
                cost = costs[lay.hex] = terrain_cost(self.setup, s, company, lay.hex)
            if cost > money:
                continue
            score = self.promise(s, lay) - cost / 4
            if score > most:
                best, most = lay, score
        return best

    def best_station(self, s: State, company: Company, stations: list[PlaceToken], money: int) -> PlaceToken | None:
        free = next((station for station in stations if station.private >= 0), None)
        cost = station_cost(self.setup, s, company)
        if free is not None or cost > money:
            return free
        best = max(stations, key=lambda station: self.value(s, station))
        return best if self.value(s, best) > cost / 2 else None

    def revenue(self, s: State, company: Company, trains: tuple[int, ...]) -> int:
        """A rough estimate of what trains would earn, from their sizes alone."""
        if not trains:
            return 0
        distances = [min(self.setup.title.trains[train].distance, 8) for train in trains]
        # A further train of the same size earns less than the first: the good stops are taken.
        distances.sort(reverse=True)
        return int(sum(distance * 22 * 0.6**place for place, distance in enumerate(distances)))


class OwnTable(Table):
    """A table in a playout: a sampled position hides nothing."""

    def __init__(self, game: Game, player: Player) -> None:
        self.setup = game.setup
        self.player = player
        self.limit = NO_LIMIT
        self.state = position = game.state
        self.visibility = see_all(game.setup)
        self._ask = lambda question: question(game, position, player)


class Playout:
    """Fast bots for all seats of one setup."""

    def __init__(self, setup: Setup, surveyor: Surveyor | None = None) -> None:
        self.setup = setup
        self.surveyor = surveyor or QuickSurveyor(setup)
        self.forecast = Forecast(setup, self.surveyor.attraction)

    def run(self, game: Game, rounds: int, rng: Random, deadline: Deadline = NO_DEADLINE) -> int:
        """Play until so many more operating rounds have ended, or until the deadline; returns how many actions it took."""
        self.surveyor.deadline = deadline
        bots = [
            DefaultPolicy(rng, self.surveyor, self.forecast, SKILL, Tastes(rng.getrandbits(30))) for _ in self.setup.all_players
        ]
        start = game.ply
        left = rounds
        now = self._operating(game.state)
        while left > 0 and not game.is_over and game.ply - start < MOST_ACTIONS and not deadline():
            actors = game.actors
            if actors == (CHANCE,):
                game.push(draw(game, rng))
            else:
                action = bots[actors[0]].choose(OwnTable(game, actors[0]))
                if isinstance(action, RunTrains) and not has_time_to_run(game, action, deadline):
                    break
                game.push(action)
            after = self._operating(game.state)
            if after != now:
                left -= now[1] > 0
                now = after
        return game.ply - start

    def _operating(self, s: State) -> tuple[int, int]:
        """Which operating round is under way; its number is 0 in other rounds."""
        return (s.round_number, s.operating_round if s.round == RoundKind.OPERATING else 0)


def has_time_to_run(game: Game, action: RunTrains, deadline: Deadline) -> bool:
    """Whether the best run can be found before the deadline: the engine finds it again and cannot be interrupted."""
    return deadline.allows(lambda: best_routes(game.setup, game.state, action.company, expired=deadline))
