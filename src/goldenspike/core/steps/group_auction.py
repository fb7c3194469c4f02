"""The initial sale by bid and choose: bids decide who chooses first among groups of private companies (1.3)."""

from collections.abc import Iterator

from goldenspike.core import events
from goldenspike.core.actions import Action, BidForChoice, ChooseGroup, Pass
from goldenspike.core.events import Why
from goldenspike.core.holders import BANK
from goldenspike.core.ids import NONE, Player, Private
from goldenspike.core.interrupts import GroupNeeded
from goldenspike.core.ledger import Ledger
from goldenspike.core.reasons import Reason, Refusal
from goldenspike.core.rules.private_company import sell_from_bank
from goldenspike.core.state import State
from goldenspike.core.steps.base import InterruptStep, Offer, Step, refuse_turn
from goldenspike.core.title import Setup

RAISE = 5


def groups_of(setup: Setup) -> tuple[tuple[Private, ...], ...]:
    """The groups for this number of players, as numbers of private companies."""
    names = dict(setup.title.private_groups)[setup.players]
    return tuple(tuple(setup.private_index[name] for name in group) for group in names)


def group_cost(setup: Setup, group: tuple[Private, ...]) -> int:
    """The sum of the face values (ruling on 1.3)."""
    return sum(setup.title.privates[private].price for private in group)


def free_groups(setup: Setup, s: State) -> list[int]:
    return [number for number, group in enumerate(groups_of(setup)) if s.privates[group[0]] == BANK]


def most_bid(setup: Setup, s: State, player: Player) -> int:
    """The money that must not be bid, since everybody must be able to pay for a group, at worst the dearest."""
    return s.money[player] - max(group_cost(setup, group) for group in groups_of(setup))


class BidForChoiceStep(Step):
    """Bid or pass in turn, each bid five more than the last; a player who passes is out (1.3). Bids are kept in the first row."""

    name = "bid_for_choice"

    def kinds(self) -> tuple[type, ...]:
        return (BidForChoice, Pass)

    def refuse(self, setup: Setup, s: State, action: Action) -> Refusal | None:
        assert isinstance(action, (BidForChoice, Pass))
        refusal = refuse_turn(s, action.player)
        if refusal is not None or isinstance(action, Pass):
            return refusal
        least = max(s.bids) + RAISE
        if action.amount < least:
            return Refusal(Reason.BID_TOO_LOW, (least,))
        most = most_bid(setup, s, action.player)
        if action.amount > most:
            return Refusal(Reason.MONEY_FOR_A_GROUP, (most,))
        return None

    def apply(self, ledger: Ledger, action: Action) -> None:
        assert isinstance(action, (BidForChoice, Pass))
        s = ledger.state
        if isinstance(action, BidForChoice):
            ledger.bid_for_choice(action.player, action.amount)
        else:
            ledger.emit(events.Passed(action.player))
            ledger.set_auction_passes(s.auction_passes | 1 << action.player)
        waiting = self._waiting(s)
        if not waiting:
            self._start_choosing(ledger)
            return
        following = s.left_of(action.player)
        while following not in waiting:
            following = s.left_of(following)
        ledger.start_turn(following)

    def _waiting(self, s: State) -> list[Player]:
        """Players who have not passed and do not hold the highest bid."""
        highest = max(s.bids)
        return [
            player for player in s.seating if not s.auction_passes >> player & 1 and not (highest and s.bids[player] == highest)
        ]

    def _start_choosing(self, ledger: Ledger) -> None:
        """Highest bid first; those without a bid clockwise from the banker. The first also has the priority deal (1.3)."""
        s = ledger.state
        order = sorted(s.seating, key=lambda player: (-s.bids[player], s.seating.index(player)))
        ledger.set_priority(order[0])
        for player in reversed(order):
            ledger.push_interrupt(GroupNeeded(player))

    def legal(self, setup: Setup, s: State, player: Player) -> Iterator[Action]:
        if player == s.turn:
            yield Pass(player)

    def offers(self, setup: Setup, s: State, player: Player) -> list[Offer]:
        bid = BidForChoice(player, max(s.bids) + RAISE)
        if self.refuse(setup, s, bid) is not None:
            return []
        return [Offer(bid, bid.amount, most_bid(setup, s, player), 1)]


class ChooseGroupStep(InterruptStep):
    """Take a group and pay for it, plus the bid (1.3)."""

    name = "choose_group"

    def kinds(self) -> tuple[type, ...]:
        return (ChooseGroup,)

    def refuse(self, setup: Setup, s: State, action: Action) -> Refusal | None:
        assert isinstance(action, ChooseGroup)
        if action.player != s.pending[-1].player:
            return Refusal(Reason.NOT_YOUR_TURN, (action.player,))
        # With more players than groups the last to choose gets none (ruling on 1.3).
        free = free_groups(setup, s)
        if action.group not in free and not (not free and action.group == NONE):
            return Refusal(Reason.NO_SUCH_GROUP)
        return None

    def apply(self, ledger: Ledger, action: Action) -> None:
        assert isinstance(action, ChooseGroup)
        setup, player = ledger.setup, action.player
        bid = ledger.state.bids[player]
        ledger.pop_interrupt()
        group = groups_of(setup)[action.group] if action.group != NONE else ()
        ledger.emit(events.GroupChosen(player, action.group, bid + group_cost(setup, group)))
        ledger.pay(player, BANK, bid, Why.CHOICE)
        ledger.set_bid(player, setup.all_privates[0], 0)
        for private in group:
            sell_from_bank(ledger, player, private, setup.title.privates[private].price)
        setup.plan.flow.after_private_sale(ledger)

    def legal(self, setup: Setup, s: State, player: Player) -> Iterator[Action]:
        if player == s.pending[-1].player:
            for group in free_groups(setup, s) or [NONE]:
                yield ChooseGroup(player, group)
