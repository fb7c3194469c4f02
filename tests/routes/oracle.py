"""A slow and simple judge of routes, written apart from the solver: it walks every walk and tries every combination.

It shares no code with the solver but the tiles' data and the grid; the rules are written down once more, as plainly as possible.
"""

import itertools
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from goldenspike.core.ids import Hex
from goldenspike.core.running import Situation, TrainRule
from goldenspike.core.tiles import Face, StopKind

Track = frozenset[frozenset[tuple[int, int]]]
"""The borders between hexes that a run crosses, each by its two sides."""
Walk = tuple[tuple[int, ...], tuple[tuple[int, int], ...]]
"""The places and sides of a run, in one of its two directions."""
BestSet = frozenset[tuple[tuple[TrainRule, Walk], int]]
"""How many trains of each kind make which run."""


@dataclass
class Board:
    """Faces by hex, neighbors by (hex, side), stations of the company and of all."""

    faces: list[Face]
    neighbors: Mapping[tuple[int, int], int]
    areas: list[int]
    late: int
    own: Sequence[int]
    tokens: Mapping[int, int]
    situation: Situation


@dataclass(frozen=True)
class Run:
    places: tuple[int, ...]
    sides: tuple[tuple[int, int], ...]
    """(hex, side) left through, in order."""
    track: Track


class TooMany(Exception):
    pass


