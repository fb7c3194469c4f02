"""How many certificates a player may hold (5.3, 5.4)."""

from goldenspike.core.market import Zone
from goldenspike.core.rules.share_price import zone_of
from goldenspike.core.state import State
from goldenspike.core.title import Setup


def certificates_of(setup: Setup, s: State, player: int, company: int) -> int:
    """Certificates of one company; the president's counts once for all its shares."""
    units = s.units(company, player)
    if s.presidents[company] == player:
        units -= setup.title.companies[company].president_units - 1
    return units


def counted_certificates(setup: Setup, s: State, player: int) -> int:
    """Certificates that count against the overall limit: not those in coloured zones (5.4)."""
    count = s.privates.count(player)
    for company in range(len(setup.title.companies)):
        if s.units(company, player) and zone_of(setup, s, company) < Zone.YELLOW:
            count += certificates_of(setup, s, player, company)
    return count


def may_exceed_holding(setup: Setup, s: State, company: int) -> bool:
    """In the orange and brown zones a player may hold more than 60 % (5.4)."""
    return zone_of(setup, s, company) >= Zone.ORANGE


def has_room(setup: Setup, s: State, player: int, certificates: int = 1) -> bool:
    """Whether so many more counting certificates stay within the overall limit."""
    return counted_certificates(setup, s, player) + certificates <= setup.certificate_limit


def may_hold(setup: Setup, s: State, company: int, units: int) -> bool:
    """Whether a player may hold so many shares of a company (5.3)."""
    return units <= setup.title.holding_units or may_exceed_holding(setup, s, company)


def companies_to_sell(setup: Setup, s: State, player: int) -> list[int]:
    """Companies whose sale would bring a player who is over a limit closer to it; empty if he is not (5.3)."""
    companies = range(len(setup.title.companies))
    over = [
        company
        for company in companies
        if s.units(company, player) > setup.title.holding_units and not may_exceed_holding(setup, s, company)
    ]
    if counted_certificates(setup, s, player) > setup.certificate_limit:
        over.extend(
            company
            for company in companies
            if company not in over and s.units(company, player) and zone_of(setup, s, company) < Zone.YELLOW
        )
    return over
