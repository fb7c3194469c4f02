"""Title: the components and tables of a game. Setup: a title with options and players, and what follows from them.

A `Setup` holds everything about a game that can be computed in advance. It never changes; `State` does.
"""

from dataclasses import dataclass
from enum import IntEnum
from typing import TYPE_CHECKING, Any, Final

from goldenspike.core.fields import Kind
from goldenspike.core.hexes import SIDES, neighbors, opposite
from goldenspike.core.holders import FIRST_COMPANY
from goldenspike.core.ids import NO_TILE, Company, Hex, Holder, Player, Private, Tile, Train
from goldenspike.core.market import Market
from goldenspike.core.options import MapKeeping, Options
from goldenspike.core.running import ANY_NUMBER, TrainRule
from goldenspike.core.tiles import Color, Face, Stop, TileType, faces_of, make_face, stop_mapping

if TYPE_CHECKING:
    from goldenspike.core.steps.base import Plan

UNLIMITED: Final = 99
"""An unlimited count."""
ANY_DISTANCE: Final = 99
"""The distance of a diesel."""
ANY_CITY: Final = -1
"""A home in a city of the hex that its owner chooses (7.3.2, V-7.3)."""
NO_CITY: Final = -2
"""A home beside the track of a hex without a city (V-7.5). Its station stands on stop 0 of the hex, which no face there has;
it fills no circle and blocks nobody, and only its owner's runs may count it."""


class RoundKind(IntEnum):
    SEATING = 0
    AUCTION = 1
    STOCK = 2
    OPERATING = 3
    OVER = 4

    def __repr__(self) -> str:
        return f"{type(self).__name__}.{self.name}"


class Power(IntEnum):
    """What a private company gives its owner (T-05)."""

    NONE = 0
    EXTRA_TILE = 1
    TILE_AND_STATION = 2
    EXCHANGE = 3
    FREE_SHARE = 4
    PRESIDENCY = 5
    HALF_COST_TILE = 6
    LICENCE_AND_HALF_COST = 7
    """A free licence for the coal hex, and once half the cost of a tile next to it, which closes it (S-1, JK)."""
    LICENCE_UNTIL_RUN = 8
    """A free licence for the coal hex; closed by the first run there (S-2, PP)."""
    FREE_EXTRA_TILE = 9
    """An additional tile on one of its `power_hexes`, once, free and unconnected (S-4, PL)."""
    CHEAP_TILES = 10
    """Its own hexes cost only `power_cost`; closed when all of them have tiles (S-4, CC)."""


@dataclass(frozen=True, slots=True)
class PrintedHex:
    """A hex as printed on the board."""

    id: str
    name: str
    color: Color
    terrain: str
    cost: int
    stops: tuple[Stop, ...]
    paths: tuple[tuple[int, int], ...]
    label: str
    impassable: int
    """Bit mask of the sides that no track may cross."""
    area: str
    """Name of the off-board area; all its hexes are one stop (7.4.2)."""
    licence: int = 0
    """The price of a licence to run into it, 0 if none is needed (S-1, coal hex)."""
    run_through: bool = False
    """Whether a route may continue through its off-board area (S-1, warehouses)."""
    once: bool = False
    """Whether a train may pass it only once, whatever its track allows (S-1, coal hex)."""
    bonus: int = 0
    """What each run over it adds (S-4, coal fields)."""
    country: str = ""
    """Its country, where borders matter."""
    dormant: tuple[tuple[int, int], ...] = ()
    """Track that becomes usable with a special tile; adjacent tiles may lead there before."""


@dataclass(frozen=True, slots=True)
class Home:
    """Where a company starts; of several it chooses one (V-7.4)."""

    hex: str
    stop: int
    """The city, ANY_CITY or NO_CITY."""
    kept: bool = True
    """Whether a circle is always reserved for it; of the other homes only the last open one is (V-7.4)."""
    value: int = 0
    """The value of a home without a city for its owner's runs (V-7.5)."""
    cost: int = -1
    """The company's own price for the first tile on the hex, -1 if the ordinary one (V-7.6)."""
    closed: bool = False
    """Whether nobody else may have a station in the city before it has chosen (S-1, Richmond)."""


