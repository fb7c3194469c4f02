"""The part of the board that matters now."""

from goldenspike.core.hexes import SIDES
from goldenspike.core.ids import Hex, by_hex
from goldenspike.core.rules.runs import reach
from goldenspike.core.state import State, hex_of_place
from goldenspike.core.title import Setup


def hexes_in_play(setup: Setup, s: State) -> tuple[Hex, ...]:
    """The network of the company in operation; if none operates, all hexes with a laid tile or a station."""
    if s.operating < 0:
        laid = {hex for hex, face in by_hex(s.faces) if setup.faces[face].tile >= 0}
        return tuple(sorted(laid | {hex_of_place(place) for place in s.tokens if place >= 0}))
    found = reach(setup, s, s.operating)
    network = {Hex(at // SIDES) for at in found.arrivals} | {hex_of_place(place) for place in found.places}
    homes = {setup.hex_index[home.hex] for home in setup.title.companies[s.operating].homes if home.hex in setup.hex_index}
    return tuple(sorted(network or homes))
