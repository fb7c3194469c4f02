"""An attribute that is computed when it is read first."""

from collections.abc import Callable
from typing import Any, Generic, Self, TypeVar, overload

T = TypeVar("T")


class cached(Generic[T]):
    """Like `functools.cached_property`, which takes a lock each time: a page has dozens of such attributes."""

    def __init__(self, compute: Callable[[Any], T]) -> None:
        self._compute = compute
        self.__doc__ = compute.__doc__

    def __set_name__(self, owner: type, name: str) -> None:
        self._name = name

    @overload
    def __get__(self, one: None, owner: type) -> Self: ...
    @overload
    def __get__(self, one: object, owner: type) -> T: ...
    def __get__(self, one: Any, owner: type) -> Self | T:
        """Only while the object has no value of its own."""
        if one is None:
            return self
        value = one.__dict__[self._name] = self._compute(one)
        return value
