"""Actions that speak of things the game does not have are refused before any rule is asked."""

from typing import get_args

import pytest

from goldenspike.core import actions
from goldenspike.core.actions import (
    Accept,
    Action,
    Bid,
    BuyFromBank,
    BuyPrivate,
    BuyShare,
    BuyTrain,
    ChooseCity,
    ChooseHome,
    DiscardTrain,
    DrawSeats,
    ExchangePrivate,
    LayTile,
    Pass,
    PayDividend,
    Payout,
    PlaceToken,
    RunTrains,
    SellPrivate,
    SellShares,
    SetPar,
    StartCompany,
)
from goldenspike.core.reasons import Reason
from goldenspike.core.wellformed import refuse_malformed
from helpers import PRR, SV, Railroad, refused, stock_round, table, treasury

SETUP = table(4).setup
HEXES, TILES, TRAINS = len(SETUP.title.hexes), len(SETUP.title.tiles), len(SETUP.title.trains)


@pytest.mark.parametrize("player", [-1, 4, 7, 99])
def test_players(player: int) -> None:
    for action in (Pass(player), Bid(player, SV, 25), BuyShare(player, PRR, 7), Accept(player)):
        refused(table(4), action, Reason.UNKNOWN_PLAYER, player)


@pytest.mark.parametrize("company", [-1, 8, 99])
def test_companies(company: int) -> None:
    for action in (
        SetPar(0, company, 67),
        StartCompany(0, company, 67),
        BuyShare(0, company, 7),
        SellShares(0, company, 1),
        ChooseHome(0, company, 0, 0),
        ChooseCity(0, company, 0, 0),
        LayTile(0, company, 0, 0, 0),
        PlaceToken(0, company, 0, 0),
        RunTrains(0, company),
        PayDividend(0, company, Payout.PAY),
        BuyTrain(0, company, 0, 7, 80),
        DiscardTrain(0, company, 0),
    ):
        refused(stock_round(), action, Reason.UNKNOWN_COMPANY)


@pytest.mark.parametrize("private", [-1, 6, 99])
def test_private_companies(private: int) -> None:
    for action in (
        BuyFromBank(0, private),
        Bid(0, private, 100),
        ExchangePrivate(0, private, 7),
        BuyPrivate(0, 0, private, 10),
        SellPrivate(0, private, 1, 10),
    ):
        refused(stock_round(), action, Reason.UNKNOWN_PRIVATE)


@pytest.mark.parametrize("hex", [-1, HEXES])
def test_hexes(hex: int) -> None:
    for action in (LayTile(0, 0, hex, 0, 0), PlaceToken(0, 0, hex, 0), ChooseHome(0, 0, hex, 0), ChooseCity(0, 0, hex, 0)):
        refused(stock_round(), action, Reason.UNKNOWN_HEX)


@pytest.mark.parametrize(("tile", "rotation"), [(-1, 0), (TILES, 0), (0, -1), (0, 6)])
def test_tiles(tile: int, rotation: int) -> None:
    refused(stock_round(), LayTile(0, 0, 0, tile, rotation), Reason.UNKNOWN_TILE)


@pytest.mark.parametrize(("train", "trade_in"), [(-1, -1), (TRAINS, -1), (0, -2), (0, TRAINS)])
def test_trains(train: int, trade_in: int) -> None:
    refused(stock_round(), BuyTrain(0, 0, train, 7, 80, trade_in), Reason.UNKNOWN_TRAIN)
    if trade_in == -1:
        refused(stock_round(), DiscardTrain(0, 0, train), Reason.UNKNOWN_TRAIN)


def test_the_buyer_of_a_private_company() -> None:
    game = stock_round(railroads={PRR: Railroad(100, 0, {0: 6})}, privates={SV: 0})
    refused(game, BuyPrivate(0, treasury(8), SV, 20), Reason.UNKNOWN_COMPANY)


def test_a_draw_names_no_player() -> None:
    assert refuse_malformed(SETUP, DrawSeats((0, 1, 2, 3))) is None


def test_what_exists_passes() -> None:
    for action in (
        Pass(3),
        BuyFromBank(3, 5),
        LayTile(0, 7, HEXES - 1, TILES - 1, 5),
        BuyTrain(0, 7, TRAINS - 1, 7, 1, TRAINS - 1),
        BuyPrivate(0, treasury(7), 5, 1),
    ):
        assert refuse_malformed(SETUP, action) is None


def test_the_union_of_actions_is_complete() -> None:
    """Every action class of the module is in the union."""
    defined = {kind for kind in vars(actions).values() if isinstance(kind, type) and kind.__module__ == actions.__name__} - {
        actions.Payout,
        actions.Route,
    }
    assert set(get_args(Action)) == defined
