"""A decision diagram of all states that a sweep can meet, for questions that are asked many times over (7.4).

Which state may follow which does not depend on blocked track, prices or tolls; only the lengths of the arcs do. So the states
are compiled once into layers of nodes, with an arc for each decision, and the best run is a longest path, found backwards in a
fraction of the time of a sweep. The diagram is reduced: nodes that lead nowhere are left out, nodes with the same arcs are one.

An express train that counts the best n stops of its route is answered exactly as well: each node then holds the longest path for
any number of counts that are left.
"""

from collections.abc import Callable
from dataclasses import dataclass

from goldenspike.core.routes.frontier_dp import FrontierDP, start_key
from goldenspike.core.routes.frontier_state import LOWEST, PASS, Backpointer, Claim, Key, Use
from goldenspike.core.routes.network import Network
from goldenspike.core.running import TrainRule

MOST_STATES = 150_000
"""A diagram with more states is not compiled."""
UNREACHABLE = LOWEST // 2
"""Results below this run over blocked track, or count more stops than the train may."""


@dataclass(slots=True)
class Decision:
    """One way to use a vertex, the label of an arc, shared by all states that allow it."""

    arms: int
    """Bits of the edges used."""
    paid: tuple[int, ...]
    """The edges that open here, whose tolls fall due."""
    trains: tuple[int, ...]
    """The trains that call at the stop and may count it."""
    required: tuple[int, ...]
    """Those that must count it."""
    gain: int
    """What it brings apart from the stop and the tolls: hexes, and the bonus of a destination run."""
    uses: tuple[Use, ...]


Arcs = tuple[tuple[int, int], ...]
"""The arcs from a node: the decision, and the node on the next layer."""


Shape = tuple[list[tuple[int, int]], list[tuple[int, int, int, int]], list[Arcs]]
"""The nodes of a layer with one arc, with two arcs, and with more."""


