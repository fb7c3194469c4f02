"""A player's bankruptcy: he leaves and the game goes on (Bankrott eines Spielers; cases 8, 17, 18, 19 and 39 of part 2)."""

from goldenspike.core.actions import BuyShare, DeclareBankruptcy, Pass, SellShares
from goldenspike.core.events import PlayerLeft, SpecialTileLaid, WentBankrupt
from goldenspike.core.holders import NOBODY, POOL
from goldenspike.core.ids import NONE
from goldenspike.core.reasons import Reason
from goldenspike.core.rules.certificate_limit import certificate_limit, holding_limit
from goldenspike.core.rules.home_station import free_circles
from goldenspike.core.state import place_of
from goldenspike.core.title import RoundKind
from goldenspike.testing import Position
from goldenspike.testing.by_name import price_of, trains_of
from goldenspike.testing.checks import allowed, passes, play, refused
from goldenspike.titles.g1862 import standard
from names_1862 import ATS
from players import P0, P4

LINE = "C28:9/1 C20:4/1 C18:9/1 C16:57/1"


def ruin(players: int = 5) -> Position:
    """Player 0 must buy a 3 for CP with $40; he directs NYC and NYH too and holds two ATS that the full pool does not take."""
    position = Position(standard(players), phase="3").money(0, 40)
    position.company("CP", shares={0: 6, 1: 2}, stations="C30", cell=(4, 5)).tiles(LINE)
    position.company("NYC", president=0, shares={0: 3, 2: 3, "pool": 1}, stations="F31/0", trains="3", cell=(3, 5))
    position.company("NYH", president=0, shares={0: 3, 2: 3}, stations="F31/1", trains="3", cell=(2, 5))
    position.company("ATS", shares={3: 3, 0: 2, "pool": 5}, stations="F23", trains="3", cell=(5, 5))
    return position


def test_he_sells_what_he_may_and_no_more_than_needed() -> None:
    """Case 38: NYC and NYH are presidencies at 30%, the pool of ATS is full; two CP at 80 make 200."""
    game = ruin().operating_round("CP", "train")
    sales = [action for action in game.legal_for(P0) if isinstance(action, SellShares)]
    assert {(action.company, action.count) for action in sales} == {(2, 1), (2, 2)}
    refused(game, DeclareBankruptcy(P0), Reason.CAN_STILL_PAY)


def poor() -> Position:
    """Like `ruin`, but he directs CP with 30% only: nothing of it can be sold."""
    position = Position(standard(5), phase="3").money(0, 40)
    position.company("CP", president=0, shares={0: 3, 1: 3}, stations="C30", cell=(4, 5)).tiles(LINE)
    position.company("NYC", president=0, shares={0: 3, 2: 3, "pool": 1}, stations="F31/0", trains="3", cell=(3, 5))
    position.company("NYH", president=0, shares={0: 3, 2: 3}, stations="F31/1", trains="3", cell=(2, 5))
    position.company("ATS", shares={3: 3, 0: 2, "pool": 5}, stations="F23", trains="3", cell=(5, 5))
    return position


def test_result_compensation_and_pool() -> None:
    """Cases 39 and 17: 3 × 80 + 3 × 85 + 3 × 92 + 2 × 75 less 160 still owed; the others are paid by the bank."""
    game = poor().operating_round("CP", "train")
    assert not any(isinstance(action, SellShares) for action in game.legal_for(P0))
    assert DeclareBankruptcy(P0) in game.legal  # He need not arrange a sale with another of his companies.
    events = play(game, DeclareBankruptcy(P0))
    assert WentBankrupt(P0) in events
    result = 3 * 80 + 3 * 85 + 3 * 92 + 2 * 75 - 160
    assert PlayerLeft(P0, result) in events
    state = game.state
    assert state.seating == (1, 2, 3, 4)
    assert state.money[:5] == [0, 500 + 3 * 80, 500 + 3 * 85 + 3 * 92, 500, 500]
    assert [name for name, gone in enumerate(state.closed) if gone] == [0, 1, 2]
    assert state.units(ATS, POOL) == 7  # Above the limit, at no change of price.
    assert price_of(game, "ATS") == 75
    assert game.result().wealth[0] == result
    assert state.operating == 5  # ATS is the only one left to operate.


