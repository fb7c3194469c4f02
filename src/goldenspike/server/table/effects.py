"""Who pays for a train, and what else a label does not tell: shown up front, for touch screens too."""

from collections.abc import Iterator

from goldenspike.core.actions import BuyTrain, ClosePrivate, LayTile, PayDividend, PlaceToken, Redeem
from goldenspike.core.events import Event, Paid, PhaseStarted, PriceMoved, PrivateClosed, TrainsRetired, Why
from goldenspike.core.game import Game
from goldenspike.core.holders import FIRST_COMPANY, is_company
from goldenspike.core.ids import Player
from goldenspike.core.state import State
from goldenspike.core.title import Setup
from goldenspike.server.words import Words
from goldenspike.text import Context

HEAVY = BuyTrain | ClosePrivate | PayDividend | PlaceToken | Redeem
_OF_TRAINS = (PhaseStarted, TrainsRetired, PrivateClosed)


def effect_of(setup: Setup, state: State, action: HEAVY, words: Words, context: Context) -> str:
    """Sentences; empty if nothing is easily overlooked. Payments are public, so this reveals nothing hidden."""
    if isinstance(action, BuyTrain) and is_company(action.source):
        return ""
    if isinstance(action, ClosePrivate):
        return words("effect.close", amount=words.money(setup.title.privates[action.private].revenue))
    game = Game(setup, state)
    events = game.push(action)
    if isinstance(action, Redeem):
        # Only the director redeems, and the director knows the treasury.
        return f"{words('picture.treasury')} {words.money(game.state.money[FIRST_COMPANY + action.company])}"
    if isinstance(action, PlaceToken):
        cost = state.money[FIRST_COMPANY + action.company] - game.state.money[FIRST_COMPANY + action.company]
        left = words.money(game.state.money[FIRST_COMPANY + action.company])
        return words("effect.station", cost=words.money(cost), left=left) if cost else ""
    if isinstance(action, BuyTrain):
        told = words.say([event for event in events if isinstance(event, _OF_TRAINS)], context, preview=True)
        return words.join((*_payers(setup, events, action, words, context), *told))
    lines: list[str] = []
    received = _received(events, action.player)
    if received:
        lines.append(words("effect.you_get", name=context.players[action.player], amount=words.money(received)))
    for event in events:
        if isinstance(event, PriceMoved) and event.company == action.company:
            lines.append(words("trade.price", amount=words.money(event.new)))
    return ", ".join(lines)


def effect_of_power(setup: Setup, state: State, action: LayTile, words: Words, context: Context) -> str:
    """The private company whose tile is laid, or that the lay closes."""
    closing = [event for event in Game(setup, state).push(action) if isinstance(event, PrivateClosed)]
    return words.join(words.say(closing, context, preview=True)) or setup.title.privates[action.private].name


def _payers(setup: Setup, events: list[Event], action: BuyTrain, words: Words, context: Context) -> Iterator[str]:
    """Who pays how much, if the treasury does not pay for the train alone (7.6.2, C-2.3.1)."""
    help, loan = (_paid(events, why) for why in (Why.HELP, Why.LOAN))
    if help or loan:
        yield words(
            "effect.train_loan" if loan else "effect.train_help",
            company=setup.title.companies[action.company].id,
            own=words.money(action.price - help - loan),
            name=context.players[action.player],
            help=words.money(help),
            loan=words.money(loan),
        )


def _paid(events: list[Event], why: Why) -> int:
    return sum(event.amount for event in events if isinstance(event, Paid) and event.why is why)


def _received(events: list[Event], player: Player) -> int:
    return sum(
        event.amount for event in events if isinstance(event, Paid) and event.payee == player and event.why is Why.DIVIDEND
    )
