"""What a line leads to: wealth, income and risk, by which several lines are compared."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from goldenspike.core.ids import Player, by_company, by_player
from goldenspike.core.state import State
from goldenspike.core.title import Setup
from goldenspike.view.figures import CompanyFigures, figures
from goldenspike.view.secrets import Visibility

CLOSE: Final = 2
"""A presidency is in danger if somebody lacks no more units than that."""


class RiskKind(StrEnum):
    TRAIN = "train"
    """An own railroad cannot pay for its next train: the president must (7.6.2)."""
    TAKEOVER = "takeover"
    """Another player may become president of an own railroad by buying."""
    DUMP = "dump"
    """Another player may leave a railroad to the planner by selling."""


@dataclass(frozen=True, slots=True)
class Risk:
    kind: RiskKind
    company: str
    amount: int = 0
    """What is missing for the train."""
    purchases: int = 0
    """How many trains the bank sells until it is needed, at the least."""
    seat: Player | None = None
    """The other player."""
    units: int = 0
    """How many units that player must buy or sell."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """The position at the end of a line, for one seat."""

    money: int
    wealth: tuple[int, ...]
    """By seat."""
    income: tuple[int, ...]
    """What the next operating round brings, by seat."""
    risks: tuple[Risk, ...]

    def best_other(self, seat: Player) -> int:
        """The wealth of the richest of the others."""
        return max((wealth for player, wealth in by_player(self.wealth) if player != seat), default=0)

    @property
    def at_risk(self) -> int:
        """What the planner may have to add to pay for trains."""
        return sum(risk.amount for risk in self.risks)


def outcome(setup: Setup, s: State, seat: Player) -> Outcome:
    """Of a position that contains nothing but what the planner knows and assumes."""
    everything = Visibility((True,) * setup.players, (True,) * len(setup.all_companies))
    found = figures(setup, s, seat, everything)
    companies = by_company(found.companies)
    return Outcome(
        money=s.money[seat],
        wealth=tuple(setup.plan.flow.wealth(setup, s, player) for player in setup.all_players),
        income=tuple(player.income for player in found.players),
        risks=tuple(risk for company, one in companies for risk in _risks(one, s.presidents[company], seat)),
    )


def _risks(company: CompanyFigures, president: Player, seat: Player) -> Iterator[Risk]:
    if president == seat:
        train = company.next_train
        if train is not None and train.missing:
            yield Risk(RiskKind.TRAIN, company.id, amount=train.missing, purchases=train.purchases)
        for challenger in company.challengers:
            if challenger.is_possible and challenger.units <= CLOSE:
                yield Risk(RiskKind.TAKEOVER, company.id, seat=challenger.seat, units=challenger.units)
    elif company.dump is not None and company.dump.seat == seat:
        yield Risk(RiskKind.DUMP, company.id, seat=president, units=company.dump.units)
