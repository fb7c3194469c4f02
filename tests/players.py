"""The players of a test by number."""

from goldenspike.core.holders import MOST_PLAYERS
from goldenspike.core.ids import Holder, Player

P0, P1, P2, P3, P4, P5, P6 = (Player(Holder(number)) for number in range(MOST_PLAYERS))
