"""Actions: a closed union. They are the permanent record of a game; everything else follows from them.

Indices refer to the setup: company, private, hex, tile and train numbers; holders as in `holders`.
"""

from enum import IntEnum

from goldenspike.core.frozen import frozen
from goldenspike.core.ids import NO_PRIVATE, NO_TRAIN, Company, Hex, Holder, Place, Player, Private, Tile, Train


class Payout(IntEnum):
    """What to do with the revenue (7.5, V-7.1)."""

    WITHHOLD = 0
    PAY = 1
    SPLIT = 2

    def __repr__(self) -> str:
        return f"{type(self).__name__}.{self.name}"


@frozen
class Route:
    """One train's run: its type, and the stops and hex sides it uses in order.

    `places` are the stops (hex * 4 + stop); `borders` the hex sides crossed (hex * 6 + side, seen from the hex that it
    leaves). They determine the track between them.
    """

    train: Train
    places: tuple[Place, ...]
    borders: tuple[int, ...]


@frozen
class DrawSeats:
    """CHANCE: the players in clockwise order; the first has the priority deal (C-2.1)."""

    seats: tuple[Player, ...]


@frozen
class Pass:
    """Pass in an auction or stock turn, end the turn, or finish a step of an operating turn."""

    player: Player


@frozen
class BuyFromBank:
    """Buy the cheapest private company at its price (C-2.2)."""

    player: Player
    private: Private


@frozen
class Bid:
    """Bid for a private company (C-2.2.1), or raise in its auction (C-2.2.2)."""

    player: Player
    private: Private
    amount: int


@frozen
class DealPrivates:
    """CHANCE: the private company that each player is dealt, -1 for none (S-5)."""

    privates: tuple[Private, ...]


@frozen
class DrawToken:
    """CHANCE: a token of uncertainty is turned over: 0 no change, 1 short runs, 2 retain revenue (S-5)."""

    kind: int


@frozen
class DrawRevenue:
    """CHANCE: a marker from 1 to 6 decides how much of its revenue a railroad earns (S-6)."""

    number: int


@frozen
class BuyLicence:
    """Buy the right to run into the coal hex (S-1)."""

    player: Player
    company: Company


@frozen
class BidForChoice:
    """Bid for the right to choose early among the groups of private companies (1.3)."""

    player: Player
    amount: int


@frozen
class ChooseGroup:
    """Take one of the groups of private companies (1.3)."""

    player: Player
    group: int


@frozen
class ChooseLoan:
    """Choose which of several loans to repay first (7.7)."""

    player: Player
    company: Company


@frozen
class WithdrawBid:
    """Withdraw a bid that has been outbid."""

    player: Player
    private: Private


@frozen
class ClosePrivate:
    """Close one's own private company; one with a tile of its own closes by laying it."""

    player: Player
    private: Private


@frozen
class Redeem:
    """Buy back half of all shares of a company; `notes` is the face value of the notes given for a loan."""

    player: Player
    company: Company
    notes: int


@frozen
class SetPar:
    """Name the par price of a company whose presidency came with a private company (5.2)."""

    player: Player
    company: Company
    price: int


@frozen
class StartCompany:
    """Buy a president's certificate and set the par price (6.2)."""

    player: Player
    company: Company
    price: int


@frozen
class BuyShare:
    """Buy shares from the initial offering (BANK) or the POOL; more than one only in the brown zone (6.2, 5.4)."""

    player: Player
    company: Company
    source: Holder
    count: int = 1
    double: bool = False
    """Whether the second large certificate is bought (V-7.2)."""


@frozen
class SellShares:
    """Sell a block of shares to the pool (6.1), also to raise money for a train (C-2.3.2)."""

    player: Player
    company: Company
    count: int = 1
    double: bool = False
    """Whether the second large certificate is sold even though ordinary ones would suffice (V-7.2)."""


@frozen
class ExchangePrivate:
    """Exchange a private company for a share from the initial offering or the pool (T-05, MH)."""

    player: Player
    private: Private
    source: Holder


@frozen
class BuyPrivate:
    """Buy a private company for a player or a company: at once from oneself, from others as an offer (4.1)."""

    player: Player
    buyer: Holder
    """The new owner."""
    private: Private
    price: int


@frozen
class SellPrivate:
    """Offer one's own private company to another player (4.1)."""

    player: Player
    private: Private
    buyer: Player
    price: int


@frozen
class Accept:
    """Accept the pending offer."""

    player: Player


@frozen
class Decline:
    """Decline the pending offer."""

    player: Player


