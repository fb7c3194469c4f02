"""What a company's trains may do here and now: the routes asked with everything that the table knows (7.4).

Board and stations alone do not tell it all: licences, homes without a city, warehouses, short runs. The flow of a title says
what holds (`Flow.situation`); every rule asks about routes through this file.
"""

from goldenspike.core import routes
from goldenspike.core.actions import Route
from goldenspike.core.reasons import Refusal
from goldenspike.core.routes import Reach, Solution
from goldenspike.core.routes.check import Earnings, earnings_of_all
from goldenspike.core.routes.ground import ground_of, rule_of_train
from goldenspike.core.running import PLAIN
from goldenspike.core.state import State
from goldenspike.core.title import Setup


def reach(setup: Setup, s: State, company: int) -> Reach:
    """Where legal routes from the company's stations lead (7.4.2)."""
    situation = setup.plan.flow.situation(setup, s, company)
    return routes.reach(setup, s, company) if situation is PLAIN else routes.reach(setup, s, company, situation)


def has_route(setup: Setup, s: State, company: int) -> bool:
    """Whether the company has any legal route, whatever its trains (7.6.2)."""
    return reach(setup, s, company).has_route


def best_routes(setup: Setup, s: State, company: int) -> Solution:
    """The proven best run of the company's trains (7.4)."""
    situation = setup.plan.flow.situation(setup, s, company)
    return routes.best_routes(setup, s, company, situation=situation)


def check_routes(setup: Setup, s: State, company: int, declared: tuple[Route, ...]) -> Refusal | None:
    """Why a declared run is illegal (7.4.2)."""
    return routes.check_routes(setup, s, company, declared, setup.plan.flow.situation(setup, s, company))


def earnings_of(setup: Setup, s: State, company: int, declared: tuple[Route, ...]) -> tuple[Earnings, ...]:
    """What each route of a declared run earns (7.5)."""
    situation = setup.plan.flow.situation(setup, s, company)
    rules = tuple([rule_of_train(setup, route.train, situation) for route in declared])
    return earnings_of_all(ground_of(setup, s, company, situation), declared, rules)


def revenue_of(setup: Setup, s: State, company: int, declared: tuple[Route, ...]) -> int:
    """What a declared run earns (7.5)."""
    return routes.revenue_of(setup, s, company, declared, setup.plan.flow.situation(setup, s, company))
