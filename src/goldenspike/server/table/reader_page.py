"""A position of a table and who looks at it: the reader's seats, and what the reader may do there."""

from dataclasses import dataclass

from goldenspike.core.ids import Player
from goldenspike.core.title import RoundKind
from goldenspike.protocol.messages import Status
from goldenspike.server.accounts.people import Person
from goldenspike.server.api.describe import may_answer
from goldenspike.server.clocks.faces import Face, TimeOutView, votes_of
from goldenspike.server.learn.coaching import may_be_coached
from goldenspike.server.learn.looking_back import may_look_back
from goldenspike.server.table.cached import cached
from goldenspike.server.table.copies import may_copy
from goldenspike.server.table.live_table import ConsentRequest, RequestToCorrect
from goldenspike.server.table.packing import unpack_action
from goldenspike.server.table.position_page import PositionPage
from goldenspike.server.table.standin import StandInView
from goldenspike.view import has_secrets


@dataclass(eq=False, kw_only=True)
class ReaderPage(PositionPage):
    person: Person | None
    own: tuple[Player, ...]
    """The seats that the reader controls."""
    present: frozenset[str]
    """Ids of the players who have a page open."""
    address: str = ""
    """Where the server is reached, for the invitation."""
    zone: str = "UTC"
    """The reader's time zone."""

    @property
    def is_watching(self) -> bool:
        """Whether the reader has no seat."""
        return not self.own

    @property
    def is_playing(self) -> bool:
        """Whether the reader can act there. A seat played by a bot is view-only."""
        return self.is_acting and not (self.seat is not None and self.table.seats[self.seat].played_by)

    @cached
    def is_my_turn(self) -> bool:
        """Whether the reader is asked in the position shown."""
        return self.is_present and self.is_awaited

    @cached
    def is_awaited(self) -> bool:
        """Whether the game waits for the reader, whatever position is shown."""
        return any(actor in self.own and not self.table.seats[actor].played_by for actor in self.table.actors)

    @property
    def undo_request(self) -> ConsentRequest | None:
        return self.table.undo_request

    @property
    def asked_correction(self) -> str:
        """The correction that everybody is asked to agree to, empty if there is none."""
        request = self.table.undo_request
        if not isinstance(request, RequestToCorrect):
            return ""
        return self.words.label(unpack_action(self.table.setup, request.action), self.seen, self.table.context)

    @property
    def asked_to_agree(self) -> bool:
        return self.person is not None and may_answer(self.table, self.person)

    @property
    def all_have_agreed(self) -> bool:
        request = self.table.undo_request
        return request is not None and self.table.has_consent(request)

    @property
    def has_asked_to_undo(self) -> bool:
        request = self.table.undo_request
        return request is not None and self.person is not None and request.user_id == self.person.id

    @property
    def can_redo(self) -> bool:
        return self.is_present and self.table.may_redo(self.person)

    @property
    def may_export(self) -> bool:
        alone = self.person is not None and self.table.is_one_screen(self.person)
        return alone or not has_secrets(self.table.setup, self.table.state)

    @property
    def copying(self) -> str:
        """Whether the reader may copy the position: yes, hidden if money is still hidden, otherwise empty."""
        if self.table.status is Status.WAITING or self.state.round == RoundKind.OVER:
            return ""
        return "yes" if may_copy(self.table, self.person) else "hidden"

    @property
    def is_coached(self) -> bool:
        """Whether the reader may ask the coach, who speaks of the present position whatever position is shown."""
        return self.seat is not None and may_be_coached(self.table, self.person)

    @property
    def looks_back(self) -> bool:
        """Whether the reader is told which decisions of a finished game mattered most."""
        return self.seat is not None and may_look_back(self.table, self.person)

    @property
    def may_have_hint(self) -> bool:
        on_turn = self.seat is not None and self.seat in self.actors and not self.table.seats[self.seat].played_by
        return on_turn and self.table.may_have_hints(self.person)

    @cached
    def stand_in(self) -> StandInView:
        return StandInView.of(self.table, self.person, self.present, self.services.stand_ins.absence)

    @property
    def to_remind(self) -> tuple[Player, ...]:
        """Seats of others who are away and for whom the game waits."""
        return tuple(seat for seat in self.stand_in.away if seat in self.actors)

    @cached
    def first_clock(self) -> Face | None:
        """The clock in the bar: the reader's if it runs, otherwise that of the first player whom the game waits for."""
        running = [seat for seat in self.table.actors if seat >= 0 and self.clock_faces and _is_shown(self.clock_faces[seat])]
        first = sorted(running, key=lambda seat: seat not in self.own)[:1]
        return self.clock_faces[first[0]] if first else None

    @cached
    def time_out_votes(self) -> tuple[TimeOutView, ...]:
        return votes_of(self.table, self.person)

    @property
    def invitation(self) -> str:
        return f"{self.address}/t/{self.table.id}/join/{self.table.invite}" if self.own else ""

    @property
    def may_plan(self) -> bool:
        """Whether the reader may try things out."""
        return bool(self.own) and self.table.status is Status.RUNNING and self.table.setup.has_map

    @property
    def is_waiting(self) -> bool:
        """Whether only others can move, so that a page without scripts can reload without losing input."""
        return (
            self.is_present
            and self.table.status in (Status.WAITING, Status.RUNNING)
            and not (self.is_my_turn or self.asked_to_agree)
        )


def _is_shown(face: Face) -> bool:
    return face.deadline is not None or face.is_up
