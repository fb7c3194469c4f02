"""Weighted set packing by branch and bound: one listed route for each train, no two on the same track (7.4).

The routes of a train stand from the best down. Which of them are still free is a bit set in that order, so the best free route is
the lowest bit, and choosing a route takes away all that share track with it at once. The best free routes of the trains that
have yet to choose bound what they can add, and so does the track that they contest most.
"""

from goldenspike.core.routes.contested import ContestedTrack
from goldenspike.core.routes.enumeration import ListedRoute

DIGITS = [bytes([48 + (byte >> number & 1) for byte in range(256)]) for number in range(8)]
"""For each bit of a byte the digit, 0 or 1, that every byte has there."""
FIRST_CHOICES = 20
"""How many routes of the first train are tried for a first result."""
MANY = 2_000
"""With fewer routes than this it takes longer to find out what is contested than to try them."""
SECOND_CHOICES = 1_000
"""How many routes of each other train are looked at for it."""


class Candidates:
    """The routes of a kind of train that may be part of a best set, and for each hex side which of them use it."""

    def __init__(self, routes: list[ListedRoute]) -> None:
        self.routes = routes
        self.values = [route.value for route in routes]
        self.width = max([route.mask.bit_length() for route in routes], default=0) // 8 + 1
        self.table = b"".join([route.mask.to_bytes(self.width, "little") for route in reversed(routes)])
        """The hex sides of all routes as rows of bytes, the worst route first."""
        self.users: dict[int, int] = {}
        """By the bit of a hex side the bits of the routes that use it, found when they are first needed."""
        self.known: dict[int, int] = {}
        """The same for all hex sides of a hop."""

    def conflicts(self, route: ListedRoute) -> int:
        """The bits of the routes that share track with this one."""
        found = 0
        for hop in route.hops:
            known = self.known.get(hop.mask, -1)
            if known < 0:
                known = self.known[hop.mask] = self.using(hop.mask)
            found |= known
        return found

    def using(self, mask: int) -> int:
        """The bits of the routes that use any of these hex sides."""
        found = 0
        while mask:
            bit = mask & -mask
            mask ^= bit
            users = self.users.get(bit, -1)
            if users < 0:
                users = self.users[bit] = self._column(bit.bit_length() - 1)
            found |= users
        return found

    def _column(self, number: int) -> int:
        """Transpose a column of the table: one bit of every row becomes a number."""
        if number >= 8 * self.width:
            return 0
        return int(b"0" + self.table[number // 8 :: self.width].translate(DIGITS[number % 8]), 2)

    def best_of(self, free: int) -> int:
        """What the best of these routes earns, 0 if there is none."""
        return self.values[(free & -free).bit_length() - 1] if free else 0


class SetPacking:
    """Trains in order, each with its routes from the best down; identical trains choose in falling order."""

    def __init__(self, lists: list[list[ListedRoute]], same: list[bool], most: int) -> None:
        self.lists = lists
        self.same = same
        """Whether a train is of the same kind as the one before it."""
        self.steps = most
        """How many steps are left; below 0 the search has been given up."""
        self.best = -1
        self.chosen: list[int] = []
        self.ties: list[list[int]] | None = None
        """All best choices, when they are wanted."""
        self.candidates: list[Candidates] = []
        self.contested: ContestedTrack | None = None
        self.greedy = -1
        """What is earned if the trains choose one after the other."""

    def run(self, used: int = 0) -> bool:
        """Search, with these hex sides taken; False if there were too many steps."""
        if len(self.lists) == 1 and self.ties is None:
            self._choose_alone(used)
            return True
        self.greedy = self._choose_greedily(used)
        self._find_candidates()
        if sum([len(each.routes) for each in self.candidates]) > MANY:
            self.contested = ContestedTrack([each.routes for each in self.candidates])
        free = [(1 << len(each.routes)) - 1 & ~each.using(used) for each in self.candidates]
        self._choose(0, free, 0, [], used)
        return self.steps >= 0

    def _choose_alone(self, used: int) -> None:
        """A single train takes the best route that is free, or none."""
        for number, route in enumerate(self.lists[0]):
            if route.value <= self.best:
                return
            if not route.mask & used:
                self._take(route.value, [number])
                return
        if self.best < 0:
            self._take(0, [len(self.lists[0])])

    def _low(self) -> int:
        """The value that a choice must exceed; one that equals the best counts when all best choices are wanted."""
        return max(self.greedy - 1, self.best if self.ties is None else self.best - 1)

    def _choose_greedily(self, used: int) -> int:
        """A first result: after each of a few good routes of the first train the others choose one after the other."""
        best = 0
        firsts = [route for route in self.lists[0][: 2 * FIRST_CHOICES] if not route.mask & used] if self.lists else []
        for first in firsts[:FIRST_CHOICES]:
            taken = used | first.mask
            total = first.value
            for train in range(1, len(self.lists)):
                # Among the last train's routes only those that make a better result are of interest.
                enough = best - total if train == len(self.lists) - 1 else -1
                for route in self.lists[train][:SECOND_CHOICES]:
                    if route.value <= enough:
                        break
                    if not route.mask & taken:
                        taken |= route.mask
                        total += route.value
                        break
            best = max(best, total)
        return best

    def _find_candidates(self) -> None:
        """Leave out routes that are too bad even beside the best of all others."""
        tops = [routes[0].value if routes else 0 for routes in self.lists]
        low = self._low() - sum(tops)
        for number, routes in enumerate(self.lists):
            if number and routes is self.lists[number - 1]:
                self.candidates.append(self.candidates[-1])
                continue
            count = 0
            for route in routes:
                if route.value - tops[number] <= low:
                    break
                count += 1
            self.candidates.append(Candidates(routes[:count]))

    def _choose(self, train: int, free: list[int], total: int, picked: list[int], taken: int) -> None:
        """Let the trains from this one on choose among what is free for each of them, with these hex sides taken."""
        candidates = self.candidates
        if train == len(candidates):
            self._take(total, picked)
            return
        low = self._low() - total
        following = range(train + 1, len(candidates))
        after = 0
        alike = 1
        """How many trains of the same kind choose one after the other, from this one on."""
        for other in following:
            if self.same[other] and train + alike == other:
                alike += 1
            else:
                after += candidates[other].best_of(free[other])
        routes = candidates[train].routes
        contested = self.contested
        left = free[train]
        while left:
            bit = left & -left
            left ^= bit
            number = bit.bit_length() - 1
            route = routes[number]
            if route.value * alike + after <= low:
                break
            if contested is not None and route.value + contested.most(train + 1, taken | route.mask) <= low:
                continue
            self.steps -= 1
            if self.steps < 0:
                return
            rest = free.copy()
            bound = route.value
            for other in following:
                before = left if other < train + alike else free[other]
                rest[other] = still = before & ~candidates[other].conflicts(route)
                bound += candidates[other].best_of(still)
            if bound > low:
                self._choose(train + 1, rest, total + route.value, [*picked, number], taken | route.mask)
                low = self._low() - total
        if after > low:
            rest = [0 if number < train + alike else bits for number, bits in enumerate(free)]
            self._choose(train + 1, rest, total, [*picked, len(self.lists[train])], taken)

    def _take(self, total: int, picked: list[int]) -> None:
        if total > self.best:
            self.best = total
            self.chosen = picked
            if self.ties is not None:
                self.ties = [picked]
        elif self.ties is not None and total == self.best:
            self.ties.append(picked)
