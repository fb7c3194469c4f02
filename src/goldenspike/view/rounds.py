"""What the views of stock rounds and auctions add to `View`: railroads in operating order, and who has passed. All is public."""

from dataclasses import dataclass

from goldenspike.core.ids import NONE, Company, Player
from goldenspike.core.rules.floating import ALL_UNITS, units_to_float
from goldenspike.core.rules.share_price import in_value_order
from goldenspike.core.state import State
from goldenspike.core.title import RoundKind, Setup


@dataclass(frozen=True, slots=True)
class RoundTable:
    order: tuple[Company, ...]
    """All companies, see `operating_order`."""
    to_float: dict[str, int]
    """Units that must still be bought until a company floats, of those that have a president but have not floated (6.3)."""
    capital: dict[str, int]
    """What companies that have floated will receive at the end of the round: ten times their par price (6.3)."""
    passed: tuple[Player, ...]
    """The players who have passed since somebody last acted (6.0, C-2.2), in clockwise order."""


def round_table(setup: Setup, s: State, turn: State | None = None) -> RoundTable:
    """`turn` is the position at the start of the turn: rows keep their order while a player trades."""
    waiting = (company for company in setup.all_companies if s.presidents[company] != NONE and not s.floated[company])
    return RoundTable(
        order=operating_order(setup, turn or s),
        to_float={setup.title.companies[company].id: units_to_float(setup, s, company) for company in waiting},
        capital={
            setup.title.companies[company].id: ALL_UNITS * s.par[company]
            for company in setup.all_companies
            if s.floated[company] and not s.funded[company]
        },
        passed=passed(s),
    )


def operating_order(setup: Setup, s: State) -> tuple[Company, ...]:
    """Companies in operating order (7.0); then those without capital by price, by group, and closed ones last."""

    def place(company: Company) -> tuple[bool, bool, bool, int]:
        card = setup.title.companies[company]
        return s.closed[company], not s.funded[company], s.cells[company] < 0, card.group

    return tuple(sorted(in_value_order(setup, s, list(setup.all_companies)), key=place))


def passed(s: State) -> tuple[Player, ...]:
    """The players who have passed: in an auction those who are out of it, else those right before the player on turn."""
    if s.round not in (RoundKind.STOCK, RoundKind.AUCTION):
        return ()
    if s.round == RoundKind.AUCTION and s.auction_passes:  # They stand until the next auction.
        return tuple(player for player in s.seating if s.auction_passes >> player & 1)
    if s.turn not in s.seating:
        return ()
    turn = s.seating.index(s.turn)
    before = (*s.seating[turn:], *s.seating[:turn])
    return before[len(before) - s.passes :]
