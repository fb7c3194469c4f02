"""The surveyor: what it need not try out."""

from random import Random

import pytest

from goldenspike.bots.base import list_actions
from goldenspike.bots.play import next_action
from goldenspike.bots.roster import make_bot
from goldenspike.bots.surveyor import Surveyor
from goldenspike.core.actions import LayTile
from goldenspike.core.game import Game
from goldenspike.titles.catalogue import make


@pytest.mark.parametrize(("title", "version"), [("1830", "starter"), ("1862", "standard")])
def test_track_that_leads_nowhere_changes_no_run(title: str, version: str) -> None:
    """Lays that are not tried out earn what was earned before; some of the others earn more."""
    game = Game(make(title, version, 4, {}))
    bots = [make_bot("greedy", str(seed)) for seed in range(4)]
    rng, surveyor = Random(1), Surveyor(game.setup)
    left_out, gains = 0, 0
    while left_out < 100 or not gains:
        s = game.state
        lays = [action for action in list_actions(game, game.actors[0]) if isinstance(action, LayTile)] if game.ply % 3 else []
        if lays:
            trains = surveyor.trains(s, lays[0].company)
            now = surveyor.revenue(s, lays[0].company, trains)
        for lay in lays[:40]:
            then = surveyor.revenue(surveyor.with_tile(s, lay), lay.company, trains)
            if surveyor.changes_runs(s, lay):
                gains += then > now
            else:
                left_out += 1
                assert then == now
        game.push(next_action(game, bots, rng))
