"""Operating turns where the map is on the real table: presidents declare what they spent and what their trains earned.

The steps for track, stations and running are exchanged for those here; everything else is the full game. What concerns only
the cardboard (tiles, homes, blocked hexes, routes) is left to the players.
"""

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from goldenspike.core import events
from goldenspike.core.actions import (
    Action,
    BuyLicence,
    ClosePrivate,
    ContestRun,
    DeclareRoute,
    DeclareRun,
    DeclareStation,
    DeclareTrack,
    LayTile,
    Pass,
    PlaceToken,
    RunTrains,
)
from goldenspike.core.events import Why
from goldenspike.core.holders import BANK, CHANCE, FIRST_COMPANY, treasury
from goldenspike.core.ids import NONE, Company, Player, by_private
from goldenspike.core.interrupts import RevenueDrawNeeded
from goldenspike.core.ledger import Ledger
from goldenspike.core.options import PowerTiming
from goldenspike.core.reasons import Reason, Refusal
from goldenspike.core.rules.declared import (
    STEP,
    USED_UP,
    most_revenue,
    most_track_cost,
    refuse_declared_station,
    refuse_earned,
    refuse_track_cost,
    station_costs,
    station_givers,
)
from goldenspike.core.rules.licence import buy_licence, refuse_licence
from goldenspike.core.rules.train_card import cheapest_price, has_train, owned_trains
from goldenspike.core.state import State
from goldenspike.core.steps.base import Offer, Plan, Step, refuse_operator, refuse_turn
from goldenspike.core.steps.operating import LATE_POWERS, places_no_station
from goldenspike.core.title import RoundKind, Setup


class DeclaredTrackStep(Step):
    """Declare what the turn's tiles cost together, and buy a licence for the coal (7.2, S-1).

    Asked even of a railroad without money: the tile is laid before the trains run.
    """

    name = "declared_track"

    def kinds(self) -> tuple[type, ...]:
        return (DeclareTrack, BuyLicence)

    def refuse(self, setup: Setup, s: State, action: Action) -> Refusal | None:
        assert isinstance(action, (DeclareTrack, BuyLicence))
        refusal = refuse_operator(s, action.player, action.company)
        if refusal is not None:
            return refusal
        if isinstance(action, BuyLicence):
            return refuse_licence(setup, s, action.company)
        return refuse_track_cost(setup, s, action.company, action.cost)

    def apply(self, ledger: Ledger, action: Action) -> None:
        ledger.note_action()
        if isinstance(action, BuyLicence):
            buy_licence(ledger, action.company)
            return
        assert isinstance(action, DeclareTrack)
        pay_for_track(ledger, action.company, action.cost)
        ledger.finish_step()

    def legal(self, setup: Setup, s: State, player: Player) -> Iterator[Action]:
        if player == s.turn and refuse_licence(setup, s, s.operating) is None:
            yield BuyLicence(player, s.operating)

    def offers(self, setup: Setup, s: State, player: Player) -> list[Offer]:
        return [offer_of_track(setup, s)] if player == s.turn else []


def pay_for_track(ledger: Ledger, company: Company, cost: int) -> None:
    if cost:
        ledger.pay(treasury(company), BANK, cost, Why.TERRAIN)
        ledger.emit(events.TrackDeclared(company, cost))


def offer_of_track(setup: Setup, s: State) -> Offer:
    company = s.operating
    most = min(most_track_cost(setup, s, company), s.money[FIRST_COMPANY + company]) // STEP * STEP
    return Offer(DeclareTrack(s.turn, company, 0), 0, most, STEP)


