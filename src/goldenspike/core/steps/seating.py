"""Drawing the seats (C-2.1): an action of chance."""

from collections.abc import Iterator
from itertools import permutations

from goldenspike.core.actions import Action, DrawSeats
from goldenspike.core.holders import CHANCE
from goldenspike.core.ids import Player
from goldenspike.core.ledger import Ledger
from goldenspike.core.reasons import Reason, Refusal
from goldenspike.core.state import State
from goldenspike.core.steps.base import Step
from goldenspike.core.title import Setup


class SeatingStep(Step):
    name = "seating"

    def kinds(self) -> tuple[type, ...]:
        return (DrawSeats,)

    def actors(self, setup: Setup, s: State) -> tuple[Player, ...]:
        return (CHANCE,)

    def refuse(self, setup: Setup, s: State, action: Action) -> Refusal | None:
        assert isinstance(action, DrawSeats)
        return None if sorted(action.seats) == list(setup.all_players) else Refusal(Reason.BAD_SEATS)

    def apply(self, ledger: Ledger, action: Action) -> None:
        assert isinstance(action, DrawSeats)
        ledger.set_seating(action.seats)
        ledger.setup.plan.flow.start_auction(ledger)

    def legal(self, setup: Setup, s: State, player: Player) -> Iterator[Action]:
        if player == CHANCE:
            for seats in permutations(setup.all_players):
                yield DrawSeats(seats)
