"""In which order the sweep takes the knots: few sections should be open at any time.

The states of a sweep grow about threefold with each open section, so an order costs the sum of 3 ** width over its steps. Orders
are grown knot by knot from a few places at the rim, a handful side by side; of those that have taken the same knots the
cheapest is kept. Boards on which even the best order is dear are worth a wider search.
"""

from goldenspike.core.routes.sections import Sections

WIDTHS = ((2, 8_000), (10, 40_000), (40, 0))
"""How many orders to grow side by side, and with what cost to be content."""

Plan = tuple[int, int, int, int, int]
"""An order in the making: its rank, cost, open sections, last step, and bits of the knots that can follow."""


def good_order(sections: Sections) -> list[int]:
    """The cheapest order found."""
    knots = sections.knots
    if not knots:
        return []
    ends = [
        [s.second if s.first == number else s.first for s in [sections.sections[arm] for arm in knot.arms]]
        for number, knot in enumerate(knots)
    ]
    own = sections.network.own
    stations = 0
    for number, knot in enumerate(knots):
        if knot.stop >= 0 and own[knot.stop]:
            stations |= 1 << number
    starts: list[int] = []
    at = 0
    for _ in range(4):
        at = _farthest(ends, at)
        if at not in starts:
            starts.append(at)
    best: list[int] = []
    least = -1
    for width, content in WIDTHS:
        for start in starts:
            order, cost = _grow(ends, stations, start, width, least)
            if order:
                best, least = order, cost
        if least <= content:
            break
    return best


def _farthest(ends: list[list[int]], start: int) -> int:
    queue = [start]
    seen = {start}
    for at in queue:
        for other in ends[at]:
            if other not in seen:
                seen.add(other)
                queue.append(other)
    return queue[-1]


def _grow(ends: list[list[int]], stations: int, start: int, width: int, least: int) -> tuple[list[int], int]:
    """The cheapest order from a knot among the `width` most promising at each step; empty if none is below `least`."""
    count = len(ends)
    everything = (1 << count) - 1
    beside = [0] * count
    twice = [0] * count
    """Knots that more than one section leads to; a third and fourth one may go uncounted."""
    for number, others in enumerate(ends):
        for other in others:
            twice[number] |= beside[number] & 1 << other
            beside[number] |= 1 << other
    prices = [3**wide for wide in range(sum([len(others) for others in ends]) + 1)]
    steps: list[tuple[int, int]] = [(-1, -1)]
    """The step before, and a knot."""
    plans: dict[int, Plan] = {0: (0, 0, 0, 0, 1 << start)}
    for _ in range(count):
        grown: dict[int, Plan] = {}
        for done, (_, cost, opened, last, next_knots) in plans.items():
            left = next_knots or everything & ~done
            while left:
                bit = left & -left
                left ^= bit
                at = bit.bit_length() - 1
                wide = opened + len(ends[at]) - 2 * (beside[at] & done).bit_count()
                if twice[at] & done:
                    wide -= 2 * (twice[at] & done).bit_count()
                now = done | bit
                # Trains without a station are given up after the last one, so stations should come early.
                price = prices[wide] * 2 if stations & ~now else prices[wide]
                known = grown.get(now)
                if (least < 0 or cost + price < least) and (known is None or cost + price < known[1]):
                    steps.append((last, at))
                    grown[now] = (cost + 2 * price, cost + price, wide, len(steps) - 1, (next_knots | beside[at]) & ~now)
        if len(grown) > width:
            grown = dict(sorted(grown.items(), key=_rank)[:width])
        plans = grown
        if not plans:
            return [], least
    plan = plans[everything]
    order: list[int] = []
    step = plan[3]
    while step > 0:
        step, at = steps[step]
        order.append(at)
    order.reverse()
    return order, plan[1]


def _rank(numbered: tuple[int, Plan]) -> int:
    return numbered[1][0]
