"""Analysis of finished games: the wealth of each player, turning points, and what the baron would have done.

A bot process computes it and the database keeps it; a page shows what is available and never waits. Opinions are shown as such,
with their spread.
"""
