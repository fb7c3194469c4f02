"""All that a sweep can meet, drawn once as a diagram, for questions that are asked many times over (7.4).

What may follow what does not depend on blocked track, prices or tolls; only the gains do. So the states of a sweep and the ways
between them are kept as levels of nodes, from which the best way to the end is read off backwards in a fraction of the time of
a sweep. States that lead nowhere are left out, and states with the same ways on are one node.

An express train that counts the best n stops of its route is answered exactly as well: each node then holds the best for any
number of counts that are left.
"""

from dataclasses import dataclass

from goldenspike.core.routes.frontier import Frontier, start_key
from goldenspike.core.routes.moves import LOWEST, PLAIN, Key, Trail, Use

MOST_STATES = 150_000
"""A diagram with more states is not drawn."""
UNREACHABLE = LOWEST // 2
"""Results below this run over blocked track, or count more stops than the train may."""


@dataclass(slots=True)
class Kind:
    """One way to use a knot, shared by all states that allow it."""

    arms: int
    """Bits of the sections used."""
    paid: tuple[int, ...]
    """The sections that open here, whose tolls fall due."""
    trains: tuple[int, ...]
    """The trains that call at the stop and may count it."""
    required: tuple[int, ...]
    """Those that must count it."""
    gain: int
    """What it brings apart from the stop and the tolls: hexes, and the bonus of a destination run."""
    uses: tuple[Use, ...]


Ways = list[tuple[int, int]]
"""The ways on from a node: the kind, and the node on the next level."""


