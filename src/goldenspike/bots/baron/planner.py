"""Planning track: what a tile or station earns now, what it will earn with the trains to come, and where it leads."""

from collections.abc import Callable

from goldenspike.bots.baron.habits import USUAL, Habits
from goldenspike.bots.baron.lines import Lines
from goldenspike.bots.baron.tastes import LAY, Tastes
from goldenspike.bots.surveyor import Surveyor
from goldenspike.core.actions import LayTile, PlaceToken
from goldenspike.core.ids import Company, Train
from goldenspike.core.rules.runs import best_revenues
from goldenspike.core.rules.tile_lay import terrain_cost
from goldenspike.core.rules.train_card import bank_trains, owned_trains
from goldenspike.core.state import State
from goldenspike.core.title import Setup

LIKING = 3.0
"""How far apart two players judge the same lay, in dollars of its score."""
COST_WITHOUT_RUN = 0.05
"""What a dollar spent on terrain counts as long as a railroad cannot run."""


class Planner(Surveyor):
    """A surveyor that evaluates runs with current and with larger trains; of about equal lays it prefers those to its taste."""

    def __init__(
        self, setup: Setup, tried: int, track: float = 1.0, tastes: Tastes | None = None, habits: Habits = USUAL
    ) -> None:
        super().__init__(setup)
        self.tried = tried
        self.track = track
        self.tastes = tastes
        self.habits = habits

    def later(self, s: State, company: Company) -> tuple[Train, ...]:
        """The trains that the railroad may have in a few rounds: one larger than any it has."""
        owned = owned_trains(self.setup, s, company)
        offered = bank_trains(self.setup, s)
        largest = max([*owned, *offered[:1]], default=0)
        following = min(largest + 1, len(self.setup.title.trains) - 1)
        # A diesel's routes take long to find and say little more than those of a 6.
        while following > 0 and self.setup.title.trains[following].distance > 8:
            following -= 1
        return (self.setup.all_trains[following],)

    def revenues(self, s: State, company: Company, sets: tuple[tuple[Train, ...], ...]) -> list[int]:
        return best_revenues(self.setup, s, company, sets, self.deadline.poll)

    def best_lay(self, s: State, company: Company, lays: list[LayTile], money: int) -> LayTile | None:
        desperate = self._cannot_run(s, company)
        ranked = self.ranked_lays(s, company, lays, money, desperate and bool(s.operated[company]))
        if desperate and not (ranked and ranked[0][0] > 0):
            ranked = self.ranked_lays(s, company, lays, money, desperate)
        return ranked[0][1] if ranked and ranked[0][0] > 0 else None

    def _cannot_run(self, s: State, company: Company) -> bool:
        return self.setup.title.has_shares and not self.revenue(s, company, self.trains(s, company))

    def ranked_lays(
        self, s: State, company: Company, lays: list[LayTile], money: int, desperate: bool = False
    ) -> list[tuple[float, LayTile]]:
        """The lays tried out, the best first, each with its score; `desperate` as in `Lines`."""
        habits = self.habits
        costs = {lay.hex: terrain_cost(self.setup, s, company, lay.hex) for lay in lays}
        affordable = [lay for lay in lays if costs[lay.hex] <= money]
        # The starter game is too short for track that pays late.
        lines = Lines(self.setup, s, company, desperate) if self.setup.title.has_shares else None
        promises = [lines.promise(lay) if lines is not None else self.promise(s, lay) for lay in affordable]
        promised = sorted(((promise, -number) for number, promise in enumerate(promises)), reverse=True)
        sets = (self.trains(s, company), self.later(s, company))
        now, then = self.revenues(s, company, sets)
        # A railroad that earns nothing has no better use for its money.
        thrift = habits.lay_cost if now else 0.0 if desperate else COST_WITHOUT_RUN
        found: list[tuple[float, LayTile]] = []
        for promise, number in promised[: self.patience(s, company)]:
            if self.deadline():
                break
            lay = affordable[-number]
            changes = self.changes_runs(s, lay)
            earns, will_earn = self.revenues(self.with_tile(s, lay), company, sets) if changes else (now, then)
            score = (
                self.track * (promise + habits.lay_later * (will_earn - then))
                + habits.lay_now * (earns - now)
                - thrift * costs[lay.hex]
            )
            found.append((score + self.liking(lay), lay))
        found.sort(key=lambda entry: -entry[0])
        return found

    def liking(self, lay: LayTile) -> float:
        return LIKING * (self.tastes.of(LAY, lay.hex, lay.tile, lay.rotation) - 0.5) if self.tastes is not None else 0.0

    def patience(self, s: State, company: Company) -> int:
        return self.tried if len(s.stations(company)) < 3 and s.phase < 4 else max(4, self.tried // 2)

    def station_gain(self, s: State, company: Company) -> Callable[[PlaceToken], float]:
        habits = self.habits
        sets = (self.trains(s, company), self.later(s, company))
        now, then = self.revenues(s, company, sets)

        def gain(station: PlaceToken) -> float:
            paper = self.with_station(s, station)
            earns, will_earn = self.revenues(paper, company, sets)
            return habits.station_now * (earns - now) + self.track * (
                habits.station_later * (will_earn - then) + self.value(s, station) / 3
            )

        return gain