@dataclass(frozen=True, slots=True)
class Destination:
    """Stops, one of which a company's trains should reach from its home, and the shortest distance in hexes."""

    targets: tuple[Home, ...]
    distance: int


@dataclass(frozen=True, slots=True)
class DestinationPay:
    """What destination runs pay: an amount per hex of the shortest distance, less an amount per hex run."""

    early: int = 0
    late: int = 0
    """For each hex of the shortest distance, by phase."""
    per_hex_run: int = 0

    def rate(self, late: bool) -> int:
        return self.late if late else self.early

    def of_run(self, distance: int, hexes: int, late: bool) -> int:
        """The bonus of a run over this many hexes if the shortest distance is `distance`."""
        return distance * self.rate(late) - self.per_hex_run * hexes


NO_DESTINATION_PAY: Final = DestinationPay()


@dataclass(frozen=True, slots=True)
class Charter:
    """A railroad: its charter and certificates."""

    id: str
    name: str
    tokens: int
    homes: tuple[Home, ...]
    color: str
    text_color: str
    president_units: int = 2
    aliases: tuple[str, ...] = ()
    first_tile: str = ""
    """The tile that it may lay on its home hex without a connection (7.2.1), if any."""
    second_units: int = 0
    """Size of its second large certificate in units of ten percent, 0 if it has none (V-7.2)."""
    group: int = 0
    """The group with which it becomes available, 0 if all are available from the start."""
    destinations: tuple[Destination, ...] = ()


@dataclass(frozen=True, slots=True)
class PrivateCompany:
    """A private company: its card."""

    id: str
    name: str
    price: int
    revenue: int
    hexes: tuple[str, ...]
    power: Power
    company: str = ""
    """The company that its power concerns."""
    saleable: bool = True
    """Whether a railroad may buy it."""
    power_hexes: tuple[str, ...] = ()
    """Where its power applies, if not on the hexes that it blocks (S-4, PL)."""
    power_cost: int = 0
    """The cost of a tile with its power (S-4, CC)."""
    station_later: bool = False
    """Whether the free station that comes with its tile may be placed in a later turn too (V-4.0)."""
    shares: tuple[str, ...] = ()
    """Companies whose shares its first owner receives, where FREE_SHARE gives more than one."""


@dataclass(frozen=True, slots=True)
class TrainType:
    id: str
    price: int
    count: int
    distance: int
    phase: str
    """The phase that its first purchase starts; empty if none."""
    obsolete: str = ""
    """The train whose first purchase retires it; empty if it is permanent."""
    trade_in: tuple[str, ...] = ()
    """Trains that lower its price when given in exchange."""
    trade_in_price: int = 0
    available: str = ""
    """The phase from which on it is available, even before the smaller trains are sold out."""
    large: int = 0
    """The most large cities among its stops; 0 if all of them may be large (V-7.10)."""
    obsolete_by_last: bool = False
    """Whether only the last purchase of the train named in `obsolete` retires it, not the first (V-3.0, 4+4)."""
    express: bool = False
    """Whether it may pass stops and counts the best; other trains skip none."""


