"""Computer players.

A bot gets what its seat may know (`Table`) and returns an action, deterministically for a given seed. It never changes the
game; the caller pushes the action.
"""
