"""The builder of positions: what it makes, and everything that it refuses."""

from collections.abc import Callable

import pytest

from goldenspike.core.holders import BANK, NOBODY, POOL
from goldenspike.core.options import ForcedPurchase, OperatingOrder
from goldenspike.core.title import RoundKind
from goldenspike.testing import ImpossiblePosition, Position
from goldenspike.testing.by_name import (
    company,
    hex_number,
    lay_tile,
    money_of,
    operating_company,
    owner_of,
    phase_of,
    price_of,
    shares_of,
    stations_of,
    step_of,
    tile_on,
    trains_of,
)
from goldenspike.testing.invariants import violations_of
from goldenspike.titles.catalogue import make
from goldenspike.titles.g1830 import base, classic
from goldenspike.titles.g1830.options import Diesels, SecondCertificates
from goldenspike.titles.g1862 import standard


def board() -> Position:
    return Position(classic(4))


class TestWhatIsDescribed:
    def test_nothing_is_as_at_the_start_but_without_private_companies(self) -> None:
        game = board().stock_round()
        assert [money_of(game, player) for player in range(4)] == [600] * 4
        assert money_of(game, "bank") == 12000 - 4 * 600
        assert game.state.privates == [NOBODY] * 6
        assert (game.state.round, game.state.round_number, game.actors) == (RoundKind.STOCK, 2, (0,))
        assert trains_of(game, "bank").count("2") == 6

    def test_a_railroad(self) -> None:
        position = board().company("NYC", shares={0: 4, 1: 3, "pool": 1}, par=82, cell=(2, 8), money=300, trains="2 2")
        game = position.stock_round(turn=3, number=4)
        assert [shares_of(game, "NYC", who) for who in (0, 1, "pool", "bank")] == [4, 3, 1, 2]
        assert game.state.presidents[company(game, "NYC")] == 0
        assert (price_of(game, "NYC"), game.state.par[company(game, "NYC")]) == (100, 82)
        assert (money_of(game, "NYC"), money_of(game, "bank")) == (300, 12000 - 4 * 600 - 300)
        assert (trains_of(game, "NYC"), len(trains_of(game, "bank"))) == (["2", "2"], 26 - 2)
        assert stations_of(game, "NYC") == [("E19", 0)], "a railroad that has operated has its home"
        assert (game.actors, game.state.priority, game.state.round_number) == ((3,), 3, 4)

    def test_by_default_the_president_has_what_floats_it_at_the_highest_par_price(self) -> None:
        game = board().company("PRR", president=2).stock_round()
        number = company(game, "PRR")
        assert (shares_of(game, "PRR", 2), price_of(game, "PRR")) == (6, 100)
        assert game.state.floated[number] and game.state.funded[number] and game.state.operated[number]

    def test_a_railroad_that_has_not_floated_has_neither_capital_nor_a_station(self) -> None:
        game = board().company("PRR", shares={1: 5}).stock_round()
        number = company(game, "PRR")
        assert not (game.state.floated[number] or game.state.funded[number] or game.state.operated[number])
        assert stations_of(game, "PRR") == []

    def test_a_price_that_only_one_cell_has(self) -> None:
        assert price_of(board().company("PRR", price=350).stock_round(), "PRR") == 350

    def test_equal_holdings_and_a_named_president(self) -> None:
        game = board().company("PRR", shares={0: 3, 1: 3}, president=1).stock_round()
        assert game.state.presidents[company(game, "PRR")] == 1

    def test_a_loan_keeps_the_president_in_office(self) -> None:
        """7.7: while a railroad owes a loan its president does not change."""
        position = Position(base(4), phase="4").money(0, 0)
        game = position.company("PRR", shares={0: 2, 1: 5}, president=0, loan=25, trains="4").stock_round()
        assert game.state.presidents[company(game, "PRR")] == 0
        with pytest.raises(ImpossiblePosition, match="player 0 has 2 units of PRR, player 1 5"):
            position.company("PRR", shares={0: 2, 1: 5}, president=0)

    def test_railroads_lie_in_their_cells_in_the_order_of_the_description(self) -> None:
        game = board().company("PRR").company("NYC", president=1).company("PRR", president=2).stock_round()
        assert game.state.market_order == (company(game, "NYC"), company(game, "PRR"))

    def test_the_board(self) -> None:
        position = board().company("NYC", stations="E19 F16").tile("F16", "57", "SW NE").tiles("H10:57/1 E19:57")
        game = position.operating_round("NYC")
        assert (tile_on(game, "F16"), tile_on(game, "H10"), tile_on(game, "H14")) == ("57", "57", "")
        assert game.state.faces[hex_number(game, "F16")] % 6 == 0
        assert stations_of(game, "NYC") == [("E19", 0), ("F16", 0)]
        assert game.state.supply[game.setup.tile_index["57"]] == 1

    def test_a_tile_that_replaces_another_gives_it_back(self) -> None:
        game = Position(classic(4), phase="3").tile("H10", "57", 1).tile("H10", "15", 1).stock_round()
        assert game.state.supply[game.setup.tile_index["57"]] == 4

    def test_the_home_follows_the_tile_on_it(self) -> None:
        """7.3.1: NNH's home is the city with the printed track."""
        game = Position(classic(4), phase="3").company("NNH").tile("G19", "54", 0).stock_round()
        assert stations_of(game, "NNH") == [("G19", 1)]

    def test_private_companies(self) -> None:
        game = board().company("PRR").private("SV", 2).private("DH", "PRR").stock_round()
        assert [owner_of(game, name) for name in ("SV", "CS")] == [2, NOBODY]
        assert owner_of(game, "DH") == 10 + company(game, "PRR")

    def test_an_auction(self) -> None:
        game = board().private("SV", 2).money(1, 100).auction(turn=1)
        assert (game.state.round, game.actors) == (RoundKind.AUCTION, (1,))
        assert [owner_of(game, name) for name in ("SV", "CS")] == [2, BANK]

    def test_a_turn_of_a_railroad(self) -> None:
        position = board().company("PRR", president=1).company("NYC", president=2).company("B&O", president=3)
        game = position.operating_round("NYC", "train", done="PRR")
        assert (operating_company(game), step_of(game), game.actors) == ("NYC", "train", (2,))
        assert [game.state.done[company(game, name)] for name in ("PRR", "NYC", "B&O", "CPR")] == [True, False, False, True]
        assert game.state.turn_started
        assert not position.operating_round("NYC", "track").state.turn_started

    def test_the_order_of_a_round_where_it_is_fixed(self) -> None:
        position = Position(classic(4, operating_order=OperatingOrder.FIXED))
        position.company("PRR", par=67).company("NYC", president=1, par=90).company("B&O", president=2, par=100)
        game = position.operating_round("NYC")
        assert game.state.order == tuple(company(game, name) for name in ("NYC", "B&O", "PRR"))

    def test_the_start_of_an_operating_round(self) -> None:
        game = board().company("PRR", operated=False).private("SV", 0).start_operating_round()
        assert (operating_company(game), step_of(game)) == ("PRR", "track")
        assert stations_of(game, "PRR") == [("H12", 0)]
        assert money_of(game, 0) == 605, "private companies have paid"

    def test_the_trains_that_a_phase_leaves(self) -> None:
        """7.6: the smaller ones are sold out, one of its own is sold; what nobody has is out of the game."""
        game = Position(classic(4), phase="4").company("PRR", trains="3 4").stock_round()
        assert [trains_of(game, "bank").count(name) for name in "23456D"] == [0, 0, 3, 3, 2, 6]
        assert [trains_of(game, "nobody").count(name) for name in "2345"] == [6, 4, 0, 0]
        listed = Position(classic(4)).phase("4", "4 5 5 5 6 6 D D D D D D").trains("pool", "4").stock_round()
        assert trains_of(listed, "pool") == ["4"] and trains_of(listed, "bank").count("4") == 1
        assert phase_of(listed) == "4"

    def test_a_supply_without_end(self) -> None:
        """V-1.7."""
        game = Position(classic(4, diesels=Diesels.UNLIMITED), phase="D").company("PRR", trains="D D").stock_round()
        assert trains_of(game, "PRR") == ["D", "D"]

    def test_a_second_certificate(self) -> None:
        """V-7.2."""
        setup = classic(4, second_certificates=SecondCertificates.ERIE)
        game = Position(setup).company("Erie", shares={0: 4, 1: 2}, second=1).stock_round()
        assert game.state.doubles[company(game, "Erie")] == 1

    def test_a_licence(self) -> None:
        """S-1."""
        game = Position(make("1830", "s1", 4)).company("PRR", licensed=True).stock_round()
        assert game.state.licences[company(game, "PRR")]

    def test_a_loan(self) -> None:
        """7.7."""
        setup = classic(4, forced_purchase=ForcedPurchase.RECEIVERSHIP)
        game = Position(setup, money=0).company("PRR", loan=100).stock_round()
        assert game.state.loans[company(game, "PRR")] == 100

    def test_other_fields_of_the_state(self) -> None:
        game = board().company("PRR", revenue=70).set(bank_broken=True).stock_round()
        assert game.state.revenues[company(game, "PRR")] == 70 and game.state.bank_broken

    def test_another_title(self) -> None:
        position = Position(standard(4), phase="3").closed("GMO").bank(90).marker("H29")
        position.company("CP", shares={0: 3, 1: 2, 2: 5}, halved=True, notes=500, trains="3", stations="C30")
        game = position.tiles("C28:9/1 C20:4/1").operating_round("CP", "redemption", rounds=2)
        assert game.state.presidents[company(game, "CP")] == 2
        assert (money_of(game, "bank"), game.state.operating_rounds) == (90, 2)
        assert game.state.closed[company(game, "GMO")]
        assert game.state.notes[company(game, "CP")] == 500

    def test_a_title_without_shares(self) -> None:
        position = Position(make("1830", "starter", 4, {"seating": "free"})).money("PRR", 300).trains("PRR", "2")
        game = position.tile("H10", "57", 1).operating_round("PRR", "run")
        assert (money_of(game, "PRR"), trains_of(game, "PRR"), stations_of(game, "PRR")) == (300, ["2"], [("H12", 0)])

    def test_a_share_that_a_private_company_brought(self) -> None:
        game = board().private("CA", 0).share("PRR", 0).stock_round()
        assert shares_of(game, "PRR", 0) == 1 and game.state.par[company(game, "PRR")] == 0

    def test_a_description_may_go_on_after_a_game_was_made_of_it(self) -> None:
        position = board().company("PRR", money=100)
        first = position.operating_round("PRR")
        second = position.money("PRR", 700).tile("H10", "57", 1).operating_round("PRR")
        assert (money_of(first, "PRR"), tile_on(first, "H10")) == (100, "")
        first.push(lay_tile(first, "H10", "57", 1))
        assert money_of(position.operating_round("PRR"), "PRR") == money_of(second, "PRR") == 700

    def test_going_on_from_a_game(self) -> None:
        game = board().company("PRR", money=100, trains="2").private("SV", 1).operating_round("PRR")
        game.push(lay_tile(game, "H10", "57", 1))
        later = Position.of(game).money("PRR", 5).company("NYC", president=1).operating_round("PRR", "station")
        assert (tile_on(later, "H10"), trains_of(later, "PRR"), owner_of(later, "SV")) == ("57", ["2"], 1)
        assert stations_of(later, "PRR") == [("H12", 0)] and money_of(later, "PRR") == 5
        assert money_of(game, "PRR") == 100, "the game itself stays as it was"

    def test_what_is_made_keeps_the_invariants(self) -> None:
        game = Position(classic(4), phase="3").company("PRR", trains="2 3").tile("H10", "57", 1).stock_round()
        assert violations_of(game.setup, game.state) == []


