"""Converting declared routes: from chains of hexes to stops and borders."""

from itertools import pairwise
from typing import Any

from goldenspike.core.actions import Route
from goldenspike.core.hexes import SIDES, opposite
from goldenspike.core.ids import Hex, Place
from goldenspike.core.state import State, place_of
from goldenspike.core.title import Setup
from goldenspike.record.errors import RecordError
from goldenspike.record.wire import find

Chain = tuple[Place, tuple[int, ...], Place]
"""A stop, the sides crossed, and the next stop."""


def read_route(setup: Setup, s: State, source: dict[str, Any]) -> Route:
    """One declared route. Its chains lead from stop to stop, in any order and direction."""
    train = find(setup.train_index, str(source.get("train", "")).rpartition("-")[0], "train")
    connections = source.get("connections")
    if not isinstance(connections, list) or not connections:
        raise RecordError("a route without connections cannot be followed")
    chains = [_read_chain(setup, s, connection) for connection in connections]
    places, borders = _join(setup, chains)
    return Route(train, places, borders)


def _read_chain(setup: Setup, s: State, connection: Any) -> Chain:
    if not isinstance(connection, list) or len(connection) < 2:
        raise RecordError(f"a connection is a list of hexes, not {connection!r}")
    hexes = [find(setup.hex_index, name, "hex") for name in connection]
    borders: list[int] = []
    for here, there in pairwise(hexes):
        first = here * SIDES
        try:
            borders.append(setup.neighbors.index(there, first, first + SIDES))
        except ValueError:
            raise RecordError(f"no side joins {setup.title.hexes[here].id} and {setup.title.hexes[there].id}") from None
    last = borders[-1]
    return (
        _stop_at(setup, s, hexes[0], borders[0] % SIDES),
        tuple(borders),
        _stop_at(setup, s, hexes[-1], opposite(last % SIDES)),
    )


def _stop_at(setup: Setup, s: State, hex: Hex, side: int) -> Place:
    """The stop that track from this side leads to."""
    for stop, exits in enumerate(setup.faces[s.faces[hex]].stop_exits):
        if exits >> side & 1:
            return place_of(hex, stop)
    raise RecordError(f"no track leads from side {side} of {setup.title.hexes[hex].id} to a stop")


def _reverse(setup: Setup, chain: Chain) -> Chain:
    """The same chain travelled the other way; a side is named from the hex that is left."""
    start, borders, end = chain
    back = tuple(setup.neighbors[border] * SIDES + opposite(border % SIDES) for border in reversed(borders))
    return end, back, start


def _join(setup: Setup, chains: list[Chain]) -> tuple[tuple[Place, ...], tuple[int, ...]]:
    """Put the chains end to end."""
    ends = [end for chain in chains for end in (chain[0], chain[2])]
    loose = [end for end in ends if ends.count(end) == 1]
    here = loose[0] if loose else ends[0]
    places = [here]
    borders: list[int] = []
    waiting = list(chains)
    while waiting:
        found = next((chain for chain in waiting if here in (chain[0], chain[2])), None)
        if found is None:
            raise RecordError("the connections of a route do not hang together")
        waiting.remove(found)
        chain = found if found[0] == here else _reverse(setup, found)
        borders.extend(chain[1])
        here = chain[2]
        places.append(here)
    return tuple(places), tuple(borders)
