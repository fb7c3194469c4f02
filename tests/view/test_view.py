"""A view tells what lies on the table, in the names of the title."""

import pickle
from copy import copy, deepcopy
from dataclasses import fields, replace

import msgspec
import pytest

from goldenspike.core.actions import Bid, DrawSeats, Pass, SellShares
from goldenspike.core.game import Game
from goldenspike.core.ids import Private
from goldenspike.core.options import Knowledge
from goldenspike.testing import Position
from goldenspike.testing.checks import pass_round, play
from goldenspike.titles.catalogue import make
from goldenspike.titles.g1830 import classic
from goldenspike.titles.g1862 import standard
from goldenspike.view import choices_for, seat_view
from goldenspike.view.model import CompanyView, View, later
from goldenspike.view.secrets import visible_result
from names_1830 import NYC, PRR
from players import P0, P1, P2


def auction() -> Game:
    game = Game(classic(3))
    game.push(DrawSeats((P2, P0, P1)))
    return game


def test_chance_is_asked_before_anybody() -> None:
    game = Game(classic(3))
    view = seat_view(game.setup, game.state, P0)
    assert view.question.kind == "chance" and view.question.seats == ()
    assert not choices_for(game.setup, game.state, P0)


def test_the_auction_shows_bids_and_whose_turn_it_is() -> None:
    game = auction()
    game.push(Bid(P2, Private(1), 45))
    view = seat_view(game.setup, game.state, P0)
    assert view.round.kind == "auction" and view.round.label == "ISR"
    assert view.question.kind == "auction" and view.question.seats == (0,)
    assert view.privates[1].bids == {2: 45} and view.players[2].bids == 45
    assert view.seating == (2, 0, 1)
    assert [player.on_turn for player in view.players] == [True, False, False]


def test_choices_keep_amounts_apart() -> None:
    game = auction()
    choices = choices_for(game.setup, game.state, P2)
    assert Pass(P2) in choices.actions
    assert not any(isinstance(action, Bid) for action in choices.actions)
    offer = next(offer for offer in choices.offers if offer.action == Bid(P2, Private(1), 45))
    assert (offer.lo, offer.hi, offer.step) == (45, 800, 1)
    assert not choices_for(game.setup, game.state, P0)
    assert not choices_for(game.setup, game.state, None)


def test_laid_tiles_have_both_names() -> None:
    game = auction()
    setup, s = game.setup, game.state.copy()
    s.faces = s.faces.copy()
    s.faces[setup.hex_index["E19"]] = setup.face_of_tile(setup.tile_index["A7"], 1)
    (laid,) = seat_view(setup, s, None).laid
    assert (laid.hex, laid.tile, laid.old, laid.rotation) == ("E19", "A7", "57", 1)


def test_wealth_is_what_the_title_counts() -> None:
    """In the starter game the money of one's railroads, in 1862 less the notes that one's companies cannot pay."""
    beginners = Game(make("1830", "starter", 4, {"seating": "free"}))
    view = seat_view(beginners.setup, beginners.state, P0)
    assert tuple(player.wealth for player in view.players) == beginners.result().wealth
    assert all(player.wealth for player in view.players)
    assert visible_result(beginners.setup, beginners.state, P0) == beginners.result().wealth
    position = Position(standard(4), phase="3").company("CP", halved=True, notes=900, money=300)
    indebted = position.stock_round()
    view = seat_view(indebted.setup, indebted.state, P1)
    assert view.players[0].wealth == 600 + 6 * 50 - 600 == indebted.result().wealth[0]
    assert view.players[0].share_value == 6 * 50


def test_only_the_highest_bid_ties_money_where_the_title_says_so() -> None:
    """1862, II."""
    game = Position(standard(4)).auction()
    for action in (Bid(P0, Private(7), 300), Bid(P1, Private(7), 305), Bid(P2, Private(6), 225)):
        game.push(action)
    view = seat_view(game.setup, game.state, P0)
    assert [player.bids for player in view.players] == [0, 305, 225, 0]
    assert view.privates[7].bids == {0: 300, 1: 305}


def test_the_income_of_a_private_company_is_what_it_pays_now() -> None:
    """1862, III: No. 7 pays 35, and 15 once one of its companies is open."""
    position = Position(standard(4)).private("7", 3)
    assert seat_view(position.setup, position.stock_round().state, P0).privates[6].revenue == 35
    position.company("CPR", president=1)
    assert seat_view(position.setup, position.stock_round().state, P0).privates[6].revenue == 15


