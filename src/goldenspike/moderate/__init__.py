"""Moderate: keep the books of a table by short commands, such as `b prr`, `s 3 nyc` or `r 140 pay`.

A command is what a banker would type while the others talk: a letter or two, then names and numbers. Each becomes ordinary
actions of the engine, which says in a sentence what happened or why it cannot be done.
"""

from goldenspike.moderate.books import Books, Outcome
from goldenspike.moderate.commands import HELP, read_command
from goldenspike.moderate.names import BadCommand
from goldenspike.moderate.writing import shorten

__all__ = ["HELP", "BadCommand", "Books", "Outcome", "read_command", "shorten"]
