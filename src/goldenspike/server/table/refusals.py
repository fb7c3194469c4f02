"""Why common actions of the current round are illegal for a seat.

Only actions of the reader's own seat are tried, and `refusal_for` does not reveal the money of others.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from goldenspike.core.actions import (
    Action,
    BuyFromBank,
    BuyShare,
    BuyTrain,
    LayTile,
    PlaceToken,
    SellShares,
    StartCompany,
)
from goldenspike.core.game import Game
from goldenspike.core.holders import BANK, POOL
from goldenspike.core.ids import Company, Hex, Player, by_private, by_train
from goldenspike.core.reasons import Reason, Refusal
from goldenspike.core.state import State
from goldenspike.core.title import RoundKind, Setup
from goldenspike.server.words import Words
from goldenspike.text import Context
from goldenspike.view import Choices, View, refusal_for


@dataclass(frozen=True, slots=True)
class RefusedAction:
    action: str
    reason: str


def refused_actions(
    setup: Setup, state: State, seen: State, seat: Player, view: View, choices: Choices, words: Words, context: Context
) -> tuple[RefusedAction, ...]:
    """Common actions of the round that are illegal, one line per reason."""
    offered = set(choices.actions)
    found: dict[str, RefusedAction] = {}
    for attempt in _attempts(setup, state, seat, view):
        if attempt in offered or any(type(offer.action) is type(attempt) for offer in choices.offers):
            continue
        refusal = refusal_for(setup, state, seat, attempt)
        if refusal is not None:
            reason = words.why(refusal, context, attempt)
            found.setdefault(reason, RefusedAction(words.label(attempt, seen, context), reason))
    return tuple(found.values())


_CLOSER = (
    Reason.TILE_DOES_NOT_FIT,
    Reason.COLOR_NOT_AVAILABLE,
    Reason.NO_TILE_LEFT,
    Reason.HEX_BLOCKED,
    Reason.NOT_ENOUGH_MONEY,
    Reason.NOT_CONNECTED,
    Reason.NO_NEW_TRACK,
)
"""Reasons against a tile, in the order of the rules: the last one is closest to legal."""


def why_not_here(setup: Setup, state: State, seat: Player, hex: Hex, words: Words, context: Context) -> str:
    """Why nothing can be built on a hex now, in a sentence; empty if something can, or if this is not asked."""
    game = Game(setup, state)
    steps = game.steps_now()
    kinds = steps[0].kinds() if steps else ()
    found: list[Refusal] = []
    for attempt in _attempts_here(setup, state, seat, hex, kinds):
        refusal = refusal_for(setup, state, seat, attempt)
        if refusal is None:
            return ""
        found.append(refusal)
    if found:
        nearest = max(found, key=lambda one: _CLOSER.index(one.reason) if one.reason in _CLOSER else len(_CLOSER))
        return words.why(nearest, context)
    if LayTile in kinds:
        return words("why.no_tile", hex=words.hex(hex, context))
    return words.why(Refusal(Reason.NOT_A_CITY, (hex,)), context) if PlaceToken in kinds else ""


def _attempts_here(setup: Setup, state: State, seat: Player, hex: Hex, kinds: tuple[type, ...]) -> Iterator[Action]:
    company = state.operating
    if LayTile in kinds and company >= 0:
        for lay in setup.lays(hex, state.faces[hex]):
            face = setup.faces[lay.face]
            yield LayTile(seat, company, hex, face.tile, face.rotation)
    elif PlaceToken in kinds and company >= 0:
        for stop in range(len(setup.faces[state.faces[hex]].stops)):
            yield PlaceToken(seat, company, hex, stop)


def purchases(setup: Setup, seat: Player, company: Company, view: View) -> Iterator[Action]:
    """Ways to get shares of a company: start it, or buy from the bank or the pool."""
    shown = view.companies[company]
    if shown.closed:
        return
    if shown.par is None and shown.offering:
        market = setup.title.market
        yield StartCompany(seat, company, min((market.prices[cell] for cell in market.par_cells), default=0))
        return
    if shown.offering:
        yield BuyShare(seat, company, BANK)
    if shown.pool:
        yield BuyShare(seat, company, POOL)


def sales(seat: Player, company: Company, view: View) -> Iterator[Action]:
    shown = view.companies[company]
    if not shown.closed and shown.holdings.get(seat):
        yield SellShares(seat, company, 1)


def _attempts(setup: Setup, state: State, seat: Player, view: View) -> Iterator[Action]:
    if state.round == RoundKind.STOCK:
        for company in setup.all_companies:
            yield from purchases(setup, seat, company, view)
            yield from sales(seat, company, view)
    elif state.round == RoundKind.OPERATING and state.operating >= 0 and view.companies[state.operating].president == seat:
        for train, card in by_train(view.trains):
            if card.for_sale:
                yield BuyTrain(seat, state.operating, train, BANK, card.price)
    else:
        for private, card_of_private in by_private(view.privates):
            if card_of_private.owner == "bank" and card_of_private.asking_price is not None:
                yield BuyFromBank(seat, private)
