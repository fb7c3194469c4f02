"""Orders: what a seat's standing instructions do in a position, and when they stop.

Everything here is a pure function of positions and moves. Orders use only what their seat may know: its own money and what is
public. Their actions are checked by the rules like those of people. The records themselves are in `protocol.orders`.
"""

from goldenspike.orders.acting import Outcome, Prices, Stopped, is_complete, next_action, purchases
from goldenspike.orders.checking import check
from goldenspike.orders.following import Followed, Standing
from goldenspike.orders.sentences import name_stop, name_thing, sentence, why_stopped
from goldenspike.orders.watching import expired, noticed

__all__ = [
    "Followed",
    "Outcome",
    "Prices",
    "Standing",
    "Stopped",
    "check",
    "expired",
    "is_complete",
    "name_stop",
    "name_thing",
    "next_action",
    "noticed",
    "purchases",
    "sentence",
    "why_stopped",
]
