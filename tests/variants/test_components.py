"""What lies on the table: board, money, tiles, private companies, railroads, trains, limits (V-1.2 to V-1.7, V-5.3)."""

from typing import Any

import pytest

from goldenspike.core.reasons import Reason
from goldenspike.core.steps.auction import AuctionStep
from goldenspike.core.steps.group_auction import BidForChoiceStep
from goldenspike.core.title import UNLIMITED, RoundKind, Setup
from goldenspike.testing import Position
from goldenspike.testing.by_name import buy_train, tiles_for, trains_of
from goldenspike.testing.checks import allowed, refused
from goldenspike.titles.catalogue import find_version
from goldenspike.titles.g1830 import base, classic
from goldenspike.titles.g1830.options import BankSize, Board, CertificateLimits, Diesels, PlusObsolescence, PrivateSale, TileMix
from helpers import version_1830


def box(version: str, players: int = 4, **options: Any) -> Setup:
    return version_1830(version, players, **options)


def tiles_of(setup: Setup) -> dict[str, int]:
    counts = {tile.id: count for tile, count in zip(setup.title.tiles, setup.title.tile_counts, strict=True)}
    return {name: count for name, count in counts.items() if count}


def train_mix(setup: Setup) -> dict[str, int]:
    return {train.id: train.count for train in setup.title.trains}


def railroads_of(setup: Setup) -> list[str]:
    return [company.id for company in setup.title.companies]


def privates_of(setup: Setup) -> list[str]:
    return [private.id for private in setup.title.privates]


def test_either_side_of_the_board() -> None:
    """V-1.2: on the 1830+ side the PRR's home has no city."""
    printed, plus = box("classic"), box("classic", board=Board.PLUS)
    assert printed.title.hexes[printed.hex_index["H12"]].stops
    assert not plus.title.hexes[plus.hex_index["H12"]].stops
    assert "L16" in plus.hex_index and "L16" not in printed.hex_index
    assert railroads_of(plus) == railroads_of(printed)
    assert box("base", board=Board.CLASSIC).title.hexes == base(4).title.hexes


@pytest.mark.parametrize(("size", "bank"), [(BankSize.FULL, 12000), (BankSize.SHORT, 4500), (BankSize.EXTENDED, 20000)])
@pytest.mark.parametrize("version", ["classic", "base", "s1", "s6"])
def test_money_in_the_bank(version: str, size: BankSize, bank: int) -> None:
    """V-1.3, case 103."""
    assert box(version, bank=size).title.bank == bank


def test_tile_mixes() -> None:
    """V-1.4: A adds all tiles that belong to no certain city, B only A8, A9 and B36."""
    printed = tiles_of(box("classic"))
    mix_a, mix_b = tiles_of(box("classic", tiles=TileMix.MIX_A)), tiles_of(box("classic", tiles=TileMix.MIX_B))
    assert {name: mix_b[name] - printed.get(name, 0) for name in mix_b if mix_b[name] != printed.get(name, 0)} == {
        "A8": 2,
        "A9": 2,
        "B36": 1,
    }
    assert not {"bb2", "bb6", "bb7", "to1", "to5", "ny6"} & set(mix_a)
    assert (mix_a["A1"] - printed["A1"], mix_a["B24"], mix_a["oo20"], mix_a["D4"]) == (5, 1, 1, 1)
    assert tiles_of(box("s3", tiles=TileMix.CLASSIC)) == printed
    assert "A8" not in tiles_of(box("s1"))
    assert tiles_of(box("s1", tiles=TileMix.S1_VARIANT))["A8"] == 2


def test_a_tile_of_the_mix_can_be_laid() -> None:
    """V-1.4: the sharp yellow city tile is not in the box of Classic."""
    for mix, there in ((TileMix.VERSION, False), (TileMix.MIX_B, True)):
        position = Position(classic(tiles=mix), money=0).company("NYC", money=100)
        game = position.operating_round("NYC")
        assert ("5" in tiles_for(game, "E19")) is there


