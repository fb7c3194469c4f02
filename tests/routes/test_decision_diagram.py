"""The diagram of a sweep gives the answers of the sweep itself, whatever is blocked, tolled or priced."""

import random

import pytest

from goldenspike.core.routes.decision_diagram import DecisionDiagram
from goldenspike.core.routes.frontier_dp import FrontierDP
from goldenspike.core.routes.frontier_state import Claim
from goldenspike.core.routes.network import Network
from goldenspike.core.routes.reconstruction import reconstruct_routes
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


def edges_used(dp: FrontierDP) -> int:
    """Bits of the edges that the decisions use."""
    used = 0
    backpointer = dp.backpointer
    while backpointer is not None:
        for use in backpointer.uses:
            used |= 1 << use[2] | (1 << use[3] if use[3] >= 0 else 0)
        backpointer = backpointer.before
    return used


@pytest.mark.parametrize("first", range(0, 600, 100))
def test_a_diagram_answers_like_the_sweep(first: int) -> None:
    run = 0
    for seed in range(first, first + 100):
        ground, _, _ = random_problem(seed)
        network = Network(ground)
        draw = random.Random(seed)
        for claim in claims_of(network):
            dp = FrontierDP(network, [TrainRule()], None)
            dp.claim = claim
            diagram = DecisionDiagram(dp)
            assert diagram.compile()
            edges = len(dp.graph.edges)
            for _ in range(3):
                price = draw.choice([0, 0, 20, 35])
                dp.worth = [[max(value - price, 0) for value in network.values]]
                dp.blocked = sum(1 << number for number in range(edges) if draw.random() < 0.1)
                dp.tolls = [draw.choice([0, 0, 0, 7, 15]) for _ in range(edges)]
                dp.backpointer = None
                assert dp.run(1 << 40, -1)
                expected = dp.best
                dp.backpointer = None
                diagram.longest_path(-1)
                assert (seed, dp.best) == (seed, expected)
                assert not edges_used(dp) & dp.blocked
                run += bool(reconstruct_routes(dp))
    assert run > 50


@pytest.mark.parametrize("first", range(0, 600, 100))
def test_a_diagram_counts_the_best_stops(first: int) -> None:
    for seed in range(first, first + 100):
        ground, _, _ = random_problem(seed)
        network = Network(ground)
        draw = random.Random(seed)
        most = draw.choice([1, 2, 3, 4])
        for claim in claims_of(network):
            exact = FrontierDP(network, [TrainRule(stops=most, express=True)], None)
            exact.claim = claim
            free = FrontierDP(network, [TrainRule()], None)
            free.claim = claim
            diagram = DecisionDiagram(free)
            assert diagram.compile()
            for _ in range(2):
                free.blocked = sum(1 << number for number in range(len(free.graph.edges)) if draw.random() < 0.1)
                exact.blocked = free.blocked
                exact.backpointer = free.backpointer = None
                assert exact.run(1 << 40, -1)
                diagram.longest_path_counting(-1, network.values, most)
                assert (seed, free.best) == (seed, exact.best)
                for route in reconstruct_routes(free):
                    counted = sum(sorted((network.values[stop] for stop in route.stops), reverse=True)[:most])
                    if claim is None and not network.hex_values:
                        assert counted == free.best
