"""Actions as numbers: a fixed numbering for a title, with amounts in buckets and large choices in several moves.

An action is a path of one to three numbers. Most need one; a tile is chosen by hex, then tile, then rotation, a station by hex,
then city. Amounts are those of `RAISES` above the least for bids, and of `PARTS` of the range for prices. Actions
without a path are left out: trading private companies between players, bids for groups above the buckets, several shares at once
(buy one after the other), contesting a run. The numbering depends only on the box, in the order of the segments below.
"""

from collections.abc import Iterable
from typing import Final

from goldenspike.core import actions as a
from goldenspike.core.actions import Action
from goldenspike.core.hexes import SIDES
from goldenspike.core.holders import BANK, FIRST_COMPANY, POOL, is_company
from goldenspike.core.ids import NONE
from goldenspike.core.steps.base import Offer
from goldenspike.core.tiles import STOPS_PER_HEX
from goldenspike.core.title import Setup

VERSION: Final = 2
"""Of the numbering and of the observation."""
RAISES: Final = (0, 5, 10, 25, 50, 100)
"""Bids: amounts above the lowest."""
PARTS: Final = (0.0, 0.5, 1.0)
"""Prices: fractions of the range from the lowest to the highest."""
MOST_SALE: Final = 10
MOST_GROUPS: Final = 8

Path = tuple[int, ...]


