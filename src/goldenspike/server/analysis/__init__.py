"""Finished games looked at again: how everybody's wealth went, what turned the game, and what the baron would have done.

Everything is thought out in a thinking process and kept in the database; a page shows what is there and never waits.
Opinions are told as opinions, with their scatter.
"""
