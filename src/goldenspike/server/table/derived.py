"""Attributes of a page that are derived from the game, and what determines each.

What is the same for several readers is computed once; parts of a page know from these names when they may change (see `parts`).
"""

from collections.abc import Callable
from functools import cached_property
from typing import Any, TypeVar

T = TypeVar("T")


class Derived(cached_property[T]):
    """An attribute of a page that takes time to compute, and the names of the cheap attributes that determine it.

    It is computed once for all readers for whom these are the same (see `SharedValues`).
    """

    def __init__(self, compute: Callable[[Any], T], depends: tuple[str, ...]) -> None:
        # What `cached_property` calls if the page has no value of its own yet.
        super().__init__(lambda page: page.share((self.attrname, *(getattr(page, name) for name in depends)), compute))
        self.depends = depends


def derived(*depends: str) -> Callable[[Callable[[Any], T]], Derived[T]]:
    return lambda compute: Derived(compute, depends)


POSITION = ("undos", "ply")
SEEN = (*POSITION, "visibility")
"""What a reader may know of a position."""
ASKED = (*SEEN, "is_present", "seat", "own", "is_playing", "run")
"""What a reader may do there."""
