"""From the decisions of a sweep to routes: follow the backpointers and put the pieces together."""

from dataclasses import dataclass

from goldenspike.core.routes.frontier_dp import FrontierDP
from goldenspike.core.routes.frontier_state import END, PASS, Use


@dataclass(slots=True)
class SweptRoute:
    """A route found by the sweep: which train (or one of the same kind), and the stops and departures in order."""

    train: int
    stops: tuple[int, ...]
    borders: tuple[int, ...]
    required: tuple[int, ...] = ()
    """The stops that it must count as a destination run."""


def reconstruct_routes(dp: FrontierDP) -> list[SweptRoute]:
    """Follow the backpointers of the best state and put the pieces together."""
    at: dict[int, list[Use]] = {}
    ends: list[Use] = []
    backpointer = dp.backpointer
    while backpointer is not None:
        for use in backpointer.uses:
            for arm in (use[2], use[3]):
                if arm >= 0:
                    at.setdefault(arm, []).append(use)
            if use[4] == END:
                ends.append(use)
        backpointer = backpointer.before
    graph = dp.graph
    across = dp.network.ground.tables.across
    found: list[SweptRoute] = []
    seen: list[Use] = []
    for start in ends:
        if start in seen:
            continue
        use = start
        arm = use[2]
        stops = [graph.vertices[use[1]].stop]
        required = stops[:1] if use[5] else []
        borders: list[int] = []
        while True:
            edge = graph.edges[arm]
            if edge.first == use[1]:
                borders.extend(edge.borders)
            else:
                borders.extend([across[border] for border in edge.borders[::-1]])
            both = at[arm]
            use = both[1] if both[0] == use else both[0]
            if use[4] != PASS:
                stops.append(graph.vertices[use[1]].stop)
                if use[5]:
                    required.append(stops[-1])
            if use[4] == END:
                seen.append(use)
                break
            arm = use[3] if use[2] == arm else use[2]
        found.append(SweptRoute(dp.train_of(start[0]), tuple(stops), tuple(borders), tuple(required)))
    for group in dp.groups:
        # Trains of the same kind changed numbers on the way: any of them will do.
        for number, route in enumerate([route for route in found if route.train in group]):
            route.train = group[number]
    return found
