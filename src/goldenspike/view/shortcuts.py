"""Several moves in one, and passes that need no decision."""

from collections.abc import Iterator
from dataclasses import dataclass

from goldenspike.core.actions import Action, Pass, PayDividend, Payout, Route, RunTrains
from goldenspike.core.game import Game
from goldenspike.core.holders import CHANCE
from goldenspike.core.ids import NONE, Player
from goldenspike.core.state import State
from goldenspike.core.title import Setup
from goldenspike.view.secrets import has_secrets


def idle_pass(setup: Setup, s: State) -> Pass | None:
    """The pass of the only player asked, if it gives nothing up: whatever anybody may do now is still possible after it.

    There is none before a random draw, which could not be undone. Where money is hidden, passing at once must not tell that
    money is wanting: only a step of an operating turn is passed in which any amount of money would change nothing.
    """
    if not has_secrets(setup, s):
        return _idle_pass(setup, s)
    if s.operating == NONE or s.pending or _idle_pass(setup, _with_plenty(setup, s)) is None:
        return None
    return _idle_pass(setup, s)


def _with_plenty(setup: Setup, s: State) -> State:
    """The same position if everybody had more money than anything costs."""
    rich = s.copy()
    rich.money = [setup.title.bank] * len(s.money)
    return rich


def _idle_pass(setup: Setup, s: State) -> Pass | None:
    game = Game(setup, s)
    actors = game.actors
    if len(actors) != 1 or actors[0] == CHANCE:
        return None
    action = Pass(actors[0])
    if game.refuse(action) is not None:
        return None
    after = Game(setup, s)
    after.push(action)
    return None if after.actors == (CHANCE,) or gives_up(game, after, action) else action


def gives_up(before: Game, after: Game, done: Action) -> bool:
    """Whether an action makes something else illegal that anybody could have done before it."""
    options = (action for player in before.state.seating for action in before.legal_for(player) if action != done)
    return any(after.refuse(action) is not None for action in options)


def same_turn(before: State, after: State) -> bool:
    """Whether the turn of the same player or railroad goes on."""
    if before.operating != NONE or after.operating != NONE:
        turn = (before.operating, before.round_number, before.operating_round)
        return turn == (after.operating, after.round_number, after.operating_round)
    return (before.round, before.turn) == (after.round, after.turn)


@dataclass(frozen=True, slots=True)
class Shortcut:
    """The rest of an operating turn, or most of it, without building."""

    payout: Payout
    actions: tuple[Action, ...]
    skips: bool
    """Whether it passes over steps before the run."""
    ends_turn: bool
    revenue: int
    dividend: PayDividend
    at_dividend: State
    """The position in which the dividend is decided."""


def before_run(setup: Setup, s: State, seat: Player | None) -> tuple[State, tuple[Pass, ...]] | None:
    """The position in which the operating railroad's trains run, and the passes that lead there; None if there is none."""
    if seat is None or s.operating == NONE or s.pending:
        return None
    game = Game(setup, s)
    passes: list[Pass] = []
    while game.refuse(RunTrains(seat, s.operating)) is not None:
        action = Pass(seat)
        if game.refuse(action) is not None:
            return None
        game.push(action)
        passes.append(action)
        if not same_turn(s, game.state) or game.actors != (seat,):
            return None
    return game.state, tuple(passes)


def shortcuts_for(setup: Setup, s: State, seat: Player | None, routes: tuple[Route, ...]) -> tuple[Shortcut, ...]:
    """Run these routes and decide over the revenue, in one; empty if somebody or chance comes in between."""
    found = before_run(setup, s, seat)
    if found is None or seat is None:
        return ()
    state, passes = found
    run = RunTrains(seat, state.operating, routes)
    ran = Game(setup, state)
    ran.push(run)
    return tuple(_continue(setup, ran, seat, (*passes, run), bool(passes)))


def _continue(setup: Setup, ran: Game, seat: Player, done: tuple[Action, ...], skips: bool) -> Iterator[Shortcut]:
    s = ran.state
    if ran.actors != (seat,):
        return
    ends: list[Shortcut] = []
    for decision in [action for action in ran.legal_for(seat) if isinstance(action, PayDividend)]:
        if not follows(ran, seat, decision):
            return
        after = Game(setup, s)
        after.push(decision)
        revenue = s.revenues[s.operating]
        shortcut = Shortcut(decision.payout, (*done, decision), skips, False, revenue, decision, s)
        yield shortcut
        if decision.payout is Payout.PAY:
            passes = tuple(_to_the_end(setup, after, s, seat))
            if passes:
                actions = (*shortcut.actions, *passes)
                ends.append(Shortcut(decision.payout, actions, skips, True, revenue, decision, s))
    yield from ends


def _of_others(game: Game, seat: Player) -> Iterator[Action]:
    """Others may doubt a run until its revenue is paid (7.4)."""
    return (action for player in game.state.seating if player != seat for action in game.legal_for(player))


def _to_the_end(setup: Setup, game: Game, s: State, seat: Player) -> list[Pass]:
    """The passes that end the turn; empty if it is over or cannot be ended, or if nothing is left to decide anyway."""
    passes: list[Pass] = []
    decides = False
    while same_turn(s, game.state):
        action = Pass(seat)
        if game.actors != (seat,) or game.refuse(action) is not None:
            return []
        decides = decides or idle_pass(setup, game.state) is None
        game.push(action)
        passes.append(action)
    return passes if decides else []


def follows(game: Game, seat: Player, action: Action) -> bool:
    """Whether an action may follow another one of the same seat at once: it is legal and takes nothing from anybody else."""
    if game.refuse(action) is not None:
        return False
    after = Game(game.setup, game.state)
    after.push(action)
    return not any(after.refuse(other) is not None for other in _of_others(game, seat))
