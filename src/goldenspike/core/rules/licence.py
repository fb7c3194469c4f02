"""Licences for the coal hex (S-1 7.2)."""

from goldenspike.core.events import Why
from goldenspike.core.hexes import SIDES
from goldenspike.core.holders import BANK, FIRST_COMPANY, treasury
from goldenspike.core.ids import Company, Hex, Private, by_hex, by_private
from goldenspike.core.ledger import Ledger
from goldenspike.core.options import Knowledge
from goldenspike.core.reasons import Reason, Refusal
from goldenspike.core.rules.runs import reach
from goldenspike.core.state import State
from goldenspike.core.title import Power, Setup


def licensed_hexes(setup: Setup) -> list[Hex]:
    return [] if setup.plain else [hex for hex, printed in by_hex(setup.title.hexes) if printed.licence]


def licence_price(setup: Setup) -> int:
    return max(setup.title.hexes[hex].licence for hex in licensed_hexes(setup))


def reaches_licensed_hex(setup: Setup, s: State, company: Company) -> bool:
    """Whether a route of any length leads from one of its stations to the hex (S-1 7.2); on the real table players see it."""
    if not setup.has_map:
        return bool(licensed_hexes(setup))
    arrivals = reach(setup, s, company).arrivals
    for hex in licensed_hexes(setup):
        exits = setup.faces[s.faces[hex]].exits
        if any(exits >> side & 1 and hex * SIDES + side in arrivals for side in range(SIDES)):
            return True
    return False


def may_want_licence(setup: Setup, s: State, company: Company) -> bool:
    """Whether to ask about a licence: the coal is reached and the price can be paid; hidden treasuries are not considered."""
    if not licensed_hexes(setup) or s.licences[company]:
        return False
    open_books = setup.options.knowledge is Knowledge.OPEN
    if open_books and s.money[FIRST_COMPANY + company] < licence_price(setup):
        return False
    return reaches_licensed_hex(setup, s, company)


def refuse_licence(setup: Setup, s: State, company: Company) -> Refusal | None:
    """Why the company may not buy a licence: it must reach the hex and have the money (S-1 7.2)."""
    hexes = licensed_hexes(setup)
    if not hexes or s.licences[company]:
        return Refusal(Reason.NO_LICENCE_NEEDED, (company,))
    price = licence_price(setup)
    money = s.money[FIRST_COMPANY + company]
    if money < price:
        return Refusal(Reason.NOT_ENOUGH_MONEY, (price, money))
    return None if reaches_licensed_hex(setup, s, company) else Refusal(Reason.COAL_NOT_REACHED, (hexes[0],))


def buy_licence(ledger: Ledger, company: Company) -> None:
    price = licence_price(ledger.setup)
    ledger.pay(treasury(company), BANK, price, Why.LICENCE)
    ledger.grant_licence(company, price)
    ledger.forget_networks()


def licence_from_private(ledger: Ledger, private: Private, company: Company) -> None:
    """Give a railroad its free licence when it buys such a private company from a player (ruling on JK and PP)."""
    power = ledger.setup.title.privates[private].power
    if power not in (Power.LICENCE_AND_HALF_COST, Power.LICENCE_UNTIL_RUN) or not licensed_hexes(ledger.setup):
        return
    if not ledger.state.licences[company]:
        ledger.grant_licence(company, 0)
        ledger.forget_networks()


def close_after_licensed_run(ledger: Ledger, company: Company, hexes: list[Hex]) -> None:
    """Close the PP when its railroad first runs to the coal (S-2)."""
    setup, s = ledger.setup, ledger.state
    if not any(hex in licensed_hexes(setup) for hex in hexes):
        return
    for private, card in by_private(setup.title.privates):
        if card.power is Power.LICENCE_UNTIL_RUN and s.privates[private] == FIRST_COMPANY + company:
            ledger.close_private(private)
