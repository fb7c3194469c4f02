"""What the lobby tells about a table: the round, whose turn it is, who leads, the last move, or the result."""

import asyncio
import zlib
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from functools import lru_cache

import msgspec
from babel.dates import format_timedelta
from cachetools import LRUCache

from goldenspike.core.game import Game
from goldenspike.core.ids import Player
from goldenspike.protocol.messages import Status
from goldenspike.record.errors import RecordError
from goldenspike.record.old_options import current_options
from goldenspike.server.accounts.people import Person
from goldenspike.server.lobby.form import differences_of
from goldenspike.server.lobby.listing import Listed, Lobby
from goldenspike.server.problems import Problem
from goldenspike.server.storage.tokens import now
from goldenspike.server.table.live_tables import make_setup
from goldenspike.server.table.packing import unpack_events, unpack_state
from goldenspike.server.words import Words
from goldenspike.text import Context
from goldenspike.view import View, seat_view, visible_events

MOST_KEPT = 5_000
UNREADABLE = (RecordError, Problem, ValueError, KeyError, zlib.error, msgspec.MsgspecError)
"""What reading a damaged table may raise: the lobby then shows the table without a summary."""


@dataclass(frozen=True, slots=True)
class Standing:
    """A player in the final result."""

    name: str
    wealth: int


@dataclass(frozen=True, slots=True)
class Summary:
    round: str = ""
    phase: str = ""
    waits_for: tuple[str, ...] = ()
    is_my_turn: bool = False
    leader: Standing | None = None
    """The richest player, None before the game has a leader or if money is hidden from the reader."""
    last: str = ""
    """The last move in a sentence."""
    result: tuple[Standing, ...] = ()
    """The final result, the winner first; empty while the game is running."""
    differences: tuple[tuple[str, str], ...] = ()
    """Options and values that differ from the version's defaults."""


class Summaries:
    """Summaries of tables, kept until something changes."""

    def __init__(self, most: int = MOST_KEPT) -> None:
        self._kept: LRUCache[tuple[str, int, Player | None, str], Summary] = LRUCache(most)

    def clear(self) -> None:
        self._kept.clear()

    async def of(self, lobby: Lobby, tables: Sequence[Listed], person: Person | None, words: Words) -> dict[str, Summary]:
        """The summaries by table id; states are read only of tables that have changed."""
        own = {table.id: table.seats_of(person) for table in tables}
        keys = {table.id: (table.id, table.revision, (own[table.id] or (None,))[0], words.language) for table in tables}
        found = {id: self._kept.get(key) for id, key in keys.items()}
        missing = [table for table in tables if found[table.id] is None]
        if missing:
            positions = await lobby.positions([table.id for table in missing if table.status is not Status.WAITING])

            def summarize_all() -> dict[str, Summary]:
                return {
                    table.id: summarize(table, positions.get(table.id), own[table.id], words.at(table.title)) for table in missing
                }

            # Reading many states takes a while.
            for id, summary in (await asyncio.to_thread(summarize_all)).items():
                found[id] = self._kept[keys[id]] = summary
        return {id: summary for id, summary in found.items() if summary is not None}


def summarize(table: Listed, position: tuple[bytes, str] | None, own: tuple[Player, ...], words: Words) -> Summary:
    """The table as one of the player's own seats sees it, or as a spectator does; `position` is None before the first move."""
    try:
        options = current_options(dict(table.options))
        differences = tuple(differences_of(table.title, table.version, options, words.language))
        if table.status is Status.WAITING:
            return Summary(differences=differences)
        setup = make_setup(table.title, table.version, len(table.seats), options)
        state, events = (unpack_state(setup, position[0]), unpack_events(position[1])) if position is not None else (None, [])
    except UNREADABLE:
        return Summary()
    game = Game(setup, state)
    viewer = own[0] if own else None
    names = tuple(seat.name for seat in table.seats)
    view = seat_view(setup, game.state, viewer)
    if game.is_over:
        wealth = [Standing(name, worth) for name, worth in zip(names, game.result().wealth, strict=True)]
        return Summary(result=tuple(sorted(wealth, key=lambda one: -one.wealth)), differences=differences)
    said = words.say(visible_events(setup, game.state, events, viewer), Context(setup, names))
    waiting = [seat for seat in game.actors if seat >= 0] if table.status is Status.RUNNING else []
    return Summary(
        round=words.long_round(view.round),
        phase=view.phase.id,
        waits_for=tuple(names[seat] for seat in waiting),
        is_my_turn=any(seat in own and not table.seats[seat].played_by for seat in waiting),
        leader=_leader(view, names),
        last=said[0] if said else "",
        differences=differences,
    )


def _leader(view: View, names: tuple[str, ...]) -> Standing | None:
    wealth = [player.wealth for player in view.players]
    known = [worth for worth in wealth if worth is not None]
    if len(known) < len(wealth) or known.count(max(known)) > 1:
        return None
    return Standing(names[wealth.index(max(known))], max(known))


def ago(milliseconds: int, language: str) -> str:
    """How long ago something was, in words: at least a second, for no time at all would read "in 0 seconds"."""
    return _ago(max(1, (now() - milliseconds) // 1000), language)


@lru_cache(maxsize=1 << 12)
def _ago(seconds: int, language: str) -> str:
    return format_timedelta(timedelta(seconds=-seconds), add_direction=True, locale=language)
