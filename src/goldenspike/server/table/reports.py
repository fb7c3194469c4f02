"""A report of each round that has ended, as text and as a picture."""

from collections.abc import Sequence
from dataclasses import dataclass

from goldenspike import svg
from goldenspike.core.state import State
from goldenspike.protocol.messages import Status
from goldenspike.server.table.live_table import LiveTable, Move
from goldenspike.server.words import Words
from goldenspike.text import Line
from goldenspike.view import seat_view, visible_moves
from goldenspike.view.history import round_of
from goldenspike.view.secrets import seen_state

MOST_ROUNDS = 20


@dataclass(frozen=True, slots=True)
class RoundReport:
    title: str
    lines: tuple[Line, ...]
    ended_at: int

    @property
    def ply(self) -> int:
        """The position with which it ended."""
        return self.lines[-1].ply

    @property
    def text(self) -> str:
        """To copy or mail."""
        lines = (f"\n{line.text}" if line.kind == "turn" else f"- {line.text}" for line in self.lines)
        return "\n".join((self.title, *lines)) + "\n"


def round_reports(table: LiveTable, moves: Sequence[Move], words: Words) -> list[RoundReport]:
    """The rounds that have ended, the newest first, as a spectator may know them."""
    writer = words.log_writer(table.context, 1)
    told = visible_moves(table.setup, table.state, (move.events for move in moves), None)
    for move, events in zip(moves, told, strict=True):
        writer.read(move.ply, move.seat, events)
    # Where no seats are drawn, a game begins in its first round without saying so.
    first = round_of(table.setup.plan.flow.opening(table.setup))
    rounds: list[tuple[str, list[Line]]] = [] if first.kind == "seating" else [(words.long_round(first), [])]
    for line in writer.written():
        if line.kind == "round":
            rounds.append((line.text, []))
        elif rounds:
            rounds[-1][1].append(line)
    if table.status is Status.RUNNING:
        rounds = rounds[:-1]
    reports = [RoundReport(title, tuple(lines), moves[lines[-1].ply - 1].made_at) for title, lines in rounds if lines]
    return reports[: -MOST_ROUNDS - 1 : -1]


def report_picture(table: LiveTable, state: State, report: RoundReport, words: Words) -> str:
    """The board at the end of a round and what everybody has, as a spectator may know it."""
    view = seat_view(table.setup, state, None)
    name = table.name or words.game(table.setup.title.name, table.setup.title.version)
    headings = ("", words("table.money"), words("table.wealth"))
    rows = [(table.names[one.seat], words.money(one.money), words.money(one.wealth)) for one in view.players]
    return svg.report(table.setup, seen_state(table.setup, state, None), f"{name} · {report.title}", headings, rows)
