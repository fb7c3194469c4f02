"""Evaluates track and stations: what a tile or station would earn at once, and where it leads.

Tiles are tried on a scratch state, whose changing lists are copied first.
"""

from collections.abc import Callable

from goldenspike.bots.base import NO_DEADLINE
from goldenspike.core.actions import ChooseCity, LayTile, PlaceToken
from goldenspike.core.hexes import SIDES
from goldenspike.core.ids import NO_PLACE, Company, Hex, Train
from goldenspike.core.rules.runs import best_routes, reach
from goldenspike.core.rules.station import station_cost
from goldenspike.core.rules.tile_lay import find_lay, terrain_cost
from goldenspike.core.rules.train_card import bank_trains, owned_trains
from goldenspike.core.state import TOKENS_PER_COMPANY, State, hex_of_place, place_of
from goldenspike.core.tiles import STOPS_PER_HEX
from goldenspike.core.title import Setup

FADE = 0.6
"""How much less a stop attracts for each hex that it is away."""
JOINS = 12.0
"""What an exit is worth that meets track already there."""
TRIED = 8
"""How many tiles or stations are tried."""
LARGE = 12
"""From this many stops on, routes take long to find, and only half as many tiles are tried."""


def attraction(setup: Setup) -> list[float]:
    """How much it is worth to lead track to each hex, for its own stop or one nearby."""
    hexes = len(setup.title.hexes)
    found = [0.0] * hexes
    for start in range(hexes):
        stops = setup.faces[setup.first_printed + start].stops
        if not stops:
            continue
        # An unbuilt city is printed without a value; its first tile pays 20, a town's 10.
        worth = max(max(stop.values[0], 20 if stop.slots else 10) for stop in stops)
        seen = {start}
        ring = [start]
        value = float(worth)
        while ring and value >= 1:
            following: list[int] = []
            for hex in ring:
                found[hex] = max(found[hex], value)
                for side in range(SIDES):
                    other = setup.neighbors[hex * SIDES + side]
                    if other >= 0 and other not in seen and setup.open_sides[hex] >> side & 1:
                        seen.add(other)
                        following.append(other)
            ring = following
            value *= FADE
    return found


