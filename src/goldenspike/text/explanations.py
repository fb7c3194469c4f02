"""Explanations of private companies, market zones and terms, with the figures of this game and the paragraph of its book.

An explanation consists of sentences, some of which apply only to certain titles or options. All figures come from the setup and
the state, so they agree with the rules in force. None of them is hidden from anybody.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from string import Formatter
from typing import Final

from goldenspike.core.ids import Private, by_company
from goldenspike.core.market import Zone
from goldenspike.core.options import BrownPurchases, Capital, ForcedPurchase, Knowledge, MarketPeak, PriceFall
from goldenspike.core.rules.certificate_limit import certificate_limit, holding_limit
from goldenspike.core.rules.floating import ALL_UNITS
from goldenspike.core.rules.private_company import price_range
from goldenspike.core.rules.share_price import zone_of
from goldenspike.core.state import State
from goldenspike.core.tiles import StopKind
from goldenspike.core.title import ANY_DISTANCE, Setup, TrainType
from goldenspike.text.amounts import money, percent
from goldenspike.text.catalogue import FALLBACK, dialect, message, words
from goldenspike.text.names import Context, help_private, name_hex, name_list, name_player, name_private
from goldenspike.text.sentences import cite_paragraph, join_sentences
from goldenspike.text.switches import name_paragraph

UNIT_PERCENT: Final = 100 // ALL_UNITS


@dataclass(frozen=True, slots=True)
class Explanation:
    id: str
    """Unique in a game: the name of a term, or `private-` and the id of a private company."""
    name: str
    text: str
    paragraph: str
    """The paragraph of the title's book as printed; empty if there is none."""
    option: str = ""
    """The option that decides it; empty if there is none."""
    also: str = ""
    """In the glossary: other words under which people look for it."""


Condition = Callable[[Setup], bool]


@dataclass(frozen=True, slots=True)
class Term:
    """The paragraph, and the sentences by name with the games that they apply to. Without any it is no term of the game."""

    paragraph: str
    sentences: Mapping[str, Condition]
    option: str = ""
    in_glossary: tuple[str, ...] = ()
    """Messages of the glossary: GENERAL where the sentences tell of a position, ALSO if people look for it by other words."""


GENERAL: Final = "general"
ALSO: Final = "also"


def _always(setup: Setup) -> bool:
    return True


def _has_shares(setup: Setup) -> bool:
    return setup.title.has_shares


def _has_no_shares(setup: Setup) -> bool:
    return not setup.title.has_shares


def _president_pays(setup: Setup) -> bool:
    return setup.title.has_shares and setup.options.forced_purchase is ForcedPurchase.BANKRUPTCY


def _falls_per_share(setup: Setup) -> bool:
    return setup.title.has_shares and setup.options.price_fall is PriceFall.PER_SHARE


def _falls_per_block(setup: Setup) -> bool:
    return setup.title.has_shares and setup.options.price_fall is PriceFall.PER_BLOCK


def _has_zone(zone: Zone) -> Condition:
    return lambda setup: setup.title.has_shares and zone in setup.title.market.zones


def _peak_ends(setup: Setup) -> bool:
    """Whether a share value may end the game: by an option, or in titles that set a limit below the highest price."""
    market = setup.title.market
    return setup.options.market_peak_ends is not MarketPeak.OFF or market.highest < max(market.prices)


def _has_off_board_areas(setup: Setup) -> bool:
    return any(stop.kind is StopKind.OFFBOARD for face in setup.faces for stop in face.stops)


def _sells_privates(setup: Setup) -> bool:
    return any(phase.buy_privates for phase in setup.title.phases) and any(card.saleable for card in setup.title.privates)


def _closes_privates(setup: Setup) -> bool:
    return bool(setup.title.privates) and any(phase.close_privates for phase in setup.title.phases)