class DecisionDiagram:
    """The layers of nodes; `FrontierDP` holds the prices, tolls and blocked track that a question is about."""

    def __init__(self, dp: FrontierDP) -> None:
        self.dp = dp
        self.claim = dp.claim
        self.decisions: list[list[Decision]] = []
        """For each layer the decisions at its vertex."""
        self.layers: list[list[Arcs]] = []
        """For each layer its nodes; on the first there is one, on the last all lead to the same end."""
        self.shapes: list[Shape] = []
        """The nodes of each layer by the number of their arcs."""
        self.stops: list[int] = []
        self.longest: list[list[int]] = []
        """By layer and node the longest path to the end, after a question."""

    def compile(self) -> bool:
        """Fill the layers; False if there are too many states or time ran out."""
        dp = self.dp
        dp.prepare()
        blocked = dp.blocked
        tolls = dp.tolls
        dp.blocked = 0
        dp.tolls = [0] * len(tolls)
        done = self._compile()
        dp.blocked = blocked
        dp.tolls = tolls
        if done:
            self._reduce()
        return done

    def _compile(self) -> bool:
        dp = self.dp
        states: dict[Key, int] = {start_key(dp.trains, True): 0}
        total = 0
        for step in range(len(dp.order)):
            stage = dp.stage_at(step)
            known: dict[tuple[tuple[Use, ...], int], int] = {}
            decisions: list[Decision] = []
            layer: list[Arcs] = []
            found: dict[Key, int] = {}
            for count, key in enumerate(states):
                if count & 511 == 0 and dp.expired is not None and dp.expired():
                    return False
                arcs: list[tuple[int, int]] = []
                for new, gain, uses in dp.successors(stage, key, 0, LOWEST):
                    # The same use may complete a destination run or not.
                    decision = known.get((uses, gain), -1)
                    if decision < 0:
                        decision = known[uses, gain] = len(decisions)
                        decisions.append(self._decision(step, stage.stop, gain, uses))
                    arcs.append((decision, found.setdefault(new, len(found))))
                layer.append(tuple(arcs))
            self.decisions.append(decisions)
            self.layers.append(layer)
            self.stops.append(stage.stop)
            states = found
            total += len(found)
            if total > MOST_STATES:
                return False
        return True

    def _decision(self, step: int, stop: int, gain: int, uses: tuple[Use, ...]) -> Decision:
        dp = self.dp
        arms = 0
        trains: list[int] = []
        required: list[int] = []
        paid: list[int] = []
        for label, _, x, y, kind, must_count in uses:
            for arm in (x, y):
                if arm >= 0:
                    arms |= 1 << arm
                    if arm in dp.fresh[step]:
                        paid.append(arm)
            if kind != PASS:
                train = dp.train_of(label)
                if must_count:
                    required.append(train)
                    gain -= dp.required_worth[train][stop]
                else:
                    trains.append(train)
                    gain -= dp.worth[train][stop]
        return Decision(arms, tuple(paid), tuple(trains), tuple(required), gain, uses)

    def _reduce(self) -> None:
        """Reduce the diagram: leave out nodes that lead nowhere, and merge those with the same arcs."""
        self.shapes = [([], [], [])] * len(self.layers)
        place: list[int] = []
        for number in range(len(self.layers) - 1, -1, -1):
            last = number == len(self.layers) - 1
            known: dict[tuple[tuple[int, int], ...], int] = {}
            moved: list[int] = []
            for arcs in self.layers[number]:
                if last:
                    live = [(decision, 0) for decision, _ in arcs]
                else:
                    live = [(decision, place[node]) for decision, node in arcs if place[node] >= 0]
                if not live:
                    moved.append(-1)
                    continue
                live.sort()
                moved.append(known.setdefault(tuple(live), len(known)))
            # Nodes with one arc first, then those with two: longest paths from them take no inner loop.
            nodes = list(known)
            order = [node for node, arcs in enumerate(nodes) if len(arcs) == 1]
            order += [node for node, arcs in enumerate(nodes) if len(arcs) == 2]
            order += [node for node, arcs in enumerate(nodes) if len(arcs) > 2]
            rank = [0] * len(nodes)
            for position, node in enumerate(order):
                rank[node] = position
            place = [rank[node] if node >= 0 else -1 for node in moved]
            self.layers[number] = [nodes[node] for node in order]
            self.shapes[number] = _shape(self.layers[number])

    def count_routes(self) -> int:
        """How many ways there are to run, and not to run."""
        counts = [1]
        for layer in reversed(self.layers):
            counts = [sum([counts[node] for _, node in arcs]) for arcs in layer]
        return counts[0] if counts else 0

    def gains(self, layer: int, worths: list[list[int]], required: list[list[int]]) -> list[int]:
        """The lengths of the arcs: what each decision brings, given the worth of stops to trains that may or must count them."""
        dp = self.dp
        stop = self.stops[layer]
        blocked = dp.blocked
        tolls = dp.tolls
        found: list[int] = []
        for decision in self.decisions[layer]:
            if decision.arms & blocked:
                found.append(LOWEST)
                continue
            gain = decision.gain
            for arm in decision.paid:
                gain -= tolls[arm]
            for train in decision.trains:
                gain += worths[train][stop]
            for train in decision.required:
                gain += required[train][stop]
            found.append(gain)
        return found

    def longest_path(self, floor: int) -> None:
        """Find the longest path, if above `floor`; `dp` records the result."""
        dp = self.dp
        dp.best = floor
        gains = [self.gains(layer, dp.worth, dp.required_worth) for layer in range(len(self.layers))]
        longest: list[list[int]] = [[0]]
        for layer in range(len(self.layers) - 1, -1, -1):
            longest.append(_longest_from(self.shapes[layer], gains[layer], longest[-1]))
        longest.reverse()
        self.longest = longest
        if not longest[0] or longest[0][0] <= floor:
            return
        dp.best = longest[0][0]
        backpointer: Backpointer | None = None
        node = 0
        for layer in range(len(self.layers)):
            for decision, after in self.layers[layer][node]:
                if gains[layer][decision] + longest[layer + 1][after] == longest[layer][node]:
                    backpointer = self._extend(backpointer, layer, decision)
                    node = after
                    break
        dp.backpointer = backpointer

    def longest_path_counting(self, floor: int, values: list[int], most: int) -> None:
        """The same for a single train that counts the best `most` of the stops on its way, worth `values`."""
        dp = self.dp
        dp.best = floor
        nothing = [[0] * len(values)]
        gains = [self.gains(layer, nothing, nothing) for layer in range(len(self.layers))]
        longest: list[list[list[int]]] = [[[0] * (most + 1)]]
        for layer in range(len(self.layers) - 1, -1, -1):
            stop = self.stops[layer]
            longest.append(
                _longest_from_counting(self.layers[layer], self.decisions[layer], gains[layer], longest[-1], values[stop])
            )
        longest.reverse()
        if not longest[0] or longest[0][0][most] <= max(floor, UNREACHABLE):
            return
        dp.best = longest[0][0][most]
        backpointer: Backpointer | None = None
        node = 0
        left = most
        for layer in range(len(self.layers)):
            value = values[self.stops[layer]]
            for decision, after in self.layers[layer][node]:
                gain = gains[layer][decision]
                length = longest[layer][node][left]
                above = longest[layer + 1][after]
                used = self.decisions[layer][decision]
                calls = bool(used.trains or used.required)
                counts = calls and left > 0 and gain + value + above[left - 1] == length
                if counts or (not used.required and gain + above[left] == length):
                    backpointer = self._extend(backpointer, layer, decision)
                    node = after
                    left -= 1 if counts else 0
                    break
        dp.backpointer = backpointer

    def _extend(self, backpointer: Backpointer | None, layer: int, decision: int) -> Backpointer | None:
        uses = self.decisions[layer][decision].uses
        return Backpointer(backpointer, uses) if uses else backpointer


