"""Terms, zones and private companies are explained with the figures of the game at hand."""

import pytest

from goldenspike.core.game import Game
from goldenspike.text import LANGUAGES, TERMS, Context, Explanation, explain_all, market_terms
from goldenspike.text.explanations import ZONES
from goldenspike.text.rules import find_entry
from goldenspike.titles.catalogue import CATALOGUE, make
from goldenspike.titles.g1830 import classic
from goldenspike.titles.g1862 import standard

NAMES = ("Ada", "Bob", "Cyd", "Dan", "Eve", "Fay", "Gus")
GAMES = [
    ("1830", "classic", {}),
    ("1830", "classic", {"knowledge": "closed", "price_fall": "per_block", "delayed_obsolescence": "on"}),
    ("1830", "classic", {"knowledge": "totals"}),
    ("1830", "classic", {"brown_purchases": "all", "market_peak_ends": "on", "capital": "at_once"}),
    *((entry.name, version.name, {}) for entry in CATALOGUE for version in entry.versions),
]


def explained(game: Game, language: str = "en") -> dict[str, Explanation]:
    return {one.id: one for one in explain_all(game.state, Context(game.setup, NAMES), language)}


@pytest.mark.parametrize(("title", "version", "options"), GAMES)
def test_every_explanation_is_complete_in_every_language(title: str, version: str, options: dict[str, str]) -> None:
    game = Game(make(title, version, 4, options))
    ids = set(explained(game))
    for language in LANGUAGES:
        found = explained(game, language)
        assert set(found) == ids
        for one in found.values():
            assert one.name and one.text.endswith((".", "。")) and "{" not in one.text and "term." not in one.name + one.text
            assert not one.paragraph or not one.option


def test_every_sentence_applies_to_some_game() -> None:
    setups = [make(title, version, 4, options) for title, version, options in GAMES]
    unused = [
        f"{id}.{name}"
        for id, term in TERMS.items()
        for name, applies in term.sentences.items()
        if not any(applies(setup) for setup in setups)
    ]
    assert unused == []


def test_cited_paragraphs_are_in_the_rules() -> None:
    for setup in (classic(4), standard(4)):
        for one in explained(Game(setup)).values():
            assert not one.paragraph or one.paragraph == "Trains" or find_entry(setup.title.name, one.paragraph), one


@pytest.mark.parametrize(("players", "limit"), [(2, 28), (3, 20), (4, 16), (5, 13), (6, 11)])
def test_the_certificate_limit_is_that_of_the_table(players: int, limit: int) -> None:
    """5.3, and 5.4 for the zones."""
    text = explained(Game(classic(players)))["certificate_limit"].text
    assert f"at most {limit} certificates" in text and "60%" in text and "yellow" in text


def test_1862_is_explained_by_its_own_rules() -> None:
    """XV: other limits, no zones; III: private companies stay with the players; pool dividends stay in the bank."""
    found = explained(Game(standard(4)))
    assert "at most 22 certificates" in found["certificate_limit"].text and "70%" in found["certificate_limit"].text
    assert "zone_yellow" not in found and found["certificate_limit"].paragraph == "XV"
    assert found["pool"].text.endswith("stay in the bank.") and "never sold" in found["privates"].text
    assert "380" in found["peak"].text and "closed_cell" in found and "group" in found
    assert found["president"].name == "Director"


def test_private_companies_tell_price_income_hex_and_buyers() -> None:
    """T-05, 4.1."""
    found = explained(Game(classic(3)))
    mohawk = found["private-MH"].text
    assert all(fact in mohawk for fact in ("$110", "$20", "NYC", "D18", "$55 to $220", "phase 3"))
    assert "F16 (Scranton)" in found["private-DH"].text
    assert "I13, I15" in found["private-BO"].text and found["private-BO"].text.endswith("Railroads cannot buy it.")


def test_trains_and_phases_tell_what_changes() -> None:
    """3.0, 7.6."""
    game = Game(classic(3))
    found = explained(game)
    assert "the first 4 retires the 2, the first 6 retires the 3, the first D retires the 4" in found["rust"].text
    assert "4 from phase 2, 3 from phase 4, 2 from phase 5" in found["train_limit"].text
    assert "Phase 2: tiles up to yellow, train limit 4" in found["phase"].text
    game.state.phase = 3
    assert "Phase 5: tiles up to brown, train limit 2" in explained(game)["phase"].text


def test_zones_name_the_railroads_in_them() -> None:
    game = Game(classic(3))
    market = game.setup.title.market
    assert "Here now" not in explained(game)["zone_brown"].text
    game.state.cells[2] = next(cell for cell, zone in enumerate(market.zones) if ZONES.get(zone) == "zone_brown")
    assert explained(game)["zone_brown"].text.endswith("Here now: CPR.")


def test_every_cell_of_the_market_is_explained() -> None:
    for setup in (classic(3), standard(4)):
        market = setup.title.market
        found = market_terms(setup)
        assert set(found) == {cell for cell, price in enumerate(market.prices) if price or cell == market.closed}
        assert set(found.values()) <= set(explained(Game(setup)))
        assert all(found[cell] == "zone_par" for cell in market.par_cells)


def test_hidden_money_says_why_it_is_hidden() -> None:
    """V-0.1: the option decides; nothing is explained where nothing is hidden."""
    texts = {
        knowledge: explained(Game(make("1830", "classic", 3, {"knowledge": knowledge}))).get("hidden")
        for knowledge in ("open", "partial", "closed")
    }
    assert texts["open"] is None
    assert texts["partial"] is not None and "only the president" in texts["partial"].text
    assert texts["closed"] is not None and "your own money" in texts["closed"].text
    assert {one.option for one in texts.values() if one} == {"knowledge"}


def test_no_explanation_depends_on_money() -> None:
    """It is the same for every reader, so it must not tell anything that is hidden from some."""
    game = Game(make("1830", "classic", 3, {"knowledge": "closed"}))
    before = explained(game)
    game.state.money = [amount + 17 for amount in game.state.money]
    assert explained(game) == before
