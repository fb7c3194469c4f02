"""The current question and the pending offer."""

from goldenspike.core.holders import CHANCE, FIRST_COMPANY, is_company, is_player
from goldenspike.core.ids import NONE, Holder
from goldenspike.core.question import Question
from goldenspike.core.state import State
from goldenspike.core.title import Setup
from goldenspike.view.model import OfferView, QuestionView
from goldenspike.view.secrets import Visibility, tells_totals


def ask(setup: Setup, s: State, visibility: Visibility, asked: Question) -> QuestionView:
    """The question as a seat may know it."""
    if asked.players == (CHANCE,):
        return QuestionView("chance", ())
    title, company = setup.title, asked.company
    # A shortfall reveals the money, so only those who may know the money see it. Debts are public.
    known = not asked.must_buy_train or (visibility.companies[company] and visibility.players[s.presidents[company]])
    return QuestionView(
        asked.kind,
        asked.players,
        company=title.companies[company].id if company != NONE else None,
        private=title.privates[asked.private].id if asked.private != NONE else None,
        hex=title.hexes[asked.hex].id if asked.hex != NONE else None,
        must_buy_train=asked.must_buy_train,
        missing=asked.amount if known and asked.amount != NONE else None,
        on_map=asked.on_map,
    )


def pending_offer(setup: Setup, s: State, visibility: Visibility, asked: Question) -> OfferView | None:
    """The pending offer as a seat may know it, None if there is none."""
    if asked.proposer == NONE:
        return None
    is_told = not tells_totals(setup, s) or visibility.sees(asked.seller) or visibility.sees(asked.buyer)
    return OfferView(
        proposer=asked.proposer,
        answerer=asked.player,
        private=setup.title.privates[asked.private].id if asked.private != NONE else None,
        train=setup.title.trains[asked.train].id if asked.train != NONE else None,
        seller_seat=asked.seller if is_player(asked.seller) else None,
        seller_company=_company(setup, asked.seller),
        buyer_seat=asked.buyer if is_player(asked.buyer) else None,
        buyer_company=_company(setup, asked.buyer),
        price=asked.price if is_told else None,
    )


def _company(setup: Setup, holder: Holder) -> str | None:
    return setup.title.companies[holder - FIRST_COMPANY].id if is_company(holder) else None
