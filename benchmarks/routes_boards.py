"""Hard boards, made from a seed: late positions with every hex built on that the tiles in the box allow.

Tiles are laid and upgraded one by one in a random order of hexes, each as it may be laid in the game (fit, colour, label, supply,
no track against a barred side); where several fit, one that meets much of the track around it is preferred, so that the
networks hang together. Then stations are placed. The same seed always gives the same board.
"""

import json
import random
from dataclasses import dataclass, field, replace
from pathlib import Path

from goldenspike.core.hexes import SIDE_NAMES, SIDES, opposite
from goldenspike.core.routes.ground import Ground
from goldenspike.core.running import Bonus, Situation, TrainRule
from goldenspike.core.tiles import FIRST_STOP, STOPS_PER_HEX, Color, Stop, StopKind, Tile, stop_mapping
from goldenspike.core.title import Company, Hex, Home, Setup, Title, TrainType
from goldenspike.core.track import tables_of
from goldenspike.titles.g1830 import CLASSIC, classic

DATA = Path(__file__).with_name("routes_1862.json")

KINDS = {"city": StopKind.CITY, "town": StopKind.TOWN, "offboard": StopKind.OFFBOARD}
COLORS = {color.name.lower(): color for color in Color}

TRAINS_1862 = {
    **{str(size): TrainRule(stops=size) for size in (2, 3, 4, 5, 6, 8, 10)},
    **{f"{size}E": TrainRule(stops=size, express=True) for size in (5, 6, 8, 10)},
}


@dataclass
class Game:
    """A setup and which tiles may lie where."""

    setup: Setup
    bonuses: dict[int, list[tuple[int, tuple[int, ...], int]]]
    """For each company: home place, target places, distance."""
    cache: dict[tuple[int, int], list[tuple[int, tuple[int, ...]]]] = field(default_factory=dict)

    def candidates(self, hex: int, face: int) -> list[tuple[int, tuple[int, ...]]]:
        """Faces that may replace what lies on a hex, with where the old stops go."""
        known = self.cache.get((hex, face))
        if known is None:
            known = self.cache[hex, face] = self._find(hex, face)
        return known

    def _find(self, hex: int, face: int) -> list[tuple[int, tuple[int, ...]]]:
        return [(lay.face, lay.stops) for lay in self.setup.lays(hex, face) if not lay.twin]


class Game1862(Game):
    uses: dict[str, tuple[set[str], set[str]]]

    def _find(self, hex: int, face: int) -> list[tuple[int, tuple[int, ...]]]:
        setup = self.setup
        old = setup.faces[face]
        found = []
        for number, tile in enumerate(setup.title.tiles):
            tiles, hexes = self.uses[tile.id]
            if old.tile >= 0:
                if setup.title.tiles[old.tile].id not in tiles:
                    continue
                label = setup.title.hexes[hex].label
                if tile.label not in ("", label) and label not in LABELS[tile.label]:
                    continue
                if tile.label == "" and label and tile.color >= Color.BROWN:
                    continue
            elif setup.title.hexes[hex].id not in hexes:
                continue
            seen = set()
            for rotation in range(SIDES):
                new = setup.faces[number * SIDES + rotation]
                shape = tuple(sorted((min(a, b), max(a, b)) for a, b in new.paths))
                if shape in seen or new.exits & ~setup.open_sides[hex]:
                    continue
                mapping = stop_mapping(old, new, False)
                if mapping is not None:
                    seen.add(shape)
                    found.append((number * SIDES + rotation, mapping))
        return found


LABELS = {"PSL": ("P", "S", "L"), "N/M": ("NY", "Mtl"), "Chi": ("Chi",), "NO": ("NO",), "NY": ("NY",), "Mtl": ("Mtl",)}


def _stop(kind: str, revenue: object, slots: int) -> Stop:
    early, late = revenue if isinstance(revenue, list) else (revenue, revenue)
    return Stop(KINDS[kind], (early, late), slots)


def _paths(track: list[list[object]]) -> tuple[tuple[int, int], ...]:
    def end(word: object) -> int:
        return SIDE_NAMES.index(word) if isinstance(word, str) else FIRST_STOP + int(str(word))

    return tuple((end(a), end(b)) for a, b in track)


