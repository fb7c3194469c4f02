"""Which news concern a seat most: what is its own first, then what it loses by, then the rest."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from enum import IntEnum

from goldenspike.core.events import CompanyClosed, Event, PresidentChanged, PrivateClosed, PrivateMoved, ShareMoved
from goldenspike.core.holders import NOBODY
from goldenspike.core.ids import Company, Holder, Player, Private
from goldenspike.core.state import State
from goldenspike.view.since import BidLine, CompanyLine, EventLine, PlayerLine, Since, SinceLine


class Concern(IntEnum):
    """In the order in which news are told."""

    OWN = 0
    """The seat's own purchases and bids, the railroads that it runs or has lost, its private companies."""
    LOSS = 1
    """A railroad of which the seat holds shares has lost trains or value, or has closed."""
    OTHER = 2


def sort_news(since: Since, s: State, seat: Player, moves: Iterable[tuple[int, Sequence[Event]]]) -> Since:
    """What concerns the seat comes first, otherwise the order stays. `moves` are all of the game, as their ply and events."""
    is_taken = any(_takes_away(line) for line in since.lines)
    past = _Past(moves if is_taken else (), seat, since.start)
    return replace(since, lines=tuple(sorted(since.lines, key=lambda line: _concern(line, s, seat, past))))


def _takes_away(line: SinceLine) -> bool:
    """Whether the present state no longer tells who owned what the line is about."""
    match line:
        case EventLine(event=PrivateClosed() | CompanyClosed()):
            return True
        case CompanyLine():
            return line.president is not None
    return False


class _Past:
    """What the seat had when the news began, and the private companies that it had when they closed."""

    def __init__(self, moves: Iterable[tuple[int, Sequence[Event]]], seat: Player, start: int) -> None:
        self._seat = seat
        self._presidents: dict[Company, Player] = {}
        self._units: Counter[Company] = Counter()
        self._owners: dict[Private, Holder] = {}
        for ply, events in moves:
            for event in events:
                match event:
                    case PrivateMoved():
                        self._owners[event.private] = event.buyer
                    case PresidentChanged() if ply <= start:
                        self._presidents[event.company] = event.player
                    case ShareMoved() if ply <= start and event.buyer != NOBODY:  # Nobody has the shares of a closed railroad.
                        self._units[event.company] += event.units * ((event.buyer == seat) - (event.seller == seat))

    def ran(self, company: Company) -> bool:
        return self._presidents.get(company) == self._seat

    def held(self, company: Company) -> bool:
        return self._units[company] > 0

    def owned(self, private: Private) -> bool:
        return self._owners.get(private) == self._seat


def _concern(line: SinceLine, s: State, seat: Player, past: _Past) -> Concern:
    def loses(company: Company, falls: bool) -> Concern:
        return Concern.LOSS if falls and (s.units(company, seat) or past.held(company)) else Concern.OTHER

    match line:
        case PlayerLine():
            losses = [loses(trade.company, trade.new < trade.old) for trade in line.sold]
            return Concern.OWN if line.player == seat else min(losses, default=Concern.OTHER)
        case CompanyLine():
            is_own = seat in (line.president, s.presidents[line.company]) or past.ran(line.company)
            return Concern.OWN if is_own else loses(line.company, bool(line.lost) or line.new < line.old)
        case BidLine():
            return Concern.OWN if seat in (line.buyer, *(player for player, _ in line.bids)) else Concern.OTHER
        case EventLine(event=CompanyClosed(company=company)):
            return Concern.OWN if past.ran(company) else loses(company, True)
        case EventLine(event=PrivateClosed(private=private)) if past.owned(private):
            return Concern.OWN
    return Concern.OTHER
