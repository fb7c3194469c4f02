"""The choice of sentence for classes with several, such as a share bought and a share sold.

A class that is not listed here has one sentence, under its own name.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from goldenspike.core import actions, events
from goldenspike.core.actions import Payout
from goldenspike.core.events import EndReason, Why
from goldenspike.core.holders import BANK, POOL, is_company, is_player
from goldenspike.core.ids import NONE
from goldenspike.core.state import State
from goldenspike.core.title import RoundKind, Setup


@dataclass(frozen=True, slots=True)
class Forms:
    """The sentences of a class: their names, how to choose one, and the fields that the choice itself implies."""

    names: tuple[str, ...]
    choose: Callable[[Any], str]
    stated: tuple[str, ...] = ()


def _of_share(event: events.ShareMoved) -> str:
    return f"{_of_transfer(event)}{'_half' if event.percent == 5 else ''}"


def _of_transfer(event: events.ShareMoved) -> str:
    if is_player(event.seller) and event.buyer == POOL:
        return "sale"
    if is_player(event.buyer) and event.seller in (BANK, POOL):
        if event.price == 0:
            return "free"
        return "offering" if event.seller == BANK else "pool"
    return "other"


def _of_private(event: events.PrivateMoved) -> str:
    return "bank" if event.seller == BANK else "sale"


def _of_train(event: events.TrainMoved) -> str:
    if is_company(event.seller):
        return "company"
    return "market" if event.seller == POOL else "bank"


def _of_offer(event: events.OfferMade) -> str:
    if event.is_train:
        return "train"
    return "private_sale" if event.proposer == event.seller else "private"


def _of_tile(event: events.TileLaid) -> str:
    return "paid" if event.cost else "free"


def _of_token(event: events.TokenPlaced) -> str:
    return "paid" if event.cost else "free"


def _of_price(event: events.PriceMoved) -> str:
    return "up" if event.new > event.old else "down" if event.new < event.old else "level"


def _of_dividend(event: events.DividendDeclared) -> str:
    return Payout(event.payout).name if event.revenue else "NOTHING"


def _of_loan(event: events.LoanChanged) -> str:
    return "borrowed" if event.amount > 0 else "repaid" if event.owed else "cleared"


def _of_notes(event: events.NotesChanged) -> str:
    return "given" if event.amount > 0 else "redeemed"


def _of_group(thing: events.GroupChosen | actions.ChooseGroup) -> str:
    return "none" if thing.group == NONE else "group"


def _of_route(thing: events.RouteDeclared | actions.DeclareRoute) -> str:
    return "yes" if thing.exists else "no"


_TRANSFERS: Final = ("offering", "pool", "sale", "free", "other")
_UNCERTAINTIES: Final = ("no_change", "short_runs", "retain_revenue")
"""The tokens of S-5 by their number."""


EVENT_FORMS: Final[Mapping[str, Forms]] = {
    "Paid": Forms(tuple(why.name for why in Why), lambda event: Why(event.why).name, ("why",)),
    "ShareMoved": Forms((*_TRANSFERS, *(f"{name}_half" for name in _TRANSFERS)), _of_share, ("percent",)),
    "PrivateMoved": Forms(("bank", "sale"), _of_private),
    "TrainMoved": Forms(("bank", "market", "company"), _of_train),
    "TrainsRetired": Forms(("bank", "company"), lambda event: "bank" if event.company == NONE else "company"),
    "OfferMade": Forms(("train", "private", "private_sale"), _of_offer, ("is_train",)),
    "OfferAnswered": Forms(("accepted", "declined"), lambda event: "accepted" if event.accepted else "declined", ("accepted",)),
    "TileLaid": Forms(("free", "paid"), _of_tile),
    "TokenPlaced": Forms(("free", "paid"), _of_token),
    "StationDeclared": Forms(("free", "paid"), lambda event: "paid" if event.cost else "free"),
    "RouteDeclared": Forms(("yes", "no"), _of_route, ("exists",)),
    "PriceMoved": Forms(("up", "down", "level"), _of_price),
    "DividendDeclared": Forms((*(payout.name for payout in Payout), "NOTHING"), _of_dividend, ("payout",)),
    "LoanChanged": Forms(("borrowed", "repaid", "cleared"), _of_loan),
    "NotesCancelled": Forms(("liable", "nobody"), lambda event: "nobody" if event.player == NONE else "liable"),
    "NotesChanged": Forms(("given", "redeemed"), _of_notes),
    "GroupChosen": Forms(("group", "none"), _of_group),
    "LicenceGranted": Forms(("free", "paid"), lambda event: "paid" if event.price else "free"),
    "TokenDrawn": Forms(_UNCERTAINTIES, lambda event: _UNCERTAINTIES[event.kind], ("kind",)),
    "RoundStarted": Forms(tuple(kind.name for kind in RoundKind), lambda event: RoundKind(event.kind).name, ("kind",)),
    "GameEnded": Forms(tuple(reason.name for reason in EndReason), lambda event: EndReason(event.reason).name, ("reason",)),
}


def _of_source(action: actions.BuyShare | actions.ExchangePrivate) -> str:
    return "pool" if action.source == POOL else "offering"


def _of_share_purchase(action: actions.BuyShare) -> str:
    return "double" if action.double else _of_source(action)


def _of_train_purchase(action: actions.BuyTrain) -> str:
    if action.trade_in != NONE:
        return "trade_in"
    if is_company(action.source):
        return "company"
    return "market" if action.source == POOL else "bank"


def _of_run(action: actions.RunTrains) -> str:
    if action.routes is None:
        return "best"
    return "routes" if action.routes else "none"


def _of_power(action: actions.LayTile | actions.PlaceToken | actions.DeclareStation) -> str:
    return "plain" if action.private == NONE else "power"


ACTION_FORMS: Final[Mapping[str, Forms]] = {
    "DrawToken": Forms(_UNCERTAINTIES, lambda action: _UNCERTAINTIES[action.kind], ("kind",)),
    "Pass": Forms(("plain", "go_on", "end_turn"), lambda action: "plain"),
    "BuyShare": Forms(("offering", "pool", "double", "offering_half", "pool_half"), _of_share_purchase, ("source", "double")),
    "SellShares": Forms(("plain", "double", "plain_half"), lambda action: "double" if action.double else "plain", ("double",)),
    "ChooseGroup": Forms(("group", "none"), _of_group),
    "ExchangePrivate": Forms(("offering", "pool"), _of_source, ("source",)),
    "BuyPrivate": Forms(("player", "company"), lambda action: "company" if is_company(action.buyer) else "player"),
    "Redeem": Forms(("plain", "notes"), lambda action: "notes" if action.notes else "plain"),
    "LayTile": Forms(("plain", "power"), _of_power),
    "PlaceToken": Forms(("plain", "power"), _of_power),
    "DeclareTrack": Forms(("nothing", "spent"), lambda action: "spent" if action.cost else "nothing"),
    "DeclareStation": Forms(("plain", "power"), _of_power),
    "DeclareRoute": Forms(("yes", "no"), _of_route, ("exists",)),
    "RunTrains": Forms(("best", "routes", "none"), _of_run),
    "PayDividend": Forms(tuple(payout.name for payout in Payout), lambda action: Payout(action.payout).name, ("payout",)),
    "BuyTrain": Forms(("bank", "market", "company", "trade_in"), _of_train_purchase, ("source",)),
}

SILENT: Final[Mapping[str, tuple[str, ...]]] = {
    "TileLaid": ("rotation",),
    "TokenPlaced": ("stop",),
    "TokenMoved": ("stop",),
    "BuyLicence": ("company",),
    "ChooseHome": ("company",),
    "LayTile": ("company",),
    "PlaceToken": ("company", "stop"),
    "RunTrains": ("company",),
    "DeclareTrack": ("company",),
    "DeclareStation": ("company",),
    "DeclareRun": ("company",),
    "ContestRun": ("company",),
    "PayDividend": ("company",),
    "BuyTrain": ("company",),
    "DiscardTrain": ("company",),
}
"""Fields that a sentence may omit: the board shows them, or the reader knows whose turn it is."""


def form_of_event(event: events.Event) -> str:
    """The id of the sentence for an event."""
    name = type(event).__name__
    forms = EVENT_FORMS.get(name)
    return f"event.{name}" if forms is None else f"event.{name}.{forms.choose(event)}"


def form_of_action(action: actions.Action, setup: Setup, state: State | None) -> str:
    """The id of the sentence for an action; the state before it decides how a pass is worded."""
    if isinstance(action, actions.Pass) and state is not None:
        return f"action.Pass.{_of_pass(setup, state)}"
    name = type(action).__name__
    forms = ACTION_FORMS.get(name)
    if forms is None:
        return f"action.{name}"
    is_half = isinstance(action, actions.BuyShare | actions.SellShares) and state is not None and state.halved[action.company]
    return f"action.{name}.{forms.choose(action)}{'_half' if is_half else ''}"


def _of_pass(setup: Setup, state: State) -> str:
    if state.round == RoundKind.OPERATING:
        is_last_step = not state.pending and state.step == len(setup.plan.rounds[state.round]) - 1
        return "end_turn" if is_last_step else "go_on"
    return "end_turn" if state.round == RoundKind.STOCK and state.acted else "plain"
