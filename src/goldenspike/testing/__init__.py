"""Tools for testing titles: invariants, agreement of `legal` and `refuse`, saving and loading, simulated games.

They know no title by name, so they test other people's titles too.
"""

from goldenspike.testing.positions import ImpossiblePosition, Position

__all__ = ["ImpossiblePosition", "Position"]
