"""The product of decision diagrams: the best runs of several trains together, each with a diagram of its own (7.4).

What the trains may do together at a vertex is what each may do there alone, as long as they use different edges. So a common
sweep needs no states of its own: it goes over tuples of nodes, one of each diagram, and the arcs give everything else. Bounds
from a Lagrangian decomposition drop most tuples.
"""

from collections.abc import Callable

from goldenspike.core.routes.bounds import UNBOUNDED
from goldenspike.core.routes.decision_diagram import UNREACHABLE, DecisionDiagram
from goldenspike.core.routes.frontier_state import Backpointer

Arc = tuple[int, int, int, int, int]
"""Bits of the edges that a decision uses, its gain, the next node, the most that may follow there, and the decision."""
Nodes = tuple[int, ...]
Together = tuple[int, int, int, Nodes, Nodes]
"""Edges used by some trains, their total, the most that may follow, their next nodes, their decisions."""
Step = tuple[int, Nodes, Nodes, Nodes]
"""How a tuple of nodes is reached best: the total, the tuple before, for each train its place there, and the decisions."""


class Product:
    """The diagrams of some trains, with the gains of their decisions and what may follow each node at most."""

    def __init__(self, diagrams: list[DecisionDiagram], expired: Callable[[], bool] | None) -> None:
        self.diagrams = diagrams
        self.expired = expired
        self.gains: list[list[list[int]]] = [[] for _ in diagrams]
        """By train, layer and decision."""
        self.ahead: list[list[list[int]]] = [[] for _ in diagrams]
        """By train, layer and node."""
        self.counts: list[int] = [0] * len(diagrams)
        """For each train how many stops it counts, if that is to be tracked: its nodes are then node * (counts + 1) + left."""
        self.values: list[int] = []
        """What the stops are worth to trains that keep count."""
        self.back: list[int] = []
        """For each layer the tolls to be given back from there on."""
        self.alike: list[list[int]] = []
        """Trains that are interchangeable, where there are several."""
        self.best = 0
        self.open_bound = 0
        """If time ran out, a bound for what was left."""
        self.tuples = 0
        """The number of tuples visited, for statistics."""
        self.steps: list[dict[Nodes, Step]] = []
        self.end: Nodes = ()

    def run(self, floor: int) -> bool:
        """Find the best total above `floor`; False if time ran out."""
        everyone = range(len(self.diagrams))
        self.best = floor
        self.steps = []
        layer: dict[Nodes, Step] = {tuple(self.counts): (0, (), (), ())}
        for number in range(len(self.diagrams[0].layers)):
            found: dict[Nodes, Step] = {}
            arcs: list[dict[int, list[Arc]]] = [{} for _ in everyone]
            count = 0
            for nodes, (total, _, _, _) in layer.items():
                if count & 255 == 0 and self.expired is not None and self.expired():
                    self.open_bound = max([step[0] + self._bound(number, at) for at, step in layer.items()])
                    return False
                count += 1
                several: list[Together] = [(0, total, self.back[number + 1] - floor, (), ())]
                for train in everyone:
                    options = arcs[train].get(nodes[train])
                    if options is None:
                        options = arcs[train][nodes[train]] = self._arcs(train, number, nodes[train])
                    several = [
                        (used | edges, value + gain, rest + ahead, (*after, node), (*decisions, decision))
                        for used, value, rest, after, decisions in several
                        for edges, gain, node, ahead, decision in options
                        if not used & edges
                    ]
                for _, value, rest, after, decisions in several:
                    if value + rest <= 0:
                        continue
                    places: Nodes = ()
                    if self.alike:
                        after, places, decisions = self._sort(after, decisions)
                    known = found.get(after)
                    if known is None or known[0] < value:
                        found[after] = (value, nodes, places, decisions)
            self.steps.append(found)
            self.tuples += len(found)
            layer = found
        for nodes, (value, _, _, _) in layer.items():
            if value > self.best:
                self.best = value
                self.end = nodes
        return True

    def _arcs(self, train: int, layer: int, node: int) -> list[Arc]:
        """What a train may do next; where counts are tracked, it may count a stop that it calls at, or must."""
        diagram = self.diagrams[train]
        decisions = diagram.decisions[layer]
        gains = self.gains[train][layer]
        ahead = self.ahead[train][layer + 1]
        size = self.counts[train] + 1
        left = node % size
        value = self.values[diagram.stops[layer]] if size > 1 else 0
        found: list[Arc] = []
        for decision, after in diagram.layers[layer][node // size]:
            gain = gains[decision]
            if gain <= UNREACHABLE:
                continue
            used = decisions[decision]
            code = after * size + left
            if (size == 1 or not used.required) and ahead[code] > UNREACHABLE:
                found.append((used.arms, gain, code, ahead[code], decision))
            if left and (used.required or (used.trains and value)) and ahead[code - 1] > UNREACHABLE:
                found.append((used.arms, gain + value, code - 1, ahead[code - 1], decision))
        return found

    def _bound(self, layer: int, nodes: Nodes) -> int:
        """The most that may follow a tuple of nodes."""
        return min(self.back[layer] + sum([self.ahead[train][layer][node] for train, node in enumerate(nodes)]), UNBOUNDED)

    def _sort(self, nodes: Nodes, decisions: Nodes) -> tuple[Nodes, Nodes, Nodes]:
        """Break symmetry: the nodes of trains that are alike in order, and which place each had before."""
        places = list(range(len(nodes)))
        for group in self.alike:
            ordered = sorted(group, key=lambda train: nodes[train])
            for place, train in zip(group, ordered, strict=True):
                places[place] = train
        return (
            tuple([nodes[place] for place in places]),
            tuple(places),
            tuple([decisions[place] for place in places]),
        )

    def backpointers(self) -> list[Backpointer | None]:
        """The decisions of each train on the way to the best total."""
        trains = len(self.diagrams)
        chosen: list[list[int]] = [[] for _ in range(trains)]
        names = list(range(trains))
        """Whose route it is that stands at each place."""
        nodes = self.end
        for layer in range(len(self.steps) - 1, -1, -1):
            _, before, places, decisions = self.steps[layer][nodes]
            earlier = list(names)
            for place, name in enumerate(names):
                chosen[name].append(decisions[place])
                earlier[places[place] if places else place] = name
            names = earlier
            nodes = before
        found: list[Backpointer | None] = []
        for train, decisions_of_train in enumerate(chosen):
            backpointer: Backpointer | None = None
            for layer, decision in enumerate(reversed(decisions_of_train)):
                uses = self.diagrams[train].decisions[layer][decision].uses
                backpointer = Backpointer(backpointer, uses) if uses else backpointer
            found.append(backpointer)
        return found
