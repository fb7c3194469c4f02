"""A feed (Atom) of a table: a report of each round that has ended, for feed readers."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from xml.etree import ElementTree as xml

from markupsafe import Markup

from goldenspike.protocol.messages import Status
from goldenspike.server.table.live_table import LiveTable, Move
from goldenspike.server.words import Words
from goldenspike.text import Line
from goldenspike.view import visible_moves

MOST_ROUNDS = 20
_NAMESPACE = "http://www.w3.org/2005/Atom"


@dataclass(frozen=True, slots=True)
class RoundReport:
    title: str
    lines: tuple[Line, ...]
    ended_at: int


def round_reports(table: LiveTable, moves: Sequence[Move], words: Words) -> list[RoundReport]:
    """The rounds that have ended, the newest first, as a spectator may know them."""
    writer = words.log_writer(table.context, 1)
    told = visible_moves(table.setup, table.state, (move.events for move in moves), None)
    for move, events in zip(moves, told, strict=True):
        writer.read(move.ply, move.seat, events)
    rounds: list[tuple[str, list[Line]]] = []
    for line in writer.written():
        if line.kind == "round":
            rounds.append((line.text, []))
        elif rounds:
            rounds[-1][1].append(line)
    if table.status is Status.RUNNING:
        rounds = rounds[:-1]
    reports = [RoundReport(title, tuple(lines), moves[lines[-1].ply - 1].made_at) for title, lines in rounds if lines]
    return reports[: -MOST_ROUNDS - 1 : -1]


def write_feed(table: LiveTable, moves: Sequence[Move], words: Words, address: str) -> bytes:
    name = table.name or words.game(table.setup.title.name, table.setup.title.version)
    page = f"{address}/t/{table.id}"
    feed = xml.Element("feed", {"xmlns": _NAMESPACE, "xml:lang": words.language})
    _add(feed, "id", page)
    _add(feed, "title", f"{name} · Golden Spike")
    _add(feed, "updated", _time(table.updated_at))
    xml.SubElement(feed, "link", {"rel": "self", "href": f"{page}/feed"})
    xml.SubElement(feed, "link", {"href": page})
    _add(xml.SubElement(feed, "author"), "name", "Golden Spike")
    for report in round_reports(table, moves, words):
        entry = xml.SubElement(feed, "entry")
        first, last = report.lines[0].ply, report.lines[-1].ply
        _add(entry, "id", f"{page}#round-{table.undos}-{first}")
        _add(entry, "title", report.title)
        _add(entry, "updated", _time(report.ended_at))
        xml.SubElement(entry, "link", {"href": f"{page}?ply={last}"})
        _add(entry, "content", _html(report)).set("type", "html")
    document: bytes = xml.tostring(feed, encoding="utf-8", xml_declaration=True)
    return document


def _html(report: RoundReport) -> str:
    parts = (Markup("<h3>{}</h3>" if line.kind == "turn" else "<p>{}</p>").format(line.text) for line in report.lines)
    return "".join(parts)


def _add(parent: xml.Element, name: str, text: str) -> xml.Element:
    child = xml.SubElement(parent, name)
    child.text = text
    return child


def _time(milliseconds: int) -> str:
    return datetime.fromtimestamp(milliseconds / 1000, UTC).isoformat(timespec="seconds")
