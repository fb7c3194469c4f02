"""Tables that cannot be played are refused before the game starts, with the reason."""

from random import Random

import pytest

from goldenspike.cli.main import main
from goldenspike.core.switches import Exclusion
from goldenspike.testing.combinations import draw_combination
from goldenspike.titles.catalogue import (
    CATALOGUE,
    EXCLUSIONS,
    BadPlayers,
    BadSetup,
    Excluded,
    Impossible,
    NotOffered,
    UnknownValue,
    find_version,
    make,
)

IMPOSSIBLE = [
    ("classic", {"with_nw": "on"}, "no_home_on_this_board"),
    ("classic", {"board": "plus", "random_map": "5"}, "random_map_needs_classic_box"),
    ("s6", {"random_map": "5", "reading": "on"}, "random_map_needs_classic_box"),
    ("s6", {"random_map": "5", "with_nkp": "on"}, "random_map_needs_classic_box"),
    ("s6", {"random_map": "5", "with_jk": "on"}, "random_map_needs_classic_box"),
    ("s1", {"random_map": "5"}, "random_map_needs_classic_box"),
    ("s1", {"reading": "on"}, "reading_needs_classic_board"),
    ("s1", {"board": "plus"}, "scenario_has_its_board"),
    ("s4", {"board": "classic"}, "scenario_has_its_board"),
    ("s1", {"private_sale": "bid_and_choose"}, "no_group_for_it"),
    ("classic", {"reading_home": "G15"}, "reading_not_in_play"),
    ("s6", {"reading": "on", "reading_home": "choice"}, "reading_not_in_play"),
    ("classic", {"second_certificates": "n&w"}, "railroad_not_in_play"),
    ("base", {"second_certificates": "both"}, "railroad_not_in_play"),
    ("classic", {"home_choice": "on"}, "no_choice_of_homes"),
    ("classic", {"plus_obsolescence": "ordinary"}, "no_plus_trains"),
    ("s3", {"tiles": "s1_variant"}, "tiles_of_another_version"),
    ("classic", {"tiles": "s1_variant"}, "tiles_of_another_version"),
    ("s2", {"tiles": "mix_a"}, "no_tiles_for_its_label"),
    ("s2", {"tiles": "classic"}, "no_tiles_for_its_label"),
    ("s1", {"third_six": "on"}, "enough_six_trains"),
    ("s5", {"bidding_order": "free_for_all"}, "only_in_the_auction"),
    ("s5", {"undealt": "face_value", "raises": "exactly_5"}, "only_in_the_auction"),
    ("classic", {"private_sale": "dealt", "auction_pass": "out"}, "only_in_the_auction"),
    ("s5", {"after_all_pass": "next_player"}, "only_in_the_auction"),
    ("starter", {"running_trains": "honour"}, "collected_before_contested"),
]


@pytest.mark.parametrize(("version", "requested", "reason"), IMPOSSIBLE)
def test_what_the_box_does_not_allow(version: str, requested: dict[str, str], reason: str) -> None:
    with pytest.raises(Impossible) as raised:
        make("1830", version, 4, requested)
    assert raised.value.facts == {"reason": reason}
    assert reason in find_version("1830", version).reasons


def test_every_reason_has_a_table() -> None:
    told = {reason for _, _, reason in IMPOSSIBLE} | {"two_players_only"}
    assert told == {reason for entry in CATALOGUE for version in entry.versions for reason in version.reasons}


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_two_railroads_each_are_for_two(players: int) -> None:
    """Starter booklet."""
    with pytest.raises(Impossible) as raised:
        make("1830", "starter", players, {"two_railroads": "on"})
    assert raised.value.facts == {"reason": "two_players_only"}
    assert make("1830", "starter", 2, {"two_railroads": "on"}).players == 2


@pytest.mark.parametrize("rule", EXCLUSIONS, ids=lambda rule: f"{rule.option}={rule.value}, {rule.other}={rule.other_value}")
def test_pairs_that_exclude_each_other(rule: Exclusion) -> None:
    with pytest.raises(Excluded) as raised:
        make("1830", "classic", 4, {rule.option: rule.value, rule.other: rule.other_value})
    assert raised.value.facts["reason"] == rule.reason


@pytest.mark.parametrize(
    ("error", "version", "players", "requested"),
    [
        (BadPlayers, "starter", 7, {}),
        (BadPlayers, "s1", 8, {}),
        (BadPlayers, "base", 1, {}),
        (NotOffered, "starter", 4, {"bank": "short"}),
        (NotOffered, "classic", 2, {"two_railroads": "on"}),
        (UnknownValue, "s6", 4, {"random_map": "1000000"}),
        (UnknownValue, "s6", 4, {"random_map": "-1"}),
        (UnknownValue, "s6", 4, {"random_map": "9" * 5000}),
        (UnknownValue, "s6", 4, {"random_map": ""}),
        (UnknownValue, "s6", 4, {"random_map": "\u0665"}),
        (UnknownValue, "s6", 4, {"random_map": "seven"}),
        (UnknownValue, "s1", 4, {"second_certificates": "prr"}),
    ],
)
def test_bad_values(error: type[BadSetup], version: str, players: int, requested: dict[str, str]) -> None:
    with pytest.raises(error):
        make("1830", version, players, requested)


def test_the_command_line_says_why(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["simulate", "1830", "--version", "classic", "--players", "4", "--games", "1", "--seed", "1"]
    assert main([*words, "--option", "with_nw=on"]) == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert len(told.err.strip().splitlines()) == 1


def test_drawn_tables_can_be_played() -> None:
    """What `tools/simulate_options.py` plays: every version comes up, and every switch is turned sometime."""
    tables = [draw_combination(Random(number)) for number in range(120)]
    assert {table.version for table in tables} == {version.name for version in CATALOGUE[0].versions}
    turned = {name for table in tables for name in table.requested}
    assert turned == {switch.name for switch in CATALOGUE[0].versions[0].switches} - {"map"} | (turned & {"two_railroads"})
    assert all(table.setup().players == table.players for table in tables[:20])
