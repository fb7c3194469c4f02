"""S-6, the computer game: no trade of private companies, random revenue, the Reading, more tiles, random maps (case 114)."""

from random import Random

import pytest

from goldenspike.bots.play import next_action, seat_bots
from goldenspike.core.actions import DrawRevenue, LayTile, StartCompany
from goldenspike.core.events import RevenueDrawn
from goldenspike.core.game import Game
from goldenspike.core.holders import CHANCE
from goldenspike.core.options import PrivateTrading
from goldenspike.core.reasons import Reason
from goldenspike.core.steps.chance import adjusted
from goldenspike.core.title import UNLIMITED, RoundKind, Setup
from goldenspike.testing import Position
from goldenspike.testing.by_name import buy_private, pay_dividend, run_trains, sell_private
from goldenspike.testing.checks import allowed, play, refused
from goldenspike.testing.simulate import checked_push
from goldenspike.titles.catalogue import find_version, make
from goldenspike.titles.g1830.random_map import random_map
from helpers import version_1830
from names_1830 import PRR
from players import P0


def test_players_do_not_trade_private_companies() -> None:
    """S-6.2, case 114."""
    for version, reason in (("s6", Reason.NO_PRIVATE_TRADES), ("classic", None)):
        position = Position(version_1830(version), phase="3", money=500).private("CS", 0)
        game = position.stock_round()
        if reason is None:
            allowed(game, sell_private(game, "CS", 0, 1, 50))
        else:
            refused(game, sell_private(game, "CS", 0, 1, 50), reason)
    assert find_version("1830", "s6").defaults.private_trading is PrivateTrading.NONE


def test_railroads_still_buy_them() -> None:
    """S-6.2 is about players only."""
    position = Position(version_1830("s6"), phase="3", money=0).company("NYC", money=500).private("CS", 0)
    game = position.operating_round("NYC")
    allowed(game, buy_private(game, "CS", 40))


# --- random revenue


@pytest.mark.parametrize(("number", "percent"), [(1, 80), (2, 90), (3, 100), (4, 100), (5, 110), (6, 120)])
def test_a_marker_changes_the_revenue(number: int, percent: int) -> None:
    """S-6.3, case 114: from 80 to 120 percent; it is drawn after the run and before the dividend."""
    position = Position(version_1830("s6", random_revenue=True), money=0).company("PRR", trains="2").tile("H10", "57", "W E")
    game = position.operating_round("PRR", "run")
    game.push(run_trains(game))
    assert game.actors == (CHANCE,)
    before = game.state.revenues[0]
    assert before > 0
    refused(game, DrawRevenue(7), Reason.BAD_DRAW)
    events = game.push(DrawRevenue(number))
    assert RevenueDrawn(PRR, percent, adjusted(before, percent)) in events
    game.push(pay_dividend(game))
    assert game.state.revenues[0] == adjusted(before, percent)


def test_random_revenue_is_rounded_to_tens() -> None:
    """S-6.3 (ruling), case 114: to the nearest, halves up."""
    assert [adjusted(130, percent) for percent in (80, 90, 100, 110, 120)] == [100, 120, 130, 140, 160]
    assert adjusted(50, 90) == 50
    assert adjusted(100, 120) == 120


def test_nothing_is_drawn_for_nothing() -> None:
    """S-6.3: no run, no marker; and none at all without the option."""
    position = Position(version_1830("s6"), money=0).company("PRR", trains="2").tile("H10", "57", "W E")
    game = position.operating_round("PRR", "run")
    game.push(run_trains(game))
    assert game.actors == (0,)


# --- the Reading


def test_the_presidency_of_the_reading_is_thirty_per_cent() -> None:
    """S-6.1, case 114."""
    position = Position(version_1830("s6", reading=True), money=600)
    game = position.stock_round()
    reading = position.setup.company_index["RDR"]
    play(game, StartCompany(P0, reading, 100))
    assert game.state.units(reading, P0) == 3
    assert game.state.money[0] == 300


def test_what_comes_with_the_reading() -> None:
    """S-6.1, S-6.3: a fifth 4-train, one certificate more, two-station tiles for Baltimore and Boston, map changes."""
    plain, reading = make("1830", "s6", 4), make("1830", "s6", 4, {"reading": "on"})
    assert (plain.title.trains[2].count, reading.title.trains[2].count) == (4, 5)
    assert reading.certificate_limit == plain.certificate_limit + 1
    counts = {tile.id: count for tile, count in zip(reading.title.tiles, reading.title.tile_counts, strict=True)}
    assert counts["bb2"] and counts["bb7"]

    def exits(setup: Setup, name: str) -> int:
        return setup.faces[setup.first_printed + setup.hex_index[name]].exits

    assert exits(reading, "K13") & ~exits(plain, "K13") == 1 << 4
    assert exits(reading, "K15") & ~exits(plain, "K15") == 1 << 1
    assert exits(reading, "D24") & ~exits(plain, "D24") != 0
    assert exits(reading, "H14") == 1 << 4 | 1 << 1 | 1 << 5 | 1 << 0
    home = reading.title.companies[reading.company_index["RDR"]].homes
    assert [place.hex for place in home] == ["H14"]


def test_the_reading_runs_from_its_home() -> None:
    """S-6.1: on its own tile, beside whose track the station stands."""
    position = Position(version_1830("s6", reading=True), phase="3", money=0).company("RDR", trains="3").tile("H16", "57", "W E")
    game = position.operating_round("RDR", "run")
    game.push(run_trains(game))
    assert game.state.revenues[position.setup.company_index["RDR"]] == 10 + 20 + 10, "its home, Lancaster, and Altoona"


