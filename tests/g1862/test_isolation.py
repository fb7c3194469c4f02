"""Nothing of this title leaks into the engine, and its rules stay where they belong."""

from pathlib import Path

import goldenspike.core
from goldenspike.titles.catalogue import find_version

CORE = Path(goldenspike.core.__file__).parent


def test_core_does_not_know_the_title() -> None:
    named = [str(path.relative_to(CORE)) for path in CORE.rglob("*.py") if "1862" in path.read_text(encoding="utf-8")]
    assert named == []


def test_only_switches_that_make_sense_are_offered() -> None:
    version = find_version("1862")
    assert version.name == "standard"
    assert version.players == (4, 5, 6, 7)
    assert {switch.name for switch in version.switches} == {
        "knowledge",
        "seating",
        "raises",
        "discard_order",
        "running_trains",
        "bank_breaks",
        "last_train",
        "outbid_money",
        "express_bonus",
    }
