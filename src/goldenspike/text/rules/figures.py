"""The figures in the sentences of the rules, read from the boxes, so that none can be wrong.

Each title has a function here that names every fact its sentences may use. They follow the setup: at a table with a short bank
the sentence about the bank has that bank's money.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from goldenspike.core.rules.floating import ALL_UNITS
from goldenspike.core.rules.train_purchase import LEAST_PRICE
from goldenspike.core.steps.auction import PRICE_CUT, RAISE
from goldenspike.core.steps.chance import REVENUE_PERCENT, REVENUE_STEP
from goldenspike.core.tiles import Color
from goldenspike.core.title import Phase, Setup, Title, TrainType
from goldenspike.text.amounts import money, percent
from goldenspike.text.catalogue import words
from goldenspike.text.names import Context, Noun, name_list, name_series, name_train
from goldenspike.text.rules.positions import BLOCKED, PASSING, TRAIN, example_of
from goldenspike.titles.catalogue import make
from goldenspike.titles.g1830.assembly import HOME_VALUE
from goldenspike.titles.g1830.companies import (
    CC,
    CO_CHOICE,
    JK,
    NW_CHOICE,
    PL,
    PP,
    RDR,
    RDR_CHOICE,
    RDR_COMPUTER,
    RDR_SCHUYLKILL,
)
from goldenspike.titles.g1830.starter import ORDER
from goldenspike.titles.g1862.companies import ERIE, RMC_DISCOUNT, SOC, SOC_REDUCED_INCOME
from goldenspike.titles.g1862.market import END_ABOVE
from goldenspike.titles.g1862.rules.destinations import SALT_LAKE_BONUS
from goldenspike.titles.g1862.rules.endings import LEAST_PLAYERS, MOST_COMPANIES_GONE
from goldenspike.titles.g1862.rules.redemption import NOTE

UNIT: Final = 100 // ALL_UNITS
"""Percent of a railroad in one share."""


def standard_setup(title: str, version: str | None = None) -> Setup:
    """The version that the sentences describe unless they are read at a table."""
    return make(title, version, 4)


@lru_cache(maxsize=64)
def figures_of(setup: Setup, language: str) -> Mapping[str, str]:
    """Every fact that the sentences of the title may use."""
    return _FIGURES[setup.title.name](_Writer(setup, language))


@dataclass(frozen=True, slots=True)
class _Writer:
    setup: Setup
    language: str

    @property
    def title(self) -> Title:
        return self.setup.title

    def at(self, setup: Setup) -> "_Writer":
        return _Writer(setup, self.language)

    def money(self, amount: int) -> str:
        return money(amount, self.language)

    def share(self, units: int) -> str:
        return percent(units * UNIT, self.language)

    def amounts(self, values: Iterable[int]) -> str:
        return name_list([self.money(value) for value in values], self.language)

    def list(self, names: Iterable[str]) -> str:
        return name_series(list(names), self.language)

    def train(self, id: str) -> Noun:
        """A train by its id, of the standard game if this box lacks it."""
        setup = self.setup if id in self.setup.train_index else standard_setup(self.title.name)
        return name_train(setup.train_index[id], Context(setup), self.language)

    def hex(self, id: str) -> str:
        """A hex with the name of its city."""
        printed = next((printed for printed in self.title.hexes if printed.id == id), None)
        return words("name.hex", self.language, id=id, city=printed.name) if printed is not None and printed.name else id

    def hexes(self, ids: Iterable[str]) -> str:
        return self.list(self.hex(id) for id in ids)

    def homes(self, railroad: str) -> str:
        card = next(card for card in self.title.companies if card.id == railroad)
        return self.hexes(home.hex for home in card.homes)

    def card(self, id: str) -> TrainType:
        return next(card for card in self.title.trains if card.id == id)

    def starting(self, holds: Callable[[Phase], bool]) -> Noun:
        """The train whose first purchase starts the first phase for which something holds, as in the standard game if none."""
        phases = (*self.title.phases, *standard_setup(self.title.name).title.phases)
        return self.train(next(phase.id for phase in phases if holds(phase)))

    def shared(self) -> dict[str, str]:
        """Facts of all titles."""
        title, players = self.title, [players for players, _ in self.title.starting_money]
        costs = sorted({printed.cost for printed in title.hexes if printed.cost})
        pars = sorted(title.market.prices[cell] for cell in title.market.par_cells)
        return {
            "bank": self.money(title.bank),
            "least": str(min(players)),
            "most": str(max(players)),
            "railroads": str(len(title.companies)),
            "privates": str(len(title.privates)),
            "tiles": str(sum(title.tile_counts)),
            "costs": self.amounts(costs),
            "pars": self.amounts(pars),
            "unit": self.share(1),
            "float": self.share(title.float_units),
            "holding": self.share(title.holding_units),
            "raise": self.money(RAISE),
            "cut": self.money(PRICE_CUT),
            "zero": self.money(0),
            "station_first": self.money(title.token_costs[1]),
            "station_later": self.money(title.token_costs[-1]),
            "green_train": self.starting(lambda phase: Color.GREEN in phase.colors),
            "brown_train": self.starting(lambda phase: Color.BROWN in phase.colors),
            "gray_train": self.starting(lambda phase: Color.GRAY in phase.colors),
        }


# --- 1830


def _of_1830(write: _Writer) -> Mapping[str, str]:
    title, classic = write.title, write.at(standard_setup("1830"))
    diesel = next((card for card in title.trains if card.trade_in), classic.card("D"))
    phases = {phase.id: phase for phase in (*classic.title.phases, *title.phases)}
    blocked = example_of(BLOCKED)
    market = title.market
    facts = write.shared() | {
        "pool_limit": write.share(title.pool_units),
        "president_share": write.share(min(card.president_units for card in title.companies)),
        "second_share": write.share(NW_CHOICE.second_units),
        "highest": write.money(market.highest),
        "buy_train": write.starting(lambda phase: phase.buy_privates),
        "close_train": write.starting(lambda phase: phase.close_privates),
        "diesel_from": write.train(diesel.available),
        "diesel_price": write.money(diesel.price),
        "trade_in_price": write.money(diesel.trade_in_price),
        "trade_ins": name_list(diesel.trade_in, write.language),
        "least_price": write.money(LEAST_PRICE),
        "first_private": classic.title.privates[0].id,
        "blocked": BLOCKED,
        "passing": PASSING,
        "runner": BLOCKED,
        "run_train": _train_of(write, blocked.setup),
        "run_revenue": write.money(blocked.revenue),
        "home_value": write.money(HOME_VALUE),
        "home_Erie": classic.homes("Erie"),
        "home_NYC": classic.homes("NYC"),
        "home_PMQ": write.at(standard_setup("1830", "s1")).homes("PMQ"),
        "home_RDR": write.at(standard_setup("1830", "s3")).hex(RDR.homes[0].hex),
        "home_RDR_valley": classic.hex(RDR_SCHUYLKILL.homes[0].hex),
        "home_RDR_computer": RDR_COMPUTER.homes[0].hex,
        "cost_RDR": write.money(RDR_SCHUYLKILL.homes[0].cost),
        "president_RDR": write.share(RDR_COMPUTER.president_units),
        "revenue_least": percent(min(REVENUE_PERCENT), write.language),
        "revenue_most": percent(max(REVENUE_PERCENT), write.language),
        "revenue_step": write.money(REVENUE_STEP),
    }
    for card in classic.title.companies:
        if card.first_tile:
            tile = classic.title.tiles[classic.setup.tile_index[card.first_tile]]
            facts[f"first_tile_{card.id}"] = tile.old or tile.id
    for id in ("2", "3", "4", "5", "6"):
        facts[f"train_{id}"] = write.train(id)
        facts |= {f"limit_{id}": str(phases[id].train_limit), f"rounds_{id}": str(phases[id].operating_rounds)}
    facts["train_7"] = write.at(standard_setup("1830", "s1")).train("7")
    for size in ("short", "extended"):
        facts[f"bank_{size}"] = write.money(make("1830", "classic", 4, {"bank": size}).title.bank)
    facts["bank_full"] = write.money(classic.title.bank)
    for private in classic.title.privates:
        facts[f"hexes_{private.id}"] = classic.hexes(private.hexes)
    for private in (PL, CC, PP, JK):
        facts |= {f"price_{private.id}": write.money(private.price), f"income_{private.id}": write.money(private.revenue)}
    west = write.at(standard_setup("1830", "s4"))
    facts |= {"hexes_PL": west.hexes(PL.power_hexes), "hexes_CC": west.hexes(CC.hexes), "cost_CC": write.money(CC.power_cost)}
    plus = write.at(standard_setup("1830", "s3"))
    choices = ((card, plus.list(plus.hex(home.hex) for home in card.homes)) for card in (CO_CHOICE, NW_CHOICE, RDR_CHOICE))
    named = [words("name.choice", write.language, name=card.id, hexes=hexes) for card, hexes in choices]
    facts["choices"] = name_list(named, write.language)
    facts |= _plus_trains(plus) | _scenarios(write) | _starter(write)
    none, short, retained = standard_setup("1830", "s5").title.uncertainty
    return facts | {"tokens_none": str(none), "tokens_short": str(short), "tokens_retain": str(retained)}


def _train_of(write: _Writer, setup: Setup) -> Noun:
    return name_train(setup.train_index[TRAIN], Context(setup), write.language)


def _plus_trains(write: _Writer) -> dict[str, str]:
    plus = [card for card in write.title.trains if card.large]
    rusts = [
        words("term.retires_last" if card.obsolete_by_last else "term.retires", write.language, train=card.id, by=card.obsolete)
        for card in plus
        if card.obsolete
    ]
    return {
        "plus_trains": name_list([card.id for card in plus], write.language),
        "plus_rusts": name_list(rusts, write.language),
    }


def _scenarios(plain: _Writer) -> dict[str, str]:
    """What the scenarios add to Classic and how their maps differ."""
    classic = standard_setup("1830").title
    facts: dict[str, str] = {}
    for version in ("s1", "s2", "s3", "s4"):
        write = plain.at(standard_setup("1830", version))
        title = write.title
        diesel = next(card for card in title.trains if card.trade_in)
        known = {card.id for card in classic.companies} | {card.id for card in classic.privates}
        facts |= {
            f"{version}_railroads": write.list(card.id for card in title.companies if card.id not in known),
            f"{version}_privates": write.list(card.id for card in title.privates if card.id not in known),
            f"{version}_diesel": write.money(diesel.price),
            f"{version}_trade_in": write.money(diesel.trade_in_price),
            f"{version}_trade_ins": name_list(diesel.trade_in, write.language),
            f"{version}_money": write.money(max(title.starting_money)[1]),
            f"{version}_station": write.money(title.token_costs[1]),
            f"{version}_coal": write.hexes(printed.id for printed in title.hexes if printed.licence),
            f"{version}_licence": write.amounts({printed.licence for printed in title.hexes if printed.licence}),
            f"{version}_fields": write.hexes(printed.id for printed in title.hexes if printed.bonus),
            f"{version}_bonus": write.amounts({printed.bonus for printed in title.hexes if printed.bonus}),
            f"{version}_field_cost": write.amounts({printed.cost for printed in title.hexes if printed.bonus}),
        }
        facts |= {f"{version}_home_{card.id.replace('&', '')}": write.homes(card.id) for card in title.companies}
    return facts


def _starter(plain: _Writer) -> dict[str, str]:
    setup = standard_setup("1830", "starter")
    write = plain.at(setup)
    players = [players for players, _ in setup.title.starting_money]
    obsolete = next(card for card in setup.title.trains if card.obsolete)
    return {
        "starter_least": str(min(players)),
        "starter_most": str(max(players)),
        "starter_order": name_list([card.id for card in ORDER], write.language),
        "starter_costs": write.amounts(sorted({printed.cost for printed in setup.title.hexes if printed.cost})),
        "starter_station": write.money(setup.title.token_costs[1]),
        "starter_obsolete": write.train(obsolete.id),
        "starter_obsolete_by": write.train(obsolete.obsolete),
        "starter_bank": write.money(setup.title.bank),
    }


# --- 1862


def _of_1862(write: _Writer) -> Mapping[str, str]:
    title = write.title
    pay = title.destination_pay
    groups = sorted({card.group for card in title.companies})
    presidents = {group: {card.president_units for card in title.companies if card.group == group} for group in groups}
    return write.shared() | {
        "groups": str(len(groups)),
        "director_first": write.share(max(presidents[groups[0]])),
        "director_others": write.share(max(presidents[groups[-1]])),
        "erie": title.privates[ERIE].name,
        "soc": title.privates[SOC].name,
        "soc_income": write.money(title.privates[SOC].revenue),
        "soc_reduced": write.money(SOC_REDUCED_INCOME),
        "rmc_discount": write.money(RMC_DISCOUNT),
        "bonus_early": write.money(pay.early),
        "bonus_late": write.money(pay.late),
        "bonus_hex": write.money(pay.per_hex_run),
        "salt_lake": write.money(SALT_LAKE_BONUS),
        "two_tiles_train": write.starting(lambda phase: phase.yellow_tiles > 1),
        "loan_train": write.starting(lambda phase: phase.loan > 0),
        "note": write.money(NOTE),
        "abroad": percent(title.abroad_percent, write.language),
        "half_unit": percent(UNIT / 2, write.language),
        "holding_few": write.share(title.holding_units_of_few),
        "few": str(title.few_players),
        "pool_shares": str(title.pool_units),
        "end_above": str(END_ABOVE),
        "companies_gone": str(MOST_COMPANIES_GONE),
        "least_left": str(LEAST_PLAYERS),
    }


_FIGURES: Final[Mapping[str, Callable[[_Writer], Mapping[str, str]]]] = {"1830": _of_1830, "1862": _of_1862}
