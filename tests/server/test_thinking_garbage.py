"""Bot processes collect garbage between answers: a full collection takes as long as half of a short limit for a decision."""

import gc
from collections.abc import Iterator

import pytest

from goldenspike.server.thinking.child import COLLECTIONS, collect_if_due, put_off_collections


@pytest.fixture
def late_collections() -> Iterator[None]:
    thresholds = gc.get_threshold()
    put_off_collections()
    yield
    gc.set_threshold(*thresholds)
    gc.unfreeze()


def full_collections() -> int:
    return int(gc.get_stats()[2]["collections"])


@pytest.mark.usefixtures("late_collections")
def test_full_collections_wait_for_the_end_of_an_answer() -> None:
    before = full_collections()
    collect_if_due()
    assert full_collections() == before
    held: list[list[object]] = []
    while gc.get_count()[2] < 3 * COLLECTIONS:
        held.append([held])
    assert full_collections() == before
    collect_if_due()
    assert full_collections() == before + 1
    collect_if_due()
    assert full_collections() == before + 1
