"""The checks themselves: a state with one thing wrong is named, a sound one is not."""

from collections.abc import Callable
from typing import Any

import pytest

from goldenspike.core.actions import BuyShare, Pass
from goldenspike.core.events import Event, Paid, Why
from goldenspike.core.game import Game
from goldenspike.core.holders import BANK, POOL, treasury
from goldenspike.core.ids import NONE
from goldenspike.core.options import ForcedPurchase
from goldenspike.core.routes import Reach
from goldenspike.core.state import SHARE_HOLDERS, TOKENS_PER_COMPANY, State, place_of
from goldenspike.testing import Position, invariants
from goldenspike.testing.invariants import violations_of, violations_of_events, violations_of_purchase, violations_of_reach
from goldenspike.titles.catalogue import make
from goldenspike.titles.g1830 import classic
from goldenspike.titles.g1830.options import SecondCertificates
from helpers import after_auction
from names_1830 import BNO, CO, ERIE, NYC, PRR
from players import P0, P2


def sound() -> Game:
    """Two railroads at work, everything in its place."""
    return (
        Position(classic(3))
        .company("PRR", shares={0: 6, 1: 2}, money=500, trains="2 2", stations="H12")
        .company("NYC", president=1, shares={1: 3, 2: 3}, par=67, money=100, stations="E19")
        .tile("H10", "57", 1)
        .stock_round()
    )


Wound = Callable[[State], Any]
HOME_OF_CO = place_of(classic().hex_index["F6"], 0)


def put(list_name: str, index: int, value: int) -> Wound:
    """Write into a list of the state, as no honest code may."""

    def wound(s: State) -> None:
        values = getattr(s, list_name).copy()
        values[index] = value
        setattr(s, list_name, values)

    return wound


def put_field(name: str, value: Any) -> Wound:
    return lambda s: setattr(s, name, value)


WOUNDS: list[tuple[str, Wound]] = [
    ("money_not_conserved", put("money", 0, 5000)),
    ("money_below_zero", put("money", 1, -5)),
    ("money_of_nobody", put("money", POOL, 10)),
    ("bank_overdrawn", put("money", BANK, -1)),
    ("bids_exceed_money", put("bids", 0, 9999)),
    ("shares_not_conserved", put("shares", PRR * SHARE_HOLDERS + 2, 5)),
    ("pool_limit", put("shares", PRR * SHARE_HOLDERS + POOL, 6)),
    ("president_exceeded", put("presidents", PRR, 1)),
    ("president_without_certificate", put("presidents", PRR, 2)),
    ("no_president", put("presidents", NYC, NONE)),
    ("no_par", put("par", PRR, 0)),
    ("floated", put("floated", PRR, 0)),
    ("company_out_of_order", put("funded", PRR, 0)),
    ("market_order", put_field("market_order", (PRR,))),
    ("off_the_market", put("cells", PRR, 19 * 11 - 1)),
    ("too_many_stations", lambda s: [put("tokens", n, 40 + 4 * n)(s) for n in range(5)]),
    ("stations_with_gaps", put("tokens", PRR * TOKENS_PER_COMPANY + 2, 4)),
    ("two_stations_in_a_hex", lambda s: put("tokens", PRR * TOKENS_PER_COMPANY + 1, s.tokens[0])(s)),
    ("city_overfull", lambda s: put("tokens", CO * TOKENS_PER_COMPANY, s.tokens[0])(s)),
    ("station_outside_a_city", put("tokens", CO * TOKENS_PER_COMPANY, 3)),
    ("no_home", put("operated", CO, 1)),
    ("tiles_not_conserved", put("supply", 3, 7)),
    ("foreign_print", lambda s: put("faces", 3, s.faces[4])(s)),
    ("trains_not_conserved", put("trains", BANK * 6 + 1, 3)),
    ("trains_below_zero", put("trains", BANK * 6 + 5, -1)),
    ("train_of_a_player", put("trains", 0, 1)),
    ("train_limit", put("trains", treasury(PRR) * 6, 5)),
    ("private_of_nobody", put("privates", 2, BANK)),
    ("private_not_saleable", put("privates", 5, treasury(BNO))),
    ("loan", put("loans", PRR, 50)),
    ("licence_for_nothing", put("licences", PRR, 1)),
    ("second_certificate", put("doubles", PRR, 0)),
    ("home_taken", lambda s: put("tokens", NYC * TOKENS_PER_COMPANY + 1, HOME_OF_CO)(s)),
    ("obsolete_train", put_field("phase", 2)),
    ("uncertainty", put_field("uncertainty", (1, 0, 0))),
    ("token_of_nobody", put_field("short_runs", CO)),
]


