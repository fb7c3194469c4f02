"""From the decisions of a sweep to routes: follow the trail back and put the pieces together."""

from dataclasses import dataclass

from goldenspike.core.routes.frontier import Frontier
from goldenspike.core.routes.moves import END, PLAIN, Use


@dataclass(slots=True)
class Swept:
    """A route found by the sweep: which train (or twin of it), and the stops and departures in order."""

    train: int
    stops: tuple[int, ...]
    borders: tuple[int, ...]
    required: tuple[int, ...] = ()
    """The stops that it must count as a destination run."""


def routes_of(frontier: Frontier) -> list[Swept]:
    """Follow the trail of the best state and put the pieces together."""
    at: dict[int, list[Use]] = {}
    ends: list[Use] = []
    trail = frontier.trail
    while trail is not None:
        for use in trail.uses:
            for arm in (use[2], use[3]):
                if arm >= 0:
                    at.setdefault(arm, []).append(use)
            if use[4] == END:
                ends.append(use)
        trail = trail.before
    sections = frontier.sections
    across = frontier.network.ground.tables.across
    found: list[Swept] = []
    seen: list[Use] = []
    for start in ends:
        if start in seen:
            continue
        use = start
        arm = use[2]
        stops = [sections.knots[use[1]].stop]
        required = stops[:1] if use[5] else []
        borders: list[int] = []
        while True:
            section = sections.sections[arm]
            if section.first == use[1]:
                borders.extend(section.borders)
            else:
                borders.extend([across[border] for border in section.borders[::-1]])
            both = at[arm]
            use = both[1] if both[0] == use else both[0]
            if use[4] != PLAIN:
                stops.append(sections.knots[use[1]].stop)
                if use[5]:
                    required.append(stops[-1])
            if use[4] == END:
                seen.append(use)
                break
            arm = use[3] if use[2] == arm else use[2]
        found.append(Swept(frontier.train_of(start[0]), tuple(stops), tuple(borders), tuple(required)))
    for group in frontier.groups:
        # Twins changed names on the way: any of them will do.
        for number, route in enumerate([route for route in found if route.train in group]):
            route.train = group[number]
    return found
