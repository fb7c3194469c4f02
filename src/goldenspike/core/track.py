"""Connections: the ways through every face and the hex across every side, computed once per setup (7.4.2).

A train enters a hex through one of its sides: the arrival `hex * 6 + side`. The hex side between two hexes is
the unit of track: any two pieces of track that overlap share one, so a run is identified by the hex sides it crosses.
"""

from typing import Final

from goldenspike.core.hexes import SIDES, opposite
from goldenspike.core.tiles import FIRST_STOP, Face, keeps_track
from goldenspike.core.title import Setup

Ways = tuple[tuple[int, ...], ...]
"""For each side by which a train may enter: the ends (side, or 6 + stop) that its track leads to."""


def ways_of(face: Face) -> Ways:
    ways: list[list[int]] = [[] for _ in range(SIDES)]
    for a, b in face.paths:
        if a < FIRST_STOP and b not in ways[a]:
            ways[a].append(b)
        if b < FIRST_STOP and a not in ways[b]:
            ways[b].append(a)
    return tuple(tuple(sorted(found)) for found in ways)


def sides_of(mask: int) -> tuple[int, ...]:
    return tuple(side for side in range(SIDES) if mask >> side & 1)


class Tables:
    """The ways of all faces of a setup, and its hex sides numbered."""

    def __init__(self, neighbors: tuple[int, ...], faces: tuple[Face, ...]) -> None:
        self.faces = faces
        self.ways: list[Ways] = [ways_of(face) for face in faces]
        """By face and side of arrival."""
        self.leave: list[tuple[tuple[int, ...], ...]] = [tuple(sides_of(exits) for exits in face.stop_exits) for face in faces]
        """By face and stop: the sides its track leaves by."""
        across: list[int] = []
        for departure, other in enumerate(neighbors):
            across.append(-1 if other < 0 else other * SIDES + opposite(departure % SIDES))
        self.across = across
        """For each departure `hex * 6 + side` the arrival at the next hex, -1 at the edge of the map."""
        self.border: list[int] = [
            departure if arrival < 0 else min(departure, arrival) for departure, arrival in enumerate(across)
        ]
        """For each departure or arrival the number of the hex side: the smaller of its two names."""
        self.bit: list[int] = _bits(self.border)
        """For each departure or arrival the bit of the hex side."""
        self.company_cache: dict[int, object] = {}
        """What each company reached when last asked, with its dependencies (see rules.runs)."""
        self.legal_runs: dict[int, object] = {}
        """The last run of each company that was found legal (see rules.runs)."""
        self._keeps: dict[tuple[int, int], bool] = {}
        self.run_memory: dict[object, object] = {}
        """What is known of each company's runs (see rules.runs)."""

    def keeps_track(self, old: int, new: int) -> bool:
        """Whether a face has all the track of another: every route over the old face leads over the new one too."""
        found = self._keeps.get((old, new))
        if found is None:
            found = self._keeps[old, new] = keeps_track(self.faces[old], self.faces[new])
        return found


def _bits(borders: list[int]) -> list[int]:
    number: dict[int, int] = {}
    for border in borders:
        if border not in number:
            number[border] = len(number)
    return [1 << number[border] for border in borders]


_known: Final[dict[int, tuple[Setup, Tables]]] = {}


def tables_of(setup: Setup) -> Tables:
    """The tables of a setup. The cache keeps the setup alive, so that its id is not reused."""
    found = _known.get(id(setup))
    if found is None:
        if len(_known) >= 256:
            _known.clear()
        found = _known[id(setup)] = (setup, Tables(setup.neighbors, setup.faces))
    return found[1]