@dataclass(frozen=True, slots=True)
class Phase:
    id: str
    train_limit: int
    colors: tuple[Color, ...]
    operating_rounds: int
    buy_privates: bool
    close_privates: bool
    late: bool
    """Whether off-board areas pay their larger value."""
    yellow_tiles: int = 1
    """How many yellow tiles a company may lay in a turn."""
    loan: int = 0
    """What the bank pays out for a promissory note of 100, 0 if it does not lend."""


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Title:
    """The components and tables of one version. Compared by identity."""

    name: str
    version: str
    hexes: tuple[PrintedHex, ...]
    tiles: tuple[TileType, ...]
    tile_counts: tuple[int, ...]
    market: Market
    companies: tuple[Charter, ...]
    privates: tuple[PrivateCompany, ...]
    trains: tuple[TrainType, ...]
    phases: tuple[Phase, ...]
    bank: int
    starting_money: tuple[tuple[int, int], ...]
    """Starting money by number of players."""
    certificate_limits: tuple[tuple[int, int], ...]
    token_costs: tuple[int, ...]
    """Cost of each station of a company, the home first (7.3)."""
    private_groups: tuple[tuple[int, tuple[tuple[str, ...], ...]], ...] = ()
    """The groups of private companies by number of players (1.3)."""
    uncertainty: tuple[int, ...] = (0, 0, 0)
    """Tokens drawn with the `reform_trains`: no change, short runs, retain revenue (S-5)."""
    reform_trains: tuple[str, ...] = ("5",)
    """The trains whose last sale brings the market reform in the next stock round (V-5.1, S-5)."""
    cities_may_join: bool = False
    """Whether a tile may lead the exits of two cities into one (V-7.9 variable)."""
    no_hex_twice: bool = False
    """Whether a train may run to each hex only once (S-4)."""
    has_shares: bool = True
    """Whether railroads have shares and a price; not in the starter game."""
    float_units: int = 6
    holding_units: int = 6
    pool_units: int = 5
    few_players: int = 0
    """Up to this number of players, `holding_units_of_few` limits the shares in one company."""
    holding_units_of_few: int = 0
    limits_by_companies: tuple[tuple[int, tuple[tuple[int, int], ...]], ...] = ()
    """The certificate limit by companies and by players still in the game; empty if it never changes."""
    abroad_percent: int = 100
    """The cost of a station abroad, in percent of the ordinary one."""
    pool_pays_company: bool = True
    """Whether the dividends of shares in the pool go to the company; otherwise they stay in the bank."""
    sale_before_operating_falls_first: bool = False
    """Whether shares of a company that has never operated are sold at the price after the fall."""
    forced_any_train: bool = False
    """Whether a president who must help may choose among all trains on offer, not only the cheapest."""
    privates_count: bool = True
    """Whether private companies are worth their price at the end."""
    neutral_markers: int = 0
    """The number of markers that belong to no company and only block."""
    chapters: tuple[tuple[str, str], ...] = ()
    """For paragraphs that reasons cite, the matching ones in this title's book, empty if there is none."""
    contents: tuple[str, ...] = ()
    """The chapters of its book; empty for the book that the reasons cite directly."""
    destination_pay: DestinationPay = NO_DESTINATION_PAY

    def __repr__(self) -> str:
        return f"<Title {self.name} {self.version}>"


@dataclass(frozen=True, slots=True)
class Lay:
    """A tile that fits a hex: its face, and what becomes of the old stops (see `stop_mapping`)."""

    face: int
    stops: tuple[int, ...]
    twin: bool
    """Whether an earlier rotation of the tile looks the same."""
    joins: bool = False
    """Whether one city of the new tile takes over the exits of two old ones (V-7.9 variable)."""