class LateTrackStep(Step):
    """Declare a private company's tile or station in any later step of the railroad's turn (option extra_tile)."""

    name = "late_track"
    forms = ()

    def kinds(self) -> tuple[type, ...]:
        return (DeclareTrack, DeclareStation)

    def refuse(self, setup: Setup, s: State, action: Action) -> Refusal | None:
        assert isinstance(action, (DeclareTrack, DeclareStation))
        if not self._is_possible(setup, s, type(action)):
            return Refusal(Reason.NOT_NOW)
        refusal = refuse_operator(s, action.player, action.company)
        if refusal is not None:
            return refusal
        if isinstance(action, DeclareStation):
            if action.private == NONE:
                return Refusal(Reason.NOT_NOW)
            return refuse_declared_station(setup, s, action.company, action.cost, action.private)
        return Refusal(Reason.NOT_NOW) if action.cost == 0 else refuse_track_cost(setup, s, action.company, action.cost)

    def _is_possible(self, setup: Setup, s: State, kind: type) -> bool:
        """Whether the railroad has such a private company; the steps for track and stations list the same themselves."""
        if setup.options.extra_tile is not PowerTiming.WHOLE_TURN or s.operating == NONE or s.pending:
            return False
        if DeclareTrack in setup.plan.rounds[s.round][s.step].kinds() or kind in setup.plan.rounds[s.round][s.step].kinds():
            return False
        owner = FIRST_COMPANY + s.operating
        cards = by_private(setup.title.privates)
        return any([card.power in LATE_POWERS and s.privates[private] == owner for private, card in cards])

    def apply(self, ledger: Ledger, action: Action) -> None:
        assert isinstance(action, (DeclareTrack, DeclareStation))
        ledger.note_action()
        if isinstance(action, DeclareTrack):
            pay_for_track(ledger, action.company, action.cost)
        else:
            declare_station(ledger, action)

    def legal(self, setup: Setup, s: State, player: Player) -> Iterator[Action]:
        if player == s.turn and self._is_possible(setup, s, DeclareStation):
            for private in station_givers(setup, s, s.operating):
                action = DeclareStation(player, s.operating, 0, private)
                if self.refuse(setup, s, action) is None:
                    yield action

    def offers(self, setup: Setup, s: State, player: Player) -> list[Offer]:
        if player != s.turn or not self._is_possible(setup, s, DeclareTrack):
            return []
        offer = offer_of_track(setup, s)
        return [Offer(DeclareTrack(player, s.operating, STEP), STEP, offer.hi, STEP)] if offer.hi >= STEP else []


class DeclaredStationStep(Step):
    """Declare a station at one of the costs that the rules know (7.3), or one that a private company gives (T-05, DH)."""

    name = "declared_station"

    def kinds(self) -> tuple[type, ...]:
        return (DeclareStation, Pass)

    def begin(self, ledger: Ledger) -> None:
        setup, s = ledger.setup, ledger.state
        if places_no_station(setup, s, bool(station_givers(setup, s, s.operating))):
            ledger.finish_step()

    def refuse(self, setup: Setup, s: State, action: Action) -> Refusal | None:
        if isinstance(action, Pass):
            return refuse_turn(s, action.player)
        assert isinstance(action, DeclareStation)
        refusal = refuse_operator(s, action.player, action.company)
        if refusal is not None:
            return refusal
        return refuse_declared_station(setup, s, action.company, action.cost, action.private)

    def apply(self, ledger: Ledger, action: Action) -> None:
        ledger.note_action()
        if isinstance(action, DeclareStation):
            declare_station(ledger, action)
        ledger.finish_step()

    def legal(self, setup: Setup, s: State, player: Player) -> Iterator[Action]:
        if player != s.turn:
            return
        company = s.operating
        declared = [DeclareStation(player, company, 0, private) for private in station_givers(setup, s, company)]
        declared += [DeclareStation(player, company, cost) for cost in station_costs(setup, s, company)]
        for action in declared:
            if self.refuse(setup, s, action) is None:
                yield action
        yield Pass(player)


def declare_station(ledger: Ledger, action: DeclareStation) -> None:
    """Pay for a station and count it; one that a private company gives uses its power."""
    ledger.pay(treasury(action.company), BANK, action.cost, Why.STATION)
    ledger.declare_station(action.company, action.cost)
    ledger.note_token(action.company, action.private != NONE)
    if action.private != NONE:
        ledger.use_power(action.private)