TERMS: Final[Mapping[str, Term]] = {
    # --- shares
    "certificate_limit": Term(
        "5.3",
        {
            "text": _has_shares,
            "holding": _has_shares,
            "zones": _has_zone(Zone.YELLOW),
            "falls": lambda setup: bool(setup.title.limits_by_companies),
        },
        in_glossary=(GENERAL, ALSO),
    ),
    "priority": Term("6.0", {"text": _has_shares}, in_glossary=(GENERAL, ALSO)),
    "president": Term("6.4", {"text": _has_shares, "pays": _president_pays, "starter": _has_no_shares}, in_glossary=(ALSO,)),
    "par": Term("5.2", {"text": _has_shares}, in_glossary=(ALSO,)),
    "price": Term(
        "5.5", {"text": _has_shares, "per_share": _falls_per_share, "per_block": _falls_per_block}, in_glossary=(ALSO,)
    ),
    "offering": Term("5.1", {"text": _has_shares}, in_glossary=(ALSO,)),
    "pool": Term(
        "5.1",
        {
            "text": _has_shares,
            "company": lambda setup: setup.title.has_shares and setup.title.pool_pays_company,
            "bank": lambda setup: setup.title.has_shares and not setup.title.pool_pays_company,
        },
        in_glossary=(ALSO,),
    ),
    "float": Term(
        "6.3",
        {
            "text": _has_shares,
            "at_once": lambda setup: setup.title.has_shares and setup.options.capital is Capital.AT_ONCE,
            "later": lambda setup: setup.title.has_shares and setup.options.capital is Capital.END_OF_ROUND,
        },
        in_glossary=(ALSO,),
    ),
    "sold": Term("6.1", {"text": _has_shares}),
    # --- the market
    "zone_par": Term("5.2", {"text": _has_zone(Zone.PAR)}),
    "zone_yellow": Term("5.4", {"text": _has_zone(Zone.YELLOW)}, in_glossary=(GENERAL,)),
    "zone_orange": Term("5.4", {"text": _has_zone(Zone.ORANGE)}),
    "zone_brown": Term(
        "5.4",
        {
            "text": _has_zone(Zone.BROWN),
            "pool": lambda setup: _has_zone(Zone.BROWN)(setup) and setup.options.brown_purchases is BrownPurchases.POOL_ONLY,
            "all": lambda setup: _has_zone(Zone.BROWN)(setup) and setup.options.brown_purchases is BrownPurchases.ALL,
        },
    ),
    "edge": Term("5.5", {"text": _has_shares}),
    "peak": Term("8.0", {"text": lambda setup: setup.title.has_shares and _peak_ends(setup)}),
    "closed_cell": Term("XII", {"text": lambda setup: setup.title.market.closed >= 0}),
    # --- railroads
    "treasury": Term("7.1", {"text": _always}, in_glossary=(ALSO,)),
    "hidden": Term(
        "",
        {
            "partial": lambda setup: setup.options.knowledge is Knowledge.PARTIAL,
            "closed": lambda setup: setup.options.knowledge is Knowledge.CLOSED,
            "totals": lambda setup: setup.options.knowledge is Knowledge.TOTALS,
            "text": lambda setup: setup.options.knowledge in (Knowledge.PARTIAL, Knowledge.CLOSED),
        },
        option="knowledge",
    ),
    "revenue": Term("7.5", {"text": _always, "pay": _has_shares}, in_glossary=(ALSO,)),
    "stations": Term("7.3", {"text": _always, "abroad": lambda setup: setup.title.abroad_percent != 100}, in_glossary=(ALSO,)),
    "group": Term("XV", {"text": lambda setup: any(company.group for company in setup.title.companies)}),
    # --- trains
    "trains": Term(
        "7.4.1",
        {
            "text": _always,
            "diesel": lambda setup: any(train.distance == ANY_DISTANCE for train in setup.title.trains),
            "plus": lambda setup: any(train.large for train in setup.title.trains),
            "express": lambda setup: any(train.express for train in setup.title.trains),
        },
        in_glossary=(ALSO,),
    ),
    "stops": Term("7.4.1", {"text": _always, "off_board": _has_off_board_areas}, in_glossary=(ALSO,)),
    "train_limit": Term("7.6", {"text": _always}, in_glossary=(GENERAL,)),
    "rust": Term(
        "3.0",
        {
            "text": lambda setup: any(train.obsolete for train in setup.title.trains),
            "delayed": lambda setup: setup.options.delayed_obsolescence,
        },
        in_glossary=(ALSO,),
    ),
    "open_market": Term("7.6", {"text": _always}),
    # --- the game
    "rounds": Term("2.0", {"text": _has_shares}, in_glossary=(GENERAL, ALSO)),
    "phase": Term("3.0", {"text": _always}, in_glossary=(GENERAL,)),
    "bank": Term("8.0", {"text": _has_shares}, in_glossary=(ALSO,)),
    "privates": Term(
        "4.1",
        {
            "text": lambda setup: bool(setup.title.privates),
            "buy": _sells_privates,
            "close": _closes_privates,
            "kept": lambda setup: bool(setup.title.privates) and not _sells_privates(setup),
        },
        in_glossary=(ALSO,),
    ),
    "rounds_left": Term("", {"text": _has_shares}),
    "liquidity": Term("", {"text": _has_shares}),
    "income": Term("", {"text": _has_shares}),
    "wealth": Term(
        "8.0",
        {
            "text": _has_shares,
            "privates": lambda setup: bool(setup.title.privates) and setup.title.privates_count,
            "starter": _has_no_shares,
        },
        in_glossary=(ALSO,),
    ),
}
"""The terms by id. The name of a term is `term.<id>`, a sentence or message of the glossary `term.<id>.<name>`."""

