"""What a position is worth to each player: what he will come to in the end, above or below the others.

The weights were fitted to some two hundred games between quick players: at the start of each round what everybody had was
compared with what everybody came to. Early on, one dollar more becomes several; in the phase of the 4s money is worth most
to those who still have room for certificates, because new railroads buy the trains that last; later the size of lasting
trains and share values tell nearly everything. How well the weights foretell the end (the part of the differences explained)
grows from a quarter in the first phases to nine tenths in the last.
"""

from dataclasses import dataclass

from goldenspike.bots.baron.character import Character
from goldenspike.bots.baron.weighed import CASH, DIVIDENDS, PRIVATES, SHARES, TERMS, TRAINS, TREASURY
from goldenspike.bots.outlook import NEVER, trains_until_retired
from goldenspike.core.holders import BANK, FIRST_COMPANY, is_player
from goldenspike.core.ids import NONE, Company, Player, by_company, by_private
from goldenspike.core.rules.certificate_limit import certificate_limit, counted_certificates
from goldenspike.core.rules.game_end import is_last_turn
from goldenspike.core.rules.share_unit import unit_price
from goldenspike.core.rules.train_card import bank_trains, owned_trains
from goldenspike.core.state import State
from goldenspike.core.title import RoundKind, Setup

MOST_ROUNDS = 10.0
TRAINS_A_ROUND = 2.5
"""How many trains the bank sells in an operating round, about."""
LONGEST = 8
"""What a diesel counts as."""
MOST_STOPS = 12
LEADER, FIELD = 0.4, 0.6
"""How much the best of the others and their mean count in a standing."""


@dataclass(frozen=True, slots=True)
class Weights:
    """What each dollar or stop is worth in the end, in one stage of the game."""

    cash: float
    room: float
    """Cash, times the part of the certificate limit that is still free."""
    share: float
    """Shares at their value."""
    paid: float
    """Dividends to come from the trains there are, for as long as they last."""
    growth: float
    """Shares of railroads with lasting trains, a twentieth for each round left."""
    treasury: float
    """One's part of the railroads' money."""
    unfloated: float
    """Added to the value of shares in railroads that have not floated."""
    stops: float
    """A tenth of a railroad, times the stops of its trains and the rounds left."""
    burden: float
    """What a president would have to add for the next lasting train."""
    office: float
    """Money of railroads that one runs."""
    private: float
    """Private companies at their price."""


EARLY = Weights(2.4, 1.0, 3.4, 3.5, 0.0, 0.4, -1.0, 0.0, -1.5, 0.3, 2.5)
MIDDLE = Weights(1.0, 5.0, 1.25, 5.5, 0.0, 4.0, 0.6, 1.6, -0.2, 0.2, 1.0)
LATER = Weights(1.35, 0.4, 0.92, 1.0, 0.0, 0.85, 0.1, 3.1, -0.3, 0.08, 1.0)
LAST = Weights(1.12, 0.3, 0.92, 0.2, 0.8, 0.2, 0.0, 2.7, -0.6, 0.2, 1.0)
STAGES = (EARLY, EARLY, MIDDLE, LATER, LAST, LAST)
"""By sixths of the phases of a title: 2, 3, 4, 5, 6 and diesels."""


def stage_of(setup: Setup, s: State) -> Weights:
    phases = len(setup.title.phases)
    return STAGES[min(len(STAGES) - 1, s.phase * len(STAGES) // max(phases, 1))]


def rounds_left(setup: Setup, s: State) -> float:
    """About how many operating rounds are still to come."""
    if s.round == RoundKind.OVER or is_last_turn(setup, s):
        return 0.0
    running = s.round == RoundKind.OPERATING
    this_set = float(s.operating_rounds - s.operating_round + 0.5) if running else 0.0
    if s.bank_broken or s.ending:
        return this_set
    drain = 100 + sum(s.revenues)
    return max(this_set, min(MOST_ROUNDS, s.money[BANK] / drain + 1.0))


def worth_of_players(setup: Setup, s: State, character: Character) -> list[float]:
    """What each player may hope to come to; only the differences between players mean something."""
    return [sum(terms) for terms in terms_of_players(setup, s, character)]


def terms_of_players(setup: Setup, s: State, character: Character) -> list[list[float]]:
    """The same for each player by `TERMS`."""
    left = rounds_left(setup, s)
    worth = [[0.0] * len(TERMS) for _ in setup.all_players]
    if not left or not setup.title.has_shares:
        for player in setup.all_players:
            worth[player][CASH] = float(setup.plan.flow.wealth(setup, s, player))
        return worth
    weights = stage_of(setup, s)
    limit = certificate_limit(setup, s)
    for player in s.seating:
        free = max(0, limit - counted_certificates(setup, s, player)) / limit
        worth[player][CASH] = s.money[player] * (weights.cash + weights.room * free)
    next_price = _next_train(setup, s)
    for company, president in by_company(s.presidents):
        if president != NONE:
            _add_company(setup, s, company, left, weights, character, next_price, worth)
    for private, owner in by_private(s.privates):
        if is_player(owner):
            worth[owner][PRIVATES] += weights.private * setup.title.privates[private].price
    return worth


def _add_company(
    setup: Setup,
    s: State,
    company: Company,
    left: float,
    weights: Weights,
    character: Character,
    next_price: int,
    worth: list[list[float]],
) -> None:
    """Add what a railroad is worth to its holders and its president."""
    trains = setup.title.trains
    price = unit_price(setup, s, company)
    money = s.money[FIRST_COMPANY + company]
    owned = owned_trains(setup, s, company)
    stops = 0
    paid = 0.0
    lasting = False
    for train in owned:
        size = min(trains[train].distance, LONGEST)
        ahead = trains_until_retired(setup, s, train)
        rounds = left if ahead >= NEVER else min(left, ahead / TRAINS_A_ROUND)
        stops += size
        paid += size * rounds
        lasting = lasting or rounds >= left - 0.5
    if stops:
        paid *= s.revenues[company] / stops
    floated = s.floated[company]
    value = price * (weights.share + (0.0 if floated else weights.unfloated))
    if lasting:
        value += weights.growth * price * left * 0.05
    dividends = character.income * (weights.paid * paid / 10 + weights.stops * min(stops, MOST_STOPS) * left)
    saved = character.saving * weights.treasury * money / 10
    for player in s.seating:
        units = s.units(company, player)
        if units:
            terms = worth[player]
            terms[SHARES] += units * value
            terms[DIVIDENDS] += units * dividends
            terms[TREASURY] += units * saved
    president = s.presidents[company]
    if floated and is_player(president):
        worth[president][TREASURY] += weights.office * money
        if not lasting:
            worth[president][TRAINS] += character.caution * weights.burden * max(0, next_price - money)


def _next_train(setup: Setup, s: State) -> int:
    """The price of a train that lasts: of those to come the cheapest that nothing retires soon."""
    offered = bank_trains(setup, s)
    for train in setup.all_trains[offered[0] if offered else 0 :]:
        if trains_until_retired(setup, s, train) / TRAINS_A_ROUND > 3:
            return setup.title.trains[train].price
    return setup.title.trains[offered[-1]].price if offered else 0


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
