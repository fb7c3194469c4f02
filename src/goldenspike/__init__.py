"""Golden Spike: the 18xx railway games 1830 and 1862, as a rules engine, bots, terminal and web application.

The rooms are stacked and import only downwards:
core < titles < record, view < text, svg < bots, env < cli, server.
"""

__version__ = "0.1.0"
