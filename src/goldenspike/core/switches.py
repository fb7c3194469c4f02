"""The page of switches: each option with its paragraph and values, and what does not go together.

The new-game form, the command line and the help read `SWITCHES`, so a new one needs no further wiring.
"""

import re
from dataclasses import dataclass
from enum import Enum
from typing import Final

from goldenspike.core.options import (
    AfterAllPass,
    AuctionPass,
    BankBreaks,
    BankSize,
    BiddingOrder,
    Board,
    BrownPurchases,
    Capital,
    CertificateLimits,
    CityChoice,
    DhStation,
    Diesels,
    DiscardOrder,
    DividendRise,
    ExchangeAfterSale,
    ExchangeTiming,
    ExpressBonus,
    ForcedPurchase,
    FreeStation,
    GreenOo,
    Knowledge,
    LastTrain,
    MarketPeak,
    OperatingOrder,
    OutbidMoney,
    PlusObsolescence,
    PowerTiming,
    PriceFall,
    PrivateSale,
    PrivateTrading,
    Raises,
    ReadingHome,
    RunningTrains,
    Seating,
    SecondCertificates,
    SellOrder,
    ShareSales,
    TileMix,
    TrackPlacement,
    TrainLimit,
    Undealt,
    UnfloatedPrice,
)

_PARAGRAPH: Final = re.compile(r"([A-Z]-)?\d+(\.\d+)*")

OptionValue = Enum | bool | int


@dataclass(frozen=True, slots=True)
class Exclusion:
    """Two option values that cannot stand together. `reason` is a code that the words explain."""

    option: str
    value: str
    other: str
    other_value: str
    reason: str


@dataclass(frozen=True, slots=True)
class Switch:
    """An option as data: its name, the rules it serves, and its values."""

    name: str
    group: str
    rules: tuple[str, ...]
    values: tuple[OptionValue, ...]
    most: int = 0
    """For a switch that takes a number: the highest; it has no list of values then."""

    @property
    def paragraphs(self) -> tuple[str, ...]:
        """The rules as the book numbers them: S-6.3 for the random map, V-1.8 for each of its alternatives."""
        found = (_PARAGRAPH.match(rule) for rule in self.rules)
        return tuple(dict.fromkeys(match[0] for match in found if match is not None))


def value_name(value: OptionValue) -> str:
    """The name of an option value on the command line and in records."""
    if isinstance(value, bool):
        return "on" if value else "off"
    return str(value) if isinstance(value, int) else str(value.value)


_TOGGLE: Final[tuple[OptionValue, ...]] = (False, True)

