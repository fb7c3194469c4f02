"""Small random boards with every kind of stop, station, train and special rule that the model knows."""

import random
from collections import Counter
from dataclasses import replace

from goldenspike.core.hexes import neighbors
from goldenspike.core.ids import NO_TILE, Hex, Place, by_hex
from goldenspike.core.routes.ground import Ground
from goldenspike.core.routes.reach import survey
from goldenspike.core.running import Bonus, Situation, TrainRule
from goldenspike.core.state import place_of
from goldenspike.core.tiles import Color, Face, Stop, StopKind, make_face
from goldenspike.core.track import Tables
from routes.oracle import Board

NAMES = tuple(
    f"{row}{column}" for row, columns in (("A", (2, 4, 6)), ("B", (1, 3, 5, 7)), ("C", (2, 4, 6))) for column in columns
)

PLAIN = ["03", "02", "01", "03 14", "03 24", "03 12", "02 13", "03 04", "03 02", "03 05", "02 04", "01 02"]
BROWN = ["03 01 13", "02 24 04", "03 14 13 04", "03 14 01 34", "03 24 04 23", "03 02 13 12", "01 02 13 23"]


def random_face(draw: random.Random, exits_wanted: float) -> Face:
    turn = draw.randrange(6)
    kind = draw.random()
    if kind < 0.30:
        shape = draw.choice(PLAIN if draw.random() < 0.6 else BROWN)
        return make_face(NO_TILE, turn, Color.BROWN, "", (), tuple((int(a), int(b)) for a, b in map(tuple, shape.split())))
    value = draw.choice([10, 20, 30, 40, 50, 60])
    if kind < 0.70:
        sides = draw.sample(range(6), min(6, max(1, round(draw.gauss(exits_wanted, 1)))))
        town = draw.random() < 0.3
        stop = Stop(StopKind.TOWN, (value, value), 0) if town else Stop(StopKind.CITY, (value, value), draw.choice([1, 1, 2]))
        paths = tuple((side, 6) for side in sides)
        if draw.random() < 0.15 and len(sides) > 1:
            paths = (*paths, (sides[0], sides[1]))
        return make_face(NO_TILE, 0, Color.BROWN, "", (stop,), paths)
    if kind < 0.85:
        sides = draw.sample(range(6), 4)
        stops = tuple(Stop(StopKind.CITY, (value, value), 1) for _ in range(2))
        paths = ((sides[0], 6), (sides[1], 6), (sides[2], 7), (sides[3], 7))
        return make_face(NO_TILE, 0, Color.BROWN, "", stops, paths)
    if kind < 0.95:
        sides = draw.sample(range(6), draw.choice([1, 2, 3]))
        stop = Stop(StopKind.OFFBOARD, (value, value + 30), 0)
        return make_face(NO_TILE, 0, Color.RED, "", (stop,), tuple((side, 6) for side in sides))
    return make_face(NO_TILE, 0, Color.TAN, "", (), ())


RULES = [
    TrainRule(stops=2),
    TrainRule(stops=3),
    TrainRule(stops=4),
    TrainRule(stops=5),
    TrainRule(),
    TrainRule(),
    TrainRule(stops=4, large=2),
    TrainRule(stops=6, large=3),
    TrainRule(stops=2, express=True),
    TrainRule(stops=3, express=True),
    TrainRule(stops=3).halved(),
    TrainRule(stops=5).halved(),
]


