"""What a player could sell in a stock turn now: how much it brings, and what it does to prices and presidencies (6.1, 6.4).

Outside stock rounds, and for players who are not on turn, it is as if their turn in the next stock round began at the current
prices. Every sale is one that the rules do not refuse, made on a copy of the state.

Between two positions of a game most companies' shares and prices stay the same, so what was found for them once is remembered.
"""

from collections.abc import Callable, Hashable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property, partial
from typing import Any, TypeVar

from goldenspike.core.actions import SellShares
from goldenspike.core.holders import POOL
from goldenspike.core.ids import NO_COMPANY, NO_HOLDER, NO_PLAYER, Company, Player
from goldenspike.core.ledger import Ledger
from goldenspike.core.rules.presidency import successor
from goldenspike.core.rules.reform import has_reform
from goldenspike.core.rules.share_price import fall_after_sale, price_of
from goldenspike.core.rules.stock_sale import sale_price, saleable_blocks, sell
from goldenspike.core.state import SHARE_HOLDERS, State
from goldenspike.core.title import RoundKind, Setup


@dataclass(frozen=True, slots=True)
class Block:
    """Shares of one company sold at once."""

    company: Company
    units: int
    amount: int
    """What the seller receives."""


T = TypeVar("T")
MOST_REMEMBERED = 2000


class SalesMemory:
    """What was found for the shares of single companies in one game, by all that it depends on."""

    def __init__(self) -> None:
        self._known: dict[Hashable, Any] = {}

    def recall(self, key: Hashable, find: Callable[[], T]) -> T:
        if key not in self._known:
            if len(self._known) >= MOST_REMEMBERED:
                self._known.clear()
            self._known[key] = find()
        found: T = self._known[key]
        return found


class _Turn:
    """A player's turn in a stock round, with what was found for turns like it; the position is made only if nothing was."""

    def __init__(self, setup: Setup, s: State, player: Player, memory: SalesMemory | None) -> None:
        self._setup, self._s, self._player = setup, s, player
        # In a turn under way more matters than in a new one.
        self._memory = memory if not _is_under_way(s, player) else None
        self._facts = player, _will_be_reformed(setup, s), _round_number(s) == 1

    @cached_property
    def _position(self) -> State:
        return stock_turn(self._setup, self._s, self._player)

    def recall(self, kind: str, company: Company, find: Callable[[State], T]) -> T:
        """What the player could do with the shares of a company."""
        if self._memory is None:
            return find(self._position)
        key = (kind, *self._facts, *facts_of_shares(self._s, company), self._s.operated[company])
        return self._memory.recall(key, lambda: find(self._position))


def facts_of_shares(s: State, company: Company) -> tuple[Hashable, ...]:
    """Who holds the shares of a company and what they are worth."""
    first = company * SHARE_HOLDERS
    return (
        company,
        tuple(s.shares[first : first + SHARE_HOLDERS]),
        s.cells[company],
        s.presidents[company],
        s.doubles[company],
        s.halved[company],
        s.loans[company],
        s.seating,
    )


def stock_turn(setup: Setup, s: State, player: Player) -> State:
    """The player's turn in a stock round: the current one, or else a new one in the next stock round at current prices."""
    if _is_under_way(s, player):
        return s
    return replace(
        s,
        round=RoundKind.STOCK,
        round_number=_round_number(s),
        step=0,
        step_done=False,
        pending=(),
        turn=player,
        operating=NO_COMPANY,
        acted=False,
        bought=NO_COMPANY,
        bought_from=NO_HOLDER,
        sale_prices=(),
        reformed=_will_be_reformed(setup, s),
    )


def _is_under_way(s: State, player: Player) -> bool:
    return s.round == RoundKind.STOCK and s.turn == player and not s.pending


def _round_number(s: State) -> int:
    """That of the current stock round, or else of the next one."""
    return max(1, s.round_number + (s.round == RoundKind.OPERATING))


def _will_be_reformed(setup: Setup, s: State) -> bool:
    """Whether the market is reformed in the current stock round, or else in the next one."""
    return s.reformed or (s.round == RoundKind.OPERATING and has_reform(setup, s))