def board_1830() -> Game:
    return Game(classic(4), {})


def board_1862() -> Game1862:
    data = json.loads(DATA.read_text(encoding="utf-8"))
    barred: dict[str, int] = {}
    for barrier in data["barriers"]:
        for name, edge in ((barrier["hex"], barrier["edge"]), (barrier["other"], barrier["otherEdge"])):
            barred[name] = barred.get(name, 0) | 1 << SIDE_NAMES.index(edge)
    hexes = tuple(
        Hex(id, "", COLORS[color], "", 0, tuple(_stop(*s) for s in stops), _paths(track), label, barred.get(id, 0), area)
        for id, color, stops, track, label, area in data["hexes"]
    )
    tiles, counts, uses = [], [], {}
    for number, count, color, _, stops, track, label, _, replaces, on in data["tiles"]:
        tiles.append(Tile(number, number, COLORS[color], label, tuple(_stop(*s) for s in stops), _paths(track), ()))
        counts.append(count)
        uses[number] = (set(replaces), set(on))
    companies = tuple(
        Company(id, id, tokens, (Home(home, stop),), "black", "white") for id, tokens, home, stop, _ in data["companies"]
    )
    trains = tuple(TrainType(id, 100, 9, rule.stops, "") for id, rule in TRAINS_1862.items())
    title: Title = replace(
        CLASSIC,
        name="1862",
        hexes=hexes,
        tiles=tuple(tiles),
        tile_counts=tuple(counts),
        companies=companies,
        privates=(),
        trains=trains,
    )
    base = classic(4)
    setup = Setup(title, base.options, base.players, base.plan)
    bonuses: dict[int, list[tuple[int, tuple[int, ...], int]]] = {}
    for company, (_, _, home, stop, destinations) in enumerate(data["companies"]):
        for names, stops, distance in destinations:
            targets = tuple(setup.hex_index[name] * STOPS_PER_HEX + stops.get(name, 0) for name in names)
            place = setup.hex_index[home] * STOPS_PER_HEX + stop
            bonuses.setdefault(company, []).append((place, targets, distance))
    game = Game1862(setup, bonuses)
    game.uses = uses
    return game


