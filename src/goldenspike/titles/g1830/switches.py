"""How options change the contents of a box (V-1.2 to V-1.7, V-5.3, V-7.2 to V-7.6, S-6.3)."""

from collections.abc import Callable
from dataclasses import replace

from goldenspike.core.options import AfterAllPass, AuctionPass, BiddingOrder, Options, Raises
from goldenspike.core.title import ANY_CITY, Power, Title, TrainType
from goldenspike.titles.g1830.assembly import (
    homeless,
    on_board,
    with_home_choices,
    with_homes,
    with_privates,
    with_railroads,
    with_second_certificates,
)
from goldenspike.titles.g1830.board import CLASSIC_BOARD
from goldenspike.titles.g1830.board_plus import PLUS_BOARD
from goldenspike.titles.g1830.board_tiles import S1_STRAIGHT
from goldenspike.titles.g1830.boxes import (
    BASE_LIMITS,
    BOARD_LIMITS,
    CHART_LIMITS,
    CLASSIC,
    S1,
    one_more,
    reading_tiles,
    with_reading,
    with_tiles,
)
from goldenspike.titles.g1830.companies import DH, EXTRA_COMPANIES, RDR_CHOICE, RDR_READING, RDR_SCHUYLKILL, SV
from goldenspike.titles.g1830.options import (
    BankSize,
    Board,
    CertificateLimits,
    DhStation,
    Diesels,
    GreenOo,
    Options1830,
    PlusObsolescence,
    PrivateSale,
    ReadingHome,
    SecondCertificates,
    TileMix,
    Undealt,
    own,
)
from goldenspike.titles.g1830.random_map import on_random_map
from goldenspike.titles.g1830.tiles import (
    ADDITIONAL_TILES,
    CLASSIC_COUNTS,
    MIX_A_COUNTS,
    MIX_B_COUNTS,
    S1_ON_BOARD,
    S1_VARIANT_COUNTS,
    TILES,
    unlimited,
    with_added,
    with_removed,
    with_variable_oo,
)
from goldenspike.titles.g1830.trains import (
    REFORM_TRAINS,
    count_of,
    with_count,
    with_ordinary_obsolescence,
    with_plus_trains,
    with_unlimited_diesels,
    without,
)

_BANK = {BankSize.SHORT: -7500, BankSize.EXTENDED: 8000, BankSize.FULL: 0}
_LIMITS = {
    CertificateLimits.BASE: BASE_LIMITS,
    CertificateLimits.CHART: CHART_LIMITS,
    CertificateLimits.BOARD: BOARD_LIMITS,
}
_MIXES = {
    TileMix.CLASSIC: CLASSIC_COUNTS,
    TileMix.MIX_A: MIX_A_COUNTS,
    TileMix.MIX_B: MIX_B_COUNTS,
    TileMix.S1_VARIANT: S1_VARIANT_COUNTS,
}
_SECONDS: dict[SecondCertificates, tuple[str, ...]] = {
    SecondCertificates.NONE: (),
    SecondCertificates.ERIE: ("Erie",),
    SecondCertificates.NW: ("N&W",),
    SecondCertificates.BOTH: ("Erie", "N&W"),
}
_READING = {
    ReadingHome.READING: RDR_READING,
    ReadingHome.SCHUYLKILL: RDR_SCHUYLKILL,
    ReadingHome.CHOICE: RDR_CHOICE,
}


def wanted_railroads(options: Options1830) -> tuple[str, ...]:
    """The additional railroads that a table asks for (V-1.6)."""
    requested = (("N&W", options.with_nw), ("PMQ", options.with_pmq), ("NKP", options.with_nkp), ("RDR", options.with_rdr))
    return tuple(name for name, chosen in requested if chosen)


def wanted_privates(options: Options1830) -> tuple[str, ...]:
    """The additional private companies that a table asks for (V-1.5)."""
    requested = (("PL", options.with_pl), ("CC", options.with_cc), ("PP", options.with_pp), ("JK", options.with_jk))
    return tuple(name for name, chosen in requested if chosen)