def test_a_sound_state_has_no_violations() -> None:
    for game in (sound(), Position(classic()).auction(), after_auction(3)):
        assert violations_of(game.setup, game.state) == []


@pytest.mark.parametrize(("name", "wound"), WOUNDS, ids=[name for name, _ in WOUNDS])
def test_a_wound_is_named(name: str, wound: Wound) -> None:
    game = sound()
    wound(game.state)
    assert name in [violation.name for violation in violations_of(game.setup, game.state)]


def test_a_manager_has_no_money_of_his_own() -> None:
    """7.7: all that he receives goes to the loan."""
    game = Position(classic(3, forced_purchase=ForcedPurchase.RECEIVERSHIP)).company("PRR", shares={0: 6}).auction()
    put("loans", PRR, 50)(game.state)
    assert "manager_keeps_money" in [violation.name for violation in violations_of(game.setup, game.state)]


def test_a_second_certificate_is_part_of_a_holding() -> None:
    """V-7.2: nobody has it without its shares."""
    game = Position(classic(3, second_certificates=SecondCertificates.ERIE)).auction()
    assert violations_of(game.setup, game.state) == []
    put("doubles", ERIE, 1)(game.state)
    assert [violation.name for violation in violations_of(game.setup, game.state)] == ["certificates_below_zero"]


def test_a_station_beside_the_track_is_the_owners_alone() -> None:
    """V-7.5: the PRR of the 1830+ board, and nobody else."""
    setup = make("1830", "s1", 3)
    game = Game(setup)
    home = place_of(setup.hex_index["H12"], 0)
    put("tokens", PRR * TOKENS_PER_COMPANY, home)(game.state)
    assert violations_of(game.setup, game.state) == []
    put("tokens", NYC * TOKENS_PER_COMPANY, home)(game.state)
    assert "station_outside_a_city" in [violation.name for violation in violations_of(game.setup, game.state)]


def test_a_tile_that_leads_off_the_map_or_comes_too_early_is_named() -> None:
    game = sound()
    for hex, tile in (("A17", "57"), ("F16", "14")):
        put("faces", game.setup.hex_index[hex], game.setup.face_of_tile(game.setup.tile_index[tile], 0))(game.state)
    names = [violation.name for violation in violations_of(game.setup, game.state)]
    assert "track_off_the_map" in names
    assert "tile_before_its_time" in names


def test_the_operating_railroad_is_run_by_its_president() -> None:
    game = Position.of(sound()).operating_round("PRR")
    assert violations_of(game.setup, game.state) == []
    game.state.turn = P2
    assert [violation.name for violation in violations_of(game.setup, game.state)] == ["not_the_president"]


def test_a_buyer_keeps_to_the_limits() -> None:
    """5.3: 60% of one railroad, and the overall limit of certificates."""
    game = Position(classic(3)).company("PRR", shares={0: 7}).stock_round()
    action = BuyShare(P0, PRR, BANK)
    names = [violation.name for violation in violations_of_purchase(game.setup, game.state, action)]
    assert names == ["holding_limit"]
    assert violations_of_purchase(game.setup, game.state, Pass(P0)) == []
    position = Position(classic(7))
    for company in ("PRR", "NYC", "CPR", "B&O"):
        position.company(company, shares={0: 6})
    many = position.stock_round()
    names = [violation.name for violation in violations_of_purchase(many.setup, many.state, action)]
    assert names == ["certificate_limit"]


def test_changes_without_events_are_named() -> None:
    game = sound()
    before, after = game.state, game.state.copy()
    assert violations_of_events(before, after, []) == []
    put("money", 0, before.money[0] + 10)(after)
    put("shares", 0, 9)(after)
    names = [violation.name for violation in violations_of_events(before, after, [])]
    assert names == ["unreported_money", "unreported_shares"]
    told: list[Event] = [Paid(BANK, P0, 10, Why.DIVIDEND)]
    put("money", BANK, before.money[BANK] - 10)(after)
    assert [violation.name for violation in violations_of_events(before, after, told)] == ["unreported_shares"]


def test_a_stale_network_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    game = sound()
    assert violations_of_reach(game.setup, game.state) == []
    monkeypatch.setattr(invariants, "reach", lambda setup, s, company: Reach(frozenset(), frozenset(), True))
    found = violations_of_reach(game.setup, game.state)
    assert {violation.name for violation in found} == {"stale_network"}


def test_a_violation_reads_as_a_line() -> None:
    game = sound()
    put("money", 1, -5)(game.state)
    assert "money_below_zero: holder 1 has -5" in [str(violation) for violation in violations_of(game.setup, game.state)]
