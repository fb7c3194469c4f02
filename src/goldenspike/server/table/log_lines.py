"""The log of a table's page: moves, chat and other entries in chronological order."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import accumulate

from goldenspike.core.ids import Player
from goldenspike.server.table.live_table import Entry, LiveTable, Move
from goldenspike.server.words import Words
from goldenspike.view import visible_events

LINES_SHOWN = 80
"""Moves in the log of a new page; the others are loaded on request."""


@dataclass(frozen=True, slots=True)
class LogLine:
    ply: int
    kind: str
    """move or the kind of an entry."""
    who: str
    texts: tuple[str, ...]
    time: str
    watches: bool = False
    """Whether a spectator wrote it."""


def log_lines(
    table: LiveTable, moves: Sequence[Move], entries: Sequence[Entry], seat: Player | None, words: Words, whole: bool
) -> tuple[LogLine, ...]:
    shown = moves if whole else moves[-LINES_SHOWN:]
    first = shown[0].made_at if len(shown) < len(moves) else 0
    names, context = table.names, table.context
    timed: list[tuple[int, int, LogLine]] = []
    # Moves stay in order although the clock may have been set back.
    times = dict(zip((move.ply for move in shown), accumulate((move.made_at for move in shown), max), strict=True))
    for move in shown:
        texts = tuple(words.say(visible_events(move.events, seat), context))
        if not texts:
            continue
        who = names[move.seat] if move.seat >= 0 else ""
        timed.append((times[move.ply], 0, LogLine(move.ply, "move", who, texts, clock(move.made_at))))
    for entry in entries:
        if entry.made_at >= first:
            watches = entry.kind == "chat" and entry.seat is None
            line = LogLine(entry.ply, entry.kind, entry.name, (say_entry(entry, words),), clock(entry.made_at), watches)
            timed.append((entry.made_at, entry.id, line))
    timed.sort(key=lambda found: found[:2])
    return tuple(line for _, _, line in timed)


def say_entry(entry: Entry, words: Words) -> str:
    if entry.kind == "chat":
        return entry.text
    count = int(entry.text) if entry.kind == "undo" else None
    return words(f"log.{entry.kind}", name=entry.name, text=entry.text, count=count)


def clock(milliseconds: int) -> str:
    """ISO time; the browser shows it in the reader's zone."""
    return datetime.fromtimestamp(milliseconds / 1000, UTC).isoformat(timespec="seconds")
