"""Choose one listed route for each train so that no two share track and the sum is the highest (7.4)."""

from goldenspike.core.routes.enumerate import Found


class Packer:
    """Trains in order, each with its routes from the best down; identical trains choose in falling order."""

    def __init__(self, lists: list[list[Found]], same: list[bool]) -> None:
        self.lists = lists
        self.same = same
        """Whether a train is of the same kind as the one before it."""
        self.rest = [0] * (len(lists) + 1)
        for number in range(len(lists) - 1, -1, -1):
            self.rest[number] = self.rest[number + 1] + (lists[number][0].value if lists[number] else 0)
        self.best = -1
        self.chosen: list[int] = []

    def run(self) -> None:
        self._choose(0, 0, 0, [])

    def _choose(self, train: int, used: int, total: int, picked: list[int]) -> None:
        if train == len(self.lists):
            if total > self.best:
                self.best = total
                self.chosen = picked
            return
        routes = self.lists[train]
        begin = picked[-1] + 1 if train and self.same[train] else 0
        after = self.rest[train + 1]
        for number in range(begin, len(routes)):
            route = routes[number]
            if total + route.value + after <= self.best:
                break
            if not route.mask & used:
                self._choose(train + 1, used | route.mask, total + route.value, [*picked, number])
        if total + after > self.best:
            self._choose(train + 1, used, total, [*picked, len(routes)])
