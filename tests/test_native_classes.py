"""The classes that the build writes out for mypyc behave like the dataclasses that they were."""

import pickle
import sys
from dataclasses import FrozenInstanceError, fields, replace
from pathlib import Path
from types import ModuleType

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tools"))

import native_classes

SOURCE = '''"""Trains."""

from dataclasses import dataclass, field, fields

from goldenspike.core.frozen import frozen

FIRST = 2


@frozen
class Train:
    """A train."""

    distance: int
    owner: str = "bank"
    note: str = field(default="", compare=False)

    def is_long(self) -> bool:
        return self.distance > FIRST


@dataclass(slots=True)
class Depot:
    trains: list[Train] = field(default_factory=list)
    """Those left."""
    rusted: int = 0


@dataclass(frozen=True, slots=True, repr=False)
class Secret:
    number: int


@dataclass
class Car:
    seats: int


@dataclass
class DiningCar(Car):
    tables: int = 1


class Plain:
    number: int


NAMES = [each.name for each in fields(Depot)]
'''


def module_of(source: str, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    module = ModuleType("trains")
    monkeypatch.setitem(sys.modules, "trains", module)
    exec(source, module.__dict__)
    return module


@pytest.fixture
def declared(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    return module_of(SOURCE, monkeypatch)


@pytest.fixture
def written(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    helper = ModuleType(native_classes.HELPER)
    exec(native_classes.HELPER_SOURCE, helper.__dict__)
    monkeypatch.setitem(sys.modules, native_classes.HELPER, helper)
    return module_of(native_classes.write_out(native_classes.pickle_dataclasses(SOURCE)), monkeypatch)


def test_constructors_are_written_out(written: ModuleType) -> None:
    assert written.Train.__init__.__code__.co_filename == written.Depot.__init__.__code__.co_filename == "<string>"
    text = native_classes.write_out(SOURCE)
    assert "@frozen" not in text and "@dataclass(slots=True)" not in text
    assert text.count("@dataclass") == 2  # what extends another class and what is extended
    assert written.DiningCar(4) == written.DiningCar(seats=4, tables=1)


def test_a_source_without_dataclasses_stays_as_it_is() -> None:
    plain = "class Plain:\n    number: int\n"
    assert native_classes.write_out(plain) == native_classes.pickle_dataclasses(plain) == plain


def test_objects_are_shown_and_compared_as_before(declared: ModuleType, written: ModuleType) -> None:
    for module in (declared, written):
        train = module.Train(4, note="leased")
        assert repr(train) == "Train(distance=4, owner='bank', note='leased')"
        assert train == module.Train(4) and train != module.Train(5) and train != 4
        assert hash(train) == hash(module.Train(4)) == hash((4, "bank"))
        assert train.is_long()
        assert module.Depot() == module.Depot([], 0) != module.Depot([train])
        assert repr(module.Depot([train])) == f"Depot(trains=[{train!r}], rusted=0)"
        assert repr(module.Secret(7)).startswith("<trains.Secret object at ") and module.Secret(7) == module.Secret(7)
        with pytest.raises(TypeError, match="unhashable type: 'Depot'"):
            hash(module.Depot())


def test_only_objects_of_the_same_class_are_equal(declared: ModuleType, written: ModuleType) -> None:
    """And another class may know better, so that it is asked."""
    for module in (declared, written):
        special = type("Special", (module.Train,), {})
        assert special(4) == special(4) != special(5)
        assert special(4) != module.Train(4) and module.Train(4) != special(4)
        assert module.Train(4).__eq__(4) is NotImplemented


def test_each_object_has_a_list_of_its_own(written: ModuleType) -> None:
    one, other = written.Depot(), written.Depot()
    one.trains.append(written.Train(2))
    assert other.trains == []


def test_dataclasses_and_patterns_still_know_the_fields(declared: ModuleType, written: ModuleType) -> None:
    for module in (declared, written):
        train = module.Train(4)
        assert module.NAMES == ["trains", "rusted"]
        assert [(each.name, each.type) for each in fields(module.Train)][:2] == [("distance", int), ("owner", str)]
        assert replace(train, owner="PRR") == module.Train(4, "PRR")
        assert module.Train.__match_args__ == ("distance", "owner", "note")
        assert module.Train.__dataclass_params__.frozen and not module.Depot.__dataclass_params__.frozen


def test_objects_are_pickled_by_their_fields(written: ModuleType) -> None:
    """Those that were not written out and their subclasses too: mypyc has other ideas of all of them."""
    depot = written.Depot([written.Train(2), written.Train(3, "PRR")], 1)
    assert pickle.loads(pickle.dumps(depot)) == depot
    assert written.Secret(7).__reduce__() == (written.Secret, (7,))
    assert written.DiningCar(4).__reduce__() == (written.DiningCar, (4, 1))


def test_frozen_fields_become_final() -> None:
    text = native_classes.write_out(SOURCE)
    assert "distance: Final[int]" in text and "rusted: int" in text


def test_frozen_dataclasses_cannot_be_changed(declared: ModuleType) -> None:
    with pytest.raises(FrozenInstanceError):
        declared.Train(2).distance = 3
