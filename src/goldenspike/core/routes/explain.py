"""What a run consists of, for people: for each train its stops with their values, its hexes and its total (7.5)."""

from dataclasses import dataclass

from goldenspike.core.actions import Route
from goldenspike.core.routes.check import earnings_of_all, hexes_of
from goldenspike.core.routes.ground import ground_of, rule_of_train
from goldenspike.core.running import PLAIN, Situation
from goldenspike.core.state import State
from goldenspike.core.title import Setup


@dataclass(frozen=True, slots=True)
class TrainRun:
    """One train's run."""

    train: int
    stops: tuple[tuple[int, int], ...]
    """Places and what each counted; 0 for a stop that an express train passes."""
    hexes: tuple[int, ...]
    hex_values: int
    """What the hexes on the way added (S-4)."""
    bonus: int
    """What it earned as a destination run; one a turn pays."""
    total: int
    stretch: tuple[int, int] | None = None
    """The home and the target of the destination run that pays."""


def explain(
    setup: Setup, s: State, company: int, routes: tuple[Route, ...], situation: Situation = PLAIN
) -> tuple[TrainRun, ...]:
    """The runs of legal routes, in their order; the totals add up to the revenue."""
    ground = ground_of(setup, s, company, situation)
    rules = tuple([rule_of_train(setup, route.train, situation) for route in routes])
    runs: list[TrainRun] = []
    for route, earned in zip(routes, earnings_of_all(ground, routes, rules), strict=True):
        stops = tuple(zip(route.places, earned.values, strict=True))
        hexes = hexes_of(ground, route.places, route.borders)
        runs.append(TrainRun(route.train, stops, hexes, earned.hex_values, earned.bonus, earned.total, earned.stretch))
    return tuple(runs)
