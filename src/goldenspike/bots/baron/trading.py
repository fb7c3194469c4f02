"""Trade search: what everybody would hold after a sale and a purchase.

Each legal sale, and none, is pushed on a sampled position, followed by each purchase. The result is scored by the value of all
holdings, so that swapping a share for a better one, dumping a presidency that needs a train, and depressing a rival's price are
all covered by one comparison.
"""

from random import Random

from goldenspike.bots.baron.forecast import Forecast
from goldenspike.bots.baron.imagine import imagine
from goldenspike.bots.base import Table, list_actions
from goldenspike.bots.outlook import shortfall
from goldenspike.core.actions import Action, BuyShare, SellShares
from goldenspike.core.game import Game
from goldenspike.core.holders import is_player
from goldenspike.core.ids import Player, by_company
from goldenspike.core.reasons import IllegalAction
from goldenspike.core.state import State

BURDEN = 1.5
"""What a president fears for each dollar that his railroad lacks for its next train: he adds it, and sells shares to do so."""
RIVALRY = 0.6
"""What a dollar less in the hands of the others, on average, is worth."""
GAIN = 12.0
"""What a trade must promise at least, in dollars."""


def best_trade(table: Table, forecast: Forecast) -> Action | None:
    """The first action of the best trade, None if everything is best left as it is."""
    game = imagine(table, Random(table.state.round_number))
    player = table.player
    left = forecast.rounds_left(game.state)
    best: Action | None = None
    most = _standing(game.state, player, forecast, left) + GAIN
    sales = [action for action in table.actions if isinstance(action, SellShares)]
    for sale in (None, *sales):
        if sale is not None:
            if not _push(game, sale):
                continue
            score = _standing(game.state, player, forecast, left)
            if score > most:
                best, most = sale, score
        for purchase in _purchases(game, player):
            if _push(game, purchase):
                score = _standing(game.state, player, forecast, left)
                if score > most:
                    best, most = sale or purchase, score
                game.pop()
        if sale is not None:
            game.pop()
    return best


def _push(game: Game, action: Action) -> bool:
    """Do it, if the guess of what others have allows it."""
    try:
        game.push(action)
    except IllegalAction:
        return False
    return True


def _purchases(game: Game, player: Player) -> list[BuyShare]:
    if player not in game.actors:
        return []
    return [action for action in list_actions(game, player) if isinstance(action, BuyShare)]


def _standing(s: State, player: Player, forecast: Forecast, left: float) -> float:
    """What a player has and may hope for, less a part of what the others have."""
    worth = holdings(s, forecast, left)
    others = [worth[other] for other in s.seating if other != player]
    return worth[player] - RIVALRY * sum(others) / max(len(others), 1)


def holdings(s: State, forecast: Forecast, left: float) -> list[float]:
    """What each player's money, shares and duties are worth."""
    setup = forecast.setup
    worth = [float(money) for money in s.money[: setup.players]]
    for company, president in by_company(s.presidents):
        if not is_player(president):
            continue
        share = forecast.share(s, company, left)
        for player in s.seating:
            worth[player] += s.units(company, player) * share
        if s.funded[company]:
            worth[president] -= BURDEN * shortfall(setup, s, company)
    return worth
