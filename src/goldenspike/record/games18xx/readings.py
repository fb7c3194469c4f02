"""How 18xx.games reads the rules of 1830 where tables may differ."""

from typing import Any, Final

from goldenspike.core.options import (
    AfterAllPass,
    AuctionPass,
    BankBreaks,
    BiddingOrder,
    BrownPurchases,
    Capital,
    CityChoice,
    DiscardOrder,
    ExchangeAfterSale,
    ExchangeTiming,
    FreeStation,
    Knowledge,
    PowerTiming,
    RunningTrains,
    Seating,
    ShareSales,
    UnfloatedPrice,
)
from goldenspike.core.title import Setup
from goldenspike.titles.g1830 import classic
from goldenspike.titles.g1830.options import Diesels

SITE_READINGS: Final[dict[str, Any]] = {
    "knowledge": Knowledge.OPEN,  # Everybody sees all money.
    "seating": Seating.FREE,  # The file lists the players in seating order.
    "bidding_order": BiddingOrder.FREE_FOR_ALL,  # Any bidder of an auction may raise; nobody waits for a turn.
    "auction_pass": AuctionPass.OUT,  # A bidder who passes has left that auction.
    "after_all_pass": AfterAllPass.NEXT_PLAYER,  # After the private companies have paid, the next player goes on.
    "capital": Capital.AT_ONCE,  # A railroad receives its money when it floats, not at the end of the stock round.
    "share_sales": ShareSales.ONE_AT_A_TIME,  # Each sale moves the price, also of a railroad sold before in the same turn.
    "unfloated_price": UnfloatedPrice.FALLS,  # Forced sales also lower the price of a railroad that has not floated.
    "brown_purchases": BrownPurchases.POOL_ONLY,  # Several brown shares in one turn come from the pool.
    "exchange": ExchangeTiming.ANY_TIME,  # The MH may be exchanged in the middle of somebody's turn.
    "exchange_after_sale": ExchangeAfterSale.ALLOWED,  # Also by a player who sold NYC in the same stock round.
    "extra_tile": PowerTiming.WHOLE_TURN,  # The CS or DH tile may be laid at any time in its railroad's turn.
    "free_station": FreeStation.USES_STEP,  # The DH station counts for the price of the next station.
    "city_choice": CityChoice.TILE_LAYER,  # Whoever lays the first tile on a hex places the station that stands there.
    "running_trains": RunningTrains.FREE,  # A president may run for less than the best.
    "diesels": Diesels.UNLIMITED,  # There is always another diesel.
    "discard_order": DiscardOrder.ANY,  # Railroads over the train limit discard in any order.
    "bank_breaks": BankBreaks.BELOW_ZERO,  # A bank that holds exactly $0 is not broken.
}
"""Options of imported games that differ from 1830 Classic, one line each; docs/importing.md lists them too."""

OPTIONAL_RULES: Final[dict[str, dict[str, Any]]] = {
    "multiple_brown_from_ipo": {"brown_purchases": BrownPurchases.ALL},  # Several brown shares also from the offering.
    "optional_6_train": {"third_six": True},  # A third 6-train.
}
"""What the optional rules in a game's settings change."""


def setup_for(players: int, optional_rules: list[str]) -> Setup:
    """1830 Classic as the site plays it."""
    options = dict(SITE_READINGS)
    for rule in optional_rules:
        options.update(OPTIONAL_RULES[rule])
    return classic(players, **options)
