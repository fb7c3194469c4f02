"""Short ways to a position of 1862.

`Scene(players, phase=…)` begins with the private companies closed and everything else in the bank; `company(…)`, `money(…)`,
`private(…)`, `tile(…)` describe what is different, taking from the bank so that everything stays conserved; `stock(turn)` and
`operate(company, step)` make it a game. Companies, hexes, tiles, trains and phases go by their names, private companies by
their number in the rule book.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, replace
from typing import Any

import pytest

from goldenspike.core.actions import Action, Pass
from goldenspike.core.events import Event
from goldenspike.core.game import Game, player_of
from goldenspike.core.holders import BANK, FIRST_COMPANY, NOBODY
from goldenspike.core.ids import NONE
from goldenspike.core.options import Seating
from goldenspike.core.reasons import IllegalAction, Reason
from goldenspike.core.state import SHARE_HOLDERS, TOKENS_PER_COMPANY, State, place_of
from goldenspike.core.title import RoundKind, Setup
from goldenspike.testing.invariants import violations_of
from goldenspike.titles.g1862 import standard

HOME, TRACK, STATION, RUN, DIVIDEND, TRAIN, REDEEM = range(7)
"""The steps of an operating turn."""


def new_game(players: int = 4, **switches: Any) -> Game:
    """The first action of a game, with the players in their seats."""
    return Game(standard(players, seating=Seating.FREE, **switches))


class Scene:
    def __init__(self, players: int = 4, phase: str = "2", **switches: Any) -> None:
        self.setup: Setup = standard(players, seating=Seating.FREE, **switches)
        self.state: State = Game(self.setup).state.copy()
        for name in ("money", "shares", "presidents", "par", "cells", "floated", "funded", "operated", "done", "notes"):
            setattr(self.state, name, getattr(self.state, name).copy())
        for name in ("halved", "closed", "trains", "faces", "tokens", "supply", "revenues"):
            setattr(self.state, name, getattr(self.state, name).copy())
        self.state.privates = [NOBODY] * 8
        self.state.phase = self.setup.phase_index[phase]
        for train, card in enumerate(self.setup.title.trains):
            later = card.phase and self.setup.phase_index[card.phase] > self.state.phase
            gone = card.obsolete and self.setup.phase_index[card.obsolete] <= self.state.phase
            if gone and not later:
                self._give_trains(train, BANK, NOBODY, card.count)

    def _give_trains(self, train: int, seller: int, buyer: int, count: int) -> None:
        types = len(self.setup.title.trains)
        if self.state.trains[seller * types + train] < 99:
            self.state.trains[seller * types + train] -= count
        self.state.trains[buyer * types + train] += count

    def number(self, name: str) -> int:
        return self.setup.company_index[name]

    def hex(self, name: str) -> int:
        return self.setup.hex_index[name]

    def train(self, name: str) -> int:
        return self.setup.train_index[name]

    def money(self, holder: int, amount: int) -> Scene:
        self.state.money[BANK] += self.state.money[holder] - amount
        self.state.money[holder] = amount
        return self

    def bank(self, amount: int) -> Scene:
        """Leave so much in the bank; the rest is out of the game with a company that closed."""
        self.state.money[NOBODY] += self.state.money[BANK] - amount
        self.state.money[BANK] = amount
        return self

    def company(
        self,
        name: str,
        president: int,
        shares: Mapping[int, int],
        par: int = 100,
        price: int = 0,
        cell: tuple[int, int] | None = None,
        money: int = 0,
        trains: str = "",
        stations: str = "",
        operated: bool = True,
        halved: bool = False,
        notes: int = 0,
    ) -> Scene:
        """`shares` are units by holder, the rest stays in the bank; `cell` is row and column from 1; `stations` "F31/0 H9"."""
        s, company = self.state, self.number(name)
        s.presidents[company] = president
        s.par[company] = par
        market = self.setup.title.market
        if cell is not None:
            s.cells[company] = (cell[0] - 1) * market.columns + cell[1] - 1
        elif price:
            s.cells[company] = market.prices.index(price)
        else:
            s.cells[company] = market.par_cell(par)
        s.market_order = (*s.market_order, company)
        for holder, units in shares.items():
            s.shares[company * SHARE_HOLDERS + BANK] -= units
            s.shares[company * SHARE_HOLDERS + holder] += units
        floated = s.shares[company * SHARE_HOLDERS + BANK] <= 4
        s.floated[company] = s.funded[company] = floated
        s.operated[company] = operated and floated
        s.halved[company] = halved
        s.notes[company] = notes
        self.money(FIRST_COMPANY + company, money)
        for train in trains.split():
            self._give_trains(self.train(train), BANK, FIRST_COMPANY + company, 1)
        if s.operated[company] and not stations:
            home = self.setup.title.companies[company].homes[0]
            stations = f"{home.hex}/{home.stop}"
        for position, word in enumerate(stations.split()):
            place, _, stop = word.partition("/")
            s.tokens[company * TOKENS_PER_COMPANY + position] = place_of(self.hex(place), int(stop or 0))
        return self

    def private(self, number: int, owner: int) -> Scene:
        self.state.privates[number - 1] = owner
        return self

    def closed(self, *names: str) -> Scene:
        for name in names:
            company = self.number(name)
            self.state.closed[company] = True
            self.state.shares[company * SHARE_HOLDERS + BANK] = 0
            self.state.shares[company * SHARE_HOLDERS + NOBODY] = 10
        return self

    def tile(self, hex: str, tile: str, rotation: int = 0) -> Scene:
        number = self.setup.tile_index[tile]
        self.state.supply[number] -= 1
        self.state.faces[self.hex(hex)] = self.setup.face_of_tile(number, rotation)
        return self

    def tiles(self, text: str) -> Scene:
        """ "H3:9/1 H5:9/1": hex, tile and rotation."""
        for word in text.split():
            hex, _, rest = word.partition(":")
            tile, _, rotation = rest.partition("/")
            self.tile(hex, tile, int(rotation or 0))
        return self

    def game(self, **changes: Any) -> Game:
        for name, value in changes.items():
            setattr(self.state, name, value)
        lists = {f.name: getattr(self.state, f.name) for f in fields(self.state)}
        own: dict[str, Any] = {name: value.copy() for name, value in lists.items() if isinstance(value, list)}
        return Game(self.setup, replace(self.state, networks={}, **own))

    def stock(self, turn: int = 0, number: int = 2) -> Game:
        return self.game(round=RoundKind.STOCK, round_number=number, turn=turn, priority=turn)

    def operate(self, name: str, step: int, rounds: int = 1, **changes: Any) -> Game:
        """The company's turn at a step; others with money that are not marked wait for theirs."""
        company = self.number(name)
        s = self.state
        s.done = [not funded or other == company for other, funded in enumerate(s.funded)]
        waiting = [other for other in range(len(s.done)) if not s.done[other]]
        s.done[company] = False
        return self.game(
            round=RoundKind.OPERATING,
            round_number=2,
            operating_round=1,
            operating_rounds=rounds,
            operating=company,
            turn=s.presidents[company],
            order=(company, *waiting),
            step=step,
            **changes,
        )


def refused(game: Game, action: Action, reason: Reason) -> None:
    """Refused with that reason, not listed, and without effect."""
    refusal = game.refuse(action)
    assert refusal is not None and refusal.reason is reason, refusal
    assert action not in list(game.legal_for(player_of(action)))
    with pytest.raises(IllegalAction):
        game.push(action)


def allowed(game: Game, action: Action) -> None:
    assert game.refuse(action) is None, game.refuse(action)


def play(game: Game, *actions: Action) -> list[Event]:
    """Push them all; every state in between must hold together."""
    events: list[Event] = []
    for action in actions:
        events.extend(game.push(action))
        wrong = violations_of(game.setup, game.state)
        assert not wrong, wrong
    return events


def passes(game: Game, count: int) -> None:
    for _ in range(count):
        play(game, Pass(game.actors[0]))


def price(game: Game, name: str) -> int:
    cell = game.state.cells[game.setup.company_index[name]]
    return game.setup.title.market.prices[cell] if cell != NONE else 0


def treasury(game: Game, name: str) -> int:
    return game.state.money[FIRST_COMPANY + game.setup.company_index[name]]