def apply_options(title: Title, options: Options1830) -> Title:
    """The box with the options applied."""
    title = _with_board(title, options)
    title = _with_companies(title, options)
    title = _with_tiles(title, options)
    title = _with_trains(title, options)
    title = _with_powers(title, options)
    limits = title.certificate_limits
    if options.certificate_limits is not CertificateLimits.VERSION:
        chosen = _LIMITS[options.certificate_limits]
        limits = one_more(chosen) if options.reading else chosen
    return replace(title, bank=title.bank + _BANK[options.bank], certificate_limits=limits)


def _with_board(title: Title, options: Options1830) -> Title:
    if options.board is Board.PLUS:
        title = on_board(title, PLUS_BOARD)
    elif options.board is Board.CLASSIC:
        title = on_board(title, CLASSIC_BOARD)
    if options.reading:
        title = with_reading(title)
    return on_random_map(title, options.random_map) if options.random_map else title


def _with_companies(title: Title, options: Options1830) -> Title:
    title = with_railroads(title, wanted_railroads(options))
    title = with_privates(title, wanted_privates(options))
    if options.second_certificates is not SecondCertificates.VERSION:
        title = with_second_certificates(title, _SECONDS[options.second_certificates])
    if options.with_rdr:
        title = with_homes(title, _READING[options.reading_home])
    if options.home_choice:
        title = with_home_choices(title)
    if not options.oo_home:
        title = replace(
            title,
            companies=tuple(
                replace(company, homes=tuple(replace(home, stop=0) for home in company.homes))
                if all(home.stop == ANY_CITY for home in company.homes)
                else company
                for company in title.companies
            ),
        )
    return title


def _with_tiles(title: Title, options: Options1830) -> Title:
    if options.tiles is not TileMix.VERSION:
        mix = _MIXES[options.tiles]
        if S1_STRAIGHT in title.hexes:
            mix = with_removed(mix, S1_ON_BOARD)
        title = with_tiles(title, reading_tiles(mix) if options.reading else mix)
    counts = dict(zip((tile.id for tile in title.tiles), title.tile_counts, strict=True))
    if options.additional_tiles:
        title = with_tiles(title, with_added(counts, ADDITIONAL_TILES))
        counts = dict(zip((tile.id for tile in title.tiles), title.tile_counts, strict=True))
    if options.unlimited_tiles:
        title = with_tiles(title, unlimited(counts))
    if options.green_oo is GreenOo.VARIABLE:
        title = replace(title, tiles=with_variable_oo(title.tiles), cities_may_join=True)
    return title


def _with_trains(title: Title, options: Options1830) -> Title:
    """One "no change" token for each 5-train but one (S-5.1)."""
    trains = _trains(title, options)
    fives = tuple(train.id for train in trains if train.id in REFORM_TRAINS)
    unchanged = sum(count_of(trains, name) for name in fives) - 1
    tokens = (unchanged, 1, 1) if options.uncertainty else title.uncertainty
    return replace(title, trains=trains, reform_trains=fives, uncertainty=tokens)


def _trains(title: Title, options: Options1830) -> tuple[TrainType, ...]:
    trains = title.trains
    if options.third_six:
        trains = with_count(trains, "6", 3)
    if options.plus_trains and not any(train.large for train in trains):
        trains = with_plus_trains(trains)
    if options.plus_obsolescence is PlusObsolescence.ORDINARY:
        trains = with_ordinary_obsolescence(trains)
    if options.diesels is Diesels.NONE:
        trains = without(trains, "D")
    elif options.diesels is Diesels.UNLIMITED:
        trains = with_unlimited_diesels(trains)
    elif options.diesels is Diesels.SIX:
        trains = with_count(trains, "D", 6)
    return trains


def _with_powers(title: Title, options: Options1830) -> Title:
    """Apply the options about the powers of SV and DH (V-4.0)."""
    privates = list(title.privates)
    for number, private in enumerate(privates):
        if private.id == SV.id and options.sv_half_cost:
            privates[number] = replace(private, power=Power.HALF_COST_TILE)
        elif private.id == DH.id and options.dh_station is DhStation.FLEXIBLE:
            privates[number] = replace(private, station_later=True)
    return replace(title, privates=tuple(privates))


