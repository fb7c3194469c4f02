"""What has happened since a seat's last turn, per player and per railroad.

It is told from the events that the seat may know (see `secrets.visible_moves`).
"""

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar

from goldenspike.core import events as e
from goldenspike.core.actions import Payout
from goldenspike.core.events import Event
from goldenspike.core.holders import BANK, POOL, company_of_holder, is_company, is_player
from goldenspike.core.ids import NONE, Company, Hex, Holder, Player, Private, Train
from goldenspike.view.steps import TURN_STARTS

Moves = Sequence[tuple[int, Player, Sequence[Event]]]
"""Moves as their ply, the seat that made them (-1 for chance) and their events."""

TOLD = (
    e.TrainsRetired,
    e.PhaseStarted,
    e.TrainDiscarded,
    e.TrainTradedIn,
    e.PrivateClosed,
    e.PriceCut,
    e.LoanChanged,
    e.NotesChanged,
    e.NotesCancelled,
    e.SharesHalved,
    e.CompanyClosed,
    e.PlayerLeft,
    e.PeakReached,
    e.EndForeseen,
    e.SpecialTileLaid,
    e.StationDeclared,
    e.LicenceGranted,
    e.MarketReformed,
    e.TokenDrawn,
    e.RevenueDrawn,
    e.RunContested,
    e.GroupChosen,
    e.BankBroke,
    e.WentBankrupt,
    e.GameEnded,
)
"""Events that have a line of their own."""


@dataclass(slots=True)
class Trade:
    """Shares of one company that a player bought or sold."""

    company: Company
    percent: int
    old: int = 0
    new: int = 0
    """What the sale did to the price, both 0 if nothing."""


@dataclass(frozen=True, slots=True)
class TrainBought:
    train: Train
    price: int
    seller: Holder
    helper: Holder | None = None
    """The president, if he had to add money."""
    help: int = 0


@dataclass(slots=True)
class PlayerLine:
    player: Player
    ply: int = 0
    """The last move that the line is about."""
    started: list[tuple[Company, int]] = field(default_factory=list)
    """Companies with their par prices."""
    bought: list[Trade] = field(default_factory=list)
    """Without the president's certificates of those."""
    sold: list[Trade] = field(default_factory=list)
    privates: list[tuple[Private, int]] = field(default_factory=list)
    """Private companies with the price paid."""
    by_order: bool = False
    """Whether an order did some of it."""


@dataclass(slots=True)
class CompanyLine:
    company: Company
    ply: int = 0
    floated: bool = False
    president: Player | None = None
    """Who took it over."""
    par: int = 0
    """The par price, if it was set after the president was known; else 0."""
    track: list[Hex] = field(default_factory=list)
    track_cost: int = 0
    stations: list[Hex] = field(default_factory=list)
    stations_cost: int = 0
    revenues: list[tuple[int, Payout | None]] = field(default_factory=list)
    """The revenue of each run and what became of it; None if nothing was decided."""
    trains: list[TrainBought] = field(default_factory=list)
    lost: list[tuple[Train, int]] = field(default_factory=list)
    """Types of trains that were retired, with how many of them it had."""
    privates: list[tuple[Private, int]] = field(default_factory=list)
    old: int = 0
    new: int = 0
    """The share price before and after, unless it only fell by sales; both 0 if it is unchanged."""
    by_order: bool = False


@dataclass(slots=True)
class BidLine:
    """All bids for one private company, and who bought it in the end."""

    private: Private
    ply: int = 0
    bids: list[tuple[Player, int]] = field(default_factory=list)
    buyer: Player | None = None
    price: int = 0
    by_order: bool = False


@dataclass(slots=True)
class PassLine:
    players: list[Player] = field(default_factory=list)
    ply: int = 0
    by_order: bool = False


@dataclass(slots=True)
class EventLine:
    """Something that the event says best itself."""

    event: Event
    ply: int
    by_order: bool = False


SinceLine = PlayerLine | CompanyLine | BidLine | PassLine | EventLine
Begun = TypeVar("Begun", PlayerLine, CompanyLine, BidLine, PassLine)
Number = TypeVar("Number", bound=int)


@dataclass(frozen=True, slots=True)
class Changes:
    """What looks different, for marks on the page."""

    hexes: frozenset[Hex] = frozenset()
    prices: frozenset[Company] = frozenset()
    shares: frozenset[tuple[Company, Holder]] = frozenset()
    """Companies with the holders whose part of them has changed: players, BANK for the offering, POOL."""
    privates: frozenset[Private] = frozenset()
    trains: frozenset[Company] = frozenset()


@dataclass(frozen=True, slots=True)
class Since:
    start: int
    """The position in which the seat's last turn ended."""
    end: int
    """The position in which its turn began, or the present one if it is not its turn."""
    lines: tuple[SinceLine, ...]
    changes: Changes
    """Empty as soon as the seat has acted in its turn."""


