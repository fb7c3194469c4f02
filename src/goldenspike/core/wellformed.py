"""Whether an action speaks of things that exist, before any rule is asked: rules may then index freely."""

from typing import Final

from goldenspike.core.actions import (
    Action,
    Bid,
    BuyFromBank,
    BuyLicence,
    BuyPrivate,
    BuyShare,
    BuyTrain,
    ChooseCity,
    ChooseHome,
    ChooseLoan,
    ClosePrivate,
    ContestRun,
    DealPrivates,
    DiscardTrain,
    DrawRevenue,
    DrawSeats,
    DrawToken,
    ExchangePrivate,
    LayTile,
    PayDividend,
    PlaceToken,
    Redeem,
    RunTrains,
    SellPrivate,
    SellShares,
    SetPar,
    StartCompany,
    WithdrawBid,
)
from goldenspike.core.hexes import SIDES
from goldenspike.core.holders import FIRST_COMPANY, is_company
from goldenspike.core.ids import NONE
from goldenspike.core.reasons import Reason, Refusal
from goldenspike.core.title import Setup

# Written out once: building the union of so many types takes longer than asking all the questions below.
_DRAWN: Final = (DrawSeats, DealPrivates, DrawToken, DrawRevenue)
_OF_A_COMPANY: Final = (
    BuyLicence,
    ChooseLoan,
    Redeem,
    SetPar,
    StartCompany,
    BuyShare,
    SellShares,
    ChooseHome,
    ChooseCity,
    LayTile,
    PlaceToken,
    RunTrains,
    ContestRun,
    PayDividend,
    BuyTrain,
    DiscardTrain,
)
_OF_A_PRIVATE: Final = (BuyFromBank, Bid, WithdrawBid, ClosePrivate, ExchangePrivate, BuyPrivate, SellPrivate)
_ON_A_HEX: Final = (LayTile, PlaceToken, ChooseHome, ChooseCity)


def refuse_malformed(setup: Setup, action: Action) -> Refusal | None:
    """A reason if the action names a player, company, private company, hex, tile or train that the game does not have."""
    if isinstance(action, _DRAWN):
        return None
    if not 0 <= action.player < setup.players:
        return Refusal(Reason.UNKNOWN_PLAYER, (action.player,))
    companies = len(setup.title.companies)
    if isinstance(action, _OF_A_COMPANY) and not 0 <= action.company < companies:
        return Refusal(Reason.UNKNOWN_COMPANY)
    if isinstance(action, SellShares) and action.double and not setup.title.companies[action.company].second_units:
        return Refusal(Reason.NO_DOUBLE, (action.company,))
    if isinstance(action, _OF_A_PRIVATE) and not (0 <= action.private < len(setup.title.privates)):
        return Refusal(Reason.UNKNOWN_PRIVATE)
    if isinstance(action, _ON_A_HEX) and not (0 <= action.hex < len(setup.title.hexes)):
        return Refusal(Reason.UNKNOWN_HEX)
    if isinstance(action, LayTile) and not (0 <= action.tile < len(setup.title.tiles) and 0 <= action.rotation < SIDES):
        return Refusal(Reason.UNKNOWN_TILE)
    if isinstance(action, (BuyTrain, DiscardTrain)) and not 0 <= action.train < len(setup.title.trains):
        return Refusal(Reason.UNKNOWN_TRAIN)
    if isinstance(action, BuyTrain) and not NONE <= action.trade_in < len(setup.title.trains):
        return Refusal(Reason.UNKNOWN_TRAIN)
    if isinstance(action, BuyPrivate) and is_company(action.buyer) and action.buyer >= FIRST_COMPANY + companies:
        return Refusal(Reason.UNKNOWN_COMPANY)
    return None
