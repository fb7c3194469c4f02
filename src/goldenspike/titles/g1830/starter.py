"""The starter game: one railroad each, no shares, all revenue to the treasury (starter booklet)."""

from collections.abc import Iterator
from dataclasses import replace

from goldenspike.core.actions import Action, BuyTrain, Pass
from goldenspike.core.events import EndReason, Why
from goldenspike.core.flow import Flow
from goldenspike.core.holders import BANK, FIRST_COMPANY, POOL, treasury
from goldenspike.core.ids import NO_COMPANY, Company, Player, by_company
from goldenspike.core.interrupts import CityNeeded, DiscardNeeded
from goldenspike.core.ledger import Ledger
from goldenspike.core.opening import opening_state
from goldenspike.core.options import Knowledge, MapKeeping, Options, RunningTrains, Seating
from goldenspike.core.question import Question
from goldenspike.core.reasons import Reason, Refusal
from goldenspike.core.rules.train_card import bank_trains, cheapest_price, has_train, market_trains
from goldenspike.core.rules.train_purchase import buy_train, must_buy_train, refuse_train
from goldenspike.core.state import TOKENS_PER_COMPANY, State, place_of
from goldenspike.core.steps.base import Plan, Step, refuse_operator, refuse_turn
from goldenspike.core.steps.correction import CorrectionStep
from goldenspike.core.steps.declared import without_map
from goldenspike.core.steps.operating import ChooseCityStep, StationStep, TrackStep
from goldenspike.core.steps.running import RunStep
from goldenspike.core.steps.seating import SeatingStep
from goldenspike.core.steps.trains import DiscardStep
from goldenspike.core.title import Charter, Phase, RoundKind, Setup, Title, TrainType
from goldenspike.titles.g1830.boxes import CLASSIC
from goldenspike.titles.g1830.companies import BM, BO_RAILROAD, CO, NNH, NYC, PRR
from goldenspike.titles.g1830.options import StarterOptions
from goldenspike.titles.g1830.trains import CLASSIC_PHASES, CLASSIC_TRAINS, with_count

ORDER = (PRR, NYC, CO, BM, NNH, BO_RAILROAD)
"""The railroads in the order in which they take their turns."""

MONEY = {2: 200, 3: 180, 4: 180, 5: 150, 6: 150}
TRAINS = {
    2: (4, 3, 2, 1),
    3: (4, 4, 3, 1),
    4: (5, 5, 4, 1),
    5: (6, 6, 5, 1),
    6: (7, 6, 5, 2),
}
"""How many 2-, 3-, 4- and 5-trains there are."""

BANK_NOTES = 5600
"""Every note of 10, 20, 50 and 100 in the box; the 500s come in when they run out (ruling)."""

_TWO_EACH = ((0, 3), (1, 2))
"""Two players with two railroads each: PRR and B&M, NYC and C&O."""


def _phases() -> tuple[Phase, ...]:
    """Four phases, one operating round after the other, no private companies to buy or close."""
    return tuple(replace(phase, operating_rounds=1, buy_privates=False, close_privates=False) for phase in CLASSIC_PHASES[:4])


def _trains(table: int) -> tuple[TrainType, ...]:
    trains = tuple(replace(train, obsolete="4" if train.id == "2" else "") for train in CLASSIC_TRAINS[:4])
    for train, count in zip(trains, TRAINS[table], strict=True):
        trains = with_count(trains, train.id, count)
    return trains


def _company(company: Charter) -> Charter:
    return replace(company, tokens=2)


