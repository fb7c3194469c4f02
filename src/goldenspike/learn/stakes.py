"""What is at stake for a seat now: trains about to rust, money that will be needed, presidencies in danger, the end of the bank.

From the figures that the page shows, so from what the seat may know.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from goldenspike.core.holders import BANK
from goldenspike.core.ids import NONE, Company, Player, by_company
from goldenspike.core.state import State
from goldenspike.core.title import Setup
from goldenspike.view import seen_state
from goldenspike.view.figures import CompanyFigures, Figures, figures

NEAR: Final = 3
"""So many purchases or shares away is near."""
MOST: Final = 6
"""How many are told."""
LOW: Final = 6
"""The bank is low when it has less than a part of what it began with."""


@dataclass(frozen=True, slots=True)
class Stake:
    """A code of `text.STAKES` and its facts."""

    code: str
    facts: tuple[tuple[str, int], ...] = ()


def stakes(setup: Setup, s: State, seat: Player) -> tuple[Stake, ...]:
    """What matters to the seat, the most urgent first."""
    s = seen_state(setup, s, seat)
    known = figures(setup, s, seat)
    found = [
        *_own(setup, s, seat, known),
        *_handed(setup, s, seat, known),
        *_others(setup, s, seat, known),
        *_end(setup, s, seat, known),
    ]
    return tuple(found[:MOST]) or (Stake("calm"),)


def _own(setup: Setup, s: State, seat: Player, known: Figures) -> Iterator[Stake]:
    for company, president in by_company(s.presidents):
        if president == seat:
            yield from _trains(setup, company, known.companies[company])
            yield from _challenged(company, known.companies[company])


def _trains(setup: Setup, company: Company, own: CompanyFigures) -> Iterator[Stake]:
    ahead = own.next_train
    if ahead is not None and ahead.is_due and ahead.missing is not None:
        due = (("company", company), ("price", ahead.price))
        yield Stake("must_buy_short", (*due, ("amount", ahead.missing))) if ahead.missing else Stake("must_buy", due)
    for train in dict.fromkeys(own.trains):
        if train.purchases and train.purchases <= NEAR:
            old, new = setup.train_index[train.id], setup.train_index[train.retired_by]
            yield Stake("rusts", (("company", company), ("train", old), ("by", new), ("count", train.purchases)))
    if ahead is not None and not ahead.is_due and ahead.missing and ahead.purchases <= NEAR:
        yield Stake("short", (("company", company), ("price", ahead.price), ("amount", ahead.missing)))


def _challenged(company: Company, own: CompanyFigures) -> Iterator[Stake]:
    for challenger in own.challengers[:1]:
        if challenger.is_possible and challenger.units <= NEAR:
            yield Stake("challenged", (("company", company), ("player", challenger.seat), ("units", challenger.units)))


def _handed(setup: Setup, s: State, seat: Player, known: Figures) -> Iterator[Stake]:
    """Railroads that their presidents could make the reader president of."""
    for company, president in by_company(s.presidents):
        dump = known.companies[company].dump
        if president not in (seat, NONE) and dump is not None and dump.seat == seat:
            yield Stake("handed", (("company", company), ("player", president), ("units", dump.units)))


def _others(setup: Setup, s: State, seat: Player, known: Figures) -> Iterator[Stake]:
    """Who gains from the next new train: the railroads that it leaves without one belong to others."""
    for train in known.trains:
        if not train.purchases or train.purchases > NEAR:
            continue
        for id in train.stranded:
            company = setup.company_index[id]
            if s.presidents[company] not in (seat, NONE):
                yield Stake("strands", (("company", company), ("train", setup.train_index[train.id]), ("count", train.purchases)))


def _end(setup: Setup, s: State, seat: Player, known: Figures) -> Iterator[Stake]:
    if s.money[BANK] * LOW < setup.title.bank:
        yield Stake("bank", (("amount", max(s.money[BANK], 0)),))
    wealth = [(one.wealth, one.seat) for one in known.players if one.wealth is not None]
    own = known.players[seat].wealth
    if own is not None and len(wealth) == len(known.players) > 1:
        most, leader = max(wealth, key=lambda one: (one[0], one[1] == seat))
        if leader != seat:
            yield Stake("behind", (("player", leader), ("amount", most - own)))
        else:
            lead = own - max(amount for amount, other in wealth if other != seat)
            if lead:
                yield Stake("ahead", (("amount", lead),))
