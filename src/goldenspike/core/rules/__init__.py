"""The rule book: pure functions, one file per heading, each citing its paragraphs.

A function here reads a setup and a state, or writes through a ledger. It knows nothing of turns and steps, so any step and
any title may call it.
"""
