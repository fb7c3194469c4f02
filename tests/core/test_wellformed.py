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
from goldenspike.core.holders import treasury
from goldenspike.core.ids import Company, Hex, Holder, Player, Private, Tile, Train
from goldenspike.core.reasons import Reason
from goldenspike.core.wellformed import refuse_malformed
from goldenspike.testing import Position
from goldenspike.testing.checks import refused
from goldenspike.titles.g1830 import classic
from names_1830 import PRR, SV
from players import P0, P1, P2, P3

SETUP = classic(4)
HEXES, TILES, TRAINS = len(SETUP.title.hexes), len(SETUP.title.tiles), len(SETUP.title.trains)


@pytest.mark.parametrize("player", [-1, 4, 7, 99])
def test_players(player: Player) -> None:
    for action in (Pass(player), Bid(player, SV, 25), BuyShare(player, PRR, Holder(7)), Accept(player)):
        refused(Position(classic()).auction(), action, Reason.UNKNOWN_PLAYER, player)


@pytest.mark.parametrize("company", [-1, 8, 99])
def test_companies(company: Company) -> None:
    for action in (
        SetPar(P0, company, 67),
        StartCompany(P0, company, 67),
        BuyShare(P0, company, Holder(7)),
        SellShares(P0, company, 1),
        ChooseHome(P0, company, Hex(0), 0),
        ChooseCity(P0, company, Hex(0), 0),
        LayTile(P0, company, Hex(0), Tile(0), 0),
        PlaceToken(P0, company, Hex(0), 0),
        RunTrains(P0, company),
        PayDividend(P0, company, Payout.PAY),
        BuyTrain(P0, company, Train(0), Holder(7), 80),
        DiscardTrain(P0, company, Train(0)),
    ):
        refused(Position(classic()).stock_round(), action, Reason.UNKNOWN_COMPANY)


@pytest.mark.parametrize("private", [-1, 6, 99])
def test_private_companies(private: Private) -> None:
    for action in (
        BuyFromBank(P0, private),
        Bid(P0, private, 100),
        ExchangePrivate(P0, private, Holder(7)),
        BuyPrivate(P0, P0, private, 10),
        SellPrivate(P0, private, P1, 10),
    ):
        refused(Position(classic()).stock_round(), action, Reason.UNKNOWN_PRIVATE)


@pytest.mark.parametrize("hex", [-1, HEXES])
def test_hexes(hex: Hex) -> None:
    for action in (
        LayTile(P0, Company(0), hex, Tile(0), 0),
        PlaceToken(P0, Company(0), hex, 0),
        ChooseHome(P0, Company(0), hex, 0),
        ChooseCity(P0, Company(0), hex, 0),
    ):
        refused(Position(classic()).stock_round(), action, Reason.UNKNOWN_HEX)


@pytest.mark.parametrize(("tile", "rotation"), [(-1, 0), (TILES, 0), (0, -1), (0, 6)])
def test_tiles(tile: Tile, rotation: int) -> None:
    refused(Position(classic()).stock_round(), LayTile(P0, Company(0), Hex(0), tile, rotation), Reason.UNKNOWN_TILE)


@pytest.mark.parametrize(("train", "trade_in"), [(-1, -1), (TRAINS, -1), (0, -2), (0, TRAINS)])
def test_trains(train: Train, trade_in: Train) -> None:
    refused(Position(classic()).stock_round(), BuyTrain(P0, Company(0), train, Holder(7), 80, trade_in), Reason.UNKNOWN_TRAIN)
    if trade_in == -1:
        refused(Position(classic()).stock_round(), DiscardTrain(P0, Company(0), train), Reason.UNKNOWN_TRAIN)


def test_the_buyer_of_a_private_company() -> None:
    game = Position(classic()).company("PRR", shares={0: 6}).private("SV", 0).stock_round()
    refused(game, BuyPrivate(P0, treasury(Company(8)), SV, 20), Reason.UNKNOWN_COMPANY)


def test_a_draw_names_no_player() -> None:
    assert refuse_malformed(SETUP, DrawSeats((P0, P1, P2, P3))) is None


def test_what_exists_passes() -> None:
    for action in (
        Pass(P3),
        BuyFromBank(P3, Private(5)),
        LayTile(P0, Company(7), Hex(HEXES - 1), Tile(TILES - 1), 5),
        BuyTrain(P0, Company(7), Train(TRAINS - 1), Holder(7), 1, Train(TRAINS - 1)),
        BuyPrivate(P0, treasury(Company(7)), Private(5), 1),
    ):
        assert refuse_malformed(SETUP, action) is None


def test_the_union_of_actions_is_complete() -> None:
    """Every action class of the module is in the union."""
    defined = {kind for kind in vars(actions).values() if isinstance(kind, type) and kind.__module__ == actions.__name__} - {
        actions.Payout,
        actions.Route,
    }
    assert set(get_args(Action)) == defined
