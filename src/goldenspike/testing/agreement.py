"""Checks that `legal`, `refuse`, `push`, `pop` and `copy` agree.

Every listed action must be allowed and every allowed action listed. The first is checked for all listed actions, the second for
a sample: listed actions with one field changed, and random actions. Some of both are pushed on a copy.
"""

from collections.abc import Iterator
from dataclasses import dataclass, fields, replace
from operator import attrgetter
from random import Random
from typing import Any, Final, get_args

from goldenspike.bots.base import Table
from goldenspike.bots.chance import draw
from goldenspike.core.actions import (
    Action,
    Correction,
    DeclareRun,
    LayTile,
    Pass,
    RunTrains,
)
from goldenspike.core.events import Event
from goldenspike.core.fields import FieldInfo, Kind, fields_of
from goldenspike.core.game import Game, player_of
from goldenspike.core.holders import CHANCE
from goldenspike.core.ids import NONE
from goldenspike.core.reasons import IllegalAction
from goldenspike.core.state import State
from goldenspike.core.steps.base import Offer, Priced
from goldenspike.core.title import RoundKind, Setup
from goldenspike.testing.invariants import Violation, violations_of

KINDS: Final[tuple[type, ...]] = get_args(Action)
"""All classes of actions."""


_VALUES: Final = attrgetter(*(field.name for field in fields(State) if field.compare))


def snapshot(s: State) -> tuple[object, ...]:
    """The whole state as values that later writes cannot change."""
    return tuple([tuple(value) if isinstance(value, list) else value for value in _VALUES(s)])


@dataclass
class Listed:
    """Everything that one player may do in a position."""

    actions: list[Action]
    offers: list[Offer]

    def has(self, setup: Setup, s: State, action: Action) -> bool:
        """Whether an allowed action is among the listed ones, or deliberately not listed."""
        if action in self.actions:
            return True
        if isinstance(action, LayTile):
            face = setup.face_of_tile(action.tile, action.rotation)
            return any(lay.twin for lay in setup.lays(action.hex, s.faces[action.hex]) if lay.face == face)
        if isinstance(action, Correction):
            return True  # People agree on corrections; the rules do not offer them.
        if isinstance(action, DeclareRun) and len(action.earned) > 1:
            return True  # Whole runs are listed; they may also be declared train by train.
        return self.offers_it(action) or (isinstance(action, RunTrains) and action.routes is not None)

    def offers_it(self, action: Action) -> bool:
        """Whether an offer includes the action with its amount."""
        for offer in self.offers if isinstance(action, Priced) else ():
            amount = getattr(action, offer.field, NONE)
            amount = sum(amount) if isinstance(amount, tuple) else amount
            if offer.at(amount) == action:
                return offer.lo <= amount <= offer.hi and (amount - offer.lo) % offer.step == 0
        return False


def violations_of_position(game: Game, rng: Random, tries: int = 4) -> list[Violation]:
    """All disagreements in the current position."""
    found: list[Violation] = []
    if game.is_over:
        if game.actors or list(game.legal) or game.refuse(Pass(game.setup.all_players[0])) is None:
            found.append(Violation("moves_after_the_end", f"{list(game.legal)}"))
        return found
    actors = game.actors
    if not actors:
        return [Violation("nobody_to_act", f"round {game.state.round}, step {game.state.step}")]
    if actors == (CHANCE,):
        return list(_draws(game, rng))
    listed: dict[int, Listed] = {}
    for player in game.state.seating:
        table = Table(game, player)
        listed[player] = Listed(table.actions, table.offers)
        if player in actors and not table.actions and not table.offers:
            found.append(Violation("nothing_to_do", f"player {player}"))
        found.extend(_listed_but_refused(game, listed[player], rng))
    found.extend(_allowed_but_not_listed(game, listed, rng, tries))
    found.extend(_doing(game, listed, rng))
    return found


def _draws(game: Game, rng: Random) -> Iterator[Violation]:
    """A draw must be legal, and a listed draw possible; orders of seats and cards are too many to list."""
    drawn = [draw(game, rng)]
    if game.state.round != RoundKind.SEATING:
        drawn.extend(game.legal_for(CHANCE))
    for action in drawn:
        refusal = game.refuse(action)
        if refusal is not None or player_of(action) != CHANCE:
            yield Violation("drawn_but_refused", f"{action}: {refusal}")
            continue
        twin = game.copy()
        twin.push(action)
        yield from (Violation(found.name, f"{found.facts}, after {action}") for found in violations_of(twin.setup, twin.state))


