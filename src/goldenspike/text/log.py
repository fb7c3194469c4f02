"""The log for people: the moves of a game as sentences under headings, one for each round and each turn.

Bids for one private company that follow each other become one line, with the sale that ends them; so do passes in a row.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from goldenspike.core.events import AuctionStarted, BidMade, CompanyStarted, Event, Passed, PrivateMoved, RoundStarted, TurnEnded
from goldenspike.core.holders import is_player
from goldenspike.core.ids import NO_COMPANY, NO_PLAYER, NONE, Company, Player, Private
from goldenspike.core.title import RoundKind
from goldenspike.text.bids import say_bids
from goldenspike.text.catalogue import dialect, words
from goldenspike.text.event_groups import EventGroup, companies_in, group_events, mark_order, people_in, say_group
from goldenspike.text.names import Context, name_player, name_round, name_series


class Line(NamedTuple):
    """A heading, or one thing that happened."""

    kind: str
    """round, turn or group."""
    text: str
    ply: int
    """The move after which it had happened."""
    players: frozenset[Player] = frozenset()
    """Whom it is about, for filters; the player on turn is among them."""
    companies: frozenset[Company] = frozenset()
    company: Company = NO_COMPANY
    """The railroad whose turn a heading announces, -1 if none."""


_Bid = tuple[Player, int, bool]
"""Who bid, how much, and whether an order did."""


@dataclass
class _Bids:
    """Bids for one private company that follow each other."""

    private: Private
    is_auction: bool
    standing: list[_Bid] = field(default_factory=list)
    """Those with which an auction begins; earlier lines have told them."""
    made: list[_Bid] = field(default_factory=list)
    ply: int = 0


@dataclass
class LogWriter:
    """Writes the log move by move, so that the log of a game in progress need not be rewritten."""

    context: Context
    language: str
    first: int = 1
    """Moves before it only count for the headings."""
    lines: list[Line] = field(default_factory=list)
    kind: RoundKind = RoundKind.SEATING
    round: RoundStarted | None = None
    company: Company = NO_COMPANY
    player: Player = NO_PLAYER
    """The player on turn, or the president of the railroad on turn."""
    headed: bool = True
    """Whether the heading of this turn has been written."""
    passed: list[Player] = field(default_factory=list)
    passed_ply: int = 0
    by_order: bool = False
    """Whether the move being read was made by order."""
    bids: _Bids | None = None
    standing: dict[Private, list[_Bid]] = field(default_factory=dict)
    """All bids so far for each private company."""
    ply: int = 0

    def written(self) -> list[Line]:
        """The log of the moves read so far; more may follow."""
        bids = replace(self.bids, made=list(self.bids.made)) if self.bids is not None else None
        copy = replace(self, lines=list(self.lines), passed=list(self.passed), bids=bids)
        copy.finish()
        return list(_without_idle_headings(copy.lines))

    # --- moves

    def read(self, ply: int, seat: Player, events: Sequence[Event], by_order: bool = False) -> None:
        self.ply = ply
        if by_order != self.by_order:
            # Passes by order stand in a line of their own.
            self._flush_passes()
        self.by_order = by_order
        if not self._is_shown:
            self._skim(seat, events)
            return
        if ply == self.first:
            self._head_round()
        if self.kind is RoundKind.STOCK and seat != self.player and is_player(seat) and self.company == NONE:
            self._start_turn(seat, NO_COMPANY)
        for number, group in enumerate(group_events(events)):
            self._read(group, by_order and not number)

    def _skim(self, seat: Player, events: Sequence[Event]) -> None:
        """Note only whose turn of which round it is."""
        if self.company == NONE and is_player(seat):
            self._start_turn(seat, NO_COMPANY)
        for event in events:
            if isinstance(event, RoundStarted):
                self.kind, self.round = RoundKind(event.kind), event
                self._start_turn(NO_PLAYER, NO_COMPANY)
            elif isinstance(event, CompanyStarted):
                self._start_turn(event.player, event.company)
            elif isinstance(event, BidMade):
                self._note(event)

    def _read(self, group: EventGroup, by_order: bool) -> None:
        event = group.lead
        if isinstance(event, Passed) and not group.more:
            if self.bids is None or not self.bids.is_auction:
                self._flush_bids()
                self.passed.append(event.player)
                self.passed_ply, self.headed = self.ply, True
        elif isinstance(event, BidMade):
            self._bid(event)
        elif isinstance(event, AuctionStarted):
            self.finish()
            self.bids = _Bids(event.private, True, list(self.standing.get(event.private, ())))
        elif isinstance(event, PrivateMoved) and self.bids is not None and self.bids.private == event.private:
            self._sold(event)
        elif isinstance(event, RoundStarted):
            self.finish()
            self.kind, self.round = RoundKind(event.kind), event
            self._start_turn(NO_PLAYER, NO_COMPANY)
            self.headed = True
            self._head_round()
        elif isinstance(event, CompanyStarted):
            self.finish()
            self._start_turn(event.player, event.company)
        elif not isinstance(event, TurnEnded):
            self.finish()
            self._write(self._marked(say_group(group, self.context, self.language), by_order), group.events)

    def _start_turn(self, player: Player, company: Company) -> None:
        self.player, self.company, self.headed = player, company, False

    # --- bids and passes

    def _note(self, event: BidMade) -> _Bid:
        bid = event.player, event.amount, self.by_order
        self.standing.setdefault(event.private, []).append(bid)
        return bid

    def _bid(self, event: BidMade) -> None:
        if self.bids is None or self.bids.private != event.private:
            self.finish()
            self.bids = _Bids(event.private, False)
        self._flush_passes()
        self.bids.made.append(self._note(event))
        self.bids.ply = self.ply

    def _sold(self, event: PrivateMoved) -> None:
        bids, self.bids = self.bids, None
        assert bids is not None and is_player(event.buyer)
        bids.ply = self.ply
        self._write_bids(bids, event.buyer, event.price)

    def finish(self) -> None:
        """Write down the bids and passes that are still open."""
        self._flush_passes()
        self._flush_bids()

    def _flush_passes(self) -> None:
        passed, self.passed = self.passed, []
        if not passed:
            return
        events = tuple(Passed(player) for player in passed)
        if len(passed) == 1:
            text = say_group(EventGroup(events[0]), self.context, self.language)
        else:
            names = [name_player(player, self.context, self.language) for player in passed]
            text = self._words("combined.pass", players=name_series(names, self.language))
        # A pass is a whole turn and needs no heading.
        self.lines.append(Line("event", self._marked(text, self.by_order), self.passed_ply, frozenset(passed)))

    def _flush_bids(self) -> None:
        bids, self.bids = self.bids, None
        if bids is not None and bids.made:
            self._write_bids(bids)
        elif bids is not None:
            started = AuctionStarted(bids.private)
            self._write(say_group(EventGroup(started), self.context, self.language), (started,))

    def _write_bids(self, bids: _Bids, buyer: Player | None = None, price: int = 0) -> None:
        told = [*bids.standing, *bids.made]
        made = [(player, amount) for player, amount, _ in told]
        by_order = {player for player, _, ordered in told if ordered}
        text = say_bids(bids.private, made, buyer, price, self.context, self.language, by_order)
        people = {player for player, _ in made} | ({buyer} if buyer is not None else set())
        self.lines.append(Line("event", text, bids.ply, frozenset(people)))

    # --- lines

    @property
    def _is_shown(self) -> bool:
        return self.ply >= self.first

    def _words(self, id: str, **facts: object) -> str:
        return words(id, dialect(self.language, self.context.setup.title.name), **facts)

    def _marked(self, text: str, by_order: bool) -> str:
        return mark_order(text, self.context, self.language) if by_order else text

    def _write(self, text: str, events: Sequence[Event]) -> None:
        owner = frozenset((self.player,)) if self.player != NONE else frozenset[Player]()
        railroad = frozenset((self.company,)) if self.company != NONE else frozenset[Company]()
        if not self.headed:
            self.headed = True
            name = name_player(self.player, self.context, self.language)
            self.lines.append(Line("turn", name, self.ply, owner, railroad, self.company))
        self.lines.append(Line("event", text, self.ply, people_in(events) | owner, companies_in(events) | railroad))

    def _head_round(self) -> None:
        if self.round is not None:
            spoken = dialect(self.language, self.context.setup.title.name)
            name = name_round(self.round.kind, self.round.number, self.round.operating_round, spoken)
            self.lines.append(Line("round", name, self.ply))


def write_log(
    moves: Iterable[tuple[int, Player, Sequence[Event]]], context: Context, language: str, first: int = 1
) -> list[Line]:
    """The log of a game from move `first` on. A move is its ply, the seat that made it (-1 for chance) and its events."""
    writer = LogWriter(context, language, first)
    for ply, seat, events in moves:
        writer.read(ply, seat, events)
    return writer.written()


def _without_idle_headings(lines: Sequence[Line]) -> Iterator[Line]:
    """Leave out rounds without any line, and the headings of players with a single line, which names them itself."""
    for number, line in enumerate(lines):
        if line.kind == "round" and number + 1 < len(lines) and lines[number + 1].kind == "round":
            continue
        if line.kind == "turn" and line.company == NONE:
            following = lines[number + 1 : number + 3]
            if sum(other.kind == "event" and line.players <= other.players for other in following) < 2:
                continue
        yield line
