"""Thinking for others: bots, hints and the analysis of finished games, in processes of their own.

A page never waits for a thought. What is asked and answered are plain data on one line; a process that dies or stays
silent is replaced, and whoever asked is told. A process knows the position, but what a seat is told is thought out from
what that seat may know.
"""
