"""Undo and redo: where they lead, what the others have to agree to."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

import msgspec

from goldenspike.core.actions import Action, Correction
from goldenspike.core.game import Game, player_of
from goldenspike.core.holders import CHANCE
from goldenspike.core.ids import Player
from goldenspike.core.reasons import IllegalAction
from goldenspike.learn.path import prepared_moves
from goldenspike.protocol.messages import Status
from goldenspike.record.errors import RecordError
from goldenspike.record.wire import Wire, from_wire
from goldenspike.server.accounts.people import Person
from goldenspike.server.clocks.keeping import keep_clocks
from goldenspike.server.notices.kinds import Kind
from goldenspike.server.notices.outbox import Told, tell, tell_asked
from goldenspike.server.orders.keeping import restore_orders
from goldenspike.server.problems import Problem, refused, stale
from goldenspike.server.table.automatic import may_pass_itself, passes_itself
from goldenspike.server.table.changes import (
    add_entry,
    forget_undone,
    mark_asked,
    pack_redo,
    pack_request,
    remove_moves,
    touch,
    touch_unchanged,
)
from goldenspike.server.table.keeping import Position, TableKeeper, check_position, one_line, turn_id
from goldenspike.server.table.live_table import (
    AppliedMove,
    ConsentRequest,
    LiveTable,
    Move,
    RequestForFile,
    RequestToCorrect,
    RequestToUndo,
    UndoneMove,
    UndoTarget,
)
from goldenspike.server.table.packing import pack_action, unpack_action
from goldenspike.view import learned_something
from goldenspike.view.secrets import seen_state


class Undoing:
    def __init__(self, keeper: TableKeeper) -> None:
        self._keeper = keeper
        self._live = keeper.live

    async def undo(
        self, person: Person, table_id: str, position: Position, to_ply: int | None = None, reason: str = ""
    ) -> LiveTable:
        """Undo at once if that is free, otherwise ask the others. The banker's tools give a reason, for the log."""

        async def change(table: LiveTable) -> LiveTable:
            own = table.seats_of(person)
            if not own and not (reason and table.may_keep_books(person)):
                raise Problem(403, "not_your_seat")
            check_position(table, position)
            await self._keeper.quota.check_line(person.id)
            moves = await self._live.moves(table)
            target = await self._last_decision(table, moves, own) if to_ply is None else to_ply
            if target is None or not _may_return(table, moves, target):
                raise Problem(409, "nothing_to_undo")
            request = RequestToUndo(user_id=person.id, name=table.name_of(person), to_ply=target, reason=one_line(reason))
            if table.is_one_screen(person) or await self._is_free(table, moves, own, target):
                return await self._carry_out(table, request)
            return await self._settle_request(table, request, person)

        return await self._keeper.in_queue(table_id, change)

    async def correct(self, person: Person, table_id: str, position: Position, wire: Wire, reason: str) -> LiveTable:
        """Correct the books: at once at a single screen, otherwise as soon as everybody at the table agrees."""

        async def change(table: LiveTable) -> LiveTable:
            if not table.may_keep_books(person):
                raise Problem(403, "no_banker_here")
            check_position(table, position)
            await self._keeper.quota.check_line(person.id)
            own = table.seats_of(person)
            action = _read_correction(table, {**wire, "player": own[0] if own else table.state.seating[0]})
            _check_correction(table, own, action)
            packed = pack_action(table.setup, action)
            request = RequestToCorrect(user_id=person.id, name=table.name_of(person), action=packed, reason=one_line(reason))
            if table.is_one_screen(person):
                return await self._carry_out(table, request)
            return await self._settle_request(table, request, person)

        return await self._keeper.in_queue(table_id, change)

    async def ask_for_file(self, person: Person, table_id: str, position: Position) -> LiveTable:
        """Ask everybody whether the game, in which hidden money can be read, may be downloaded."""

        async def change(table: LiveTable) -> LiveTable:
            if not table.may_keep_books(person):
                raise Problem(403, "no_banker_here")
            check_position(table, position)
            await self._keeper.quota.check_line(person.id)
            request = RequestForFile(user_id=person.id, name=table.name_of(person))
            return await self._settle_request(table, request, person)

        return await self._keeper.in_queue(table_id, change)

    async def undo_target(self, table: LiveTable, own: tuple[Player, ...]) -> UndoTarget | None:
        """Where an undo leads these seats, None if there is nothing to undo."""
        if not own:
            return None
        moves = await self._live.moves(table)
        target = await self._last_decision(table, moves, own)
        if target is None or not _may_return(table, moves, target):
            return None
        for move in moves[target:]:
            if move.seat not in own and not await self._was_automatic(table, move):
                return UndoTarget(target, takes_others=True)
        return UndoTarget(target, takes_others=False)

    async def _last_decision(self, table: LiveTable, moves: list[Move], own: tuple[Player, ...]) -> int | None:
        """The position before one's own last move that was not an automatic pass."""
        for move in reversed(moves):
            if move.seat in own and not await self._was_automatic(table, move):
                return move.ply - 1
        return None

    async def _was_automatic(self, table: LiveTable, move: Move) -> bool:
        """Whether a move was a pass without a decision."""
        if not may_pass_itself(table, move.seat):
            return False
        return passes_itself(table, table.setup, await self._live.state_at(table, move.ply - 1))

    async def _is_free(self, table: LiveTable, moves: list[Move], own: tuple[Player, ...], target: int) -> bool:
        """Within one's own turn, if nothing hidden has been revealed. Automatic passes after it do not count."""
        decided = [move for move in moves[target:] if not await self._was_automatic(table, move)]
        if any(move.seat not in own for move in decided):
            return False
        last = await self._live.state_at(table, decided[-1].ply if decided else target)
        if not any(seat in own for seat in (*Game(table.setup, last).actors, *table.actors)):
            return False
        before = await self._live.state_at(table, target)
        return not learned_something(table.setup, before, table.state, table.setup.all_players)

    async def redo(self, person: Person, table_id: str, position: Position) -> LiveTable:
        """Make the moves again that were undone last."""
        async with self._live.queue(table_id):
            table = await self._live.get(table_id)
            check_position(table, position)
            if not table.may_redo(person):
                raise Problem(409, "nothing_to_redo")
            await self._keeper.quota.check_line(person.id)
            undone = table.redo[-1]
            actions = [unpack_action(table.setup, move.action) for move in undone]
            return await self._keeper.make_moves(
                table, actions, lambda game: _replay(game, actions, undone), person.id, table.redo[:-1], person.name
            )

    async def answer_undo(self, person: Person, table_id: str, grant: bool, request_id: str | None = None) -> LiveTable:
        """With a `request_id`, no other request is answered."""

        async def change(table: LiveTable) -> LiveTable:
            request = table.undo_request
            if request is None:
                raise Problem(409, "no_undo_request")
            if person.id not in {*table.people, request.user_id}:
                raise Problem(403, "not_your_seat")
            if request_id not in (None, request.id):
                raise stale(table.ply, table.undos)
            if not grant:
                kind = "withdrawn" if person.id == request.user_id else "declined"
                return await self._keep_request(table, None, table.name_of(person), f"{request.kind}_{kind}", person.id)
            if person.id == request.user_id:
                raise Problem(403, "not_your_own_request")
            if person.id in request.granted:
                return table
            if isinstance(request, RequestToCorrect):
                _check_correction(table, table.seats_of(person), unpack_action(table.setup, request.action))
            granted = msgspec.structs.replace(request, granted=(*request.granted, person.id))
            return await self._settle_request(table, granted, person)

        return await self._keeper.in_queue(table_id, change)

    async def settle(self, table: LiveTable) -> LiveTable:
        request = table.undo_request
        if request is None or isinstance(request, RequestForFile) or not table.has_consent(request):
            return table
        try:
            return await self._carry_out(table, request)
        except Problem as problem:
            if problem.code == "stale":
                # Another process has moved on, and the request went with the position.
                return await self._live.get(table.id)
            if isinstance(request, RequestToUndo):
                raise
            # Whoever knew that it is impossible has left.
            return await self._keep_request(table, None, request.name, "correction_failed", request.user_id)

    async def _settle_request(self, table: LiveTable, request: ConsentRequest, person: Person) -> LiveTable:
        """Carry a request out if everybody agrees, otherwise keep it. A second click makes no second request."""
        known = table.undo_request
        if known is not None and not request.granted and request == _made_anew(known, request.id):
            return table
        if table.has_consent(request) and not isinstance(request, RequestForFile):
            return await self._carry_out(table, request)
        kind = "granted" if request.granted else "asked"
        return await self._keep_request(table, request, table.name_of(person), f"{request.kind}_{kind}", person.id)

    async def _carry_out(self, table: LiveTable, request: RequestToUndo | RequestToCorrect) -> LiveTable:
        """Do what has been agreed."""
        if isinstance(request, RequestToUndo):
            return await self._go_back(table, request)
        action = unpack_action(table.setup, request.action)

        def apply(game: Game) -> list[AppliedMove]:
            return [AppliedMove(action, player_of(action), game.push(action), game.state), *self._keeper.draw(game)]

        try:
            return await self._keeper.make_moves(table, [action], apply, request.user_id, reason=request.reason)
        except IllegalAction as error:
            raise refused(error.refusal, table.context) from None

    async def _keep_request(
        self, table: LiveTable, request: ConsentRequest | None, name: str, kind: str, user_id: str
    ) -> LiveTable:
        async with self._keeper.database.write() as connection:
            revision = await touch_unchanged(connection, table, undo_request=pack_request(request))
            await add_entry(connection, table, kind, name, user_id=user_id)
            if request is not None and not request.granted:
                others = [Told(person) for person in table.awake - {request.user_id}]
                await tell(connection, table, Kind(request.kind), f"request {revision}", others, name)
        return await self._keeper.announce(replace(table, undo_request=request, revision=revision), "undo")

    async def _go_back(self, table: LiveTable, request: RequestToUndo) -> LiveTable:
        target, reason = request.to_ply, request.reason
        moves = await self._live.moves(table)
        state = await self._live.state_at(table, target)
        changes: dict[str, Any] = {"ply": target, "undos": table.undos + 1, "undo_request": None}
        async with self._keeper.database.write() as connection:
            undone = await remove_moves(connection, table, target)
            actions, redo = [move.action for move in undone], (*table.redo, tuple(undone))
            revision = await touch(connection, table, status=Status.RUNNING.value, redo=pack_redo(redo), **changes)
            game = Game(table.setup, state)
            asked = await mark_asked(connection, table.id, game.actors)
            await tell_asked(connection, table, game, asked, turn_id(target, table.undos + 1), None)
            await add_entry(
                connection,
                table,
                "undo",
                request.name,
                text=str(table.ply - target),
                data={"actions": actions},
                user_id=request.user_id,
            )
            await forget_undone(connection, table)
            if reason:
                await add_entry(connection, table, "reason", "", text=reason, user_id=request.user_id)
            after = replace(
                table,
                state=state,
                status=Status.RUNNING,
                revision=revision,
                moves=moves[:target],
                redo=redo,
                **changes,
            )
            granted = table.undo_request is not None
            clocks = await keep_clocks(connection, after, self._keeper.now(), undone=True, granted=granted)
            after = replace(after, clocks=clocks)
            await restore_orders(connection, table, after)
        return await self._keeper.announce(after, "game")


