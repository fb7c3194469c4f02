"""The private companies (Privatbahnen; cases 7 to 10 of part 2)."""

from goldenspike.core.actions import (
    Accept,
    BuyFromBank,
    BuyPrivate,
    BuyShare,
    BuyTrain,
    ClosePrivate,
    LayTile,
    Pass,
    PayDividend,
    Payout,
    SellPrivate,
)
from goldenspike.core.events import MarkerPlaced, MarkerRemoved, SpecialTileLaid
from goldenspike.core.holders import BANK, NOBODY, treasury
from goldenspike.core.reasons import Reason
from goldenspike.core.rules.runs import reach
from goldenspike.core.state import place_of
from goldenspike.testing import Position
from goldenspike.testing.by_name import money_of
from goldenspike.testing.checks import allowed, passes, play, refused
from goldenspike.titles.g1862 import standard
from goldenspike.titles.g1862.rules.privates import income_of
from names_1862 import BO, BOM, CP, CPR, ERIE, NYC, NYH, RMC, SOC, UP
from players import P0, P1, P2, P3


def test_they_never_change_hands() -> None:
    """Case 7."""
    game = Position(standard(4), phase="3").private("1", 0).stock_round()
    refused(game, SellPrivate(P0, BOM, P1, 10), Reason.NOT_NOW)
    refused(game, BuyPrivate(P0, P0, BOM, 10), Reason.NOT_NOW)
    game = (
        Position(standard(4), phase="3")
        .private("1", 0)
        .company("CP", money=500, stations="C30")
        .operating_round("CP", "two_yellow_track")
    )
    refused(game, BuyPrivate(P0, treasury(CP), BOM, 20), Reason.NOT_NOW)


def test_they_are_worth_nothing_at_the_end() -> None:
    """Case 7."""
    game = Position(standard(4)).private("8", 0).stock_round()
    assert game.result().wealth == (600, 600, 600, 600)


def test_their_owners_close_them_at_any_time_also_out_of_turn() -> None:
    """Case 7."""
    game = Position(standard(4)).private("1", 2).stock_round(turn=0)
    refused(game, ClosePrivate(P1, BOM), Reason.NOT_YOUR_PRIVATE)
    play(game, ClosePrivate(P2, BOM))
    assert game.state.privates[0] == NOBODY
    game = Position(standard(4)).private("1", 2).company("CP", stations="C30").operating_round("CP", "two_yellow_track")
    allowed(game, ClosePrivate(P2, BOM))
    first = Position(standard(4)).auction()
    play(first, BuyFromBank(P0, BOM))
    allowed(first, ClosePrivate(P0, BOM))


def test_they_are_closed_also_while_a_question_waits() -> None:
    """III: at any time; here another company's director thinks about an offer, and the Erie tile is laid meanwhile."""
    position = Position(standard(4), phase="3").private("2", 3).company("CP", money=100, stations="C30")
    position.company("NYC", president=1, stations="F31/0", trains="2 2")
    game = position.operating_round("CP", "train")
    play(game, BuyTrain(P0, CP, game.setup.train_index["2"], treasury(NYC), 50))
    events = play(game, ClosePrivate(P3, ERIE))
    assert any(isinstance(event, SpecialTileLaid) for event in events)
    assert game.actors == (1,)
    play(game, Accept(P1))
    assert money_of(game, "CP") == 50


def test_no_2_closes_by_laying_the_erie_tile_before_gray_and_in_a_stock_round() -> None:
    """Case 7."""
    game = Position(standard(4)).private("2", 1).stock_round(turn=0)
    events = play(game, ClosePrivate(P1, ERIE))
    tile = game.setup.tile_index["881"]
    hex = game.setup.hex_index["E28"]
    assert SpecialTileLaid(ERIE, hex, tile) in events
    assert game.setup.faces[game.state.faces[hex]].tile == tile
    assert sorted(game.setup.faces[game.state.faces[hex]].paths) == [(1, 2), (1, 4)]  # W to NW and to E.
    assert game.state.privates[1] == NOBODY


def test_nobody_else_lays_the_erie_tile() -> None:
    game = (
        Position(standard(4), phase="10").company("CP", money=500, stations="C30 D27").operating_round("CP", "two_yellow_track")
    )
    lays = [action for action in game.legal_for(P0) if isinstance(action, LayTile)]
    assert game.setup.tile_index["881"] not in {action.tile for action in lays}


def test_no_3_puts_a_marker_into_baltimore_until_it_is_closed() -> None:
    """Case 8."""
    game = Position(standard(4)).auction()
    hex = game.setup.hex_index["H29"]
    play(game, BuyFromBank(P0, BOM), BuyFromBank(P1, ERIE))
    events = play(game, BuyFromBank(P2, BO))
    assert MarkerPlaced(hex) in events
    assert game.state.tokens.count(place_of(hex, 0)) == 1
    events = play(game, ClosePrivate(P2, BO))
    assert MarkerRemoved(hex) in events
    assert game.state.tokens.count(place_of(hex, 0)) == 0


