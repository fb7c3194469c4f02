"""Weighted set packing by branch and bound: one listed route for each train, no two on the same track (7.4)."""

from goldenspike.core.routes.enumeration import ListedRoute


class SetPacking:
    """Trains in order, each with its routes from the best down; identical trains choose in falling order."""

    def __init__(self, lists: list[list[ListedRoute]], same: list[bool], most: int) -> None:
        self.lists = lists
        self.same = same
        """Whether a train is of the same kind as the one before it."""
        self.rest = [0] * (len(lists) + 1)
        for number in range(len(lists) - 1, -1, -1):
            self.rest[number] = self.rest[number + 1] + (lists[number][0].value if lists[number] else 0)
        self.steps = most
        """How many steps are left; below 0 the search has been given up."""
        self.best = -1
        self.chosen: list[int] = []
        self.ties: list[list[int]] | None = None
        """All best choices, when they are wanted."""

    def run(self, used: int = 0) -> bool:
        """Search; False if there were too many steps."""
        self._choose(0, used, 0, [])
        return self.steps >= 0

    def _choose(self, train: int, used: int, total: int, picked: list[int]) -> None:
        if train == len(self.lists):
            if total > self.best:
                self.best = total
                self.chosen = picked
                if self.ties is not None:
                    self.ties = [picked]
            elif self.ties is not None and total == self.best:
                self.ties.append(picked)
            return
        routes = self.lists[train]
        begin = picked[-1] + 1 if train and self.same[train] else 0
        after = self.rest[train + 1]
        # A choice that only equals the best is of interest when all best choices are wanted.
        slack = 1 if self.ties is not None else 0
        for number in range(begin, len(routes)):
            route = routes[number]
            if total + route.value + after + slack <= self.best:
                break
            if not route.mask & used:
                self.steps -= 1
                if self.steps < 0:
                    return
                self._choose(train + 1, used | route.mask, total + route.value, [*picked, number])
            elif number & 31 == 0:
                # Skipping routes that do not fit takes time as well.
                self.steps -= 1
                if self.steps < 0:
                    return
        if total + after + slack > self.best:
            self._choose(train + 1, used, total, [*picked, len(routes)])
