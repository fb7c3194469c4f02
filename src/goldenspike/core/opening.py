"""The state of a game before its first action (1.0)."""

from goldenspike.core.events import EndReason
from goldenspike.core.holders import BANK, FIRST_COMPANY, MOST_PLAYERS, NOBODY, NONE
from goldenspike.core.options import Seating
from goldenspike.core.rules.floating import ALL_UNITS
from goldenspike.core.state import SHARE_HOLDERS, TOKENS_PER_COMPANY, State
from goldenspike.core.title import RoundKind, Setup


def opening_state(setup: Setup) -> State:
    """Everything in the bank but the players' starting money; seats still to be drawn if the table plays so."""
    title = setup.title
    companies = len(title.companies)
    types = len(title.trains)
    money = [0] * (FIRST_COMPANY + companies)
    for player in range(setup.players):
        money[player] = setup.starting_money
    money[BANK] = title.bank - setup.players * setup.starting_money
    shares = [0] * (companies * SHARE_HOLDERS)
    for company in range(companies):
        shares[company * SHARE_HOLDERS + BANK] = ALL_UNITS
    trains = [0] * ((FIRST_COMPANY + companies) * types)
    for train, card in enumerate(title.trains):
        trains[BANK * types + train] = card.count
    return State(
        round=RoundKind.SEATING if setup.options.seating is Seating.RANDOM else RoundKind.AUCTION,
        round_number=0,
        operating_round=0,
        operating_rounds=1,
        private_sales_open=False,
        step=0,
        step_done=False,
        turn=0,
        operating=NONE,
        turn_started=False,
        acted=False,
        bought=NONE,
        bought_from=NONE,
        priority=0,
        passes=0,
        last_actor=NONE,
        idle_rounds=0,
        pending=(),
        bank_broken=False,
        ending=EndReason.NONE,
        end_reason=EndReason.NONE,
        seating=tuple(range(setup.players)),
        money=money,
        sold=[0] * MOST_PLAYERS,
        shares=shares,
        presidents=[NONE] * companies,
        par=[0] * companies,
        cells=[NONE] * companies,
        market_order=(),
        floated=[False] * companies,
        funded=[False] * companies,
        operated=[False] * companies,
        done=[False] * companies,
        order=(),
        revenues=[0] * companies,
        doubles=[BANK if company.second_units else NOBODY for company in title.companies],
        licences=[False] * companies,
        reformed=False,
        short_runs=NONE,
        retained=NONE,
        drawn_this_turn=0,
        uncertainty=title.uncertainty,
        loans=[0] * companies,
        first_loan=[NONE] * MOST_PLAYERS,
        notes=[0] * companies,
        halved=[False] * companies,
        closed=[False] * companies,
        results=[0] * MOST_PLAYERS,
        phase=0,
        trains=trains,
        faces=[setup.first_printed + hex for hex in range(len(title.hexes))],
        tokens=[NONE] * (companies * TOKENS_PER_COMPANY + title.neutral_markers),
        free_stations=[0] * companies,
        supply=list(title.tile_counts),
        privates=[BANK] * len(title.privates),
        traded=[0] * len(title.privates),
        power_used=[False] * len(title.privates),
        bids=[0] * (len(title.privates) * MOST_PLAYERS),
        discount=0,
        auction=NONE,
        auction_passes=0,
        lays=0,
        power_tile_laid=False,
        contested=False,
        token_placed=False,
        sale_prices=(),
        trains_bought=0,
    )
