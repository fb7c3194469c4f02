"""The observation is what the seat's view shows, as numbers, and knows what is chosen of a lay."""

from random import Random

import numpy as np
import pytest

from goldenspike.bots.play import next_action
from goldenspike.bots.roster import make_bot
from goldenspike.core.actions import Bid, LayTile, SellShares
from goldenspike.core.game import Game
from goldenspike.core.holders import FIRST_COMPANY
from goldenspike.core.ids import by_company
from goldenspike.core.title import Setup
from goldenspike.env.aec import GoldenSpikeEnv, env
from goldenspike.env.observation import HIDDEN, MOST_SUPPLY, Row, in_order, observe, split
from goldenspike.testing import Position
from goldenspike.titles.catalogue import make
from goldenspike.titles.g1830 import classic
from goldenspike.view import View, seat_view
from names_1830 import NYC, PRR
from players import P0, P1


def games(title: str, version: str, knowledge: str) -> list[Game]:
    """Positions of a game between greedy bots, some way apart."""
    setup = make(title, version, 4, {"knowledge": knowledge})
    game = Game(setup)
    bots, rng = [make_bot("greedy", str(seat)) for seat in range(4)], Random(1)
    found = []
    while not game.is_over and game.ply < 400:
        game.push(next_action(game, bots, rng))
        if game.ply % 23 == 0:
            found.append(Game(setup, game.state))
    return found


def check(setup: Setup, view: View, seen: dict[str, Row]) -> None:
    """Every figure of the view that is in the row."""

    def same(row: np.ndarray, *values: float) -> None:
        assert row == pytest.approx([float(value) for value in values], abs=1e-5)

    def money(amount: int | None) -> float:
        return HIDDEN if amount is None else amount / 100

    assert view.seat is not None
    seats = in_order(view.seating, view.seat, setup.all_players)
    same(seen["bank"][0], money(view.bank), view.bank_broken, view.certificate_limit / 20)
    for row, seat in zip(seen["players"], seats, strict=True):
        player = view.players[seat]
        same(row[:4], money(player.money), player.certificates / 20, player.share_value / 1000, player.bids / 100)
        same(row[4:], player.has_priority, player.on_turn)
    for row, company in zip(seen["companies"], view.companies, strict=True):
        same(row[:4], money(company.treasury), (company.par or 0) / 100, (company.price or 0) / 100, company.revenue / 100)
        same(row[4:8], company.offering / 10, company.pool / 10, company.stations_left / 4, len(company.stations) / 4)
        same(row[8:12], company.floated, company.operated, company.operating, company.done)
        same(row[14:15], 0 if company.order is None else (company.order + 1) / 10)
        same(row[15:19], *(company.president == seat for seat in seats))
        same(row[19:23], *(company.holdings.get(seat, 0) / 10 for seat in seats))
        same(row[23:27], *(company.id in view.players[seat].sold for seat in seats))
        same(row[27:], *(company.trains.count(train.id) / 2 for train in setup.title.trains))
    for row, private in zip(seen["privates"], view.privates, strict=True):
        same(row[:4], *(private.owner_seat == seat for seat in seats))
        same(row[4:7], *(private.owner == kind for kind in ("bank", "company", "closed")))
        same(row[7:], *(private.bids.get(seat, 0) / 100 for seat in seats), private.power_used)
    same(seen["supply"][:, 0], *(min(tile.left, MOST_SUPPLY) / 5 for tile in view.tiles))
    assert seen["stations"].sum() >= sum(len(company.stations) for company in view.companies)
    own = [station.hex for company in view.companies if company.president == view.seat for station in company.stations]
    assert sorted(np.flatnonzero(seen["stations"][:, 0])) == sorted({setup.hex_index[hex] for hex in own})
    laid = {setup.hex_index[tile.hex] for tile in view.laid}
    assert all(seen["board"][hex, 1:7].any() for hex in laid)