class Setup:
    """A title with options and a number of players, and everything that follows from them.

    Not a dataclass: when compiled it would need `Plan` before it is defined.
    """

    def __init__(self, title: Title, options: Options, players: int, plan: "Plan") -> None:
        self.title = title
        self.options = options
        self.players = players
        self.plan = plan
        """The steps of each round."""
        self.has_map = options.map is MapKeeping.KEPT
        """Whether the program keeps the map; otherwise it lies on the real table."""
        self.all_players = tuple([Player(Holder(number)) for number in range(players)])
        self.all_companies = tuple([Company(number) for number in range(len(title.companies))])
        self.all_privates = tuple([Private(number) for number in range(len(title.privates))])
        self.all_trains = tuple([Train(number) for number in range(len(title.trains))])
        self.all_tiles = tuple([Tile(number) for number in range(len(title.tiles))])
        self.all_hexes = tuple([Hex(number) for number in range(len(title.hexes))])
        self.counts = [0] * len(Kind)
        """The number of things of each kind that actions refer to by index."""
        self.counts[Kind.PLAYER] = players
        self.counts[Kind.COMPANY] = len(title.companies)
        self.counts[Kind.PRIVATE] = len(title.privates)
        self.counts[Kind.TRAIN] = len(title.trains)
        self.counts[Kind.TILE] = len(title.tiles)
        self.counts[Kind.HEX] = len(title.hexes)
        self.counts[Kind.HOLDER] = FIRST_COMPANY + len(title.companies)
        faces: list[Face] = []
        for tile in self.all_tiles:
            faces.extend(faces_of(title.tiles[tile], tile))
        self.first_printed = len(faces)
        faces.extend(make_face(NO_TILE, 0, h.color, h.label, h.stops, h.paths) for h in title.hexes)
        self.faces = tuple(faces)
        """Tile t in rotation r is face t * 6 + r; the print of hex h is face `first_printed` + h."""
        self.hex_index = {title.hexes[hex].id: hex for hex in self.all_hexes}
        self.neighbors = neighbors(tuple(h.id for h in title.hexes))
        self.open_sides = tuple(self._open_sides(hex) for hex in self.all_hexes)
        """For each hex the bit mask of the sides that track may lead to (7.2.1)."""
        self.tile_index = {
            name: tile for tile in self.all_tiles for name in (title.tiles[tile].old, title.tiles[tile].id) if name
        }
        """Tiles by id and old number."""
        self.company_index = {
            name: company
            for company in self.all_companies
            for name in (title.companies[company].id, *title.companies[company].aliases)
        }
        """Companies by id and by the symbols that other programs use."""
        self.private_index = {title.privates[private].id: private for private in self.all_privates}
        self.train_index = {title.trains[train].id: train for train in self.all_trains}
        self.phase_index = {phase.id: number for number, phase in enumerate(title.phases)}
        names = [h.area for h in title.hexes if h.area]
        self.areas = tuple(names.index(h.area) if h.area else -1 for h in title.hexes)
        """For each hex the number of its off-board area, -1 for none."""
        self.private_hexes = {
            self.hex_index[name]: private
            for private in self.all_privates
            for name in title.privates[private].hexes
            if name in self.hex_index
        }
        self.privates_with = {
            power: [private for private in self.all_privates if title.privates[private].power is power] for power in Power
        }
        """The private companies with each power."""
        self.train_rules = tuple([TrainRule(card.distance, card.large or ANY_NUMBER, card.express) for card in title.trains])
        """How each type of train counts stops."""
        self.value_ranks = _rank_by_value(title.market)
        """For each cell of the market how many lie before it in the order of values (7.0)."""
        self.starting_money = dict(title.starting_money)[self.players]
        self.certificate_limit = dict(title.certificate_limits)[self.players]
        self._lays: dict[tuple[int, int], dict[int, Lay]] = {}
        self.plain = not (
            title.no_hex_twice
            or any(title.uncertainty)
            or any(h.licence or h.run_through or h.once or h.bonus for h in title.hexes)
            or any(home.stop == NO_CITY for company in title.companies for home in company.homes)
        )
        """Whether runs depend on track and stations only (see rules.situation)."""

    def __copy__(self) -> "Setup":
        return self

    def __deepcopy__(self, memo: dict[int, object]) -> "Setup":
        """Nothing in a setup ever changes, and what is known of its boards is found by its identity."""
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        """Everything else is derived again."""
        return Setup, (self.title, self.options, self.players, self.plan)

    def __repr__(self) -> str:
        return f"<Setup {self.title.name} {self.title.version}, {self.players} players>"

    def _open_sides(self, hex: Hex) -> int:
        """Sides that lead to another hex, are not barred, and do not meet the blank side of a gray or red hex."""
        mask = 0
        printed = self.title.hexes[hex]
        for side in range(SIDES):
            other = self.neighbors[hex * SIDES + side]
            if other < 0 or printed.impassable >> side & 1:
                continue
            across = self.title.hexes[other]
            back = opposite(side)
            if across.impassable >> back & 1:
                continue
            exits = self.faces[self.first_printed + other].exits
            for track in across.dormant:
                exits |= 1 << track[0] | 1 << track[1]
            if across.color in (Color.GRAY, Color.RED) and not exits >> back & 1:
                continue
            mask |= 1 << side
        return mask

    def face_of_tile(self, tile: Tile, rotation: int) -> int:
        return tile * SIDES + rotation

    def lays(self, hex: Hex, face: int) -> tuple[Lay, ...]:
        """All tiles and rotations that may replace what is on a hex, by track, color, label and the map (7.2)."""
        return tuple(self.lays_by_face(hex, face).values())

    def lays_by_face(self, hex: Hex, face: int) -> dict[int, Lay]:
        """The same by the face that they put on the hex."""
        key = (hex, face)
        found = self._lays.get(key)
        if found is None:
            found = self._lays[key] = self._find_lays(hex, face)
        return found

    def fits_label(self, tile: TileType, hex: Hex) -> bool:
        """Whether a tile fits the label of a hex: its own, or one of those it lists."""
        label = self.title.hexes[hex].label
        return label in tile.fits if tile.fits else label == tile.label

    def _find_lays(self, hex: Hex, face: int) -> dict[int, Lay]:
        old = self.faces[face]
        if old.color in (Color.GRAY, Color.RED):
            return {}
        allowed = self.title.tiles[old.tile].upgrades if old.tile >= 0 else ()
        found: dict[int, Lay] = {}
        for number, tile in enumerate(self.title.tiles):
            if tile.color != old.color + 1 or not self.fits_label(tile, hex):
                continue
            if old.tile >= 0 and tile.id not in allowed:
                continue
            if old.tile < 0 and not same_stops(tile, old.stops):
                continue
            seen: set[tuple[tuple[int, int], ...]] = set()
            for rotation in range(SIDES):
                new = self.faces[number * SIDES + rotation]
                shape = tuple(sorted((min(a, b), max(a, b)) for a, b in new.paths))
                if new.exits & ~self.open_sides[hex]:
                    continue
                mapping = stop_mapping(old, new, False)
                joins = mapping is None and self.title.cities_may_join and len(old.stops) > 1
                if joins:
                    mapping = stop_mapping(old, new, True)
                if mapping is None:
                    continue
                # Where cities join, a station's owner chooses its city again.
                stops = tuple([-1 for _ in mapping]) if joins else mapping
                placed = number * SIDES + rotation
                found[placed] = Lay(placed, stops, shape in seen, joins)
                seen.add(shape)
        return found


def _rank_by_value(market: Market) -> tuple[int, ...]:
    """Highest value first; then further right, further up (7.0)."""
    columns = market.columns
    keyed = sorted([(-price, -(cell % columns), cell // columns, cell) for cell, price in enumerate(market.prices)])
    ranks = [0] * len(keyed)
    for rank, key in enumerate(keyed):
        ranks[key[3]] = rank
    return tuple(ranks)


def same_stops(tile: TileType, printed: tuple[Stop, ...]) -> bool:
    """Whether a tile has the stops of the print; one made for certain labels may join several into one."""
    if [stop.kind for stop in tile.stops] == [stop.kind for stop in printed]:
        return True
    return bool(tile.fits) and 0 < len(tile.stops) < len(printed) and tile.stops[0].kind is printed[0].kind
