"""What a position is worth to each player: what he will come to in the end, above or below the others.

Money and shares by their forecast tell most of it, the more the later it is. Presidents will have to add what their railroads
lack for the next train; whoever runs a railroad decides what becomes of it. The weights follow fits to 388 games of barons with
different habits. Of the differences between players money, shares and those trains explain less than a tenth before the 5-trains,
0.44 in their phase, 0.66 in that of the 6s and 0.86 in that of the diesels.
"""

from dataclasses import dataclass

from goldenspike.bots.baron.character import Character
from goldenspike.bots.baron.forecast import Forecast
from goldenspike.bots.baron.portfolio import missing_in_turn
from goldenspike.bots.baron.weighed import CASH, DIVIDENDS, PRIVATES, SHARES, TERMS, TRAINS, TREASURY
from goldenspike.core.holders import FIRST_COMPANY, is_player
from goldenspike.core.ids import NONE, Company, Player, by_company, by_private
from goldenspike.core.rules.train_card import owned_trains
from goldenspike.core.state import State

LEADER, FIELD = 0.7, 0.3
"""How much the best of the others and their mean count in a standing."""
SAVING = 8.0
"""What a character that likes full treasuries counts its part of one, beyond what the forecast of its shares says."""
FEAR = 6.0
"""What a cautious character counts a dollar that a railroad without a train for good lacks for one."""


@dataclass(frozen=True, slots=True)
class Weights:
    """What each dollar is worth in the end, in one stage of the game."""

    cash: float
    share: float
    """Shares by their forecast."""
    train: float
    """What railroads will lack for their next trains, to their presidents."""
    office: float
    """Each railroad that one runs."""
    private: float
    """Private companies at their price."""


EARLY = Weights(1.2, 0.6, 3.0, 100.0, 1.5)
MIDDLE = Weights(1.6, 0.6, 1.1, 30.0, 1.5)
LATER = Weights(0.85, 0.93, 0.75, 100.0, 1.0)
LATE = Weights(0.82, 0.95, 0.5, 60.0, 1.0)
LAST = Weights(0.9, 0.94, 0.6, 0.0, 1.0)
STAGES = (EARLY, EARLY, MIDDLE, LATER, LATE, LAST)
"""By sixths of the phases of a title: 2, 3, 4, 5, 6 and diesels."""


def stage_of(forecast: Forecast, s: State) -> Weights:
    phases = len(forecast.setup.title.phases)
    return STAGES[min(len(STAGES) - 1, s.phase * len(STAGES) // max(phases, 1))]


def worth_of_players(forecast: Forecast, s: State, character: Character) -> list[float]:
    """What each player may hope to come to; only the differences between players mean something."""
    return [sum(terms) for terms in terms_of_players(forecast, s, character)]


def terms_of_players(forecast: Forecast, s: State, character: Character) -> list[list[float]]:
    """The same for each player by `TERMS`."""
    setup = forecast.setup
    left = forecast.rounds_left(s)
    worth = [[0.0] * len(TERMS) for _ in setup.all_players]
    if not left or not setup.title.has_shares:
        for player in setup.all_players:
            worth[player][CASH] = float(setup.plan.flow.wealth(setup, s, player))
        return worth
    weights = stage_of(forecast, s)
    for player in s.seating:
        worth[player][CASH] = s.money[player] * weights.cash
    for company, president in by_company(s.presidents):
        if president == NONE:
            continue
        value, dividends = forecast.parts(s, company, left)
        saved = SAVING * (character.saving - 1) * s.money[FIRST_COMPANY + company] / 10
        for player in s.seating:
            units = s.units(company, player)
            if units:
                terms = worth[player]
                terms[SHARES] += weights.share * units * value
                terms[DIVIDENDS] += character.income * weights.share * units * dividends
                terms[TREASURY] += units * saved
        if s.funded[company] and is_player(president):
            worth[president][SHARES] += weights.office
            worth[president][TRAINS] -= character.caution * weights.train * missing_in_turn(setup, s, company)
            if character.caution > 1:
                worth[president][TRAINS] -= FEAR * (character.caution - 1) * _lacks_for_good(forecast, s, company)
    for private, owner in by_private(s.privates):
        if is_player(owner):
            worth[owner][PRIVATES] += weights.private * setup.title.privates[private].price
    return worth


def _lacks_for_good(forecast: Forecast, s: State, company: Company) -> int:
    """What a railroad without a train that is never retired lacks for the cheapest such train."""
    trains = forecast.setup.title.trains
    if any(not trains[train].obsolete for train in owned_trains(forecast.setup, s, company)):
        return 0
    price = min((train.price for train in trains if not train.obsolete and train.price), default=0)
    return max(0, price - s.money[FIRST_COMPANY + company])


def standing(worth: list[float], player: Player) -> float:
    """How a player stands among the others: ahead of their mean and of the best of them."""
    others = [value for other, value in enumerate(worth) if other != player]
    if not others:
        return worth[player]
    return worth[player] - LEADER * max(others) - FIELD * sum(others) / len(others)


def standing_by_term(terms: list[list[float]], player: Player) -> list[float]:
    """The same by `TERMS`."""
    others = [own for other, own in enumerate(terms) if other != player]
    if not others:
        return terms[player]
    best = max(others, key=sum)
    field = FIELD / len(others)
    return [own - LEADER * best[term] - field * sum(other[term] for other in others) for term, own in enumerate(terms[player])]
