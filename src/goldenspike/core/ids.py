"""Index types: the type checker keeps a company from being passed as a hex, although both are ints.

They cost nothing at run time. Numbers get their type where they originate: in the tables of `Setup`
(`company_index`, `all_companies`), in the constants of `holders`, in the few functions that compute one from another
(`treasury`, `place_of`), and where data is read.
"""

from collections.abc import Iterable, Iterator
from typing import Final, NewType, Protocol, TypeVar, cast

Holder = NewType("Holder", int)
"""A holder of property (see `holders`)."""
Player = NewType("Player", Holder)
"""A player, who is a holder too."""
Company = NewType("Company", int)
"""A railroad; what it owns belongs to the holder `treasury(company)`."""
Private = NewType("Private", int)
Train = NewType("Train", int)
"""A type of train."""
Tile = NewType("Tile", int)
"""A type of tile, without its rotation."""
Hex = NewType("Hex", int)
Place = NewType("Place", int)
"""A stop on a hex, see `place_of`."""

NONE: Final = -1
"""No index, for comparisons; for assignments each type has its own."""
NO_HOLDER: Final = Holder(NONE)
NO_PLAYER: Final = Player(NO_HOLDER)
NO_COMPANY: Final = Company(NONE)
NO_PRIVATE: Final = Private(NONE)
NO_TRAIN: Final = Train(NONE)
NO_TILE: Final = Tile(NONE)
NO_HEX: Final = Hex(NONE)
NO_PLACE: Final = Place(NONE)

Number = TypeVar("Number", covariant=True)
Value = TypeVar("Value")


class Numbering(Protocol[Number]):
    """`enumerate` for a list with one item for each index of a type."""

    def __call__(self, values: Iterable[Value], /) -> Iterator[tuple[Number, Value]]: ...


by_holder: Final = cast("Numbering[Holder]", enumerate)
by_player: Final = cast("Numbering[Player]", enumerate)
by_company: Final = cast("Numbering[Company]", enumerate)
by_private: Final = cast("Numbering[Private]", enumerate)
by_train: Final = cast("Numbering[Train]", enumerate)
by_tile: Final = cast("Numbering[Tile]", enumerate)
by_hex: Final = cast("Numbering[Hex]", enumerate)