def test_private_companies_in_any_combination() -> None:
    """V-1.5: also on the classic board, in the order of sale."""
    assert privates_of(classic(4, with_pl=True)) == ["SV", "PL", "CS", "DH", "MH", "CA", "BO"]
    assert privates_of(classic(4, with_cc=True)) == ["SV", "CS", "CC", "DH", "MH", "CA", "BO"]
    assert privates_of(classic(4, with_pp=True)) == ["SV", "CS", "PP", "DH", "MH", "CA", "BO"]
    assert privates_of(classic(4, with_jk=True)) == ["SV", "CS", "DH", "MH", "JK", "CA", "BO"]
    assert len(privates_of(box("s4", with_pp=True, with_jk=True))) == 10


def test_railroads_in_any_combination() -> None:
    """V-1.6: at their 1830+ places; Norfolk is not on the classic board."""
    assert railroads_of(classic(4, with_pmq=True))[8:] == ["PMQ"]
    assert railroads_of(classic(4, with_nkp=True))[8:] == ["NKP"]
    assert railroads_of(classic(4, with_rdr=True))[8:] == ["RDR"]
    everything = box("classic", board=Board.PLUS, with_nw=True, with_pmq=True, with_nkp=True, with_rdr=True)
    assert railroads_of(everything)[8:] == ["N&W", "PMQ", "NKP", "RDR"]


@pytest.mark.parametrize("home_choice", [False, True])
@pytest.mark.parametrize("mix", list(TileMix))
def test_the_straight_on_m11_is_not_in_the_supply(mix: TileMix, home_choice: bool) -> None:
    """S-1.1 with V-1.4: one A1 lies on M11 from the start, whichever mix the others are taken from."""
    printed = {TileMix.CLASSIC: 7, TileMix.MIX_B: 7}.get(mix, 12)
    assert tiles_of(box("s1", tiles=mix, home_choice=home_choice))["A1"] == printed - 1
    if mix is not TileMix.S1_VARIANT:
        assert tiles_of(box("s3", tiles=mix, home_choice=home_choice))["A1"] == printed


def test_train_mixes() -> None:
    """V-1.7."""
    assert train_mix(classic(4, third_six=True))["6"] == 3
    assert "D" not in train_mix(classic(4, diesels=Diesels.NONE))
    plus = train_mix(classic(4, plus_trains=True))
    assert plus == {
        "2": 5, "2+2": 1, "3": 4, "3+3": 1, "4": 3, "4+4": 1, "5": 2, "5+5": 1, "6": 2, "6+6": 1, "D": 6,
    }  # fmt: skip
    assert train_mix(classic(4, diesels=Diesels.UNLIMITED))["D"] == UNLIMITED
    assert train_mix(box("s2"))["D"] == UNLIMITED
    assert train_mix(box("s2", diesels=Diesels.SIX))["D"] == 6


def test_train_mixes_go_together() -> None:
    """V-1.7, V-1.0: any combination, such as a third 6-train and the plus-trains with diesels without end."""
    everything = train_mix(classic(4, third_six=True, plus_trains=True, diesels=Diesels.UNLIMITED))
    assert everything == {
        "2": 5, "2+2": 1, "3": 4, "3+3": 1, "4": 3, "4+4": 1, "5": 2, "5+5": 1, "6": 3, "6+6": 1, "D": UNLIMITED,
    }  # fmt: skip
    assert train_mix(box("s3", third_six=True)) == {**train_mix(box("s3")), "6": 3}
    assert train_mix(box("s3", plus_trains=True)) == train_mix(box("s3"))
    assert train_mix(classic(4, third_six=True, diesels=Diesels.NONE)) == {"2": 6, "3": 5, "4": 4, "5": 3, "6": 3}
    plus = classic(4, plus_trains=True, diesels=Diesels.NONE)
    assert list(train_mix(plus))[-1] == "6+6"
    assert train_mix(box("s1", diesels=Diesels.NONE))["7"] == 2


def test_without_diesels_4_trains_stay() -> None:
    """V-1.7, V-3.0: nothing retires them."""
    position = Position(classic(diesels=Diesels.NONE), phase="6", money=0).company("PRR", money=2000, trains="4")
    game = position.operating_round("PRR", "train")
    game.push(buy_train(game, "6"))
    assert trains_of(game, "PRR") == ["4", "6"]
    assert "D" not in position.setup.train_index


