"""Reading games and making actions by the names that players use, as `positions` describes them.

    buy = buy_train(game, "3")
    game.push(buy)
    assert money_of(game, "NYC") == 220 and trains_of(game, "NYC") == ["3"]

Actions are those of the railroad that operates and of its president, unless somebody else is named.
"""

from goldenspike.core.actions import (
    BuyPrivate,
    BuyTrain,
    DiscardTrain,
    ExchangePrivate,
    LayTile,
    PayDividend,
    Payout,
    PlaceToken,
    RunTrains,
    SellPrivate,
    SellShares,
)
from goldenspike.core.game import Game
from goldenspike.core.holders import company_of_holder, is_player, treasury
from goldenspike.core.ids import NO_PRIVATE, NO_TRAIN, NONE, Company, Hex, Holder, Player, Private, Train, by_train
from goldenspike.core.state import hex_of_place
from goldenspike.core.tiles import STOPS_PER_HEX
from goldenspike.testing.names import Who, holder_of, look_up, rotation_of

# --- numbers


def company(game: Game, name: str) -> Company:
    return look_up("railroad", game.setup.company_index, name)


def holder(game: Game, who: Who) -> Holder:
    return holder_of(game.setup, who)


def hex_number(game: Game, name: str) -> Hex:
    return look_up("hex", game.setup.hex_index, name)


def train_number(game: Game, name: str) -> Train:
    return look_up("train", game.setup.train_index, name)


def private_number(game: Game, name: str) -> Private:
    return look_up("private company", game.setup.private_index, name)


# --- questions


def money_of(game: Game, who: Who) -> int:
    return game.state.money[holder_of(game.setup, who)]


def shares_of(game: Game, name: str, who: Who) -> int:
    """How many units of a railroad a holder has."""
    return game.state.units(company(game, name), holder_of(game.setup, who))


def price_of(game: Game, name: str) -> int:
    """The market value of a railroad, 0 if it has none."""
    cell = game.state.cells[company(game, name)]
    return game.setup.title.market.prices[cell] if cell != NONE else 0


def owner_of(game: Game, private: str) -> Holder:
    return game.state.privates[private_number(game, private)]


def trains_of(game: Game, who: Who) -> list[str]:
    cards = game.setup.title.trains
    first = holder_of(game.setup, who) * len(cards)
    return [card.id for train, card in by_train(cards) for _ in range(game.state.trains[first + train])]


def stations_of(game: Game, name: str) -> list[tuple[str, int]]:
    """Hex and city of each station."""
    hexes = game.setup.title.hexes
    places = game.state.stations(company(game, name))
    return [(hexes[hex_of_place(place)].id, place % STOPS_PER_HEX) for place in places]


def tile_on(game: Game, hex: str) -> str:
    """The number of the tile on a hex, empty if none lies there."""
    tile = game.setup.faces[game.state.faces[hex_number(game, hex)]].tile
    return game.setup.title.tiles[tile].old if tile >= 0 else ""


def tiles_for(game: Game, hex: str) -> set[str]:
    """The numbers of the tiles that may be laid on a hex now."""
    tiles, wanted = game.setup.title.tiles, hex_number(game, hex)
    return {tiles[action.tile].old for action in game.legal if isinstance(action, LayTile) and action.hex == wanted}


def cities_for_stations(game: Game) -> set[tuple[str, int]]:
    """The cities in which a station may be placed now."""
    hexes = game.setup.title.hexes
    return {(hexes[action.hex].id, action.stop) for action in game.legal if isinstance(action, PlaceToken)}


def phase_of(game: Game) -> str:
    return game.setup.title.phases[game.state.phase].id


def operating_company(game: Game) -> str:
    """The railroad that operates, empty if none does."""
    operating = game.state.operating
    return game.setup.title.companies[operating].id if operating != NONE else ""


def step_of(game: Game) -> str:
    """The step of the round, also while a question comes first."""
    return game.setup.plan.rounds[game.state.round][game.state.step].name


# --- actions


def _operator(game: Game) -> tuple[Player, Company]:
    operating = game.state.operating
    return game.state.presidents[operating], operating


def lay_tile(game: Game, hex: str, tile: str, rotation: int | str = 0, private: str = "") -> LayTile:
    """`rotation`: sixths of a turn or the sides that the track leads to; `private`: the company whose power is used."""
    power = private_number(game, private) if private else NO_PRIVATE
    turned = rotation_of(game.setup, tile, rotation) if isinstance(rotation, str) else rotation
    number = look_up("tile", game.setup.tile_index, tile)
    return LayTile(*_operator(game), hex_number(game, hex), number, turned, power)


def place_station(game: Game, hex: str, stop: int = 0, private: str = "") -> PlaceToken:
    power = private_number(game, private) if private else NO_PRIVATE
    return PlaceToken(*_operator(game), hex_number(game, hex), stop, power)


def run_trains(game: Game) -> RunTrains:
    return RunTrains(*_operator(game))


def pay_dividend(game: Game, payout: Payout = Payout.PAY) -> PayDividend:
    return PayDividend(*_operator(game), payout)


def buy_train(game: Game, name: str, source: str = "bank", price: int | None = None, trade_in: str = "") -> BuyTrain:
    """At the price on its card unless another is named; `trade_in`: the train given in exchange."""
    train = train_number(game, name)
    card = game.setup.title.trains[train]
    if price is None:
        price = card.trade_in_price if trade_in else card.price
    exchanged = train_number(game, trade_in) if trade_in else NO_TRAIN
    return BuyTrain(*_operator(game), train, holder_of(game.setup, source), price, exchanged)


def discard_train(game: Game, name: str, train: str) -> DiscardTrain:
    railroad = company(game, name)
    return DiscardTrain(game.state.presidents[railroad], railroad, train_number(game, train))


def sell_shares(game: Game, name: str, count: int, player: int | None = None) -> SellShares:
    seller = _operator(game)[0] if player is None else game.setup.all_players[player]
    return SellShares(seller, company(game, name), count)


def buy_private(game: Game, name: str, price: int, buyer: Who | None = None) -> BuyPrivate:
    """For the railroad that operates, for another one, or for a player himself."""
    owner = treasury(game.state.operating) if buyer is None else holder_of(game.setup, buyer)
    player = owner if is_player(owner) else game.state.presidents[company_of_holder(owner)]
    return BuyPrivate(player, owner, private_number(game, name), price)


def sell_private(game: Game, name: str, seller: int, buyer: int, price: int) -> SellPrivate:
    players = game.setup.all_players
    return SellPrivate(players[seller], private_number(game, name), players[buyer], price)


def exchange_private(game: Game, name: str, player: int, source: str = "bank") -> ExchangePrivate:
    """A private company for a share of the railroad that it names."""
    return ExchangePrivate(game.setup.all_players[player], private_number(game, name), holder_of(game.setup, source))
