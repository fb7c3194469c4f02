"""The second 20% certificate of some railroads, which anybody may buy and sell (V-7.2).

State counts shares; `doubles` says who holds the large certificate. The rest of a holding is ordinary certificates.
"""

from goldenspike.core.holders import BANK, POOL
from goldenspike.core.ids import NO_PLAYER, NONE, Company, Holder, Player
from goldenspike.core.ledger import Ledger
from goldenspike.core.reasons import Reason, Refusal
from goldenspike.core.rules.share_unit import president_units
from goldenspike.core.state import State
from goldenspike.core.title import Setup


def second_units(setup: Setup, s: State, company: Company, holder: Holder) -> int:
    """The shares of the second certificate if the holder has it, else 0."""
    return setup.title.companies[company].second_units if s.doubles[company] == holder else 0


def singles(setup: Setup, s: State, company: Company, holder: Holder) -> int:
    """Ordinary certificates of a holder: less the president's and the second one."""
    units = s.units(company, holder)
    if s.doubles[company] == holder:
        units -= setup.title.companies[company].second_units
    president = s.presidents[company]
    if president == holder or (president == NONE and holder == BANK):
        units -= president_units(setup, s, company)
    return units


def refuse_half(setup: Setup, s: State, player: Player, company: Company, count: int, heir: Player = NO_PLAYER) -> Refusal | None:
    """Half of the certificate may be sold only in exchange for an ordinary one already in the pool (V-7.2).

    Two shares or more are the whole certificate and ordinary ones. `heir` is who becomes president by the sale: the seller
    gets two ordinary certificates for the president's, or the second one if the heir has no two others (6.4).
    """
    if count > 1 or not setup.title.companies[company].second_units or singles(setup, s, company, POOL) > 0:
        return None
    second = second_units(setup, s, company, player)
    ordinary = singles(setup, s, company, player)
    if heir != NONE:
        if singles(setup, s, company, heir) < president_units(setup, s, company):
            second = second_units(setup, s, company, heir)
        ordinary = s.units(company, player) - second
    return Refusal(Reason.NO_HALF_DOUBLE, (company,)) if second and not ordinary else None


def can_spare(setup: Setup, s: State, player: Player, company: Company, count: int, heir: Player = NO_PLAYER) -> bool:
    """Whether a block can be sold with the second certificate as well as without it (V-7.2)."""
    second = second_units(setup, s, company, player)
    ordinary = singles(setup, s, company, player) if heir == NONE else s.units(company, player) - second
    return 0 < second <= count <= ordinary


def hand_over_sold(ledger: Ledger, player: Player, company: Company, count: int, double: bool) -> None:
    """Move the large certificate to the pool, by choice or because the ordinary ones do not suffice (V-7.2).

    Called before the shares move.
    """
    setup, s = ledger.setup, ledger.state
    if second_units(setup, s, company, player) and (double or count > singles(setup, s, company, player)):
        ledger.move_double(company, POOL)


def settle_double(ledger: Ledger, company: Company, old: Player) -> None:
    """Move the large certificate if a new president, lacking two ordinary ones, exchanged it for the presidency (6.4, V-7.2)."""
    setup, s = ledger.setup, ledger.state
    new = s.presidents[company]
    if new != NONE and s.doubles[company] == new and singles(setup, s, company, new) < 0:
        ledger.move_double(company, old if s.units(company, old) >= setup.title.companies[company].second_units else POOL)
