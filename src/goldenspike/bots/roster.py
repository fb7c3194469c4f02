"""The bots by name.

`random`, `gentle`, `greedy`, the scripted players, the barons and, where numpy is installed, the learned magnates. A baron's
name may add a level and a character (`baron-hard-raider`), and `program:` and a command line stand for a program of one's own
(see `outside`).
"""

from functools import partial
from importlib.util import find_spec
from pathlib import Path
from random import Random

from goldenspike.bots.baron.baron import BaronBot
from goldenspike.bots.baron.character import CHARACTERS, LEVELS
from goldenspike.bots.base import Bot, BotMaker
from goldenspike.bots.gentle import GentleBot
from goldenspike.bots.greedy import GreedyBot
from goldenspike.bots.magnate import make_hard_magnate, make_magnate
from goldenspike.bots.outside import OutsideBot
from goldenspike.bots.random_bot import RandomBot
from goldenspike.bots.scripted import Script, ScriptedBot

PROGRAM = "program:"
_MODEL = Path(__file__).with_name("magnate") / "model.npz"

# The bots offered in lists; the last one is the default: fast and sensible.
BOTS: dict[str, BotMaker] = {
    "random": RandomBot,
    "gentle": GentleBot,
    "foreman": ScriptedBot,
    "rusher": partial(ScriptedBot, name="rusher", script=Script(rushes=True)),
    "raider": partial(ScriptedBot, name="raider", script=Script(raids=True)),
    "baron-easy": partial(BaronBot, level="easy"),
    "baron": BaronBot,
    "baron-hard": partial(BaronBot, level="hard"),
    **({"magnate": make_magnate, "magnate-hard": make_hard_magnate} if find_spec("numpy") and _MODEL.exists() else {}),
    "greedy": GreedyBot,
}

STRENGTH: dict[str, tuple[str, float]] = {
    "gentle": ("greedy", 0.16),
    "foreman": ("greedy", 0.37),
    "rusher": ("greedy", 0.3),
    "raider": ("greedy", 0.375),
    "baron-easy": ("greedy", 0.425),
    "greedy": ("random", 0.995),
    "baron": ("greedy", 0.85),
    "baron-hard": ("baron", 0.44),
    "magnate": ("baron", 0.5),
}
"""Games of 1830 Classic won against three of another bot, as measured for docs/bots.md; a quarter would be equal strength."""

QUICK = frozenset(("random", "gentle", "greedy", "foreman", "rusher", "raider", "magnate"))
"""The bots that answer at once."""


def find_maker(name: str) -> BotMaker | None:
    """The factory of the bot with that name, None if there is none."""
    if name in BOTS:
        return BOTS[name]
    if name.startswith(PROGRAM) and name.removeprefix(PROGRAM).strip():
        return partial(OutsideBot, command=name.removeprefix(PROGRAM).strip(), stand_in=GreedyBot)
    first, *words = name.split("-")
    if first != "baron" or len(words) > 2:
        return None
    level = words.pop(0) if words and words[0] in LEVELS else "normal"
    character = words.pop(0) if words and words[0] in CHARACTERS else "baron"
    return None if words else partial(BaronBot, level=level, character=character)


def make_bot(name: str, seed: str) -> Bot:
    """A bot of that name; the same seed gives the same player. KeyError if there is none."""
    maker = find_maker(name)
    if maker is None:
        raise KeyError(name)
    return maker(Random(seed))