class Numbering:
    """The numbering of one setup's title."""

    def __init__(self, setup: Setup) -> None:
        self.setup = setup
        title = setup.title
        companies, privates, trains = len(title.companies), len(title.privates), len(title.trains)
        hexes, tiles = len(title.hexes), len(title.tiles)
        self.pars = sorted({title.market.prices[cell] for cell in title.market.par_cells})
        self.doubles = [number for number, company in enumerate(title.companies) if company.second_units]
        sizes = (
            ("pass", 1),
            ("accept", 1),
            ("decline", 1),
            ("withdraw", 1),
            ("bankruptcy", 1),
            ("run", 1),
            ("payout", len(a.Payout)),
            ("buy_from_bank", privates),
            ("bid", privates * len(RAISES)),
            ("bid_for_choice", len(RAISES)),
            ("choose_group", MOST_GROUPS),
            ("withdraw_bid", privates),
            ("close_private", privates),
            ("exchange", privates * 2),
            ("buy_private", privates * len(PARTS)),
            ("set_par", len(self.pars)),
            ("start", companies * len(self.pars)),
            ("buy_share", companies * 2),
            ("buy_double", companies * 2),
            ("sell", companies * MOST_SALE),
            ("licence", 1),
            ("choose_loan", companies),
            ("redeem", companies),
            ("bank_train", trains * (trains + 1)),
            ("market_train", trains),
            ("company_train", companies * trains * len(PARTS)),
            ("discard", trains),
            ("tile_hex", hexes),
            ("power_hex", hexes),
            ("tile", tiles),
            ("rotation", SIDES),
            ("station_hex", hexes),
            ("power_station_hex", hexes),
            ("city_hex", hexes),
            ("city", STOPS_PER_HEX),
            ("sell_double", len(self.doubles) * MOST_SALE),
        )
        self.segments: dict[str, tuple[int, int]] = {}
        self.size = 0
        for name, size in sizes:
            self.segments[name] = (self.size, size)
            self.size += size

    def paths(self, actions: Iterable[Action], offers: Iterable[Offer]) -> dict[Path, Action]:
        """Every choice that has a path, keyed by path."""
        found: dict[Path, Action] = {}
        for action in actions:
            path = self.path(action)
            if path:
                found.setdefault(path, action)
        for offer in offers:
            for number, amount in self._amounts(offer):
                priced = offer.at(amount)
                path = self._priced_path(priced, number)
                if path:
                    found.setdefault(path, priced)
        return found

    def chosen(self, prefix: Path) -> tuple[int, int]:
        """Hex and tile of a lay of which these numbers have been played, -1 where there is none yet."""
        found = {"hex": NONE, "tile": NONE}
        for number in prefix:
            for segment, part in (("tile_hex", "hex"), ("power_hex", "hex"), ("tile", "tile")):
                first, size = self.segments[segment]
                if first <= number < first + size:
                    found[part] = number - first
        return found["hex"], found["tile"]

    def _at(self, segment: str, number: int = 0) -> int:
        first, size = self.segments[segment]
        if not 0 <= number < size:
            raise ValueError(f"{segment} {number}")
        return first + number

    def _amounts(self, offer: Offer) -> list[tuple[int, int]]:
        """The buckets of an offer and the amounts that they mean, each amount once."""
        if isinstance(offer.action, a.Bid | a.BidForChoice):
            wanted = [offer.lo + extra for extra in RAISES]
        else:
            steps = (offer.hi - offer.lo) // offer.step
            wanted = [offer.lo + offer.step * int(steps * part) for part in PARTS]
        found: dict[int, int] = {}
        for number, amount in enumerate(wanted):
            if amount <= offer.hi and (amount - offer.lo) % offer.step == 0:
                found.setdefault(amount, number)
        return [(number, amount) for amount, number in found.items()]

    def _priced_path(self, action: Action, bucket: int) -> Path:
        title = self.setup.title
        if isinstance(action, a.Bid):
            return (self._at("bid", action.private * len(RAISES) + bucket),)
        if isinstance(action, a.BidForChoice):
            return (self._at("bid_for_choice", bucket),)
        if isinstance(action, a.BuyPrivate) and is_company(action.buyer):
            return (self._at("buy_private", action.private * len(PARTS) + bucket),)
        if isinstance(action, a.BuyTrain) and is_company(action.source):
            seller = action.source - FIRST_COMPANY
            return (self._at("company_train", (seller * len(title.trains) + action.train) * len(PARTS) + bucket),)
        return ()

    def path(self, action: Action) -> Path:
        """The path of an action whose amount is given; empty if it has none."""
        single = self._single(action)
        if single is not None:
            return (single,)
        if isinstance(action, a.LayTile):
            segment = "tile_hex" if action.private < 0 else "power_hex"
            return (self._at(segment, action.hex), self._at("tile", action.tile), self._at("rotation", action.rotation))
        if isinstance(action, a.PlaceToken):
            segment = "station_hex" if action.private < 0 else "power_station_hex"
            return (self._at(segment, action.hex), self._at("city", action.stop))
        if isinstance(action, a.ChooseCity | a.ChooseHome):
            return (self._at("city_hex", action.hex), self._at("city", action.stop))
        return ()

    def _single(self, action: Action) -> int | None:
        """The number of an action that needs only one."""
        for kind, segment in _PLAIN:
            if isinstance(action, kind):
                return self._at(segment)
        if isinstance(action, a.PayDividend):
            return self._at("payout", action.payout)
        if isinstance(action, a.BuyFromBank):
            return self._at("buy_from_bank", action.private)
        if isinstance(action, a.ChooseGroup):
            # With more players than groups, the last players have no choice.
            return self._at("choose_group", action.group) if action.group >= 0 else self._at("pass")
        if isinstance(action, a.WithdrawBid):
            return self._at("withdraw_bid", action.private)
        if isinstance(action, a.ClosePrivate):
            return self._at("close_private", action.private)
        if isinstance(action, a.ExchangePrivate):
            return self._at("exchange", action.private * 2 + (action.source == POOL))
        return self._share_or_train(action)

    def _share_or_train(self, action: Action) -> int | None:
        trains = len(self.setup.title.trains)
        if isinstance(action, a.SetPar):
            return self._at("set_par", self.pars.index(action.price))
        if isinstance(action, a.StartCompany):
            return self._at("start", action.company * len(self.pars) + self.pars.index(action.price))
        if isinstance(action, a.BuyShare):
            segment = "buy_double" if action.double else "buy_share"
            return self._at(segment, action.company * 2 + (action.source == POOL)) if action.count == 1 else None
        if isinstance(action, a.SellShares):
            if action.double:
                return self._at("sell_double", self.doubles.index(action.company) * MOST_SALE + action.count - 1)
            return self._at("sell", action.company * MOST_SALE + action.count - 1) if action.count <= MOST_SALE else None
        if isinstance(action, a.ChooseLoan):
            return self._at("choose_loan", action.company)
        if isinstance(action, a.Redeem):
            return self._at("redeem", action.company)
        if isinstance(action, a.DiscardTrain):
            return self._at("discard", action.train)
        if isinstance(action, a.BuyTrain) and action.source == BANK:
            return self._at("bank_train", action.train * (trains + 1) + action.trade_in + 1)
        if isinstance(action, a.BuyTrain) and action.source == POOL:
            return self._at("market_train", action.train)
        return None


_PLAIN: Final[tuple[tuple[type, str], ...]] = (
    (a.Pass, "pass"),
    (a.Accept, "accept"),
    (a.Decline, "decline"),
    (a.Withdraw, "withdraw"),
    (a.DeclareBankruptcy, "bankruptcy"),
    (a.RunTrains, "run"),
    (a.BuyLicence, "licence"),
)
