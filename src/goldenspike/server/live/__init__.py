"""News for open pages: what changed, who is there.

A message says that something changed and never what; each page fetches what its reader may see.
"""
