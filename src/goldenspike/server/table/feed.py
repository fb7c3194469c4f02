"""A feed (Atom) of a table: a report of each round that has ended, for feed readers."""

from collections.abc import Sequence
from datetime import UTC, datetime
from xml.etree import ElementTree as xml

from markupsafe import Markup

from goldenspike.server.table.live_table import LiveTable, Move
from goldenspike.server.table.reports import RoundReport, round_reports
from goldenspike.server.words import Words

_NAMESPACE = "http://www.w3.org/2005/Atom"


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
        first, last = report.lines[0].ply, report.ply
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
