"""State: everything that changes in a game, flat and indexed by small numbers.

Only the ledger writes it. The lists of a state are shared with the states before it until the ledger writes to them, so a
copy costs about half a microsecond and an undo stack stays small. `owned` copies a shared list before the first write.
"""

from collections.abc import Callable
from dataclasses import dataclass, field, fields
from typing import Any, Final, TypeVar

from goldenspike.core.hexes import SIDES
from goldenspike.core.holders import FIRST_COMPANY
from goldenspike.core.ids import Company, Hex, Holder, Place, Player, Private
from goldenspike.core.interrupts import Interrupt
from goldenspike.core.tiles import STOPS_PER_HEX
from goldenspike.core.title import RoundKind

SHARE_HOLDERS: Final = FIRST_COMPANY
"""Shares are numbered company * SHARE_HOLDERS + holder; a company's own shares are held by NOBODY's number."""
TOKENS_PER_COMPANY: Final = 6
ROUTES: Final = -1
"""Where `State.networks` keeps which companies are known to have a route; the other keys are the readers' own."""


@dataclass(slots=True, repr=False)
class State:
    # --- round, step and turn
    round: int
    """The RoundKind."""
    round_number: int
    """Number of the stock round, and of the set of operating rounds that follows it."""
    operating_round: int
    operating_rounds: int
    """How many operating rounds this set has."""
    private_sales_open: bool
    """Whether companies could buy private companies when this set began (V-3)."""
    step: int
    """Index into the plan of the round."""
    step_done: bool
    turn: Player
    """The player on turn in a stock round or auction; the player who runs the operating company."""
    operating: Company
    """The company that operates, -1 if none."""
    turn_started: bool
    """Whether anything was done in this turn: others may act only between turns (T-05, MH)."""
    acted: bool
    """Whether the player bought or sold in this stock turn."""
    bought: Company
    """The company bought in this stock turn, -1 if none."""
    bought_from: Holder
    """The source of that purchase; NOBODY once something was sold after it."""
    priority: Player
    passes: int
    """Passes in a row."""
    last_actor: Player
    """The last player who bought or sold in this stock round, -1 if nobody did."""
    idle_rounds: int
    """Stock rounds in a row in which nobody bought or sold, where a title counts them."""
    pending: tuple[Interrupt, ...]
    """The stack of interrupts; the last one is answered first."""
    bank_broken: bool
    ending: int
    """The EndReason already triggered while the rounds under way are still played, 0 if none."""
    end_reason: int
    # --- players
    seating: tuple[Player, ...]
    """The players in clockwise order."""
    money: list[int]
    """By holder."""
    sold: list[int]
    """For each player the bit mask of the companies he sold in this stock round (6.1)."""
    # --- companies
    shares: list[int]
    """Units of ten percent by company * SHARE_HOLDERS + holder."""
    presidents: list[Player]
    par: list[int]
    cells: list[int]
    """Market cell of each company, -1 before it has a price."""
    market_order: tuple[Company, ...]
    """Companies with a price in the order in which they entered their cells: the earlier is on top (5.5)."""
    floated: list[bool]
    funded: list[bool]
    """Whether the capital has been paid (6.3)."""
    operated: list[bool]
    """Whether it has ever operated."""
    done: list[bool]
    """Whether it has had its turn in this operating round."""
    order: tuple[Company, ...]
    """The order fixed at the start of the round (V-2.0), else empty."""
    revenues: list[int]
    """What each company's trains earned last."""
    doubles: list[Holder]
    """Who holds each company's second large certificate, NOBODY if it has none (V-7.2)."""
    licences: list[bool]
    """Which companies may enter the coal hex (S-1)."""
    reformed: bool
    """Whether the market's reforms are in force: all 5-trains were sold before this stock round (V-5.1, S-5)."""
    short_runs: Company
    """The company until whose next turn all trains run at half size, -1 if none (S-5)."""
    retained: Company
    """The company until whose next turn all revenue is kept, -1 if none (S-5)."""
    drawn_this_turn: int
    """Bit mask of the effects drawn in this very turn: they last until the company's next one (S-5)."""
    uncertainty: tuple[int, ...]
    """The tokens not yet drawn: no change, short runs, retain revenue (S-5)."""
    loans: list[int]
    """What each company owes the bank (7.7)."""
    first_loan: list[Company]
    """For each player the company whose loan he pays first, -1 if he has not said."""
    notes: list[int]
    """Face value of each company's promissory notes, due when it closes or the game ends."""
    halved: list[bool]
    """Whether a company has redeemed half its shares, so that holdings count in units of five percent."""
    closed: list[bool]
    """Whether a company has left the game; its stations stay as blocks."""
    results: list[int]
    """The final wealth of each player who has left the game."""
    # --- trains and phases
    phase: int
    trains: list[int]
    """Number of trains by holder * number of types + type."""
    # --- board
    faces: list[int]
    tokens: list[Place]
    """Places of the stations by company * TOKENS_PER_COMPANY + number, -1 if not on the board; after those of the companies
    the markers that belong to none and only block."""
    free_stations: list[int]
    """How many of a company's stations came free with a private company (T-05, DH)."""
    supply: list[int]
    # --- where the map is on the real table
    declared_stations: list[int]
    """How many stations each company has declared besides its home."""
    declared_routes: list[bool]
    """Whether each company is known to have a route (7.6.2)."""
    # --- private companies
    privates: list[Holder]
    """Holder of each private company."""
    traded: list[int]
    """For each private company the bit mask of the players who bought it in this stock round (V-6.4)."""
    power_used: list[bool]
    # --- the initial auction (C-2.2)
    bids: list[int]
    """By private * MOST_PLAYERS + player, 0 if none."""
    discount: int
    """By how much the cheapest private company's price has fallen."""
    auction: Private
    """The private company being auctioned, -1 if none."""
    auction_passes: int
    """Bit mask of the bidders who passed since the last raise."""
    # --- this operating turn
    lays: int
    """Bit mask of the tile lays used (see rules.tile_lay)."""
    power_tile_laid: bool
    """Whether the tile of a private company that also gives a station was laid in this turn (T-05, DH)."""
    contested: bool
    """Whether the run of this turn was contested, so that it is now the best (7.4)."""
    token_placed: bool
    sale_prices: tuple[tuple[Company, int], ...]
    """Company and price of the blocks sold in this turn, the last one sold at the end (6.1, C-2.3.2)."""
    networks: dict[int, object] = field(default_factory=dict, compare=False, repr=False)
    """What each company reaches and earns on the current board: a cache, dropped when the board changes."""

    def copy(self) -> "State":
        """A copy that shares the lists (see the module's docstring)."""
        return _copy(self)

    def __reduce__(self) -> tuple[Any, ...]:
        """Copies and pickles hold all fields but the cache."""
        return State, tuple([getattr(self, field.name) for field in fields(self) if field.compare])

    def __repr__(self) -> str:
        """Where the game is; a print of all fields would fill a screen."""
        shown = ("round_number", "operating_round", "step", "turn", "operating", "phase", "money")
        values = [f"{name}={getattr(self, name)}" for name in shown]
        return f"<State round={RoundKind(self.round).name}, {', '.join(values)}>"

    # Lookups that every rule needs. Anything that involves a rule is in rules/.

    def left_of(self, player: Player) -> Player:
        """The next player clockwise."""
        seating = self.seating
        return seating[(seating.index(player) + 1) % len(seating)]

    def units(self, company: Company, holder: Holder) -> int:
        """How many tenths of a company a holder has."""
        return self.shares[company * SHARE_HOLDERS + holder]

    def holders(self, company: Company) -> list[int]:
        """How many tenths of a company each holder has."""
        first = company * SHARE_HOLDERS
        return self.shares[first : first + SHARE_HOLDERS]

    def holdings(self, holder: Holder) -> list[int]:
        """How many tenths of each company a holder has."""
        return self.shares[holder::SHARE_HOLDERS]

    def stations(self, company: Company) -> list[Place]:
        """Places of the company's stations on the board."""
        first = company * TOKENS_PER_COMPANY
        return [place for place in self.tokens[first : first + TOKENS_PER_COMPANY] if place >= 0]


