"""What one seat may see: plain data for screens and bots. Secrets are removed here and nowhere else.

Nothing above this room shows an amount that did not come out of `seat_view`, and nothing offers an action that did not come
out of `choices_for`. A seat is a player's number; None is a spectator.
"""

from goldenspike.view.build import seat_view
from goldenspike.view.choices import Choices, choices_for, refusal_for
from goldenspike.view.model import View
from goldenspike.view.preview import Preview, preview
from goldenspike.view.secrets import Visibility, has_secrets, learned_something, seen_state, visible_events, visible_result

__all__ = [
    "Choices",
    "Preview",
    "View",
    "Visibility",
    "choices_for",
    "has_secrets",
    "learned_something",
    "preview",
    "refusal_for",
    "seat_view",
    "seen_state",
    "visible_events",
    "visible_result",
]
