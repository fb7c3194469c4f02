"""What tests ask of actions: whether they are legal, why they are refused, and what they lead to.

The functions ask the rule and the list of legal actions, which must agree, and they raise AssertionError.
"""

from goldenspike.core.actions import Action, Pass
from goldenspike.core.events import Event
from goldenspike.core.game import Game, player_of
from goldenspike.core.reasons import IllegalAction, Reason
from goldenspike.testing.agreement import Listed
from goldenspike.testing.invariants import violations_of


def _listed(game: Game, action: Action) -> Listed:
    legal = game.legal_for(player_of(action))
    return Listed(list(legal), legal.offers())


def is_legal(game: Game, action: Action) -> bool:
    """Whether the action may be done now."""
    refusal, listed = game.refuse(action), _listed(game, action)
    if refusal is None:
        assert listed.has(game.setup, game.state, action), f"{action} is legal and not listed"
    else:
        _not_listed(game, action)
    return refusal is None


def _not_listed(game: Game, action: Action) -> None:
    listed = _listed(game, action)
    assert action not in listed.actions and not listed.offers_it(action), f"{action} is refused and listed: {game.refuse(action)}"


def allowed(game: Game, action: Action) -> None:
    """The action may be done now."""
    assert is_legal(game, action), f"{action}: {game.refuse(action)}"


def refused(game: Game, action: Action, reason: Reason, *facts: int) -> None:
    """The action may not be done for this reason (and these facts, if given); trying it raises and changes nothing."""
    refusal = game.refuse(action)
    assert refusal is not None, f"{action} is legal"
    assert refusal.reason is reason, f"{action}: {refusal}"
    assert len(refusal.facts) == len(reason.facts), f"a refusal has the facts that its reason names: {refusal}"
    assert not facts or refusal.facts == facts, refusal
    _not_listed(game, action)
    before, copy = game.state, game.state.copy()
    try:
        game.push(action)
    except IllegalAction as error:
        assert error.refusal == refusal
    else:
        raise AssertionError(f"{action} is refused and done")
    assert game.state is before and before == copy, "a refused action changes nothing"


def play(game: Game, *actions: Action) -> list[Event]:
    """Do them all and return what happened; no state in between may break an invariant."""
    happened: list[Event] = []
    for action in actions:
        happened += game.push(action)
        violations = violations_of(game.setup, game.state)
        assert not violations, [str(violation) for violation in violations]
    return happened


def passes(game: Game, count: int) -> list[Event]:
    """Let this many players pass, one after the other."""
    return [event for _ in range(count) for event in play(game, Pass(game.actors[0]))]


def pass_round(game: Game) -> list[Event]:
    """Everybody passes until the round is over."""
    happened: list[Event] = []
    here = (game.state.round, game.state.round_number, game.state.operating_round)
    while (game.state.round, game.state.round_number, game.state.operating_round) == here:
        happened += passes(game, 1)
    return happened
