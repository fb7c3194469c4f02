"""The catalogue: what may be chosen for, and what is wrong with a requested."""

import pytest

from goldenspike.core.options import SellOrder
from goldenspike.core.switches import value_name
from goldenspike.titles.catalogue import (
    CATALOGUE,
    EXCLUSIONS,
    SWITCHES,
    BadPlayers,
    BadSetup,
    Excluded,
    Impossible,
    UnknownOption,
    UnknownTitle,
    UnknownValue,
    UnknownVersion,
    exclusions_of,
    find_version,
    make,
)
from goldenspike.titles.g1830.options import BankSize, Options1830


def test_every_version_makes_a_setup_for_all_its_players() -> None:
    for entry in CATALOGUE:
        for version in entry.versions:
            for players in version.players:
                setup = make(entry.name, version.name, players)
                assert (setup.title.name, setup.players) == (entry.name, players)
                assert setup.options == version.defaults


PARTNERS = {
    "reading_home": {"with_rdr": "on"},
    "undealt": {"private_sale": "dealt"},
    "plus_obsolescence": {"plus_trains": "on"},
}
"""What a value needs beside itself where no version brings it along."""


def test_every_value_of_every_switch_can_be_chosen_somewhere() -> None:
    found = set()
    for entry in CATALOGUE:
        for version in entry.versions:
            for switch in version.switches:
                for value in switch.values:
                    requested = {**PARTNERS.get(switch.name, {}), switch.name: value_name(value)}
                    try:
                        setup = make(entry.name, version.name, version.players[0], requested)
                    except (Excluded, Impossible):
                        continue
                    assert getattr(setup.options, switch.name) is value
                    found.add((switch.name, value))
    assert found == {(switch.name, value) for switch in SWITCHES for value in switch.values}


def test_chosen_values_change_the_options() -> None:
    setup = make("1830", "classic", 4, {"sell_order": "sell_buy", "bank": "short", "split_revenue": "on"})
    assert setup.options.sell_order is SellOrder.SELL_BUY
    assert isinstance(setup.options, Options1830) and setup.options.bank is BankSize.SHORT
    assert setup.options.split_revenue
    assert setup.title.bank == 4500


def test_no_version_means_the_first() -> None:
    assert find_version("1830") is find_version("1830", CATALOGUE[0].versions[0].name)


@pytest.mark.parametrize(
    ("error", "wanted"),
    [
        (UnknownTitle, ("1831", None, 4, {})),
        (UnknownVersion, ("1830", "s9", 4, {})),
        (BadPlayers, ("1830", "classic", 8, {})),
        (BadPlayers, ("1830", "classic", 0, {})),
        (UnknownOption, ("1830", "classic", 4, {"moon": "full"})),
        (UnknownValue, ("1830", "classic", 4, {"bank": "moon"})),
        (Excluded, ("1830", "classic", 4, {"rise_needs_dividend": "on", "dividend_rise": "one_to_four"})),
    ],
)
def test_a_bad_table_is_refused_with_its_facts(
    error: type[BadSetup], wanted: tuple[str, str | None, int, dict[str, str]]
) -> None:
    with pytest.raises(error) as raised:
        make(*wanted)
    assert raised.value.facts
    assert str(raised.value).startswith(error.code)


def test_exclusions_are_known_from_both_sides() -> None:
    for rule in EXCLUSIONS:
        ours, theirs = (next(s for s in SWITCHES if s.name == name) for name in (rule.option, rule.other))
        assert any(found.other == rule.other and found.value == rule.value for found in exclusions_of(ours))
        assert any(found.other == rule.option and found.value == rule.other_value for found in exclusions_of(theirs))
