"""The bots that can be seated here: the built-in ones, and programs configured by the operator.

Users cannot run programs: a requested bot is only looked up by name.
"""

import re
from collections.abc import Iterator, Mapping

from goldenspike.bots.roster import BOTS, PROGRAM, QUICK
from goldenspike.server.words import Words

LONGEST_NAME = 24
_NAME = re.compile(r"[a-z0-9][a-z0-9-]*")

ADVISER = "baron-hard"
"""The bot that gives hints and analyzes games."""


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
    def default_bot(self) -> str:
        """The default bot: the last of the built-in ones, which is fast and plays sensibly."""
        return list(BOTS)[-1]

    def is_quick(self, name: str) -> bool:
        """Whether the bot answers at once."""
        return self.maker(name) in QUICK

    def maker(self, name: str) -> str:
        """The name from which a bot process creates the bot; the default bot replaces a program no longer configured."""
        if name in self._programs:
            return PROGRAM + self._programs[name]
        return name if name in BOTS else self.default_bot

    def label(self, name: str, words: Words) -> str:
        return words(f"bot.{name}") if name in BOTS else name
