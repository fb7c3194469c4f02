"""How a sweep gets over a knot: everything that the trains may do there, given what is open before it (7.4.2)."""

from collections.abc import Callable
from dataclasses import dataclass
from operator import itemgetter

from goldenspike.core.routes.moves import (
    CALL,
    COUNT_MASK,
    COUNT_SHIFT,
    DONE,
    END,
    GROUP_SHIFT,
    HOME,
    LARGE_SHIFT,
    OWN,
    PLAIN,
    SWITCHED,
    Key,
    Partial,
    Shape,
    Use,
    claimed,
    is_required,
    join,
    shapes_of,
)
from goldenspike.core.routes.network import Network
from goldenspike.core.routes.prospects import Prospects
from goldenspike.core.running import TrainRule

Onward = tuple[Key, int, tuple[Use, ...]]
"""What may follow a state: the next one, the total, and how the knot was used."""


@dataclass(slots=True)
class Here:
    """A knot as the sweep meets it."""

    number: int
    stop: int
    shapes: dict[int, list[Shape]]
    """The ways to use it, by which of the sections that close here are used."""
    spot: dict[int, int]
    """Where each open section stands in a state: those that were open, then those that open here."""
    width: int
    """How many were open."""
    first_train: int
    """Where the trains' own numbers begin."""
    closed: list[tuple[int, int]]
    """The places of the sections that close here, each with a bit."""
    kept: list[int]
    """The places of those that stay or become open."""
    pick: Callable[[list[int]], Key]
    """Makes the next state of all open sections and trains."""
    group: int
    forgets: bool
    """Whether some group of hexes lies behind after this knot."""
    live: int
    """Mask of what need not be forgotten."""
    hex_value: int
    own_by_call: int
    own_by_pass: int
    needed: int
    """What a train on its way can no longer get after this knot."""
    owed: int
    """What a destination run must have done."""
    weights: list[int]
    worth: list[int]
    required_worth: list[int]


def _picker(places: list[int]) -> Callable[[list[int]], Key]:
    """Takes the numbers at these places out of a list."""
    if len(places) == 1:
        return lambda full: (full[places[0]],)
    return itemgetter(*places)