def _write_copy() -> Callable[[State], State]:
    """Generate `copy`, with an assignment for every field: six times as fast as a loop over the fields."""
    assignments = "; ".join(f"twin.{field.name} = state.{field.name}" for field in fields(State))
    names: dict[str, Any] = {"State": State, "make": State.__new__}
    exec(f"def copy(state): twin = make(State); {assignments}; return twin", names)
    copier: Callable[[State], State] = names["copy"]
    return copier


_copy: Final = _write_copy()

Item = TypeVar("Item")


def owned(mine: list[Item], before: list[Item]) -> list[Item]:
    """A list that may be written to: `mine`, or a copy if it is still shared with the state before."""
    return mine.copy() if mine is before else mine


def owner_of_token(number: int) -> Company:
    """The company that the station with this number in `State.tokens` belongs to."""
    return number // TOKENS_PER_COMPANY  # type: ignore[return-value]


def place_of(hex: Hex, stop: int) -> Place:
    return hex * STOPS_PER_HEX + stop  # type: ignore[return-value]  # calling the type would double the cost


def hex_of_place(place: Place) -> Hex:
    return place // STOPS_PER_HEX  # type: ignore[return-value]


def hex_of_border(border: int) -> Hex:
    return border // SIDES  # type: ignore[return-value]


def border_of(hex: Hex, side: int) -> int:
    """A hex side as seen from one of its two hexes."""
    return hex * SIDES + side
