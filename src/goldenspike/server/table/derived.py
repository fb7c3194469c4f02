"""Attributes of a page that are derived from the game, and what determines each.

What is the same for several readers is computed once; parts of a page know from these names when they may change (see `parts`).
"""

from collections.abc import Callable
from functools import cached_property
from operator import attrgetter
from typing import Any, TypeVar

T = TypeVar("T")


class Derived(cached_property[T]):
    """An attribute of a page that takes time to compute, and the names of the cheap attributes that determine it.

    It is computed once for all readers for whom these are the same (see `SharedValues`).
    """

    def __init__(self, compute: Callable[[Any], T], depends: tuple[str, ...]) -> None:
        # What `cached_property` calls if the page has no value of its own yet.
        determining = attrgetter(*depends) if depends else lambda page: None
        super().__init__(lambda page: page.share((self.attrname, determining(page)), compute))
        self.depends = depends


def derived(*depends: str) -> Callable[[Callable[[Any], T]], Derived[T]]:
    return lambda compute: Derived(compute, depends)


POSITION = ("undos", "ply")
SHARED = (*POSITION, "common")
"""What a reader knows like the others (see `PositionPage.common`)."""
SEEN = (*POSITION, "visibility")
"""All that a reader may know of a position."""
ASKED = (*SHARED, "is_present", "acting", "run")
"""What a reader may do there."""
