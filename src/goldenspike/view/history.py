"""How a game has gone so far, round by round: what each railroad earned, what each player had.

Earnings come from the outline of the record. Money and wealth are noted when a round begins (`standing`), so a long game needs
a few dozen positions only.
"""

from collections.abc import Sequence
from typing import Final

from goldenspike.core.frozen import frozen
from goldenspike.core.ids import by_company
from goldenspike.core.state import State
from goldenspike.core.title import RoundKind, Setup
from goldenspike.view.course import Course
from goldenspike.view.model import RoundView
from goldenspike.view.secrets import visibility_for, wealth_of_player

_KINDS: Final = tuple(kind.name.lower() for kind in RoundKind)
_OPERATING: Final = _KINDS[RoundKind.OPERATING]


@frozen
class Standing:
    """What the players had at one moment, and who could know it then."""

    ply: int
    round: RoundView
    money: tuple[int, ...]
    wealth: tuple[int, ...]
    seen_money: tuple[tuple[bool, ...], ...]
    """For a spectator and then for each seat: whose money it saw."""
    seen_wealth: tuple[tuple[bool, ...], ...]


@frozen
class Earning:
    """What a railroad earned in a round."""

    round: RoundView
    revenue: int


@frozen
class PlayerHistory:
    """Money and wealth of a player round by round."""

    seat: int
    money: tuple[int | None, ...]
    """At each of the moments of the history; None if hidden."""
    wealth: tuple[int | None, ...]


@frozen
class CompanyHistory:
    """Revenue of a railroad round by round."""

    id: str
    earnings: tuple[Earning, ...]
    """One for each operating round in which it ran, oldest first."""


@frozen
class History:
    """Money and revenue round by round."""

    rounds: tuple[RoundView, ...]
    """The moments: the beginning of each round, and last the position shown."""
    players: tuple[PlayerHistory, ...]
    companies: tuple[CompanyHistory, ...]

    def revenue_by_round(self, company: int) -> tuple[int | None, ...]:
        """What a railroad earned in the round that began at each of the moments; None where it did not run."""
        earned = {(one.round.number, one.round.operating_round): one.revenue for one in self.companies[company].earnings}
        # The position shown is in the round that began last.
        began = [one not in self.rounds[:index] and one.kind == _OPERATING for index, one in enumerate(self.rounds)]
        rounds = zip(began, self.rounds, strict=True)
        return tuple(earned.get((one.number, one.operating_round)) if is_new else None for is_new, one in rounds)


def round_of(s: State) -> RoundView:
    return RoundView(_KINDS[s.round], s.round_number, s.operating_round, s.operating_rounds)


def standing(setup: Setup, s: State, ply: int) -> Standing:
    """What the players have in a position."""
    viewers = (None, *setup.all_players)
    visible = [visibility_for(setup, s, viewer) for viewer in viewers]
    return Standing(
        ply=ply,
        round=round_of(s),
        money=tuple(s.money[player] for player in setup.all_players),
        wealth=tuple(setup.plan.flow.wealth(setup, s, player) for player in setup.all_players),
        seen_money=tuple(visibility.players for visibility in visible),
        seen_wealth=tuple(
            tuple(wealth_of_player(setup, s, visibility, player) is not None for player in setup.all_players)
            for visibility in visible
        ),
    )


def history(setup: Setup, standings: Sequence[Standing], course: Course, seat: int | None, is_over: bool) -> History:
    """The history as a seat may know it: hidden is what was hidden at the time, until the game is over (C-1.1)."""
    viewer = 0 if seat is None else seat + 1

    def seen(amounts: tuple[int, ...], known: tuple[tuple[bool, ...], ...], player: int) -> int | None:
        return amounts[player] if is_over or known[viewer][player] else None

    return History(
        rounds=tuple(moment.round for moment in standings),
        players=tuple(
            PlayerHistory(
                player,
                tuple(seen(moment.money, moment.seen_money, player) for moment in standings),
                tuple(seen(moment.wealth, moment.seen_wealth, player) for moment in standings),
            )
            for player in setup.all_players
        ),
        companies=earnings(setup, course),
    )


def earnings(setup: Setup, course: Course) -> tuple[CompanyHistory, ...]:
    return tuple(
        CompanyHistory(card.id, tuple(Earning(one, revenue) for one, revenue in course.earned.get(company, {}).items()))
        for company, card in by_company(setup.title.companies)
    )
