"""What each version prescribes besides its box: the variants and special rules of every scenario, with paragraphs.

The values are the names that a table would give on the command line where an option exists; `True` marks a special rule that
is not a choice elsewhere. `versions` turns this list into the defaults of `Options`.
"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Prescription:
    """A rule that a scenario prescribes."""

    rule: str
    """The id of a variant, or the scenario's own paragraph."""
    value: str | bool
    paragraph: str
    """The paragraph of the scenario."""


_SCENARIO_COMPONENTS = (
    Prescription("V-1.2", "plus", "1.0"),
    Prescription("V-1.3", "full", "1.0"),
    Prescription("V-1.4", "scenario", "1.0"),
    Prescription("V-1.5", "scenario", "1.0"),
    Prescription("V-1.6", "scenario", "1.0"),
    Prescription("V-1.7", "scenario", "1.0"),
    Prescription("V-5.3", "chart", "5.2"),
    Prescription("V-7.5", True, "7.4"),
)

_COAL = (
    Prescription("coal licence", True, "S-1.2 7.2"),
    Prescription("coal hex once per train", True, "S-1.2 7.2"),
)

PRESCRIBED: dict[str, tuple[Prescription, ...]] = {
    "starter": (
        Prescription("V-0.1", "open", "starter"),
        Prescription("half terrain costs", True, "starter"),
        Prescription("revenue to the treasury", True, "starter"),
        Prescription("fixed order", True, "starter"),
    ),
    "base": (
        Prescription("V-0.1", "open", "1.4"),
        Prescription("V-1.1", "free", "1.1"),
        Prescription("V-1.8", "bid_and_choose", "1.3"),
        Prescription("C-2.3", "receivership", "7.6.2, 7.7"),
    ),
    "classic": (
        Prescription("V-0.1", "partial", "C-1.1"),
        Prescription("V-1.1", "random", "C-2.1"),
        Prescription("V-1.8", "buy_bid_auction", "C-2.2"),
        Prescription("C-2.3", "forced_sale_bankruptcy", "C-2.3"),
    ),
    "s1": (
        *_SCENARIO_COMPONENTS,
        *_COAL,
        Prescription("V-7.2", "both", "S-1.2 5.0"),
        Prescription("V-7.3", True, "S-1.2 7.2"),
        Prescription("V-7.4", "C&O, Richmond held for it", "S-1.2 7.3"),
        Prescription("warehouses", True, "S-1.2 7.4"),
        Prescription("S-1.v", "removed", "S-1.1"),
    ),
    "s2": (
        *_SCENARIO_COMPONENTS,
        *_COAL,
        Prescription("V-1.7", "unlimited_diesels", "S-2.1"),
        Prescription("V-7.2", "n&w", "S-2.2 5.0"),
        Prescription("V-7.3", True, "S-1.2 7.2"),
        Prescription("warehouses", True, "S-1.2 7.4"),
    ),
    "s3": (
        *_SCENARIO_COMPONENTS,
        *_COAL,
        Prescription("V-7.2", "n&w", "S-3.2 5.0"),
        Prescription("V-7.4", "C&O, Richmond held for it", "S-1.2 7.3"),
        Prescription("V-7.10", True, "S-3.2"),
        Prescription("V-3.0d", True, "S-3.2"),
    ),
    "s4": (
        *_SCENARIO_COMPONENTS,
        Prescription("V-5.1", "per_block_non_president", "S-4.2 5.0"),
        Prescription("V-5.2", True, "S-4.2 5.0"),
        Prescription("V-7.2", "n&w", "S-4.2 5.0"),
        Prescription("V-7.10", True, "S-4.1"),
        Prescription("V-3.0d", True, "S-4.1"),
        Prescription("coal fields", True, "S-4.2 7.2"),
        Prescription("no hex twice", True, "S-4.2 7.5"),
    ),
    "s5": (
        Prescription("dealt private companies", True, "S-5.2 1.0"),
        Prescription("S-5.v", "removed", "S-5.2 1.0"),
        Prescription("uncertainty tokens", True, "S-5.2 3.0"),
        Prescription("V-5.1", "reform", "S-5.2 6.1"),
        Prescription("one to four steps", True, "S-5.2 5.5"),
        Prescription("V-8.0", True, "S-5.2 8.0"),
    ),
    "s6": (
        Prescription("no private companies between players", True, "S-6.2"),
        Prescription("four more tiles", True, "S-6.1"),
    ),
}