class SingleTrain:
    """A train that may count any number of stops, and its diagrams, one for each destination run, compiled when needed."""

    def __init__(self, network: Network, expired: Callable[[], bool] | None) -> None:
        self.dp = FrontierDP(network, [TrainRule()], expired)
        self.diagrams: list[DecisionDiagram] = []
        self.failed = False
        """Whether a diagram was too large, or time ran out."""

    def diagram(self, claim: Claim | None) -> DecisionDiagram | None:
        """The diagram for a claim, None if it cannot be compiled."""
        for diagram in self.diagrams:
            if diagram.claim == claim:
                return diagram
        if self.failed:
            return None
        self.dp.claim = claim
        diagram = DecisionDiagram(self.dp)
        if not diagram.compile():
            self.failed = True
            return None
        self.diagrams.append(diagram)
        return diagram


def _shape(layer: list[Arcs]) -> Shape:
    """The nodes of a layer, which stand in the order of the number of their arcs."""
    single = [arcs[0] for arcs in layer if len(arcs) == 1]
    double = [(*arcs[0], *arcs[1]) for arcs in layer if len(arcs) == 2]
    return single, double, layer[len(single) + len(double) :]


def _longest_from(shape: Shape, gains: list[int], above: list[int]) -> list[int]:
    """The longest path from each node of a layer."""
    single, double, others = shape
    found = [gains[decision] + above[node] for decision, node in single]
    for decision, node, other, last in double:
        one = gains[decision] + above[node]
        two = gains[other] + above[last]
        found.append(one if one > two else two)
    found += [max([gains[decision] + above[node] for decision, node in arcs]) for arcs in others]
    return found


def _longest_from_counting(
    layer: list[Arcs], decisions: list[Decision], gains: list[int], above: list[list[int]], value: int
) -> list[list[int]]:
    """The longest path from each node, for any number of counts left; a call counts if it must or if that is better."""
    required: list[list[int]] = []
    counted: list[list[int]] = []
    for rest in above:
        required.append([LOWEST, *[length + value for length in rest[:-1]]])
        counted.append([max(passed, called) for passed, called in zip(rest, required[-1], strict=True)])
    found: list[list[int]] = []
    for arcs in layer:
        best: list[int] = []
        for decision, node in arcs:
            gain = gains[decision]
            used = decisions[decision]
            rest = required[node] if used.required else counted[node] if used.trains else above[node]
            if not best:
                best = rest if gain == 0 else [length + gain for length in rest]
            elif gain == 0:
                best = [a if a > b else b for a, b in zip(best, rest, strict=True)]
            else:
                best = [a if a > b + gain else b + gain for a, b in zip(best, rest, strict=True)]
        found.append(best)
    return found