class Diagram:
    """The levels of a sweep; `Frontier` still holds the prices, tolls and blocked track that a question is about."""

    def __init__(self, frontier: Frontier) -> None:
        self.frontier = frontier
        self.claim = frontier.claim
        self.kinds: list[list[Kind]] = []
        """For each level the ways to use its knot."""
        self.levels: list[list[Ways]] = []
        """For each level its nodes; on the first there is one, on the last all lead to the same end."""
        self.stops: list[int] = []
        self.index: list[dict[Key, int]] = []
        """For each level the node of each state, -1 if it leads nowhere."""
        self.heights: list[list[int]] = []
        """By level and node the most that can follow, after a question."""

    def draw(self) -> bool:
        """Fill the levels; False if there are too many states or time ran out."""
        frontier = self.frontier
        frontier.prepare()
        blocked = frontier.blocked
        tolls = frontier.tolls
        frontier.blocked = 0
        frontier.tolls = [0] * len(tolls)
        done = self._draw()
        frontier.blocked = blocked
        frontier.tolls = tolls
        if done:
            self._fold()
        return done

    def _draw(self) -> bool:
        frontier = self.frontier
        states: dict[Key, int] = {start_key(frontier.trains, True): 0}
        total = 0
        for step in range(len(frontier.order)):
            here = frontier.arrive(step)
            known: dict[tuple[tuple[Use, ...], int], int] = {}
            kinds: list[Kind] = []
            level: list[Ways] = []
            found: dict[Key, int] = {}
            for count, key in enumerate(states):
                if count & 511 == 0 and frontier.expired is not None and frontier.expired():
                    return False
                ways: Ways = []
                for new, gain, uses in frontier.onward(here, key, 0, LOWEST):
                    # The same use may complete a destination run or not.
                    kind = known.get((uses, gain), -1)
                    if kind < 0:
                        kind = known[uses, gain] = len(kinds)
                        kinds.append(self._kind(step, here.stop, gain, uses))
                    ways.append((kind, found.setdefault(new, len(found))))
                level.append(ways)
            self.kinds.append(kinds)
            self.levels.append(level)
            self.stops.append(here.stop)
            self.index.append(states)
            states = found
            total += len(found)
            if total > MOST_STATES:
                return False
        return True

    def _kind(self, step: int, stop: int, gain: int, uses: tuple[Use, ...]) -> Kind:
        frontier = self.frontier
        arms = 0
        trains: list[int] = []
        required: list[int] = []
        paid: list[int] = []
        for label, _, x, y, kind, must_count in uses:
            for arm in (x, y):
                if arm >= 0:
                    arms |= 1 << arm
                    if arm in frontier.fresh[step]:
                        paid.append(arm)
            if kind != PLAIN:
                train = frontier.train_of(label)
                if must_count:
                    required.append(train)
                    gain -= frontier.required_worth[train][stop]
                else:
                    trains.append(train)
                    gain -= frontier.worth[train][stop]
        return Kind(arms, tuple(paid), tuple(trains), tuple(required), gain, uses)

    def _fold(self) -> None:
        """Leave out what leads nowhere, and make one node of those with the same ways on."""
        place: list[int] = [0] * 1
        first = True
        for number in range(len(self.levels) - 1, -1, -1):
            known: dict[tuple[tuple[int, int], ...], int] = {}
            kept: list[Ways] = []
            moved: list[int] = []
            for ways in self.levels[number]:
                live: Ways = [(kind, 0 if first else place[node]) for kind, node in ways if first or place[node] >= 0]
                if not live:
                    moved.append(-1)
                    continue
                live.sort()
                key = tuple(live)
                at = known.get(key, -1)
                if at < 0:
                    at = known[key] = len(kept)
                    kept.append(live)
                moved.append(at)
            self.levels[number] = kept
            self.index[number] = {key: moved[at] for key, at in self.index[number].items()}
            place = moved
            first = False

    def gains(self, level: int, worths: list[list[int]], required: list[list[int]]) -> list[int]:
        """What each way to use a knot brings now, given what stops are worth to the trains that may or must count them."""
        frontier = self.frontier
        stop = self.stops[level]
        blocked = frontier.blocked
        tolls = frontier.tolls
        found: list[int] = []
        for kind in self.kinds[level]:
            if kind.arms & blocked:
                found.append(LOWEST)
                continue
            gain = kind.gain
            for arm in kind.paid:
                gain -= tolls[arm]
            for train in kind.trains:
                gain += worths[train][stop]
            for train in kind.required:
                gain += required[train][stop]
            found.append(gain)
        return found

    def run(self, floor: int) -> None:
        """Find the best way from start to end, if above `floor`; the frontier takes down the result."""
        frontier = self.frontier
        frontier.best = floor
        gains = [self.gains(level, frontier.worth, frontier.required_worth) for level in range(len(self.levels))]
        heights: list[list[int]] = [[0]]
        for level in range(len(self.levels) - 1, -1, -1):
            heights.append(_climb(self.levels[level], gains[level], heights[-1]))
        heights.reverse()
        self.heights = heights
        if not heights[0] or heights[0][0] <= floor:
            return
        frontier.best = heights[0][0]
        trail: Trail | None = None
        node = 0
        for level in range(len(self.levels)):
            for kind, after in self.levels[level][node]:
                if gains[level][kind] + heights[level + 1][after] == heights[level][node]:
                    trail = self._longer(trail, level, kind)
                    node = after
                    break
        frontier.trail = trail

    def count(self, floor: int, values: list[int], most: int) -> None:
        """The same for a single train that counts the best `most` of the stops on its way, worth `values`."""
        frontier = self.frontier
        frontier.best = floor
        nothing = [[0] * len(values)]
        gains = [self.gains(level, nothing, nothing) for level in range(len(self.levels))]
        heights: list[list[list[int]]] = [[[0] * (most + 1)]]
        for level in range(len(self.levels) - 1, -1, -1):
            stop = self.stops[level]
            heights.append(_climb_counting(self.levels[level], self.kinds[level], gains[level], heights[-1], values[stop]))
        heights.reverse()
        if not heights[0] or heights[0][0][most] <= max(floor, UNREACHABLE):
            return
        frontier.best = heights[0][0][most]
        trail: Trail | None = None
        node = 0
        left = most
        for level in range(len(self.levels)):
            value = values[self.stops[level]]
            for kind, after in self.levels[level][node]:
                gain = gains[level][kind]
                height = heights[level][node][left]
                above = heights[level + 1][after]
                use = self.kinds[level][kind]
                calls = bool(use.trains or use.required)
                counts = calls and left > 0 and gain + value + above[left - 1] == height
                if counts or (not use.required and gain + above[left] == height):
                    trail = self._longer(trail, level, kind)
                    node = after
                    left -= 1 if counts else 0
                    break
        frontier.trail = trail

    def _longer(self, trail: Trail | None, level: int, kind: int) -> Trail | None:
        uses = self.kinds[level][kind].uses
        return Trail(trail, uses) if uses else trail


def _climb(level: list[Ways], gains: list[int], above: list[int]) -> list[int]:
    """The most that can follow each node of a level."""
    return [max([gains[kind] + above[node] for kind, node in ways]) for ways in level]


def _climb_counting(
    level: list[Ways], kinds: list[Kind], gains: list[int], above: list[list[int]], value: int
) -> list[list[int]]:
    """The most that can follow each node, for any number of counts left; a call counts if it must or if that is better."""
    required: list[list[int]] = []
    counted: list[list[int]] = []
    for rest in above:
        required.append([LOWEST, *[height + value for height in rest[:-1]]])
        counted.append([max(passed, called) for passed, called in zip(rest, required[-1], strict=True)])
    found: list[list[int]] = []
    for ways in level:
        best: list[int] = []
        for kind, node in ways:
            gain = gains[kind]
            use = kinds[kind]
            rest = required[node] if use.required else counted[node] if use.trains else above[node]
            if not best:
                best = rest if gain == 0 else [height + gain for height in rest]
            elif gain == 0:
                best = [a if a > b else b for a, b in zip(best, rest, strict=True)]
            else:
                best = [a if a > b + gain else b + gain for a, b in zip(best, rest, strict=True)]
        found.append(best)
    return found
