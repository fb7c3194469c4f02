"""The analysis page."""

from dataclasses import dataclass
from typing import Any

from litestar import Controller, get
from litestar.response import Template

from goldenspike import text
from goldenspike.core.ids import Player, by_player
from goldenspike.record.wire import Wire, from_wire
from goldenspike.server.analysis.chart import NARROW, WIDE, Curve, Point, draw_chart, draw_sample
from goldenspike.server.analysis.findings import clearly_better, round_at
from goldenspike.server.analysis.service import Analysis
from goldenspike.server.requests import TableId, TheServices, TheWords, Visitor
from goldenspike.server.services import Services
from goldenspike.server.table.live_table import LiveTable
from goldenspike.server.thinking.curves import share_of
from goldenspike.server.thinking.questions import Course
from goldenspike.server.words import Words
from goldenspike.view import visible_events

MOST_LINES = 5
"""How many better moves are shown for each player."""


@dataclass(frozen=True, slots=True)
class TurningLine:
    round: str
    sentence: str
    ply: int
    events: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class BetterLine:
    ply: int
    round: str
    made: str
    wanted: str
    why: str
    gain: str
    scatter: str


@dataclass(frozen=True, slots=True)
class PlayerReview:
    seat: int
    name: str
    agrees: str
    lines: tuple[BetterLine, ...]


class AnalysisPages(Controller):
    path = "/t"
    include_in_schema = False

    @get("/{table_id:str}/analysis")
    async def show(self, table_id: TableId, person: Visitor, services: TheServices, words: TheWords) -> Template:
        table = await services.tables.live.get(table_id)
        known, is_done = await services.analyses.look(table, person)
        words = words.at(table.setup.title.name)
        context: dict[str, Any] = {"person": person, "words": words, "table": table, "known": known, "is_done": is_done}
        if known is not None:
            context |= await describe(services, table, known, words)
            own = table.seats_of(person)
            # Somebody who played several seats on one screen has no seat to look back on.
            context["back"] = await services.looking_back.tell(table, known, own[0], words) if len(own) == 1 else None
        return Template("analysis.html", context=context)


async def describe(services: Services, table: LiveTable, known: Analysis, words: Words) -> dict[str, Any]:
    course = known.course
    names = table.names
    curves = [Curve(names[seat], values) for seat, values in enumerate(course.wealth)]
    points = [Point(turning.swings[0].seat, turning.ply, number) for number, turning in enumerate(course.turning, 1)]
    plies = range(len(course.wealth[0]))
    standing = course.standing
    parts = [Curve(name, [round(share_of(standing, seat, ply)) for ply in plies]) for seat, name in by_player(names)]
    frames = (WIDE, NARROW)

    def percent(thousandths: int) -> str:
        return words.percent(thousandths / 10)

    marks = [(ply, words.round(seen) if seen.kind == "stock" else "") for ply, seen in course.rounds]
    order = sorted(table.setup.all_players, key=lambda seat: -course.wealth[seat][-1])
    return {
        "charts": [draw_chart(curves, marks, (), frame, words("analysis.curves"), words.money) for frame in frames],
        "parts": [draw_chart(parts, marks, points, frame, words("analysis.part"), percent, from_zero=False) for frame in frames],
        "legend": [(draw_sample(seat), names[seat], words.money(course.wealth[seat][-1])) for seat in order],
        "rounds": _rounds(course, words),
        "names": names,
        "turning": await _turning(services, table, course, words),
        "players": [await _player(services, table, known, seat, words) for seat in order],
    }


def _rounds(course: Course, words: Words) -> list[tuple[str, int, list[str]]]:
    """Label, ply and everybody's wealth at the end of each round."""
    ends = [ply - 1 for ply, _ in course.rounds[1:]] + [len(course.wealth[0]) - 1]
    rows = zip(course.rounds, ends, strict=True)
    played = ((seen, end) for (_, seen), end in rows if seen.kind != "over")
    return [(words.round(seen), end, [words.money(line[end]) for line in course.wealth]) for seen, end in played]


async def _turning(services: Services, table: LiveTable, course: Course, words: Words) -> list[TurningLine]:
    moves = await services.tables.live.moves(table)
    lines: list[TurningLine] = []
    for turning in course.turning:
        sentence = words.join(
            words(
                "analysis.swing",
                name=table.names[swing.seat],
                before=words.percent(swing.before / 10),
                after=words.percent(swing.after / 10),
            )
            for swing in turning.swings
        )
        seen = visible_events(table.setup, table.state, moves[turning.ply - 1].events, None)
        events = tuple(words.say(seen, table.context))
        lines.append(TurningLine(words.round(turning.round), sentence, turning.ply, events))
    return lines


async def _player(services: Services, table: LiveTable, known: Analysis, seat: Player, words: Words) -> PlayerReview:
    lines: list[BetterLine] = []
    for one in sorted(clearly_better(known.course, known.found, seat, MOST_LINES), key=lambda one: one.ply):
        state = await services.tables.live.state_at(table, one.ply)

        def label(wire: Wire, state: Any = state) -> str:
            return words.label(from_wire(table.setup, wire), state, table.context)

        lines.append(
            BetterLine(
                one.ply,
                words.round(round_at(known.course, one.ply)),
                label(one.made),
                label(one.better.action),
                text.explain_motive(one.better.motive, one.better.facts, table.context, words.language),
                words.money(one.better.gain),
                words.money(one.better.scatter),
            )
        )
    count = known.looked_at(seat)
    agrees = words("analysis.agrees", same=known.same.get(seat, 0), count=count)
    return PlayerReview(seat, table.names[seat], agrees, tuple(lines))
