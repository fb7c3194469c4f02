"""Golden Spike: the 18xx railway games 1830 and 1862, as a rules engine, bots, terminal and web application.

Packages are layered; each imports only from those below it:
core < titles < record, view < text, svg < bots < env, testing < server < cli.
"""

__version__ = "0.1.0"