def _listed_but_refused(game: Game, listed: Listed, rng: Random) -> Iterator[Violation]:
    if len(set(listed.actions)) < len(listed.actions):
        yield Violation("listed_twice", f"{listed.actions}")
    for action in listed.actions:
        refusal = game.refuse(action)
        if refusal is not None:
            yield Violation("listed_but_refused", f"{action}: {refusal}")
    for offer in listed.offers:
        if offer.hi < offer.lo or offer.step < 1 or (offer.hi - offer.lo) % offer.step or offer.at(offer.lo) != offer.action:
            yield Violation("bad_offer", f"{offer}")
            continue
        inside = offer.lo + offer.step * rng.randint(0, (offer.hi - offer.lo) // offer.step)
        for amount in {offer.lo, inside, offer.hi}:
            refusal = game.refuse(offer.at(amount))
            if refusal is not None:
                yield Violation("offered_but_refused", f"{offer.at(amount)}: {refusal}")
        for amount in (offer.lo - 1, offer.hi + 1):
            if game.refuse(offer.at(amount)) is None and not listed.has(game.setup, game.state, offer.at(amount)):
                yield Violation("offer_too_narrow", f"{offer} allows {amount}")


def _allowed_but_not_listed(game: Game, listed: dict[int, Listed], rng: Random, tries: int) -> Iterator[Violation]:
    everything = [action for one in listed.values() for action in one.actions]
    everything.extend(offer.action for one in listed.values() for offer in one.offers)
    before = game.state
    kept = snapshot(before)
    for number in range(tries):
        if number % 2 and everything:
            action = mutated(game.setup, rng, rng.choice(everything))
        else:
            action = made_up(game.setup, rng)
        refusal = game.refuse(action)
        if refusal is None:
            owner = player_of(action)
            if owner not in listed or not listed[owner].has(game.setup, before, action):
                yield Violation("allowed_but_not_listed", f"{action}")
            continue
        if len(refusal.facts) != len(refusal.reason.facts):
            yield Violation("facts_of_refusal", f"{action}: {refusal}")
        try:
            game.push(action)
            yield Violation("refused_but_done", f"{action}: {refusal}")
            game.pop()
        except IllegalAction as error:
            if error.refusal != refusal:
                yield Violation("two_reasons", f"{action}: {refusal} and {error.refusal}")
        if game.state is not before or snapshot(game.state) != kept:
            yield Violation("refused_but_changed", f"{action}: {refusal}")


def _doing(game: Game, listed: dict[int, Listed], rng: Random) -> Iterator[Violation]:
    """Push one listed action and one offer on a copy: the game must not change, and the copy must be able to undo it."""
    choices: list[Action] = []
    actions = [action for one in listed.values() for action in one.actions]
    offers = [offer for one in listed.values() for offer in one.offers]
    if actions:
        choices.append(rng.choice(actions))
    if offers:
        offer = rng.choice(offers)
        choices.append(offer.at(rng.choice((offer.lo, offer.hi))))
    before = game.state
    kept = snapshot(before)
    for action in choices:
        twin = game.copy()
        start = twin.state
        if start != before or twin.actions != game.actions:
            yield Violation("copy_differs", f"before {action}")
        twin.push(action)
        yield from (Violation(found.name, f"{found.facts}, after {action}") for found in violations_of(twin.setup, twin.state))
        if game.state is not before or snapshot(before) != kept or game.ply != twin.ply - 1:
            yield Violation("copy_not_independent", f"{action}")
        if twin.pop() != action or snapshot(twin.state) != kept:
            yield Violation("pop_does_not_restore", f"{action}")


def push_checked(game: Game, action: Action) -> tuple[list[Event], list[Violation]]:
    """Push, pop and push again: the same state and the same events each time."""
    before = game.state
    kept = snapshot(before)
    ply = game.ply
    events = game.push(action)
    after = snapshot(game.state)
    found: list[Violation] = []
    if game.pop() != action or game.state is not before or snapshot(before) != kept or game.ply != ply:
        found.append(Violation("pop_does_not_restore", f"{action}"))
    if game.push(action) != events or snapshot(game.state) != after:
        found.append(Violation("push_differs", f"{action}"))
    if game.ply != ply + 1 or game.actions[-1] != action or snapshot(game.state_at(ply)) != kept:
        found.append(Violation("past_differs", f"{action}"))
    return events, found


def mutated(setup: Setup, rng: Random, action: Action) -> Action:
    """The action with one field changed to another value of its kind."""
    field = rng.choice(fields_of(type(action)))
    return replace(action, **{field.name: _value(setup, rng, field)})


def made_up(setup: Setup, rng: Random) -> Action:
    """A random action with random values."""
    kind = rng.choice(KINDS)
    action: Action = kind(**{field.name: _value(setup, rng, field) for field in fields_of(kind)})
    return action


def _value(setup: Setup, rng: Random, field: FieldInfo) -> Any:
    """A value for a field of an action, sometimes just out of range."""
    title = setup.title
    if field.kind is Kind.PLAYERS:
        return tuple(rng.sample(setup.all_players, setup.players))
    if field.kind is Kind.FLAG:
        return rng.random() < 0.5
    if field.kind is Kind.CHOICE:
        return rng.choice(tuple(field.type))
    if field.kind in (Kind.PRIVATES, Kind.ROUTES):
        return ()
    if field.kind is Kind.AMOUNTS:
        return tuple([rng.randint(-1, 30) * rng.choice((1, 10)) for _ in range(rng.randint(0, 3))])
    if field.name in ("price", "amount", "cost"):
        par = title.market.prices[rng.choice(title.market.par_cells)]
        train = rng.choice(title.trains).price
        return rng.choice((par, train, rng.randint(-1, 400), rng.randint(0, title.bank + 1)))
    if field.name == "cell":
        return rng.randint(NONE, len(title.market.prices))
    return rng.randint(NONE, setup.counts[field.kind] or (3 if field.name == "stop" else 6))
