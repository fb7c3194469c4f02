"""Random setups: a version, a number of players, and compatible options.

Games with such setups find interactions between rules that nobody thought of.
"""

from dataclasses import dataclass
from random import Random

from goldenspike.core.switches import Switch, value_name
from goldenspike.core.title import Setup
from goldenspike.titles.catalogue import Excluded, Impossible, Version, find_entry, make

CHANGES = 0.3
"""How often an option differs from the version's default."""


@dataclass(frozen=True, slots=True)
class Combination:
    """A table as the command line would name it."""

    title: str
    version: str
    players: int
    requested: dict[str, str]

    def setup(self) -> Setup:
        return make(self.title, self.version, self.players, self.requested)

    def __str__(self) -> str:
        options = " ".join(f"--option {name}={value}" for name, value in self.requested.items())
        return f"{self.title} --version {self.version} --players {self.players} {options}".rstrip()


def draw_combination(rng: Random, title: str = "1830", version: Version | None = None) -> Combination:
    """A setup that bots can play, so with a map; options that conflict with the others are dropped one by one."""
    chosen = version or rng.choice(find_entry(title).versions)
    players = rng.choice(chosen.players)
    switches = [switch for switch in chosen.switches if switch.name != "map"]
    requested = {switch.name: _value(rng, chosen, switch) for switch in switches if rng.random() < CHANGES}
    while True:
        try:
            make(title, chosen.name, players, requested)
        except Excluded as error:
            requested.pop(rng.choice([error.facts[side] for side in ("option", "other") if error.facts[side] in requested]))
        except Impossible:
            requested.pop(rng.choice(sorted(requested)))
        else:
            return Combination(title, chosen.name, players, requested)


def _value(rng: Random, version: Version, switch: Switch) -> str:
    """Another value than the default."""
    if switch.most:
        return str(rng.randint(1, switch.most))
    return rng.choice([name for name in map(value_name, switch.values) if name != version.default_of(switch)])
