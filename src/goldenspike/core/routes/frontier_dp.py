"""The best set of routes by frontier dynamic programming, exact for any number of routes (7.4).

One pass over the graph is called a sweep. It takes the vertices in an order that keeps few edges open. After each vertex all that
matters of what has been decided is: which open edges are used, by which train, which of them belong to the same piece of route,
and what each train has counted so far. Among choices that agree in this only the best is kept, so the work grows with the
width of the frontier and not with the number of routes. A state whose upper bound does not exceed a known result is dropped.
"""

from collections.abc import Callable

from goldenspike.core.routes.bounds import Bounds
from goldenspike.core.routes.frontier_state import LOWEST, OWN, SCORES, Backpointer, Key, dominates
from goldenspike.core.routes.network import Network
from goldenspike.core.routes.transitions import Transitions
from goldenspike.core.running import TrainRule


def start_key(trains: int, fresh: bool) -> Key:
    """The initial state, in which the trains have done nothing."""
    return tuple([0 if fresh else OWN for _ in range(trains)])


class FrontierDP(Transitions):
    def __init__(
        self,
        network: Network,
        rules: list[TrainRule],
        expired: Callable[[], bool] | None,
        like: Bounds | None = None,
    ) -> None:
        super().__init__(network, rules, like)
        self.expired = expired
        self.best = -1
        self.backpointer: Backpointer | None = None
        self.dropped_bound = -1
        """The highest bound of a state that a restricted sweep dropped; -1 if none was dropped."""
        self.stopped = False
        """Whether time ran out in the middle of a sweep."""
        self.states = 0
        """The number of states visited, for statistics."""

    def forget(self) -> None:
        """Reset the result. (If a caller assigned None itself, mypyc would assume that it stays None.)"""
        self.backpointer = None

    def follow(self, backpointer: Backpointer | None) -> None:
        """Take these decisions for the result."""
        self.backpointer = backpointer

    def run(self, max_width: int, floor: int) -> bool:
        """Sweep with at most `max_width` states a step for a result above `floor`; False if time ran out."""
        self.prepare()
        self.prepare_bounds()
        self.measure_distances()
        self.stopped = False
        start = start_key(self.trains, True)
        states: dict[Key, int] = {start: 0}
        backpointers: dict[Key, Backpointer | None] = {start: None}
        self.best = floor
        for step in range(len(self.order)):
            grown, grown_backpointers = self._step(step, states, backpointers)
            if self.stopped:
                for key, value in states.items():
                    self.dropped_bound = max(self.dropped_bound, value + self.bound_ahead(step, key))
                return False
            states, backpointers = grown, grown_backpointers
            if len(states) > 64 and any(self.limited):
                states = self._drop_dominated(states, len(self.frontiers[step + 1]) if step + 1 < len(self.order) else 0)
            if len(states) > max_width:
                states = self._restrict(step + 1, states, max_width)
            self.states += len(states)
        for key, value in states.items():
            if value > self.best:
                self.best = value
                self.backpointer = backpointers[key]
        return True

    def bound_ahead(self, step: int, key: Key) -> int:
        """The most that may follow a state."""
        return self.stops_bound(step, key) + self.claim_bound(step, key)

    def _restrict(self, step: int, states: dict[Key, int], max_width: int) -> dict[Key, int]:
        """Keep the states with the highest bounds and note the bound of the others."""
        ranked = sorted(states.items(), key=lambda item: -(item[1] + self.bound_ahead(step, item[0])))
        for key, value in ranked[max_width : max_width + 1]:
            self.dropped_bound = max(self.dropped_bound, value + self.bound_ahead(step, key))
        return dict(ranked[:max_width])

    def _drop_dominated(self, states: dict[Key, int], width: int) -> dict[Key, int]:
        """Dominance: drop a state if another with the same open track has earned as much, counted no more and lacks nothing."""
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
                if not any([dominates(other, key, width) for other in good]):
                    good.append(key)
                    kept[key] = value
        return kept

    def _step(
        self, step: int, states: dict[Key, int], backpointers: dict[Key, Backpointer | None]
    ) -> tuple[dict[Key, int], dict[Key, Backpointer | None]]:
        stage = self.stage_at(step)
        open_edges = len(stage.kept)
        found: dict[Key, int] = {}
        found_backpointers: dict[Key, Backpointer | None] = {}
        floor = self.best
        after = step + 1
        ceiling = self.stops_bound(after, start_key(self.trains, self.own_ahead[after]))
        claims = self.claim is not None
        if self.claim is not None:
            ceiling += self.claim.bonus.value
        hopes: dict[Key, int] = {}
        count = 0
        for key, value in states.items():
            if count & 511 == 0 and self.expired is not None and self.expired():
                self.stopped = True
                break
            count += 1
            backpointer = backpointers[key]
            for new, total, uses in self.successors(stage, key, value, floor - ceiling):
                if total <= found.get(new, LOWEST):
                    continue
                done = new[open_edges:]
                stops_bound = hopes.get(done, -1)
                if stops_bound < 0:
                    stops_bound = hopes[done] = self.stops_bound(after, done)
                if total + stops_bound + (self.claim_bound(after, new) if claims else 0) <= floor:
                    continue
                found[new] = total
                found_backpointers[new] = Backpointer(backpointer, uses) if uses else backpointer
        return found, found_backpointers