class DeclaredRunStep(Step):
    """Declare what the trains earned (7.4); without a train, whether the railroad has a route, until it has one (7.6.2)."""

    name = "declared_run"
    forms = ("", "route")

    def form(self, setup: Setup, s: State) -> str:
        return "" if has_train(setup, s, s.operating) else "route"

    def kinds(self) -> tuple[type, ...]:
        return (DeclareRun, DeclareRoute)

    def begin(self, ledger: Ledger) -> None:
        setup, s = ledger.setup, ledger.state
        company = s.operating
        if not has_train(setup, s, company):
            ledger.set_revenue(company, 0)
            if s.declared_routes[company] or not cheapest_price(setup, s):
                ledger.finish_step()

    def refuse(self, setup: Setup, s: State, action: Action) -> Refusal | None:
        assert isinstance(action, (DeclareRun, DeclareRoute))
        refusal = refuse_operator(s, action.player, action.company)
        if refusal is not None:
            return refusal
        if isinstance(action, DeclareRun) != has_train(setup, s, action.company):
            return Refusal(Reason.NOT_NOW)
        return refuse_earned(setup, s, action.company, action.earned) if isinstance(action, DeclareRun) else None

    def apply(self, ledger: Ledger, action: Action) -> None:
        assert isinstance(action, (DeclareRun, DeclareRoute))
        ledger.note_action()
        if isinstance(action, DeclareRun):
            self._run(ledger, action.company, action.earned)
        else:
            ledger.emit(events.RouteDeclared(action.company, action.exists))
            if action.exists:
                ledger.note_route(action.company)
        ledger.finish_step()

    def _run(self, ledger: Ledger, company: Company, earned: tuple[int, ...]) -> None:
        setup, total = ledger.setup, sum(earned)
        if len(earned) > 1:
            for train, amount in zip(owned_trains(setup, ledger.state, company), earned, strict=True):
                ledger.emit(events.TrainEarned(company, train, amount))
        ledger.set_revenue(company, total)
        ledger.emit(events.TrainsRun(company, total))
        if total:
            ledger.note_route(company)
            if setup.options.random_revenue:
                ledger.push_interrupt(RevenueDrawNeeded(CHANCE, company))

    def legal(self, setup: Setup, s: State, player: Player) -> Iterator[Action]:
        if player == s.turn and not has_train(setup, s, s.operating):
            yield DeclareRoute(player, s.operating, True)
            yield DeclareRoute(player, s.operating, False)

    def offers(self, setup: Setup, s: State, player: Player) -> list[Offer]:
        if player != s.turn or not has_train(setup, s, s.operating):
            return []
        most = most_revenue(setup, s, s.operating) // STEP * STEP
        return [Offer(DeclareRun(player, s.operating, (0,)), 0, most, STEP)]


class UsedPrivateStep(Step):
    """Close a railroad's private company whose power was used up on the real table (S-1 JK, S-2 PP, S-4 CC)."""

    name = "used_private"
    forms = ()

    def kinds(self) -> tuple[type, ...]:
        return (ClosePrivate,)

    def refuse(self, setup: Setup, s: State, action: Action) -> Refusal | None:
        assert isinstance(action, ClosePrivate)
        if s.operating == NONE or s.pending:
            return Refusal(Reason.NOT_NOW)
        refusal = refuse_operator(s, action.player, s.operating)
        if refusal is not None:
            return refusal
        is_its_own = s.privates[action.private] == FIRST_COMPANY + s.operating
        if not is_its_own or setup.title.privates[action.private].power not in USED_UP:
            return Refusal(Reason.NO_SUCH_POWER, (action.private,))
        return None

    def apply(self, ledger: Ledger, action: Action) -> None:
        assert isinstance(action, ClosePrivate)
        ledger.note_action()
        ledger.close_private(action.private)

    def legal(self, setup: Setup, s: State, player: Player) -> Iterator[Action]:
        if player == s.turn and s.operating != NONE:
            for private in setup.all_privates:
                action = ClosePrivate(player, private)
                if self.refuse(setup, s, action) is None:
                    yield action


_COUNTERPARTS: Final[tuple[tuple[type, Step], ...]] = (
    (LayTile, DeclaredTrackStep()),
    (PlaceToken, DeclaredStationStep()),
    (RunTrains, DeclaredRunStep()),
)
"""Actions on the map, and the step that takes the place of the one that understands them."""
_ANYTIME: Final[tuple[Step, ...]] = (LateTrackStep(), UsedPrivateStep())


def without_map(plan: Plan) -> Plan:
    """The plan of a title for a table whose map is the real one."""
    operating = [step for step in map(_counterpart, plan.rounds[RoundKind.OPERATING]) if not step.on_map]
    on_map = (LayTile, PlaceToken, ContestRun)
    return replace(
        plan,
        rounds={**plan.rounds, RoundKind.OPERATING: tuple(operating)},
        interrupts={kind: step for kind, step in plan.interrupts.items() if not step.on_map},
        anytime=(*[step for step in plan.anytime if not any([kind in on_map for kind in step.kinds()])], *_ANYTIME),
    )


def _counterpart(step: Step) -> Step:
    for kind, declared in _COUNTERPARTS:
        if kind in step.kinds():
            return declared
    return step