ZONES: Final = {Zone.PAR: "zone_par", Zone.YELLOW: "zone_yellow", Zone.ORANGE: "zone_orange", Zone.BROWN: "zone_brown"}
"""The terms for zones of the market."""

STEPS: Final = {
    "term.rule": ("paragraph",),
    "term.option": (),
    "term.meanings": (),
    "term.step": ("value", "phase"),
    "term.retires": ("train", "by"),
    "term.retires_last": ("train", "by"),
    "term.here": ("names",),
    "term.private.pays": ("price", "income"),
    "term.private.blocks": ("hexes",),
    "term.private.buy": ("least", "most", "phase"),
    "term.private.kept": (),
}
"""Other messages, with their facts."""


def explain_all(s: State, context: Context, language: str) -> tuple[Explanation, ...]:
    """Everything that this game explains: its terms, zones and private companies."""
    own = dialect(language, context.setup.title.name)
    here = tuple((id, tuple(railroads)) for id, railroads in _railroads_by_zone(context.setup, s).items())
    return (*_terms(tuple(_figures(s, context, own).items()), here, context, own), *_privates(context, own))


def glossary(setup: Setup, language: str) -> tuple[Explanation, ...]:
    """The terms of a title by name, with the sentences that hold in every position."""
    own, context = dialect(language, setup.title.name), Context(setup)
    facts = _figures(setup.plan.flow.opening(setup), context, own)
    found = []
    for id, term in TERMS.items():
        names = [name for name, applies in term.sentences.items() if applies(setup)]
        if not names or id in _OF_A_PAGE:
            continue
        ids = [f"term.{id}.{name}" for name in (*(name for name in term.in_glossary if name == GENERAL), *names)]
        lasting = (one for one in ids if not _OF_A_POSITION & set(names_in(message(one, FALLBACK) or "")))
        text = join_sentences(words(one, own, **facts) for one in lasting)
        also = words(f"term.{id}.{ALSO}", own) if ALSO in term.in_glossary else ""
        found.append(Explanation(id, words(f"term.{id}", own), text, _cite(term, context, own), term.option, also))
    return tuple(sorted(found, key=lambda one: one.name.casefold()))


def names_in(text: str) -> list[str]:
    """The names of the placeholders in a message."""
    return [name for _, name, _, _ in Formatter().parse(text) if name]


_OF_A_POSITION: Final = frozenset(("certificates", "priority", "phase", "color", "rounds", "train_limit"))
"""Facts that change during a game."""
_OF_A_PAGE: Final = frozenset(("sold", "hidden", "rounds_left", "liquidity", "income"))
"""Terms that only the page of a table uses."""
_OF_A_BOOK: Final = frozenset(("stops",))
"""Terms that only the glossary has."""


def market_terms(setup: Setup) -> dict[int, str]:
    """What explains each cell of the market: its zone, an end of the game or of a company, the edge, or the share value."""
    market = setup.title.market
    found: dict[int, str] = {}
    for cell, price in enumerate(market.prices):
        if cell == market.closed:
            found[cell] = "closed_cell"
        elif not price:
            continue
        elif market.zones[cell] in ZONES:
            found[cell] = ZONES[market.zones[cell]]
        elif price >= market.highest and _peak_ends(setup):
            found[cell] = "peak"
        else:
            is_edge = market.right(cell) != cell + 1 or market.left(cell) != cell - 1
            found[cell] = "edge" if is_edge else "price"
    return found


@lru_cache(maxsize=256)
def _terms(
    figures: tuple[tuple[str, str], ...], railroads: tuple[tuple[str, tuple[str, ...]], ...], context: Context, language: str
) -> tuple[Explanation, ...]:
    """What is true of the terms with these figures and these railroads in each zone; most moves change neither."""
    return tuple(_explain_terms(dict(figures), dict(railroads), context, language))


def _explain_terms(
    facts: Mapping[str, str], here: Mapping[str, Sequence[str]], context: Context, language: str
) -> Iterator[Explanation]:
    setup = context.setup
    for id, term in TERMS.items():
        if id in _OF_A_BOOK:
            continue
        told = [words(f"term.{id}.{name}", language, **facts) for name, applies in term.sentences.items() if applies(setup)]
        if told and here.get(id):
            told.append(words("term.here", language, names=name_list(here[id], language)))
        if told:
            yield Explanation(
                id, words(f"term.{id}", language), join_sentences(told), _cite(term, context, language), term.option
            )