class Crossings(Prospects):
    """The knots of a sweep in their order, and the ways over them."""

    def __init__(self, network: Network, rules: list[TrainRule], like: Prospects | None = None) -> None:
        super().__init__(network, rules, like)
        self.labels = self.trains
        self.pairs: list[tuple[int, int]] = []
        self.groups: list[list[int]] = []
        """Trains of the same kind, where there are several."""
        self.tolls: list[int] = [0] * len(self.sections.sections)
        """For each section a price for its use, by which trains are kept out of each other's way (see `mixer`)."""
        self.shapes: list[dict[int, list[Shape]]] = []
        for step, number in enumerate(self.order):
            knot = self.sections.knots[number]
            closed = [arm for arm in self.fronts[step] if arm in knot.arms]
            self.shapes.append(shapes_of(knot, closed, network.passable, self.trains))

    def prepare(self) -> None:
        """Get ready for a sweep: the claim or the prices may have changed since the last one."""
        self.labels = self.trains + 1 if self.claim is not None else self.trains
        self.pairs = [(label, label) for label in range(self.labels)]
        self._find_twins()

    def _find_twins(self) -> None:
        """Group the trains of the same kind; one that is to make a destination run has no twin."""
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

    def onward(self, here: Here, key: Key, value: int, low: int) -> list[Onward]:
        """Everything that may follow a state, with totals above `low`."""
        used = 0
        for place, bit in here.closed:
            if key[place]:
                used |= bit
        options = here.shapes.get(used)
        found: list[Onward] = []
        if options is None:
            return found
        width = here.width
        open_sections = len(here.kept)
        blocked = self.blocked
        claimer = here.first_train + (self.claim.train if self.claim is not None else 0)
        whole = [*key[:width], *[0] * (here.first_train - width), *key[width:]]
        for shape in options:
            if shape.arms & blocked:
                continue
            results: list[Partial] = [(whole, value, ())]
            for x, y, kind in shape.uses:
                grown: list[Partial] = []
                for partial in results:
                    self._apply(here, x, y, kind, partial, grown)
                results = grown
            for full, total, uses in results:
                if total <= low:
                    continue
                if here.needed and self._lacks(here, full):
                    continue
                if here.owed and full[claimer] & here.owed != here.owed and not full[claimer] & DONE:
                    continue
                new = here.pick(full)
                if here.forgets:
                    new = new[:open_sections] + tuple([d if d & DONE else d & here.live for d in new[open_sections:]])
                if self.groups:
                    new = self._name_twins(new, open_sections)
                found.append((new, total, uses))
        return found

    def arrive(self, step: int) -> Here:
        """What the transitions at a knot need to know about it."""
        network = self.network
        number = self.order[step]
        knot = self.sections.knots[number]
        front = self.fronts[step]
        fresh = self.fresh[step]
        spot: dict[int, int] = {arm: place for place, arm in enumerate([*front, *fresh])}
        closed = [spot[arm] for arm in front if arm in knot.arms]
        kept = [place for place, arm in enumerate(front) if arm not in knot.arms]
        kept += range(len(front), len(front) + len(fresh))
        own = knot.stop >= 0 and network.own[knot.stop]
        first_train = len(front) + len(fresh)
        return Here(
            number=number,
            stop=knot.stop,
            shapes=self.shapes[step],
            spot=spot,
            width=len(front),
            first_train=first_train,
            closed=[(place, 1 << order) for order, place in enumerate(closed)],
            kept=kept,
            pick=_picker([*kept, *range(first_train, first_train + self.trains)]),
            group=network.hex_groups.get(knot.hex, 0) << GROUP_SHIFT,
            forgets=self.live_groups[step] != self.live_groups[step + 1],
            live=self.live_groups[step + 1],
            hex_value=network.hex_values.get(knot.hex, 0),
            own_by_call=OWN if own else 0,
            own_by_pass=OWN if own and knot.homely else 0,
            needed=0 if self.own_ahead[step + 1] else OWN,
            owed=self.owed(step + 1),
            weights=[self._weight(knot.stop, train) if knot.stop >= 0 else 0 for train in range(self.trains)],
            worth=[worth[knot.stop] if knot.stop >= 0 else 0 for worth in self.worth],
            required_worth=[worth[knot.stop] if knot.stop >= 0 else 0 for worth in self.required_worth],
        )

    def _lacks(self, here: Here, full: list[int]) -> bool:
        """Whether a train is on its way without what it can no longer get."""
        if self.trains == 1 and full[here.first_train] & here.needed:
            return False
        for place in here.kept:
            code = full[place]
            if code and not full[here.first_train + self.train_of((code & 15) - 1)] & here.needed:
                return True
        return False

    def _apply(self, here: Here, x: int, y: int, kind: int, partial: Partial, grown: list[Partial]) -> None:
        """Let a train use the knot by these arms, in every way that the rules allow."""
        full, total, uses = partial
        spot = here.spot
        width = here.width
        first = here.first_train
        px = spot[x]
        py = spot[y] if y >= 0 else -1
        claim = self.claim
        for label, other in self._labels(full[px], full[py] if y >= 0 else 0, kind, here.stop):
            train = label if label < self.trains or claim is None else claim.train
            state = full[first + train]
            if state & DONE or state & here.group or (uses and kind != PLAIN and self._called(uses, train)):
                continue
            state |= here.group | (here.own_by_pass if kind == PLAIN else here.own_by_call)
            required = False
            if claim is not None and train == claim.train:
                state = claimed(claim, here.stop, kind, label, other, self.trains, state)
                if state < 0:
                    continue
                required = is_required(claim, here.stop, kind, label, other, self.trains)
            joined = full.copy()
            finished = join(joined, px, py, x, y, label, other, kind, spot)
            if finished < 0 or (kind == END and not finished and self._ends(joined, first, train) > 2):
                continue
            reward = total + here.hex_value
            if px >= width:
                reward -= self.tolls[x]
            if py >= width:
                reward -= self.tolls[y]
            if claim is not None:
                if px >= width and label == self.trains:
                    reward -= claim.bonus.per_hex * len(self.sections.sections[x].borders)
                if py >= width and other == self.trains:
                    reward -= claim.bonus.per_hex * len(self.sections.sections[y].borders)
                if finished and train == claim.train:
                    if state & (HOME | SWITCHED) != HOME | SWITCHED:
                        continue
                    reward += claim.bonus.value
            if finished and (not state & OWN or self._open(joined, first, train)):
                continue
            use: Use = (label, here.number, x, y, kind, required)
            weight = here.weights[train] if kind != PLAIN else 0
            if kind != PLAIN:
                rule = self.rules[train]
                counted = state + weight
                if not weight or (
                    counted >> COUNT_SHIFT & COUNT_MASK <= rule.stops and counted >> LARGE_SHIFT & COUNT_MASK <= rule.large
                ):
                    chosen = joined.copy() if weight and rule.express else joined
                    chosen[first + train] = DONE if finished else counted
                    worth = here.required_worth[train] if required else here.worth[train]
                    grown.append((chosen, reward + worth, (*uses, use)))
                if not weight or not rule.express or required:
                    continue
                # It may also run past, and then the stop brings nothing.
            joined[first + train] = DONE if finished else state
            grown.append((joined, reward, (*uses, use)))

    def train_of(self, label: int) -> int:
        return label if label < self.trains or self.claim is None else self.claim.train

    def _called(self, uses: tuple[Use, ...], train: int) -> bool:
        """Whether the train has called at this stop already."""
        for use in uses:
            if use[4] != PLAIN and self.train_of(use[0]) == train:
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

    def _name_twins(self, old: Key, width: int) -> Key:
        """Give trains of the same kind their numbers in order of appearance, so that equal states look equal."""
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