def test_the_marker_in_baltimore_takes_a_place() -> None:
    """Case 8: with another company's station there the city is full."""
    position = Position(standard(5)).company("NYH", stations="F31/1").company("SP", president=1, stations="L23 H29")
    position.tiles("G30:4/0")
    free = position.operating_round("NYH", "two_yellow_track")
    south = (free.setup.hex_index["I28"]) * 6 + 3
    assert south in reach(free.setup, free.state, NYH).arrivals
    blocked = position.marker("H29").operating_round("NYH", "two_yellow_track")
    assert south not in reach(blocked.setup, blocked.state, NYH).arrivals


def test_no_4_adds_a_yellow_tile_free_of_terrain_beside_the_ordinary_one() -> None:
    """Case 9: before the first 3-train, by a company whose director owns it; it closes."""
    position = Position(standard(4)).private("4", 0).company("CPR", money=300, stations="H1/1")
    game = position.operating_round("CPR", "two_yellow_track")
    tile, h3, h5, h7 = (
        game.setup.tile_index["9"],
        position.setup.hex_index["H3"],
        position.setup.hex_index["H5"],
        position.setup.hex_index["H7"],
    )
    assert game.setup.faces[game.state.faces[h3]].exits  # Printed.
    play(game, LayTile(P0, CPR, h5, tile, 1))
    assert money_of(game, "CPR") == 180
    refused(game, LayTile(P0, CPR, h7, tile, 1), Reason.LAID_ALREADY)
    play(game, LayTile(P0, CPR, h7, tile, 1, RMC))
    assert money_of(game, "CPR") == 180
    assert game.state.privates[3] == NOBODY


def test_no_4_also_beside_two_yellow_tiles_but_never_for_an_upgrade() -> None:
    """Case 9."""
    position = Position(standard(4), phase="3").private("4", 0).company("CPR", money=400, stations="H1/1")
    game = position.operating_round("CPR", "two_yellow_track")
    straight, city = game.setup.tile_index["9"], game.setup.tile_index["57"]
    refused(
        game,
        LayTile(P0, CPR, position.setup.hex_index["H3"], game.setup.tile_index["20"], 0, RMC),
        Reason.YELLOW_TILE_ONLY,
    )
    play(
        game,
        LayTile(P0, CPR, position.setup.hex_index["H5"], straight, 1),
        LayTile(P0, CPR, position.setup.hex_index["H7"], straight, 1),
    )
    assert money_of(game, "CPR") == 400 - 240
    play(game, LayTile(P0, CPR, position.setup.hex_index["H9"], city, 1, RMC))
    assert money_of(game, "CPR") == 160


def test_no_4_serves_only_companies_of_its_owner() -> None:
    position = Position(standard(4)).private("4", 1).company("CPR", money=300, stations="H1/1")
    game = position.operating_round("CPR", "two_yellow_track")
    lay = LayTile(P0, CPR, position.setup.hex_index["H5"], game.setup.tile_index["9"], 1, RMC)
    refused(game, lay, Reason.NO_SUCH_POWER)


def test_no_5_and_no_6_close_at_the_first_dividend_of_their_company() -> None:
    """Case 10."""
    for name, private, home in (("WP", 5, "H1/0"), ("NYC", 6, "F31/0")):
        position = Position(standard(4)).private(str(private), 1).company(name, stations=home, trains="2")
        game = position.operating_round(name, "dividend", revenue=100)
        company = position.setup.company_index[name]
        withheld = game.copy()
        play(withheld, PayDividend(P0, company, Payout.WITHHOLD))
        assert withheld.state.privates[private - 1] == 1
        play(game, PayDividend(P0, company, Payout.PAY))
        assert game.state.privates[private - 1] == NOBODY


def test_no_7_pays_35_then_15_and_closes_when_both_companies_are_open() -> None:
    """Case 10."""
    position = Position(standard(4)).private("7", 3)
    game = position.stock_round(turn=1)
    assert income_of(game.setup, game.state, SOC) == 35
    position.company("CPR", shares={1: 5}, par=70)
    position.company("UP", shares={1: 5}, par=70)
    game = position.stock_round(turn=1)
    assert income_of(game.setup, game.state, SOC) == 35
    play(game, BuyShare(P1, CPR, BANK), Pass(P1))
    assert game.state.floated[3]
    assert income_of(game.setup, game.state, SOC) == 15
    assert game.state.privates[6] == 3
    play(game, BuyShare(P2, UP, BANK))
    assert game.state.privates[6] == NOBODY


def test_no_8_closes_when_nyh_opens_even_unpaid() -> None:
    """Case 10."""
    position = Position(standard(4)).private("8", 0).company("NYH", shares={0: 5})
    game = position.stock_round(turn=1)
    play(game, BuyShare(P1, NYH, BANK))
    assert game.state.floated[0]
    assert game.state.privates[7] == NOBODY


def test_private_income_comes_at_the_start_of_each_operating_round() -> None:
    position = Position(standard(4)).private("1", 0).private("3", 0).private("4", 1)
    game = position.stock_round(turn=0)
    passes(game, 4)
    assert game.state.money[:4] == [620, 620, 600, 600]
