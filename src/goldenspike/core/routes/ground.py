"""The ground that a company's trains run on: the board, the stations and the rules that hold there, as plain data (7.4.2).

`ground_of` makes it from a game; tests and the route problems of the command line make it by hand.
"""

from dataclasses import dataclass

from goldenspike.core.running import ANY_NUMBER, PLAIN, Situation, TrainRule
from goldenspike.core.state import TOKENS_PER_COMPANY, State
from goldenspike.core.tiles import STOPS_PER_HEX
from goldenspike.core.title import Setup
from goldenspike.core.track import Tables, tables_of


@dataclass(slots=True)
class Ground:
    tables: Tables
    faces: list[int]
    """The face on each hex."""
    areas: tuple[int, ...]
    """For each hex the number of its off-board area, -1 for none."""
    late: int
    """1 if off-board areas pay their larger value, else 0 (7.5)."""
    stations: tuple[int, ...]
    """The company's own places."""
    tokens: dict[int, int]
    """How many stations of any company stand on a place."""
    situation: Situation = PLAIN

    def may_pass(self, place: int) -> bool:
        """Whether a route may run through a city: a free circle or a station of one's own (7.3.3)."""
        face = self.tables.faces[self.faces[place // STOPS_PER_HEX]]
        slots = face.stops[place % STOPS_PER_HEX].slots
        return slots == 0 or self.tokens.get(place, 0) < slots or place in self.stations


def ground_of(setup: Setup, s: State, company: int, situation: Situation = PLAIN) -> Ground:
    tokens: dict[int, int] = {}
    for place in s.tokens:
        if place >= 0:
            tokens[place] = tokens.get(place, 0) + 1
    first = company * TOKENS_PER_COMPANY
    own = tuple([place for place in s.tokens[first : first + TOKENS_PER_COMPANY] if place >= 0])
    late = 1 if setup.title.phases[s.phase].late else 0
    return Ground(tables_of(setup), s.faces, setup.areas, late, own, tokens, situation)


def rule_of_train(setup: Setup, train: int, situation: Situation = PLAIN) -> TrainRule:
    """What a type of train counts."""
    card = setup.title.trains[train]
    rule = TrainRule(card.distance, card.large or ANY_NUMBER, card.express)
    return rule.halved() if situation.halved else rule
