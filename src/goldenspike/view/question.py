"""What is asked now, and the offer that waits for an answer."""

import re

from goldenspike.core import pending
from goldenspike.core.game import Game
from goldenspike.core.holders import CHANCE, FIRST_COMPANY, NONE, is_company, is_player
from goldenspike.core.rules.forced_sale import missing_money
from goldenspike.core.rules.train_purchase import must_buy_train
from goldenspike.core.state import State
from goldenspike.core.steps.trains import TrainStep
from goldenspike.core.title import RoundKind, Setup
from goldenspike.view.model import OfferView, QuestionView
from goldenspike.view.secrets import Eyes

_OFFERS = (pending.OFFER_PRIVATE, pending.OFFER_TRAIN)


def ask(setup: Setup, s: State, eyes: Eyes, game: Game, actors: tuple[int, ...]) -> QuestionView:
    if game.is_over:
        return QuestionView("over", ())
    if game.actors == (CHANCE,):
        return QuestionView("chance", ())
    step = game.speaking()[0]
    kind = kind_of_step(type(step).__name__)
    if s.pending:
        return _interrupt(setup, s, kind, actors)
    if s.round != RoundKind.OPERATING:
        return QuestionView(kind, actors, private=setup.title.privates[s.auction].id if s.auction != NONE else None)
    company = s.operating
    must = isinstance(step, TrainStep) and must_buy_train(setup, s, company)
    # What is missing is the difference of price and money: only those may know it who know the money.
    known = eyes.companies[company] and eyes.players[s.presidents[company]]
    missing = missing_money(setup, s, company) if must and known else 0
    return QuestionView(kind, actors, company=setup.title.companies[company].id, must_buy_train=must, missing=missing or None)


def kind_of_step(name: str) -> str:
    """TrackStep is asked as `track`, SetParStep as `set_par`: a new step needs no entry here."""
    return re.sub(r"(?<!^)(?=[A-Z])", "_", name.removesuffix("Step")).lower()


def _interrupt(setup: Setup, s: State, kind: str, actors: tuple[int, ...]) -> QuestionView:
    facts = s.pending[-1]
    if facts[0] in _OFFERS or len(facts) < 3:
        return QuestionView(kind, actors)
    if facts[0] == pending.PAY_DEBT:
        return QuestionView(kind, actors, missing=facts[2])
    hex = setup.title.hexes[facts[3]].id if facts[0] == pending.CHOOSE_CITY else None
    return QuestionView(kind, actors, company=setup.title.companies[facts[2]].id, hex=hex)


def pending_offer(setup: Setup, s: State) -> OfferView | None:
    if not s.pending or s.pending[-1][0] not in _OFFERS:
        return None
    kind, answerer, item, seller, buyer, price, proposer = s.pending[-1]
    is_train = kind == pending.OFFER_TRAIN
    if is_train:
        seller, buyer = FIRST_COMPANY + seller, FIRST_COMPANY + buyer
    return OfferView(
        proposer=proposer,
        answerer=answerer,
        private=None if is_train else setup.title.privates[item].id,
        train=setup.title.trains[item].id if is_train else None,
        seller_seat=seller if is_player(seller) else None,
        seller_company=_company(setup, seller),
        buyer_seat=buyer if is_player(buyer) else None,
        buyer_company=_company(setup, buyer),
        price=price,
    )


def _company(setup: Setup, holder: int) -> str | None:
    return setup.title.companies[holder - FIRST_COMPANY].id if is_company(holder) else None
