"""Events: a closed union. The ledger emits one for each change, so the events of a game describe it completely.

Events are derived and never saved; `text` turns them into sentences. Money events name holders, see `holders`.
"""

from dataclasses import dataclass
from enum import IntEnum
from typing import Final

from goldenspike.core.ids import NO_COMPANY, Company, Hex, Holder, Place, Player, Private, Tile, Train

UNTOLD: Final = -1
"""The price of a trade that the reader is not told; the ledger never emits it (see `view.secrets`)."""


class Why(IntEnum):
    """What a payment was for. Logs store the numbers, so they never change."""

    PRIVATE = 0
    SHARE = 1
    CAPITAL = 2
    PRIVATE_INCOME = 3
    TERRAIN = 4
    STATION = 5
    REVENUE = 6
    DIVIDEND = 7
    TRAIN = 8
    HELP = 9
    BANKRUPTCY = 10
    LOAN = 12
    REPAYMENT = 13
    CHOICE = 14
    REDEMPTION = 15
    COMPENSATION = 16
    CLOSING = 17
    LICENCE = 18
    CORRECTION = 19

    def __repr__(self) -> str:
        return f"{type(self).__name__}.{self.name}"


class EndReason(IntEnum):
    NONE = 0
    BANK = 1
    BANKRUPTCY = 2
    MARKET_PEAK = 3
    NO_TRAIN = 4
    COMPANIES_GONE = 5
    PLAYERS_GONE = 6
    STANDSTILL = 7

    def __repr__(self) -> str:
        return f"{type(self).__name__}.{self.name}"


@dataclass(slots=True)
class SeatsDrawn:
    seats: tuple[Player, ...]


@dataclass(slots=True)
class Paid:
    payer: Holder
    payee: Holder
    amount: int
    why: Why


@dataclass(slots=True)
class Passed:
    player: Player


@dataclass(slots=True)
class TurnEnded:
    """A player or company has ended its turn after acting."""

    player: Player


@dataclass(slots=True)
class BidMade:
    player: Player
    private: Private
    amount: int


@dataclass(slots=True)
class AuctionStarted:
    private: Private


@dataclass(slots=True)
class PriceCut:
    """The cheapest private company became cheaper (C-2.2.3)."""

    private: Private
    price: int


@dataclass(slots=True)
class PrivateMoved:
    private: Private
    seller: Holder
    buyer: Holder
    price: int


@dataclass(slots=True)
class PrivateClosed:
    private: Private


@dataclass(slots=True)
class PriorityMoved:
    player: Player


@dataclass(slots=True)
class ParSet:
    company: Company
    price: int


@dataclass(slots=True)
class ShareMoved:
    """Shares went from one holder to another; the price is per share, 0 if free."""

    company: Company
    seller: Holder
    buyer: Holder
    units: int
    price: int
    percent: int = 10
    """Percent of the company per unit: 10, or 5 once it has redeemed half of its shares."""


@dataclass(slots=True)
class PresidentChanged:
    company: Company
    player: Player


@dataclass(slots=True)
class PriceMoved:
    company: Company
    old: int
    new: int


@dataclass(slots=True)
class Floated:
    company: Company


@dataclass(slots=True)
class RoundStarted:
    kind: int
    number: int
    operating_round: int


@dataclass(slots=True)
class CompanyStarted:
    """A company begins its operating turn."""

    company: Company
    player: Player


@dataclass(slots=True)
class TileLaid:
    company: Company
    hex: Hex
    tile: Tile
    rotation: int
    cost: int


@dataclass(slots=True)
class TokenPlaced:
    company: Company
    hex: Hex
    stop: int
    cost: int


@dataclass(slots=True)
class TokenMoved:
    """A station moved to its place on a new tile."""

    company: Company
    hex: Hex
    stop: int


@dataclass(slots=True)
class TrainsRun:
    company: Company
    revenue: int


@dataclass(slots=True)
class RunContested:
    """A run was contested; `better` is the best total found (7.4)."""

    player: Player
    company: Company
    declared: int
    better: int


@dataclass(slots=True)
class RouteRun:
    company: Company
    train: Train
    revenue: int
    places: tuple[Place, ...]


@dataclass(slots=True)
class DividendDeclared:
    company: Company
    payout: int
    revenue: int


@dataclass(slots=True)
class TrainMoved:
    train: Train
    seller: Holder
    buyer: Holder
    price: int


@dataclass(slots=True)
class TrainTradedIn:
    company: Company
    train: Train


@dataclass(slots=True)
class TrainDiscarded:
    company: Company
    train: Train


@dataclass(slots=True)
class TrainsRetired:
    train: Train
    count: int
    company: Company = NO_COMPANY
    """Whose trains they were; -1 for those of the bank and the open market."""


@dataclass(slots=True)
class PhaseStarted:
    phase: int


@dataclass(slots=True)
class OfferMade:
    """Somebody asks for another's consent; `item` is a private company or a train type."""

    proposer: Player
    answerer: Player
    is_train: bool
    item: int
    seller: Holder
    buyer: Holder
    price: int


@dataclass(slots=True)
class OfferAnswered:
    player: Player
    accepted: bool


@dataclass(slots=True)
class OfferWithdrawn:
    player: Player


