"""`goldenspike routes`: the best routes of a company, proven, for boards given as files."""

import time
from pathlib import Path
from typing import Any

from goldenspike.cli.output import BadInput, one_line, print_json
from goldenspike.cli.parameters import Json
from goldenspike.core.routes import Solution
from goldenspike.core.rules.runs import best_routes, explain_run
from goldenspike.core.tiles import STOPS_PER_HEX
from goldenspike.record.errors import RecordError
from goldenspike.record.route_problem import RouteProblem, read_problems

BUDGET_SECONDS = 120.0
"""The time limit, after which the best run found is printed with an upper bound."""


def run(*files: Path, json: Json = False) -> None:
    """Solve route problems: the best routes, proven.

    Parameters
    ----------
    files
        problems, one or a list of them in each file
    """
    if not files:
        raise BadInput("routes needs at least one file")
    problems: list[RouteProblem] = []
    alone = len(files) == 1
    for file in files:
        try:
            found, is_list = read_problems(file.read_bytes())
        except OSError as error:
            raise BadInput(f"{file}: {error.strerror or 'cannot be read'}") from None
        except RecordError as error:
            raise BadInput(f"{file}: {one_line(str(error))}") from None
        alone = alone and not is_list
        problems.extend(found)
    # Print nothing unless every file can be read.
    answers = [answer_to(problem) for problem in problems]
    if json:
        print_json(answers[0] if alone else answers)
    else:
        for answer in answers:
            _print_answer(answer)


def answer_to(problem: RouteProblem, budget: float = BUDGET_SECONDS) -> dict[str, Any]:
    """The answer to one problem as plain data."""
    setup, state, company = problem.setup, problem.state, problem.company
    started = time.perf_counter()

    def expired() -> bool:
        return time.perf_counter() - started > budget

    solution = best_routes(setup, state, company, problem.trains, expired)
    seconds = time.perf_counter() - started
    title = setup.title
    routes = []
    for train_run in explain_run(setup, state, company, solution.routes):
        stops = []
        for place, value in train_run.stops:
            printed = title.hexes[place // STOPS_PER_HEX]
            stops.append({"hex": printed.id, "stop": place % STOPS_PER_HEX, "name": printed.name, "value": value})
        routes.append(
            {
                "train": title.trains[train_run.train].id,
                "revenue": train_run.total,
                "stops": stops,
                "hexes": [title.hexes[hex].id for hex in train_run.hexes],
                "bonus": train_run.bonus + train_run.hex_values,
            }
        )
    answer = {
        "id": problem.id,
        "corporation": title.companies[company].id,
        "revenue": solution.revenue,
        "proven": solution.proven,
        "upper_bound": solution.upper_bound,
        "seconds": round(seconds, 6),
        "proof": proof_line(solution),
        "routes": routes,
    }
    if not problem.id:
        del answer["id"]
    return answer


def proof_line(solution: Solution) -> str:
    """Why nothing better exists, in one line."""
    if not solution.proven:
        return f"time ran out: at most {solution.upper_bound} is possible"
    if solution.swept:
        listed = f"{solution.listed} routes listed and " if solution.listed else ""
        return f"{listed}{solution.swept} exhaustive sweeps of the board leave nothing above {solution.revenue}"
    return f"all {solution.listed} routes tried in every combination that could exceed {solution.revenue}"


def _print_answer(answer: dict[str, Any]) -> None:
    name = f"{answer['id']}: " if "id" in answer else ""
    print(f"{name}{answer['corporation']} earns {answer['revenue']} ({answer['proof']}; {answer['seconds']:.3f} s)")
    for route in answer["routes"]:
        stops = ", ".join(f"{stop['name'] or stop['hex']} {stop['value']}" for stop in route["stops"])
        print(f"  {route['train']}-train {route['revenue']}: {stops}")
        print(f"    over {' '.join(route['hexes'])}")
