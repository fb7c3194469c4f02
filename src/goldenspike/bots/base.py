"""What a bot gets and what it must answer.

`Table` is all that a bot sees. Today its `state` is the engine's own; a view without the secrets of other seats can take its
place without a change to the driver. Actions and offers are listed only when a bot asks for them.
"""

from dataclasses import dataclass
from functools import cached_property
from random import Random
from typing import Protocol

from goldenspike.core.actions import Action
from goldenspike.core.game import Game
from goldenspike.core.state import State
from goldenspike.core.steps.base import Offer
from goldenspike.core.title import Setup


@dataclass
class Table:
    """A game as one player sees it when asked."""

    game: Game
    player: int

    @property
    def setup(self) -> Setup:
        return self.game.setup

    @property
    def state(self) -> State:
        """What lies on the table: for reading only."""
        return self.game.state

    @cached_property
    def actions(self) -> list[Action]:
        """The legal actions whose amounts are given."""
        game = self.game
        return [action for step in game.speaking() for action in step.legal(game.setup, game.state, self.player)]

    @cached_property
    def offers(self) -> list[Offer]:
        """The legal actions whose amount the player chooses: bids and prices."""
        return self.game.legal_for(self.player).offers()


class Bot(Protocol):
    """A player. The same seed and the same tables give the same answers."""

    name: str

    def choose(self, table: Table) -> Action:
        """Answer when the game waits for this player."""
        ...

    def interject(self, table: Table) -> Action | None:
        """Do something although the game waits for somebody else, or None; asked before every action of others."""
        ...


class BotMaker(Protocol):
    def __call__(self, rng: Random) -> Bot: ...


def turn_of(state: State) -> tuple[int, ...]:
    """What tells one turn from another: for bots that remember what they already tried in it."""
    return (state.round, state.round_number, state.operating_round, state.operating, state.turn)
