"""Hard boards, made from a seed: late positions with every hex built on that the tiles in the box allow.

Tiles are laid and upgraded one by one in a random order of hexes, each as it may be laid in the game (fit, color, label, supply,
no track against a barred side); where several fit, one that meets much of the track around it is preferred, so that the
networks hang together. Then stations are placed. The same seed always gives the same board.
"""

import random
from dataclasses import dataclass

from goldenspike.core.hexes import SIDES, opposite
from goldenspike.core.ids import NO_PLACE, Company, Hex, Place, by_hex
from goldenspike.core.opening import opening_state
from goldenspike.core.routes import Ground
from goldenspike.core.rules.runs import ground_of
from goldenspike.core.running import ORDINARY
from goldenspike.core.state import TOKENS_PER_COMPANY, State, place_of
from goldenspike.core.tiles import STOPS_PER_HEX, Color
from goldenspike.core.title import NO_CITY, Setup
from goldenspike.titles.catalogue import make


def setup_of(title: str, version: str | None = None) -> Setup:
    return make(title, version, 4)


@dataclass
class Board:
    """A position: what lies on each hex and which stations stand where."""

    setup: Setup
    faces: list[int]
    tokens: list[list[Place]]
    """For each company the places of its stations."""

    def state(self, trains: dict[int, tuple[int, ...]] | None = None) -> State:
        """The position as a state in the last phase."""
        state = opening_state(self.setup)
        state.phase = len(self.setup.title.phases) - 1
        state.faces = list(self.faces)
        state.tokens = [NO_PLACE] * len(state.tokens)
        for company, places in enumerate(self.tokens):
            for number, place in enumerate(places):
                state.tokens[company * TOKENS_PER_COMPANY + number] = place
        return state

    def ground(self, company: Company, special: bool = True) -> Ground:
        """What the company's trains run on, with or without destinations and the like."""
        state = self.state()
        situation = self.setup.plan.flow.situation(self.setup, state, company) if special else ORDINARY
        return ground_of(self.setup, state, company, situation)


def dense_board(
    setup: Setup,
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
    supply = [99 if endless else count for count in setup.title.tile_counts]
    faces = [setup.first_printed + h for h in range(len(setup.title.hexes))]
    hexes = [h for h in range(len(faces)) if setup.lays(Hex(h), faces[h])]
    draw.shuffle(hexes)
    hexes = hexes[: round(share * len(hexes))]
    for _ in range(4):
        for color in range(Color.YELLOW, colors + 1):
            draw.shuffle(hexes)
            for h in hexes:
                _lay(setup, Hex(h), faces, supply, color, draw)
    # Take tiles up and lay them anew among their neighbors, so that more track meets.
    for turn in range(effort * len(hexes)):
        # Free a few hexes at once: their tiles go round among them.
        several = draw.sample(hexes, min(len(hexes), 1 + turn % 4))
        _rebuild(setup, several, faces, supply, colors, draw)
    for _ in range(3):
        for color in range(Color.YELLOW, colors + 1):
            draw.shuffle(hexes)
            for h in hexes:
                _lay(setup, Hex(h), faces, supply, color, draw)
    return Board(setup, faces, _place_stations(setup, faces, blocking, draw))


def _fit(setup: Setup, h: int, face: int, faces: list[int]) -> float:
    """How well track on a hex meets the track around it."""
    exits = setup.faces[face].exits
    score = 0.0
    for side in range(SIDES):
        other = setup.neighbors[h * SIDES + side]
        if other < 0:
            continue
        meets = setup.faces[faces[other]].exits >> opposite(side) & 1
        if exits >> side & 1:
            score += 1.0 if meets else -0.2
        elif meets:
            score -= 0.4
    return score


def _lay(setup: Setup, h: Hex, faces: list[int], supply: list[int], color: int, draw: random.Random) -> None:
    """Lay the best tile of a color that fits and is left."""
    best, best_score = -1, -99.0
    for lay in setup.lays(h, faces[h]):
        face = lay.face
        new = setup.faces[face]
        if lay.twin or new.color != color or supply[new.tile] == 0:
            continue
        score = draw.random() + _fit(setup, h, face, faces)
        if score > best_score:
            best, best_score = face, score
    if best < 0:
        return
    old = setup.faces[faces[h]].tile
    if old >= 0:
        supply[old] += 1
    supply[setup.faces[best].tile] -= 1
    faces[h] = best


def _rebuild(setup: Setup, hexes: list[int], faces: list[int], supply: list[int], colors: int, draw: random.Random) -> None:
    """Build some hexes from their print upwards again and keep the result unless less track meets."""
    before = [(h, faces[h]) for h in hexes]
    kept = list(supply)
    score = sum(_fit(setup, h, faces[h], faces) for h in hexes)
    bare = sum(setup.faces[faces[h]].tile < 0 for h in hexes)
    for h in hexes:
        if setup.faces[faces[h]].tile >= 0:
            supply[setup.faces[faces[h]].tile] += 1
        faces[h] = setup.first_printed + h
    for h in hexes:
        for color in range(Color.YELLOW, colors + 1):
            _lay(setup, Hex(h), faces, supply, color, draw)
    now_bare = sum(setup.faces[faces[h]].tile < 0 for h in hexes)
    if now_bare > bare or sum(_fit(setup, h, faces[h], faces) for h in hexes) < score:
        for h, face in before:
            faces[h] = face
        supply[:] = kept


def _place_stations(setup: Setup, faces: list[int], blocking: float, draw: random.Random) -> list[list[Place]]:
    """Homes first, then further stations in random order until the share of circles is taken."""
    free: dict[Place, int] = {}
    for h, face in by_hex(faces):
        for number, stop in enumerate(setup.faces[face].stops):
            if stop.slots:
                free[place_of(h, number)] = stop.slots
    tokens: list[list[Place]] = [[] for _ in setup.title.companies]
    for company, sheet in enumerate(setup.title.companies):
        home = sheet.homes[0]
        h = setup.hex_index[home.hex]
        if home.stop == NO_CITY:
            tokens[company].append(place_of(h, 0))
            continue
        number = max(home.stop, 0)
        place = place_of(h, number if number < len(setup.faces[faces[h]].stops) else 0)
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