def test_wealth_tells_nothing_of_a_treasury_that_is_hidden() -> None:
    """Neither how much a company lacks for its notes, nor whether it lacks anything."""
    for treasury, wealth in ((300, 600 + 6 * 50 - 600), (900, 600 + 6 * 50)):
        position = Position(standard(4, knowledge=Knowledge.PARTIAL), phase="3")
        game = position.company("CP", halved=True, notes=900, money=treasury).stock_round()
        assert seat_view(game.setup, game.state, P0).players[0].wealth == wealth
        assert seat_view(game.setup, game.state, P1).players[0].wealth is None
        assert seat_view(game.setup, game.state, P0).players[1].wealth == 600


def test_sales_are_marked_for_one_stock_round() -> None:
    """6.1: what was sold may be bought again after the round, so the operating rounds show no mark."""
    game = (
        Position(classic())
        .company("PRR", shares={2: 6}, money=1000)
        .company("NYC", president=0, shares={0: 2, 1: 2}, par=67)
        .stock_round(1)
    )
    play(game, SellShares(P1, NYC, 1))
    assert seat_view(game.setup, game.state, P1).players[1].sold == ("NYC",)
    pass_round(game)
    assert game.state.operating == PRR
    assert seat_view(game.setup, game.state, P1).players[1].sold == ()


def test_records_are_filled_in_when_they_are_read() -> None:
    """Whoever reads a record cannot tell: fields, comparison, text, copies and unknown names are those of a complete one."""
    game = auction()
    one, other = (seat_view(game.setup, game.state, P0) for _ in range(2))
    assert one.companies[0].name == "Pennsylvania"
    assert one.companies == other.companies and one.players == other.players
    assert replace(other.players[1], money=1).money == 1 and deepcopy(other.trains[0]) == one.trains[0]
    assert "Schuylkill" in repr(one.privates[0]) and repr(one.privates[0]) == repr(other.privates[0])
    with pytest.raises(AttributeError, match="colour"):
        _ = getattr(other.companies[1], "colour")  # noqa: B009
    with pytest.raises(AttributeError):
        other.companies[1].name = "NYC"  # type: ignore[misc]


def test_a_record_has_no_other_attributes() -> None:
    """Neither one that is filled in later nor one that was made at once; asking fills nothing in."""
    game = auction()
    company = seat_view(game.setup, game.state, P0).companies[0]
    for record in (company, replace(company, par=67), copy(company)):
        for name in ("colour", "_repr_html_", "__deepcopy__"):
            with pytest.raises(AttributeError, match=f"'CompanyView' object has no attribute '{name}'"):
                getattr(record, name)
    filled: list[object] = []
    (unread,) = later(CompanyView, lambda record, source, about: filled.append(about), game, [NYC])
    assert not hasattr(unread, "colour") and not filled


def test_parts_are_built_when_they_are_read() -> None:
    """Whoever reads a view cannot tell, in which order ever: it is equal to a complete one, and so is its JSON."""
    game = auction()
    names = [field.name for field in fields(View)]
    complete = copy(seat_view(game.setup, game.state, P0))
    for first in names:
        view = seat_view(game.setup, game.state, P0)
        assert getattr(view, first) == getattr(complete, first)
        assert view == complete
    assert msgspec.json.encode(seat_view(game.setup, game.state, P0)) == msgspec.json.encode(complete)
    assert list(msgspec.to_builtins(seat_view(game.setup, game.state, P0))) == names
    assert not hasattr(seat_view(game.setup, game.state, P0), "colour") and not hasattr(View, "title")


def test_a_pickled_view_holds_no_secrets() -> None:
    """Only its fields, not the state that they are read from."""
    game = Game(classic(3, knowledge=Knowledge.CLOSED))
    view = seat_view(game.setup, game.state, P0)
    stored = pickle.dumps(view)
    assert b"goldenspike.core.state" not in stored and b"_build" not in stored
    for twin in (pickle.loads(stored), copy(view), deepcopy(view)):
        assert twin == view and "_build" not in vars(twin)
        assert not hasattr(twin, "colour")