def _read_correction(table: LiveTable, wire: Wire) -> Correction:
    try:
        action = from_wire(table.setup, wire)
    except RecordError as error:
        raise Problem(400, "bad_action", message=str(error)) from None
    if not isinstance(action, Correction):
        raise Problem(400, "bad_action", message="not a correction")
    return action


def _check_correction(table: LiveTable, seats: Sequence[Player], action: Action) -> None:
    """Refuse what these seats know to be impossible. What others have in secret must not show in the answer.

    Whoever has too little to pay is told when agreeing; nobody else is.
    """
    for seat in seats or (None,):
        refusal = Game(table.setup, seen_state(table.setup, table.state, seat)).refuse(action)
        if refusal is not None:
            raise refused(refusal, table.context)


def _replay(game: Game, actions: Sequence[Action], undone: Sequence[UndoneMove]) -> list[AppliedMove]:
    """Make moves again; those by order and automatic ones stay so."""
    return [
        AppliedMove(action, player_of(action), game.push(action), game.state, None, move.by_order, move.automatic)
        for action, move in zip(actions, undone, strict=True)
    ]


def earliest_return(table: LiveTable, moves: Iterable[Move]) -> int:
    """Random draws cannot be undone, nor the moves that lead to the position in which a lesson begins."""
    drawn = max((move.ply for move in moves if move.seat == CHANCE), default=0)
    return max(drawn, prepared_moves(table.lesson))


def _may_return(table: LiveTable, moves: list[Move], target: int) -> bool:
    return earliest_return(table, moves) <= target < table.ply


def _made_anew(request: ConsentRequest, id: str) -> ConsentRequest:
    return msgspec.structs.replace(request, id=id, granted=())