# --- impossible combinations


def _is_homeless(title: Title, options: Options1830) -> bool:
    wanted = [company for company in EXTRA_COMPANIES if company.id in wanted_railroads(options)]
    return bool(homeless(wanted, _with_board(title, options).hexes))


def _leaves_the_classic_box(title: Title, options: Options1830) -> bool:
    return bool(
        options.reading
        or options.board is Board.PLUS
        or title.hexes is not CLASSIC.hexes
        or wanted_railroads(options)
        or wanted_privates(options)
        or options.home_choice
    )


def _has_no_second(title: Title, options: Options1830) -> bool:
    railroads = {company.id for company in title.companies} | set(wanted_railroads(options))
    return any(name not in railroads for name in _SECONDS.get(options.second_certificates, ()))


def _has_plus_trains(title: Title, options: Options1830) -> bool:
    return options.plus_trains or any(train.large for train in title.trains)


def _lacks_tiles(title: Title, options: Options1830) -> bool:
    """Whether a city that takes only its own tiles has none: Toronto in S-2 with another mix (V-1.4)."""
    if options.tiles is TileMix.VERSION:
        return False
    there = {tile.label for tile in TILES if tile.id in _MIXES[options.tiles]}
    return any(printed.label not in there for printed in title.hexes if printed.label)


def _holds_no_auction(options: Options1830) -> bool:
    return options.private_sale is PrivateSale.DEALT and options.undealt is not Undealt.AUCTION


def _leaves_no_choice(title: Title, options: Options1830) -> bool:
    box = _with_companies(_with_board(title, options), options)
    return options.home_choice and not any(len(company.homes) > 1 for company in box.companies)


IMPOSSIBLE: tuple[tuple[str, Callable[[Title, Options1830], bool]], ...] = (
    ("no_home_on_this_board", _is_homeless),
    ("reading_needs_classic_board", lambda title, options: options.reading and title.hexes is not CLASSIC.hexes),
    ("scenario_has_its_board", lambda title, o: o.board is not Board.VERSION and title.hexes is not CLASSIC.hexes),
    ("random_map_needs_classic_box", lambda title, o: bool(o.random_map) and _leaves_the_classic_box(title, o)),
    ("no_group_for_it", lambda title, o: o.private_sale is PrivateSale.BID_AND_CHOOSE and title.privates != CLASSIC.privates),
    ("reading_not_in_play", lambda title, o: o.reading_home is not ReadingHome.READING and not o.with_rdr),
    ("railroad_not_in_play", _has_no_second),
    ("no_choice_of_homes", _leaves_no_choice),
    (
        "no_plus_trains",
        lambda title, o: o.plus_obsolescence is PlusObsolescence.ORDINARY and not _has_plus_trains(title, o),
    ),
    ("tiles_of_another_version", lambda title, o: o.tiles is TileMix.S1_VARIANT and title.hexes is not S1.hexes),
    ("no_tiles_for_its_label", _lacks_tiles),
    ("enough_six_trains", lambda title, o: o.third_six and count_of(title.trains, "6") > 2),
    ("only_in_the_auction", lambda title, o: _holds_no_auction(o) and o.bidding_order is not BiddingOrder.FORMAL),
    ("only_in_the_auction", lambda title, o: _holds_no_auction(o) and o.auction_pass is not AuctionPass.STILL_IN),
    ("only_in_the_auction", lambda title, o: _holds_no_auction(o) and o.raises is not Raises.AT_LEAST_FIVE),
    ("only_in_the_auction", lambda title, o: _holds_no_auction(o) and o.after_all_pass is not AfterAllPass.PRIORITY),
)
"""Reasons why a box cannot be assembled: the code of a sentence in `text`, and its condition.

Values that exclude each other in every version are in `EXCLUSIONS`; these conditions depend on the version's box.
"""


REASONS = tuple(dict.fromkeys(reason for reason, _ in IMPOSSIBLE))


def impossible(title: Title, options: Options, players: int) -> str:
    """Why a box cannot be assembled, as the code of a sentence in `text`; empty if it can."""
    return next((reason for reason, holds in IMPOSSIBLE if holds(title, own(options))), "")
