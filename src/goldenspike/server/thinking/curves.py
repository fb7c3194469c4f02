"""The course of a game: wealth after every move, turning points, and decisions worth examining."""

from collections import Counter
from collections.abc import Sequence

from msgspec.structs import replace

from goldenspike.bots.base import Table, list_actions
from goldenspike.core import actions as a
from goldenspike.core.actions import Action
from goldenspike.core.game import Game, player_of
from goldenspike.core.ids import Player, by_company, by_player
from goldenspike.core.rules.train_card import owned_trains
from goldenspike.core.state import State
from goldenspike.core.title import RoundKind, Setup
from goldenspike.server.thinking.questions import Course, Swing, Turning
from goldenspike.view import seat_view
from goldenspike.view.model import RoundView

MOST_TURNING = 6
LEAST_SWING = 15
"""The least change that counts as a turning point, in thousandths of all wealth."""

_WEIGHT: dict[type, int] = {
    a.StartCompany: 5,
    a.SetPar: 5,
    a.BuyTrain: 4,
    a.SellShares: 4,
    a.BuyPrivate: 3,
    a.SellPrivate: 3,
    a.Accept: 3,
    a.Decline: 3,
    a.PlaceToken: 3,
    a.BuyFromBank: 2,
    a.Bid: 2,
    a.BuyShare: 2,
    a.PayDividend: 2,
    a.ExchangePrivate: 2,
    a.LayTile: 2,
    a.Pass: 1,
}
"""Kinds of moves that are examined; runs are not, since the best ones are known."""
_INSTEAD = (a.BuyTrain, a.LayTile, a.PlaceToken)
"""What makes passing in an operating round a decision."""
_SPREAD = 0.618
"""The fractions of its multiples are spread evenly: of many decisions of a kind some from the whole game are examined first."""


def draw_curves(setup: Setup, actions: Sequence[Action]) -> Course:
    game = Game(setup)
    wealth: list[list[int]] = [[] for _ in setup.all_players]
    seen: list[RoundView] = []
    decisions: list[tuple[int, float, int]] = []
    counts: Counter[type] = Counter()
    invested: list[list[int]] = [] if setup.title.has_shares else [[] for _ in setup.all_players]

    def look() -> None:
        for player, line in by_player(wealth):
            line.append(setup.plan.flow.wealth(setup, game.state, player))
        for player, line in by_player(invested):
            line.append(_cost_of_trains(setup, game.state, player))
        seen.append(seat_view(setup, game.state, None).round)

    look()
    for ply, action in enumerate(actions):
        if _is_decision(game, action):
            kind = type(action)
            decisions.append((-_WEIGHT[kind], counts[kind] * _SPREAD % 1, ply))
            counts[kind] += 1
        game.push(action)
        look()
    rounds = [(ply, one) for ply, one in enumerate(seen) if not ply or seen[ply - 1].label != one.label]
    course = Course(rounds, wealth, [], [ply for *_, ply in sorted(decisions)], invested)
    return replace(course, turning=_turning(course.standing, rounds))


def _cost_of_trains(setup: Setup, s: State, player: Player) -> int:
    """What the trains of a player's railroads cost when they were new."""
    own = (company for company, president in by_company(s.presidents) if president == player)
    return sum(setup.title.trains[train].price for company in own for train in owned_trains(setup, s, company))


def _is_decision(game: Game, action: Action) -> bool:
    if type(action) not in _WEIGHT or player_of(action) < 0:
        return False
    return not isinstance(action, a.Pass) or _is_choice(game, action)


def _is_choice(game: Game, passing: a.Pass) -> bool:
    """Whether there was something else to do; in operating rounds something that is usually done."""
    if game.state.round != RoundKind.OPERATING:
        return not Table(game, passing.player).is_forced
    return any(isinstance(action, _INSTEAD) for action in list_actions(game, passing.player))


def _turning(wealth: list[list[int]], rounds: list[tuple[int, RoundView]]) -> list[Turning]:
    """The rounds in which some player's share of all wealth changed most, in the order of the game.

    Before the first operating round there is nothing but paper: what the auction left at face value, and par prices.
    """
    last = len(wealth[0]) - 1
    shares = [[share_of(wealth, player, ply) for ply in range(last + 1)] for player, _ in by_player(wealth)]
    started = next((number for number, (_, seen) in enumerate(rounds) if seen.kind == "operating"), len(rounds))
    found: list[tuple[float, Turning]] = []
    for number, (first, seen) in enumerate(rounds):
        start = max(first - 1, 0)
        end = rounds[number + 1][0] - 1 if number + 1 < len(rounds) else last
        swings = [Swing(seat, round(line[start]), round(line[end])) for seat, line in by_player(shares)]
        swings = [swing for swing in swings if abs(swing.after - swing.before) >= LEAST_SWING]
        if number < started or end <= start or not swings:
            continue
        swings.sort(key=lambda swing: -abs(swing.after - swing.before))
        largest = swings[0].after - swings[0].before
        line = shares[swings[0].seat]
        ply = max(range(start + 1, end + 1), key=lambda ply: (line[ply] - line[ply - 1]) * (1 if largest > 0 else -1))
        found.append((abs(largest), Turning(seen, swings, ply)))
    found.sort(key=lambda each: -each[0])
    return sorted((turning for _, turning in found[:MOST_TURNING]), key=lambda turning: turning.ply)


def share_of(wealth: list[list[int]], player: Player, ply: int) -> float:
    """A player's share of all wealth, in thousandths."""
    total = sum(line[ply] for line in wealth)
    return 1000 * wealth[player][ply] / total if total > 0 else 1000 / len(wealth)