REFUSED: dict[str, tuple[Callable[[], object], str]] = {
    "unknown railroad": (lambda: board().company("XYZ"), "no railroad 'XYZ'"),
    "unknown holder": (lambda: board().company("PRR", shares={"XYZ": 6}), "no holder 'XYZ'"),
    "unknown player": (lambda: board().money(4, 10), "no player 4 among 4"),
    "unknown private company": (lambda: board().private("XYZ", 0), "no private company 'XYZ'"),
    "unknown hex": (lambda: board().tile("Z99", "57"), "no hex 'Z99'"),
    "unknown tile": (lambda: board().tile("H10", "999"), "no tile '999'"),
    "unknown side": (lambda: board().tile("H10", "57", "N S"), "no side 'N'"),
    "unknown train": (lambda: board().company("PRR", trains="7"), "no train '7'"),
    "unknown phase": (lambda: board().phase("7"), "no phase '7'"),
    "unknown step": (lambda: board().company("PRR").operating_round("PRR", "dance"), "no step 'dance'"),
    "unknown field": (lambda: board().set(moon=1), "no field 'moon'"),
    "unknown home": (lambda: board().company("PRR", stations="Z99"), "no hex 'Z99'"),
    "money below zero": (lambda: board().money(0, -1), "cannot have -1"),
    "money of the bank": (lambda: board().money("bank", 5), "see `bank`"),
    "an overdrawn bank": (lambda: board().money(0, 12000).stock_round(), "less money in the game"),
    "a bank below zero": (lambda: board().bank(-1), "cannot have -1"),
    "money out of the game": (lambda: board().bank(5).stock_round(), "money_of_nobody"),
    "more money in the bank than there is": (lambda: board().bank(12001).stock_round(), "less money in the game"),
    "more shares than there are": (lambda: board().company("PRR", shares={0: 6, 1: 5}), "10 units of shares, not 11"),
    "shares below zero": (lambda: board().company("PRR", shares={0: 6, 1: -1}), "cannot have -1 units"),
    "shares of a railroad": (lambda: board().company("PRR", shares={0: 6, "NYC": 1}), "cannot be given shares"),
    "shares given to the offering": (lambda: board().company("PRR", shares={0: 6, "bank": 1}), "cannot be given shares"),
    "a pool beyond its limit": (lambda: board().company("PRR", shares={0: 4, "pool": 6}).stock_round(), "pool_limit"),
    "no shareholder": (lambda: board().company("PRR", shares={"pool": 5}), "nobody has shares"),
    "a president with fewer shares": (lambda: board().company("PRR", shares={0: 3, 1: 4}, president=0), "player 0 has 3 units"),
    "no president named among equals": (lambda: board().company("PRR", shares={0: 3, 1: 3}), "who is the president"),
    "a president without the certificate": (
        lambda: board().company("PRR", shares={0: 1}).stock_round(),
        "president_without_certificate",
    ),
    "a second certificate that does not exist": (
        lambda: board().company("PRR", second=0).stock_round(),
        "second_certificate",
    ),
    "a price without a par price": (lambda: board().set(cells=[6] + [-1] * 7).stock_round(), "price_without_par"),
    "a strange par price": (lambda: board().company("PRR", par=99), "99 is no par price"),
    "a hole in the market": (lambda: board().company("PRR", cell=(8, 12)), "no cell in row 8, column 12"),
    "a cell outside the market": (lambda: board().company("PRR", cell=(1, 20)), "no cell in row 1, column 20"),
    "a price of several cells": (lambda: board().company("PRR", price=90), "cells with 90: say which"),
    "a price that no cell has": (lambda: board().company("PRR", price=91), "0 cells with 91"),
    "a price that the cell has not": (lambda: board().company("PRR", cell=(1, 1), price=90), "is 60, not 90"),
    "a railroad that is closed": (lambda: Position(standard(4)).closed("CP").company("CP"), "is closed"),
    "a railroad that is closed later": (lambda: Position(standard(4)).company("CP").closed("CP"), "described and closed"),
    "a share of a railroad that has been started": (lambda: board().company("PRR").share("PRR", 1), "has been started"),
    "a share that the offering has not": (lambda: board().share("PRR", 1, 11), "the offering has 10 units"),
    "notes without a redemption": (lambda: Position(standard(4)).company("CP", notes=100).stock_round(), "notes"),
    "a loan that nobody gives": (lambda: board().company("PRR", loan=100).stock_round(), "loan"),
    "a licence for nothing": (lambda: board().company("PRR", licensed=True).stock_round(), "licence_for_nothing"),
    "more trains than there are": (lambda: board().company("PRR", trains="2 2 2 2 2 2 2").stock_round(), "6 2-trains, not 7"),
    "more trains than the railroad may have": (lambda: board().company("PRR", trains="2 2 2 2 2").stock_round(), "train_limit"),
    "more trains in the bank than there are": (
        lambda: board().phase("5", "5 5 5").company("PRR", trains="5").stock_round(),
        "3 5-trains, not 4",
    ),
    "a train before its phase": (lambda: board().company("PRR", trains="3").stock_round(), "none is sold in phase 2"),
    "a phase whose train nobody bought": (lambda: board().phase("6", "6 6 D D").stock_round(), "the bank has them all"),
    "small trains in the bank": (lambda: board().phase("6", "3 6 D D").stock_round(), "3-trains are sold out"),
    "an obsolete train": (lambda: Position(classic(4), phase="4").company("PRR", trains="2").stock_round(), "obsolete_train"),
    "trains of a player": (lambda: board().trains("bank", "2"), "cannot be given trains"),
    "more tiles than there are": (lambda: board().tiles("F16:57 H10:57 E19:57/1 H16:57 H4:57"), "only 4 tiles 57"),
    "a tile that does not fit": (lambda: board().tile("H10", "9"), "never comes to lie on H10"),
    "a tile that leads off the map": (lambda: board().tile("A17", "9", "NW SE"), "never comes to lie on A17"),
    "a tile on a gray hex": (lambda: board().tile("D2", "57"), "never comes to lie on D2"),
    "a rotation that is none": (lambda: board().tile("H10", "57", 6), "never comes to lie"),
    "sides that the tile has not": (lambda: board().tile("H10", "57", "W NE"), "no rotation of tile 57"),
    "a tile before its time": (lambda: board().tile("H10", "15", 1).stock_round(), "tile_before_its_time"),
    "a station outside a city": (
        lambda: board().company("PRR", stations="H12 H14").stock_round(),
        "station_outside_a_city",
    ),
    "a full city": (
        lambda: board().company("PRR", stations="H12 H10").company("NYC", stations="E19 H10").stock_round(),
        "city_overfull",
    ),
    "two stations in a hex": (lambda: board().company("PRR", stations="H12 H12").stock_round(), "two_stations_in_a_hex"),
    "more stations than there are": (lambda: board().company("CPR", stations="A19 H10 F16 E19 B16"), "only 4 stations"),
    "the place of another's home": (lambda: board().company("PRR", stations="H12 E19").stock_round(), "home_taken"),
    "a marker that does not exist": (lambda: board().marker("H10"), "only 0 markers"),
    "a railroad without a home that has operated": (lambda: board().company("PRR", stations="").stock_round(), "no_home"),
    "a railroad without capital that operates": (
        lambda: board().company("PRR", shares={0: 5}).operating_round("PRR"),
        "no capital yet",
    ),
    "money before the capital": (lambda: board().company("PRR", shares={0: 5}, money=10), "neither money nor trains"),
    "trains before the capital": (lambda: board().company("PRR", funded=False, trains="2"), "neither money nor trains"),
    "a private company in the pool": (lambda: board().private("SV", "pool"), "cannot lie in the pool"),
    "a private company of a railroad that may not buy it": (
        lambda: board().company("B&O").private("BO", "B&O").stock_round(),
        "private_not_saleable",
    ),
    "an unsold private company after the auction": (lambda: board().private("SV", "bank").stock_round(), "private_of_nobody"),
    "a private company after all have closed": (
        lambda: Position(classic(4), phase="5").private("SV", 0),
        "closed in phase 5",
    ),
    "shares where there are none": (
        lambda: Position(make("1830", "starter", 4, {"seating": "free"})).company("PRR"),
        "has no shares",
    ),
}


@pytest.mark.parametrize("case", REFUSED)
def test_impossible_positions_are_refused(case: str) -> None:
    build, message = REFUSED[case]
    with pytest.raises(ImpossiblePosition, match=message.replace("`", ".").replace("(", r"\(")):
        build()


def test_the_pool_holds_trains() -> None:
    assert trains_of(board().trains("pool", "2").stock_round(), "pool") == ["2"]
    assert POOL not in board().stock_round().state.privates
