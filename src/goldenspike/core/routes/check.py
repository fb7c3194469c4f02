"""Whether a declared route is legal, with the exact reason if not (7.4.2), and what it earns (7.5)."""

from dataclasses import dataclass

from goldenspike.core.actions import Route
from goldenspike.core.hexes import SIDES
from goldenspike.core.ids import Place
from goldenspike.core.reasons import Reason, Refusal
from goldenspike.core.routes.ground import Ground
from goldenspike.core.running import Bonus, TrainRule
from goldenspike.core.tiles import FIRST_STOP, STOPS_PER_HEX, StopKind


@dataclass(frozen=True, slots=True)
class Earnings:
    """What one train earns: each stop on its route with the value that counted (0 for one passed by), and the rest."""

    values: tuple[int, ...]
    hex_values: int
    total: int
    """The bonus included."""
    bonus: int = 0
    """What it earns as a destination run."""
    stretch: tuple[Place, Place] | None = None
    """The home and target of that run."""


def value_of_place(ground: Ground, place: int) -> int:
    """What a stop is worth now to this company (7.5)."""
    situation = ground.situation
    h = place // STOPS_PER_HEX
    value = 0
    for where, worth in situation.optional:
        if where == h:
            return worth
    face = ground.tables.faces[ground.faces[h]]
    number = place % STOPS_PER_HEX
    if number < len(face.stops):
        value = face.stops[number].values[ground.late]
    for other, worth in situation.extra:
        if other == place:
            value += worth
    return value