@pytest.mark.parametrize(("title", "version"), [("1830", "classic"), ("1862", "standard")])
@pytest.mark.parametrize("knowledge", ["open", "closed"])
def test_it_says_what_the_view_says(title: str, version: str, knowledge: str) -> None:
    for game in games(title, version, knowledge):
        for seat in game.state.seating:
            check(game.setup, seat_view(game.setup, game.state, seat), split(game.setup, observe(game, seat)))


def test_hidden_amounts_do_not_matter() -> None:
    """With closed knowledge the row of a seat stays the same, whatever the others have."""
    for game in games("1830", "classic", "closed")[-6:]:
        before = observe(game, P0)
        s = game.state.copy()
        s.money = s.money.copy()
        s.money[P1] += 77
        for company, president in by_company(s.presidents):
            if president not in (P0, -1):
                s.money[FIRST_COMPANY + company] += 33
        assert np.array_equal(before, observe(Game(game.setup, s), P0))


def test_shares_sold_and_bids_are_seen() -> None:
    position = Position(classic(3), phase="3", money=500).company("PRR", shares={1: 6}, par=67, money=500, trains="3")
    game = position.company("NYC", shares={0: 5, 1: 2}, par=67, money=500, trains="3").stock_round(turn=0, number=3)
    game.push(SellShares(P0, NYC, 2))
    sold = split(game.setup, observe(game, P0))["companies"][:, 21:24]
    assert sold[NYC].tolist() == [1, 0, 0] and not sold[PRR].any()
    game = Position(classic(3)).auction()
    bidder = game.actors[0]
    game.push(Bid(bidder, game.setup.private_index["CA"], 165))
    bids = split(game.setup, observe(game, bidder))["privates"][game.setup.private_index["CA"], 6:9]
    assert bids == pytest.approx([1.65, 0, 0])


def to_a_lay(game: GoldenSpikeEnv) -> np.ndarray:
    """Play on until a tile may be laid; the numbers of the hexes."""
    game.reset(seed=1)
    first, size = game.numbering.segments["tile_hex"]
    while True:
        legal = np.flatnonzero(game.action_mask(game.agent_selection))
        hexes = legal[(legal >= first) & (legal < first + size)]
        if len(hexes):
            return hexes - first
        game.step(legal[-1])


def test_what_is_chosen_of_a_lay_is_seen() -> None:
    game = env("1830", "starter", 2)
    hex = to_a_lay(game)[0]
    agent = game.agent_selection
    other = next(name for name in game.agents if name != agent)
    hexes, tiles = game.numbering.segments["tile_hex"][0], game.numbering.segments["tile"][0]
    assert not split(game.setup, game.observe(agent)["observation"])["chosen_hex"].any()
    game.step(np.int64(hexes + hex))
    seen = split(game.setup, game.observe(agent)["observation"])
    assert np.flatnonzero(seen["chosen_hex"]).tolist() == [hex] and not seen["chosen_tile"].any()
    tile = np.flatnonzero(game.action_mask(agent))[0]
    game.step(np.int64(tile))
    seen = split(game.setup, game.observe(agent)["observation"])
    assert np.flatnonzero(seen["chosen_hex"]).tolist() == [hex]
    assert np.flatnonzero(seen["chosen_tile"]).tolist() == [tile - tiles]
    assert not split(game.setup, game.observe(other)["observation"])["chosen_hex"].any()


def test_forced_moves_can_be_skipped() -> None:
    """The same game with fewer moves: every question has at least two answers."""
    finals = []
    for skip in (False, True):
        game = env("1830", "starter", 2, skip_forced=skip)
        game.reset(seed=1)
        asked = 0
        while not game.game.is_over:
            legal = np.flatnonzero(game.action_mask(game.agent_selection))
            assert len(legal) > 1 or not skip or game._prefix
            asked += 1
            game.step(legal[-1])
        assert any(isinstance(action, LayTile) for action in game.game.actions)
        finals.append((game.game.result(), asked))
    assert finals[0][0] == finals[1][0] and finals[1][1] < finals[0][1]