def since_last_turn(
    moves: Moves, seat: Player, is_on_turn: bool, by_order: Collection[int] = (), automatic: Collection[int] = ()
) -> Since:
    """What others have done since the last decision of a seat; it stays the same throughout the seat's next turn.

    `by_order` are the plies of the moves that orders made: the seat's own orders tell what they did like other players.
    `automatic` are those of passes made for seats that had nothing to decide: the seat's own end no turn of its own and are not
    told. Of the moves those from the seat's last turn on are enough.
    """
    before = moves[0][0] - 1 if moves else 0

    def is_own(number: int) -> bool:
        return moves[number][1] == seat and moves[number][0] not in by_order

    def is_automatic(number: int) -> bool:
        return moves[number][0] in automatic

    end = len(moves)
    while is_on_turn and end and is_own(end - 1) and not _ends_turn(moves[end - 1][2]):
        end -= 1
    while end < len(moves) and is_automatic(end):
        end += 1
    start = end
    while start and (not is_own(start - 1) or is_automatic(start - 1)):
        start -= 1
    told = [
        (ply, [event for event in events if not isinstance(event, e.Passed)] if who == seat and ply in automatic else events)
        for ply, who, events in moves[start:end]
    ]
    if start:
        # The seat's own move may have ended a round, or sold what others had bid for; what came of that is news too.
        told.insert(0, (before + start, _aftermath(moves[start - 1][2])))
    changes = changes_in(event for _, events in told for event in events) if end == len(moves) else Changes()
    return Since(before + start, before + end, tuple(_Reader(by_order).read(told)), changes)


def _ends_turn(events: Sequence[Event]) -> bool:
    return any(isinstance(event, TURN_STARTS) for event in events)


def _aftermath(events: Sequence[Event]) -> Sequence[Event]:
    """The events from the one on that began another turn or round, or sold a private company that the seat did not buy itself."""
    is_purchase = not any(isinstance(event, e.Passed | e.BidMade) for event in events)
    for number, event in enumerate(events):
        if isinstance(event, TURN_STARTS):
            return events[number:]
        if isinstance(event, e.PrivateMoved):
            if not is_purchase:
                return events[number:]
            is_purchase = False
    return ()


