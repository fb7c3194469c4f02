"""What a seat may do now, and why other actions are illegal, without revealing hidden information."""

from dataclasses import dataclass

from goldenspike.core.actions import Action, Correction
from goldenspike.core.game import Game, player_of
from goldenspike.core.holders import CHANCE
from goldenspike.core.ids import Player
from goldenspike.core.reasons import Reason, Refusal
from goldenspike.core.state import State
from goldenspike.core.steps.base import Offer, Priced
from goldenspike.core.title import Setup

_PRICED = Priced.__args__


@dataclass(frozen=True, slots=True)
class Choices:
    """Actions without an amount, and offers with an amount to choose."""

    actions: tuple[Action, ...]
    offers: tuple[Offer, ...]

    def __bool__(self) -> bool:
        return bool(self.actions or self.offers)


NO_CHOICES = Choices((), ())


def choices_for(setup: Setup, s: State, seat: Player | None) -> Choices:
    """The legal actions of a seat. Their limits come from the seat's own money and from that of railroads it runs."""
    game = Game(setup, s)
    if seat is None or game.is_over or game.actors == (CHANCE,):
        return NO_CHOICES
    legal = game.legal_for(seat)
    offers = tuple(legal.offers())
    lowest = {offer.action for offer in offers}
    actions = tuple(action for action in legal if not (isinstance(action, _PRICED) and action in lowest))
    return Choices(actions, offers)


def refusal_for(setup: Setup, s: State, seat: Player, action: Action) -> Refusal | None:
    """Why an action is illegal for a seat; for actions of other players only that they are not its own.

    A reason reveals no money but the acting player's (see `Reason.BUYER_CANNOT_PAY`).
    """
    if player_of(action) != seat:
        return Refusal(Reason.NOT_YOUR_TURN, (seat,))
    if isinstance(action, Correction):
        # Nobody makes one alone; why it is impossible may depend on what others have.
        return Refusal(Reason.NOT_NOW)
    return Game(setup, s).refuse(action)
