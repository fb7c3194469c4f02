"""Destination runs, and what Salt Lake City adds for the two companies that built the first line (Bonusrouten)."""

from goldenspike.core.ids import NONE, Company, Place
from goldenspike.core.rules.runs import reach_in
from goldenspike.core.running import ORDINARY, Bonus, Situation
from goldenspike.core.state import TOKENS_PER_COMPANY, State, place_of
from goldenspike.core.title import DestinationPay, Home, Setup
from goldenspike.titles.g1862.companies import SALT_LAKE_CITY
from goldenspike.titles.g1862.options import ExpressBonus, own

PAY = DestinationPay(early=20, late=30, per_hex_run=10)
"""Early are the yellow and green phases, late the brown and gray ones."""
SALT_LAKE_BONUS = 20
FIRST_LINE = ("CPR", "UP")


def place_of_target(setup: Setup, s: State, target: Home) -> Place:
    """The stop of a target on the current tile: where its printed track leads."""
    hex = setup.hex_index[target.hex]
    face = setup.faces[s.faces[hex]]
    if len(face.stops) > 1:
        exits = setup.faces[setup.first_printed + hex].stop_exits[target.stop]
        for stop, others in enumerate(face.stop_exits):
            if exits & ~others == 0:
                return place_of(hex, stop)
    return place_of(hex, 0)


def bonuses_of(setup: Setup, s: State, company: Company) -> tuple[Bonus, ...]:
    """The company's destination runs as they pay in this phase."""
    home = s.tokens[company * TOKENS_PER_COMPANY]
    if home == NONE:
        return ()
    pay, late = setup.title.destination_pay, setup.title.phases[s.phase].late
    return tuple(
        Bonus(
            home,
            tuple(place_of_target(setup, s, target) for target in destination.targets),
            pay.of_run(destination.distance, 0, late),
            pay.per_hex_run,
            own(setup.options).express_bonus is ExpressBonus.PASSING,
        )
        for destination in setup.title.companies[company].destinations
    )


def salt_lake_extra(setup: Setup, s: State, company: Company) -> tuple[tuple[Place, int], ...]:
    """CPR and UP count Salt Lake City higher once both have a route there; one that has left the game has none."""
    pair = [setup.company_index[name] for name in FIRST_LINE]
    if company not in pair or any(s.closed[other] for other in pair):
        return ()
    place = place_of(setup.hex_index[SALT_LAKE_CITY], 0)
    if all(place in reach_in(setup, s, other, ORDINARY).places for other in pair):
        return ((place, SALT_LAKE_BONUS),)
    return ()


def most_bonus(setup: Setup, s: State, company: Company) -> int:
    """The most that a destination run and Salt Lake City may add to a run: over the shortest way, with both lines there."""
    pay, late, card = setup.title.destination_pay, setup.title.phases[s.phase].late, setup.title.companies[company]
    runs = [pay.of_run(destination.distance, destination.distance, late) for destination in card.destinations]
    return max(runs, default=0) + (SALT_LAKE_BONUS if card.id in FIRST_LINE else 0)


def situation_of(setup: Setup, s: State, company: Company) -> Situation:
    """Computed once per board and phase, and cached with the networks of the board."""
    key = _KEY + s.phase * len(s.cells) + company
    known = s.networks.get(key)
    if isinstance(known, Situation):
        return known
    found = Situation(extra=salt_lake_extra(setup, s, company), bonuses=bonuses_of(setup, s, company))
    s.networks[key] = found
    return found


_KEY = 1000
"""Keys of this kind in the cache begin here; those of the engine are company numbers."""