def test_the_limits_shrink() -> None:
    """Cases 18 and 19: 18 becomes 16, 60% become 70%."""
    game = poor().operating_round("CP", "train")
    assert certificate_limit(game.setup, game.state) == 18
    assert holding_limit(game.setup, game.state, ATS) == 6
    play(game, DeclareBankruptcy(P0))
    assert certificate_limit(game.setup, game.state) == 16
    assert holding_limit(game.setup, game.state, ATS) == 7


def test_the_unpaid_train_goes_with_the_company() -> None:
    """Kauf von Loks: it stays with the company at first, which then leaves with all its trains."""
    position = poor()
    game = position.operating_round("CP", "train")
    before = trains_of(game, "bank").count("3")
    play(game, DeclareBankruptcy(P0))
    assert trains_of(game, "bank").count("3") == before - 1


def test_his_private_companies_go_and_the_erie_tile_is_laid() -> None:
    """Case 39."""
    position = poor().private("2", 0).private("4", 0)
    game = position.operating_round("CP", "train")
    events = play(game, DeclareBankruptcy(P0))
    assert any(isinstance(event, SpecialTileLaid) for event in events)
    assert game.state.privates[1] == game.state.privates[3] == NOBODY


def test_the_marker_in_baltimore_stays_as_a_block() -> None:
    """Case 8."""
    position = poor().private("3", 0).marker("H29")
    game = position.operating_round("CP", "train")
    play(game, DeclareBankruptcy(P0))
    assert game.state.privates[2] == NOBODY
    assert game.state.tokens[-1] == place_of(position.setup.hex_index["H29"], 0)


def test_a_bankrupt_result_may_be_negative() -> None:
    """Case 39."""
    position = Position(standard(5), phase="8").money(0, 0)
    position.company("CP", president=0, shares={0: 3, 1: 3}, stations="C30", cell=(10, 2)).tiles(LINE)
    position.trains("pool", "5")
    game = position.operating_round("CP", "train")
    play(game, DeclareBankruptcy(P0))
    assert game.result().wealth[0] == 3 * 30 - 500


def test_stations_of_companies_that_left_only_block() -> None:
    """Case 39: nobody gets their place."""
    position = poor()
    game = position.operating_round("CP", "train")
    play(game, DeclareBankruptcy(P0))
    for hex, stop in (("C30", 0), ("F31", 0), ("F31", 1)):
        assert game.state.tokens.count(place_of(position.setup.hex_index[hex], stop)) == 1
        assert free_circles(game.setup, game.state, position.setup.hex_index[hex], stop) == 0


def test_the_rounds_go_on_without_him() -> None:
    """Case 39: the priority and the turns pass him by."""
    game = poor().set(priority=0).operating_round("CP", "train")
    play(game, DeclareBankruptcy(P0))
    assert game.state.priority == 1
    while game.state.round == RoundKind.OPERATING:
        play(game, list(game.legal_for(game.actors[0]))[-1])
    assert game.actors == (1,)
    passes(game, 3)
    assert game.state.round == RoundKind.STOCK
    assert game.actors == (4,)
    allowed(game, Pass(P4))
    refused(game, Pass(P0), Reason.NOT_YOUR_TURN)
    refused(game, BuyShare(P0, ATS, POOL), Reason.NOT_YOUR_TURN)


def test_an_operating_company_is_nobodys_after_its_director_left() -> None:
    game = poor().operating_round("CP", "train")
    play(game, DeclareBankruptcy(P0))
    assert all(game.state.presidents[company] == NONE for company in (0, 1, 2))
    assert game.state.presidents[5] == 3
