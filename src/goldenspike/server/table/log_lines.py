"""The log of a table's page: moves, chat and other entries in chronological order."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from operator import itemgetter

from goldenspike.core.ids import NONE, Player
from goldenspike.server.orders.prices import read_price
from goldenspike.server.table.live_table import Entry, LiveTable, Move
from goldenspike.server.words import Words
from goldenspike.text import Context, Line, LogWriter
from goldenspike.view import Listener, tells_totals, visible_events

LINES_SHOWN = 80
"""Moves in the log of a new page; the others are loaded on request."""
_STEP = 40
"""The log grows by this many moves before the earliest are left out: otherwise its beginning would change with every move."""
MOST_LOGS = 8
"""Logs of a table that are kept, in different languages and of different readers."""


@dataclass(frozen=True, slots=True)
class LogLine:
    ply: int
    kind: str
    """round or turn for headings, move, or the kind of an entry."""
    text: str
    time: str
    who: str = ""
    """Who wrote an entry."""
    watches: bool = False
    """Whether a spectator wrote it."""
    company: str = ""
    """The railroad whose turn a heading announces."""
    about: str = ""
    """Whom it is about, for the filter: p0 for a player's seat, cPRR for a railroad, separated by spaces."""


@dataclass
class WrittenLog:
    """The log of a table as far as it has been written."""

    writer: LogWriter
    listener: Listener
    moves: int = 0
    """How many it has read."""
    times: list[int] = field(default_factory=list)
    """When each was made. Moves stay in order although the clock may have been set back."""
    lines: dict[Line, LogLine] = field(default_factory=dict)


def first_shown(moves: int, whole: bool) -> int:
    """The ply of the first move in the log."""
    return 1 if whole else 1 + max(0, moves - LINES_SHOWN) // _STEP * _STEP


def log_lines(
    table: LiveTable, moves: Sequence[Move], entries: Sequence[Entry], seat: Player | None, words: Words, whole: bool
) -> tuple[LogLine, ...]:
    first = first_shown(len(moves), whole)
    since = moves[first - 1].made_at if first > 1 else 0
    log = _written(table, moves, seat, words, first)
    timed: list[tuple[int, int, LogLine]] = []
    for line in log.writer.written():
        shown = log.lines.get(line)
        if shown is None:
            shown = log.lines[line] = _line(table, line, clock(moves[line.ply - 1].made_at))
        timed.append((log.times[line.ply - 1], 0, shown))
    for entry in entries:
        if entry.made_at >= since:
            watches = entry.kind == "chat" and entry.seat is None
            said = LogLine(
                entry.ply, entry.kind, say_entry(entry, words, table.context), clock(entry.made_at), entry.name, watches
            )
            timed.append((entry.made_at, entry.id, said))
    timed.sort(key=itemgetter(0, 1))
    return tuple([line for _, _, line in timed])


def _written(table: LiveTable, moves: Sequence[Move], seat: Player | None, words: Words, first: int) -> WrittenLog:
    """The log of these moves; what was written for an earlier position is continued."""
    key = (table.undos, table.names, seat, words.language, first, tells_totals(table.setup, table.state))
    log: WrittenLog | None = table.logs.pop(key, None)
    if log is None or log.moves > len(moves):
        log = WrittenLog(words.log_writer(table.context, first), Listener(table.setup, table.state, seat))
    for move in moves[log.moves :]:
        log.times.append(max(move.made_at, log.times[-1]) if log.times else move.made_at)
        log.writer.read(move.ply, move.seat, log.listener.hear(move.events), move.by_order)
    log.moves = len(moves)
    table.logs[key] = log
    while len(table.logs) > MOST_LOGS:
        table.logs.pop(next(iter(table.logs)))
    return log


def event_names(table: LiveTable, moves: Sequence[Move], seat: Player | None) -> list[str]:
    """What happened, as far as a seat may know, for sounds."""
    told = (visible_events(table.setup, table.state, move.events, seat) for move in moves)
    return [type(event).__name__ for events in told for event in events]


def _line(table: LiveTable, line: Line, time: str) -> LogLine:
    ids = [card.id for card in table.setup.title.companies]
    about = [f"p{player}" for player in sorted(line.players)] + [f"c{ids[company]}" for company in sorted(line.companies)]
    return LogLine(
        line.ply,
        "move" if line.kind == "event" else line.kind,
        line.text,
        time,
        company=ids[line.company] if line.company != NONE else "",
        about=" ".join(about),
    )


def say_entry(entry: Entry, words: Words, context: Context) -> str:
    if entry.kind == "chat":
        return entry.text
    if entry.kind in ("for_sale", "counter"):
        return words(f"log.{entry.kind}", name=entry.name, text=read_price(entry.text, context, words))
    if entry.kind in ("undo", "redo"):
        count = moves_undone(entry.text)
        return words(f"log.{entry.kind}" if count is not None else f"log.{entry.kind}_some", name=entry.name, count=count)
    return words(f"log.{entry.kind}", name=entry.name, text=entry.text)


def moves_undone(text: str) -> int | None:
    """How many moves an entry tells of. Earlier releases could overwrite the number with a name."""
    return int(text) if text.isdecimal() else None


def clock(milliseconds: int) -> str:
    """ISO time; the browser shows it in the reader's zone."""
    return datetime.fromtimestamp(milliseconds / 1000, UTC).isoformat(timespec="seconds")