def test_the_reading_goes_with_other_versions() -> None:
    """S-6.3 is a toggle of its own wherever the classic board lies."""
    for version in ("classic", "base", "s5"):
        assert "RDR" in make("1830", version, 4, {"reading": "on"}).company_index
    assert any(make("1830", "s5", 4, {"reading": "on"}).title.uncertainty)


def test_the_reading_changes_the_classic_board_also_where_it_is_asked_for() -> None:
    """S-6.1 with V-1.2 and V-5.3: its map and its one certificate more come on top of board and limits."""
    named = make("1830", "classic", 4, {"reading": "on", "board": "classic", "certificate_limits": "chart"})
    assert named.title.hexes == make("1830", "s6", 4, {"reading": "on"}).title.hexes
    assert named.certificate_limit == 18 + 1


def test_the_reading_keeps_the_tiles_of_the_table() -> None:
    """S-6.3: Baltimore and Boston have two circles in any mix; the four more tiles are those of S-6.1 alone."""
    for version, requested in (("classic", {}), ("s6", {}), ("classic", {"tiles": "mix_a"}), ("s6", {"tiles": "mix_b"})):
        plain, more = counts_of(version, **requested), counts_of(version, reading="on", **requested)
        changed = {name: more.get(name, 0) - plain.get(name, 0) for name in {*plain, *more}}
        assert {name: count for name, count in changed.items() if count} == {"53": -2, "61": -2, "592": 2, "997": 2, "43": -1}


# --- tiles


def counts_of(version: str, **options: str) -> dict[str, int]:
    title = make("1830", version, 4, options).title
    return {tile.old or tile.id: count for tile, count in zip(title.tiles, title.tile_counts, strict=True)}


def test_four_more_tiles() -> None:
    """S-6.1 (ruling): two more of B13 and B14."""
    plain, more = counts_of("classic"), counts_of("s6")
    assert {name: more[name] - plain[name] for name in plain if more[name] != plain[name]} == {"28": 2, "29": 2}


def test_additional_tiles() -> None:
    """S-6.3: three more of 5 and 6, two more of 26, 27 and 141 to 144, beyond the two or one of the mix."""
    plain, more = counts_of("s6"), counts_of("s6", additional_tiles="on")
    added = {name: more[name] - plain.get(name, 0) for name in more if more[name] != plain.get(name, 0)}
    assert added == {"5": 5, "6": 5, "26": 2, "27": 2, "141": 3, "142": 3, "143": 3, "144": 3}


def test_unlimited_tiles() -> None:
    """S-6.3: no tile of the mix ever runs out."""
    counts = counts_of("s6", unlimited_tiles="on")
    assert set(counts.values()) == {UNLIMITED}
    position = Position(version_1830("s6", unlimited_tiles=True), money=0).company("PRR", money=500)
    game = position.operating_round("PRR")
    game.push(next(action for action in game.legal if isinstance(action, LayTile)))
    assert set(game.state.supply) == {UNLIMITED}


# --- toggles that are variants


def test_every_toggle_is_there() -> None:
    """S-6.3."""
    setup = make(
        "1830",
        "s6",
        4,
        {
            "random_revenue": "on",
            "reading": "on",
            "delayed_obsolescence": "on",
            "unlimited_tiles": "on",
            "additional_tiles": "on",
            "delayed_private_sales": "on",
            "bank": "short",
            "diesels": "none",
            "split_revenue": "on",
        },
    )
    assert (setup.title.bank, setup.title.trains[-1].id) == (4500, "6")


# --- random maps


@pytest.mark.parametrize("seed", [1, 4, 1830])
def test_private_companies_move_with_the_map(seed: int) -> None:
    """S-6.3, T-05: at the table too the DH lies on a city in the mountains, and the BO on the B&O's home."""
    setup = make("1830", "s6", 3, {"random_map": str(seed)})
    assert setup.title.privates == random_map(seed).privates
    hexes = {private.id: private.hexes for private in setup.title.privates}
    scranton = setup.title.hexes[setup.hex_index[hexes["DH"][0]]]
    assert (scranton.terrain, scranton.cost, len(scranton.stops)) == ("mountain", 120, 1)
    home = setup.title.companies[setup.company_index["B&O"]].homes[0].hex
    assert home in hexes["BO"]
    assert setup.private_hexes[setup.hex_index[home]] == setup.private_index["BO"]


@pytest.mark.parametrize("seed", [1, 1830, 999_999])
def test_a_random_map_is_playable(seed: int) -> None:
    """S-6.3: a game goes on for a while with every check."""
    setup = make("1830", "s6", 3, {"random_map": str(seed)})
    game = Game(setup)
    bots = seat_bots(["random", "greedy"], 3, seed, 0)
    rng = Random(seed)
    checked = 0
    while not game.is_over and checked < 40:
        action = next_action(game, bots, rng)
        if game.state.round == RoundKind.OPERATING:
            assert checked_push(game, action, rng) == []
            checked += 1
        else:
            game.push(action)
    assert checked == 40
    assert setup.title.hexes != make("1830", "s6", 3).title.hexes


def test_a_number_is_always_the_same_map() -> None:
    """S-6.3: 0 is the printed board."""
    first, again = (make("1830", "s6", players, {"random_map": "7"}).title.hexes for players in (3, 4))
    assert first == again
    assert first != make("1830", "s6", 3, {"random_map": "8"}).title.hexes
    assert make("1830", "s6", 3, {"random_map": "0"}).title.hexes == make("1830", "s6", 3).title.hexes
