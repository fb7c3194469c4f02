"""What is possible at all where the map is on the real table: the most that track, stations and runs may be (7.2 to 7.5).

The program does not know the tiles and stations there. Its bounds follow from the box: the most expensive terrain, the costs of
stations, and for a train the most valuable stops that it could meet if every tile of the phase were laid where it is worth most.
"""

from dataclasses import dataclass
from typing import Final

from goldenspike.core.holders import FIRST_COMPANY
from goldenspike.core.ids import NO_PRIVATE, NONE, Company, Hex, Private, by_hex, by_private
from goldenspike.core.reasons import Reason, Refusal
from goldenspike.core.rules.runs import rule_of_train
from goldenspike.core.rules.station import station_cost, stations_left
from goldenspike.core.rules.train_card import count_owned, owned_trains
from goldenspike.core.running import Situation, TrainRule
from goldenspike.core.state import State, place_of
from goldenspike.core.tiles import StopKind, TileType
from goldenspike.core.title import NO_CITY, Power, Setup, same_stops

STEP: Final = 10
"""All costs of terrain and all revenues are multiples of it."""
ENDS: Final = 2
"""A route has two ends, and an off-board area is one of them (7.4.2)."""
USED_UP: Final = (Power.LICENCE_AND_HALF_COST, Power.LICENCE_UNTIL_RUN, Power.CHEAP_TILES)
"""Powers whose use on the map closes the private company (S-1 JK, S-2 PP, S-4 CC)."""


# --- spending


def most_track_cost(setup: Setup, s: State, company: Company) -> int:
    """What the turn's tiles cost at most: as many as may be laid, each on the most expensive terrain."""
    title = setup.title
    highest = max([printed.cost for printed in title.hexes] + [home.cost for home in title.companies[company].homes])
    extra = sum(
        [
            card.power is Power.EXTRA_TILE and s.privates[private] == FIRST_COMPANY + company
            for private, card in by_private(title.privates)
        ]
    )
    return highest * (title.phases[s.phase].yellow_tiles + extra)


def refuse_track_cost(setup: Setup, s: State, company: Company, cost: int) -> Refusal | None:
    """Why the railroad cannot have spent this on track."""
    if cost < 0 or cost % STEP:
        return Refusal(Reason.AMOUNT_NOT_IN_STEPS, (STEP,))
    most = most_track_cost(setup, s, company)
    if cost > most:
        return Refusal(Reason.MORE_THAN_TRACK_COSTS, (most,))
    money = s.money[FIRST_COMPANY + company]
    return Refusal(Reason.NOT_ENOUGH_MONEY, (cost, money)) if money < cost else None


