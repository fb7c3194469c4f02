"""Trade search of a player at the certificate limit: what everybody would hold after a sale and a purchase.

Each legal sale, and none, is pushed on a sampled position, followed by each purchase. The result is scored by the value of all
holdings, so that swapping a share for a better one, dumping a presidency that needs a train, and depressing a rival's price are
all covered by one comparison.
"""

from random import Random

from goldenspike.bots.baron.forecast import Forecast
from goldenspike.bots.baron.imagine import imagine
from goldenspike.bots.baron.weighed import CASH, SHARES, TERMS, TRAINS, Weighed
from goldenspike.bots.base import Table, list_actions
from goldenspike.bots.outlook import presided, shortfall
from goldenspike.core.actions import Action, BuyShare, Pass, SellShares
from goldenspike.core.game import Game
from goldenspike.core.holders import is_player
from goldenspike.core.ids import Company, Player, by_company
from goldenspike.core.reasons import IllegalAction
from goldenspike.core.rules.presidency import successor
from goldenspike.core.rules.stock_sale import saleable_counts
from goldenspike.core.state import State

BURDEN = 1.5
"""What a president fears for each dollar that his railroad lacks for its next train: he adds it, and sells shares to do so."""
RIVALRY = 0.6
"""What a dollar less in the hands of the others, on average, is worth."""
GAIN = 12.0
"""What a trade must promise at least, in dollars."""


def weigh_trades(table: Table, forecast: Forecast) -> list[Weighed]:
    """The first actions of the trades that can be made, and passing, each with the best that can follow; the best first."""
    game = imagine(table, Random(table.state.round_number))
    player = table.player
    left = forecast.rounds_left(game.state)
    found: dict[Action, Weighed] = {}
    setup = table.setup
    mine = [company for company in presided(game.state, player) if game.state.funded[company]]
    rivalry = RIVALRY / max(len(game.state.seating) - 1, 1)

    def note(action: Action, bonus: float = 0.0) -> None:
        weighed = Weighed(action, bonus)
        terms = _standing_by_term(game.state, player, forecast, left)
        terms[TRAINS] -= (1 + rivalry) * sum(
            BURDEN * shortfall(setup, game.state, company) for company in mine if comes_back(game, player, company)
        )
        weighed.note(0, terms)
        if action not in found or weighed.score > found[action].score:
            found[action] = weighed

    note(Pass(player), GAIN)
    for sale in (None, *(action for action in table.actions if isinstance(action, SellShares))):
        if sale is not None:
            if not _push(game, sale):
                continue
            note(sale)
        for purchase in purchases_of(game, player):
            if _push(game, purchase):
                note(sale or purchase)
                game.pop()
        if sale is not None:
            game.pop()
    return sorted(found.values(), key=lambda weighed: -weighed.score)


def comes_back(game: Game, player: Player, company: Company) -> bool:
    """Whether the player who has just become president can hand the railroad back by selling shares in the same round."""
    setup, s = game.setup, game.state
    heir = s.presidents[company]
    if not is_player(heir) or heir == player:
        return False
    held = s.units(company, heir)
    return any(successor(setup, s, company, held - count) == player for count in saleable_counts(setup, s, heir, company))


def _push(game: Game, action: Action) -> bool:
    """Do it, if the guess of what others have allows it."""
    try:
        game.push(action)
    except IllegalAction:
        return False
    return True


def purchases_of(game: Game, player: Player) -> list[BuyShare]:
    if player not in game.actors:
        return []
    return [action for action in list_actions(game, player) if isinstance(action, BuyShare)]


def _standing(s: State, player: Player, forecast: Forecast, left: float) -> float:
    """What a player has and may hope for, less a part of what the others have."""
    return sum(_standing_by_term(s, player, forecast, left))


def _standing_by_term(s: State, player: Player, forecast: Forecast, left: float) -> list[float]:
    worth = holdings_by_term(s, forecast, left)
    others = [worth[other] for other in s.seating if other != player]
    rivalry = RIVALRY / max(len(others), 1)
    return [own - rivalry * sum(other[term] for other in others) for term, own in enumerate(worth[player])]


def holdings_by_term(s: State, forecast: Forecast, left: float) -> list[list[float]]:
    """What each player's money, shares and duties are worth, by `TERMS`."""
    setup = forecast.setup
    worth = [[0.0] * len(TERMS) for _ in setup.all_players]
    for player in setup.all_players:
        worth[player][CASH] = float(s.money[player])
    for company, president in by_company(s.presidents):
        if not is_player(president):
            continue
        share = forecast.share(s, company, left)
        for player in s.seating:
            worth[player][SHARES] += s.units(company, player) * share
        if s.funded[company]:
            worth[president][TRAINS] -= BURDEN * shortfall(setup, s, company)
    return worth
