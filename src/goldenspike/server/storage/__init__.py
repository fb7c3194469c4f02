"""Persistence: the database's tables, migrations and connections.

No other code depends on which database is used.
"""
