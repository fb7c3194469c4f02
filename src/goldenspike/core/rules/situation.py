"""What affects runs besides track and stations: coal, warehouses, homes without a city, short runs (7.4, S-1 to S-5)."""

from goldenspike.core.ids import NONE, Company, Hex, Place, by_hex
from goldenspike.core.running import Situation
from goldenspike.core.state import State, place_of
from goldenspike.core.title import NO_CITY, Setup


def situation_of(setup: Setup, s: State, company: Company) -> Situation:
    closed: list[Place] = []
    run_through: list[Place] = []
    once: list[tuple[Hex, ...]] = []
    hex_values: list[tuple[Hex, int]] = []
    for hex, printed in by_hex(setup.title.hexes):
        if printed.licence and not s.licences[company]:
            closed.append(place_of(hex, 0))
        if printed.run_through:
            run_through.append(place_of(hex, 0))
        if printed.once or setup.title.no_hex_twice:
            once.append((hex,))
        if printed.bonus:
            hex_values.append((hex, printed.bonus))
    return Situation(
        closed=tuple(closed),
        halved=s.short_runs != NONE,
        run_through=tuple(run_through),
        optional=tuple(homes_without_city(setup, s, company)),
        once=tuple(once),
        hex_values=tuple(hex_values),
    )


def homes_without_city(setup: Setup, s: State, company: Company) -> list[tuple[Hex, int]]:
    """Hex and value of the company's station beside the track, if it stands on one (V-7.5)."""
    standing = s.stations(company)
    return [
        (setup.hex_index[home.hex], home.value)
        for home in setup.title.companies[company].homes
        if home.stop == NO_CITY and place_of(setup.hex_index[home.hex], 0) in standing
    ]
