"""In which order the vertices are taken: few edges should be open at any time (an order of small cutwidth).

The states of the dynamic program grow about threefold with each open edge, so an order costs the sum of 3 ** width over its
steps. A beam search grows orders vertex by vertex from a few vertices at the rim; of those that have taken the same vertices the
cheapest is kept. Boards on which even the best order is expensive are worth a wider beam.
"""

from goldenspike.core.routes.graph import TrackGraph

BEAM_WIDTHS = ((2, 8_000), (10, 40_000), (40, 0))
"""Widths of the beam, and the cost at which each of them stops the search."""

PartialOrder = tuple[int, int, int, int, int]
"""An order in the making: its rank, cost, open edges, last step, and bits of the vertices that can follow."""


def order_vertices(graph: TrackGraph) -> list[int]:
    """The cheapest order found."""
    vertices = graph.vertices
    if not vertices:
        return []
    ends = [
        [s.second if s.first == number else s.first for s in [graph.edges[arm] for arm in vertex.arms]]
        for number, vertex in enumerate(vertices)
    ]
    own = graph.network.own
    stations = 0
    for number, vertex in enumerate(vertices):
        if vertex.stop >= 0 and own[vertex.stop]:
            stations |= 1 << number
    starts: list[int] = []
    at = 0
    for _ in range(4):
        at = _farthest(ends, at)
        if at not in starts:
            starts.append(at)
    best: list[int] = []
    least = -1
    for width, content in BEAM_WIDTHS:
        for start in starts:
            order, cost = _beam_search(ends, stations, start, width, least)
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


def _beam_search(ends: list[list[int]], stations: int, start: int, width: int, least: int) -> tuple[list[int], int]:
    """The cheapest order from a vertex among the `width` most promising at each step; empty if none is below `least`."""
    count = len(ends)
    everything = (1 << count) - 1
    beside = [0] * count
    twice = [0] * count
    """Vertices that more than one edge leads to; a third and fourth one may go uncounted."""
    for number, others in enumerate(ends):
        for other in others:
            twice[number] |= beside[number] & 1 << other
            beside[number] |= 1 << other
    prices = [3**wide for wide in range(sum([len(others) for others in ends]) + 1)]
    steps: list[tuple[int, int]] = [(-1, -1)]
    """The step before, and a vertex."""
    beam: dict[int, PartialOrder] = {0: (0, 0, 0, 0, 1 << start)}
    for _ in range(count):
        grown: dict[int, PartialOrder] = {}
        for done, (_, cost, opened, last, next_knots) in beam.items():
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
        beam = grown
        if not beam:
            return [], least
    partial = beam[everything]
    order: list[int] = []
    step = partial[3]
    while step > 0:
        step, at = steps[step]
        order.append(at)
    order.reverse()
    return order, partial[1]


def _rank(numbered: tuple[int, PartialOrder]) -> int:
    return numbered[1][0]
