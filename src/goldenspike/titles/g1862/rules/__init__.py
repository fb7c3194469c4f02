"""Rules that only this title has: pure functions, one file per heading of its book.

Like the rules of the engine they read a setup and a state or write through a ledger, and know nothing of turns and steps.
"""
