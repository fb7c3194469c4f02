"""Games saved by earlier releases open as they were and go on.

Their records name the options of all titles, and fields of the state by names that have changed since.
"""

import json
from pathlib import Path
from typing import Any

import pytest

from goldenspike.record.native import dump, load
from goldenspike.titles.g1830.options import DhStation, GreenOo, Options1830, StarterOptions
from goldenspike.titles.g1862.options import ExpressBonus, Options1862

BEFORE = Path(__file__).parents[1] / "data" / "before"
FILES = sorted(BEFORE.glob("*.json"))


def saved(path: Path) -> dict[str, Any]:
    record: dict[str, Any] = json.loads(path.read_bytes())
    return record


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_game_of_before_opens_and_goes_on(path: Path) -> None:
    game = load(path.read_bytes())
    assert game.ply == len(saved(path)["actions"])
    action = next(action for player in game.actors for action in game.legal_for(player))
    game.push(action)
    again = load(dump(game))
    assert (again.state, again.setup.options) == (game.state, game.setup.options)


def test_fields_of_the_state_keep_their_values_under_new_names() -> None:
    tile, token = (load((BEFORE / f"1830-{name}.json").read_bytes()).state for name in ("private-tile", "token-drawn"))
    assert saved(BEFORE / "1830-private-tile.json")["snapshot"]["state"]["dh_tile"] is True
    assert tile.power_tile_laid and not token.power_tile_laid
    assert saved(BEFORE / "1830-token-drawn.json")["snapshot"]["state"]["fresh"] == token.drawn_this_turn > 0


def test_options_keep_their_values_and_those_of_other_titles_are_left_out() -> None:
    """A record of before names 60 options and more, whatever the title; `express_bonus` is younger, and played as it was."""
    records = {path.stem: load(path.read_bytes()).setup for path in FILES}
    classic = records["1830-private-tile"].options
    assert isinstance(classic, Options1830)
    assert (classic.sv_half_cost, classic.dh_station, classic.green_oo) == (True, DhStation.FLEXIBLE, GreenOo.VARIABLE)
    starter = records["1830-starter"].options
    assert isinstance(starter, StarterOptions) and starter.two_railroads
    other = records["1862-standard"].options
    assert isinstance(other, Options1862) and other.express_bonus is ExpressBonus.PASSING
