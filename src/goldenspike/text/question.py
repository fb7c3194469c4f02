"""The sentence of the panel: what is being asked of whom."""

from collections.abc import Mapping
from typing import Any, Final

from goldenspike.core import pending
from goldenspike.core.events import EndReason
from goldenspike.core.holders import NONE
from goldenspike.core.rules.forced_sale import missing_money
from goldenspike.core.rules.train_purchase import must_buy_train
from goldenspike.core.state import State
from goldenspike.core.steps.auction import AuctionStep, asking_price, cheapest_private, least_bid
from goldenspike.core.steps.base import Step
from goldenspike.core.steps.stock import StockStep, must_sell
from goldenspike.core.steps.trains import TrainStep
from goldenspike.core.title import RoundKind, Setup
from goldenspike.text.catalogue import message
from goldenspike.text.facts import tell
from goldenspike.text.names import Context, words

PENDING_NAMES: Final[Mapping[int, str]] = {
    value: name for name, value in vars(pending).items() if name.isupper() and isinstance(value, int)
}
"""The kinds of interrupt by number."""

PENDING_FACTS: Final[Mapping[str, tuple[str, ...]]] = {
    "SET_PAR": ("player", "company"),
    "DISCARD": ("player", "company"),
    "CHOOSE_CITY": ("player", "company", "hex"),
    "OFFER_PRIVATE": ("player", "private", "seller", "buyer", "price", "proposer"),
    "OFFER_TRAIN": ("player", "train", "seller", "buyer", "price", "proposer"),
    "CHOOSE_HOME": ("player", "company"),
    "CHOOSE_GROUP": ("player",),
    "DRAW_TOKEN": ("player", "company"),
    "DRAW_REVENUE": ("player", "company"),
    "PAY_DEBT": ("player", "amount"),
}
"""What the numbers after the kind mean, see `core.pending`."""

STEP_FACTS: Final = ("player", "players", "company", "private", "price", "revenue")
"""What the question of a step may speak of: who is asked, the company that operates, the private company and price in an
auction, and what the trains earned."""

STEP_FORMS: Final[Mapping[str, tuple[str, ...]]] = {
    "AuctionStep": ("ask", "ask.auction", "ask.free"),
    "StockStep": ("ask", "ask.acted", "ask.must_sell"),
    "TrainStep": ("ask", "ask.must_buy", "ask.must_sell"),
}
"""The questions of steps that have more than one."""


def ask(state: State, context: Context, language: str) -> str:
    """What the game waits for."""
    setup = context.setup
    if state.round == RoundKind.OVER:
        return tell(f"event.GameEnded.{EndReason(state.end_reason).name}", {}, context, language)
    if state.pending:
        kind, *rest = state.pending[-1]
        name = PENDING_NAMES.get(kind, str(kind))
        names = PENDING_FACTS.get(name, ())
        return tell(f"pending.{name}", dict(zip(names, rest, strict=False)), context, language)
    step = setup.plan.rounds[state.round][state.step]
    id = id_of_step(step, f".{_form(setup, state, step)}", language)
    return tell(id, _facts(setup, state, step), context, language)


def name_step(step: Step, language: str) -> str:
    """What a phase of a turn is called."""
    return words(id_of_step(step, "", language), language)


def id_of_step(step: Step, form: str, language: str) -> str:
    """The message of a step; one that builds on another speaks like that one unless it has words of its own."""
    for cls in type(step).__mro__:
        if issubclass(cls, Step) and message(f"step.{cls.__name__}{form}", language) is not None:
            return f"step.{cls.__name__}{form}"
    return f"step.{type(step).__name__}{form}"


def _form(setup: Setup, s: State, step: Step) -> str:
    if isinstance(step, AuctionStep):
        if s.auction != NONE:
            return "ask.auction"
        return "ask" if asking_price(setup, s, cheapest_private(s)) else "ask.free"
    if isinstance(step, StockStep):
        if must_sell(setup, s, s.turn):
            return "ask.must_sell"
        return "ask.acted" if s.acted else "ask"
    if isinstance(step, TrainStep):
        if missing_money(setup, s, s.operating):
            return "ask.must_sell"
        return "ask.must_buy" if must_buy_train(setup, s, s.operating) else "ask"
    return "ask"


def _facts(setup: Setup, s: State, step: Step) -> dict[str, Any]:
    facts: dict[str, Any] = {"player": s.turn, "players": step.actors(setup, s), "company": s.operating}
    if s.operating != NONE:
        facts["revenue"] = s.revenues[s.operating]
    if isinstance(step, AuctionStep):
        facts["private"] = cheapest_private(s) if s.auction == NONE else s.auction
        facts["price"] = asking_price(setup, s, facts["private"]) if s.auction == NONE else least_bid(setup, s, s.auction)
    return facts
