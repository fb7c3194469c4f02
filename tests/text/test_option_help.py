"""What the help of an option states about the box agrees with the box."""

import re

import pytest

from goldenspike.core.options import MarketPeak
from goldenspike.text import LANGUAGES, help_option, help_value
from goldenspike.titles.catalogue import find_entry
from goldenspike.titles.g1830.boxes import S3
from goldenspike.titles.g1830.options import PlusObsolescence
from goldenspike.titles.g1830.tiles import ADDITIONAL_TILES, TILES

EXTRAS = ("PL", "CC", "PP", "JK", "N&W", "PMQ", "NKP", "RDR")


def numbered(text: str) -> set[str]:
    """The scenarios that a text names, ranges spelled out."""
    if re.search(r"S-1 (to|bis|tot) S-4|S-1からS-4", text):
        return {"s1", "s2", "s3", "s4"}
    return {f"s{number}" for number in re.findall(r"S-([1-6])", text)}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", EXTRAS)
def test_the_scenarios_that_bring_a_company_anyway(name: str, language: str) -> None:
    """V-1.5, V-1.6: there the switch changes nothing."""
    bring = {
        version.name
        for version in find_entry("1830").versions
        if name in {*(company.id for company in version.box.companies), *(private.id for private in version.box.privates)}
    }
    help = help_option(f"with_{name.replace('&', '').lower()}", language)
    assert numbered(help) == bring


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_retires_each_plus_train(language: str) -> None:
    """V-3.0: the 4+4 waits for the last diesel, not for a plus-train."""
    help = help_value("plus_obsolescence", PlusObsolescence.DELAYED, language)
    retired = [train for train in S3.trains if train.large and train.obsolete]
    for train in retired:
        assert train.id in help
    assert [train.obsolete for train in retired] == ["4+4", "6+6", "D"]
    assert re.search("4\\+4.*6\\+6.*(last diesel|letzten Diesellok|laatste dieseltrein|最後のディーゼル列車)", help)


@pytest.mark.parametrize("language", LANGUAGES)
def test_additional_tiles_upgrade_small_cities(language: str) -> None:
    """S-6: the classic supply has no green tile for them, 141 to 144 are."""
    assert {"141", "142", "143", "144"} <= {tile.old for tile in TILES if tile.id in ADDITIONAL_TILES}
    small = {"en": "small cities", "de": "kleine Städte", "nl": "kleine steden", "ja": "小都市"}
    assert small[language] in help_option("additional_tiles", language)


@pytest.mark.parametrize("language", LANGUAGES)
def test_when_the_market_peak_ends_the_game(language: str) -> None:
    """V-8.0, S-5: after the railroad's turn, or at the end of the stock round."""
    turn = {"en": "after that turn", "de": "nach diesem Zug", "nl": "na die beurt", "ja": "その手番の後"}
    stock = {
        "en": "end of a stock round",
        "de": "Ende einer Aktienrunde",
        "nl": "einde van een aandelenronde",
        "ja": "株式ラウンドの終わり",
    }
    assert turn[language] in help_value("market_peak_ends", MarketPeak.OPERATING_ROUND, language)
    assert stock[language] in help_value("market_peak_ends", MarketPeak.ON, language)
