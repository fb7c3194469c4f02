"""How many decisions a second the environment of the learned player makes on one core, in CPU time.

    export OPENBLAS_NUM_THREADS=1
    python benchmarks/training_speed.py --games 16
    make compile && PYTHONPATH=build/compiled python benchmarks/training_speed.py --games 16

The shipped network holds all seats of Classic games with four players and draws its choices. Steps with one candidate are passed
over and do not count. `--parts` shows where the time goes.
"""

import argparse
from collections import defaultdict
from collections.abc import Callable
from time import process_time
from typing import Any

import goldenspike.core.game as engine
from goldenspike.bots import base
from goldenspike.bots.magnate import features
from goldenspike.bots.magnate.network import Network
from goldenspike.bots.magnate.player import shipped
from goldenspike.train import games
from goldenspike.train.games import LEARNER, Order
from goldenspike.train.workers import play_undisturbed

PARTS: tuple[tuple[Any, str, str], ...] = (
    (features, "best_revenues", "routes after lays and stations"),
    (features, "Position", "the position in numbers"),
    (features, "Consequences", "candidates in numbers (without making them)"),
    (features, "list_candidates", "candidates"),
    (base, "_list_actions", "legal actions"),
    (base, "_list_offers", "legal bids and prices"),
    (Network, "judge_all", "network"),
    (games, "collect", "recording"),
)


def watch(spent: dict[str, float]) -> None:
    """Measure the parts, each without those within it; works for modules that are not compiled."""
    within = [0.0]

    def watched(name: str, work: Callable[..., Any]) -> Callable[..., Any]:
        def measured(*given: Any) -> Any:
            started = process_time()
            within.append(0.0)
            result = work(*given)
            used = process_time() - started
            spent[name] += used - within.pop()
            within[-1] += used
            return result

        return measured

    for owner, attribute, name in PARTS:
        setattr(owner, attribute, watched(name, getattr(owner, attribute)))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=16)
    parser.add_argument("--at-once", type=int, default=8, help="games played side by side")
    parser.add_argument("--parts", action="store_true")
    wanted = parser.parse_args()
    spent: dict[str, float] = defaultdict(float)
    if wanted.parts:
        watch(spent)
    weights: Any = shipped().weights
    orders = [Order(f"speed/{number}", (LEARNER,) * 4, weights, varied=bool(number % 2)) for number in range(wanted.games)]
    play_undisturbed([Order("warm-up", (LEARNER,) * 4, weights)])
    spent.clear()
    started = process_time()
    decisions = 0
    for first in range(0, wanted.games, wanted.at_once):
        decisions += sum(report.decisions for report in play_undisturbed(orders[first : first + wanted.at_once]))
    used = process_time() - started
    core = "pure Python" if engine.__file__.endswith(".py") else "compiled"
    print(f"{core}, {wanted.games} games, {wanted.at_once} at once: {decisions} decisions in {used:.1f} s of CPU time, ", end="")
    print(f"{decisions / used:.0f} a second")
    for name, seconds in sorted(spent.items(), key=lambda part: -part[1]):
        print(f"  {1e6 * seconds / decisions:6.1f} µs a decision: {name}")


if __name__ == "__main__":
    main()
