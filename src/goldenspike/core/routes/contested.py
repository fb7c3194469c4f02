"""An upper bound for trains that choose among listed routes, from the few hex sides that most of their good routes use (7.4).

A relaxation: routes may cross each other anywhere but on these contested hex sides. What a route does there is its mark. Routes
with the same mark are alike to it, and there are few marks, so the best choice of marks for all trains is quickly found. Trains
of a company start from the same stations, which is why this comes close to the truth where the sum of the best routes does not.
"""

from collections import Counter

from goldenspike.core.routes.enumeration import ListedRoute

GOOD_ROUTES = 100
"""How many routes of each train are asked for what they use."""
HEX_SIDES = 12
"""How many hex sides are contested."""


class ContestedTrack:
    """The marks of each train's routes, from the best down."""

    def __init__(self, lists: list[list[ListedRoute]]) -> None:
        self.sides = _most_used(lists)
        self.best: list[list[tuple[int, int]]] = []
        """For each train its marks with what the best route earns that has it, from the best down."""
        self.known: dict[tuple[int, int], int] = {}
        for number, routes in enumerate(lists):
            if number and routes is lists[number - 1]:
                self.best.append(self.best[-1])
                continue
            best: dict[int, int] = {}
            for route in routes:
                best.setdefault(route.mask & self.sides, route.value)
            self.best.append([(value, mark) for mark, value in best.items()])

    def most(self, train: int, taken: int) -> int:
        """What the trains from this one on earn at most if these hex sides are taken."""
        if train == len(self.best):
            return 0
        taken &= self.sides
        found = self.known.get((train, taken))
        if found is None:
            found = self.most(train + 1, taken)
            after = found
            for value, mark in self.best[train]:
                if value + after <= found:
                    break
                if not mark & taken:
                    found = max(found, value + self.most(train + 1, taken | mark))
            self.known[train, taken] = found
        return found


def _most_used(lists: list[list[ListedRoute]]) -> int:
    """The hex sides that most of the good routes use."""
    counts: Counter[int] = Counter()
    for routes in lists:
        for route in routes[:GOOD_ROUTES]:
            mask = route.mask
            while mask:
                bit = mask & -mask
                counts[bit] += 1
                mask ^= bit
    return sum([bit for bit, _ in counts.most_common(HEX_SIDES)])