SWITCHES: Final[tuple[Switch, ...]] = (
    Switch("knowledge", "general", ("V-0.1",), tuple(Knowledge)),
    Switch("seating", "setup", ("V-1.1",), tuple(Seating)),
    Switch("bank", "setup", ("V-1.3", "S-6.3.short", "S-6.3.extended"), tuple(BankSize)),
    Switch("board", "setup", ("V-1.2", "V-7.5"), tuple(Board)),
    Switch("random_map", "setup", ("S-6.3.random_map",), (), most=999_999),
    Switch("tiles", "setup", ("V-1.4", "S-1.v"), tuple(TileMix)),
    Switch("unlimited_tiles", "setup", ("S-6.3.unlimited_tiles",), _TOGGLE),
    Switch("additional_tiles", "setup", ("S-6.3.additional_tiles",), _TOGGLE),
    Switch("with_pl", "setup", ("V-1.5",), _TOGGLE),
    Switch("with_cc", "setup", ("V-1.5",), _TOGGLE),
    Switch("with_pp", "setup", ("V-1.5",), _TOGGLE),
    Switch("with_jk", "setup", ("V-1.5",), _TOGGLE),
    Switch("with_nw", "setup", ("V-1.6",), _TOGGLE),
    Switch("with_pmq", "setup", ("V-1.6",), _TOGGLE),
    Switch("with_nkp", "setup", ("V-1.6",), _TOGGLE),
    Switch("with_rdr", "setup", ("V-1.6",), _TOGGLE),
    Switch("reading", "setup", ("S-6.3.reading",), _TOGGLE),
    Switch("third_six", "setup", ("V-1.7",), _TOGGLE),
    Switch("plus_trains", "setup", ("V-1.7", "V-7.10"), _TOGGLE),
    Switch("plus_obsolescence", "phases", ("V-3.0d",), tuple(PlusObsolescence)),
    Switch("diesels", "setup", ("V-1.7", "V-3.0c", "S-6.3.no_diesels"), tuple(Diesels)),
    Switch("private_sale", "auction", ("V-1.8",), tuple(PrivateSale)),
    Switch("undealt", "auction", ("S-5.v",), tuple(Undealt)),
    Switch("bidding_order", "auction", ("V-1.8a",), tuple(BiddingOrder)),
    Switch("auction_pass", "auction", ("V-1.8b",), tuple(AuctionPass)),
    Switch("raises", "auction", ("V-1.8c",), tuple(Raises)),
    Switch("outbid_money", "auction", ("II",), tuple(OutbidMoney)),
    Switch("after_all_pass", "auction", ("C-2.2.3",), tuple(AfterAllPass)),
    Switch("operating_order", "sequence", ("V-2.0",), tuple(OperatingOrder)),
    Switch("delayed_obsolescence", "phases", ("V-3.0a", "S-6.3.delayed_obsolescence"), _TOGGLE),
    Switch("delayed_private_sales", "phases", ("V-3.0b", "S-6.3.delayed_private_sales"), _TOGGLE),
    Switch("uncertainty", "phases", ("S-5",), _TOGGLE),
    Switch("dh_station", "privates", ("V-4.0a",), tuple(DhStation)),
    Switch("sv_half_cost", "privates", ("V-4.0b",), _TOGGLE),
    Switch("free_station", "privates", ("T-05",), tuple(FreeStation)),
    Switch("extra_tile", "privates", ("7.1",), tuple(PowerTiming)),
    Switch("exchange", "privates", ("T-05",), tuple(ExchangeTiming)),
    Switch("exchange_after_sale", "privates", ("T-05", "6.1"), tuple(ExchangeAfterSale)),
    Switch("price_fall", "market", ("V-5.1",), tuple(PriceFall)),
    Switch("unfloated_price", "market", ("5.3",), tuple(UnfloatedPrice)),
    Switch("dividend_rise", "market", ("S-5",), tuple(DividendRise)),
    Switch("rise_needs_dividend", "market", ("V-5.2",), _TOGGLE),
    Switch("certificate_limits", "market", ("V-5.3",), tuple(CertificateLimits)),
    Switch("sell_order", "stock", ("V-6.1",), tuple(SellOrder)),
    Switch("share_sales", "stock", ("V-6.2",), tuple(ShareSales)),
    Switch("brown_purchases", "stock", ("V-6.3",), tuple(BrownPurchases)),
    Switch("private_trading", "stock", ("V-6.4",), tuple(PrivateTrading)),
    Switch("capital", "stock", ("6.3",), tuple(Capital)),
    Switch("second_certificates", "operating", ("V-7.2",), tuple(SecondCertificates)),
    Switch("oo_home", "operating", ("V-7.3",), _TOGGLE),
    Switch("home_choice", "operating", ("V-7.4",), _TOGGLE),
    Switch("reading_home", "operating", ("V-7.6",), tuple(ReadingHome)),
    Switch("split_revenue", "operating", ("V-7.1", "S-6.3.split"), _TOGGLE),
    Switch("random_revenue", "operating", ("S-6.3.random_revenues",), _TOGGLE),
    Switch("green_oo", "operating", ("V-7.9",), tuple(GreenOo)),
    Switch("track_placement", "operating", ("V-7.7",), tuple(TrackPlacement)),
    Switch("city_choice", "operating", ("7.2.2",), tuple(CityChoice)),
    Switch("running_trains", "operating", ("7.4",), tuple(RunningTrains)),
    Switch("express_bonus", "operating", ("IV",), tuple(ExpressBonus)),
    Switch("train_limit", "operating", ("V-7.8a",), tuple(TrainLimit)),
    Switch("last_train", "operating", ("V-7.8b",), tuple(LastTrain)),
    Switch("two_railroads", "setup", ("booklet",), _TOGGLE),
    Switch("forced_purchase", "operating", ("C-2.3",), tuple(ForcedPurchase)),
    Switch("discard_order", "operating", ("7.6.1",), tuple(DiscardOrder)),
    Switch("bank_breaks", "end", ("8.0",), tuple(BankBreaks)),
    Switch("market_peak_ends", "end", ("V-8.0",), tuple(MarketPeak)),
)

EXCLUSIONS: Final[tuple[Exclusion, ...]] = (
    Exclusion("private_sale", "bid_and_choose", "bidding_order", "free_for_all", "only_in_the_auction"),
    Exclusion("private_sale", "bid_and_choose", "auction_pass", "out", "only_in_the_auction"),
    Exclusion("private_sale", "bid_and_choose", "raises", "multiples_of_5", "only_in_the_auction"),
    Exclusion("private_sale", "bid_and_choose", "raises", "exactly_5", "only_in_the_auction"),
    Exclusion("private_sale", "bid_and_choose", "after_all_pass", "next_player", "only_in_the_auction"),
    Exclusion("private_sale", "bid_and_choose", "undealt", "face_value", "only_when_dealt"),
    Exclusion("private_sale", "bid_and_choose", "undealt", "auction", "only_when_dealt"),
    Exclusion("private_sale", "buy_bid_auction", "undealt", "face_value", "only_when_dealt"),
    Exclusion("private_sale", "buy_bid_auction", "undealt", "auction", "only_when_dealt"),
    Exclusion("private_sale", "bid_and_choose", "with_pl", "on", "no_group_for_it"),
    Exclusion("private_sale", "bid_and_choose", "with_cc", "on", "no_group_for_it"),
    Exclusion("private_sale", "bid_and_choose", "with_pp", "on", "no_group_for_it"),
    Exclusion("private_sale", "bid_and_choose", "with_jk", "on", "no_group_for_it"),
    Exclusion("rise_needs_dividend", "on", "dividend_rise", "one_to_four", "two_rules_for_the_rise"),
    Exclusion("running_trains", "honour", "random_revenue", "on", "drawn_before_contested"),
    Exclusion("reading", "on", "with_rdr", "on", "two_readings"),
    Exclusion("reading", "on", "board", "plus", "reading_needs_classic_board"),
)
