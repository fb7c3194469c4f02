"""Names of the bots at a table: invented ones, different for each kind of bot and each seat.

They begin with "Bot", which nobody else may be called (see `names.imitates_bot`), so the log tells people and bots apart.
"""

from collections.abc import Mapping
from typing import Final

NAMES: Final[Mapping[str, tuple[str, ...]]] = {
    "random": ("Fortuna", "Domino", "Clover", "Joker", "Marble", "Tombola", "Zigzag"),
    "gentle": ("Daisy", "Linus", "Hazel", "Oscar", "Pippa", "Felix", "Winnie"),
    "foreman": ("Gus", "Bertha", "Silas", "Mabel", "Jonas", "Edith", "Rufus"),
    "rusher": ("Dash", "Dora", "Flint", "Stella", "Bolt", "Greta", "Blaze"),
    "raider": ("Raven", "Jasper", "Lynx", "Sable", "Victor", "Roxana", "Hawk"),
    "greedy": ("Penny", "Goldie", "Midas", "Copper", "Florin", "Ducat", "Guinea"),
    "baron-easy": ("Wilbur", "Tilda", "Barnaby", "Rosalie", "Percy", "Clementine", "Ambrose"),
    "baron": ("Cornelia", "Leopold", "Augusta", "Thaddeus", "Octavia", "Ferdinand", "Wilhelmina"),
    "magnate": ("Ada", "Erasmus", "Minerva", "Otto", "Sibyl", "Hugo", "Philippa"),
    "magnate-hard": ("Hypatia", "Cyrus", "Theodora", "Lorenzo", "Zenobia", "Ptolemy", "Athena"),
    "baron-hard": ("Drusilla", "Maximus", "Lucrezia", "Ignatius", "Morgana", "Balthasar", "Severina"),
}
"""By bot, one for each seat of the largest table. No two bots share a name."""


def bot_name(bot: str, seat: int) -> str:
    """The name of a bot in a seat; a program of the operator keeps its own."""
    own = NAMES.get(bot)
    return f"Bot {own[seat % len(own)] if own else bot}"
