"""Names as they are typed: railroads, private companies, trains, hexes and players, in small letters and without punctuation."""

import re
from collections.abc import Iterable
from typing import TypeVar

from goldenspike.core.ids import (
    NONE,
    Company,
    Hex,
    Player,
    Private,
    Tile,
    Train,
    by_company,
    by_hex,
    by_private,
    by_tile,
    by_train,
)
from goldenspike.core.title import Setup

Number = TypeVar("Number", bound=int)


class BadCommand(Exception):
    """A command that cannot be understood; the message says which word and what was expected."""


def plain(name: str) -> str:
    """`B&O` is typed bo, `New Haven` newhaven; a plus sign counts, because 2 and 2+2 are different trains."""
    return re.sub(r"[^\w+]", "", name).lower()


class Names:
    """What the words of a command mean at one table."""

    def __init__(self, setup: Setup, players: tuple[str, ...]) -> None:
        title = setup.title
        self.companies: dict[str, Company] = {plain(card.id): number for number, card in by_company(title.companies)}
        self.privates: dict[str, Private] = {plain(card.id): number for number, card in by_private(title.privates)}
        self.trains: dict[str, Train] = {plain(card.id): number for number, card in by_train(title.trains)}
        self.tiles: dict[str, Tile] = {plain(tile.id): number for number, tile in by_tile(title.tiles)}
        self.hexes: dict[str, Hex] = {plain(printed.id): number for number, printed in by_hex(title.hexes)}
        self.players: dict[str, Player] = {plain(name): player for player, name in zip(setup.all_players, players, strict=True)}

    def company(self, word: str) -> Company:
        return _find(self.companies, word, "railroad")

    def private(self, word: str) -> Private:
        return _find(self.privates, word, "private company")

    def train(self, word: str) -> Train:
        return _find(self.trains, word, "train")

    def tile(self, word: str) -> Tile:
        return _find(self.tiles, word, "tile")

    def hex(self, word: str) -> Hex:
        return _find(self.hexes, word, "hex")

    def player(self, word: str) -> Player:
        return _find(self.players, word, "player")

    def is_company(self, word: str) -> bool:
        return plain(word) in self.companies

    def is_player(self, word: str) -> bool:
        return plain(word) in self.players


def word_for(names: dict[str, Number], number: int) -> str:
    """The word that means this number."""
    return next(word for word, found in names.items() if found == number)


def amount(word: str) -> int:
    digits = word.removeprefix("$")
    if not digits.isascii() or not digits.isdigit() or len(digits) > 6:
        raise BadCommand(f"“{word}” is not an amount")
    return int(digits)


def is_amount(word: str) -> bool:
    return word.removeprefix("$").isdigit()


def _find(names: dict[str, Number], word: str, kind: str) -> Number:
    found = names.get(plain(word), NONE)
    if found == NONE:
        raise BadCommand(f"there is no {kind} “{word}”; there {_are(names)}")
    return found  # type: ignore[return-value]  # NONE is not among them


def _are(names: Iterable[str]) -> str:
    known = list(names)
    shown = ", ".join(known[:12]) + (", …" if len(known) > 12 else "")
    return f"{'is' if len(known) == 1 else 'are'} {shown}" if known else "are none"
