"""The bots that can be seated here: the built-in ones, and programs that whoever runs the server has named.

Nobody else can name a program: a requested from outside is only ever looked up by name.
"""

import re
from collections.abc import Iterator, Mapping

from goldenspike.bots.roster import BOTS, PROGRAM
from goldenspike.server.words import Words

LONGEST_NAME = 24
_NAME = re.compile(r"[a-z0-9][a-z0-9-]*")

ADVISER = "baron"
"""Who gives hints and looks at finished games."""


class BadProgram(ValueError):
    """A program cannot be offered as a bot under that name."""


class Roster:
    def __init__(self, programs: Mapping[str, str]) -> None:
        for name in programs:
            if name in BOTS or not _NAME.fullmatch(name) or len(name) > LONGEST_NAME:
                raise BadProgram(name)
        self._programs = dict(programs)

    def __iter__(self) -> Iterator[str]:
        return iter((*self._programs, *BOTS))

    def __contains__(self, name: object) -> bool:
        return name in self._programs or name in BOTS

    @property
    def usual(self) -> str:
        """Who is seated where nobody has chosen: the last of the built-in ones is quick and no fool."""
        return list(BOTS)[-1]

    def maker(self, name: str) -> str:
        """What a thinking process makes the bot from. A program that is no longer offered is played by the usual bot."""
        if name in self._programs:
            return PROGRAM + self._programs[name]
        return name if name in BOTS else self.usual

    def label(self, name: str, words: Words) -> str:
        return words(f"bot.{name}") if name in BOTS else name
