"""What a seat may see, as plain data for pages and bots. Hidden information is removed here and nowhere else.

Higher layers show only amounts that come from `seat_view`, and offer only actions that come from `choices_for`. A seat is a
player's number; None is a spectator.
"""

from goldenspike.view.build import seat_view
from goldenspike.view.choices import Choices, choices_for, refusal_for
from goldenspike.view.course import Course
from goldenspike.view.figures import Figures, figures, public_figures
from goldenspike.view.history import History, Standing, history, standing
from goldenspike.view.in_play import hexes_in_play
from goldenspike.view.model import View
from goldenspike.view.preview import Preview, preview
from goldenspike.view.secrets import (
    Listener,
    Visibility,
    has_secrets,
    learned_something,
    seen_state,
    tells_totals,
    visible_action,
    visible_events,
    visible_moves,
    visible_result,
)

__all__ = [
    "Choices",
    "Course",
    "Figures",
    "History",
    "Listener",
    "Preview",
    "Standing",
    "View",
    "Visibility",
    "choices_for",
    "figures",
    "has_secrets",
    "hexes_in_play",
    "history",
    "learned_something",
    "preview",
    "public_figures",
    "refusal_for",
    "seat_view",
    "seen_state",
    "standing",
    "tells_totals",
    "visible_action",
    "visible_events",
    "visible_moves",
    "visible_result",
]
