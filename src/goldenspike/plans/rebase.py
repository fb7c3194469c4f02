"""Bringing a plan up to date after moves have been made at the table."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import groupby, takewhile

from goldenspike.core.actions import Action, BuyPrivate, BuyTrain, SellPrivate
from goldenspike.core.game import Game, player_of
from goldenspike.core.holders import CHANCE
from goldenspike.core.ids import Player
from goldenspike.core.state import State
from goldenspike.core.title import Setup
from goldenspike.view.secrets import tells_totals

_PRICED = BuyPrivate | BuyTrain | SellPrivate
"""What players and railroads sell each other."""


def remaining(setup: Setup, start: State, seat: Player, moves: Sequence[Action], made: Sequence[Action]) -> tuple[Action, ...]:
    """What is left of a plan after these moves have been made and led to this position.

    `start` is the position as the planner takes it to be (see `grounded`): supposed moves are left out if they are illegal, and
    whether they are must not depend on hidden money.

    What another player really did in a turn takes the place of what the plan supposed, whether or not it is the same. The
    planner's own moves are left out only once they have been made.
    """
    game, rest = Game(setup, start), list(moves)
    turns = [(player, list(actions)) for player, actions in groupby(made, key=player_of)]
    for number, (player, actions) in enumerate(turns):
        if player == seat:
            _leave_out_own(rest, seat, actions)
        else:
            goes_on = number == len(turns) - 1 and player in game.actors
            _leave_out_supposed(rest, seat, player, actions, game if goes_on else None)
    _leave_out_past(rest, seat, game)
    return tuple(rest)


def taken_back(setup: Setup, s: State, seat: Player, undone: Sequence[Action], moves: Sequence[Action]) -> tuple[Action, ...]:
    """A plan that began after moves that were then undone: it now begins with these moves.

    It has no draws, and no price that the planner was not told.
    """

    def is_known(move: Action) -> bool:
        return player_of(move) == seat or not (isinstance(move, _PRICED) and tells_totals(setup, s))

    return (*(move for move in undone if player_of(move) != CHANCE and is_known(move)), *moves)


def _leave_out_own(rest: list[Action], seat: Player, made: Sequence[Action]) -> None:
    for action in made:
        first = _first(rest, seat)
        if action in own_part(seat, rest[first:]):
            del rest[:first]
            rest.remove(action)


def _leave_out_supposed(rest: list[Action], seat: Player, player: Player, made: Sequence[Action], game: Game | None) -> None:
    """`game` is the present position if the turn of that player is not yet over."""
    first = _first(rest, player)
    if first == len(rest) or first > _first(rest, seat):
        return
    del rest[:first]
    if game is None:
        del rest[: len(own_part(player, rest))]
        return
    for action in made:
        if rest and _is_same(rest[0], action):
            del rest[0]
    while own_part(player, rest) and game.refuse(rest[0]) is not None:
        del rest[0]


def _is_same(supposed: Action, made: Action) -> bool:
    """Whatever the price: the planner may not know it."""
    if isinstance(supposed, _PRICED) and isinstance(made, _PRICED):
        return replace(supposed, price=made.price) == made
    return supposed == made


def _leave_out_past(rest: list[Action], seat: Player, game: Game) -> None:
    """Moves supposed of players whose turn has gone by: the plan goes on with whoever is asked now."""
    asked = min((_first(rest, player) for player in game.actors), default=len(rest))
    if asked < len(rest) and asked <= _first(rest, seat) and game.refuse(rest[0]) is not None:
        del rest[:asked]


def _first(moves: Sequence[Action], player: Player) -> int:
    """The number of the first move of a player, that of all moves if there is none."""
    return next((number for number, move in enumerate(moves) if player_of(move) == player), len(moves))


def own_part(seat: Player, moves: Sequence[Action]) -> tuple[Action, ...]:
    """The moves of that player with which a plan begins: the planner can send them when the turn has come."""
    return tuple(takewhile(lambda move: player_of(move) == seat, moves))
