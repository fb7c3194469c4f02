"""Passes made for a seat because nothing else can be done, as far as its player wants that.

They are recorded as ordinary moves with a mark, so replays, logs and undo need no special case.
"""

from collections.abc import Iterator

from goldenspike.core.game import Game
from goldenspike.core.holders import CHANCE
from goldenspike.core.ids import Player
from goldenspike.core.state import State
from goldenspike.core.title import Setup
from goldenspike.protocol.messages import SeatKind
from goldenspike.server.table.live_table import AppliedMove, Automatic, LiveTable
from goldenspike.view.shortcuts import idle_pass, same_turn


def automatic_passes(table: LiveTable, game: Game) -> Iterator[AppliedMove]:
    """The passes that follow by themselves; those of a new round wait for the first decision in it."""
    began = _round(game.state)
    while _round(game.state) == began and passes_itself(table, game.setup, game.state):
        action = idle_pass(game.setup, game.state)
        assert action is not None
        yield AppliedMove(action, action.player, game.push(action), game.state, automatic=True)


def passes_itself(table: LiveTable, setup: Setup, state: State) -> bool:
    """Whether the seat to move has nothing to decide and wants to be passed over."""
    action = idle_pass(setup, state)
    if action is None or not may_pass_itself(table, action.player):
        return False
    after = Game(setup, state)
    after.push(action)
    return (Automatic.SKIP if same_turn(state, after.state) else Automatic.END) in table.seats[action.player].automatic


def may_pass_itself(table: LiveTable, player: Player) -> bool:
    """Whether somebody plays this seat who wants to be passed over."""
    if player == CHANCE:
        return False
    seat = table.seats[player]
    return seat.kind in (SeatKind.PERSON, SeatKind.LOCAL) and not seat.played_by and bool(seat.automatic)


def _round(state: State) -> tuple[int, int, int]:
    return state.round, state.round_number, state.operating_round
