"""A second, simple reading of orders: from their English sentences, what the seat sees, and the list of its legal actions.

It shares no code with `goldenspike.orders`, and is compared with it at random tables.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from goldenspike.core import actions as a
from goldenspike.core.actions import Action
from goldenspike.core.game import Game
from goldenspike.core.holders import BANK, FIRST_COMPANY, POOL
from goldenspike.core.ids import Player
from goldenspike.core.state import State
from goldenspike.core.steps.base import Offer
from goldenspike.core.title import Setup
from goldenspike.view import View, seat_view
from goldenspike.view.model import CompanyView, OfferView

Decision = Action | str | None
"""An action, the word for why the order is over, or nothing."""

UNIT = 10
MOST_UNITS = 6
"""60% may be held, outside the orange and brown zones (5.3)."""
LOWEST_PAR = 67


@dataclass(frozen=True)
class Told:
    """A move as everybody at the table saw it."""

    mover: int
    action: Action


@dataclass(frozen=True)
class Asked:
    """A price that everybody sees."""

    seller: int
    thing: str
    """The id of a private company, or of a train with that of the railroad that owns it."""
    price: int
    buyer: int | None


@dataclass
class Reader:
    """What one seat of a table knows."""

    setup: Setup
    seat: Player
    moves: list[Told] = field(default_factory=list)
    """Since the stock round began, or since the reader sat down."""

    views: dict[int, tuple[State, View]] = field(default_factory=dict)
    """Of positions looked at before; at a table without secrets all seats see the same and share them."""

    def view(self, s: State) -> View:
        if id(s) not in self.views:
            self.views[id(s)] = s, seat_view(self.setup, s, self.seat)
        return self.views[id(s)][1]

    # --- what the order does

    def decide(self, s: State, sentence: str, prices: Sequence[Asked] = ()) -> Decision:
        view = self.view(s)
        if view.round.kind == "over":
            return "game_over"
        game = Game(self.setup, s)
        legal = game.legal_for(self.seat)
        found = _Legal([action for action in legal if not isinstance(action, a.Bid)], legal.offers())
        if match := re.match(r"Pass in SR (\d+)\.", sentence):
            return self._pass(view, found, int(match[1]))
        if sentence.startswith("In SR"):
            return self._buy(view, found, sentence)
        if sentence.startswith("Bid on"):
            return self._bid(view, found, sentence)
        if sentence.startswith("In operating turns of"):
            return self._operate(view, found, sentence)
        if sentence.startswith("Buy"):
            return self._take(view, found, sentence, prices)
        assert sentence.startswith("Sell"), sentence
        return self._sell(view, found, sentence)

    def _is_over(self, view: View, number: int) -> bool:
        return view.round.number > number or (view.round.number == number and view.round.kind == "operating")

    def _in_turn(self, view: View, number: int) -> bool:
        in_round = view.round.kind == "stock" and view.round.number == number
        return in_round and view.question.kind == "stock" and self.seat in view.question.seats

    def _pass(self, view: View, found: "_Legal", number: int) -> Decision:
        if self._is_over(view, number):
            return "round_over"
        if not self._in_turn(view, number):
            return None
        return a.Pass(self.seat) if a.Pass(self.seat) in found.actions else "cannot"

    def _bought(self) -> list[int]:
        """What the seat has bought since its turn began."""
        found: list[int] = []
        for told in reversed(self.moves):
            if isinstance(told.action, a.Pass):
                # The end of somebody's turn; others may answer offers during it.
                break
            if told.mover == self.seat and isinstance(told.action, a.BuyShare | a.StartCompany):
                found.append(told.action.company)
        return found

    def _buy(self, view: View, found: "_Legal", sentence: str) -> Decision:
        match = re.match(r"In SR (\d+), buy (\S+) from (.*?),? until (.*?)\. ", sentence)
        assert match, sentence
        number, name, source, until = int(match[1]), match[2], match[3], match[4]
        if self._is_over(view, number):
            return "round_over"
        if not (view.round.kind == "stock" and view.round.number == number):
            return None
        company = next(one for one in view.companies if one.id == name)
        share = re.search(r"(\d+)%", until)
        has_enough = share is not None and company.holdings.get(self.seat, 0) * company.share_percent >= int(share[1])
        is_done = has_enough or ("floats" in until and company.floated)
        index = [one.id for one in view.companies].index(name)
        mine = self._in_turn(view, number)
        bought = self._bought()  # Also while somebody considers an offer that was made in this turn.
        if is_done and index not in bought and "pass for the rest" not in sentence:
            return "done"
        if not mine:
            return None
        if is_done:
            return a.Pass(self.seat) if a.Pass(self.seat) in found.actions else "cannot"
        if [other for other in bought if other != index]:
            return None
        sources = [holder for holder, word in ((BANK, "initial offering"), (POOL, "bank pool")) if word in source]
        prices = {BANK: _share_price(company, company.par), POOL: _share_price(company, company.price)}
        most = re.search(r"at most \$([\d,]+)", sentence)
        limit = int(most[1].replace(",", "")) if most else 10**9
        wanted = [a.BuyShare(self.seat, index, holder) for holder in sources]  # type: ignore[arg-type]
        ways = [action for action in wanted if action in found.actions and prices[action.source] <= limit]
        if ways:
            return min(ways, key=lambda action: prices[action.source])
        return a.Pass(self.seat) if index in bought else "cannot"

    def _bid(self, view: View, found: "_Legal", sentence: str) -> Decision:
        match = re.search(r"\((\w+)\), always .* up to \$([\d,]+);", sentence)
        assert match, sentence
        private = next(one for one in view.privates if one.id == match[1])
        limit = int(match[2].replace(",", ""))
        if private.owner != "bank":
            return "done" if private.owner_seat == self.seat else "sold"
        if view.round.kind != "auction" or view.question.kind != "auction" or self.seat not in view.question.seats:
            return None
        number = view.privates.index(private)
        raised = max([*private.bids.values(), private.asking_price or 0]) + 5
        bid = a.Bid(self.seat, number, raised)  # type: ignore[arg-type]
        if view.auction is not None:
            if view.auction != private.id:
                return None
            if raised > limit:
                return a.Pass(self.seat)
            return bid if found.may_bid(bid) else "cannot"
        if private.bids and max(private.bids, key=lambda seat: private.bids[seat]) == self.seat:
            return a.Pass(self.seat) if "Pass when there is nothing" in sentence and a.Pass(self.seat) in found.actions else None
        if next(one for one in view.privates if one.owner == "bank") is private:
            buy = a.BuyFromBank(self.seat, number)  # type: ignore[arg-type]
            return buy if (private.asking_price or 0) <= limit and buy in found.actions else "cannot"
        return bid if raised <= limit and found.may_bid(bid) else "cannot"

    def _operate(self, view: View, found: "_Legal", sentence: str) -> Decision:
        match = re.match(r"In operating turns of (.+?):", sentence)
        assert match
        named = match[1] if match[1] != "all my railroads" else None
        if named and next(one for one in view.companies if one.id == named).president != self.seat:
            return "not_president"
        question = view.question
        if view.round.kind != "operating" or self.seat not in question.seats or view.offer is not None:
            return None
        running = next((one for one in view.companies if one.operating), None)
        if running is None or running.president != self.seat or named not in (None, running.id):
            return None
        if question.kind == "dividend" and "Always pay out" in sentence:
            pays = [one for one in found.actions if isinstance(one, a.PayDividend) and one.payout is a.Payout.PAY]
            return pays[0] if pays else None
        skip = a.Pass(self.seat)
        if skip not in found.actions:
            return None
        if question.kind in ("station", "declared_station") and "Place no stations" in sentence:
            return skip
        rest = [type(one).__name__ for one in (*found.actions, *(offer.action for offer in found.offers)) if one != skip]
        only_privates = {*rest} <= {"BuyPrivate", "SellPrivate", "ExchangePrivate"} and "BuyPrivate" in rest
        return skip if only_privates and "Buy no private companies" in sentence else None

    def _sell(self, view: View, found: "_Legal", sentence: str) -> Decision:
        match = re.match(r"Sell (.+?) to (.+?) (?:who offers|for) at least \$([\d,]+)[.;]", sentence)
        assert match, sentence
        thing, buyer, price = match[1], match[2], int(match[3].replace(",", ""))
        if self._has_expired(view, sentence):
            return "expired"
        offer = view.offer
        is_mine = offer is not None and offer.answerer == self.seat
        if train := re.match(r"an? (\S+?)(?:-train)? of (\S+)$", thing):
            kind = "D" if train[1] == "diesel" else train[1]
            owner = next(one for one in view.companies if one.id == train[2])
            if owner.president != self.seat:
                return "not_president"
            if kind not in owner.trains:
                return "sold"
            is_mine = is_mine and offer is not None and offer.train == kind and offer.seller_company == owner.id
        else:
            id = thing.rpartition("(")[2].rstrip(")")
            if next(one for one in view.privates if one.id == id).owner_seat != self.seat:
                return "sold"
            is_mine = is_mine and offer is not None and offer.private == id and offer.seller_seat == self.seat
        if not is_mine or offer is None or buyer not in ("anybody", f"Player {offer.proposer + 1}"):
            return None
        assert offer.price is not None
        if offer.price < price:
            return None if "Ask me about lower offers" in sentence else a.Decline(self.seat)
        return a.Accept(self.seat) if a.Accept(self.seat) in found.actions else "cannot"

    def _has_expired(self, view: View, sentence: str) -> bool:
        last = re.search(r"until the end of (SR|OR) (\d+)(?:\.(\d+))?\.", sentence)
        here = (view.round.number, view.round.operating_round if view.round.kind == "operating" else 0)
        return last is not None and here > (int(last[2]), int(last[3] or 0))

    def _take(self, view: View, found: "_Legal", sentence: str, prices: Sequence[Asked]) -> Decision:
        match = re.match(r"Buy (.+?)(?: for ([^ $]+))? from (.+?) for at most \$([\d,]+)", sentence)
        assert match, sentence
        what, named, seller, limit = match[1], match[2], match[3], int(match[4].replace(",", ""))
        if self._has_expired(view, sentence):
            return "expired"
        railroad = next((one for one in view.companies if one.id == named), None)
        if railroad is not None and railroad.president != self.seat:
            return "not_president"
        if train := re.match(r"an? (\S+?)(?:-train)?$", what):
            assert railroad is not None
            kind = "D" if train[1] == "diesel" else train[1]
            wanted = re.search(r"until it has (\d+) of them", sentence)
            assert wanted, sentence
            if list(railroad.trains).count(kind) >= int(wanted[1]):
                return "done"
            things = [f"{kind} {one.id}" for one in view.companies]
        else:
            id = what.rpartition("(")[2].rstrip(")")
            private = next(one for one in view.privates if one.id == id)
            if private.owner_seat == self.seat and railroad is None:
                return "done"
            if private.owner_seat is None and private.owner != "bank":
                return "done" if railroad is not None and private.owner_company == railroad.id else "sold"
            things = [id]
        if self.seat not in view.question.seats:
            return None
        if view.offer is not None:
            return None if railroad is not None else self._accept(view.offer, found, things, sentence)
        purse = view.players[self.seat].money if railroad is None else railroad.treasury
        buyer = self.seat if railroad is None else view.companies.index(railroad)
        for asked in sorted(prices, key=lambda one: one.price):
            is_for_me = asked.seller != self.seat and asked.buyer in (None, self.seat)
            if asked.thing not in things or not is_for_me or seller not in ("anybody", f"Player {asked.seller + 1}"):
                continue
            if asked.price > min(limit, purse or 0):
                continue
            for way in found.offers:
                action = way.action
                is_way = isinstance(action, a.BuyPrivate | a.BuyTrain) and way.lo <= asked.price <= way.hi
                if is_way and self._buys(view, action, asked.thing, railroad is not None, buyer):
                    assert isinstance(action, a.BuyPrivate | a.BuyTrain)
                    return replace(action, price=asked.price)
        return None

    def _accept(self, offer: OfferView, found: "_Legal", things: list[str], sentence: str) -> Decision:
        match = re.search(r" from (.+?) for at most \$([\d,]+)", sentence)
        is_mine = offer.answerer == self.seat and offer.buyer_seat == self.seat and [offer.private] == things
        if not match or not is_mine or match[1] not in ("anybody", f"Player {offer.proposer + 1}"):
            return None
        assert offer.price is not None
        if offer.price > int(match[2].replace(",", "")):
            return a.Decline(self.seat) if "Decline higher offers" in sentence else None
        return a.Accept(self.seat) if a.Accept(self.seat) in found.actions else "cannot"

    def _buys(self, view: View, action: Action, thing: str, for_railroad: bool, buyer: int) -> bool:
        if isinstance(action, a.BuyPrivate):
            is_railroad = action.buyer >= FIRST_COMPANY
            who = action.buyer - FIRST_COMPANY if is_railroad else action.buyer
            return view.privates[action.private].id == thing and (is_railroad, who) == (for_railroad, buyer)
        if not isinstance(action, a.BuyTrain) or action.source < FIRST_COMPANY:
            return False
        owner = view.companies[action.source - FIRST_COMPANY].id
        return for_railroad and action.company == buyer and thing == f"{self.setup.title.trains[action.train].id} {owner}"

    # --- the stop list

    def all_passed(self, before: State, after: State, sentence: str) -> bool:
        """Whether everybody has passed in succession: afterwards something is cheaper, or a round with incomes has gone by.

        The incomes may be nothing if all private companies that were sold have been closed (1862).
        """
        old, new = self.view(before), self.view(after)
        if "until everybody has passed" not in sentence or {old.round.kind, new.round.kind} != {"auction"} or old.auction:
            return False
        unsold = [(one.owner, one.owner_seat, one.bids) for one in old.privates]
        if unsold != [(one.owner, one.owner_seat, one.bids) for one in new.privates]:
            return False
        is_cheaper = old.privates[0].asking_price != new.privates[0].asking_price
        gained = any((now.money or 0) > (was.money or 0) for was, now in zip(old.players, new.players, strict=True))
        return is_cheaper or gained or old.round.number != new.round.number

    def stops(self, before: State, after: State, sentence: str, stop_list: Sequence[str]) -> list[str]:
        """The entries of the stop list that have come true."""
        old, new = self.view(before), self.view(after)
        if match := re.search(r"In SR (\d+), buy|Pass in SR (\d+)", sentence):
            number = int(match[1] or match[2])
            if any(view.round.kind != "stock" or view.round.number != number for view in (old, new)):
                return []
        return [text for text in stop_list if self._has_happened(text, old, new)]

    def _has_happened(self, text: str, old: View, new: View) -> bool:
        if text.startswith("somebody sells"):
            return any(self._was_sold(was, now) for was, now in zip(old.companies, new.companies, strict=True))
        if re.match(r"another player becomes (president|director) of one of your (railroads|companies), or needs only one", text):
            return bool(self._losing(new) - self._losing(old) or self._presided(old) - self._presided(new))
        if re.match(r"you become (president|director) of another player’s (railroad|company), or need only one", text):
            return bool(self._gaining(new) - self._gaining(old) or self._presided(new) - self._presided(old))
        if text.startswith("you could buy"):
            return bool(self._buyable(new) - self._buyable(old))
        if text.startswith("the priority deal"):
            return new.round.kind == "stock" and self._next_priority(new, 0) == self.seat != self._next_priority(old, 1)
        if text.startswith("a railroad starts"):
            pairs = list(zip(old.companies, new.companies, strict=True))
            return any((was.par is None and now.par is not None) or (not was.floated and now.floated) for was, now in pairs)
        if match := re.match(r"the share value of (\S+) changes", text):
            was, now = (next(one for one in view.companies if one.id == match[1]) for view in (old, new))
            return was.cell is not None and was.cell != now.cell
        assert text.startswith("the price of a private company is cut"), text
        return old.privates[0].asking_price != new.privates[0].asking_price and new.privates[0].owner == "bank"

    def _was_sold(self, was: CompanyView, now: CompanyView) -> bool:
        others = (seat for seat in was.holdings if seat != self.seat)
        sold = any(now.holdings.get(seat, 0) < was.holdings[seat] for seat in others)
        # A railroad whose value falls too far is closed, and its shares are gone (1862).
        last = self.moves[-1].action if self.moves else None
        was_named = isinstance(last, a.SellShares) and self.setup.title.companies[last.company].id == was.id
        return sold and (now.pool > was.pool or was_named) and was.holdings.get(self.seat, 0) > 0

    def _can_take_over(self, view: View, company: CompanyView, seat: int) -> bool:
        if company.president is None or company.president == seat or company.offering + company.pool < 1:
            return False
        units = company.holdings.get(seat, 0) + 1
        allowed = units <= MOST_UNITS or company.zone in ("orange", "brown")
        return allowed and units > company.holdings[company.president]

    def _presided(self, view: View) -> set[str]:
        return {company.id for company in view.companies if company.president == self.seat}

    def _losing(self, view: View) -> set[str]:
        own = [company for company in view.companies if company.president == self.seat]
        return {one.id for one in own if any(self._can_take_over(view, one, seat) for seat in view.seating if seat != self.seat)}

    def _gaining(self, view: View) -> set[str]:
        return {company.id for company in view.companies if self._can_take_over(view, company, self.seat)}

    def _buyable(self, view: View) -> set[tuple[str, str]]:
        if view.round.kind != "stock":
            return set()
        me = view.players[self.seat]
        found: set[tuple[str, str]] = set()
        has_room = me.certificates < view.certificate_limit
        too_many = me.certificates > view.certificate_limit
        over = any(
            units > MOST_UNITS and company.zone not in ("orange", "brown")
            for company in view.companies
            if (units := company.holdings.get(self.seat, 0))
        )
        if over or too_many:
            return set()
        for company in view.companies:
            if company.president is None:
                if has_room and (me.money or 0) >= 2 * LOWEST_PAR:
                    found.add((company.id, "start"))
                continue
            units = company.holdings.get(self.seat, 0) + 1
            if company.id in me.sold or (units > MOST_UNITS and company.zone not in ("orange", "brown")):
                continue
            if not has_room and company.zone not in ("yellow", "orange", "brown"):
                continue
            for source, count, price in (("offering", company.offering, company.par), ("pool", company.pool, company.price)):
                if count and (me.money or 0) >= _share_price(company, price):
                    found.add((company.id, source))
        return found

    def _next_priority(self, view: View, without: int) -> int:
        """Whoever is left of the player who bought or sold last, as long as the others pass."""
        moves = self.moves[: len(self.moves) - without]
        trades = [told for told in moves if isinstance(told.action, a.BuyShare | a.SellShares | a.StartCompany)]
        if not trades:
            return view.priority
        return view.seating[(view.seating.index(Player(trades[-1].mover)) + 1) % len(view.seating)]  # type: ignore[arg-type]


def _share_price(company: CompanyView, price: int | None) -> int:
    """A share of 5% costs half, rounded up (1862, IV)."""
    return -(-(price or 0) * company.share_percent // UNIT)


@dataclass(frozen=True)
class _Legal:
    actions: list[Action]
    offers: list[Offer]

    def may_bid(self, bid: a.Bid) -> bool:
        return any(
            isinstance(offer.action, a.Bid) and offer.action.private == bid.private and offer.lo <= bid.amount <= offer.hi
            for offer in self.offers
        )
