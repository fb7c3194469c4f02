"""In which order the sweep takes the knots: few sections should be open at any time."""

from goldenspike.core.routes.sections import Sections


def good_order(sections: Sections) -> list[int]:
    """The best of a few greedy orders, from knots at the rim inwards."""
    knots = sections.knots
    if not knots:
        return []
    ends = [
        [s.second if s.first == number else s.first for s in [sections.sections[arm] for arm in knot.arms]]
        for number, knot in enumerate(knots)
    ]
    starts: list[int] = []
    at = 0
    for _ in range(4):
        at = _farthest(ends, at)
        if at not in starts:
            starts.append(at)
    for number in range(0, len(knots), max(1, len(knots) // 4)):
        if number not in starts:
            starts.append(number)
    best: list[int] = []
    least = -1
    for start in starts:
        order, cost = _greedy(sections, ends, start, least)
        if order and (least < 0 or cost < least):
            best, least = order, cost
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


def _greedy(sections: Sections, ends: list[list[int]], start: int, least: int) -> tuple[list[int], int]:
    """Always the knot that opens least; its cost is the sum of 3 ** width, empty when above `least`."""
    knots = sections.knots
    count = len(knots)
    done = [False] * count
    balance = [len(knot.arms) for knot in knots]
    """What the number of open sections would grow by."""
    age = [count] * count
    order: list[int] = []
    open_knots: list[int] = [start]
    own = sections.network.own
    stations = sum([knot.stop >= 0 and own[knot.stop] for knot in knots])
    width = 0
    cost = 0
    while len(order) < count:
        if open_knots:
            at = min(open_knots, key=lambda number: (balance[number], age[number]))
            open_knots.remove(at)
        else:
            at = done.index(False)
        done[at] = True
        width += balance[at]
        if knots[at].stop >= 0 and own[knots[at].stop]:
            stations -= 1
        # Trains without a station are given up after the last one, so stations should come early.
        cost += 3**width * (2 if stations else 1)
        if 0 <= least <= cost:
            return [], cost
        for other in ends[at]:
            if done[other]:
                continue
            balance[other] -= 2
            if age[other] == count:
                age[other] = len(order)
                if other not in open_knots:
                    open_knots.append(other)
        order.append(at)
    return order, cost
