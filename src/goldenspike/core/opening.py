"""The state of a game before its first action (1.0)."""

from goldenspike.core.events import EndReason
from goldenspike.core.holders import BANK, FIRST_COMPANY, MOST_PLAYERS, NOBODY
from goldenspike.core.ids import NO_COMPANY, NO_HOLDER, NO_PLACE, NO_PLAYER, NO_PRIVATE, NONE, by_train
from goldenspike.core.options import Seating
from goldenspike.core.rules.floating import ALL_UNITS
from goldenspike.core.state import SHARE_HOLDERS, TOKENS_PER_COMPANY, State
from goldenspike.core.title import RoundKind, Setup


def opening_state(setup: Setup) -> State:
    """Everything but the players' starting money is in the bank; seats are still to be drawn if that option is on."""
    title = setup.title
    companies = len(title.companies)
    types = len(title.trains)
    money = [0] * (FIRST_COMPANY + companies)
    for player in setup.all_players:
        money[player] = setup.starting_money
    money[BANK] = title.bank - setup.players * setup.starting_money
    shares = [0] * (companies * SHARE_HOLDERS)
    for company in setup.all_companies:
        shares[company * SHARE_HOLDERS + BANK] = ALL_UNITS
    trains = [0] * ((FIRST_COMPANY + companies) * types)
    for train, card in by_train(title.trains):
        trains[BANK * types + train] = card.count
    return State(
        round=RoundKind.SEATING if setup.options.seating is Seating.RANDOM else RoundKind.AUCTION,
        round_number=0,
        operating_round=0,
        operating_rounds=1,
        private_sales_open=False,
        step=0,
        step_done=False,
        turn=setup.all_players[0],
        operating=NO_COMPANY,
        turn_started=False,
        acted=False,
        bought=NO_COMPANY,
        bought_from=NO_HOLDER,
        priority=setup.all_players[0],
        passes=0,
        last_actor=NO_PLAYER,
        idle_rounds=0,
        pending=(),
        bank_broken=False,
        ending=EndReason.NONE,
        end_reason=EndReason.NONE,
        seating=setup.all_players,
        money=money,
        sold=[0] * MOST_PLAYERS,
        shares=shares,
        presidents=[NO_PLAYER] * companies,
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
        short_runs=NO_COMPANY,
        retained=NO_COMPANY,
        drawn_this_turn=0,
        uncertainty=title.uncertainty,
        loans=[0] * companies,
        first_loan=[NO_COMPANY] * MOST_PLAYERS,
        notes=[0] * companies,
        halved=[False] * companies,
        closed=[False] * companies,
        results=[0] * MOST_PLAYERS,
        phase=0,
        trains=trains,
        faces=[setup.first_printed + hex for hex in setup.all_hexes],
        tokens=[NO_PLACE] * (companies * TOKENS_PER_COMPANY + title.neutral_markers),
        free_stations=[0] * companies,
        supply=list(title.tile_counts),
        declared_stations=[0] * companies,
        declared_routes=[False] * companies,
        privates=[BANK] * len(title.privates),
        traded=[0] * len(title.privates),
        power_used=[False] * len(title.privates),
        bids=[0] * (len(title.privates) * MOST_PLAYERS),
        discount=0,
        auction=NO_PRIVATE,
        auction_passes=0,
        lays=0,
        power_tile_laid=False,
        contested=False,
        token_placed=False,
        sale_prices=(),
    )