def _cite(term: Term, context: Context, language: str) -> str:
    return name_paragraph(cite_paragraph(term.paragraph, context), language)


def _railroads_by_zone(setup: Setup, s: State) -> dict[str, list[str]]:
    """The railroads whose tokens are in a colored zone, by the zone's term."""
    found: dict[str, list[str]] = {}
    for company, charter in by_company(setup.title.companies):
        zone = zone_of(setup, s, company)
        if zone >= Zone.YELLOW:
            found.setdefault(ZONES[zone], []).append(charter.id)
    return found


@lru_cache(maxsize=256)
def _privates(context: Context, language: str) -> tuple[Explanation, ...]:
    return tuple(_explain_privates(context, language))


def _explain_privates(context: Context, language: str) -> Iterator[Explanation]:
    setup = context.setup
    phase = next((phase.id for phase in setup.title.phases if phase.buy_privates), "")
    for private in setup.all_privates:
        told = _private_sentences(private, phase, context, language)
        paragraph = name_paragraph(cite_paragraph("T-05", context), language)
        id = f"private-{setup.title.privates[private].id}"
        yield Explanation(id, name_private(private, context, language), join_sentences(told), paragraph)


def _private_sentences(private: Private, phase: str, context: Context, language: str) -> Iterator[str]:
    """Price and income, what it does, the hexes that it blocks, and whether railroads may buy it from a phase on."""
    card = context.setup.title.privates[private]
    price, income = money(card.price, language), money(card.revenue, language)
    yield words("term.private.pays", language, price=price, income=income)
    yield help_private(private, context, language)
    blocked = [context.setup.hex_index[hex] for hex in card.hexes if hex in context.setup.hex_index]
    if blocked:
        names = [name_hex(hex, context, language) for hex in blocked]
        yield words("term.private.blocks", language, hexes=name_list(names, language))
    if phase and card.saleable:
        least, most = (money(bound, language) for bound in price_range(context.setup, private))
        yield words("term.private.buy", language, least=least, most=most, phase=phase)
    elif phase:
        yield words("term.private.kept", language)


def _figures(s: State, context: Context, language: str) -> dict[str, str]:
    """Every figure that a sentence may use."""
    setup, title = context.setup, context.setup.title
    phase = title.phases[s.phase]
    presidents = sorted({company.president_units for company in title.companies})

    def share(units: int) -> str:
        return percent(units * UNIT_PERCENT, language)

    def amounts(values: Iterable[int]) -> str:
        return name_list([money(value, language) for value in values], language)

    return {
        "certificates": str(certificate_limit(setup, s)),
        "holding": share(max((holding_limit(setup, s, c) for c in setup.all_companies if not s.halved[c]), default=0)),
        "pool_limit": share(title.pool_units),
        "float": share(title.float_units),
        "president_share": " / ".join(share(units) for units in presidents),
        "pars": amounts(sorted(title.market.prices[cell] for cell in title.market.par_cells)),
        "highest": money(title.market.highest, language),
        "priority": name_player(s.priority, context, language),
        "phase": phase.id,
        "color": words(f"color.{phase.colors[-1].name}", language),
        "rounds": str(phase.operating_rounds),
        "train_limit": str(phase.train_limit),
        "limits": _by_phase(setup, language),
        "rusts": _rusting(title.trains, language),
        "stations": amounts(title.token_costs[1 : max((company.tokens for company in title.companies), default=0)]),
        "abroad": percent(title.abroad_percent, language),
        "bank": money(title.bank, language),
        "buy_phase": next((one.id for one in title.phases if one.buy_privates), ""),
        "close_phase": next((one.id for one in title.phases if one.close_privates), ""),
    }


def _by_phase(setup: Setup, language: str) -> str:
    """The train limits, each with the phase that brings it."""
    steps, last = [], 0
    for phase in setup.title.phases:
        if phase.train_limit != last:
            last = phase.train_limit
            steps.append(words("term.step", language, value=str(last), phase=phase.id))
    return name_list(steps, language)


def _rusting(trains: Iterable[TrainType], language: str) -> str:
    retired = [train for train in trains if train.obsolete]
    return name_list(
        [
            words("term.retires_last" if train.obsolete_by_last else "term.retires", language, train=train.id, by=train.obsolete)
            for train in retired
        ],
        language,
    )
