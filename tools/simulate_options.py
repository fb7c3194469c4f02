"""Play random games with random combinations of options over all versions, every invariant checked after every action.

`python tools/simulate_options.py --count 500 --seed 1`: one line for each table that goes wrong, exit 1 if there is any.
A line names the table as `goldenspike simulate` takes it, so that the game can be played again by hand.
"""

import argparse
import sys
from collections import Counter
from random import Random
from time import perf_counter

from goldenspike.testing.combinations import draw_combination
from goldenspike.testing.saving import violations_of_saving
from goldenspike.testing.simulate import play_game
from goldenspike.titles.catalogue import find_version


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--title", default="1830")
    parser.add_argument("--version", help="only this version; otherwise all of the title")
    parser.add_argument("--count", type=int, default=500, help="how many combinations")
    parser.add_argument("--first", type=int, default=0, help="the number of the first combination")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--bots", default="random,greedy", help="names of bots, separated by commas; they go round the table")
    parser.add_argument("--no-check", action="store_true", help="only play, do not check")
    arguments = parser.parse_args()
    ends: Counter[str] = Counter()
    versions: Counter[str] = Counter()
    actions = wrong = 0
    started = perf_counter()
    for number in range(arguments.first, arguments.first + arguments.count):
        version = find_version(arguments.title, arguments.version) if arguments.version else None
        table = draw_combination(Random(f"{arguments.seed}/{number}"), arguments.title, version)
        try:
            save_check = None if arguments.no_check else violations_of_saving
            game = play_game(table.setup(), arguments.bots.split(","), arguments.seed, number, not arguments.no_check, save_check)
            violations = game.violations
            ends[game.result.reason.name.lower()] += 1
            actions += game.actions
        except Exception as error:  # The table that broke the engine is what we are looking for.
            violations = [f"{type(error).__name__}: {error}"]
        versions[table.version] += 1
        if violations:
            wrong += 1
            print(f"{number}: {table}\n    {violations[0]}", flush=True)
        if sys.stderr.isatty():
            print(f"\r{number + 1 - arguments.first}/{arguments.count}", end="", file=sys.stderr, flush=True)
    seconds = perf_counter() - started
    print(f"{arguments.count} tables, {actions} actions, {seconds:.0f} s, {wrong} wrong; {dict(versions)}; ends {dict(ends)}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
