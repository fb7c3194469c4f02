"""Puzzles as data: what is asked in which position, and what has been proven about the answers."""

from typing import Any, Final

import msgspec

FORMAT: Final = 1
GRADES: Final = (1, 2, 3, 4, 5)

About = dict[str, str]
"""The things that a question names, by their ids: the railroad, the rival, the private company."""


class Source(msgspec.Struct, frozen=True, omit_defaults=True):
    """The game that positions are taken from, as its setup and actions: these stay readable however the engine changes."""

    title: str
    version: str
    players: int
    options: dict[str, str]
    actions: list[dict[str, Any]]


class Puzzle(msgspec.Struct, frozen=True, omit_defaults=True):
    id: str
    kind: str
    grade: int
    """From 1, easy, to 5."""
    source: int
    """The number of the game in the collection."""
    ply: int
    """How many of its actions lead to the position."""
    seat: int
    """Who is asked."""
    best: int
    """The worth of the best answers; what it counts depends on the kind."""
    choices: int
    """How many answers were compared, or how many routes were listed for the proof."""
    answers: list[dict[str, Any]]
    """All best answers. Of a run, other routes that earn as much are accepted too."""
    about: About = {}
    next: int | None = None
    """The worth of the best answer that is wrong; None if all the others are worth nothing."""


class Collection(msgspec.Struct, frozen=True):
    format: int
    sources: list[Source]
    puzzles: list[Puzzle]


class BadPuzzle(ValueError):
    """A puzzle whose proof fails, or a file that cannot be read."""
