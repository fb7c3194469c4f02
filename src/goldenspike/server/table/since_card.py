"""The card that says what has happened since the reader's last turn."""

from collections.abc import Sequence

from goldenspike.core.frozen import frozen
from goldenspike.core.holders import BANK, POOL, is_player
from goldenspike.core.ids import NONE, Player
from goldenspike.core.state import State
from goldenspike.core.title import Setup
from goldenspike.server.table.live_table import LiveTable, Move
from goldenspike.server.words import Words
from goldenspike.view import tells_totals, visible_moves
from goldenspike.view.concern import sort_news
from goldenspike.view.since import Changes, since_last_turn

LINES_SHOWN = 8
"""Lines at first sight; the others are one click away."""
_HOLDERS = {BANK: "offering", POOL: "pool"}


@frozen
class CardLine:
    ply: int
    who: str
    company: str
    phrases: tuple[str, ...]


@frozen
class SinceCard:
    start: int
    """The position from which it is replayed."""
    lines: tuple[CardLine, ...]
    marks: str
    """What to mark on the page, as names separated by spaces: hex-F10, price-PRR, share-PRR-0 …"""

    @property
    def first(self) -> tuple[CardLine, ...]:
        """What is shown at first sight; one line more is shown rather than hidden."""
        return self.lines if len(self.lines) <= LINES_SHOWN + 1 else self.lines[:LINES_SHOWN]

    @property
    def more(self) -> tuple[CardLine, ...]:
        return self.lines[len(self.first) :]


def since_card(table: LiveTable, moves: Sequence[Move], seat: Player, words: Words) -> SinceCard:
    everything = moves
    if not tells_totals(table.setup, table.state):
        moves = moves[_last_turn(moves, seat) :]
    told = visible_moves(table.setup, table.state, (move.events for move in moves), seat)
    known = [(move.ply, move.seat, events) for move, events in zip(moves, told, strict=True)]
    by_order = frozenset(move.ply for move in moves if move.by_order)
    automatic = frozenset(move.ply for move in moves if move.automatic)
    since = since_last_turn(known, seat, seat in table.actors, by_order, automatic)
    since = sort_news(since, table.state, seat, ((move.ply, move.events) for move in everything))
    companies = table.setup.title.companies
    lines = tuple(
        CardLine(line.ply, line.who, companies[line.company].id if line.company != NONE else "", line.phrases)
        for line in words.since(since, table.context)
    )
    return SinceCard(since.start, lines, " ".join(sorted(_marks(table.setup, table.state, since.changes))))


def _last_turn(moves: Sequence[Move], seat: Player) -> int:
    """The number of the last move that a seat decided on before others moved, and before those of the turn under way."""

    def is_own(number: int) -> bool:
        return moves[number].seat == seat and not moves[number].by_order

    number = len(moves)
    while number and is_own(number - 1):
        number -= 1
    while number and (not is_own(number - 1) or moves[number - 1].automatic):
        number -= 1
    return max(0, number - 1)


def _marks(setup: Setup, state: State, changes: Changes) -> set[str]:
    title = setup.title
    ids = [card.id for card in title.companies]
    found = {f"hex-{title.hexes[hex].id}" for hex in changes.hexes}
    found |= {f"price-{ids[company]}" for company in changes.prices}
    found |= {f"cell-{state.cells[company]}" for company in changes.prices if state.cells[company] >= 0}
    for company, holder in changes.shares:
        if is_player(holder) or holder in _HOLDERS:
            found.add(f"share-{ids[company]}-{_HOLDERS.get(holder, holder)}")
    found |= {f"private-{title.privates[private].id}" for private in changes.privates}
    return found | {f"trains-{ids[company]}" for company in changes.trains}
