"""Short ways to a position, for tests of the rules of 1830 Classic.

Numbers: the railroads PRR … BM and the private companies SV … BO, BANK and POOL from `goldenspike.core.holders`;
`treasury(company)` is a railroad's own holder number. Hexes, tiles, trains and phases go by their names.

- `table(players, **options)`: a new game with the seats in order 0, 1, 2 … and player 0 holding the priority card.
- `after_auction(players, **options)`: the private companies bought at face value in turn, B&O at a par of 100; the first
  stock round begins.
- `position(game, …)`: a new game in the position described; what is not named stays as it was. Money is taken from and
  given to the bank, shares from the initial offering, trains and tiles from the supply, so everything stays conserved.
  Railroads are described by `Railroad(…)`; the order in which they are named is the order in which they came to their
  market cells. Private companies not named are closed. `operating=PRR` puts the game into that railroad's turn at
  `step=TrackStep`; any field of State may be given by its name.
- `stock_round(players, **position)`: a second stock round with player 0 on turn.
- `refused(game, action, Reason.X)`: the action is refused with that reason, is in no list of legal actions, and pushing it
  raises and changes nothing. `allowed(game, action)`: the opposite, without doing it.
- `play(game, *actions)`: push them all, return all their events. `passes(game, count)`: so many players pass.
- `everybody_passes(game)`: the stock round ends.
- `value(game, company)`, `cell_at(row, column)` (both counted from 1, as one reads the market), `owns(game, holder)`.
- `holds_together(game)`: money, shares, trains and tiles are all there, and enumeration agrees with refusal.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields, replace
from typing import Any

import pytest

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
from goldenspike.core.events import Event
from goldenspike.core.game import Game, player_of
from goldenspike.core.holders import BANK, NOBODY, POOL
from goldenspike.core.holders import treasury as treasury
from goldenspike.core.ids import NONE, Company, Holder, Player, Private, Tile
from goldenspike.core.market import Market
from goldenspike.core.options import Seating
from goldenspike.core.reasons import IllegalAction, Reason
from goldenspike.core.state import SHARE_HOLDERS, TOKENS_PER_COMPANY, State, place_of
from goldenspike.core.steps.base import Offer
from goldenspike.core.title import RoundKind, Setup
from goldenspike.titles.catalogue import find_version
from goldenspike.titles.g1830 import classic

PRR, NYC, CPR, BNO, CO, ERIE, NNH, BM = (Company(number) for number in range(8))
SV, CS, DH, MH, CA, BO = (Private(number) for number in range(6))
PAR_PRICES = (100, 90, 82, 76, 71, 67)


@dataclass(frozen=True)
class Railroad:
    """A railroad with a par price, as `position` is to set it up."""

    par: int
    president: int
    shares: Mapping[int, int]
    """Tenths by holder: players and POOL; the rest stays in the initial offering."""
    cell: tuple[int, int] | None = None
    """Row and column in the market, counted from 1; by default where its par price starts."""
    money: int = 0
    trains: tuple[str, ...] = ()
    stations: tuple[tuple[str, int], ...] = ()
    """Hex and stop."""
    floated: bool | None = None
    """By default if six tenths have left the offering."""
    operated: bool = False


def _own_lists(state: State) -> dict[str, list[Any]]:
    """Copies of the lists of a state: those of the state itself are shared with others."""
    values = {entry.name: getattr(state, entry.name) for entry in fields(State)}
    return {name: value.copy() for name, value in values.items() if isinstance(value, list)}


def table(players: int = 4, **options: Any) -> Game:
    return Game(classic(players, **{"seating": Seating.FREE, **options}))


def after_auction(players: int = 4, **options: Any) -> Game:
    game = table(players, **options)
    for private in range(6):
        game.push(BuyFromBank(Player(Holder(private % players)), Private(private)))
    game.push(SetPar(Player(Holder(BO % players)), BNO, 100))
    return game


def version_1830(version: str, players: int = 4, **options: Any) -> Setup:
    """A version of 1830 with some options changed."""
    found = find_version("1830", version)
    return found.make(found.box, replace(found.defaults, **options), players)


def cell_at(row: int, column: int, market: Market | None = None) -> int:
    """The market cell in a row and column, counted from 1."""
    columns = (market or table().setup.title.market).columns
    return (row - 1) * columns + column - 1


def position(
    game: Game,
    *,
    railroads: Mapping[int, Railroad] | None = None,
    privates: Mapping[int, int] | None = None,
    money: Mapping[int, int] | None = None,
    phase: str = "",
    market_trains: Iterable[str] = (),
    sold_trains: Iterable[str] = (),
    tiles: Mapping[str, tuple[str, int]] | None = None,
    operating: int = NONE,
    step: type | None = None,
    **state_fields: Any,
) -> Game:
    """A game in the position described.

    `tiles`: hex to tile (old number or new id) and rotation. `sold_trains` are out of the game (scrapped), `market_trains`
    lie in the open market. With `operating` the round is an operating round unless `round` says otherwise.
    """
    setup, old = game.setup, game.state
    built = _own_lists(old)
    scalars: dict[str, Any] = {}
    for company, railroad in (railroads or {}).items():
        _set_railroad(setup, built, Company(company), railroad)
    scalars["market_order"] = tuple(
        dict.fromkeys((*(c for c in old.market_order if c not in (railroads or {})), *(railroads or {})))
    )
    if privates is not None:
        built["privates"] = [privates.get(private, NOBODY) for private in range(len(setup.title.privates))]
    for holder, amount in (money or {}).items():
        built["money"][holder] = amount
    built["money"][BANK] = 0
    built["money"][BANK] = setup.title.bank - sum(built["money"])
    types = len(setup.title.trains)
    for names, holder in ((market_trains, POOL), (sold_trains, NOBODY)):
        for name in names:
            _take_train(setup, built, name, holder * types)
    for hex_name, (tile_name, rotation) in (tiles or {}).items():
        tile = tile_number(setup, tile_name)
        built["faces"][setup.hex_index[hex_name]] = setup.face_of_tile(Tile(tile), rotation)
        built["supply"][tile] -= 1
    if phase:
        scalars["phase"] = setup.phase_index[phase]
    if operating != NONE:
        scalars.update(round=RoundKind.OPERATING, operating=operating, operating_round=1, turn_started=True)
        scalars["turn"] = built["presidents"][operating]
        scalars["round_number"] = max(old.round_number, 1)
    state = replace(old, **{**built, **scalars, **state_fields, "networks": {}})
    if step is not None:
        kinds = [type(one) for one in setup.plan.rounds[state.round]]
        state = replace(state, step=kinds.index(step), step_done=False)
    return Game(setup, state)


def _set_railroad(setup: Setup, built: dict[str, list[Any]], company: Company, railroad: Railroad) -> None:
    first = company * SHARE_HOLDERS
    built["shares"][first : first + SHARE_HOLDERS] = [0] * SHARE_HOLDERS
    for holder, units in railroad.shares.items():
        built["shares"][first + holder] = units
    offering = 10 - sum(railroad.shares.values())
    built["shares"][first + BANK] = offering
    built["presidents"][company] = railroad.president
    built["par"][company] = railroad.par
    market = setup.title.market
    built["cells"][company] = cell_at(*railroad.cell, market) if railroad.cell else market.par_cell(railroad.par)
    floated = offering <= 4 if railroad.floated is None else railroad.floated
    built["floated"][company] = built["funded"][company] = floated
    built["operated"][company] = railroad.operated
    built["money"][treasury(company)] = railroad.money
    for name in railroad.trains:
        _take_train(setup, built, name, treasury(company) * len(setup.title.trains))
    for number, (hex_name, stop) in enumerate(railroad.stations):
        built["tokens"][company * TOKENS_PER_COMPANY + number] = place_of(setup.hex_index[hex_name], stop)


def _take_train(setup: Setup, built: dict[str, list[Any]], name: str, first: int) -> None:
    train = setup.train_index[name]
    built["trains"][BANK * len(setup.title.trains) + train] -= 1
    built["trains"][first + train] += 1


def tile_number(setup: Setup, name: str) -> int:
    """The tile with this old number or new id."""
    return next(number for number, tile in enumerate(setup.title.tiles) if name in (tile.old, tile.id))


def stock_round(players: int = 4, options: Mapping[str, Any] | None = None, **described: Any) -> Game:
    """A stock round, the second unless `round_number` says otherwise, with player 0 on turn and no private companies."""
    standard: dict[str, Any] = {"round": RoundKind.STOCK, "round_number": 2, "privates": {}, "turn": 0, "priority": 0}
    return position(table(players, **(options or {})), **{**standard, **described})


def refused(game: Game, action: Action, reason: Reason, *facts: int) -> None:
    refusal = game.refuse(action)
    assert refusal is not None, f"{action} is allowed"
    assert refusal.reason is reason, f"{action}: {refusal}"
    assert len(refusal.facts) == len(reason.facts), "a refusal carries the facts that its reason names"
    if facts:
        assert refusal.facts == facts
    assert action not in game.legal
    assert action not in list(game.legal_for(player_of(action)))
    before, copy = game.state, game.state.copy()
    with pytest.raises(IllegalAction) as raised:
        game.push(action)
    assert raised.value.refusal == refusal
    assert game.state is before and before == copy


def allowed(game: Game, action: Action) -> None:
    assert game.refuse(action) is None, f"{action}: {game.refuse(action)}"
    assert action in game.legal


def play(game: Game, *actions: Action) -> list[Event]:
    return [event for action in actions for event in game.push(action)]


def passes(game: Game, count: int) -> list[Event]:
    return [event for _ in range(count) for event in game.push(Pass(game.state.turn))]


def everybody_passes(game: Game) -> list[Event]:
    """The players pass, or end their turns, until the round is over."""
    happened: list[Event] = []
    here = (game.state.round, game.state.round_number)
    while (game.state.round, game.state.round_number) == here:
        happened += game.push(Pass(game.state.turn))
    return happened


def value(game: Game, company: int) -> int:
    return game.setup.title.market.prices[game.state.cells[company]]


def units(game: Game, company: Company, holder: Holder) -> int:
    return game.state.units(company, holder)


def owns(game: Game, holder: int) -> list[int]:
    """The private companies of a holder."""
    return [private for private, owner in enumerate(game.state.privates) if owner == holder]


def _candidates(game: Game, player: Player) -> list[Action]:
    """All actions without an amount of auction and stock rounds that one could think of for a player, good or bad."""
    companies, sources = range(len(game.setup.title.companies)), (BANK, POOL)
    found: list[Action] = [Pass(player), Accept(player), Decline(player), Withdraw(player)]
    found += [BuyFromBank(player, Private(private)) for private in range(6)]
    found += [ExchangePrivate(player, Private(private), source) for private in range(6) for source in sources]
    for company in companies:
        found += [BuyShare(player, Company(company), source, count) for source in sources for count in range(9)]
        found += [SellShares(player, Company(company), count) for count in range(9)]
        for price in (*PAR_PRICES, 0, 65, 112):
            found += [StartCompany(player, Company(company), price), SetPar(player, Company(company), price)]
    return found


def holds_together(game: Game) -> None:
    """Nothing is lost, and what is enumerated is what is not refused (auction and stock rounds)."""
    setup, s = game.setup, game.state
    assert sum(s.money) == setup.title.bank
    for company in range(len(setup.title.companies)):
        first = company * SHARE_HOLDERS
        held = s.shares[first : first + SHARE_HOLDERS]
        assert sum(held) == 10 and min(held) >= 0
    assert sum(s.trains) == sum(train.count for train in setup.title.trains)
    assert min(s.supply) >= 0
    for player in range(setup.players):
        listed = list(game.legal_for(Player(Holder(player))))
        assert len(set(listed)) == len(listed), "an action is listed twice"
        expected = [action for action in _candidates(game, Player(Holder(player))) if action in game.legal]
        offers = game.legal_for(Player(Holder(player))).offers()
        expected += [offer.action for offer in offers]
        assert set(expected) ^ set(listed) == set(), "listed and allowed differ"
        for offer in offers:
            offer_holds(game, offer)


def offer_holds(game: Game, offer: Offer) -> None:
    """Both ends of an offer are legal; beyond them and between its steps nothing is."""
    assert offer.lo <= offer.hi and (offer.hi - offer.lo) % offer.step == 0
    assert offer.at(offer.lo) == offer.action
    for amount in (offer.lo, offer.hi):
        allowed(game, offer.at(amount))
    assert game.refuse(offer.at(offer.lo - 1)) is not None
    assert game.refuse(offer.at(offer.hi + 1)) is not None
    if offer.step > 1 and offer.lo < offer.hi:
        assert game.refuse(offer.at(offer.lo + 1)) is not None
