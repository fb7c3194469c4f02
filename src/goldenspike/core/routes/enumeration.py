"""All legal routes of a train, enumerated depth first from the company's stations (7.4.2)."""

from collections.abc import Callable
from dataclasses import dataclass

from goldenspike.core.routes.memory import Hop
from goldenspike.core.routes.network import Network
from goldenspike.core.running import Bonus, TrainRule
from goldenspike.core.tiles import STOPS_PER_HEX


@dataclass(slots=True)
class ListedRoute:
    """A legal route: what it earns, the hex sides it uses, and how it was built."""

    value: int
    mask: int
    stops: list[int]
    hops: list[Hop]
    turn: int
    """How many hops the first arm has; below 0 there is only one."""

    def run(self, across: list[int]) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """The stops and the departures from one end to the other."""
        stops = self.stops
        hops = self.hops
        turn = self.turn
        if turn < 0:
            return tuple(stops), tuple([border for hop in hops for border in hop.borders])
        # Turn the second arm round and run into the first.
        borders = [across[border] for hop in hops[: turn - 1 : -1] for border in hop.borders[::-1]]
        borders += [border for hop in hops[:turn] for border in hop.borders]
        return (*stops[:turn:-1], *stops[: turn + 1]), tuple(borders)


class RouteEnumerator:
    """Lists the routes of one kind of train; of routes over the same hex sides only the best is kept."""

    def __init__(self, network: Network, rule: TrainRule, most: int, expired: Callable[[], bool] | None = None) -> None:
        network.number_hops()
        self.network = network
        self.expired = expired
        self.rule = rule
        self.most = most
        self.more: Callable[[], int] | None = None
        """Asked once for a higher limit when there are more than `most` steps to take."""
        self.steps = 0
        self.found: dict[int, ListedRoute] = {}
        self.paying: dict[int, ListedRoute] = {}
        """Of the routes over the same hex sides the best that is a destination run."""
        self.barred = 0
        """Bits of the stations whose routes are all listed."""
        self.first = 0
        self.full = 0 if rule.express else rule.stops
        """How many stops a route can have at most; 0 for any number."""
        self.few_large = rule.large < rule.stops and not rule.express
        """Whether the number of large cities is limited."""
        self.rewards: list[tuple[int, list[int], Bonus]] = []
        """Destination runs: the stop at home, the targets."""
        for bonus in network.ground.situation.bonuses:
            targets = [network.number[place] for place in bonus.targets if place in network.number]
            if bonus.home in network.number and targets:
                self.rewards.append((network.number[bonus.home], targets, bonus))

    def run(self) -> bool:
        """Fill `found`; False if there are more than `most` steps to take."""
        network = self.network
        starts = [number for number in range(len(network.places)) if network.own[number]]
        for start in starts:
            self.first = start
            if not self._grow([start], [], self.barred | 1 << start, 0, network.groups[start], -1, network.values[start]):
                return False
            self.barred |= 1 << start
        if network.optional:
            return self._pass_home()
        return True

    def _pass_home(self) -> bool:
        """List the routes that run past the home without a city and call at no station (V-7.5)."""
        network = self.network
        values = network.values
        done: set[tuple[int, ...]] = set()
        across = network.ground.tables.across
        for start in range(len(network.places)):
            for hop in network.hops[start]:
                back = tuple([across[border] for border in hop.borders[::-1]])
                if not hop.own or back in done or self.barred >> start & 1 or self.barred >> hop.end & 1:
                    continue
                done.add(hop.borders)
                groups = network.groups[start]
                passed = hop.groups | network.groups[hop.end]
                if groups & passed or (self.full and self.full < 2) or not self._fits_large([start], hop.end):
                    continue
                self.first = start
                seen = self.barred | 1 << start | 1 << hop.end
                value = values[start] + values[hop.end]
                if not self._grow([start, hop.end], [hop], seen, hop.mask, groups | passed, -2, value):
                    return False
        return True

    def _fits_large(self, stops: list[int], end: int) -> bool:
        """Whether the train may call at one more stop as far as large cities are concerned (V-7.10)."""
        large = self.network.large
        return not self.few_large or not large[end] or sum([large[stop] for stop in stops]) < self.rule.large

    def _grow(self, stops: list[int], hops: list[Hop], seen: int, mask: int, groups: int, turn: int, value: int) -> bool:
        """Lengthen the route at its open end; `turn` is the hop count when the second arm began, below 0 before that."""
        self.steps += 1
        if self.steps > self.most and not self._may_go_on():
            return False
        if self.steps & 1023 == 0 and self.expired is not None and self.expired():
            return False
        if hops:
            self._keep(stops, hops, mask, turn, value)
        if len(stops) == self.full:
            return True
        network = self.network
        at = stops[-1]
        if turn < 0 and hops and network.passable[self.first]:
            # The second arm starts where the first did; it must leave by a later side, or each route comes twice.
            arms = network.hops[self.first]
            if turn == -1:
                first = hops[0].borders[0]
                arms = [hop for hop in arms if hop.borders[0] > first]
            if network.optional:
                arms = [hop for hop in arms if self._turns(hops[0], hop)]
            if not self._lengthen(arms, stops, hops, seen, mask, groups, len(hops), value):
                return False
        if hops and not network.passable[at]:
            return True
        ahead = network.hops[at]
        if network.optional and hops:
            ahead = [hop for hop in ahead if network.may_turn(at, hops[-1], hop)]
        return self._lengthen(ahead, stops, hops, seen, mask, groups, turn, value)

    def _may_go_on(self) -> bool:
        if self.more is not None:
            self.most = self.more()
            self.more = None
        return self.steps <= self.most

    def _lengthen(
        self, ahead: list[Hop], stops: list[int], hops: list[Hop], seen: int, mask: int, groups: int, turn: int, value: int
    ) -> bool:
        network = self.network
        values = network.values
        for hop in ahead:
            end = hop.end
            if mask & hop.mask or seen >> end & 1:
                continue
            passed = hop.groups | network.groups[end]
            if passed & groups or (self.few_large and not self._fits_large(stops, end)):
                continue
            if not self._grow(
                [*stops, end], [*hops, hop], seen | 1 << end, mask | hop.mask, groups | passed, turn, value + values[end]
            ):
                return False
        return True

    def _turns(self, first: Hop, hop: Hop) -> bool:
        """Whether a train may come to the first stop by one arm and leave by the other (V-7.5)."""
        network = self.network
        back = Hop(network.places[self.first], 0, 0, 0, False, (network.ground.tables.across[first.borders[0]],))
        return network.may_turn(self.first, back, hop)

    def _keep(self, stops: list[int], hops: list[Hop], mask: int, turn: int, value: int) -> None:
        """Note a route; `value` is that of all its stops."""
        network = self.network
        counted = self._best_of(stops, value) if self.rule.express else value
        added = 0
        if network.hex_values:
            added = sum([hop.value for hop in hops]) + network.hex_values.get(network.places[self.first] // STOPS_PER_HEX, 0)
        known = self.found.get(mask)
        if known is None or known.value < counted + added:
            self.found[mask] = ListedRoute(counted + added, mask, stops, hops, turn)
        if self.rewards:
            self._keep_paying(stops, hops, mask, turn, value, counted, added)

    def _keep_paying(self, stops: list[int], hops: list[Hop], mask: int, turn: int, value: int, counted: int, added: int) -> None:
        """Note the route if it is a destination run that pays; `counted` and `added` are what it earns otherwise."""
        middle = max(turn, 0)
        for home, targets, bonus in self.rewards:
            if home not in (stops[-1], stops[middle]):
                continue
            end = middle if stops[middle] == home else len(stops) - 1
            takes_two = self.rule.express and not bonus.passing_is_enough
            for target in targets:
                if target not in stops:
                    continue
                worth = bonus.pay(sum([len(hop.borders) for hop in _between(hops, middle, end, stops.index(target))]))
                of_stops = self._best_of(stops, value, (home, target)) if takes_two and worth > 0 else counted
                total = of_stops + added + worth
                known = self.paying.get(mask)
                if worth > 0 and of_stops >= 0 and (known is None or known.value < total):
                    self.paying[mask] = ListedRoute(total, mask, stops, hops, turn)

    def _best_of(self, stops: list[int], value: int, required: tuple[int, ...] = ()) -> int:
        """What an express train counts of these stops, which are worth `value` together.

        It counts the required ones and the best of the others; below 0 if it cannot count all that are required.
        """
        values = self.network.values
        left = self.rule.stops
        large = self.rule.large
        if len(stops) <= left and len(stops) <= large:
            return value
        if large >= left:
            more = left - len(required)
            rest = sorted([values[stop] for stop in stops if stop not in required], reverse=True)
            return sum([values[stop] for stop in required]) + sum(rest[:more]) if more >= 0 else -1
        total = 0
        others = sorted([stop for stop in stops if stop not in required], key=lambda stop: -values[stop])
        for stop in (*required, *others):
            if left == 0 or (large == 0 and self.network.large[stop]):
                if stop in required:
                    return -1
                continue
            if self.network.large[stop]:
                large -= 1
            left -= 1
            total += values[stop]
        return total


def _between(hops: list[Hop], middle: int, end: int, stop: int) -> list[Hop]:
    """The hops between an end of a route and another of its stops. Its first arm has `middle` hops and ends at that stop."""
    if end == middle:
        return hops[:stop] if stop > middle else hops[stop:middle]
    return hops[stop:] if stop > middle else hops[middle:] + hops[:stop]
