"""The states of frontier dynamic programming: unfinished routes, written down at the open edges (7.4.2).

The open edges, between vertices already taken and vertices still to come, are the frontier. An open edge that is used knows its
train and its mate: the open edge at the other end of the same piece of route, or none if that end is fixed at a stop. Joining two
pieces, ending one and refusing cycles are done on these mates alone (the mate array of Knuth's Simpath).
"""

from dataclasses import dataclass
from typing import Final

from goldenspike.core.routes.graph import Vertex
from goldenspike.core.running import Bonus

# What a train has done so far, packed in one number.
DONE: Final = 1
OWN: Final = 2
HOME: Final = 4
SWITCHED: Final = 8
COUNT_SHIFT: Final = 4
COUNT_MASK: Final = 127
LARGE_SHIFT: Final = 11
GROUP_SHIFT: Final = 18
SCORES: Final = OWN | (1 << GROUP_SHIFT) - (1 << COUNT_SHIFT)
"""The bits in which one state may simply be better than another."""

# How a train uses a vertex.
PASS: Final = 0
CALL: Final = 1
END: Final = 2

Use = tuple[int, int, int, int, int, bool]
"""Train label, vertex, arm, arm or -1, kind, and whether the train must count the stop."""
Key = tuple[int, ...]
"""A state: for each open edge 0 or label + 1 + 16 * (mate + 1), then for each train what it has done."""


Partial = tuple[list[int], int, tuple[Use, ...]]
"""A choice at a vertex in the making: all open edges and what the trains have done, the total, the uses so far."""
LOWEST: Final = -1 << 30


@dataclass(slots=True)
class Backpointer:
    """What was decided at one vertex, and the decisions before it."""

    before: "Backpointer | None"
    uses: tuple[Use, ...]


@dataclass(slots=True)
class Claim:
    """A destination run that one of the trains is to make."""

    train: int
    home: int
    targets: tuple[int, ...]
    bonus: Bonus


@dataclass(slots=True)
class Pattern:
    """One way in which the trains together use a vertex."""

    arms: int
    """Bits of the edges it uses."""
    uses: tuple[tuple[int, int, int], ...]
    """Arm, arm or -1, kind."""


def patterns_at(vertex: Vertex, closed: list[int], passable: list[bool], trains: int) -> dict[int, list[Pattern]]:
    """All ways to use a vertex, by which of the edges that close here they use."""
    single: list[tuple[int, int, int]] = [(a, b, PASS) for a, b in vertex.paths]
    if vertex.stop >= 0:
        calls = vertex.calls
        single += [(a, -1, END) for a in calls]
        if vertex.on_every_path:
            single += [(a, b, CALL) for a, b in vertex.paths]
        elif passable[vertex.stop]:
            single += [(a, b, CALL) for n, a in enumerate(calls) for b in calls[n + 1 :]]
    bit = {arm: 1 << number for number, arm in enumerate(vertex.arms)}
    closing = {bit[arm]: 1 << number for number, arm in enumerate(closed)}
    masks = [bit[a] | (bit[b] if b >= 0 else 0) for a, b, _ in single]
    found: dict[int, list[Pattern]] = {}
    stack: list[tuple[int, int, int, tuple[tuple[int, int, int], ...]]] = [(0, 0, 0, ())]
    while stack:
        start, used, called, uses = stack.pop()
        key = 0
        for arm_bit, closed_bit in closing.items():
            if used & arm_bit:
                key |= closed_bit
        arms = 0
        for a, b, _ in uses:
            arms |= 1 << a | (1 << b if b >= 0 else 0)
        found.setdefault(key, []).append(Pattern(arms, uses))
        for number in range(start, len(single)):
            calling = 0 if single[number][2] == PASS else 1
            if not used & masks[number] and called + calling <= trains:
                stack.append((number + 1, used | masks[number], called + calling, (*uses, single[number])))
    return found


def join(plugs: list[int], px: int, py: int, x: int, y: int, label: int, other: int, kind: int, spot: dict[int, int]) -> int:
    """Join the pieces of route at two arms, or end one: 1 if a route is complete, 0 if not, -1 if it would close a cycle.

    An arm that is new here has code 0; one that closes here is used up.
    """
    cx = plugs[px]
    if kind == END:
        if cx == 0:
            plugs[px] = label + 1
            return 0
        plugs[px] = 0
        mate = (cx >> 4) - 1
        if mate < 0:
            return 1
        plugs[spot[mate]] = plugs[spot[mate]] & 15
        return 0
    cy = plugs[py]
    if cx and cy:
        plugs[px] = plugs[py] = 0
        mx = (cx >> 4) - 1
        my = (cy >> 4) - 1
        if mx == y:
            return -1
        if mx < 0 and my < 0:
            return 1
        if mx >= 0:
            plugs[spot[mx]] = plugs[spot[mx]] & 15 | (my + 1) << 4
        if my >= 0:
            plugs[spot[my]] = plugs[spot[my]] & 15 | (mx + 1) << 4
        return 0
    if not cx and not cy:
        plugs[px] = label + 1 | (y + 1) << 4
        plugs[py] = other + 1 | (x + 1) << 4
        return 0
    if cx:
        old, place, arm, name = cx, py, y, other
        plugs[px] = 0
    else:
        old, place, arm, name = cy, px, x, label
        plugs[py] = 0
    mate = (old >> 4) - 1
    plugs[place] = name + 1 | (mate + 1) << 4
    if mate >= 0:
        plugs[spot[mate]] = plugs[spot[mate]] & 15 | (arm + 1) << 4
    return 0


def is_required(claim: Claim, stop: int, kind: int, label: int, other: int, before: int) -> bool:
    """Whether a destination run must count this visit: it starts at home or changes its label at the target."""
    if kind == PASS or claim.bonus.passing_is_enough:
        return False
    return stop == claim.home or label != other or (kind == END and label == before)


def claimed(claim: Claim, stop: int, kind: int, label: int, other: int, before: int, state: int) -> int:
    """The state of a destination run after a visit: it starts at home and changes its label once, at a target."""
    if state < 0:
        return state
    if kind == END and label == before:
        if stop == claim.home:
            return state | HOME
        if stop in claim.targets and not state & SWITCHED:
            return state | SWITCHED
        return -1
    if kind == CALL and label != other:
        return -1 if state & SWITCHED else state | SWITCHED
    return state


def dominates(better: Key, worse: Key, width: int) -> bool:
    """Whether one state is at least as good: every train has counted no more and lacks nothing that the other's has."""
    for place in range(width, len(better)):
        a = better[place]
        b = worse[place]
        if a == b:
            continue
        if b & OWN and not a & OWN:
            return False
        if a >> COUNT_SHIFT & COUNT_MASK > b >> COUNT_SHIFT & COUNT_MASK:
            return False
        if a >> LARGE_SHIFT & COUNT_MASK > b >> LARGE_SHIFT & COUNT_MASK:
            return False
    return True