@dataclass
class Board:
    """A position: what lies on each hex and which stations stand where."""

    game: Game
    faces: list[int]
    tokens: list[list[int]]
    """For each company the places of its stations."""

    def ground(self, company: int, late: bool = True, bonus: bool = False) -> Ground:
        counts: dict[int, int] = {}
        for places in self.tokens:
            for place in places:
                counts[place] = counts.get(place, 0) + 1
        situation = Situation()
        if bonus:
            situation = Situation(
                bonuses=tuple(
                    Bonus(self._now(home), tuple(self._now(t) for t in targets), distance * (30 if late else 20))
                    for home, targets, distance in self.game.bonuses.get(company, [])
                )
            )
        setup = self.game.setup
        own = tuple(self.tokens[company])
        return Ground(tables_of(setup), self.faces, setup.areas, 1 if late else 0, own, counts, situation)

    def _now(self, place: int) -> int:
        """A stop's place on the tile that lies there now (two cities may have become one)."""
        stops = len(self.game.setup.faces[self.faces[place // STOPS_PER_HEX]].stops)
        return place if place % STOPS_PER_HEX < stops else place - place % STOPS_PER_HEX


def dense_board(
    game: Game,
    seed: int,
    share: float = 1.0,
    blocking: float = 0.4,
    colors: int = Color.GRAY,
    endless: bool = False,
    effort: int = 30,
) -> Board:
    """A board with this share of its hexes built on, as far as possible, and this share of circles taken by others.

    `endless` does as if there were any number of each tile: denser than any game can be.
    """
    draw = random.Random(seed)
    setup = game.setup
    supply = [99 if endless else count for count in setup.title.tile_counts]
    faces = [setup.first_printed + h for h in range(len(setup.title.hexes))]
    hexes = [h for h in range(len(faces)) if game.candidates(h, faces[h])]
    draw.shuffle(hexes)
    hexes = hexes[: round(share * len(hexes))]
    for _ in range(4):
        for color in range(Color.YELLOW, colors + 1):
            draw.shuffle(hexes)
            for h in hexes:
                _lay(game, h, faces, supply, color, draw)
    # Take tiles up and lay them anew among their neighbours, so that more track meets.
    for turn in range(effort * len(hexes)):
        # Free a few hexes at once: their tiles go round among them.
        several = draw.sample(hexes, min(len(hexes), 1 + turn % 4))
        _rebuild(game, several, faces, supply, colors, draw)
    for _ in range(3):
        for color in range(Color.YELLOW, colors + 1):
            draw.shuffle(hexes)
            for h in hexes:
                _lay(game, h, faces, supply, color, draw)
    return Board(game, faces, _place_stations(game, faces, blocking, draw))


def _fit(game: Game, h: int, face: int, faces: list[int]) -> float:
    """How well track on a hex meets the track around it."""
    setup = game.setup
    exits = setup.faces[face].exits
    score = 0.0
    for side in range(SIDES):
        other = setup.neighbours[h * SIDES + side]
        if other < 0:
            continue
        meets = setup.faces[faces[other]].exits >> opposite(side) & 1
        if exits >> side & 1:
            score += 1.0 if meets else -0.2
        elif meets:
            score -= 0.4
    return score


def _lay(game: Game, h: int, faces: list[int], supply: list[int], color: int, draw: random.Random) -> None:
    """Lay the best tile of a colour that fits and is left."""
    setup = game.setup
    best, best_score = -1, -99.0
    for face, _ in game.candidates(h, faces[h]):
        new = setup.faces[face]
        if new.color != color or supply[new.tile] == 0:
            continue
        score = draw.random() + _fit(game, h, face, faces)
        if score > best_score:
            best, best_score = face, score
    if best < 0:
        return
    old = setup.faces[faces[h]].tile
    if old >= 0:
        supply[old] += 1
    supply[setup.faces[best].tile] -= 1
    faces[h] = best


def _rebuild(
    game: Game, hexes: list[int], faces: list[int], supply: list[int], colors: int, draw: random.Random
) -> None:
    """Build some hexes from their print upwards again and keep the result unless less track meets."""
    setup = game.setup
    before = [(h, faces[h]) for h in hexes]
    kept = list(supply)
    score = sum(_fit(game, h, faces[h], faces) for h in hexes)
    bare = sum(setup.faces[faces[h]].tile < 0 for h in hexes)
    for h in hexes:
        if setup.faces[faces[h]].tile >= 0:
            supply[setup.faces[faces[h]].tile] += 1
        faces[h] = setup.first_printed + h
    for h in hexes:
        for color in range(Color.YELLOW, colors + 1):
            _lay(game, h, faces, supply, color, draw)
    now_bare = sum(setup.faces[faces[h]].tile < 0 for h in hexes)
    if now_bare > bare or sum(_fit(game, h, faces[h], faces) for h in hexes) < score:
        for h, face in before:
            faces[h] = face
        supply[:] = kept


def _place_stations(game: Game, faces: list[int], blocking: float, draw: random.Random) -> list[list[int]]:
    """Homes first, then further stations in random order until the share of circles is taken."""
    setup = game.setup
    free: dict[int, int] = {}
    for h, face in enumerate(faces):
        for number, stop in enumerate(setup.faces[face].stops):
            if stop.slots:
                free[h * STOPS_PER_HEX + number] = stop.slots
    tokens: list[list[int]] = [[] for _ in setup.title.companies]
    for company, sheet in enumerate(setup.title.companies):
        home = sheet.homes[0]
        h = setup.hex_index[home.hex]
        number = max(home.stop, 0)
        place = h * STOPS_PER_HEX + (number if number < len(setup.faces[faces[h]].stops) else 0)
        if free.get(place, 0):
            free[place] -= 1
            tokens[company].append(place)
    total = sum(free.values())
    order = [c for c, sheet in enumerate(setup.title.companies) for _ in range(sheet.tokens - 1)]
    draw.shuffle(order)
    placed = 0
    for company in order:
        if placed >= blocking * total:
            break
        mine = {place // STOPS_PER_HEX for place in tokens[company]}
        options = [place for place, slots in free.items() if slots and place // STOPS_PER_HEX not in mine]
        if options and tokens[company]:
            place = draw.choice(options)
            free[place] -= 1
            placed += 1
            tokens[company].append(place)
    return tokens