@frozen
class Withdraw:
    """Withdraw one's own offer."""

    player: Player


@frozen
class ChooseHome:
    """Choose the city of the home station (7.3.2)."""

    player: Player
    company: Company
    hex: Hex
    stop: int


@frozen
class ChooseCity:
    """Choose the city of a station on a new tile (7.2.2)."""

    player: Player
    company: Company
    hex: Hex
    stop: int


@frozen
class LayTile:
    """Lay or upgrade a tile (7.2); `private` is the private company whose power is used, -1 for none."""

    player: Player
    company: Company
    hex: Hex
    tile: Tile
    rotation: int
    private: Private = NO_PRIVATE


@frozen
class PlaceToken:
    """Place a station (7.3); `private` is the private company whose power is used, -1 for none."""

    player: Player
    company: Company
    hex: Hex
    stop: int
    private: Private = NO_PRIVATE


@frozen
class RunTrains:
    """Run the trains (7.4); `routes` None means the best set, found by the engine; () means that no train runs."""

    player: Player
    company: Company
    routes: tuple[Route, ...] | None = None


@frozen
class DeclareTrack:
    """Declare what the railroad spent on track, 0 for nothing, where the map is on the real table (7.2)."""

    player: Player
    company: Company
    cost: int


@frozen
class DeclareStation:
    """Declare a station and its cost, where the map is on the real table (7.3); `private` is one that gives it free."""

    player: Player
    company: Company
    cost: int
    private: Private = NO_PRIVATE


@frozen
class DeclareRun:
    """Declare what each train earned, or all of them together, where the map is on the real table (7.4)."""

    player: Player
    company: Company
    earned: tuple[int, ...]
    """One amount for each train, the smallest train first, or one amount for the whole run."""


@frozen
class DeclareRoute:
    """Declare whether a railroad without a train has a route, so that it must own one (7.6.2)."""

    player: Player
    company: Company
    exists: bool


@frozen
class ContestRun:
    """Claim that a president did not declare the best run (7.4); the engine looks for a better one."""

    player: Player
    company: Company


@frozen
class PayDividend:
    """Pay out or withhold the revenue (7.5)."""

    player: Player
    company: Company
    payout: Payout


@frozen
class BuyTrain:
    """Buy a train from the bank, the open market or another railroad (7.6); another president is asked first."""

    player: Player
    company: Company
    train: Train
    source: Holder
    price: int
    trade_in: Train = NO_TRAIN


@frozen
class DiscardTrain:
    """Give up a train above the limit (7.6.1)."""

    player: Player
    company: Company
    train: Train


@frozen
class DeclareBankruptcy:
    """Everything that may be sold is sold, and the train still cannot be paid for (C-2.4)."""

    player: Player


@frozen
class CorrectMoney:
    """Correct the books by agreement: money goes from one holder to another."""

    player: Player
    payer: Holder
    payee: Holder
    amount: int


@frozen
class CorrectShares:
    """Correct the books by agreement: shares go from one holder to another."""

    player: Player
    company: Company
    seller: Holder
    buyer: Holder
    count: int


@frozen
class CorrectTrain:
    """Correct the books by agreement: a train goes from one holder to another."""

    player: Player
    train: Train
    seller: Holder
    buyer: Holder


@frozen
class CorrectPrice:
    """Correct the books by agreement: a price token goes to another cell of the market."""

    player: Player
    company: Company
    cell: int


Correction = CorrectMoney | CorrectShares | CorrectTrain | CorrectPrice
"""What the people at a table agree to put right; the rules of play know nothing of it."""

Action = (
    DrawSeats
    | Pass
    | BuyFromBank
    | Bid
    | DealPrivates
    | DrawToken
    | DrawRevenue
    | BuyLicence
    | BidForChoice
    | ChooseGroup
    | ChooseLoan
    | WithdrawBid
    | ClosePrivate
    | Redeem
    | SetPar
    | StartCompany
    | BuyShare
    | SellShares
    | ExchangePrivate
    | BuyPrivate
    | SellPrivate
    | Accept
    | Decline
    | Withdraw
    | ChooseHome
    | ChooseCity
    | LayTile
    | PlaceToken
    | RunTrains
    | DeclareTrack
    | DeclareStation
    | DeclareRun
    | DeclareRoute
    | ContestRun
    | PayDividend
    | BuyTrain
    | DiscardTrain
    | DeclareBankruptcy
    | CorrectMoney
    | CorrectShares
    | CorrectTrain
    | CorrectPrice
)
