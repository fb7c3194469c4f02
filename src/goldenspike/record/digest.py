"""The digest of a game: its state as facts that can be compared with other programs.

Names and ids are the source's own where a game was recorded elsewhere.
"""

from dataclasses import dataclass, field
from typing import Any

from goldenspike.core.game import Game
from goldenspike.core.holders import BANK, FIRST_COMPANY, POOL
from goldenspike.core.ids import NONE, Company, Player
from goldenspike.core.interrupts import CityNeeded, ParPriceNeeded
from goldenspike.core.rules.share_price import price_of
from goldenspike.core.rules.train_card import owned_trains
from goldenspike.core.state import State, hex_of_place
from goldenspike.core.title import RoundKind, Setup

Digest = dict[str, Any]


@dataclass
class Names:
    """The source's names of players and companies, and the order in which it lists their property."""

    players: list[Any]
    companies: list[str]
    trains: dict[int, list[str]] = field(default_factory=dict)
    """Company to its trains in the order of purchase."""
    privates: dict[int, list[str]] = field(default_factory=dict)
    """Player to his private companies in the order of purchase."""


def plain_names(setup: Setup) -> Names:
    return Names(list(setup.all_players), [company.id for company in setup.title.companies])


def round_name(s: State) -> str:
    """ISR for the initial auction, SR 2, OR 2.1; a finished game stays in its last round."""
    if s.round in (RoundKind.SEATING, RoundKind.AUCTION):
        return "ISR"
    if s.operating_round:
        return f"OR {s.round_number}.{s.operating_round}"
    return f"SR {s.round_number}"


def next_priority(s: State) -> Player:
    """Who would start the next stock round if everybody passed from here on."""
    if s.round == RoundKind.STOCK and s.last_actor != NONE:
        return s.left_of(s.last_actor)
    return s.priority


def digest(game: Game, names: Names) -> Digest:
    setup, s = game.setup, game.state
    return {
        "round": round_name(s),
        "phase": setup.title.phases[s.phase].id,
        "bank": s.money[BANK],
        "priority": names.players[next_priority(s)],
        "players": {str(names.players[player]): _player(setup, s, names, player) for player in s.seating},
        "corps": {
            names.companies[company]: _company(setup, s, names, company) for company in setup.all_companies if s.par[company]
        },
    }


def _player(setup: Setup, s: State, names: Names, player: Player) -> Digest:
    # A presidency that came with a private company counts from the moment its par price is set.
    waiting = [asked.company for asked in s.pending if isinstance(asked, ParPriceNeeded)]
    companies = [company for company in setup.all_companies if company not in waiting]
    owned = [private.id for number, private in enumerate(setup.title.privates) if s.privates[number] == player]
    order = names.privates.get(player, [])
    return {
        "cash": s.money[player],
        "shares": {names.companies[company]: 10 * s.units(company, player) for company in companies if s.units(company, player)},
        "companies": sorted(owned, key=lambda name: order.index(name) if name in order else -1),
    }


def _company(setup: Setup, s: State, names: Names, company: Company) -> Digest:
    unsettled = [asked.hex for asked in s.pending if isinstance(asked, CityNeeded) and asked.company == company]
    trains = [setup.title.trains[train].id for train in owned_trains(setup, s, company)]
    order = [train.rpartition("-")[0] for train in names.trains.get(company, [])]
    return {
        "cash": s.money[FIRST_COMPANY + company],
        "price": price_of(setup, s, company),
        "par": s.par[company],
        "president": names.players[s.presidents[company]] if s.presidents[company] != NONE else None,
        "floated": s.floated[company],
        "trains": order if sorted(order) == sorted(trains) else trains,
        "ipo": 10 * s.units(company, BANK),
        "pool": 10 * s.units(company, POOL),
        "tokens": [
            setup.title.hexes[hex_of_place(place)].id for place in s.stations(company) if hex_of_place(place) not in unsettled
        ],
    }