class Oracle:
    def __init__(self, board: Board, most: int = 4000) -> None:
        self.board = board
        self.most = most
        self.optional = dict(board.situation.optional)
        self.runs: dict[tuple[tuple[int, ...], tuple[tuple[int, int], ...]], Run] = {}
        self.arrivals: set[int] = set()
        self.reached: set[int] = set(board.own)
        for place in self._all_places():
            self._start(place)

    # --- walking

    def _all_places(self) -> list[int]:
        found = []
        for h, face in enumerate(self.board.faces):
            found += [h * 4 + number for number in range(len(face.stops))]
            if h in self.optional and not face.stops:
                found.append(h * 4)
        return [place for place in found if place not in self.board.situation.closed]

    def _joined(self, h: int, a: int, b: int) -> bool:
        paths = self.board.faces[h].paths
        return (a, b) in paths or (b, a) in paths

    def _sides_of(self, place: int) -> list[int]:
        h, number = divmod(place, 4)
        if h in self.optional:
            return [s for s in range(6) if any(s in path for path in self.board.faces[h].paths)]
        return [s for s in range(6) if self._joined(h, s, 6 + number)]

    def _may_pass(self, place: int) -> bool:
        h, number = divmod(place, 4)
        if h in self.optional:
            return True
        stop = self.board.faces[h].stops[number]
        if stop.kind is StopKind.OFFBOARD:
            return place in self.board.situation.run_through
        if stop.slots == 0 or place in self.board.own:
            return True
        return self.board.tokens.get(place, 0) < stop.slots

    def _start(self, place: int) -> None:
        for side in self._sides_of(place):
            self._go(place // 4, side, [place], [], [place // 4])

    def _legal_so_far(self, places: list[int], hexes: list[int]) -> bool:
        if len(set(places)) < len(places):
            return False
        areas = [self.board.areas[p // 4] for p in places if self.board.areas[p // 4] >= 0]
        if len(set(areas)) < len(areas):
            return False
        for group in self.board.situation.once:
            if sum(h in group for h in hexes) > 1:
                return False
        return True

    def _go(self, h: int, side: int, places: list[int], sides: list[tuple[int, int]], hexes: list[int]) -> None:
        """Leave hex h by a side and do all that may follow."""
        other = self.board.neighbors.get((h, side), -1)
        if other < 0:
            return
        back = (side + 3) % 6
        crossed = [{a, self._across(a)} for a in sides]
        if {(h, side), (other, back)} in crossed:
            return
        sides = [*sides, (h, side)]
        hexes = [*hexes, other]
        # A walk that starts at a station shows where routes lead, also to hexes without track.
        groups_hold = self._legal_so_far(places, hexes)
        if places[0] in self.board.own and groups_hold and self._passed_ok(places):
            self.arrivals.add(other * 6 + back)
        if not groups_hold:
            return
        for out in range(6):
            if out != back and self._joined(other, back, out):
                self._go(other, out, places, sides, hexes)
        calls = [other * 4 + n for n in range(len(self.board.faces[other].stops)) if self._joined(other, back, 6 + n)]
        if other in self.optional and any(back in path for path in self.board.faces[other].paths):
            calls.append(other * 4)
        for place in calls:
            if place in self.board.situation.closed:
                continue
            longer = [*places, place]
            if not self._legal_so_far(longer, hexes):
                continue
            self._note(longer, sides)
            if not self._may_pass(place):
                continue
            for out in self._sides_of(place):
                if out == back or (other in self.optional and not self._joined(other, back, out)):
                    continue
                self._go(other, out, longer, sides, hexes)

    def _passed_ok(self, places: list[int]) -> bool:
        return all(self._may_pass(place) for place in places[1:])

    def _across(self, departure: tuple[int, int]) -> tuple[int, int]:
        h, side = departure
        return self.board.neighbors[h, side], (side + 3) % 6

    def _note(self, places: list[int], sides: list[tuple[int, int]]) -> None:
        if places[0] in self.board.own:
            self.reached.add(places[-1])
        hexes = [places[0] // 4] + [self._across(side)[0] for side in sides]
        own = any(place in self.board.own for place in places)
        past = any(place // 4 in self.optional and place // 4 in hexes for place in self.board.own)
        if own or past:
            track = frozenset(frozenset([side, self._across(side)]) for side in sides)
            run = Run(tuple(places), tuple(sides), track)
            self.runs[run.places, run.sides] = run
            if len(self.runs) > self.most:
                raise TooMany

    # --- revenue

    def value(self, place: int) -> int:
        h, number = divmod(place, 4)
        if h in self.optional:
            return self.optional[Hex(h)]
        extra = sum(worth for where, worth in self.board.situation.extra if where == place)
        return self.board.faces[h].stops[number].values[self.board.late] + extra

    def large(self, place: int) -> bool:
        h, number = divmod(place, 4)
        return h in self.optional or self.board.faces[h].stops[number].kind is not StopKind.TOWN

    def revenue(self, run: Run, rule: TrainRule) -> int | None:
        """What a train earns on a run, None if it may not make it."""
        hexes = [run.places[0] // 4] + [self._across(side)[0] for side in run.sides]
        coal = sum(worth * hexes.count(h) for h, worth in self.board.situation.hex_values)
        if not rule.express:
            if len(run.places) > rule.stops or sum(map(self.large, run.places)) > rule.large:
                return None
            return coal + sum(map(self.value, run.places))
        return coal + max(sum(map(self.value, chosen)) for chosen in self._choices(run, rule))

    def _choices(self, run: Run, rule: TrainRule) -> list[tuple[int, ...]]:
        """All ways in which a train may count the stops of a run."""
        if not rule.express:
            return [run.places]
        return [
            chosen
            for count in range(min(rule.stops, len(run.places)) + 1)
            for chosen in itertools.combinations(run.places, count)
            if sum(map(self.large, chosen)) <= rule.large
        ]

    def revenue_with_bonus(self, run: Run, rule: TrainRule) -> int | None:
        """The same as a destination run, if that is more."""
        plain = self.revenue(run, rule)
        if plain is None:
            return None
        best = plain
        coal = plain - max(sum(map(self.value, chosen)) for chosen in self._choices(run, rule))
        for bonus in self.board.situation.bonuses:
            if run.places[0] != bonus.home:
                continue
            for target in bonus.targets:
                if target not in run.places:
                    continue
                worth = bonus.value - bonus.per_hex * self._hexes_to(run, target)
                for chosen in self._choices(run, rule):
                    if bonus.passing_is_enough or (bonus.home in chosen and target in chosen):
                        best = max(best, coal + sum(map(self.value, chosen)) + worth)
        return best

    def _hexes_to(self, run: Run, target: int) -> int:
        """Hexes run from the start to a stop; where a hex is passed twice, the stop is where its track was used."""
        found = []
        index = run.places.index(target)
        for number, side in enumerate(run.sides):
            h, back = self._across(side)
            if h != target // 4:
                continue
            ends = h in self.optional or self._joined(h, back, 6 + target % 4)
            leaves = number + 1 == len(run.sides) or h in self.optional
            leaves = leaves or self._joined(h, run.sides[number + 1][1], 6 + target % 4)
            if ends and leaves:
                found.append(number + 1)
        assert len(found) == 1 and index > 0
        return found[0]

    def best(self, rules: list[TrainRule]) -> int:
        """The highest total of all trains, each on a run of its own or none."""
        lists = []
        for rule in rules:
            options: dict[Track, list[int]] = {}
            for run in self.runs.values():
                worth = self.revenue(run, rule)
                with_bonus = self.revenue_with_bonus(run, rule)
                if worth is not None and with_bonus is not None:
                    best = options.setdefault(run.track, [worth, worth])
                    best[0] = max(best[0], worth)
                    best[1] = max(best[1], with_bonus)
            lists.append(sorted(options.items(), key=lambda item: -item[1][1]))
        self.record = 0
        self._combine(lists, 0, frozenset(), 0, False)
        return self.record

    def _combine(self, lists: list[list[tuple[Track, list[int]]]], number: int, used: Track, total: int, paid: bool) -> None:
        if number == len(lists):
            self.record = max(self.record, total)
            return
        rest = sum(items[0][1][1] for items in lists[number + 1 :] if items)
        if total + rest > self.record:
            self._combine(lists, number + 1, used, total, paid)
        for track, (plain, with_bonus) in lists[number]:
            if total + with_bonus + rest <= self.record:
                break
            if track & used:
                continue
            if with_bonus > plain and not paid:
                self._combine(lists, number + 1, used | track, total + with_bonus, True)
            self._combine(lists, number + 1, used | track, total + plain, paid)

    def best_sets(self, rules: list[TrainRule], most: int = 3000) -> set[BestSet]:
        """Every choice of runs, one or none for each train, that earns the most; direction and order of equal trains apart."""
        best = self.best(rules)
        lists: list[list[tuple[Walk, Track, int, int]]] = []
        for rule in rules:
            options: dict[Walk, tuple[Walk, Track, int, int]] = {}
            for run in self.runs.values():
                worth = self.revenue(run, rule)
                if worth is not None:
                    walk = min((run.places, run.sides), (run.places[::-1], tuple(map(self._across, run.sides[::-1]))))
                    extra = (self.revenue_with_bonus(run, rule) or 0) - worth
                    known = options.get(walk)
                    options[walk] = (walk, run.track, worth, max(extra, known[3] if known else 0))
            lists.append(sorted(options.values(), key=lambda option: -option[2] - option[3]))
        found: set[BestSet] = set()

        def combine(number: int, used: Track, total: int, bonus: int, chosen: tuple[tuple[TrainRule, Walk], ...]) -> None:
            if number == len(lists):
                if total + bonus == best:
                    found.add(frozenset(Counter(chosen).items()))
                    if len(found) > most:
                        raise TooMany
                return
            rest = sum(items[0][2] + items[0][3] for items in lists[number + 1 :] if items)
            if total + bonus + rest >= best:
                combine(number + 1, used, total, bonus, chosen)
            for walk, track, worth, extra in lists[number]:
                if total + bonus + worth + extra + rest < best:
                    break
                if not track & used:
                    combine(number + 1, used | track, total + worth, max(bonus, extra), (*chosen, (rules[number], walk)))

        combine(0, frozenset(), 0, 0, ())
        return found

    def has_route(self) -> bool:
        return bool(self.runs)
