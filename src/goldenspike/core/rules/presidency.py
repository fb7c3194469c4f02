"""Who is president, and when that changes (6.4)."""

from goldenspike.core.ids import NO_PLAYER, NONE, Company, Player
from goldenspike.core.ledger import Ledger
from goldenspike.core.rules.second_certificate import settle_double
from goldenspike.core.rules.share_unit import president_units
from goldenspike.core.state import State
from goldenspike.core.title import Setup


def successor(setup: Setup, s: State, company: Company, kept: int) -> Player:
    """The player who becomes president if the current one keeps `kept` shares, -1 if nobody holds more.

    He needs at least as many shares as the president's certificate has; the largest holding wins, ties clockwise (6.4).
    """
    president = s.presidents[company]
    least = max(kept + 1, president_units(setup, s, company))
    best = NO_PLAYER
    most = least - 1
    held = s.holders(company)
    seat = s.seating.index(president)
    for player in s.seating[seat + 1 :] + s.seating[:seat]:
        if held[player] > most:
            best, most = player, held[player]
    return best


def settle_presidency(ledger: Ledger, company: Company) -> None:
    """Make the player president who now holds more than the president (6.4)."""
    s = ledger.state
    president = s.presidents[company]
    if president == NONE or s.loans[company]:  # In receivership the manager does not change (7.7).
        return
    player = successor(ledger.setup, s, company, s.units(company, president))
    if player == NONE:
        return
    ledger.set_president(company, player)
    settle_double(ledger, company, president)
    if s.operating == company:
        ledger.set_president_on_turn(player)
