"""The map on the real table: presidents declare what they spent and earned (7.2 to 7.6)."""

import pytest

from goldenspike.core.actions import (
    BuyLicence,
    ClosePrivate,
    DeclareRoute,
    DeclareRun,
    DeclareStation,
    DeclareTrack,
    LayTile,
    Pass,
    PayDividend,
    Payout,
    PlaceToken,
    RunTrains,
)
from goldenspike.core.events import RouteDeclared, StationDeclared, TrackDeclared, TrainEarned, TrainsRun
from goldenspike.core.game import Game
from goldenspike.core.ids import Company
from goldenspike.core.options import FreeStation, MapKeeping, PowerTiming
from goldenspike.core.reasons import Reason
from goldenspike.core.rules.declared import most_of_each, most_revenue, possible_stops
from goldenspike.core.rules.station import stations_left
from goldenspike.core.tiles import StopKind
from goldenspike.core.title import RoundKind
from goldenspike.testing import Position
from goldenspike.testing.by_name import money_of
from goldenspike.testing.checks import allowed, play, refused
from goldenspike.testing.saving import violations_of_saving
from goldenspike.testing.simulate import play_game
from goldenspike.titles.catalogue import CATALOGUE, Excluded, make
from goldenspike.titles.g1830 import classic
from goldenspike.titles.g1862 import standard
from players import P0, P1

REAL = MapKeeping.REAL
VERSIONS = [(entry.name, version.name) for entry in CATALOGUE for version in entry.versions]


def operating(step: str, phase: str = "2", money: int = 400, trains: str = "") -> Game:
    """The PRR of player 0 in a step of its turn."""
    position = Position(classic(4, map=REAL), phase=phase)
    position.company("PRR", shares={0: 6}, par=90, money=money, trains=trains)
    return position.operating_round("PRR", step)


def prr(game: Game) -> Company:
    return game.setup.company_index["PRR"]


@pytest.mark.parametrize(("title", "version"), VERSIONS)
def test_no_step_of_any_version_asks_for_the_map(title: str, version: str) -> None:
    setup = make(title, version, 4, {"map": "real"})
    steps = [*setup.plan.rounds[RoundKind.OPERATING], *setup.plan.interrupts.values(), *setup.plan.anytime]
    assert not any(step.on_map for step in steps)
    assert not {LayTile, PlaceToken, RunTrains} & {kind for step in steps for kind in step.kinds()}
    assert [step.name for step in setup.plan.rounds[RoundKind.OPERATING]][:3] == [
        "declared_track",
        "declared_station",
        "declared_run",
    ]


def test_contesting_a_run_needs_the_map() -> None:
    with pytest.raises(Excluded):
        make("1830", "classic", 4, {"map": "real", "running_trains": "honour"})


def test_track_costs_tens_of_what_the_railroad_has() -> None:
    """7.2.1: one tile a turn, $120 on the worst terrain."""
    game = operating("declared_track", money=95)
    refused(game, DeclareTrack(P0, prr(game), 15), Reason.AMOUNT_NOT_IN_STEPS, 10)
    refused(game, DeclareTrack(P0, prr(game), -10), Reason.AMOUNT_NOT_IN_STEPS, 10)
    refused(game, DeclareTrack(P0, prr(game), 100), Reason.NOT_ENOUGH_MONEY, 100, 95)
    refused(game, DeclareTrack(P0, prr(game), 130), Reason.MORE_THAN_TRACK_COSTS, 120)
    refused(game, DeclareTrack(P1, prr(game), 40), Reason.NOT_PRESIDENT)
    allowed(game, DeclareTrack(P0, prr(game), 90))
    assert TrackDeclared(prr(game), 80) in play(game, DeclareTrack(P0, prr(game), 80))
    assert money_of(game, "PRR") == 15 and game.question.kind == "declared_station"


def test_free_track_is_declared_with_nothing() -> None:
    game = operating("declared_track")
    assert play(game, DeclareTrack(P0, prr(game), 0)) == []
    assert money_of(game, "PRR") == 400 and game.question.kind == "declared_station"


def test_the_extra_tile_of_the_cs_may_cost_as_much_again() -> None:
    """T-05, CS."""
    position = Position(classic(4, map=REAL), phase="3")
    position.company("PRR", shares={0: 6}, par=90, money=400).private("CS", "PRR")
    game = position.operating_round("PRR", "declared_track")
    allowed(game, DeclareTrack(P0, prr(game), 240))
    refused(game, DeclareTrack(P0, prr(game), 250), Reason.MORE_THAN_TRACK_COSTS, 240)


