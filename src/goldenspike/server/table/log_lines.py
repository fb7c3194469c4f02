"""The log of a table's page: moves, chat and other entries in chronological order."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import accumulate

from goldenspike.core.ids import NONE, Player
from goldenspike.server.table.live_table import Entry, LiveTable, Move
from goldenspike.server.words import Words
from goldenspike.text import Line
from goldenspike.view import visible_events

LINES_SHOWN = 80
"""Moves in the log of a new page; the others are loaded on request."""


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


def log_lines(
    table: LiveTable, moves: Sequence[Move], entries: Sequence[Entry], seat: Player | None, words: Words, whole: bool
) -> tuple[LogLine, ...]:
    first = 0 if whole or len(moves) <= LINES_SHOWN else len(moves) - LINES_SHOWN
    since = moves[first].made_at if first else 0
    written = words.log(
        [(move.ply, move.seat, visible_events(move.events, seat)) for move in moves],
        table.context,
        moves[first].ply if first else 1,
    )
    made = {move.ply: move.made_at for move in moves}
    # Moves stay in order although the clock may have been set back.
    times = dict(zip(made, accumulate(made.values(), max), strict=True))
    timed: list[tuple[int, int, LogLine]] = []
    for line in written:
        timed.append((times[line.ply], 0, _line(table, line, clock(made[line.ply]))))
    for entry in entries:
        if entry.made_at >= since:
            watches = entry.kind == "chat" and entry.seat is None
            said = LogLine(entry.ply, entry.kind, say_entry(entry, words), clock(entry.made_at), entry.name, watches)
            timed.append((entry.made_at, entry.id, said))
    timed.sort(key=lambda found: found[:2])
    return tuple(line for _, _, line in timed)


def event_names(moves: Sequence[Move], seat: Player | None) -> list[str]:
    """What happened, as far as a seat may know, for sounds."""
    return [type(event).__name__ for move in moves for event in visible_events(move.events, seat)]


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


def say_entry(entry: Entry, words: Words) -> str:
    if entry.kind == "chat":
        return entry.text
    count = int(entry.text) if entry.kind in ("undo", "redo") else None
    return words(f"log.{entry.kind}", name=entry.name, text=entry.text, count=count)


def clock(milliseconds: int) -> str:
    """ISO time; the browser shows it in the reader's zone."""
    return datetime.fromtimestamp(milliseconds / 1000, UTC).isoformat(timespec="seconds")
