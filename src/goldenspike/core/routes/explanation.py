"""What a run consists of, for people: for each train its stops with their values, its hexes and its total (7.5)."""

from dataclasses import dataclass

from goldenspike.core.actions import Route
from goldenspike.core.ids import Place
from goldenspike.core.routes.check import earnings_of_all, hexes_of
from goldenspike.core.routes.ground import Ground
from goldenspike.core.running import TrainRule


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
    stretch: tuple[Place, Place] | None = None
    """The home and the target of the destination run that pays."""


def explain(ground: Ground, routes: tuple[Route, ...], rules: tuple[TrainRule, ...]) -> tuple[TrainRun, ...]:
    """The runs of legal routes, in their order; the totals add up to the revenue."""
    runs: list[TrainRun] = []
    for route, earned in zip(routes, earnings_of_all(ground, routes, rules), strict=True):
        stops = tuple(zip(route.places, earned.values, strict=True))
        hexes = hexes_of(ground, route.places, route.borders)
        runs.append(TrainRun(route.train, stops, hexes, earned.hex_values, earned.bonus, earned.total, earned.stretch))
    return tuple(runs)
