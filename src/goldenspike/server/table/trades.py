"""Share trading on the companies' cards: what a seat may buy and sell, prices and effects, and why not.

Prices come from trying the trade on a copy of the game, so the cards always agree with the rules.
"""

from collections.abc import Iterator

from goldenspike.core.actions import Action, BuyShare, SellShares, StartCompany
from goldenspike.core.events import ShareMoved
from goldenspike.core.frozen import frozen
from goldenspike.core.game import Game
from goldenspike.core.ids import Player, by_company
from goldenspike.core.rules.share_price import price_of
from goldenspike.core.state import State
from goldenspike.core.title import RoundKind, Setup
from goldenspike.record.wire import to_wire
from goldenspike.server.table.panel import encode
from goldenspike.server.table.refusals import RefusedAction, purchases, sales
from goldenspike.server.words import Words
from goldenspike.text import Context
from goldenspike.view import Choices, View, refusal_for

Trading = BuyShare | SellShares | StartCompany


@frozen
class Trade:
    """A button on a card."""

    action: str
    """JSON of the API."""
    kind: str
    label: str
    """The whole sentence."""
    units: int
    source: str
    """bank or pool where something is bought."""
    par: int
    """The par price of a company that is started."""
    amount: int
    """What the seat pays or receives."""
    price: int | None
    """The share value afterwards, None if unchanged."""
    president: Player | None
    """The new president, None if unchanged."""
    floats: bool
    double: bool
    """Whether the second 20% certificate is sold although the ordinary ones would do (V-7.2)."""


@frozen
class Card:
    buys: tuple[Trade, ...] = ()
    starts: tuple[Trade, ...] = ()
    sells: tuple[Trade, ...] = ()
    no_buy: RefusedAction | None = None
    no_sale: RefusedAction | None = None

    @property
    def is_active(self) -> bool:
        """Whether anything can be traded."""
        return bool(self.buys or self.starts or self.sells)

    @property
    def is_empty(self) -> bool:
        return not (self.is_active or self.no_buy or self.no_sale)


def make_cards(
    setup: Setup, state: State, seen: State, seat: Player | None, view: View, choices: Choices, words: Words, context: Context
) -> dict[str, Card]:
    """The cards of companies that the seat can trade, or might want to."""
    if seat is None or not choices:
        return {}
    found: dict[str, Card] = {}
    trades = [action for action in choices.actions if isinstance(action, Trading)]
    asked = state.round == RoundKind.STOCK and not state.pending
    for company, shown in by_company(view.companies):
        own = [_trade(setup, state, seen, seat, action, words, context) for action in trades if action.company == company]
        buys = tuple(trade for trade in own if trade.kind == "BuyShare")
        starts = tuple(trade for trade in own if trade.kind == "StartCompany")
        sells = tuple(trade for trade in own if trade.kind == "SellShares")
        no_buy = no_sale = None
        if asked and not buys and not starts:
            no_buy = _why(setup, state, seen, seat, purchases(setup, seat, company, view), words, context)
        if asked and not sells:
            no_sale = _why(setup, state, seen, seat, sales(seat, company, view), words, context)
        card = Card(buys, starts, sells, no_buy, no_sale)
        if not card.is_empty:
            found[shown.id] = card
    return found


def _trade(setup: Setup, state: State, seen: State, seat: Player, action: Trading, words: Words, context: Context) -> Trade:
    game = Game(setup, state)
    moves = [event for event in game.push(action) if isinstance(event, ShareMoved) and seat in (event.seller, event.buyer)]
    after = game.state
    company = action.company
    price = price_of(setup, after, company) if after.cells[company] >= 0 else 0
    before = price_of(setup, state, company) if state.cells[company] >= 0 else price
    president = after.presidents[company]
    wire = to_wire(setup, action)
    return Trade(
        action=encode(wire),
        kind=type(action).__name__,
        label=words.label(action, seen, context),
        units=sum(event.units for event in moves),
        source=str(wire.get("source", "")),
        par=action.price if isinstance(action, StartCompany) else 0,
        amount=sum(event.units * event.price for event in moves),
        price=price if price != before else None,
        president=president if president not in (state.presidents[company], -1) else None,
        floats=after.floated[company] and not state.floated[company],
        double=isinstance(action, SellShares) and action.double,
    )


def _why(
    setup: Setup, state: State, seen: State, seat: Player, attempts: Iterator[Action], words: Words, context: Context
) -> RefusedAction | None:
    """The first attempt that is refused, and why."""
    for attempt in attempts:
        refusal = refusal_for(setup, state, seat, attempt)
        if refusal is not None:
            return RefusedAction(words.label(attempt, seen, context), words.why(refusal, context, attempt))
    return None