def random_problem(seed: int) -> tuple[Ground, Board, list[TrainRule]]:
    """The same problem for the solver and for the oracle."""
    draw = random.Random(seed)
    names = NAMES if draw.random() < 0.5 else NAMES[:7]
    around = neighbors(names)
    wanted = draw.choice([2.0, 2.5, 3.0])
    faces = [random_face(draw, wanted) for _ in names]
    places = [(place_of(h, n), stop) for h, face in by_hex(faces) for n, stop in enumerate(face.stops)]
    circles = [(place, stop.slots) for place, stop in places if stop.kind is StopKind.CITY]
    tokens: dict[int, int] = {}
    own: list[Place] = []
    for place, slots in circles:
        for _ in range(slots):
            chance = draw.random()
            if chance < 0.3 and place not in own and len(own) < 3:
                own.append(place)
                tokens[place] = tokens.get(place, 0) + 1
            elif chance < 0.55:
                tokens[place] = tokens.get(place, 0) + 1
    areas = [-1] * len(names)
    red = [h for h, face in enumerate(faces) if face.color is Color.RED]
    for h in red:
        areas[h] = red[0] if draw.random() < 0.5 else h
    situation = _situation(draw, faces, places, own, tokens, names)
    rules = [draw.choice(RULES) for _ in range(draw.choice([1, 1, 2, 2, 3]))]
    late = draw.randrange(2)
    tables, stations = Tables(around, tuple(faces)), list(Counter(tokens).elements())
    ground = Ground(tables, list(range(len(names))), tuple(areas), late, tuple(own), stations, situation)
    grid = {(h, side): around[h * 6 + side] for h in range(len(names)) for side in range(6)}
    return ground, Board(faces, grid, areas, late, own, tokens, situation), rules


def _situation(
    draw: random.Random,
    faces: list[Face],
    places: list[tuple[Place, Stop]],
    own: list[Place],
    tokens: dict[int, int],
    names: tuple[str, ...],
) -> Situation:
    kind = draw.randrange(8)
    hexes = [Hex(number) for number in range(len(names))]
    stops = [place for place, _ in places]
    if kind == 0 and stops:
        return Situation(closed=tuple(place for place in draw.sample(stops, min(2, len(stops))) if place not in own))
    if kind == 1:
        red = [place for place, stop in places if stop.kind is StopKind.OFFBOARD]
        return Situation(run_through=tuple(red))
    if kind == 2:
        bare = [h for h in hexes if not faces[h].stops and faces[h].paths]
        if bare:
            h = draw.choice(bare)
            own.append(place_of(h, 0))
            tokens[place_of(h, 0)] = 1
            return Situation(optional=((h, 10),))
    if kind == 3:
        if draw.random() < 0.5:
            return Situation(once=tuple((h,) for h in hexes))
        return Situation(once=(tuple(draw.sample(hexes, 3)),), hex_values=tuple((h, 10) for h in draw.sample(hexes, 3)))
    if kind == 4:
        return Situation(hex_values=tuple((h, 10) for h in draw.sample(hexes, 3)))
    if kind == 5 and stops:
        return Situation(extra=((draw.choice(stops), 20),))
    if kind == 6 and own and len(stops) > 2:
        bonuses = []
        for _ in range(draw.choice([1, 2])):
            targets = tuple(draw.sample([p for p in stops if p != own[0]], draw.choice([1, 2])))
            bonuses.append(Bonus(own[0], targets, draw.choice([60, 90, 120]), 10))
        return Situation(bonuses=tuple(bonuses))
    return Situation()


def destination_problem(seed: int, passing_is_enough: bool) -> tuple[Ground, Board, list[TrainRule]]:
    """A random board with stops to choose from, destination runs, an express train, and no other special rule."""
    draw = random.Random(seed)
    while True:
        ground, board, _ = random_problem(draw.randrange(10**6))
        reached = sorted(survey(ground).places)
        if len(reached) > 4 and not ground.situation.optional:
            break
    home = board.own[0]
    others = [place for place in reached if place != home]
    bonuses = tuple(
        Bonus(Place(home), tuple(draw.sample(others, draw.choice([1, 2]))), draw.choice([40, 60, 90]), 10, passing_is_enough)
        for _ in range(draw.choice([1, 2]))
    )
    situation = Situation(bonuses=bonuses)
    rules = [TrainRule(draw.choice([1, 2, 2, 3, 3, 4]), draw.choice([1, 2, 99, 99]), express=True)]
    rules += [draw.choice(RULES) for _ in range(draw.choice([0, 1, 1, 2]))]
    return replace(ground, situation=situation), replace(board, situation=situation), rules
