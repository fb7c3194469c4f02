"""The transitions of frontier dynamic programming: all that the trains may do at a vertex, given a state before it (7.4.2)."""

from collections.abc import Callable
from dataclasses import dataclass
from operator import itemgetter

from goldenspike.core.routes.bounds import Bounds
from goldenspike.core.routes.frontier_state import (
    CALL,
    COUNT_MASK,
    COUNT_SHIFT,
    DONE,
    END,
    GROUP_SHIFT,
    HOME,
    LARGE_SHIFT,
    OWN,
    PASS,
    SWITCHED,
    Key,
    Partial,
    Pattern,
    Use,
    claimed,
    is_required,
    join,
    patterns_at,
)
from goldenspike.core.routes.network import Network
from goldenspike.core.running import TrainRule

Successor = tuple[Key, int, tuple[Use, ...]]
"""What may follow a state: the next one, the total, and how the vertex was used."""


@dataclass(slots=True)
class Stage:
    """A stage of the dynamic program: one vertex, and what the transitions need to know about it."""

    number: int
    stop: int
    patterns: dict[int, list[Pattern]]
    """The ways to use it, by which of the edges that close here are used."""
    spot: dict[int, int]
    """Where each open edge stands in a state: those that were open, then those that open here."""
    width: int
    """How many were open."""
    first_train: int
    """Where the trains' own numbers begin."""
    closed: list[tuple[int, int]]
    """The places of the edges that close here, each with a bit."""
    kept: list[int]
    """The places of those that stay or become open."""
    pick: Callable[[list[int]], Key]
    """Makes the next state of all open edges and trains."""
    group: int
    forgets: bool
    """Whether some group of hexes lies behind after this vertex."""
    live: int
    """Mask of what need not be forgotten."""
    hex_value: int
    charges: list[list[int]]
    """By label and place what the use of an edge that opens here costs: tolls, and hexes run on the way to a destination."""
    own_by_call: int
    own_by_pass: int
    needed: int
    """What an unfinished train can no longer obtain after this vertex."""
    owed: int
    """What a destination run must have done."""
    weights: list[int]
    worth: list[int]
    required_worth: list[int]


def _picker(places: list[int]) -> Callable[[list[int]], Key]:
    """Returns a function that selects the numbers at these positions."""
    if len(places) == 1:
        return lambda full: (full[places[0]],)
    return itemgetter(*places)


