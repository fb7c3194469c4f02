"""Why others did what they did, for somebody who asks: in figures where there are any, and only where there was a choice."""

from typing import Final

from goldenspike.bots.base import Table
from goldenspike.bots.measure import measure
from goldenspike.bots.why import Motive, explain
from goldenspike.core.actions import Action, BuyFromBank, LayTile, Pass, PlaceToken
from goldenspike.core.hexes import SIDES
from goldenspike.core.ids import NO_HEX, NONE, Hex, Player
from goldenspike.core.rules.runs import reach
from goldenspike.core.state import State, hex_of_place
from goldenspike.core.title import Setup
from goldenspike.view.secrets import visibility_for

SELF_EVIDENT: Final = frozenset(("only", "turn_over", "runs", "prefers"))
"""Motives that explain nothing: there was no choice, or trains ran."""
FARTHEST: Final = 3
"""How many hexes ahead a city is looked for."""


def reason_of(table: Table, action: Action, reader: Player) -> Motive | None:
    """Why a player may have done this, None if there is nothing to tell. The state of the table is what the reader knows."""
    if isinstance(action, Pass) and not _knows_money(table, reader):
        return None
    motive = explain_most(table, action)
    return None if motive.code in SELF_EVIDENT else motive


def explain_most(table: Table, action: Action) -> Motive:
    """What tells most about an action to those who do not know everybody's money.

    What is built or bought from the bank is public; other figures would need the money of others.
    """
    motive = explain(table, action)
    if motive.code in SELF_EVIDENT:
        return motive
    figure = measure(table, action) if isinstance(action, LayTile | PlaceToken | BuyFromBank) else None
    return figure or (explain_lay(table.setup, table.state, action) if isinstance(action, LayTile) else motive)


def explain_fully(table: Table, action: Action) -> tuple[Motive | None, Motive | None]:
    """A figure and a motive, for somebody who knows what the player knows; of track only the one that tells more."""
    figure = measure(table, action)
    if not isinstance(action, LayTile):
        return figure, explain(table, action)
    if figure is None or figure.code == "earns_same":
        return None, explain_lay(table.setup, table.state, action)
    return figure, None


def _knows_money(table: Table, reader: Player) -> bool:
    """Whether a reader knows what a player could pay: what can be afforded is no guess then."""
    s = table.state
    visibility = visibility_for(table.setup, s, reader)
    return visibility.players[table.player] and (s.operating == NONE or visibility.companies[s.operating])


def explain_lay(setup: Setup, s: State, action: LayTile) -> Motive:
    """Why somebody lays a tile that earns nothing more at once: it reaches a city, or leads toward one."""
    old, new = setup.faces[s.faces[action.hex]], setup.faces[setup.face_of_tile(action.tile, action.rotation)]
    if new.stops and not old.exits:
        return Motive("lays_city", (("hex", action.hex),))
    city = _city_ahead(setup, s, action, new.exits & ~old.exits)
    if city == NO_HEX:
        return Motive("lays_ahead", (("hex", action.hex),))
    return Motive("lays_toward", (("hex", action.hex), ("city", city)))


def _city_ahead(setup: Setup, s: State, action: LayTile, exits: int) -> Hex:
    """The nearest city, of several the most valuable, to which track without sharp curves may lead from these sides; not one
    that the railroad reaches already."""
    reached = {hex_of_place(place) for place in reach(setup, s, action.company).places}
    heads = {(action.hex, side) for side in range(SIDES) if exits >> side & 1}
    for _ in range(FARTHEST):
        ahead = {(setup.neighbors[hex * SIDES + side], side) for hex, side in heads if setup.open_sides[hex] >> side & 1}
        cities = {hex for hex, _ in ahead if setup.faces[s.faces[hex]].stops} - reached
        if cities:
            return max(cities, key=lambda hex: (_most(setup, s, hex), -hex))
        heads = {(hex, (side + turn) % SIDES) for hex, side in ahead for turn in (-1, 0, 1)}
    return NO_HEX


def _most(setup: Setup, s: State, hex: Hex) -> int:
    return max(max(stop.values) for stop in setup.faces[s.faces[hex]].stops)
