"""Private companies that are dealt at the start instead of sold (S-5 1.0)."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import permutations

from goldenspike.core.actions import Action, BuyFromBank, DealPrivates, Pass
from goldenspike.core.flow import Flow
from goldenspike.core.holders import BANK, CHANCE
from goldenspike.core.ids import NO_PLAYER, NO_PRIVATE, NONE, Player, by_private
from goldenspike.core.ledger import Ledger
from goldenspike.core.reasons import Reason, Refusal
from goldenspike.core.rules.private_company import sell_from_bank
from goldenspike.core.state import State
from goldenspike.core.steps.auction import AuctionStep
from goldenspike.core.steps.base import Offer
from goldenspike.core.steps.chance import ChanceStep
from goldenspike.core.title import RoundKind, Setup
from goldenspike.titles.g1830.options import Undealt, own


class DealtFlow(Flow):
    """The deal decides the seating, so the private companies are drawn even if seats are chosen freely."""

    def opening(self, setup: Setup) -> State:
        return replace(super().opening(setup), round=RoundKind.SEATING)


class DealStep(ChanceStep):
    """Each player is dealt a private company and pays for it; seats follow their prices (S-5 1.0)."""

    def kinds(self) -> tuple[type, ...]:
        return (DealPrivates,)

    def refuse(self, setup: Setup, s: State, action: Action) -> Refusal | None:
        assert isinstance(action, DealPrivates)
        privates = len(setup.title.privates)
        dealt = [private for private in action.privates if private != NONE]
        fair = len(dealt) == min(setup.players, privates) and len(set(dealt)) == len(dealt)
        known = all(0 <= private < privates for private in dealt)
        return None if fair and known and len(action.privates) == setup.players else Refusal(Reason.BAD_DRAW)

    def apply(self, ledger: Ledger, action: Action) -> None:
        assert isinstance(action, DealPrivates)
        setup = ledger.setup
        last = len(setup.title.privates)
        order = sorted(setup.all_players, key=lambda player: (action.privates[player] % (last + 1), player))
        ledger.set_seating(tuple(order))
        setup.plan.flow.start_auction(ledger)
        for player in order:
            private = action.privates[player]
            if private != NONE:
                sell_from_bank(ledger, player, private, setup.title.privates[private].price)
        if own(setup.options).undealt is Undealt.REMOVED:
            for private, owner in by_private(ledger.state.privates):
                if owner == BANK:
                    ledger.close_private(private)
        setup.plan.flow.after_private_sale(ledger)

    def legal(self, setup: Setup, s: State, player: Player) -> Iterator[Action]:
        if player != CHANCE:
            return
        cards = list(setup.all_privates)
        cards += [NO_PRIVATE] * (setup.players - len(cards))
        seen: set[tuple[int, ...]] = set()
        for privates in permutations(cards, setup.players):
            if privates not in seen:
                seen.add(privates)
                yield DealPrivates(privates)


class FaceValueStep(AuctionStep):
    """Sell undealt private companies in order at face value; when all pass, remove the rest (S-5, option a)."""

    def kinds(self) -> tuple[type, ...]:
        return (Pass, BuyFromBank)

    def offers(self, setup: Setup, s: State, player: Player) -> list[Offer]:
        return []

    def all_passed(self, ledger: Ledger, player: Player) -> Player:
        for private, owner in by_private(ledger.state.privates):
            if owner == BANK:
                ledger.close_private(private)
        ledger.setup.plan.flow.after_private_sale(ledger)
        return NO_PLAYER
