"""The plain data of a view. Names are those of the title (PRR, E19, A7); seats are numbers; None means hidden or none."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, ClassVar, Final, TypeVar

from goldenspike.core.frozen import frozen
from goldenspike.core.ids import Player


class Later:
    """A record that is filled in when one of its fields is read first: few readers need all of them."""

    __slots__ = ("_unread",)
    __dataclass_fields__: ClassVar[dict[str, Any]]
    _unread: tuple[Callable[..., None], Any, Any]
    """What fills the record in, and with what."""

    def __getattr__(self, name: str) -> Any:
        """What is asked for a field that has no value yet."""
        if name not in self.__dataclass_fields__:
            raise AttributeError(f"'{type(self).__name__}' object has no attribute '{name}'", name=name, obj=self)
        fill, source, about = self._unread
        fill(self, source, about)
        return object.__getattribute__(self, name)


Filled = TypeVar("Filled", bound=Later)
_make: Final = object.__new__
_set_unread: Final = Later.__dict__["_unread"].__set__
"""Past the guard of the frozen records."""


def later(kind: type[Filled], fill: Callable[[Filled, Any, Any], None], source: Any, about: Iterable[Any]) -> tuple[Filled, ...]:
    """A record about each of these things, that `fill` is given with the source to fill in, by calling the class's `__init__`."""
    made: list[Filled] = []
    for one in about:
        record = _make(kind)
        _set_unread(record, (fill, source, one))
        made.append(record)
    return tuple(made)


@frozen
class PlayerView(Later):
    """What can be seen of a player."""

    seat: Player
    money: int | None
    certificates: int
    """Those that count against the limit (5.3)."""
    shares: dict[str, int]
    """Units by company, see `CompanyView.share_percent`."""
    presidencies: tuple[str, ...]
    privates: tuple[str, ...]
    share_value: int
    """Shares at market value, and private companies at face value where they count."""
    owes: int | None
    """Deductions from wealth: loans (7.7), and promissory notes that the player's companies cannot pay."""
    wealth: int | None
    bids: int
    """Money tied up by bids (C-2.2.1)."""
    has_priority: bool
    on_turn: bool
    """Whether the game is waiting for this player."""
    sold: tuple[str, ...]
    """Companies sold in this stock round, which may not be bought again in it (6.1)."""
    has_left: bool
    """Whether the player is out of the game; the wealth is then final."""
    is_bankrupt: bool


@frozen
class StationView:
    """A station on the board."""

    hex: str
    stop: int


@frozen
class DestinationView:
    """Hexes, any of which a destination run may reach, and the shortest distance from the home."""

    hexes: tuple[str, ...]
    distance: int
    names: tuple[str, ...] = ()
    """What the hexes are called."""
    bonus: int = 0
    """The bonus in this phase by the shortest way; each hex of a detour reduces it."""
    late_bonus: int = 0
    """The same in the late phases."""


@frozen
class CompanyView(Later):
    """What can be seen of a railroad."""

    id: str
    name: str
    president: Player | None
    treasury: int | None
    treasury_hidden: bool
    par: int | None
    price: int | None
    cell: int | None
    zone: str
    holdings: dict[int, int]
    """Units by seat."""
    offering: int
    """Units left in the initial offering."""
    pool: int
    floated: bool
    funded: bool
    operated: bool
    done: bool
    """Whether it has had its turn in this operating round."""
    stations: tuple[StationView, ...]
    stations_left: int
    station_cost: int | None
    """What the next station costs, None if there is none left."""
    trains: tuple[str, ...]
    privates: tuple[str, ...]
    revenue: int
    """What its trains earned last."""
    operating: bool
    loan: int
    """What it owes the bank (7.7)."""
    has_licence: bool
    """Whether it has the license for the coal hex (S-1)."""
    second_certificate: str
    """Where its second 20% certificate is: offering, pool, player, or none (V-7.2)."""
    second_certificate_seat: Player | None
    order: int | None
    """Its position in the operating order at current prices, None before it has capital."""
    group: int
    """The group with which it comes into play, 0 where there are none."""
    share_percent: int
    """What one unit of its shares is: 10, or 5 once it has redeemed half of them."""
    notes: int
    """Face value of the notes that it will have to pay."""
    closed: bool
    """Whether it has left the game."""
    destinations: tuple[DestinationView, ...]
    home: str = ""
    """Its home city or hex; empty if it may choose."""


@frozen
class PrivateView(Later):
    """What can be seen of a private company."""

    id: str
    name: str
    price: int
    revenue: int
    hexes: tuple[str, ...]
    owner: str
    """bank, player, company or closed."""
    owner_seat: Player | None
    owner_company: str | None
    power: str
    power_used: bool
    asking_price: int | None
    """What the bank asks, None when it is sold."""
    bids: dict[int, int]
    """Amounts by seat."""


@frozen
class TrainView(Later):
    """A type of train and how many are left."""

    id: str
    price: int
    distance: int | None
    """Stops it may run to, None without limit."""
    in_bank: int | None
    """Trains left, None without limit."""
    in_market: int
    for_sale: bool
    """Whether bank or open market would sell one now."""
    starts_phase: str
    retired_by: str
    trade_in: tuple[str, ...]
    trade_in_price: int


