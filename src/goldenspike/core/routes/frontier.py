"""The best set of routes by one sweep over the board, exact for any number of routes (7.4).

The knots are taken in an order that keeps few sections of track open. After each knot all that matters of what has been decided
is: which open sections are used, by which train, which of them belong to the same piece of route, and what each train has
counted so far. Among choices that agree in this only the best is kept, so the work grows with the width of the board and
not with the number of routes. A choice that cannot catch up with a known result, even if its trains could call at all the best
stops ahead, is dropped.
"""

from collections.abc import Callable

from goldenspike.core.routes.crossing import Crossings
from goldenspike.core.routes.moves import LOWEST, OWN, SCORES, Key, Trail, no_worse
from goldenspike.core.routes.network import Network
from goldenspike.core.routes.prospects import FAR, Prospects
from goldenspike.core.running import TrainRule


def start_key(trains: int, fresh: bool) -> Key:
    """What the trains have done when they may still do anything."""
    return tuple([0 if fresh else OWN for _ in range(trains)])


class Outlook:
    """Knows an upper bound for what may follow a state."""

    def ahead(self, step: int, key: Key) -> int:
        raise NotImplementedError


class Frontier(Crossings):
    def __init__(
        self,
        network: Network,
        rules: list[TrainRule],
        expired: Callable[[], bool] | None,
        like: Prospects | None = None,
    ) -> None:
        super().__init__(network, rules, like)
        self.expired = expired
        self.outlook: Outlook | None = None
        """A better bound than the stops ahead, if somebody knows one."""
        self.best = -1
        self.trail: Trail | None = None
        self.cut = -1
        """The most that a choice dropped for want of room might have come to; -1 if none was dropped."""
        self.stopped = False
        """Whether time ran out in the middle of a sweep."""
        self.states = 0
        """How many states have been looked at, for the record."""

    def forget(self) -> None:
        """Nothing is found yet. (A caller that wrote the None himself would be compiled as if it stayed so.)"""
        self.trail = None

    def run(self, room: int, floor: int) -> bool:
        """Sweep with at most `room` states a step for a result above `floor`; False if time ran out."""
        self.prepare()
        self.prepare_bounds()
        self.measure_claim()
        self.stopped = False
        start = start_key(self.trains, True)
        states: dict[Key, int] = {start: 0}
        trails: dict[Key, Trail | None] = {start: None}
        self.best = floor
        for step in range(len(self.order)):
            grown, grown_trails = self._step(step, states, trails)
            if self.stopped:
                for key, value in states.items():
                    self.cut = max(self.cut, value + self.promise(step, key))
                return False
            states, trails = grown, grown_trails
            if len(states) > 64 and any(self.limited):
                states = self._thin(states, len(self.fronts[step + 1]) if step + 1 < len(self.order) else 0)
            if len(states) > room:
                states = self._squeeze(step + 1, states, room)
            self.states += len(states)
        for key, value in states.items():
            if value > self.best:
                self.best = value
                self.trail = trails[key]
        return True

    def promise(self, step: int, key: Key) -> int:
        """The most that may follow a state."""
        if self.outlook is not None:
            return self.outlook.ahead(step, key)
        return self.hope(step, key) + self.claim_hope(step, key)

    def _squeeze(self, step: int, states: dict[Key, int], room: int) -> dict[Key, int]:
        """Keep the most promising states and note what the others might have come to."""
        ranked = sorted(states.items(), key=lambda item: -(item[1] + self.promise(step, item[0])))
        for key, value in ranked[room : room + 1]:
            self.cut = max(self.cut, value + self.promise(step, key))
        return dict(ranked[:room])

    def _thin(self, states: dict[Key, int], width: int) -> dict[Key, int]:
        """Drop a state if another with the same open track has earned as much, counted no more and lacks nothing."""
        groups: dict[Key, list[tuple[Key, int]]] = {}
        for key, value in states.items():
            bare = key[:width] + tuple([done & ~SCORES for done in key[width:]])
            groups.setdefault(bare, []).append((key, value))
        kept: dict[Key, int] = {}
        for several in groups.values():
            if len(several) == 1:
                kept[several[0][0]] = several[0][1]
                continue
            several.sort(key=lambda item: -item[1])
            good: list[Key] = []
            for key, value in several:
                if not any([no_worse(other, key, width) for other in good]):
                    good.append(key)
                    kept[key] = value
        return kept

    def _step(
        self, step: int, states: dict[Key, int], trails: dict[Key, Trail | None]
    ) -> tuple[dict[Key, int], dict[Key, Trail | None]]:
        here = self.arrive(step)
        open_sections = len(here.kept)
        found: dict[Key, int] = {}
        found_trails: dict[Key, Trail | None] = {}
        floor = self.best
        after = step + 1
        ceiling = self.hope(after, start_key(self.trains, self.own_ahead[after]))
        claims = self.claim is not None
        if self.claim is not None:
            ceiling += self.claim.bonus.value
        if self.outlook is not None:
            # It knows of tolls and counts that these bounds do not.
            ceiling = FAR
        hopes: dict[Key, int] = {}
        count = 0
        for key, value in states.items():
            if count & 511 == 0 and self.expired is not None and self.expired():
                self.stopped = True
                break
            count += 1
            trail = trails[key]
            for new, total, uses in self.onward(here, key, value, floor - ceiling):
                if total <= found.get(new, LOWEST):
                    continue
                if self.outlook is not None:
                    if total + self.outlook.ahead(after, new) <= floor:
                        continue
                else:
                    done = new[open_sections:]
                    hope = hopes.get(done, -1)
                    if hope < 0:
                        hope = hopes[done] = self.hope(after, done)
                    if total + hope + (self.claim_hope(after, new) if claims else 0) <= floor:
                        continue
                found[new] = total
                found_trails[new] = Trail(trail, uses) if uses else trail
        return found, found_trails
