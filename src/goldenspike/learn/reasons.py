"""Why others did what they did, for somebody who asks: in figures where there are any, and only where there was a choice."""

from typing import Final

from goldenspike.bots.base import Table
from goldenspike.bots.measure import measure
from goldenspike.bots.why import Motive, explain
from goldenspike.core.actions import Action, BuyFromBank, LayTile, Pass, PlaceToken
from goldenspike.core.ids import NONE, Player
from goldenspike.view.secrets import visibility_for

SELF_EVIDENT: Final = frozenset(("only", "turn_over", "runs", "prefers"))
"""Motives that explain nothing: there was no choice, or trains ran."""


def reason_of(table: Table, action: Action, reader: Player) -> Motive | None:
    """Why a player may have done this, None if there is nothing to tell. The state of the table is what the reader knows."""
    if isinstance(action, Pass) and not _knows_money(table, reader):
        return None
    motive = explain(table, action)
    if motive.code in SELF_EVIDENT:
        return None
    # What is built or bought from the bank is public; other figures would need the money of others.
    if isinstance(action, LayTile | PlaceToken | BuyFromBank):
        figure = measure(table, action)
        if figure is not None:
            return figure
    return explain_lay(action) if isinstance(action, LayTile) else motive


def _knows_money(table: Table, reader: Player) -> bool:
    """Whether a reader knows what a player could pay: what can be afforded is no guess then."""
    s = table.state
    visibility = visibility_for(table.setup, s, reader)
    return visibility.players[table.player] and (s.operating == NONE or visibility.companies[s.operating])


def explain_lay(action: LayTile) -> Motive:
    """Why somebody lays a tile that earns nothing more at once."""
    return Motive("lays_ahead", (("hex", action.hex),))