@frozen
class PhaseView:
    """The phase and what it allows."""

    id: str
    train_limit: int
    colors: tuple[str, ...]
    operating_rounds: int
    companies_buy_privates: bool


@frozen
class RoundView:
    """The round under way."""

    kind: str
    """seating, auction, stock, operating or over."""
    number: int
    operating_round: int
    operating_rounds: int

    @property
    def label(self) -> str:
        """SR 2, OR 2.1 or ISR."""
        if self.kind == "operating":
            return f"OR {self.number}.{self.operating_round}"
        return f"SR {self.number}" if self.kind == "stock" else "ISR" if self.kind in ("seating", "auction") else "END"


@frozen
class QuestionView:
    """What is asked, and of whom; `kind` is the name of the step: track, station, run, dividend, train, offer …"""

    kind: str
    seats: tuple[Player, ...]
    """The players the game is waiting for; empty for chance and when it is over."""
    company: str | None = None
    hex: str | None = None
    private: str | None = None
    must_buy_train: bool = False
    missing: int | None = None
    """What the president must still raise for the train (C-2.3.2) or for a debt, None if nothing or hidden."""
    on_map: bool = False
    """Whether the answer is given on the board."""


@frozen
class OfferView:
    """A private company or train that changes hands if the answerer agrees (4.1, 7.6)."""

    proposer: Player
    answerer: Player
    private: str | None
    train: str | None
    seller_seat: Player | None
    seller_company: str | None
    buyer_seat: Player | None
    buyer_company: str | None
    price: int | None
    """None if it is not told (see `view.secrets`)."""


@frozen
class TileView:
    """A tile and how many are left."""

    id: str
    old: str
    color: str
    left: int
    total: int


@frozen
class LaidView:
    """A tile on the board."""

    hex: str
    tile: str
    old: str
    rotation: int


@frozen
class PricePlace:
    """Where a railroad stands on the stock market."""

    company: str
    cell: int
    price: int


@frozen
class TokenView:
    """Tokens of one kind that are drawn."""

    kind: str
    """no_change, short_runs or retain_revenue."""
    left: int
    """Tokens of this kind still face down."""
    drawn: int


@frozen
class UncertaintyView:
    """The uncertainty tokens and what they have brought (S-5)."""

    tokens: tuple[TokenView, ...]
    """Empty once none is face down: those left over leave the game with the last 5-train."""
    short_runs: str | None
    """The railroad until whose next turn is over all trains run at half size."""
    retain_revenue: str | None
    """The railroad until whose next turn is over all revenue is withheld."""


@dataclass(frozen=True)
class View:
    """What a seat may see. Few readers need all of it, so a part may be built when it is read first (see `read_from`)."""

    title: str
    version: str
    seat: Player | None
    round: RoundView
    phase: PhaseView
    question: QuestionView
    offer: OfferView | None
    priority: int
    seating: tuple[Player, ...]
    """The players in clockwise order."""
    bank: int | None
    bank_broken: bool
    certificate_limit: int
    knowledge: str
    players: tuple[PlayerView, ...]
    """By seat."""
    companies: tuple[CompanyView, ...]
    privates: tuple[PrivateView, ...]
    auction: str | None
    """The private company being auctioned (C-2.2.2)."""
    trains: tuple[TrainView, ...]
    uncertainty: UncertaintyView | None
    """None where the table plays without."""
    reformed: bool | None
    """Whether the market reform is in force (V-5.1, S-5); None if this game has none."""
    market: tuple[PricePlace, ...]
    """Companies with a price; of those in one cell the upper first (5.5)."""
    tiles: tuple[TileView, ...]
    """Empty if the map is on the real table."""
    laid: tuple[LaidView, ...]
    ending: str
    """The reason why the game will end after the rounds under way or after this turn; none if it continues."""
    is_last_turn: bool
    """Whether it ends after the turn of the company that operates (V-8, S-5)."""
    end_reason: str
    """none, or the name of an EndReason: bank, bankruptcy, market_peak …"""
    has_map: bool = True
    """Whether the program keeps the map; otherwise it lies on the real table, and presidents declare what they earn."""

    @staticmethod
    def read_from(build: Callable[[str], dict[str, Any]], **known: Any) -> "View":
        """A view whose parts, except the known ones, are built when they are read first.

        Given the name of a part, `build` returns its value by this name, and those of others that it has found with it.
        """
        view = object.__new__(View)
        view.__dict__.update(known, _build=build)
        return view

    def __getattr__(self, name: str) -> Any:
        """There are no others; but msgspec asks a class with this method for its fields and does not look into its dictionary."""
        raise AttributeError(f"'View' object has no attribute '{name}'", name=name, obj=self)

    def __reduce__(self) -> tuple[Any, ...]:
        """Copies and pickles hold what the seat may see, not the state that it is read from."""
        return View, tuple(getattr(self, name) for name in View.__dataclass_fields__)


class _Part:
    """What stands in a view for a part that has no value yet; then the value itself does."""

    def __init__(self, name: str) -> None:
        self._name = name

    def __get__(self, view: View | None, kind: type[View]) -> Any:
        if view is None:
            raise AttributeError(f"type object '{kind.__name__}' has no attribute '{self._name}'", name=self._name, obj=kind)
        values = view.__dict__
        values.update(values["_build"](self._name))
        return values[self._name]


for _name in View.__dataclass_fields__:
    setattr(View, _name, _Part(_name))
