"""What a position is worth to each player: what he has, what it will earn, and what he will have to pay.

Shares count at their value and with the dividends of the rounds that are left, as far as the railroad's trains last; cash
counts as it is; a president answers for the train that his railroad needs and cannot pay. How many rounds are left follows
from the bank's money and what the railroads earn.
"""

from goldenspike.bots.baron.character import Character
from goldenspike.bots.outlook import NEVER, trains_until_retired
from goldenspike.core.holders import BANK, FIRST_COMPANY, NONE, is_player
from goldenspike.core.rules.share_unit import unit_price
from goldenspike.core.rules.train_card import bank_trains, owned_trains
from goldenspike.core.state import State
from goldenspike.core.title import RoundKind, Setup

MOST_ROUNDS = 10.0
USUAL_STOP = 22
"""What a stop pays on average: for trains that have not run yet."""
RISE = 0.055
"""How much of its value a share gains with each dividend."""
TRAINS_A_ROUND = 2.5
"""How many trains the bank sells in an operating round, about."""
LATE = 0.4
"""What a dividend counts that trains not yet bought will earn."""
SAVED = 0.25
"""What money in a railroad's treasury counts for its holders."""


def rounds_left(setup: Setup, s: State) -> float:
    """About how many operating rounds are still to come."""
    if s.round == RoundKind.OVER:
        return 0.0
    running = s.round == RoundKind.OPERATING
    this_set = float(s.operating_rounds - s.operating_round + 0.5) if running else 0.0
    if s.bank_broken or s.ending:
        return this_set
    drain = 100 + sum(s.revenues)
    return max(this_set, min(MOST_ROUNDS, s.money[BANK] / drain + 1.0))


def worth_of_players(setup: Setup, s: State, character: Character) -> list[float]:
    """What each player may hope to come to."""
    flow = setup.plan.flow
    worth = [float(flow.wealth(setup, s, player)) for player in range(setup.players)]
    left = rounds_left(setup, s)
    if not left:
        return worth
    for company, president in enumerate(s.presidents):
        if president == NONE:
            continue
        gain, burden = _prospects(setup, s, company, left, character)
        if is_player(president):
            worth[president] -= burden * character.caution
        for player in s.seating:
            units = s.units(company, player)
            if units:
                worth[player] += units * gain
    closing = 3.0 if s.phase < 2 else 1.5
    for private, owner in enumerate(s.privates):
        if is_player(owner):
            worth[owner] += setup.title.privates[private].revenue * min(left, closing)
    return worth


def _prospects(setup: Setup, s: State, company: int, left: float, character: Character) -> tuple[float, float]:
    """What a tenth of a railroad will gain above its present value, and what its president will have to add."""
    price = unit_price(setup, s, company)
    if not s.floated[company]:
        return (-0.08 * price, 0.0)
    trains = setup.title.trains
    owned = owned_trains(setup, s, company)
    money = s.money[FIRST_COMPANY + company] if s.funded[company] else s.par[company] * 10
    capacity = sum(min(trains[train].distance, 8) for train in owned)
    revenue = float(s.revenues[company]) if s.operated[company] and s.revenues[company] else 0.0
    if owned and not revenue:
        revenue = 0.7 * USUAL_STOP * capacity
    lasting = 0
    paid = 0.0
    for train in owned:
        ahead = trains_until_retired(setup, s, train)
        rounds = left if ahead >= NEVER else min(left, ahead / TRAINS_A_ROUND)
        share = min(trains[train].distance, 8) / max(capacity, 1)
        paid += revenue * share * rounds
        lasting += rounds >= left - 0.5
    burden = 0.0
    rises = left if lasting else paid / max(revenue, 1.0)
    if not lasting:
        price_of_next = _next_train(setup, s)
        if money >= price_of_next:
            money -= price_of_next
            paid += max(revenue, 4 * USUAL_STOP) * LATE * left
            rises = left * 0.8
        else:
            missing = price_of_next - money
            # The railroad keeps its revenue for it while its trains last; the president adds the rest.
            kept = min(missing, paid * 0.5)
            paid -= kept
            burden = missing - kept
            paid += max(revenue, 4 * USUAL_STOP) * LATE * 0.6 * left
            rises = max(0.0, rises - 2)
    gain = character.income * paid / 10 + price * RISE * min(rises, 8.0) + SAVED * character.saving * money / 10
    return (gain, burden)


def _next_train(setup: Setup, s: State) -> int:
    """The price of a train that lasts: of those to come the cheapest that nothing retires soon."""
    offered = bank_trains(setup, s)
    for train in range(offered[0] if offered else 0, len(setup.title.trains)):
        if trains_until_retired(setup, s, train) / TRAINS_A_ROUND > 3:
            return setup.title.trains[train].price
    return setup.title.trains[offered[-1]].price if offered else 0


def standing(worth: list[float], player: int) -> float:
    """How a player stands among the others: what he has, less what he must beat."""
    others = [value for other, value in enumerate(worth) if other != player]
    if not others:
        return worth[player]
    return worth[player] - 0.5 * max(others) - 0.3 * sum(others) / len(others)
