"""How many certificates a player may hold (5.3, 5.4)."""

from goldenspike.core.ids import Company, Player, by_company
from goldenspike.core.market import Zone
from goldenspike.core.rules.share_price import zone_of
from goldenspike.core.rules.share_unit import president_units
from goldenspike.core.state import State
from goldenspike.core.title import Setup


def certificate_limit(setup: Setup, s: State) -> int:
    """The overall limit; in some titles it depends on the players and companies still in the game."""
    table = setup.title.limits_by_companies
    if not table:
        return setup.certificate_limit
    alive = s.closed.count(False)
    row = table[-1][1]
    for companies, limits in table:
        if companies == alive:
            row = limits
    return max((limit for players, limit in row if players >= len(s.seating)), default=row[-1][1])


def holding_limit(setup: Setup, s: State, company: Company) -> int:
    """How many units of a company a player may hold; units of five percent count half."""
    title = setup.title
    units = title.holding_units if len(s.seating) > title.few_players else title.holding_units_of_few
    return 2 * units if s.halved[company] else units


def certificates_of(setup: Setup, s: State, player: Player, company: Company) -> int:
    """Certificates of one company; the president's counts once for all its shares."""
    units = s.units(company, player)
    if s.presidents[company] == player:
        units -= president_units(setup, s, company) - 1
    if s.doubles[company] == player:
        units -= setup.title.companies[company].second_units - 1
    return units


def counted_certificates(setup: Setup, s: State, player: Player) -> int:
    """Certificates that count against the overall limit: not those in colored zones (5.4)."""
    count = s.privates.count(player)
    cells, zones, free = s.cells, setup.title.market.zones, Zone.YELLOW
    for company, units in by_company(s.holdings(player)):
        if units and (cells[company] < 0 or zones[cells[company]] < free):
            if s.presidents[company] == player or s.doubles[company] == player:
                units = certificates_of(setup, s, player, company)
            count += units
    return count


def may_exceed_holding(setup: Setup, s: State, company: Company) -> bool:
    """In the orange and brown zones a player may hold more than 60% (5.4)."""
    return zone_of(setup, s, company) >= Zone.ORANGE


def room_of(setup: Setup, s: State, player: Player) -> int:
    """How many more counting certificates a player may take; below zero if he has too many."""
    return certificate_limit(setup, s) - counted_certificates(setup, s, player)


def has_room(setup: Setup, s: State, player: Player, certificates: int = 1) -> bool:
    """Whether a player may take this many more counting certificates."""
    return surely_has_room(setup, s, player, certificates) or certificates <= room_of(setup, s, player)


def surely_has_room(setup: Setup, s: State, player: Player, certificates: int) -> bool:
    """Whether a player would have room even if each of his shares were a certificate that counts: mostly this says enough."""
    at_most = s.privates.count(player) + sum(s.holdings(player)) + certificates
    return at_most <= certificate_limit(setup, s)


def may_hold(setup: Setup, s: State, company: Company, units: int) -> bool:
    """Whether a player may hold this many shares of a company (5.3)."""
    return units <= holding_limit(setup, s, company) or may_exceed_holding(setup, s, company)