def station_costs(setup: Setup, s: State, company: Company) -> list[int]:
    """What the next station may cost: at home, or more abroad (7.3.2)."""
    cost = station_cost(setup, s, company)
    percent = setup.title.abroad_percent
    return [cost] if percent == 100 or not cost else [cost, cost * percent // 100]


def station_givers(setup: Setup, s: State, company: Company) -> list[Private]:
    """The railroad's private companies that still give it a free station (T-05, DH)."""
    return [
        private
        for private, card in by_private(setup.title.privates)
        if card.power is Power.TILE_AND_STATION and s.privates[private] == FIRST_COMPANY + company and not s.power_used[private]
    ]


def refuse_declared_station(setup: Setup, s: State, company: Company, cost: int, private: Private = NO_PRIVATE) -> Refusal | None:
    """Why the railroad cannot have placed a station at this cost."""
    if s.token_placed:
        return Refusal(Reason.TOKEN_PLACED_ALREADY)
    if stations_left(setup, s, company) < 1:
        return Refusal(Reason.NO_TOKENS_LEFT, (company,))
    if private != NONE:
        if private not in station_givers(setup, s, company):
            return Refusal(Reason.NO_SUCH_POWER, (private,))
        return Refusal(Reason.NOT_A_STATION_COST, (cost,)) if cost else None
    if cost not in station_costs(setup, s, company):
        return Refusal(Reason.NOT_A_STATION_COST, (cost,))
    money = s.money[FIRST_COMPANY + company]
    return Refusal(Reason.NOT_ENOUGH_MONEY, (cost, money)) if money < cost else None


# --- running


@dataclass(frozen=True, slots=True)
class PossibleStop:
    """A stop at the highest value that it may have in a phase."""

    hex: Hex
    value: int
    kind: StopKind


def possible_stops(setup: Setup, phase: int) -> list[PossibleStop]:
    """Every stop of the map at its best: printed, or on any tile of the phase that may come there; an off-board area once."""
    late = 1 if setup.title.phases[phase].late else 0
    found: list[PossibleStop] = []
    areas: dict[str, PossibleStop] = {}
    for hex, printed in by_hex(setup.title.hexes):
        if not printed.stops:
            continue
        faces = [printed.stops, *[tile.stops for tile in _tiles_on(setup, hex, phase)]]
        values = [sorted([stop.values[late] for stop in face], reverse=True) for face in faces]
        for number in range(max([len(face) for face in values])):
            best = max([face[number] for face in values if number < len(face)])
            stop = PossibleStop(hex, best, printed.stops[0].kind)
            if not printed.area:
                found.append(stop)
            elif printed.area not in areas or areas[printed.area].value < best:
                areas[printed.area] = stop
    found += areas.values()
    return sorted(found, key=lambda stop: -stop.value)


def _tiles_on(setup: Setup, hex: Hex, phase: int) -> list[TileType]:
    """The tiles that may come to lie on a hex until the phase is over, whatever the track around it."""
    title, printed = setup.title, setup.title.hexes[hex]
    fitting = [tile for tile in title.tiles if tile.color in title.phases[phase].colors and setup.fits_label(tile, hex)]
    found = [tile for tile in fitting if tile.color == printed.color + 1 and same_stops(tile, printed.stops)]
    for tile in found:  # The list grows by what each tile may be upgraded to.
        found += [other for other in fitting if other.id in tile.upgrades and other not in found]
    return found


def most_of_train(rule: TrainRule, met: list[PossibleStop], situation: Situation) -> int:
    """The most that stops and hexes pay one train: the best stops that it counts, off-board areas only at its ends."""
    stops, large, ends = rule.stops, rule.large, ENDS
    total = sum([value for _, value in situation.hex_values])
    for stop in met:
        place = place_of(stop.hex, 0)
        is_end = stop.kind is StopKind.OFFBOARD and place not in situation.run_through
        is_large = stop.kind is not StopKind.TOWN
        if not stops or (is_end and not ends) or (is_large and not large) or place in situation.closed:
            continue
        total += stop.value
        stops -= 1
        ends -= is_end
        large -= is_large
    return total


def most_of_each(setup: Setup, s: State, company: Company) -> list[int]:
    """The most that each of the railroad's trains can earn, without what is paid only once a turn."""
    situation = setup.plan.flow.situation(setup, s, company)
    beside = max([home.value for home in setup.title.companies[company].homes if home.stop == NO_CITY], default=0)
    met = possible_stops(setup, s.phase)
    trains = owned_trains(setup, s, company)
    return [beside + most_of_train(rule_of_train(setup, train, situation), met, situation) for train in trains]


def most_revenue(setup: Setup, s: State, company: Company) -> int:
    """The trains' theoretical best on this board."""
    return sum(most_of_each(setup, s, company)) + setup.plan.flow.most_bonus(setup, s, company)


def refuse_earned(setup: Setup, s: State, company: Company, earned: tuple[int, ...]) -> Refusal | None:
    """Why the railroad's trains cannot have earned this: one amount for each train, or one for the run."""
    trains = count_owned(setup, s, company)
    if len(earned) not in (1, trains):
        return Refusal(Reason.ONE_AMOUNT_PER_TRAIN, (trains,))
    if any([amount < 0 or amount % STEP for amount in earned]):
        return Refusal(Reason.AMOUNT_NOT_IN_STEPS, (STEP,))
    best = most_revenue(setup, s, company)
    if sum(earned) > best:
        return Refusal(Reason.MORE_THAN_TRAINS_EARN, (sum(earned), best))
    if len(earned) == trains:
        bonus = setup.plan.flow.most_bonus(setup, s, company)
        for amount, most in zip(earned, most_of_each(setup, s, company), strict=True):
            if amount > most + bonus:
                return Refusal(Reason.MORE_THAN_TRAINS_EARN, (amount, most + bonus))
    return None
