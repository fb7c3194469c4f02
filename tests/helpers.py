"""What tests of 1830 share: versions with options, market cells, who owns what, and a thorough check of a position."""

from dataclasses import replace
from typing import Any

import pytest

import goldenspike.core.game as core_game
from goldenspike.core.actions import (
    Accept,
    Action,
    BuyFromBank,
    BuyShare,
    Decline,
    ExchangePrivate,
    Pass,
    SellShares,
    SetPar,
    StartCompany,
    Withdraw,
)
from goldenspike.core.game import Game
from goldenspike.core.holders import BANK, POOL
from goldenspike.core.ids import Player, Private, by_private
from goldenspike.core.market import Market
from goldenspike.core.steps.base import Offer
from goldenspike.core.title import Setup
from goldenspike.testing import Position
from goldenspike.testing.checks import allowed
from goldenspike.testing.invariants import violations_of
from goldenspike.titles.catalogue import find_version
from goldenspike.titles.g1830 import classic
from names_1830 import BNO, PAR_PRICES

IS_COMPILED = not str(core_game.__file__).endswith(".py")
needs_pure_core = pytest.mark.skipif(
    IS_COMPILED,
    reason="functions and states of the compiled core cannot be replaced, and its sources import what marks them for mypyc",
)


def after_auction(players: int = 4, **options: Any) -> Game:
    """The first stock round: the private companies were bought at face value in turn, and the B&O has a par of 100."""
    game = Position(classic(players, **options)).auction()
    for private in game.setup.all_privates:
        buyer = game.actors[0]
        game.push(BuyFromBank(buyer, private))
    game.push(SetPar(buyer, BNO, 100))
    return game


def version_1830(version: str, players: int = 4, **options: Any) -> Setup:
    """A version of 1830 with some options changed."""
    found = find_version("1830", version)
    return found.make(found.box, replace(found.defaults, **options), players)


def cell_at(row: int, column: int, market: Market | None = None) -> int:
    """The market cell in a row and column, counted from 1."""
    columns = (market or classic().title.market).columns
    return (row - 1) * columns + column - 1


def owns(game: Game, holder: int) -> list[Private]:
    """The private companies of a holder."""
    return [private for private, owner in by_private(game.state.privates) if owner == holder]


def _candidates(game: Game, player: Player) -> list[Action]:
    """All actions without an amount of auction and stock rounds that one could think of for a player, good or bad."""
    privates, sources = game.setup.all_privates, (BANK, POOL)
    found: list[Action] = [Pass(player), Accept(player), Decline(player), Withdraw(player)]
    found += [BuyFromBank(player, private) for private in privates]
    found += [ExchangePrivate(player, private, source) for private in privates for source in sources]
    for company in game.setup.all_companies:
        found += [BuyShare(player, company, source, count) for source in sources for count in range(9)]
        found += [SellShares(player, company, count) for count in range(9)]
        for price in (*PAR_PRICES, 0, 65, 112):
            found += [StartCompany(player, company, price), SetPar(player, company, price)]
    return found


def holds_together(game: Game) -> None:
    """No invariant is broken, and what is enumerated is what is not refused (auction and stock rounds)."""
    assert violations_of(game.setup, game.state) == []
    for player in game.setup.all_players:
        listed = list(game.legal_for(player))
        assert len(set(listed)) == len(listed), "an action is listed twice"
        offers = game.legal_for(player).offers()
        expected = [action for action in _candidates(game, player) if action in game.legal]
        expected += [offer.action for offer in offers]
        assert set(expected) ^ set(listed) == set(), "listed and allowed differ"
        for offer in offers:
            _offer_holds(game, offer)


def _offer_holds(game: Game, offer: Offer) -> None:
    """Both ends of an offer are legal; beyond them and between its steps nothing is."""
    assert offer.lo <= offer.hi and (offer.hi - offer.lo) % offer.step == 0
    assert offer.at(offer.lo) == offer.action
    for amount in (offer.lo, offer.hi):
        allowed(game, offer.at(amount))
    assert game.refuse(offer.at(offer.lo - 1)) is not None
    assert game.refuse(offer.at(offer.hi + 1)) is not None
    if offer.step > 1 and offer.lo < offer.hi:
        assert game.refuse(offer.at(offer.lo + 1)) is not None
