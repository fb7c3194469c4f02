"""What lessons ask for, as conditions on the position and on what has happened."""

from goldenspike.core.events import (
    CompanyStarted,
    GameEnded,
    Passed,
    RoundStarted,
    ShareMoved,
    TokenPlaced,
    TrainMoved,
    TrainsRetired,
    TurnEnded,
    WentBankrupt,
)
from goldenspike.core.holders import company_of_holder, is_company
from goldenspike.core.ids import Company, by_company
from goldenspike.core.rules.train_card import has_train
from goldenspike.core.title import RoundKind
from goldenspike.learn.lessons import Situation

# --- when a lesson is over


def sale_over(now: Situation) -> bool:
    """Whether the sale of the private companies is over."""
    return now.state.round not in (RoundKind.SEATING, RoundKind.AUCTION)


def stock_round_over(now: Situation) -> bool:
    return now.state.round not in (RoundKind.SEATING, RoundKind.AUCTION, RoundKind.STOCK)


def turn_over(now: Situation) -> bool:
    """Whether the turn is over in which the lesson began: another railroad operates, another round has begun."""
    return any(isinstance(event, CompanyStarted | RoundStarted | GameEnded) for event in now.events)


def own_turn_over(now: Situation) -> bool:
    """Whether the learner has ended the stock turn in which the lesson began."""
    ends = (event.player for event in now.events if isinstance(event, TurnEnded | Passed))
    return now.seat in ends or turn_over(now)


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


def is_president(now: Situation) -> bool:
    return bool(_own(now))


def has_floated(now: Situation) -> bool:
    return any(now.state.floated[company] for company in _own(now))


def placed_station(now: Situation) -> bool:
    return any(isinstance(event, TokenPlaced) and event.company in _own(now) for event in now.events)


def bought_train(now: Situation) -> bool:
    return any(
        isinstance(event, TrainMoved) and is_company(event.buyer) and company_of_holder(event.buyer) in _own(now)
        for event in now.events
    )


def keeps_trains(now: Situation) -> bool:
    """Whether every railroad of the learner that operates has a train."""
    return all(has_train(now.setup, now.state, company) for company in _own(now) if now.state.funded[company])


def is_solvent(now: Situation) -> bool:
    return not any(isinstance(event, WentBankrupt) and event.player == now.seat for event in now.events)


def sold_shares(now: Situation) -> bool:
    return any(isinstance(event, ShareMoved) and event.seller == now.seat for event in now.events)


def retired_trains(now: Situation) -> bool:
    """Whether a purchase of the learner has made trains obsolete."""
    return trains_retired(now) and bought_train(now)


def _own(now: Situation) -> list[Company]:
    return [company for company, president in by_company(now.state.presidents) if president == now.seat]
