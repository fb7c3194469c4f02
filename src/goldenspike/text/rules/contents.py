"""The contents of the rules: parts and paragraphs of each title, in reading order.

The texts are in `rules.po` of each language: `rule.<title>/<part>` is the heading of a part, `rule.<title>.<number>` that of a
paragraph. Its sentences are `rule.<title>.<number>#1`, `#2` and so on: the first is the rule, the others are its details. `#note`
and `#example` follow if there are any. What a paragraph shows besides (tables and drawings) and the options that change it are
listed here.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Final


@dataclass(frozen=True, slots=True)
class Entry:
    """A paragraph of the contents."""

    number: str
    options: tuple[str, ...] = ()
    """Options that change it; those whose own paragraph it is are found without being listed."""
    shows: tuple[str, ...] = ()
    """Tables and drawings by name, some with a version after a colon."""
    also: tuple[str, ...] = ()
    """Other names under which it is cited."""


@dataclass(frozen=True, slots=True)
class Part:
    name: str
    entries: tuple[Entry, ...]


CONTENTS: Final[Mapping[str, tuple[Part, ...]]] = {
    "1830": (
        Part(
            "starter",
            (
                Entry("B-1", options=("knowledge", "seating", "two_railroads"), shows=("starter",), also=("booklet", "starter")),
                Entry("B-2", options=("track_placement", "city_choice", "running_trains", "train_limit")),
                Entry("B-3", shows=("phases:starter",)),
                Entry("B-4"),
            ),
        ),
        Part(
            "base",
            (
                Entry("1.0", options=("bank",)),
                Entry("1.1", options=("seating",)),
                Entry("1.2", shows=("money",)),
                Entry("1.3", options=("private_sale",), shows=("groups",)),
                Entry("1.4", options=("knowledge",)),
                Entry("2.0"),
                Entry("3.0", options=("delayed_obsolescence",), shows=("phases",)),
                Entry("3.1"),
                Entry("3.2"),
                Entry("3.3"),
                Entry("3.4"),
                Entry("3.5"),
                Entry("3.6"),
                Entry("3.7"),
                Entry("4.0"),
                Entry("4.1", options=("private_trading", "delayed_private_sales")),
                Entry("4.2"),
                Entry("5.0", shows=("market",)),
                Entry("5.1"),
                Entry("5.2"),
                Entry("5.3", options=("certificate_limits", "unfloated_price"), shows=("limits",)),
                Entry("5.4", options=("brown_purchases",)),
                Entry("5.5", options=("price_fall", "dividend_rise", "rise_needs_dividend")),
                Entry("6.0", options=("sell_order",)),
                Entry("6.1", options=("share_sales", "exchange_after_sale")),
                Entry("6.2"),
                Entry("6.3", options=("capital",)),
                Entry("6.4"),
                Entry("7.0", options=("operating_order",)),
                Entry("7.1", options=("extra_tile",)),
                Entry("7.2", options=("tiles", "unlimited_tiles", "additional_tiles")),
                Entry("7.2.1", options=("track_placement",)),
                Entry("7.2.2", options=("city_choice", "green_oo"), shows=("upgrade",)),
                Entry("7.3"),
                Entry("7.3.1", options=("oo_home", "home_choice")),
                Entry("7.3.2"),
                Entry("7.3.3", shows=("blocking",)),
                Entry("7.4", options=("running_trains",)),
                Entry("7.4.1"),
                Entry("7.4.2", shows=("run",)),
                Entry("7.5", options=("split_revenue", "random_revenue")),
                Entry("7.6", options=("train_limit", "last_train", "diesels")),
                Entry("7.6.1", options=("discard_order",)),
                Entry("7.6.2", options=("forced_purchase",)),
                Entry("7.7"),
                Entry("8.0", options=("bank_breaks", "market_peak_ends")),
            ),
        ),
        Part(
            "classic",
            (
                Entry("C-1.0"),
                Entry("C-1.1", options=("knowledge",)),
                Entry("C-1.2", options=("sell_order",)),
                Entry("C-1.3", options=("brown_purchases",)),
                Entry("C-1.4", options=("track_placement",)),
                Entry("C-2.0"),
                Entry("C-2.1", options=("seating",)),
                Entry("C-2.2", options=("private_sale",)),
                Entry("C-2.2.1", options=("raises",)),
                Entry("C-2.2.2", options=("bidding_order", "auction_pass", "raises")),
                Entry("C-2.2.3"),
                Entry("C-2.3"),
                Entry("C-2.3.1"),
                Entry("C-2.3.2"),
                Entry("C-2.4"),
                Entry("C-2.5"),
            ),
        ),
        Part(
            "variants",
            (
                Entry("V-0.1"),
                Entry("V-1.0"),
                Entry("V-1.1"),
                Entry("V-1.2"),
                Entry("V-1.3"),
                Entry("V-1.4"),
                Entry("V-1.5"),
                Entry("V-1.6"),
                Entry("V-1.7"),
                Entry("V-1.8"),
                Entry("V-2.0"),
                Entry("V-3.0"),
                Entry("V-4.0"),
                Entry("V-5.1"),
                Entry("V-5.2"),
                Entry("V-5.3", shows=("limits:increased",)),
                Entry("V-6.1"),
                Entry("V-6.2"),
                Entry("V-6.3"),
                Entry("V-6.4"),
                Entry("V-7.1"),
                Entry("V-7.2"),
                Entry("V-7.3"),
                Entry("V-7.4"),
                Entry("V-7.5"),
                Entry("V-7.6"),
                Entry("V-7.7"),
                Entry("V-7.8"),
                Entry("V-7.9"),
                Entry("V-7.10", options=("plus_obsolescence",)),
                Entry("V-8.0"),
            ),
        ),
        Part(
            "scenarios",
            (
                Entry("S-1.0"),
                Entry("S-1.1", shows=("board:s1", "trains:s1")),
                Entry("S-1.2"),
                Entry("S-1.3", also=("S-1.v",)),
                Entry("S-2.0"),
                Entry("S-2.1", shows=("board:s2", "trains:s2")),
                Entry("S-2.2"),
                Entry("S-3.0"),
                Entry("S-3.1", shows=("board:s3", "trains:s3")),
                Entry("S-3.2"),
                Entry("S-4.0"),
                Entry("S-4.1", shows=("board:s4", "trains:s4")),
                Entry("S-4.2"),
                Entry("S-5.0", options=("uncertainty",)),
                Entry("S-5.1", options=("uncertainty",)),
                Entry("S-5.2", options=("uncertainty", "private_sale", "price_fall", "dividend_rise", "market_peak_ends")),
                Entry("S-5.3", also=("S-5.v",)),
                Entry("S-6.0"),
                Entry("S-6.1"),
                Entry("S-6.2", options=("private_trading",)),
                Entry("S-6.3"),
            ),
        ),
        Part(
            "tables",
            (
                Entry("T-01", shows=("tiles:scenarios",)),
                Entry("T-02"),
                Entry("T-03", options=("third_six", "plus_trains", "diesels"), shows=("trains",)),
                Entry("T-04"),
                Entry("T-05", options=("dh_station", "sv_half_cost"), shows=("privates",)),
                Entry("T-06", options=("certificate_limits",), shows=("money", "limits")),
                Entry("T-07", shows=("phases",)),
                Entry("T-08", shows=("railroads",)),
                Entry("T-09", shows=("tiles", "upgrades")),
            ),
        ),
    ),
    "1862": (
        Part(
            "start",
            (
                Entry("I", options=("seating", "knowledge"), shows=("money",)),
                Entry("II", options=("raises", "outbid_money")),
                Entry("III", shows=("privates",)),
                Entry("IV"),
                Entry("IV.1", options=("express_bonus",)),
            ),
        ),
        Part(
            "operating",
            (
                Entry("V"),
                Entry("VI"),
                Entry("VII"),
                Entry("VIII"),
                Entry("IX", options=("running_trains", "map")),
                Entry("X"),
                Entry("XI"),
                Entry("XII"),
                Entry("Loks", options=("last_train", "discard_order")),
                Entry("XIII"),
                Entry("XIII.1", shows=("phases",)),
            ),
        ),
        Part(
            "stock",
            (
                Entry("XIV"),
                Entry("XV"),
                Entry("XV.1"),
                Entry("XV.2", shows=("limits",)),
                Entry("XV.3", also=("Inbetriebnahme",)),
                Entry("XV.4"),
            ),
        ),
        Part(
            "end",
            (Entry("XVI", options=("bank_breaks",)),),
        ),
        Part(
            "tables",
            (
                Entry("T-1", shows=("trains",)),
                Entry("T-2", shows=("railroads",)),
                Entry("T-3", shows=("market",)),
                Entry("T-4", shows=("tiles", "upgrades")),
            ),
        ),
    ),
}
"""By title."""

_SUFFIX: Final = re.compile(r"(\.[a-z_]+|[a-d])$")
"""What options add to the number of a paragraph that offers several."""


def entries_of(title: str) -> Iterator[Entry]:
    """All paragraphs of a title in reading order."""
    for part in CONTENTS[title]:
        yield from part.entries


@cache
def _index(title: str) -> Mapping[str, Entry]:
    found = {entry.number: entry for entry in entries_of(title)}
    return found | {name: entry for entry in entries_of(title) for name in entry.also}


def find_entry(title: str, cited: str) -> Entry | None:
    """The paragraph that a citation means: 7.2.1 for "7.2.1(3)", V-1.8 for "V-1.8a", S-6.3 for "S-6.3.short", S-1.0 for "S-1"."""
    index = _index(title)
    number = cited.partition("(")[0].strip()
    shorter = _SUFFIX.sub("", number)
    return next((index[name] for name in (number, f"{number}.0", shorter, f"{shorter}.0") if name in index), None)
