"""The effects of an action, previewed for a seat.

A preview never shows more than the seat sees before the action: a player who would become president by a purchase sees the
treasury after buying, not in the preview.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from goldenspike.core.actions import Action
from goldenspike.core.events import Event
from goldenspike.core.game import Game
from goldenspike.core.ids import Player
from goldenspike.core.state import State
from goldenspike.core.title import Setup
from goldenspike.view.build import seat_view
from goldenspike.view.model import View
from goldenspike.view.secrets import visibility_for, visible_events


@dataclass(frozen=True, slots=True)
class Preview:
    events: tuple[Event, ...]
    view: View


def preview(setup: Setup, s: State, seat: Player, action: Action) -> Preview:
    """Try a legal action; an illegal one raises IllegalAction. The given state is untouched."""
    game = Game(setup, s)
    events: Sequence[Event] = game.push(action)
    visibility = visibility_for(setup, s, seat).and_also(visibility_for(setup, game.state, seat))
    return Preview(tuple(visible_events(setup, s, events, seat)), seat_view(setup, game.state, seat, visibility))