def test_private_companies_lay_later_with_the_option() -> None:
    """7.1, option extra_tile: the CS' tile and the DH's station in any step of the turn."""
    position = Position(classic(4, map=REAL, extra_tile=PowerTiming.WHOLE_TURN), phase="3")
    position.company("PRR", shares={0: 6}, par=90, money=400, trains="3").private("CS", "PRR").private("DH", "PRR")
    game = position.operating_round("PRR", "declared_run")
    dh = game.setup.private_index["DH"]
    refused(game, DeclareTrack(P0, prr(game), 0), Reason.NOT_NOW)
    play(game, DeclareTrack(P0, prr(game), 80), DeclareStation(P0, prr(game), 0, dh))
    assert money_of(game, "PRR") == 320 and game.question.kind == "declared_run"
    refused(operating("declared_run", trains="2"), DeclareTrack(P0, prr(game), 80), Reason.NOT_NOW)


def test_stations_cost_what_the_rules_say() -> None:
    """7.3.2: $40 for the first, $100 for each later one, one a turn."""
    game = operating("declared_station", money=200)
    refused(game, DeclareStation(P0, prr(game), 100), Reason.NOT_A_STATION_COST, 100)
    assert StationDeclared(prr(game), 40) in play(game, DeclareStation(P0, prr(game), 40))
    assert money_of(game, "PRR") == 160 and stations_left(game.setup, game.state, prr(game)) == 2
    again = operating("declared_station", money=90)
    again.state.declared_stations[prr(again)] = 1
    refused(again, DeclareStation(P0, prr(again), 40), Reason.NOT_A_STATION_COST, 40)
    refused(again, DeclareStation(P0, prr(again), 100), Reason.NOT_ENOUGH_MONEY, 100, 90)
    allowed(again, Pass(P0))


def test_the_last_station_is_the_last() -> None:
    game = operating("declared_track")
    game.state.declared_stations[prr(game)] = 3
    play(game, DeclareTrack(P0, prr(game), 0))
    assert game.question.kind == "declared_run", "there is no station to place"


@pytest.mark.parametrize(("free_station", "cost"), [(FreeStation.KEEPS_STEP, 40), (FreeStation.USES_STEP, 100)])
def test_the_dh_gives_one_free_station(free_station: FreeStation, cost: int) -> None:
    """T-05, DH, and the ruling on the price of the next one."""
    position = Position(classic(4, map=REAL, free_station=free_station), phase="3")
    position.company("PRR", shares={0: 6}, par=90, money=400, trains="3").private("DH", "PRR")
    game = position.operating_round("PRR", "declared_station")
    dh = game.setup.private_index["DH"]
    assert StationDeclared(prr(game), 0) in play(game, DeclareStation(P0, prr(game), 0, dh))
    assert money_of(game, "PRR") == 400 and game.state.power_used[dh]
    play(game, DeclareRun(P0, prr(game), (0,)), Pass(P0))
    later = Position.of(game).operating_round("PRR", "declared_station")
    refused(later, DeclareStation(P0, prr(later), 0, dh), Reason.NO_SUCH_POWER)
    allowed(later, DeclareStation(P0, prr(later), cost))


def test_a_station_abroad_costs_half_as_much_again() -> None:
    """1862 VIII."""
    position = Position(standard(4, map=REAL))
    position.company("CP", shares={0: 6}, money=400)
    game = position.operating_round("CP", "declared_station")
    company = game.setup.company_index["CP"]
    allowed(game, DeclareStation(P0, company, 40))
    allowed(game, DeclareStation(P0, company, 60))
    refused(game, DeclareStation(P0, company, 100), Reason.NOT_A_STATION_COST)


def test_a_run_is_declared_train_by_train_or_as_a_whole() -> None:
    """7.4: one amount for each train, the smallest first."""
    game = operating("declared_run", trains="2 3", phase="3")
    company = prr(game)
    refused(game, DeclareRun(P0, company, (50, 60, 70)), Reason.ONE_AMOUNT_PER_TRAIN, 2)
    refused(game, DeclareRun(P0, company, ()), Reason.ONE_AMOUNT_PER_TRAIN, 2)
    refused(game, DeclareRun(P0, company, (50, 65)), Reason.AMOUNT_NOT_IN_STEPS, 10)
    whole = game.copy()
    assert play(whole, DeclareRun(P0, company, (120,))) == [TrainsRun(company, 120)]
    events = play(game, DeclareRun(P0, company, (50, 70)))
    train = game.setup.train_index
    assert events == [TrainEarned(company, train["2"], 50), TrainEarned(company, train["3"], 70), TrainsRun(company, 120)]
    assert game.state.revenues[company] == 120 and game.question.kind == "dividend"
    play(game, PayDividend(P0, company, Payout.PAY))
    assert game.state.money[P0] == whole.state.money[P0] + 72


def test_no_run_is_above_the_theoretical_best() -> None:
    """7.4: in phase 2, New York and Chicago are the best that a 2-train can meet, $40 each."""
    game = operating("declared_run", trains="2")
    assert [stop.value for stop in possible_stops(game.setup, game.state.phase)][:3] == [40, 40, 40]
    assert most_of_each(game.setup, game.state, prr(game)) == [80]
    refused(game, DeclareRun(P0, prr(game), (90,)), Reason.MORE_THAN_TRAINS_EARN, 90, 80)
    allowed(game, DeclareRun(P0, prr(game), (80,)))
    two = operating("declared_run", trains="2 2")
    refused(two, DeclareRun(P0, prr(two), (100, 20)), Reason.MORE_THAN_TRAINS_EARN, 100, 80)
    allowed(two, DeclareRun(P0, prr(two), (160,)))


