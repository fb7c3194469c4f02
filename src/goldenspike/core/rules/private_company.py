"""Private companies: income, sale, closing and powers (4.0, T-05)."""

from goldenspike.core.events import Why
from goldenspike.core.holders import BANK, FIRST_COMPANY, NOBODY, company_of_holder, is_company, is_player
from goldenspike.core.ids import Company, Holder, Player, Private, by_private
from goldenspike.core.interrupts import ParPriceNeeded
from goldenspike.core.ledger import Ledger
from goldenspike.core.options import ExchangeAfterSale, PrivateTrading
from goldenspike.core.reasons import Reason, Refusal
from goldenspike.core.rules.certificate_limit import certificate_limit, may_hold, room_of
from goldenspike.core.rules.licence import licence_from_private
from goldenspike.core.rules.stock_purchase import give_presidency, offered_units, sold_this_round, take_share
from goldenspike.core.state import State
from goldenspike.core.title import Power, RoundKind, Setup


def pay_private_income(ledger: Ledger) -> None:
    """Pay the income of each private company to its owner, a player or a treasury (7.0)."""
    s = ledger.state
    for private, owner in by_private(s.privates):
        if is_player(owner) or is_company(owner):
            ledger.pay(BANK, owner, ledger.setup.title.privates[private].revenue, Why.PRIVATE_INCOME)


def sell_from_bank(ledger: Ledger, player: Player, private: Private, price: int) -> None:
    """Sell a private company from the bank, with what its first owner receives (C-2.2, T-05)."""
    setup = ledger.setup
    ledger.pay(player, BANK, price, Why.PRIVATE)
    ledger.move_private(private, player, price)
    card = setup.title.privates[private]
    if card.power is Power.FREE_SHARE:
        take_share(ledger, player, setup.company_index[card.company], BANK, 1, 0)
    elif card.power is Power.PRESIDENCY:
        company = setup.company_index[card.company]
        give_presidency(ledger, player, company, 0)
        ledger.push_interrupt(ParPriceNeeded(player, company))


def close_privates(ledger: Ledger) -> None:
    """Close all private companies (3.5, 4.2)."""
    for private, owner in by_private(ledger.state.privates):
        if owner != NOBODY:
            ledger.close_private(private)


def close_after_first_train(ledger: Ledger, company: Company) -> None:
    """Close the private company that came with a presidency when that railroad buys its first train (4.2)."""
    setup = ledger.setup
    for private in setup.privates_with[Power.PRESIDENCY]:
        concerned = setup.company_index.get(setup.title.privates[private].company)
        if concerned == company and ledger.state.privates[private] != NOBODY:
            ledger.close_private(private)


def price_range(setup: Setup, private: Private) -> tuple[int, int]:
    """The price range for a railroad: half to double the face value (4.1)."""
    face = setup.title.privates[private].price
    return (face + 1) // 2, face * 2


def may_buy_privates(setup: Setup, s: State) -> bool:
    """Whether railroads buy private companies now (4.1); with V-3.0 only after the next stock round."""
    open_now = s.private_sales_open or not setup.options.delayed_private_sales
    return setup.title.phases[s.phase].buy_privates and open_now


def refuse_sale_to_company(setup: Setup, s: State, company: Company, private: Private, price: int) -> Refusal | None:
    """Why a railroad may not buy a private company at this price (4.1)."""
    if not may_buy_privates(setup, s):
        return Refusal(Reason.NO_PRIVATE_SALES_YET)
    if not is_player(s.privates[private]):
        return Refusal(Reason.NOT_FOR_SALE, (private,))
    if not setup.title.privates[private].saleable:
        return Refusal(Reason.PRIVATE_STAYS_WITH_PLAYERS, (private,))
    least, most = price_range(setup, private)
    if not least <= price <= most:
        return Refusal(Reason.PRIVATE_PRICE, (least, most))
    if s.money[FIRST_COMPANY + company] < price:
        return Refusal(Reason.NOT_ENOUGH_MONEY, (price, s.money[FIRST_COMPANY + company]))
    return None


def refuse_trading(setup: Setup, s: State) -> Refusal | None:
    """Why players may not trade any private company now (4.1, S-6)."""
    if setup.options.private_trading is PrivateTrading.NONE:
        return Refusal(Reason.NO_PRIVATE_TRADES)
    if s.round_number == 1 and s.round == RoundKind.STOCK:
        return Refusal(Reason.NO_PRIVATE_SALES_YET)
    return None


def refuse_sale_between_players(setup: Setup, s: State, seller: Holder, buyer: Holder, private: Private) -> Refusal | None:
    """Why two players may not trade a private company now, regardless of money (4.1, V-6.4)."""
    refusal = refuse_trading(setup, s)
    if refusal is not None:
        return refusal
    if s.privates[private] != seller or not is_player(seller):
        return Refusal(Reason.NOT_FOR_SALE, (private,))
    if seller == buyer:
        return Refusal(Reason.NOT_FROM_YOURSELF)
    if may_not_be_sold_again(setup, s, private):
        return Refusal(Reason.PRIVATE_TRADED_ALREADY, (private,))
    if is_player(buyer) and room_of(setup, s, buyer) < 1:
        return Refusal(Reason.CERTIFICATE_LIMIT, (certificate_limit(setup, s),))
    return None


def may_not_be_sold_again(setup: Setup, s: State, private: Private) -> bool:
    """Whether a player bought it in this stock round and, where trading is restricted, must keep it to its end (V-6.4)."""
    if not s.traded[private] >> s.privates[private] & 1:
        return False
    return setup.options.private_trading is PrivateTrading.RESTRICTED and s.round == RoundKind.STOCK


def transfer_private(ledger: Ledger, private: Private, buyer: Holder, price: int) -> None:
    """Sell a private company to another holder."""
    seller = ledger.state.privates[private]
    ledger.pay(buyer, seller, price, Why.PRIVATE)
    ledger.move_private(private, buyer, price)
    if is_player(buyer):
        ledger.note_trade(private, buyer)
    else:
        licence_from_private(ledger, private, company_of_holder(buyer))


def refuse_exchange(setup: Setup, s: State, player: Player, private: Private, source: Holder) -> Refusal | None:
    """Why a private company may not be exchanged for a share from this source, regardless of timing (T-05, MH)."""
    card = setup.title.privates[private]
    if card.power is not Power.EXCHANGE:
        return Refusal(Reason.NO_EXCHANGE, (private,))
    if s.privates[private] != player:
        return Refusal(Reason.NOT_YOUR_PRIVATE, (private,))
    company = setup.company_index[card.company]
    if offered_units(setup, s, company, source) < 1:
        return Refusal(Reason.NO_SUCH_SHARE, (company,))
    restricted = setup.options.exchange_after_sale is ExchangeAfterSale.FORBIDDEN
    if restricted and sold_this_round(s, player, company):
        return Refusal(Reason.SOLD_THIS_ROUND, (company,))
    if not may_hold(setup, s, company, s.units(company, player) + 1):
        return Refusal(Reason.HOLDING_LIMIT, (company,))
    return None


def exchange(ledger: Ledger, player: Player, private: Private, source: Holder) -> None:
    company = ledger.setup.company_index[ledger.setup.title.privates[private].company]
    ledger.close_private(private)
    take_share(ledger, player, company, source, 1, 0)
