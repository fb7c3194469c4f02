"""Attributes of a page that are derived from the game, and what determines each.

What is the same for several readers is computed once; parts of a page know from these names when they may change (see `parts`).
"""

from collections.abc import Callable
from operator import attrgetter
from typing import Any, Generic, Self, TypeVar, overload

T = TypeVar("T")

OF_POSITION = frozenset(("undos", "ply", "last_ply", "revision", "is_present", "past", "lesson", "round_kind"))
"""Attributes that are the same for all who read the same position of the same revision of the table."""


def beside_position(depends: tuple[str, ...]) -> tuple[str, ...]:
    """Those of the names that may differ between readers of a position."""
    return tuple(name for name in depends if name not in OF_POSITION)


class Derived(Generic[T]):
    """An attribute of a page that takes time to compute, and the names of the cheap attributes that determine it.

    It is computed once for all readers for whom these are the same (see `SharedValues`). Pages have many, so this is a plain
    descriptor: `cached_property` takes a lock each time.
    """

    def __init__(self, compute: Callable[[Any], T], depends: tuple[str, ...]) -> None:
        self._compute = compute
        self.depends = depends
        differing = beside_position(depends)
        self._determining: Callable[[Any], Any] = attrgetter(*differing) if differing else _nothing

    def __set_name__(self, owner: type, name: str) -> None:
        self._name = name

    @overload
    def __get__(self, page: None, owner: type) -> Self: ...
    @overload
    def __get__(self, page: object, owner: type) -> T: ...
    def __get__(self, page: Any, owner: type) -> Self | T:
        """Only for a page that has no value of its own yet."""
        if page is None:
            return self
        value: T = page.share((self._name, self._determining(page)), self._compute)
        page.__dict__[self._name] = value
        return value


def _nothing(page: object) -> None:
    """All readers get the same."""


def derived(*depends: str) -> Callable[[Callable[[Any], T]], Derived[T]]:
    return lambda compute: Derived(compute, depends)


POSITION = ("undos", "ply")
SHARED = (*POSITION, "common")
"""What a reader knows like the others (see `PositionPage.common`)."""
SEEN = (*POSITION, "visibility")
"""All that a reader may know of a position."""
ASKED = (*SHARED, "is_present", "acting", "run")
"""What a reader may do there."""