def test_a_route_meets_two_red_areas_at_most() -> None:
    """7.4.2: they are its ends, even for a diesel that counts everything else."""
    game = operating("declared_run", trains="D", phase="D")
    stops = possible_stops(game.setup, game.state.phase)
    red = [stop.value for stop in stops if stop.kind is StopKind.OFFBOARD]
    others = [stop.value for stop in stops if stop.kind is not StopKind.OFFBOARD]
    assert len(red) > 2 and most_revenue(game.setup, game.state, prr(game)) == sum(others) + sum(red[:2])


def test_the_bonus_counts_in_1862() -> None:
    """1862 IV: the CP's longer destination run, less $10 for each of its hexes; the UP has Salt Lake City too."""
    position = Position(standard(4, map=REAL))
    position.company("CP", shares={0: 6}, money=400).company("UP", shares={1: 6}, money=400)
    game = position.operating_round("CP", "declared_run")
    setup, companies = game.setup, game.setup.company_index
    bonus = {name: setup.plan.flow.most_bonus(setup, game.state, companies[name]) for name in ("CP", "UP")}
    assert bonus == {"CP": 140, "UP": 80 + 20}


def test_without_a_train_the_route_is_asked_for_until_there_is_one() -> None:
    """7.6.2."""
    game = operating("declared_run")
    assert game.question.form == "route"
    refused(game, DeclareRun(P0, prr(game), (50,)), Reason.NOT_NOW)
    without = game.copy()
    assert RouteDeclared(prr(game), False) in play(without, DeclareRoute(P0, prr(game), False))
    allowed(without, Pass(P0))
    assert RouteDeclared(prr(game), True) in play(game, DeclareRoute(P0, prr(game), True))
    refused(game, Pass(P0), Reason.MUST_BUY_TRAIN)
    again = Position.of(game).operating_round("PRR", "declared_station")
    play(again, Pass(P0))
    assert again.question.kind == "train", "it is not asked again"


def test_whoever_has_earned_has_a_route() -> None:
    """7.6.2: a railroad whose trains have rusted must buy."""
    game = operating("declared_run", trains="2")
    refused(game, DeclareRoute(P0, prr(game), True), Reason.NOT_NOW)
    play(game, DeclareRun(P0, prr(game), (30,)))
    assert game.state.declared_routes[prr(game)]
    nothing = operating("declared_run", trains="2")
    play(nothing, DeclareRun(P0, prr(nothing), (0,)))
    assert not nothing.state.declared_routes[prr(nothing)]


def test_a_used_private_company_is_closed_by_its_railroad() -> None:
    """S-1, JK: half the cost of a tile next to the coal closes it; others stay."""
    position = Position(make("1830", "s1", 4, {"map": "real"}), phase="3")
    position.company("PRR", shares={0: 6}, par=90, money=400).private("JK", "PRR").private("CS", "PRR")
    game = position.operating_round("PRR", "declared_track")
    jk, cs = game.setup.private_index["JK"], game.setup.private_index["CS"]
    refused(game, ClosePrivate(P0, cs), Reason.NO_SUCH_POWER)
    refused(game, ClosePrivate(P1, jk), Reason.NOT_PRESIDENT)
    play(game, ClosePrivate(P0, jk))
    assert game.question.kind == "declared_track"


def test_a_coal_license_is_bought_without_a_look_at_the_map() -> None:
    """S-1."""
    position = Position(make("1830", "s1", 4, {"map": "real"}), phase="3")
    position.company("PRR", shares={0: 6}, par=90, money=400)
    game = position.operating_round("PRR", "declared_track")
    play(game, BuyLicence(P0, prr(game)))
    assert game.state.licences[prr(game)] and game.question.kind == "declared_track"


SAMPLE = [("1830", "s1", 3), ("1830", "starter", 4), ("1862", "standard", 4)]
ALL = [(title, version, players) for title, version in VERSIONS for players in (3, 4, 5) if title == "1830" or players > 3]


@pytest.mark.parametrize(("title", "version", "players"), SAMPLE)
def test_games_with_declared_runs_keep_the_invariants(title: str, version: str, players: int) -> None:
    """Spending and revenue drawn at random."""
    game = play_game(make(title, version, players, {"map": "real"}), ["random"], 17, players, True)
    assert game.violations == [] and game.is_over


@pytest.mark.exhaustive
@pytest.mark.parametrize(("title", "version", "players"), ALL)
def test_all_versions_with_declared_runs_keep_the_invariants(title: str, version: str, players: int) -> None:
    for number in range(5):
        game = play_game(make(title, version, players, {"map": "real"}), ["random"], 18, number, True, violations_of_saving)
        assert game.violations == [] and game.is_over
