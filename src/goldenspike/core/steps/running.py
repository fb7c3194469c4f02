"""Running the trains and deciding over the revenue (7.4, 7.5)."""

from collections.abc import Iterator

from goldenspike.core import events
from goldenspike.core.actions import Action, PayDividend, Payout, RunTrains
from goldenspike.core.holders import CHANCE, NONE
from goldenspike.core.ledger import Ledger
from goldenspike.core.options import RunningTrains
from goldenspike.core.pending import DRAW_REVENUE
from goldenspike.core.reasons import Reason, Refusal
from goldenspike.core.rules.dividend import distribute
from goldenspike.core.rules.licence import close_after_coal_run
from goldenspike.core.rules.obsolescence import retire_after_last_run
from goldenspike.core.rules.receivership import in_receivership, repay_from_revenue
from goldenspike.core.rules.runs import best_routes, bonus_of, check_routes, has_route, revenue_of
from goldenspike.core.rules.train_card import has_train
from goldenspike.core.state import State, hex_of_place
from goldenspike.core.steps.base import Step, refuse_operator
from goldenspike.core.title import Setup


class RunStep(Step):
    """Run the trains on the best routes (7.4)."""

    def kinds(self) -> tuple[type, ...]:
        return (RunTrains,)

    def begin(self, ledger: Ledger) -> None:
        setup, s = ledger.setup, ledger.state
        company = s.operating
        if not has_train(setup, s, company) or not has_route(setup, s, company):
            ledger.set_revenue(company, 0)
            ledger.finish_step()

    def refuse(self, setup: Setup, s: State, action: Action) -> Refusal | None:
        assert isinstance(action, RunTrains)
        refusal = refuse_operator(s, action.player, action.company)
        if refusal is not None or action.routes is None:
            return refusal
        refusal = check_routes(setup, s, action.company, action.routes)
        if refusal is not None or setup.options.running_trains is RunningTrains.HONOUR:
            return refusal
        revenue = revenue_of(setup, s, action.company, action.routes)
        best = best_routes(setup, s, action.company).revenue
        return Refusal(Reason.NOT_THE_BEST_RUN, (revenue, best)) if revenue < best else None

    def apply(self, ledger: Ledger, action: Action) -> None:
        assert isinstance(action, RunTrains)
        setup, s = ledger.setup, ledger.state
        ledger.note_action()
        routes = best_routes(setup, s, action.company).routes if action.routes is None else action.routes
        bonus = bonus_of(setup, s, action.company, routes)
        total = 0
        for route in routes:
            revenue = revenue_of(setup, s, action.company, (route,))
            if bonus:
                revenue -= bonus_of(setup, s, action.company, (route,))
            ledger.tell(events.RouteRun(action.company, route.train, revenue, route.places))
            total += revenue
        if bonus:
            ledger.tell(events.BonusPaid(action.company, bonus))
            total += bonus
        ledger.set_revenue(action.company, total)
        ledger.tell(events.TrainsRun(action.company, total))
        if not setup.plain:
            close_after_coal_run(ledger, action.company, [hex_of_place(place) for run in routes for place in run.places])
        if setup.options.random_revenue and total:
            ledger.push_pending((DRAW_REVENUE, CHANCE, action.company))
        ledger.finish_step()

    def legal(self, setup: Setup, s: State, player: int) -> Iterator[Action]:
        if player == s.turn:
            yield RunTrains(player, s.operating)


class DividendStep(Step):
    """Pay out or withhold (7.5). Without revenue nothing can be paid and the share value falls (5.5)."""

    def kinds(self) -> tuple[type, ...]:
        return (PayDividend,)

    def begin(self, ledger: Ledger) -> None:
        s = ledger.state
        if s.revenues[s.operating] == 0:
            self._settle(ledger, Payout.WITHHOLD)

    def _settle(self, ledger: Ledger, payout: Payout) -> None:
        s = ledger.state
        distribute(ledger, s.operating, s.revenues[s.operating], payout)
        repay_from_revenue(ledger, s.operating)
        if ledger.setup.options.delayed_obsolescence:
            retire_after_last_run(ledger, s.operating)
        ledger.finish_step()

    def refuse(self, setup: Setup, s: State, action: Action) -> Refusal | None:
        assert isinstance(action, PayDividend)
        if action.payout is Payout.SPLIT and not setup.options.split_revenue:
            return Refusal(Reason.NO_SPLIT)
        if action.payout is not Payout.WITHHOLD and in_receivership(s, action.company):
            return Refusal(Reason.IN_RECEIVERSHIP, (action.company,))
        if action.payout is not Payout.WITHHOLD and s.retained != NONE:
            return Refusal(Reason.REVENUE_RETAINED, (s.retained,))
        return refuse_operator(s, action.player, action.company)

    def apply(self, ledger: Ledger, action: Action) -> None:
        assert isinstance(action, PayDividend)
        ledger.note_action()
        self._settle(ledger, action.payout)

    def legal(self, setup: Setup, s: State, player: int) -> Iterator[Action]:
        if player != s.turn:
            return
        for payout in (Payout.PAY, Payout.WITHHOLD, Payout.SPLIT):
            action = PayDividend(player, s.operating, payout)
            if self.refuse(setup, s, action) is None:
                yield action
