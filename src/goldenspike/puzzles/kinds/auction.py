"""How to win the lot of an auction: the lowest bid that nobody can outbid, given the money that bids tie up (C-2.2)."""

from goldenspike.core.actions import Action, Bid, Pass
from goldenspike.core.game import Game
from goldenspike.core.ids import NONE
from goldenspike.core.rules.bids import bidders, free_money
from goldenspike.puzzles.kinds.base import Facts, Kind, Survey
from goldenspike.puzzles.model import About


class AuctionKind(Kind):
    name = "auction"
    step = "auction"
    least_choices = 3
    most_answers = 1
    least_gap = 1

    def applies(self, game: Game) -> bool:
        return super().applies(game) and game.state.auction != NONE

    def subjects(self, game: Game) -> list[About]:
        return [{"private": game.setup.title.privates[game.state.auction].id}]

    def choices(self, game: Game, about: About) -> list[Action]:
        """Every amount."""
        offers = game.legal_for(game.state.turn).offers()
        bids = [offer for offer in offers if isinstance(offer.action, Bid)]
        return [offer.at(amount) for offer in bids for amount in range(offer.lo, offer.hi + 1, offer.step)]

    def worth(self, game: Game, about: About, action: Action) -> int | None:
        """The lower the better; None if somebody can outbid it."""
        assert isinstance(action, Bid)
        trial = Game(game.setup, game.state)
        trial.push(action)
        while trial.state.auction == action.private:
            (other,) = trial.actors
            if trial.legal_for(other).offers():
                return None
            trial.push(Pass(other))
        return -action.amount

    def is_puzzle(self, found: Survey) -> bool:
        # The lowest legal bid must not be enough, and the lot worth asking for.
        return super().is_puzzle(found) and found.weighed[0].worth is None

    def facts(self, game: Game, about: About, action: Action) -> Facts:
        s = game.state
        rivals = [player for player in bidders(s, s.auction) if player != s.turn and not s.auction_passes >> player & 1]
        richest = max(rivals, key=lambda player: free_money(game.setup, s, player, s.auction))
        return {"player": richest, "free": free_money(game.setup, s, richest, s.auction)}
