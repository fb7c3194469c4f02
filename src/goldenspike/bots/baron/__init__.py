"""The baron: a player that imagines how games go on.

It thinks only on positions that it made itself from what its seat may know (`imagine`); what it counts are actions tried
out, not seconds, so that it answers the same on every machine.
"""
