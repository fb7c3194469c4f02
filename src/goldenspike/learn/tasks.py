"""What lessons ask for, as conditions on the position and on what has happened."""

from goldenspike.core.events import (
    CompanyStarted,
    GameEnded,
    Paid,
    PresidentChanged,
    RoundStarted,
    ShareMoved,
    SharesHalved,
    TileLaid,
    TokenPlaced,
    TrainMoved,
    TrainsRetired,
    TrainsRun,
    WentBankrupt,
    Why,
)
from goldenspike.core.holders import company_of_holder, is_company, treasury
from goldenspike.core.ids import Company, by_company
from goldenspike.core.rules.train_card import has_train
from goldenspike.core.title import RoundKind
from goldenspike.learn.lessons import Condition, Situation

# --- when a lesson is over


def stock_round_over(now: Situation) -> bool:
    return now.state.round not in (RoundKind.SEATING, RoundKind.AUCTION, RoundKind.STOCK)


def own_turns_over(count: int, begins_in_turn: bool = True) -> Condition:
    """Whether railroads of the learner have had so many operating turns; the lesson may begin in the first of them."""

    def are_over(now: Situation) -> bool:
        ended, is_own = 0, begins_in_turn
        for event in now.events:
            if isinstance(event, CompanyStarted | RoundStarted | GameEnded):
                ended += is_own
                is_own = isinstance(event, CompanyStarted) and event.player == now.seat
        return ended >= count

    return are_over


def trains_retired(now: Situation) -> bool:
    """Whether trains have become obsolete."""
    return any(isinstance(event, TrainsRetired | GameEnded) for event in now.events)


# --- what is to be done


def place_of(now: Situation) -> int:
    """The place of the learner: 1 is the best."""
    wealth = [now.setup.plan.flow.wealth(now.setup, now.state, player) for player in now.setup.all_players]
    return 1 + sum(other > wealth[now.seat] for other in wealth)


def second_or_better(now: Situation) -> bool:
    return place_of(now) <= 2


def owns_private(now: Situation) -> bool:
    return now.seat in now.state.privates


def received_income(now: Situation) -> bool:
    """Whether a private company has paid the learner."""
    return any(isinstance(event, Paid) and event.why is Why.PRIVATE_INCOME and event.payee == now.seat for event in now.events)


def is_president(now: Situation) -> bool:
    return bool(_own(now))


def has_floated(now: Situation) -> bool:
    return any(now.state.floated[company] for company in _own(now))


def placed_station(now: Situation) -> bool:
    return any(isinstance(event, TokenPlaced) and event.company in _own(now) for event in now.events)


def laid_tile(now: Situation) -> bool:
    return any(isinstance(event, TileLaid) and event.company in _own(now) for event in now.events)


def bought_train(now: Situation) -> bool:
    return any(
        isinstance(event, TrainMoved) and is_company(event.buyer) and company_of_holder(event.buyer) in _own(now)
        for event in now.events
    )


def helped_to_pay(now: Situation) -> bool:
    """Whether the learner has paid part of a train (7.6.2)."""
    return any(isinstance(event, Paid) and event.why is Why.HELP and event.payer == now.seat for event in now.events)


def keeps_trains(now: Situation) -> bool:
    """Whether a railroad of the learner has a train."""
    return any(has_train(now.setup, now.state, company) for company in _own(now))


def is_solvent(now: Situation) -> bool:
    return not any(isinstance(event, WentBankrupt) and event.player == now.seat for event in now.events)


def sold_shares(now: Situation) -> bool:
    return any(isinstance(event, ShareMoved) and event.seller == now.seat for event in now.events)


def bought_shares(count: int) -> Condition:
    """Whether the learner has bought shares so many times."""
    return lambda now: count <= sum(isinstance(event, ShareMoved) and event.buyer == now.seat for event in now.events)


def handed_over(now: Situation) -> bool:
    """Whether a sale of the learner has made somebody else president of a railroad."""
    sold = {event.company for event in now.events if isinstance(event, ShareMoved) and event.seller == now.seat}
    changed = (event for event in now.events if isinstance(event, PresidentChanged) and event.player != now.seat)
    return any(event.company in sold for event in changed)


def ran_trains(count: int) -> Condition:
    """Whether trains of the learner's railroads have earned money so many times."""

    def have_run(now: Situation) -> bool:
        own = _own(now)
        return count <= sum(isinstance(event, TrainsRun) and event.company in own and event.revenue > 0 for event in now.events)

    return have_run


def ran_new_train(now: Situation) -> bool:
    """Whether a railroad of the learner has earned money since it bought a train."""
    own, buyers = _own(now), set()
    for event in now.events:
        if isinstance(event, TrainMoved) and is_company(event.buyer):
            buyers.add(company_of_holder(event.buyer))
        elif isinstance(event, TrainsRun) and event.revenue > 0 and event.company in buyers and event.company in own:
            return True
    return False


def redeemed_shares(now: Situation) -> bool:
    """Whether a railroad of the learner has bought back half of its shares (1862, XIV)."""
    return any(isinstance(event, SharesHalved) and event.company in _own(now) for event in now.events)


def dividend_to_treasury(now: Situation) -> bool:
    """Whether a railroad of the learner has received a dividend for its own shares (1862, XIV)."""
    own = [treasury(company) for company in _own(now)]
    return any(isinstance(event, Paid) and event.why is Why.DIVIDEND and event.payee in own for event in now.events)


def retired_trains(now: Situation) -> bool:
    """Whether a purchase of the learner has made trains obsolete."""
    return trains_retired(now) and bought_train(now)


def _own(now: Situation) -> list[Company]:
    return [company for company, president in by_company(now.state.presidents) if president == now.seat]
