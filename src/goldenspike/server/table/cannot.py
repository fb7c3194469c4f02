"""What a seat may not do now, and why: the usual wishes of each round, tried and refused.

Only wishes of the reader's own seat are tried, and `refusal_for` speaks of nobody else's purse.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from goldenspike.core.actions import Action, BuyFromBank, BuyShare, BuyTrain, SellShares, StartCompany
from goldenspike.core.holders import BANK, POOL
from goldenspike.core.state import State
from goldenspike.core.title import RoundKind, Setup
from goldenspike.server.words import Words
from goldenspike.text import Context
from goldenspike.view import Choices, View, refusal_for


@dataclass(frozen=True, slots=True)
class Cannot:
    wish: str
    reason: str


def cannot_do(
    setup: Setup, state: State, seen: State, seat: int, view: View, choices: Choices, words: Words, context: Context
) -> tuple[Cannot, ...]:
    """The wishes of the round that are not among the choices; one line for each reason is enough."""
    offered = set(choices.actions)
    found: dict[str, Cannot] = {}
    for wish in _wishes(setup, state, seat, view):
        if wish in offered or any(type(offer.action) is type(wish) for offer in choices.offers):
            continue
        refusal = refusal_for(setup, state, seat, wish)
        if refusal is not None:
            reason = words.why(refusal, context)
            found.setdefault(reason, Cannot(words.label(wish, seen, context), reason))
    return tuple(found.values())


def _wishes(setup: Setup, state: State, seat: int, view: View) -> Iterator[Action]:
    if state.round == RoundKind.STOCK:
        market = setup.title.market
        lowest = min((market.prices[cell] for cell in market.par_cells), default=0)
        for company, shown in enumerate(view.companies):
            if shown.closed:
                continue
            if shown.par is None and shown.offering:
                yield StartCompany(seat, company, lowest)
            else:
                if shown.offering:
                    yield BuyShare(seat, company, BANK)
                if shown.pool:
                    yield BuyShare(seat, company, POOL)
            if shown.holdings.get(seat):
                yield SellShares(seat, company, 1)
    elif state.round == RoundKind.OPERATING and state.operating >= 0 and view.companies[state.operating].president == seat:
        for train, card in enumerate(view.trains):
            if card.for_sale:
                yield BuyTrain(seat, state.operating, train, BANK, card.price)
    else:
        for private, card_of_private in enumerate(view.privates):
            if card_of_private.owner == "bank" and card_of_private.asking_price is not None:
                yield BuyFromBank(seat, private)