class Transitions(Bounds):
    """The stages of a sweep and the transitions from state to state."""

    def __init__(self, network: Network, rules: list[TrainRule], like: Bounds | None = None) -> None:
        super().__init__(network, rules, like)
        self.labels = self.trains
        self.pairs: list[tuple[int, int]] = []
        self.groups: list[list[int]] = []
        """Trains of the same kind, where there are several."""
        self.tolls: list[int] = [0] * len(self.graph.edges)
        """For each edge the Lagrange multiplier of the rule that only one train may use it: a price for its use."""
        self.patterns: list[dict[int, list[Pattern]]] = []
        for step, number in enumerate(self.order):
            vertex = self.graph.vertices[number]
            closed = [arm for arm in self.frontiers[step] if arm in vertex.arms]
            self.patterns.append(patterns_at(vertex, closed, network.passable, self.trains))

    def prepare(self) -> None:
        """Get ready for a sweep: the claim or the prices may have changed since the last one."""
        self.labels = self.trains + 1 if self.claim is not None else self.trains
        self.pairs = [(label, label) for label in range(self.labels)]
        self._find_identical_trains()

    def _find_identical_trains(self) -> None:
        """Group the trains of the same kind; one that is to make a destination run is like no other."""
        self.groups = []
        for train in range(self.trains):
            if self.claim is not None and train == self.claim.train:
                continue
            for group in self.groups:
                if self.rules[group[0]] == self.rules[train] and self.worth[group[0]] == self.worth[train]:
                    group.append(train)
                    break
            else:
                self.groups.append([train])
        self.groups = [group for group in self.groups if len(group) > 1]

    def successors(self, stage: Stage, key: Key, value: int, low: int) -> list[Successor]:
        """Everything that may follow a state, with totals above `low`."""
        used = 0
        for place, bit in stage.closed:
            if key[place]:
                used |= bit
        options = stage.patterns.get(used)
        found: list[Successor] = []
        if options is None:
            return found
        width = stage.width
        open_edges = len(stage.kept)
        blocked = self.blocked
        claimer = stage.first_train + (self.claim.train if self.claim is not None else 0)
        whole = [*key[:width], *[0] * (stage.first_train - width), *key[width:]]
        for pattern in options:
            if pattern.arms & blocked:
                continue
            results: list[Partial] = [(whole, value, ())]
            for x, y, kind in pattern.uses:
                grown: list[Partial] = []
                for partial in results:
                    self._apply(stage, x, y, kind, partial, grown)
                results = grown
            for full, total, uses in results:
                if total <= low:
                    continue
                if stage.needed and self._lacks(stage, full):
                    continue
                if stage.owed and full[claimer] & stage.owed != stage.owed and not full[claimer] & DONE:
                    continue
                new = stage.pick(full)
                if stage.forgets:
                    new = new[:open_edges] + tuple([d if d & DONE else d & stage.live for d in new[open_edges:]])
                if self.groups:
                    new = self._canonical(new, open_edges)
                found.append((new, total, uses))
        return found

    def stage_at(self, step: int) -> Stage:
        """The stage of a step."""
        network = self.network
        number = self.order[step]
        vertex = self.graph.vertices[number]
        frontier = self.frontiers[step]
        fresh = self.fresh[step]
        spot: dict[int, int] = {arm: place for place, arm in enumerate([*frontier, *fresh])}
        closed = [spot[arm] for arm in frontier if arm in vertex.arms]
        kept = [place for place, arm in enumerate(frontier) if arm not in vertex.arms]
        kept += range(len(frontier), len(frontier) + len(fresh))
        own = vertex.stop >= 0 and network.own[vertex.stop]
        first_train = len(frontier) + len(fresh)
        return Stage(
            number=number,
            stop=vertex.stop,
            patterns=self.patterns[step],
            spot=spot,
            width=len(frontier),
            first_train=first_train,
            closed=[(place, 1 << order) for order, place in enumerate(closed)],
            kept=kept,
            pick=_picker([*kept, *range(first_train, first_train + self.trains)]),
            group=network.hex_groups.get(vertex.hex, 0) << GROUP_SHIFT,
            forgets=self.live_groups[step] != self.live_groups[step + 1],
            live=self.live_groups[step + 1],
            hex_value=network.hex_values.get(vertex.hex, 0),
            charges=[self._charges(label, len(frontier), fresh) for label in range(self.labels)],
            own_by_call=OWN if own else 0,
            own_by_pass=OWN if own and vertex.on_every_path else 0,
            needed=0 if self.own_ahead[step + 1] else OWN,
            owed=self.owed(step + 1),
            weights=[self._weight(vertex.stop, train) if vertex.stop >= 0 else 0 for train in range(self.trains)],
            worth=[worth[vertex.stop] if vertex.stop >= 0 else 0 for worth in self.worth],
            required_worth=[worth[vertex.stop] if vertex.stop >= 0 else 0 for worth in self.required_worth],
        )

    def _charges(self, label: int, width: int, fresh: list[int]) -> list[int]:
        """What a label pays for each edge in a state; those that were open before are paid."""
        per_hex = self.claim.bonus.per_hex if self.claim is not None and label == self.trains else 0
        return [0] * width + [self.tolls[arm] + per_hex * len(self.graph.edges[arm].borders) for arm in fresh]

    def _lacks(self, stage: Stage, full: list[int]) -> bool:
        """Whether an unfinished train lacks something that it can no longer obtain."""
        if self.trains == 1 and full[stage.first_train] & stage.needed:
            return False
        for place in stage.kept:
            code = full[place]
            if code and not full[stage.first_train + self.train_of((code & 15) - 1)] & stage.needed:
                return True
        return False

    def _apply(self, stage: Stage, x: int, y: int, kind: int, partial: Partial, grown: list[Partial]) -> None:
        """Let a train use the vertex by these arms, in every way that the rules allow."""
        full, total, uses = partial
        spot = stage.spot
        charges = stage.charges
        first = stage.first_train
        px = spot[x]
        py = spot[y] if y >= 0 else -1
        claim = self.claim
        for label, other in self._labels(full[px], full[py] if y >= 0 else 0, kind, stage.stop):
            train = label if label < self.trains or claim is None else claim.train
            state = full[first + train]
            if state & DONE or state & stage.group or (uses and kind != PASS and self._called(uses, train)):
                continue
            state |= stage.group | (stage.own_by_pass if kind == PASS else stage.own_by_call)
            required = False
            if claim is not None and train == claim.train:
                state = claimed(claim, stage.stop, kind, label, other, self.trains, state)
                if state < 0:
                    continue
                required = is_required(claim, stage.stop, kind, label, other, self.trains)
            joined = full.copy()
            finished = join(joined, px, py, x, y, label, other, kind, spot)
            if finished < 0 or (kind == END and not finished and self._ends(joined, first, train) > 2):
                continue
            reward = total + stage.hex_value - charges[label][px]
            if py >= 0:
                reward -= charges[other][py]
            if finished:
                if not self._may_finish(joined, first, train, state):
                    continue
                if claim is not None and train == claim.train:
                    reward += claim.bonus.value
            use: Use = (label, stage.number, x, y, kind, required)
            weight = stage.weights[train] if kind != PASS else 0
            if kind != PASS:
                rule = self.rules[train]
                counted = state + weight
                if not weight or (
                    counted >> COUNT_SHIFT & COUNT_MASK <= rule.stops and counted >> LARGE_SHIFT & COUNT_MASK <= rule.large
                ):
                    chosen = joined.copy() if weight and rule.express else joined
                    chosen[first + train] = DONE if finished else counted
                    worth = stage.required_worth[train] if required else stage.worth[train]
                    grown.append((chosen, reward + worth, (*uses, use)))
                if not weight or not rule.express or required:
                    continue
                # It may also run past, and then the stop brings nothing.
            joined[first + train] = DONE if finished else state
            grown.append((joined, reward, (*uses, use)))

    def _may_finish(self, full: list[int], first: int, train: int, state: int) -> bool:
        """Whether a train's route may be complete: it has a station, no open end, and made its destination run."""
        if not state & OWN or self._open(full, first, train):
            return False
        claims = self.claim is not None and train == self.claim.train
        return not claims or state & (HOME | SWITCHED) == HOME | SWITCHED

    def train_of(self, label: int) -> int:
        return label if label < self.trains or self.claim is None else self.claim.train

    def _called(self, uses: tuple[Use, ...], train: int) -> bool:
        """Whether the train has called at this stop already."""
        for use in uses:
            if use[4] != PASS and self.train_of(use[0]) == train:
                return True
        return False

    def _ends(self, full: list[int], first: int, train: int) -> int:
        """How many pieces of a train's route have one end fixed."""
        count = 0
        for place in range(first):
            if 0 < full[place] < 16 and self.train_of(full[place] - 1) == train:
                count += 1
        return count

    def _open(self, full: list[int], first: int, train: int) -> bool:
        """Whether some piece of the train's route still has an open end."""
        for code in full[:first]:
            if code and self.train_of((code & 15) - 1) == train:
                return True
        return False

    def _labels(self, cx: int, cy: int, kind: int, stop: int) -> list[tuple[int, int]]:
        """The labels that the two arms may have; they differ only where a destination run reaches its target."""
        lx = (cx & 15) - 1
        ly = (cy & 15) - 1
        claim = self.claim
        if lx < 0:
            found = self.pairs if ly < 0 else self.pairs[ly : ly + 1]
        else:
            found = self.pairs[lx : lx + 1] if ly < 0 or lx == ly else []
        if claim is not None and kind == CALL and stop in claim.targets:
            before = self.trains
            found = list(found)
            for pair in ((before, claim.train), (claim.train, before)):
                if lx in (-1, pair[0]) and ly in (-1, pair[1]):
                    found.append(pair)
        return found

    def _weight(self, stop: int, train: int) -> int:
        """What calling at a stop adds to the train's counts."""
        if not self.limited[train]:
            return 0
        return (1 << COUNT_SHIFT) + ((1 << LARGE_SHIFT) if self.network.large[stop] else 0)

    def _canonical(self, old: Key, width: int) -> Key:
        """Break symmetry: number trains of the same kind in order of appearance, so that equal states look equal."""
        names: dict[int, int] = {}
        changed = False
        for group in self.groups:
            order: list[int] = []
            for code in old[:width]:
                label = (code & 15) - 1
                if label in group and label not in order:
                    order.append(label)
            rest = [train for train in group if train not in order]
            rest.sort(key=lambda train: -old[width + train])
            for name, train in zip(group, order + rest, strict=True):
                names[train] = name
                changed = changed or name != train
        if not changed:
            return old
        key = list(old)
        for place in range(width):
            code = key[place]
            if code:
                label = (code & 15) - 1
                key[place] = code + names.get(label, label) - label
        for train, name in names.items():
            key[width + name] = old[width + train]
        return tuple(key)
