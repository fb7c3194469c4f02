"""What is kept never weighs more than it may."""

from random import Random

from goldenspike.server.bounded import Bounded


def test_what_was_used_last_is_kept() -> None:
    store: Bounded[int, str] = Bounded(3)
    for number in range(3):
        store[number] = str(number)
    assert store.get(0) == "0"
    store[3] = "3"
    assert [number for number in range(4) if number in store] == [0, 2, 3] and store.get(1) is None


def test_the_weight_is_that_of_what_is_kept() -> None:
    random, store = Random(1), Bounded[int, str](100, len)
    latest: dict[int, str] = {}
    for _ in range(2_000):
        key, value = random.randrange(40), "x" * random.randrange(1, 130)
        store[key] = latest[key] = value
        kept = {key: store.get(key) for key in latest if key in store}
        assert all(value == latest[key] for key, value in kept.items())
        assert store.weight == sum(len(value or "") for value in kept.values()) <= 100
        assert (key in store) == (len(value) <= 100)
    store.clear()
    assert not store.weight and not len(store)
