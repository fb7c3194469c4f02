"""Tools for testing titles: invariants, agreement of `legal` and `refuse`, saving and loading, simulated games.

They know no title by name, so they test other people's titles too.
"""

from goldenspike.testing.names import ImpossiblePosition
from goldenspike.testing.positions import Position

__all__ = ["ImpossiblePosition", "Position"]
