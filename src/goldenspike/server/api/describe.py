"""Converts the services' data to the types of the API."""

from collections.abc import Iterable, Sequence
from typing import Any

import msgspec

from goldenspike import text
from goldenspike.core.ids import Player, by_player
from goldenspike.core.steps.base import Offer
from goldenspike.core.switches import Switch, switches_of, value_name
from goldenspike.core.title import Setup
from goldenspike.protocol.messages import (
    AnalysisAnswer,
    BetterMove,
    Catalogue,
    ClockInfo,
    Curve,
    EntryInfo,
    Exclusion,
    HintPolicy,
    LegalAnswer,
    ListedTable,
    LogAnswer,
    MoveInfo,
    OfferInfo,
    Option,
    Position,
    SeatInfo,
    StandInInfo,
    Swing,
    TableInfo,
    TimeOutChoice,
    TimeOutVotes,
    TitleInfo,
    TurningPoint,
    UndoInfo,
    Value,
    VersionInfo,
)
from goldenspike.record.wire import event_to_wire, to_wire
from goldenspike.server.accounts.people import Person
from goldenspike.server.analysis.service import Analysis
from goldenspike.server.clocks.reckoning import SeatClock, Stage
from goldenspike.server.clocks.service import count_votes
from goldenspike.server.lobby.listing import Listed
from goldenspike.server.table.live_table import ConsentRequest, Entry, LiveTable, Move, RequestToCorrect, RequestToUndo
from goldenspike.server.table.standin import needed
from goldenspike.server.words import Words
from goldenspike.titles.catalogue import CATALOGUE, SWITCHES, exclusions_of
from goldenspike.view import Choices, visible_moves


def describe_catalogue(language: str, bots: Iterable[str]) -> Catalogue:
    return Catalogue(
        titles=[
            TitleInfo(
                entry.name,
                [
                    VersionInfo(
                        version.name,
                        list(version.players),
                        {switch.name: version.default_of(switch) for switch in switches_of(type(version.defaults))},
                    )
                    for version in entry.versions
                ],
            )
            for entry in CATALOGUE
        ],
        options=[describe_switch(switch, language) for switch in SWITCHES],
        bots=list(bots),
    )


def describe_switch(switch: Switch, language: str) -> Option:
    return Option(
        name=switch.name,
        group=switch.group,
        rules=list(switch.rules),
        meaning=text.name_option(switch.name, language),
        help=text.help_option(switch.name, language),
        values=[
            Value(
                value_name(value),
                text.name_value(switch.name, value, language),
                text.help_value(switch.name, value, language),
            )
            for value in switch.values
        ],
        excludes=[
            Exclusion(rule.value, rule.other, rule.other_value, text.explain_exclusion(rule.reason, language))
            for rule in exclusions_of(switch)
        ],
        most=switch.most or None,
    )


def describe_table(table: LiveTable, person: Person | None) -> TableInfo:
    own = table.seats_of(person)
    request = table.undo_request
    proposal = table.stand_in_request
    sits = bool(own) or (person is not None and person.id == table.host_id)
    return TableInfo(
        id=table.id,
        name=table.name,
        title=table.setup.title.name,
        version=table.setup.title.version,
        options=table.options,
        status=table.status,
        seats=[SeatInfo(seat.number, seat.kind, seat.name, seat.bot, seat.number in own, seat.stand_in) for seat in table.seats],
        ply=table.ply,
        undos=table.undos,
        revision=table.revision,
        waiting_for=[seat for seat in table.actors if seat >= 0],
        undo_request=None if request is None else _describe_request(table, request, person),
        invite=table.invite if sits else None,
        hints=HintPolicy(table.hints),
        spectators_talk=table.spectators_talk,
        stand_in_request=None
        if proposal is None
        else StandInInfo(
            proposal.name,
            proposal.seat,
            proposal.bot,
            len(proposal.granted),
            needed(table, proposal.seat),
            proposal.leaves,
            proposal.id,
        ),
        clock=table.clock,
        clocks=[describe_clock(table, clock, person) for clock in table.clocks],
    )


def _describe_request(table: LiveTable, request: ConsentRequest, person: Person | None) -> UndoInfo:
    waits = person is not None and may_answer(table, person)
    to_ply = request.to_ply if isinstance(request, RequestToUndo) else table.ply
    correction = msgspec.json.decode(request.action, type=dict[str, Any]) if isinstance(request, RequestToCorrect) else None
    return UndoInfo(request.name, to_ply, waits, request.reason, request.id, request.kind, correction)


def describe_clock(table: LiveTable, clock: SeatClock, person: Person | None) -> ClockInfo:
    if clock.stage is not Stage.VOTE or clock.deadline is None:
        return ClockInfo(clock.seat, clock.left, clock.deadline)
    mine = next((choice for voter, choice in clock.votes if person is not None and voter == person.id), None)
    votes = TimeOutVotes(
        clock.deadline,
        dict(count_votes(table, clock)),
        needed(table, clock.seat),
        TimeOutChoice(mine) if mine is not None else None,
    )
    return ClockInfo(clock.seat, clock.left, vote=votes)


def may_answer(table: LiveTable, person: Person) -> bool:
    """Whether an undo or a correction waits for this person's consent."""
    request = table.undo_request
    return request is not None and person.id in table.awake - {request.user_id, *request.granted}


def describe_position(table: LiveTable) -> Position:
    return Position(table.ply, table.undos, table.revision, table.status, table.undo_request is not None)


def describe_choices(setup: Setup, ply: int, undos: int, seat: Player | None, choices: Choices) -> LegalAnswer:
    return LegalAnswer(
        ply=ply,
        undos=undos,
        seat=seat,
        actions=[to_wire(setup, action) for action in choices.actions],
        offers=[describe_offer(setup, offer) for offer in choices.offers],
    )


def describe_offer(setup: Setup, offer: Offer) -> OfferInfo:
    return OfferInfo(to_wire(setup, offer.action), offer.field, offer.lo, offer.hi, offer.step)


def describe_listed(table: Listed) -> ListedTable:
    return ListedTable(
        table.id,
        table.name,
        table.title,
        table.version,
        table.status,
        list(table.players),
        table.open_seats,
        table.ply,
        table.deadline,
    )


def describe_analysis(table: LiveTable, known: Analysis, is_done: bool, language: str) -> AnalysisAnswer:
    course = known.course
    return AnalysisAnswer(
        is_done,
        [Curve(seat, name, course.wealth[seat]) for seat, name in by_player(table.names)],
        [
            TurningPoint(turning.ply, [Swing(swing.seat, swing.before / 10, swing.after / 10) for swing in turning.swings])
            for turning in course.turning
        ],
        [
            BetterMove(
                found.ply,
                found.seat,
                found.made,
                found.better.action,
                text.explain_motive(found.better.motive, found.better.facts, table.context, language),
                found.better.gain,
                found.better.scatter,
            )
            for found in known.found
        ],
    )


def describe_log(
    table: LiveTable, moves: Sequence[Move], entries: Sequence[Entry], viewer: Player | None, words: Words, after_ply: int
) -> LogAnswer:
    told = visible_moves(table.setup, table.state, (move.events for move in moves), viewer)
    return LogAnswer(
        moves=[
            MoveInfo(
                move.ply,
                move.seat,
                move.made_at,
                [event_to_wire(table.setup, event) for event in events],
                words.say(events, table.context),
                move.by_order,
            )
            for move, events in zip(moves, told, strict=True)
            if move.ply > after_ply
        ],
        entries=[EntryInfo(entry.id, entry.ply, entry.kind, entry.name, entry.text, entry.made_at) for entry in entries],
    )