def starter_title(table: int) -> Title:
    """The box for this many railroads: half the terrain costs, one additional station each."""
    return replace(
        CLASSIC,
        version="starter",
        hexes=tuple(replace(printed, cost=printed.cost // 2) for printed in CLASSIC.hexes),
        companies=tuple(_company(company) for company in ORDER),
        privates=(),
        has_shares=False,
        private_groups=(),
        trains=_trains(table),
        phases=_phases(),
        bank=BANK_NOTES,
        starting_money=tuple((players, MONEY[table]) for players in MONEY),
        certificate_limits=tuple((players, 0) for players in MONEY),
        token_costs=(0, 40),
    )


def has_two_each(options: Options) -> bool:
    """Whether everybody runs two railroads."""
    assert isinstance(options, StarterOptions)
    return options.two_railroads


def railroads_of(setup: Setup, seat: int) -> tuple[Company, ...]:
    """The railroads that the player in a seat runs."""
    numbers = _TWO_EACH[seat] if has_two_each(setup.options) else (seat,)
    return tuple(setup.all_companies[number] for number in numbers)


class StarterFlow(Flow):
    """The railroads take turns in a fixed order until the bank is empty or one of them is stranded."""

    def opening(self, setup: Setup) -> State:
        """All six home stations are placed, including those of railroads that nobody runs."""
        state = opening_state(setup)
        money = [0] * len(state.money)
        tokens = state.tokens.copy()
        for company, card in by_company(setup.title.companies):
            home = card.homes[0]
            tokens[company * TOKENS_PER_COMPANY] = place_of(setup.hex_index[home.hex], home.stop)
        playing = [company for seat in setup.all_players for company in railroads_of(setup, seat)]
        for company in playing:
            money[FIRST_COMPANY + company] = setup.starting_money
        money[BANK] = setup.title.bank - sum(money)
        in_play = [company in playing for company in setup.all_companies]
        state = replace(
            state,
            round=RoundKind.SEATING,
            round_number=1,
            money=money,
            tokens=tokens,
            floated=in_play,
            funded=in_play,
            operated=in_play,
        )
        if setup.options.seating is Seating.FREE:
            self.start_auction(Ledger(setup, state, state.copy()))
        return state

    def wealth(self, setup: Setup, s: State, player: Player) -> int:
        """The money of his railroads; trains and stations count nothing."""
        return sum(s.money[FIRST_COMPANY + company] for company, owner in by_company(s.presidents) if owner == player)

    def start_auction(self, ledger: Ledger) -> None:
        """Nothing is auctioned: the railroads are dealt, and the first turn begins."""
        for seat, player in enumerate(ledger.state.seating):
            for company in railroads_of(ledger.setup, seat):
                ledger.set_president(company, player)
        self.start_operating_round(ledger, 1)

    def next_company(self, setup: Setup, s: State) -> Company:
        return next((company for company, done in by_company(s.done) if not done), NO_COMPANY)

    def end_operating_round(self, ledger: Ledger) -> None:
        """All have had the same number of turns, so the game may end here."""
        s = ledger.state
        if s.bank_broken:
            ledger.announce_end(EndReason.BANK)
        if s.end_reason:
            ledger.end_game(s.end_reason)
        else:
            self.start_operating_round(ledger, s.operating_round + 1)


class CollectStep(Step):
    """Pay all revenue to the railroad without asking."""

    name = "collect"
    forms = ()

    def kinds(self) -> tuple[type, ...]:
        return ()

    def begin(self, ledger: Ledger) -> None:
        s = ledger.state
        ledger.pay(BANK, treasury(s.operating), s.revenues[s.operating], Why.REVENUE)
        ledger.finish_step()


class StarterTrainStep(Step):
    """Buy trains from the bank or the open market. A railroad with a route but no train must; if it cannot pay, the game ends."""

    name = "train"
    forms = ("", "must_buy")

    def kinds(self) -> tuple[type, ...]:
        return (BuyTrain, Pass)

    def refuse(self, setup: Setup, s: State, action: Action) -> Refusal | None:
        if isinstance(action, Pass):
            refusal = refuse_turn(s, action.player)
            if refusal is None and self._must_buy(setup, s):
                return Refusal(Reason.MUST_BUY_TRAIN, (s.operating,))
            return refusal
        assert isinstance(action, BuyTrain)
        refusal = refuse_operator(s, action.player, action.company)
        if refusal is not None:
            return refusal
        if action.source not in (BANK, POOL):
            return Refusal(Reason.UNKNOWN_SOURCE)
        money = s.money[FIRST_COMPANY + action.company]
        if money < action.price:
            return Refusal(Reason.NOT_ENOUGH_MONEY, (action.price, money))
        return refuse_train(setup, s, action.company, action.train, action.source, action.price, action.trade_in)

    def question(self, setup: Setup, s: State) -> Question:
        must_buy = self._must_buy(setup, s)
        return Question(
            self.name,
            self.actors(setup, s),
            "must_buy" if must_buy else "",
            company=s.operating,
            revenue=s.revenues[s.operating],
            must_buy_train=must_buy,
        )

    def _must_buy(self, setup: Setup, s: State) -> bool:
        """Railroads are run as in Classic: one with a route and no train buys if its money allows (booklet, 7.6.2)."""
        return s.money[FIRST_COMPANY + s.operating] >= cheapest_price(setup, s) and must_buy_train(setup, s, s.operating)

    def apply(self, ledger: Ledger, action: Action) -> None:
        ledger.note_action()
        setup, s = ledger.setup, ledger.state
        if isinstance(action, BuyTrain):
            buy_train(ledger, action.company, action.train, action.source, action.price, action.trade_in)
            return
        company = s.operating
        cheapest = cheapest_price(setup, s)
        if not has_train(setup, s, company) and (not cheapest or s.money[FIRST_COMPANY + company] < cheapest):
            ledger.announce_end(EndReason.NO_TRAIN)
        ledger.finish_step()

    def legal(self, setup: Setup, s: State, player: Player) -> Iterator[Action]:
        if player != s.turn:
            return
        for source, trains in ((BANK, bank_trains(setup, s)), (POOL, market_trains(setup, s))):
            for train in trains:
                action = BuyTrain(player, s.operating, train, source, setup.title.trains[train].price)
                if self.refuse(setup, s, action) is None:
                    yield action
        if not self._must_buy(setup, s):
            yield Pass(player)


STARTER_PLAN = Plan(
    rounds={
        RoundKind.SEATING: (SeatingStep(),),
        RoundKind.OPERATING: (TrackStep(), StationStep(), RunStep(), CollectStep(), StarterTrainStep()),
    },
    interrupts={CityNeeded: ChooseCityStep(), DiscardNeeded: DiscardStep()},
    flow=StarterFlow(),
    anytime=(CorrectionStep(),),
)

REAL_TABLE_STARTER_PLAN = without_map(STARTER_PLAN)

STARTER = starter_title(4)
STARTER_OPTIONS = StarterOptions(knowledge=Knowledge.OPEN)
"""All money is open, as in the base game: the booklet hides nothing, and the railroads' money is the score."""


STARTER_REASONS = ("two_players_only", "collected_before_contested")


def impossible_starter(title: Title, options: Options, players: int) -> str:
    """Two railroads each are for two players only; and since nobody declares a dividend, a run cannot be contested."""
    if has_two_each(options) and players != len(_TWO_EACH):
        return "two_players_only"
    return "collected_before_contested" if options.running_trains is RunningTrains.HONOUR else ""


def make_starter(title: Title, options: Options, players: int) -> Setup:
    """A starter game; its trains and money depend on how many railroads take part."""
    table = 4 if has_two_each(options) else players
    plan = STARTER_PLAN if options.map is MapKeeping.KEPT else REAL_TABLE_STARTER_PLAN
    return Setup(starter_title(table), options, players, plan)
