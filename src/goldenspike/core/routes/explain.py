"""What a run consists of, for people: for each train its stops with their values, its hexes and its total (7.5)."""

from dataclasses import dataclass

from goldenspike.core.actions import Route
from goldenspike.core.routes.check import bonus_of, earnings, hexes_of
from goldenspike.core.routes.ground import Ground, ground_of, rule_of_train
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


def explain(
    setup: Setup, s: State, company: int, routes: tuple[Route, ...], situation: Situation = PLAIN
) -> tuple[TrainRun, ...]:
    """The runs of legal routes, in their order; the totals add up to the revenue."""
    ground = ground_of(setup, s, company, situation)
    paid, bonus = _paid(ground, routes)
    runs: list[TrainRun] = []
    for number, route in enumerate(routes):
        earned = earnings(ground, route, rule_of_train(setup, route.train, situation))
        extra = bonus if number == paid else 0
        stops = tuple(zip(route.places, earned.values, strict=True))
        hexes = hexes_of(ground, route.places, route.borders)
        runs.append(TrainRun(route.train, stops, hexes, earned.hex_values, extra, earned.total + extra))
    return tuple(runs)


def _paid(ground: Ground, routes: tuple[Route, ...]) -> tuple[int, int]:
    """Which route claims the bonus, and how much."""
    best = 0
    paid = -1
    for bonus in ground.situation.bonuses:
        for number, route in enumerate(routes):
            worth = bonus_of(ground, route, bonus)
            if worth > best:
                best, paid = worth, number
    return paid, best