def best_sales(setup: Setup, s: State, player: Player, memory: SalesMemory | None = None) -> tuple[Block, ...]:
    """The sales that bring a player the most money in a stock turn.

    Exact: all ways of selling the shares of a company block by block are compared. A sale changes nothing that decides what
    can be sold of another company, so the best sales of all companies together are the sum of the best for each.
    """
    if not setup.title.has_shares or player not in s.seating:
        return ()
    turn = _Turn(setup, s, player, memory)
    found: list[Block] = []
    for company in setup.all_companies:
        if s.units(company, player) and s.cells[company] >= 0:
            find = partial(_best_of, setup, player=player, company=company, known={})
            found += turn.recall("sales", company, find)
    return tuple(found)


_Position = tuple[int, int, int, int]


def _best_of(
    setup: Setup, s: State, player: Player, company: Company, known: dict[_Position, tuple[Block, ...]]
) -> tuple[Block, ...]:
    # What was sold before follows from what is left: the pool, and the price of a block that goes on.
    position = (s.units(company, player), s.cells[company], s.presidents[company], s.doubles[company])
    if position not in known:
        best: tuple[Block, ...] = ()
        # Selling never raises a price, so no unit brings more than the first.
        most = min(s.units(company, player), pool_room(setup, s, company)) * sale_price(setup, s, company)
        for block, after in _sales_of(setup, s, player, company):
            sales = (block, *_best_of(setup, after, player, company, known))
            if proceeds(sales) > proceeds(best):
                best = sales
            if proceeds(best) == most:
                break
        known[position] = best
    return known[position]


def _sales_of(setup: Setup, s: State, player: Player, company: Company) -> Iterator[tuple[Block, State]]:
    """Every block that the player may sell next, the largest first, and the position afterwards."""
    for count, double in reversed(_legal_blocks(setup, s, player, company)):
        ledger = Ledger(setup, s.copy(), s)
        sell(ledger, player, company, count, double)
        yield Block(company, count, ledger.state.money[player] - s.money[player]), ledger.state


def _legal_blocks(setup: Setup, s: State, player: Player, company: Company) -> list[tuple[int, bool]]:
    step = setup.plan.step_at(s)
    return [
        (count, double)
        for count, double in saleable_blocks(setup, s, player, company)
        if step.refuse(setup, s, SellShares(player, company, count, double)) is None
    ]


def proceeds(sales: tuple[Block, ...]) -> int:
    return sum(block.amount for block in sales)


def smallest_dump(setup: Setup, s: State, company: Company, memory: SalesMemory | None = None) -> tuple[int, Player]:
    """The fewest units that the president may sell to be rid of the presidency, and who then has it; 0 if that is impossible."""
    president = s.presidents[company]
    if president not in s.seating or s.cells[company] < 0:
        return 0, NO_PLAYER
    turn = _Turn(setup, s, president, memory)
    return turn.recall("dump", company, partial(_dump, setup, president=president, company=company))


def _dump(setup: Setup, turn: State, president: Player, company: Company) -> tuple[int, Player]:
    units = turn.units(company, president)
    for count, _ in _legal_blocks(setup, turn, president, company):
        heir = successor(setup, turn, company, units - count)
        if heir in turn.seating:
            return count, heir
    return 0, NO_PLAYER


def pool_room(setup: Setup, s: State, company: Company) -> int:
    """How many more units the pool takes (6.1)."""
    return max(0, setup.title.pool_units - s.units(company, POOL))


def prices_after_sale(
    setup: Setup, s: State, company: Company, by_president: bool, memory: SalesMemory | None = None
) -> tuple[int, ...]:
    """The share value after a sale of one unit, two units, and so on, up to the limit of the pool (5.5)."""
    if s.cells[company] < 0:
        return ()
    room = pool_room(setup, s, company)
    find = partial(_prices, setup, s, company, room, by_president)
    if memory is None:
        return find()
    return memory.recall(("prices", s.cells[company], room, by_president, _will_be_reformed(setup, s)), find)


def _prices(setup: Setup, s: State, company: Company, room: int, by_president: bool) -> tuple[int, ...]:
    turn = stock_turn(setup, s, s.turn)
    found: list[int] = []
    for units in range(1, room + 1):
        ledger = Ledger(setup, turn.copy(), turn)
        fall_after_sale(ledger, company, units, by_president, goes_on=False)
        found.append(price_of(setup, ledger.state, company))
    return tuple(found)