def is_large(ground: Ground, place: int) -> bool:
    """Whether a stop counts as a large city for a plus-train: all but small cities (V-7.10)."""
    face = ground.tables.faces[ground.faces[place // STOPS_PER_HEX]]
    number = place % STOPS_PER_HEX
    return number >= len(face.stops) or face.stops[number].kind is not StopKind.TOWN


def is_optional(ground: Ground, place: int) -> bool:
    h = place // STOPS_PER_HEX
    return any([where == h for where, _ in ground.situation.optional])


def refuse_route(ground: Ground, route: Route, rule: TrainRule) -> Refusal | None:
    """Why the route is illegal for a train, or None."""
    places = route.places
    borders = route.borders
    if len(places) < 2 or not borders:
        return Refusal(Reason.ROUTE_TOO_SHORT)
    found = _refuse_track(ground, places, borders)
    if found is not None:
        return found
    found = _refuse_stops(ground, places, borders)
    if found is not None:
        return found
    if not rule.express and len(places) > rule.stops:
        return Refusal(Reason.ROUTE_TOO_LONG, (route.train, rule.stops))
    if rule.large < len(places) and not rule.express:
        if sum([is_large(ground, place) for place in places]) > rule.large:
            return Refusal(Reason.ROUTE_TOO_LONG, (route.train, rule.large))
    return None


def _refuse_track(ground: Ground, places: tuple[int, ...], borders: tuple[int, ...]) -> Refusal | None:
    """Whether the hex sides follow each other by track and meet the stops in order, none skipped, no side twice."""
    tables = ground.tables
    faces = ground.faces
    across = tables.across
    size = len(across)
    optional = ground.situation.optional
    refusal = _refuse_start(ground, places[0], borders[0])
    if refusal is not None:
        return refusal
    used = 0
    met = 1
    last = len(borders) - 1
    for number, departure in enumerate(borders):
        if used & tables.bit[departure]:
            return Refusal(Reason.ROUTE_TRACK_TWICE, (departure // SIDES,))
        used |= tables.bit[departure]
        at = across[departure]
        if at < 0:
            return Refusal(Reason.ROUTE_BROKEN, (departure // SIDES,))
        h = at // SIDES
        ways = tables.ways[faces[h]][at - h * SIDES]
        if number == last:
            if met != len(places) - 1 or places[met] // STOPS_PER_HEX != h:
                return Refusal(Reason.ROUTE_BROKEN, (h,))
            if FIRST_STOP + places[met] % STOPS_PER_HEX not in ways:
                if not (optional and ways and is_optional(ground, places[met])):
                    return Refusal(Reason.ROUTE_BROKEN, (h,))
            return None
        following = borders[number + 1]
        if not 0 <= following < size or following // SIDES != h:
            return Refusal(Reason.ROUTE_BROKEN, (h,))
        out = following - h * SIDES
        if met < len(places) and places[met] // STOPS_PER_HEX == h:
            end = FIRST_STOP + places[met] % STOPS_PER_HEX
            if end in ways and out != at - h * SIDES and end in tables.ways[faces[h]][out]:
                met += 1
                continue
            if optional and out in ways and is_optional(ground, places[met]):
                met += 1
                continue
        if out not in ways:
            return _why_no_way(ground, h, at - h * SIDES, out)
    return None


def _refuse_start(ground: Ground, place: int, departure: int) -> Refusal | None:
    """Whether track leads from the first stop over the first hex side."""
    faces = ground.faces
    if not 0 <= place < len(faces) * STOPS_PER_HEX:
        return Refusal(Reason.UNKNOWN_HEX)
    h = place // STOPS_PER_HEX
    if not 0 <= departure < len(ground.tables.across) or departure // SIDES != h:
        return Refusal(Reason.ROUTE_BROKEN, (h,))
    ways = ground.tables.ways[faces[h]][departure % SIDES]
    if FIRST_STOP + place % STOPS_PER_HEX in ways or (ways and is_optional(ground, place)):
        return None
    return Refusal(Reason.ROUTE_BROKEN, (h,))


def _why_no_way(ground: Ground, h: int, side: int, out: int) -> Refusal:
    """Why a train that entered a hex by one side cannot leave by another."""
    ways = ground.tables.ways[ground.faces[h]]
    if side == out:
        return Refusal(Reason.ROUTE_TRACK_TWICE, (h,))
    for end in ways[side]:
        if end in ways[out]:
            if end >= FIRST_STOP:
                return Refusal(Reason.ROUTE_SKIPS_STOP, (h,))
            return Refusal(Reason.ROUTE_REVERSES, (h,))
    if ways[side] and ways[out]:
        return Refusal(Reason.ROUTE_CHANGES_TRACK, (h,))
    return Refusal(Reason.ROUTE_BROKEN, (h,))


def _refuse_stops(ground: Ground, places: tuple[int, ...], borders: tuple[int, ...]) -> Refusal | None:
    """Whether the stops may be used together and the inner ones may be passed, and one is the company's own."""
    situation = ground.situation
    last = len(places) - 1
    areas = ground.areas
    area_seen: list[int] = []
    for number, place in enumerate(places):
        h = place // STOPS_PER_HEX
        if place in places[:number]:
            return Refusal(Reason.ROUTE_STOP_TWICE, (h,))
        if areas[h] >= 0:
            if areas[h] in area_seen:
                return Refusal(Reason.ROUTE_AREA_TWICE, (h,))
            area_seen.append(areas[h])
        if situation.closed and place in situation.closed:
            return Refusal(Reason.ROUTE_NO_LICENCE, (h,))
        if 0 < number < last:
            refusal = _refuse_passing(ground, place)
            if refusal is not None:
                return refusal
    hexes = hexes_of(ground, places, borders) if situation.once or situation.optional else ()
    for group in situation.once:
        passed = [h for h in hexes if h in group]
        if len(passed) > 1:
            return Refusal(Reason.ROUTE_HEX_TWICE, (passed[1],))
    return None if _has_station(ground, places, hexes) else Refusal(Reason.ROUTE_NO_STATION)


def _refuse_passing(ground: Ground, place: int) -> Refusal | None:
    """Whether a route may run through a stop (7.3.3, 7.4.2)."""
    h = place // STOPS_PER_HEX
    stops = ground.tables.faces[ground.faces[h]].stops
    if place % STOPS_PER_HEX >= len(stops):
        return None
    if stops[place % STOPS_PER_HEX].kind is StopKind.OFFBOARD:
        return None if place in ground.situation.run_through else Refusal(Reason.ROUTE_THROUGH_OFFBOARD, (h,))
    return None if ground.may_pass(place) else Refusal(Reason.ROUTE_BLOCKED, (h,))


def _has_station(ground: Ground, places: tuple[int, ...], hexes: tuple[int, ...]) -> bool:
    """Whether a route calls at a station of the company, or passes its home without a city (V-7.5)."""
    for place in ground.stations:
        if place in places or (is_optional(ground, place) and place // STOPS_PER_HEX in hexes):
            return True
    return False


def hexes_of(ground: Ground, places: tuple[int, ...], borders: tuple[int, ...]) -> tuple[int, ...]:
    """The hexes of a route in order, the ends included."""
    return (places[0] // STOPS_PER_HEX, *[ground.tables.across[departure] // SIDES for departure in borders])


def earnings(ground: Ground, route: Route, rule: TrainRule) -> Earnings:
    """What a legal route earns, without destination bonus (7.5)."""
    values = _counted(ground, route.places, rule, ())
    added = _added_by_hexes(ground, route)
    return Earnings(tuple(values), added, sum(values) + added)


def destination_run(ground: Ground, route: Route, rule: TrainRule, bonus: Bonus) -> Earnings | None:
    """The most that a legal route earns as this destination run; None if it is none, or one that brings nothing.

    A stop that an express train leaves out is not called at: home and target must be among those it counts, unless passing
    them is enough.
    """
    places = route.places
    if bonus.home not in (places[0], places[-1]):
        return None
    best: Earnings | None = None
    for target in bonus.targets:
        if target not in places:
            continue
        number = places.index(target)
        crossed = crossings(ground, route)[number]
        worth = bonus.pay(crossed if places[0] == bonus.home else len(route.borders) - crossed)
        if worth <= 0:
            continue
        required = () if bonus.passing_is_enough else (places.index(bonus.home), number)
        values = _counted(ground, places, rule, required)
        added = _added_by_hexes(ground, route)
        total = sum(values) + added + worth
        if values and (best is None or total > best.total):
            best = Earnings(tuple(values), added, total, worth, (bonus.home, target))
    return best


def _added_by_hexes(ground: Ground, route: Route) -> int:
    """What the hexes on the way add (S-4)."""
    added = 0
    if ground.situation.hex_values:
        hexes = hexes_of(ground, route.places, route.borders)
        for h, worth in ground.situation.hex_values:
            added += worth * hexes.count(h)
    return added


def _counted(ground: Ground, places: tuple[int, ...], rule: TrainRule, required: tuple[int, ...]) -> list[int]:
    """The values of the stops that a train counts, 0 for those that an express train leaves out.

    It counts the required stops and the best of the others; the list is empty if it cannot count all that are required.
    """
    values = [value_of_place(ground, place) for place in places]
    if not rule.express or (len(values) <= rule.stops and len(values) <= rule.large):
        return values
    counted = [0] * len(values)
    left = rule.stops
    large = rule.large
    others = sorted([number for number in range(len(values)) if number not in required], key=lambda number: -values[number])
    for number in (*required, *others):
        if left == 0 or (large == 0 and is_large(ground, places[number])):
            if number in required:
                return []
            continue
        if is_large(ground, places[number]):
            large -= 1
        left -= 1
        counted[number] = values[number]
    return counted


def crossings(ground: Ground, route: Route) -> list[int]:
    """For each stop of a legal route how many hex sides lie before it."""
    tables = ground.tables
    found = [0]
    for number, departure in enumerate(route.borders):
        at = tables.across[departure]
        h = at // SIDES
        if len(found) == len(route.places):
            break
        place = route.places[len(found)]
        if place // STOPS_PER_HEX != h:
            continue
        ways = tables.ways[ground.faces[h]]
        end = FIRST_STOP + place % STOPS_PER_HEX
        ended = number + 1 == len(route.borders)
        if is_optional(ground, place) or (
            end in ways[at - h * SIDES] and (ended or end in ways[route.borders[number + 1] - h * SIDES])
        ):
            found.append(number + 1)
    return found


def earnings_of_all(ground: Ground, routes: tuple[Route, ...], rules: tuple[TrainRule, ...]) -> tuple[Earnings, ...]:
    """What legal routes earn, each in its place; of the company's destination runs the best one pays (7.5)."""
    found = [earnings(ground, route, rule) for route, rule in zip(routes, rules, strict=True)]
    paid: Earnings | None = None
    most = 0
    place = 0
    for bonus in ground.situation.bonuses:
        for number, route in enumerate(routes):
            claimed = destination_run(ground, route, rules[number], bonus)
            if claimed is not None and claimed.total - found[number].total > most:
                paid, most, place = claimed, claimed.total - found[number].total, number
    if paid is not None:
        found[place] = paid
    return tuple(found)


def refuse_routes(ground: Ground, routes: tuple[Route, ...], rules: tuple[TrainRule, ...]) -> Refusal | None:
    """Why the routes are illegal together: each by itself, then no track in common (7.4.2)."""
    used = 0
    bit = ground.tables.bit
    for route, rule in zip(routes, rules, strict=True):
        found = refuse_route(ground, route, rule)
        if found is not None:
            return found
        mask = 0
        for departure in route.borders:
            if used & bit[departure]:
                return Refusal(Reason.ROUTES_SHARE_TRACK, (departure // SIDES,))
            mask |= bit[departure]
        used |= mask
    return None