class _Reader:
    def __init__(self, by_order: Collection[int]) -> None:
        self._by_order = by_order
        self._lines: dict[tuple[str, int], SinceLine] = {}
        self._ply = 0
        self._help: e.Paid | None = None
        """What a president added to the price of the train that the move bought."""

    def read(self, moves: Sequence[tuple[int, Sequence[Event]]]) -> Iterator[SinceLine]:
        for ply, events in moves:
            self._ply = ply
            starting = self._pars(events)
            sales = {event.company: event for event in events if isinstance(event, e.ShareMoved) and is_player(event.seller)}
            self._help = next((event for event in events if isinstance(event, e.Paid) and event.why == e.Why.HELP), None)
            for event in events:
                self._read(event, starting, sales)
        for line in self._lines.values():
            if not isinstance(line, BidLine) or line.bids or line.buyer is not None:
                yield line

    def _pars(self, events: Sequence[Event]) -> dict[Company, int]:
        """The par prices of the companies that a president starts; others are told with the company."""
        pars = {event.company: event.price for event in events if isinstance(event, e.ParSet)}
        if not pars:
            return pars
        presidents = {event.company for event in events if isinstance(event, e.PresidentChanged)}
        for company in pars.keys() - presidents:
            self._company(company).par = pars[company]
        return {company: par for company, par in pars.items() if company in presidents}

    def _read(self, event: Event, starting: dict[Company, int], sales: dict[Company, e.ShareMoved]) -> None:
        match event:
            case e.ShareMoved():
                if event.company not in starting:
                    self._share(event)
            case e.PresidentChanged():
                if event.company in starting:
                    self._player(event.player).started.append((event.company, starting[event.company]))
                else:
                    self._company(event.company).president = event.player
            case e.PriceMoved():
                self._price(event, sales.get(event.company))
            case e.Floated():
                self._company(event.company).floated = True
            case e.PrivateMoved():
                self._private(event)
            case e.BidMade():
                self._bid(event.private).bids.append((event.player, event.amount))
            case e.Passed():
                self._pass(event.player)
            case _ if not self._operate(event) and isinstance(event, TOLD):
                self._lines["event", len(self._lines)] = EventLine(event, self._ply)

    def _operate(self, event: Event) -> bool:
        """What a railroad does in its turn and what becomes of its trains; False if the event is something else."""
        match event:
            case e.TileLaid() if event.company != NONE:
                line = self._company(event.company)
                _add(line.track, event.hex)
                line.track_cost += event.cost
            case e.TokenPlaced():
                line = self._company(event.company)
                _add(line.stations, event.hex)
                line.stations_cost += event.cost
            case e.TrainsRun():
                self._company(event.company).revenues.append((event.revenue, None))
            case e.DividendDeclared():
                self._dividend(event)
            case e.TrainMoved() if is_company(event.buyer):
                help = (self._help.payer, self._help.amount) if self._help else ()
                bought = TrainBought(event.train, event.price, event.seller, *help)
                self._company(company_of_holder(event.buyer)).trains.append(bought)
            case e.TrainsRetired() if event.company != NONE:
                self._company(event.company).lost.append((event.train, event.count))
            case _:
                return False
        return True

    # --- events

    def _share(self, event: e.ShareMoved) -> None:
        percent = event.units * event.percent
        if is_player(event.buyer) and event.seller in (BANK, POOL) and event.price:
            _trade(self._player(event.buyer).bought, event.company, percent)
        elif is_player(event.seller) and event.buyer == POOL:
            _trade(self._player(event.seller).sold, event.company, percent)

    def _price(self, event: e.PriceMoved, sale: e.ShareMoved | None) -> None:
        if event.old == event.new:
            return
        if sale is not None and is_player(sale.seller):
            trade = _trade(self._player(sale.seller).sold, event.company, 0)
            trade.old, trade.new = trade.old or event.old, event.new
        else:
            line = self._company(event.company)
            line.old, line.new = line.old or event.old, event.new

    def _dividend(self, event: e.DividendDeclared) -> None:
        """What is declared replaces the revenue of the run, which a draw may have changed (S-6)."""
        revenues = self._company(event.company).revenues
        if revenues and revenues[-1][1] is None:
            revenues.pop()
        revenues.append((event.revenue, Payout(event.payout)))

    def _private(self, event: e.PrivateMoved) -> None:
        if is_company(event.buyer):
            self._company(company_of_holder(event.buyer)).privates.append((event.private, event.price))
        elif is_player(event.buyer) and ("bids", event.private) in self._lines:
            line = self._bid(event.private)
            line.buyer, line.price = event.buyer, event.price
        elif is_player(event.buyer):
            self._player(event.buyer).privates.append((event.private, event.price))

    def _pass(self, player: Player) -> None:
        line = self._line("pass", int(self._ply in self._by_order), lambda _: PassLine())
        if player not in line.players:
            line.players.append(player)

    # --- lines, in the order in which they were begun

    def _line(self, kind: str, number: Number, begin: Callable[[Number], Begun]) -> Begun:
        found: Any = self._lines.get((kind, number))
        if found is None:
            found = self._lines[kind, number] = begin(number)
        line: Begun = found
        line.ply = self._ply
        line.by_order = line.by_order or self._ply in self._by_order
        return line

    def _player(self, player: Player) -> PlayerLine:
        return self._line("player", player, PlayerLine)

    def _company(self, company: Company) -> CompanyLine:
        return self._line("company", company, CompanyLine)

    def _bid(self, private: Private) -> BidLine:
        return self._line("bids", private, BidLine)


def _add(hexes: list[Hex], hex: Hex) -> None:
    if hex not in hexes:
        hexes.append(hex)


def _trade(trades: list[Trade], company: Company, percent: int) -> Trade:
    """Add to the trade in that company, or begin one."""
    for trade in trades:
        if trade.company == company:
            trade.percent += percent
            return trade
    trades.append(Trade(company, percent))
    return trades[-1]


def changes_in(events: Iterator[Event]) -> Changes:
    hexes: set[Hex] = set()
    prices: set[Company] = set()
    shares: set[tuple[Company, Holder]] = set()
    privates: set[Private] = set()
    trains: set[Company] = set()
    for event in events:
        match event:
            case e.TileLaid() | e.TokenPlaced() | e.TokenMoved() | e.MarkerPlaced() | e.MarkerRemoved() | e.SpecialTileLaid():
                hexes.add(event.hex)
            case e.PriceMoved() | e.ParSet():
                prices.add(event.company)
            case e.ShareMoved():
                shares |= {(event.company, holder) for holder in (event.seller, event.buyer)}
            case e.PrivateMoved() | e.PrivateClosed() | e.BidMade():
                privates.add(event.private)
            case e.TrainMoved():
                trains |= {company_of_holder(holder) for holder in (event.seller, event.buyer) if is_company(holder)}
            case e.TrainDiscarded() | e.TrainTradedIn():
                trains.add(event.company)
            case e.TrainsRetired() if event.company != NONE:
                trains.add(event.company)
    return Changes(frozenset(hexes), frozenset(prices), frozenset(shares), frozenset(privates), frozenset(trains))
