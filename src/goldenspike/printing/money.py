"""Which notes make up a bank."""

from collections.abc import Mapping
from typing import Final

VALUES: Final = (1, 5, 10, 20, 50, 100, 500)
_SMALL: Final = {1: 20, 5: 20, 10: 20, 20: 20, 50: 16}
"""Change for everybody; a small bank has half of it."""
_LARGE_SHARE: Final = 0.55
"""How much of the rest is in the largest notes."""


def notes_for(bank: int) -> Mapping[int, int]:
    """How many notes of each value there are; together they are exactly the bank."""
    counts = {value: count if bank >= 10_000 else count // 2 for value, count in _SMALL.items()}
    rest = bank - sum(value * count for value, count in counts.items())
    largest = VALUES[-1]
    counts[largest] = int(rest * _LARGE_SHARE) // largest
    rest -= counts[largest] * largest
    for value in reversed(VALUES[:-1]):
        count, rest = divmod(rest, value)
        counts[value] = counts.get(value, 0) + count
    return {value: counts[value] for value in VALUES}
