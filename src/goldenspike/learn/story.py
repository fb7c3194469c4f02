"""Why a game was won or lost: the figures in which the learner and the best of the others differ most."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from goldenspike.core.events import Event, Paid, TrainMoved, TrainsRun, Why
from goldenspike.core.holders import company_of_holder, is_company
from goldenspike.core.ids import NONE, Player
from goldenspike.core.state import State
from goldenspike.core.title import Setup


@dataclass(frozen=True, slots=True)
class Sentence:
    """A code of `text.STORY` and its facts."""

    code: str
    facts: tuple[tuple[str, int], ...] = ()


@dataclass(slots=True)
class _Course:
    """How a game went for one player."""

    earned: int = 0
    """What the player's railroads earned in their runs; with shares, the dividends and income the player got."""
    early: int = 0
    """The part of it in the first half of the game."""
    trains: int = 0
    """What the trains cost that the player's railroads bought."""


def tell(setup: Setup, s: State, events: Sequence[Event], seat: Player) -> tuple[Sentence, ...]:
    """The result of the learner and what decided it, for a finished game."""
    wealth = [setup.plan.flow.wealth(setup, s, player) for player in setup.all_players]
    rival = max((player for player in setup.all_players if player != seat), key=lambda player: wealth[player])
    own, best = wealth[seat], wealth[rival]
    if own >= best:
        first = Sentence("won", (("amount", own), ("player", rival), ("most", best)))
    else:
        place = 1 + sum(other > own for other in wealth)
        first = Sentence("lost", (("number", place), ("amount", own), ("player", rival), ("most", best)))
    return (first, *_reasons(setup, s, events, seat, rival))


def _reasons(setup: Setup, s: State, events: Sequence[Event], seat: Player, rival: Player) -> Iterator[Sentence]:
    course = _course(setup, s, events)
    own, other = course[seat], course[rival]
    earned = "earned" if not setup.title.has_shares else "received"
    yield Sentence(f"{earned}_{'more' if own.earned >= other.earned else 'less'}", _versus(own.earned, other.earned, rival))
    if abs(own.early - other.early) * 10 > max(own.early, other.early, 1):
        yield Sentence("early_more" if own.early > other.early else "early_less", _versus(own.early, other.early, rival))
    if not setup.title.has_shares and own.trains != other.trains:
        yield Sentence("trains_more" if own.trains > other.trains else "trains_less", _versus(own.trains, other.trains, rival))


def _versus(own: int, other: int, rival: Player) -> tuple[tuple[str, int], ...]:
    return (("amount", own), ("player", rival), ("most", other))


def _course(setup: Setup, s: State, events: Sequence[Event]) -> list[_Course]:
    found = [_Course() for _ in setup.all_players]
    half = len(events) // 2
    for number, event in enumerate(events):
        player, amount = NONE, 0
        if isinstance(event, TrainsRun) and not setup.title.has_shares:
            player, amount = s.presidents[event.company], event.revenue
        elif isinstance(event, Paid) and event.why in (Why.DIVIDEND, Why.PRIVATE_INCOME) and 0 <= event.payee < len(found):
            player, amount = Player(event.payee), event.amount
        elif isinstance(event, TrainMoved) and is_company(event.buyer):
            buyer = s.presidents[company_of_holder(event.buyer)]
            if buyer != NONE:
                found[buyer].trains += event.price
        if player != NONE:
            found[player].earned += amount
            found[player].early += amount if number < half else 0
    return found
