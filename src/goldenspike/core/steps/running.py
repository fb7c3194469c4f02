"""Running trains and declaring dividends (7.4, 7.5)."""

from collections.abc import Iterable, Iterator

from goldenspike.core import events
from goldenspike.core.actions import Action, ContestRun, PayDividend, Payout, Route, RunTrains
from goldenspike.core.holders import CHANCE
from goldenspike.core.ids import NONE, Company, Player
from goldenspike.core.interrupts import RevenueDrawNeeded
from goldenspike.core.ledger import Ledger
from goldenspike.core.options import RunningTrains
from goldenspike.core.reasons import Reason, Refusal
from goldenspike.core.rules.dividend import distribute
from goldenspike.core.rules.licence import close_after_licensed_run
from goldenspike.core.rules.obsolescence import retire_after_last_run
from goldenspike.core.rules.receivership import in_receivership
from goldenspike.core.rules.runs import best_routes, check_routes, earnings_of, has_route, revenue_of
from goldenspike.core.rules.train_card import has_train
from goldenspike.core.state import State, hex_of_place
from goldenspike.core.steps.base import Step, refuse_operator
from goldenspike.core.title import RoundKind, Setup


class RunStep(Step):
    """Run the trains on the best routes (7.4)."""

    name = "run"

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
        if refusal is not None or setup.options.running_trains is not RunningTrains.PROVEN:
            return refusal
        revenue = revenue_of(setup, s, action.company, action.routes)
        best = best_routes(setup, s, action.company).revenue
        return Refusal(Reason.NOT_THE_BEST_RUN, (revenue, best)) if revenue < best else None

    def apply(self, ledger: Ledger, action: Action) -> None:
        assert isinstance(action, RunTrains)
        setup, s = ledger.setup, ledger.state
        ledger.note_action()
        run(ledger, action.company, find_best_run(ledger, action.company) if action.routes is None else action.routes)
        if setup.options.random_revenue and s.revenues[action.company]:
            ledger.push_interrupt(RevenueDrawNeeded(CHANCE, action.company))
        ledger.finish_step()

    def legal(self, setup: Setup, s: State, player: Player) -> Iterator[Action]:
        if player == s.turn:
            yield RunTrains(player, s.operating)


def find_best_run(ledger: Ledger, company: Company) -> tuple[Route, ...]:
    """The best run: the one that the record of the game keeps, if it is legal; otherwise the solver looks for it."""
    setup, s = ledger.setup, ledger.state
    kept = ledger.kept_run
    if kept is None or check_routes(setup, s, company, kept) is not None:
        kept = best_routes(setup, s, company).routes
    ledger.best_run = kept
    return kept


def run(ledger: Ledger, company: Company, routes: tuple[Route, ...]) -> None:
    """Run the trains on these routes and record the revenue."""
    setup, s = ledger.setup, ledger.state
    bonus = 0
    total = 0
    for route, earned in zip(routes, earnings_of(setup, s, company, routes), strict=True):
        ledger.emit(events.RouteRun(company, route.train, earned.total - earned.bonus, route.places))
        bonus += earned.bonus
        total += earned.total
    if bonus:
        ledger.emit(events.BonusPaid(company, bonus))
    ledger.set_revenue(company, total)
    ledger.emit(events.TrainsRun(company, total))
    if not setup.plain:
        close_after_licensed_run(ledger, company, [hex_of_place(place) for one in routes for place in one.places])


class ContestStep(Step):
    """Where the president declares the run, any other player may contest it once before the dividend (7.4)."""

    name = "contest"
    forms = ()

    def kinds(self) -> tuple[type, ...]:
        return (ContestRun,)

    def refuse(self, setup: Setup, s: State, action: Action) -> Refusal | None:
        assert isinstance(action, ContestRun)
        if setup.options.running_trains is not RunningTrains.HONOUR or s.pending or s.contested:
            return Refusal(Reason.NOT_CONTESTABLE)
        if s.round != RoundKind.OPERATING or PayDividend not in setup.plan.rounds[s.round][s.step].kinds():
            return Refusal(Reason.NOT_CONTESTABLE)
        if action.company != s.operating:
            return Refusal(Reason.NOT_OPERATING, (action.company,))
        if action.player == s.turn or action.player not in s.seating:
            return Refusal(Reason.NOT_CONTESTABLE)
        return None

    def apply(self, ledger: Ledger, action: Action) -> None:
        assert isinstance(action, ContestRun)
        s = ledger.state
        declared = s.revenues[action.company]
        best = best_routes(ledger.setup, s, action.company)
        ledger.note_contest()
        ledger.emit(events.RunContested(action.player, action.company, declared, best.revenue))
        if best.revenue > declared:
            run(ledger, action.company, best.routes)

    def legal(self, setup: Setup, s: State, player: Player) -> Iterable[Action]:
        if setup.options.running_trains is not RunningTrains.HONOUR:
            return ()
        action = ContestRun(player, s.operating)
        return (action,) if self.refuse(setup, s, action) is None else ()


class DividendStep(Step):
    """Pay out or withhold (7.5). Without revenue nothing can be paid and the share value falls (5.5)."""

    name = "dividend"

    def kinds(self) -> tuple[type, ...]:
        return (PayDividend,)

    def begin(self, ledger: Ledger) -> None:
        setup, s = ledger.setup, ledger.state
        # Declaring no run can be contested too, if there was one to make.
        doubtful = setup.options.running_trains is RunningTrains.HONOUR and has_train(setup, s, s.operating)
        if s.revenues[s.operating] == 0 and not (doubtful and has_route(setup, s, s.operating)):
            self._settle(ledger, Payout.WITHHOLD)

    def _settle(self, ledger: Ledger, payout: Payout) -> None:
        s = ledger.state
        distribute(ledger, s.operating, s.revenues[s.operating], payout)
        if ledger.setup.options.delayed_obsolescence:
            retire_after_last_run(ledger, s.operating)
        ledger.finish_step()

    def refuse(self, setup: Setup, s: State, action: Action) -> Refusal | None:
        assert isinstance(action, PayDividend)
        pays = action.payout is not Payout.WITHHOLD
        if pays and not setup.options.split_revenue and action.payout is Payout.SPLIT:
            return Refusal(Reason.NO_SPLIT)
        if pays and in_receivership(s, action.company):
            return Refusal(Reason.IN_RECEIVERSHIP, (action.company,))
        if pays and s.retained != NONE:
            return Refusal(Reason.REVENUE_RETAINED, (s.retained,))
        refusal = refuse_operator(s, action.player, action.company)
        if refusal is None and pays and s.revenues[action.company] == 0:
            return Refusal(Reason.NOTHING_TO_PAY)
        return refusal

    def apply(self, ledger: Ledger, action: Action) -> None:
        assert isinstance(action, PayDividend)
        ledger.note_action()
        self._settle(ledger, action.payout)

    def legal(self, setup: Setup, s: State, player: Player) -> Iterator[Action]:
        if player != s.turn:
            return
        for payout in (Payout.PAY, Payout.WITHHOLD, Payout.SPLIT):
            action = PayDividend(player, s.operating, payout)
            if self.refuse(setup, s, action) is None:
                yield action