def test_the_last_of_six_diesels() -> None:
    """T-03 and V-1.7: six, then there is none; or always one more."""
    for diesels, left in ((Diesels.VERSION, False), (Diesels.SIX, False), (Diesels.UNLIMITED, True)):
        position = Position(classic(diesels=diesels), phase="D", money=0)
        for name in ("NYC", "CPR", "B&O"):
            position.company(name, president=1, trains="D D")
        position.company("PRR", money=2000)
        game = position.operating_round("PRR", "train")
        if left:
            allowed(game, buy_train(game, "D"))
        else:
            refused(game, buy_train(game, "D"), Reason.TRAIN_NOT_AVAILABLE)


@pytest.mark.parametrize(
    ("limits", "numbers"),
    [
        (CertificateLimits.BASE, (28, 20, 16, 13, 11, 11)),
        (CertificateLimits.CHART, (32, 22, 18, 15, 13, 12)),
        (CertificateLimits.BOARD, (32, 27, 20, 16, 14, 13)),
    ],
)
def test_certificate_limits(limits: CertificateLimits, numbers: tuple[int, ...]) -> None:
    """V-5.3."""
    for version in ("classic", "s1"):
        found = tuple(box(version, players, certificate_limits=limits).certificate_limit for players in range(2, 8))
        assert found == numbers


@pytest.mark.parametrize("version", ["s1", "s2", "s3", "s4"])
def test_scenarios_use_the_chart(version: str) -> None:
    """S-1.2 5.2 and the discrepancies about S-4 and V-5.3."""
    assert [box(version, players).certificate_limit for players in range(2, 8)] == [32, 22, 18, 15, 13, 12]


def test_stations_and_diesels_of_the_scenarios() -> None:
    """S-1.2 and S-3: 100 for each further station; S-2.2, S-4: 40, then 100. S-1.1: diesels at 900 and 750."""
    costs = {name: find_version("1830", name).box.token_costs for name in ("s1", "s2", "s3", "s4", "starter")}
    assert costs == {
        "s1": (0, 100, 100, 100),
        "s2": (0, 40, 100, 100),
        "s3": (0, 100, 100, 100),
        "s4": (0, 40, 100, 100),
        "starter": (0, 40),
    }
    prices = {name: find_version("1830", name).box.trains[-1] for name in ("s1", "s2", "s3", "s4", "s5", "s6")}
    assert {name: (train.price, train.trade_in_price) for name, train in prices.items()} == {
        "s1": (900, 750),
        "s2": (1100, 800),
        "s3": (1100, 800),
        "s4": (1100, 800),
        "s5": (1100, 800),
        "s6": (1100, 800),
    }


def test_seven_players_have_360_in_s1_to_s3() -> None:
    """S-1.1 and the discrepancy about the money of seven players."""
    money = {name: box(name, 7).starting_money for name in ("base", "classic", "s1", "s2", "s3", "s4", "s5", "s6")}
    assert money == {
        "base": 350, "classic": 350, "s1": 360, "s2": 360, "s3": 360, "s4": 350, "s5": 350, "s6": 350,
    }  # fmt: skip


def test_the_base_game_may_hold_the_auction() -> None:
    """V-1.8: each way of sale goes with either game."""
    assert isinstance(base(4).plan.rounds[RoundKind.AUCTION][0], BidForChoiceStep)
    assert isinstance(classic(4).plan.rounds[RoundKind.AUCTION][0], AuctionStep)
    assert base(4, private_sale=PrivateSale.BUY_BID).plan.rounds == classic(4).plan.rounds
    assert classic(4, private_sale=PrivateSale.BID_AND_CHOOSE).plan.rounds == base(4).plan.rounds


def test_plus_trains_with_or_without_their_own_obsolescence() -> None:
    """V-3.0d: the 2+2 stays until the 4+4, or goes with the 2-trains."""
    for option, left in ((PlusObsolescence.DELAYED, ["2+2"]), (PlusObsolescence.ORDINARY, [])):
        position = Position(classic(plus_trains=True, plus_obsolescence=option), phase="3", money=0)
        position.phase("3", bank="4 4 4 4+4 5 5 5+5 6 6 6+6 D D D D D D")
        position.company("PRR", money=1000).company("NYC", president=1, par=90, trains="2+2")
        game = position.operating_round("PRR", "train")
        game.push(buy_train(game, "4"))
        assert trains_of(game, "NYC") == left
