"""What the site does without asking: it skips steps in which nothing can be done.

Our engine asks more often, so the importer passes where the site would not have stopped. An operating turn on the site
ends with two questions, one about trains and one about private companies, where ours ends with one.
"""

from goldenspike.core.actions import BuyTrain, LayTile, PlaceToken
from goldenspike.core.game import Game
from goldenspike.core.holders import FIRST_COMPANY, is_player, treasury
from goldenspike.core.ids import NONE, by_private
from goldenspike.core.rules.private_company import price_range
from goldenspike.core.rules.tile_lay import NORMAL_LAY
from goldenspike.core.rules.train_purchase import must_buy_train
from goldenspike.core.steps.base import Step
from goldenspike.core.title import Power


def skips_step(game: Game, step: Step, free_station: bool) -> bool:
    """Whether the site skips the question that our engine asks the operating railroad now.

    `free_station`: the railroad has laid a private company's tile and has not yet decided on the station that comes with it.
    """
    s = game.state
    if LayTile in step.kinds():
        return bool(s.lays & NORMAL_LAY)  # Our engine also waits for tiles of private companies.
    if PlaceToken in step.kinds():
        stations = (action for action in step.legal(game.setup, s, s.turn) if isinstance(action, PlaceToken))
        return all(station.private != NONE and not free_station for station in stations)
    if BuyTrain in step.kinds():
        return not _may_buy_train(game, step)
    return False


def _may_buy_train(game: Game, step: Step) -> bool:
    setup, s = game.setup, game.state
    if must_buy_train(setup, s, s.operating):
        return True
    if not s.money[treasury(s.operating)]:  # Even another railroad's train costs a dollar.
        return False
    on_sale = any(isinstance(action, BuyTrain) for action in step.legal(setup, s, s.turn))
    return on_sale or bool(step.offers(setup, s, s.turn))


def asks_about_private_companies(game: Game) -> bool:
    """Whether the site asks the operating railroad about private companies at the end of its turn.

    It does if the railroad can afford one, or if it has one whose tile it may still lay.
    """
    setup, s = game.setup, game.state
    buyer = FIRST_COMPANY + s.operating
    on_sale = setup.title.phases[s.phase].buy_privates
    for private, owner in by_private(s.privates):
        card = setup.title.privates[private]
        if owner == buyer and card.power is Power.EXTRA_TILE and not s.power_used[private]:
            return True
        if on_sale and is_player(owner) and card.saleable and s.money[buyer] >= price_range(setup, private)[0]:
            return True
    return False
