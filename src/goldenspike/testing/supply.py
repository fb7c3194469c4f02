"""What the box still has in a position: trains that the bank sells, and tiles that may have come to lie on a hex."""

from collections.abc import Iterable, Mapping

from goldenspike.core.holders import BANK, NOBODY
from goldenspike.core.ids import Hex, Train, by_train
from goldenspike.core.state import State
from goldenspike.core.title import UNLIMITED, Setup
from goldenspike.testing.names import ImpossiblePosition


def balance_trains(setup: Setup, s: State, in_bank: Mapping[Train, int] | None) -> None:
    """What neither the bank nor anybody else has is out of the game.

    `in_bank` says what the bank has left of the trains that are for sale by now; None: no more are sold than the phase requires.
    """
    types, phase = len(setup.title.trains), setup.title.phases[s.phase].id
    for train, card in by_train(setup.title.trains):
        s.trains[BANK * types + train] = s.trains[NOBODY * types + train] = 0
        if card.count == UNLIMITED:
            s.trains[BANK * types + train] = UNLIMITED
            continue
        spare = card.count - sum(s.trains[train::types])
        unsold = _unsold(setup, s.phase, train)
        left = min(unsold, max(spare, 0))
        if in_bank is not None and (in_bank.get(train) or _may_be_sold(setup, s.phase, train)):
            left = in_bank[train]
        if left > spare:
            held = card.count - spare
            raise ImpossiblePosition(f"there are {card.count} {card.id}-trains, not {held + left}")
        if left < card.count and card.phase and setup.phase_index[card.phase] > s.phase:
            raise ImpossiblePosition(f"{card.id}-trains begin phase {card.phase}, so none is sold in phase {phase}")
        if left == card.count and s.phase and card.phase == phase:
            raise ImpossiblePosition(f"phase {card.phase} begins with the first {card.id}-train, and the bank has them all")
        if left and in_bank is not None and not unsold:
            raise ImpossiblePosition(f"{card.id}-trains are sold out before phase {phase}")
        s.trains[BANK * types + train] = left
        s.trains[NOBODY * types + train] = spare - left


def _may_be_sold(setup: Setup, phase: int, train: Train) -> bool:
    """Whether trains of this type may have been bought by now; one that begins no phase comes after the type before it."""
    cards = setup.title.trains[train::-1]
    begins = next((card.phase or card.available for card in cards if card.phase or card.available), "")
    return not begins or setup.phase_index[begins] <= phase


def _unsold(setup: Setup, phase: int, train: Train) -> int:
    """How many trains of a type the bank still has, if no more than the phase requires are sold."""
    cards = setup.title.trains
    begun = [number for number, card in by_train(cards) if card.phase and setup.phase_index[card.phase] <= phase]
    card = cards[train]
    if phase and begun and train == begun[-1]:
        return card.count - 1
    return card.count if not begun or train > begun[-1] or card.available else 0


def may_lie(setup: Setup, hex: Hex, face: int) -> bool:
    """Whether laying tiles on the print of a hex, one upon the other, may lead to this face."""
    wanted = setup.faces[face]
    seen: set[int] = set()
    open_faces: Iterable[int] = [setup.first_printed + hex]
    while open_faces:
        following = {lay.face for old in open_faces for lay in setup.lays(hex, old)} - seen
        if face in following:
            return True
        seen |= following
        open_faces = [
            other
            for other in following
            if setup.faces[other].color < wanted.color and setup.faces[other].exits & ~wanted.exits == 0
        ]
    # A tile that brings dormant track to life lies there by itself, whatever the print says.
    return any(setup.title.hexes[hex].dormant) and wanted.exits == _exits_of(setup.title.hexes[hex].dormant)


def _exits_of(paths: tuple[tuple[int, int], ...]) -> int:
    exits = 0
    for first, second in paths:
        exits |= 1 << first | 1 << second
    return exits