class Surveyor:
    """Judges lays and stations of one setup."""

    def __init__(self, setup: Setup) -> None:
        self.setup = setup
        self.deadline = NO_DEADLINE
        """After it nothing more is tried, and runs are those found so far."""
        self.attraction = attraction(setup)

    def trains(self, s: State, company: Company) -> tuple[Train, ...]:
        """The trains to plan for: those it has, or the one it will buy."""
        owned = owned_trains(self.setup, s, company)
        return tuple(owned or bank_trains(self.setup, s)[:1])

    def revenue(self, s: State, company: Company, trains: tuple[Train, ...]) -> int:
        if not trains:
            return 0
        return best_routes(self.setup, s, company, trains, self.deadline.poll).revenue

    def patience(self, s: State, company: Company) -> int:
        """How many ideas to try out."""
        return TRIED if len(reach(self.setup, s, company).places) < LARGE else TRIED // 2

    def best_lay(self, s: State, company: Company, lays: list[LayTile], money: int) -> LayTile | None:
        """The most promising lay that costs at most `money`, None if none is worth making."""
        costs = {lay.hex: terrain_cost(self.setup, s, company, lay.hex) for lay in lays}
        affordable = [lay for lay in lays if costs[lay.hex] <= money]
        ranked = sorted(((self.promise(s, lay), -number) for number, lay in enumerate(affordable)), reverse=True)
        trains = self.trains(s, company)
        now = self.revenue(s, company, trains)
        best: LayTile | None = None
        most = 0.0
        for promise, number in ranked[: self.patience(s, company)]:
            if self.deadline():
                break
            lay = affordable[-number]
            gain = self.revenue(self.with_tile(s, lay), company, trains) - now if self.changes_runs(s, lay) else 0
            score = promise + 2 * gain - costs[lay.hex] / 4
            if score > most:
                best, most = lay, score
        return best

    def promise(self, s: State, lay: LayTile) -> float:
        """Where the new track of a lay leads, and what its stops gain."""
        setup = self.setup
        old = setup.faces[s.faces[lay.hex]]
        new = setup.faces[setup.face_of_tile(lay.tile, lay.rotation)]
        total = float(sum(stop.values[0] for stop in new.stops) - sum(stop.values[0] for stop in old.stops)) / 2
        return total + self.outlook(s, lay.hex, new.exits & ~old.exits)

    def changes_runs(self, s: State, lay: LayTile) -> bool:
        """Whether a lay can change what trains earn: track that leads nowhere yet cannot."""
        setup = self.setup
        old = setup.faces[s.faces[lay.hex]]
        new = setup.faces[setup.face_of_tile(lay.tile, lay.rotation)]
        if new.stops or old.exits:
            return True
        joined = 0
        for side in range(SIDES):
            if new.exits >> side & 1:
                joined += setup.faces[s.faces[setup.neighbors[lay.hex * SIDES + side]]].exits >> (side + 3) % SIDES & 1
        return joined > 1

    def outlook(self, s: State, hex: Hex, exits: int) -> float:
        """Where track that leaves a hex by these sides leads."""
        setup = self.setup
        total = 0.0
        for side in range(SIDES):
            if not exits >> side & 1:
                continue
            other = setup.neighbors[hex * SIDES + side]
            if setup.faces[s.faces[other]].exits >> (side + 3) % SIDES & 1:
                total += JOINS
            elif s.faces[other] >= setup.first_printed:
                total += self.attraction[other] / 2 - setup.title.hexes[other].cost / 20
        return total

    def best_city(self, s: State, cities: list[ChooseCity]) -> ChooseCity:
        """The city whose track leads furthest."""
        return max(cities, key=lambda city: self.outlook(s, city.hex, self.setup.faces[s.faces[city.hex]].stop_exits[city.stop]))

    def with_tile(self, s: State, lay: LayTile) -> State:
        """A scratch state with a tile laid."""
        face = self.setup.face_of_tile(lay.tile, lay.rotation)
        found = find_lay(self.setup, s, lay.hex, face)
        scratch = s.copy()
        scratch.networks = {}
        scratch.faces = s.faces.copy()
        scratch.faces[lay.hex] = face
        if found is not None:
            scratch.tokens = [
                place_of(lay.hex, max(0, found.stops[place % STOPS_PER_HEX]))
                if place >= 0 and hex_of_place(place) == lay.hex and place % STOPS_PER_HEX < len(found.stops)
                else place
                for place in s.tokens
            ]
        return scratch

    def best_station(self, s: State, company: Company, stations: list[PlaceToken], money: int) -> PlaceToken | None:
        """The station that earns or secures most and costs at most `money`, None if none is worth it."""
        free = next((station for station in stations if station.private >= 0), None)
        cost = station_cost(self.setup, s, company)
        if free is not None or cost > money:
            return free
        gain_of = self.station_gain(s, company)
        best: PlaceToken | None = None
        most = 0.0
        for station in sorted(stations, key=lambda station: -self.value(s, station))[: self.patience(s, company)]:
            if self.deadline():
                break
            score = gain_of(station) - cost / 4
            if score > most:
                best, most = station, score
        return best

    def station_gain(self, s: State, company: Company) -> Callable[[PlaceToken], float]:
        """A function that rates what a station would earn and secure."""
        trains = self.trains(s, company)
        now = self.revenue(s, company, trains)
        return lambda station: self.revenue(self.with_station(s, station), company, trains) - now + self.value(s, station) / 2

    def value(self, s: State, station: PlaceToken) -> int:
        return self.setup.faces[s.faces[station.hex]].stops[station.stop].values[0]

    def with_station(self, s: State, station: PlaceToken) -> State:
        """A scratch state with a station placed."""
        scratch = s.copy()
        scratch.networks = {}
        scratch.tokens = s.tokens.copy()
        scratch.tokens[scratch.tokens.index(NO_PLACE, station.company * TOKENS_PER_COMPANY)] = place_of(station.hex, station.stop)
        return scratch