@dataclass(slots=True)
class LoanChanged:
    """A company borrowed (or repaid, below zero); `owed` is what it owes now (7.7)."""

    company: Company
    amount: int
    owed: int


@dataclass(slots=True)
class NotesChanged:
    """A company gave the bank promissory notes (or redeemed them, below zero); `owed` is their total now."""

    company: Company
    amount: int
    owed: int


@dataclass(slots=True)
class NotesCancelled:
    """A company left the game with notes unpaid; `player` is liable for the amount, NONE if nobody is."""

    company: Company
    amount: int
    player: Player


@dataclass(slots=True)
class SharesHalved:
    """A company redeemed half its shares; the rest counts in units of five percent."""

    company: Company


@dataclass(slots=True)
class CompanyClosed:
    """A company left the game."""

    company: Company


@dataclass(slots=True)
class PlayerLeft:
    """A player left the game with this result."""

    player: Player
    result: int


@dataclass(slots=True)
class PeakReached:
    """A company reached the highest share value in its turn; the game ends after it."""

    company: Company


@dataclass(slots=True)
class EndForeseen:
    """The end of the game was triggered; the rounds under way are still played."""

    reason: int


@dataclass(slots=True)
class BidWithdrawn:
    player: Player
    private: Private


@dataclass(slots=True)
class MarkerPlaced:
    """A marker that belongs to no company was placed in a city."""

    hex: Hex


@dataclass(slots=True)
class MarkerRemoved:
    hex: Hex


@dataclass(slots=True)
class SpecialTileLaid:
    """A private company's own tile was laid on its hex."""

    private: Private
    hex: Hex
    tile: Tile


@dataclass(slots=True)
class TrackDeclared:
    """A railroad paid for track on the real table."""

    company: Company
    cost: int


@dataclass(slots=True)
class StationDeclared:
    """A railroad placed a station on the real table."""

    company: Company
    cost: int


@dataclass(slots=True)
class TrainEarned:
    """What one of several trains earned on the real table."""

    company: Company
    train: Train
    revenue: int


@dataclass(slots=True)
class RouteDeclared:
    """Whether a railroad without a train has a route on the real table."""

    company: Company
    exists: bool


@dataclass(slots=True)
class BonusPaid:
    """A destination run adds to the revenue."""

    company: Company
    amount: int


@dataclass(slots=True)
class LicenceGranted:
    company: Company
    price: int


@dataclass(slots=True)
class MarketReformed:
    """From now on each block sold lowers the price by one row (V-5.1)."""


@dataclass(slots=True)
class TokenDrawn:
    """A token of uncertainty: 0 no change, 1 short runs, 2 retain revenue (S-5)."""

    kind: int
    company: Company


@dataclass(slots=True)
class RevenueDrawn:
    """The percentage of its revenue that a railroad earns by chance (S-6)."""

    company: Company
    percent: int
    revenue: int


@dataclass(slots=True)
class ChoiceBid:
    """A bid for the right to choose first among the groups (1.3)."""

    player: Player
    amount: int


@dataclass(slots=True)
class GroupChosen:
    player: Player
    group: int
    price: int


@dataclass(slots=True)
class Corrected:
    """The books are corrected by agreement; what changes follows."""

    player: Player


@dataclass(slots=True)
class ShareCorrected:
    company: Company
    seller: Holder
    buyer: Holder
    units: int
    percent: int = 10
    """Percent of the company per unit."""


@dataclass(slots=True)
class TrainCorrected:
    train: Train
    seller: Holder
    buyer: Holder


@dataclass(slots=True)
class PriceCorrected:
    company: Company
    old: int
    new: int


@dataclass(slots=True)
class BankBroke:
    pass


@dataclass(slots=True)
class WentBankrupt:
    player: Player


@dataclass(slots=True)
class GameEnded:
    reason: int


Event = (
    SeatsDrawn
    | Paid
    | Passed
    | TurnEnded
    | BidMade
    | AuctionStarted
    | PriceCut
    | PrivateMoved
    | PrivateClosed
    | PriorityMoved
    | ParSet
    | ShareMoved
    | PresidentChanged
    | PriceMoved
    | Floated
    | RoundStarted
    | CompanyStarted
    | TileLaid
    | TokenPlaced
    | TokenMoved
    | TrainsRun
    | RunContested
    | RouteRun
    | DividendDeclared
    | TrainMoved
    | TrainTradedIn
    | TrainDiscarded
    | TrainsRetired
    | PhaseStarted
    | OfferMade
    | OfferAnswered
    | OfferWithdrawn
    | LoanChanged
    | NotesChanged
    | NotesCancelled
    | SharesHalved
    | CompanyClosed
    | PlayerLeft
    | PeakReached
    | EndForeseen
    | BidWithdrawn
    | MarkerPlaced
    | MarkerRemoved
    | SpecialTileLaid
    | TrackDeclared
    | StationDeclared
    | TrainEarned
    | RouteDeclared
    | BonusPaid
    | LicenceGranted
    | MarketReformed
    | TokenDrawn
    | RevenueDrawn
    | ChoiceBid
    | GroupChosen
    | BankBroke
    | WentBankrupt
    | GameEnded
    | Corrected
    | ShareCorrected
    | TrainCorrected
    | PriceCorrected
)
