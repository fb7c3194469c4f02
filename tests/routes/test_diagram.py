"""The diagram of a sweep gives the answers of the sweep itself, whatever is blocked, tolled or priced."""

import random

import pytest

from goldenspike.core.routes.diagram import Diagram
from goldenspike.core.routes.frontier import Frontier
from goldenspike.core.routes.moves import Claim
from goldenspike.core.routes.network import Network
from goldenspike.core.routes.trails import routes_of
from goldenspike.core.running import TrainRule
from routes.random_boards import random_problem


def claims_of(network: Network) -> list[Claim | None]:
    """No claim, and every destination run that a single train can make."""
    found: list[Claim | None] = [None]
    for bonus in network.ground.situation.bonuses:
        targets = tuple(network.number[place] for place in bonus.targets if place in network.number)
        if bonus.home in network.number and targets:
            found.append(Claim(0, network.number[bonus.home], targets, bonus))
    return found


def sections_used(frontier: Frontier) -> int:
    """Bits of the sections on the trail."""
    used = 0
    trail = frontier.trail
    while trail is not None:
        for use in trail.uses:
            used |= 1 << use[2] | (1 << use[3] if use[3] >= 0 else 0)
        trail = trail.before
    return used


@pytest.mark.parametrize("first", range(0, 600, 100))
def test_a_diagram_answers_like_the_sweep(first: int) -> None:
    drawn = 0
    for seed in range(first, first + 100):
        ground, _, _ = random_problem(seed)
        network = Network(ground)
        draw = random.Random(seed)
        for claim in claims_of(network):
            frontier = Frontier(network, [TrainRule()], None)
            frontier.claim = claim
            diagram = Diagram(frontier)
            assert diagram.draw()
            sections = len(frontier.sections.sections)
            for _ in range(3):
                price = draw.choice([0, 0, 20, 35])
                frontier.worth = [[max(value - price, 0) for value in network.values]]
                frontier.blocked = sum(1 << number for number in range(sections) if draw.random() < 0.1)
                frontier.tolls = [draw.choice([0, 0, 0, 7, 15]) for _ in range(sections)]
                frontier.trail = None
                assert frontier.run(1 << 40, -1)
                expected = frontier.best
                frontier.trail = None
                diagram.run(-1)
                assert (seed, frontier.best) == (seed, expected)
                assert not sections_used(frontier) & frontier.blocked
                drawn += bool(routes_of(frontier))
    assert drawn > 50


@pytest.mark.parametrize("first", range(0, 600, 100))
def test_a_diagram_counts_the_best_stops(first: int) -> None:
    for seed in range(first, first + 100):
        ground, _, _ = random_problem(seed)
        network = Network(ground)
        draw = random.Random(seed)
        most = draw.choice([1, 2, 3, 4])
        for claim in claims_of(network):
            exact = Frontier(network, [TrainRule(stops=most, express=True)], None)
            exact.claim = claim
            free = Frontier(network, [TrainRule()], None)
            free.claim = claim
            diagram = Diagram(free)
            assert diagram.draw()
            for _ in range(2):
                free.blocked = sum(1 << number for number in range(len(free.sections.sections)) if draw.random() < 0.1)
                exact.blocked = free.blocked
                exact.trail = free.trail = None
                assert exact.run(1 << 40, -1)
                diagram.count(-1, network.values, most)
                assert (seed, free.best) == (seed, exact.best)
                for route in routes_of(free):
                    counted = sum(sorted((network.values[stop] for stop in route.stops), reverse=True)[:most])
                    if claim is None and not network.hex_values:
                        assert counted == free.best
