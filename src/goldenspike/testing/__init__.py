"""Tools for testing titles: invariants, agreement of `legal` and `refuse`, saving and loading, simulated games.

They know no title by name, so they test other people's titles too.
"""
