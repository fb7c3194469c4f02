"""Commands: from the words that a banker types to actions of the game."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from random import Random
from typing import Final

from goldenspike.bots.chance import draw
from goldenspike.core import actions as act
from goldenspike.core.actions import Action, Payout
from goldenspike.core.game import Game
from goldenspike.core.holders import BANK, CHANCE, POOL, treasury
from goldenspike.core.ids import NO_PRIVATE, NO_TRAIN, NONE, Company, Hex, Holder, Player, Private
from goldenspike.core.title import RoundKind
from goldenspike.moderate.names import BadCommand, Names, amount, is_amount, plain

HELP: Final = (
    ("p", "pass, skip, or end the turn"),
    ("b sv", "buy a private company from the bank"),
    ("bid cs 45", "bid on a private company"),
    ("b prr 100", "start a railroad at this par price"),
    ("b prr · b prr pool · b 2 prr", "buy a share of the initial offering · from the pool · two shares"),
    ("s nyc · s 3 nyc", "sell a share · three shares"),
    ("par bo 90", "set a par price"),
    ("x mh · x mh pool", "exchange a private company for a share"),
    ("t 80 · t f12 57 2", "declare what track has cost · with the map kept: hex, tile, rotation"),
    ("st 40 · st e11", "declare a station · with the map kept: its hex, and which city of it"),
    ("r 140 pay · r 80 60 hold", "declare the run, or that of each train, and pay out, withhold (hold) or split"),
    ("route yes", "declare that a railroad without a train has a route"),
    ("pay · hold · split", "pay out, withhold or split the revenue"),
    ("b 3 · b d for 4 · b 3 nyc 100", "buy a train · with a trade-in · from another railroad; also from the pool"),
    ("discard 3", "give up a train above the limit"),
    ("private ca prr 40", "a private company to a new owner at a price"),
    ("offer ca bob 100", "offer your private company to a player"),
    ("yes · no · back", "accept, decline or withdraw an offer; “bob no” answers for Bob"),
    ("bankrupt", "declare bankruptcy"),
    ("seats cyd ada bob · draw", "the order of seats as drawn · let the program draw"),
    ("fix 10 bank bob", "correct the books as all have agreed: $10 from the bank to Bob"),
    ("fix 2 nyc ada pool", "correct the books: two shares from Ada to the pool"),
    ("fix train 3 prr nyc", "correct the books: a train to another owner"),
    ("fix price prr 90", "correct a price; if several boxes have it, by row and column: fix price prr 2 5"),
    ("fix 10 bank bob because …", "a correction with its reason, which is noted in the record"),
)
"""The usual commands and what they do. Several commands are typed in one line with commas between them."""

HOLDERS: Final = {"bank": BANK, "pool": POOL}
PAYOUTS: Final = {"pay": Payout.PAY, "hold": Payout.WITHHOLD, "split": Payout.SPLIT}
BECAUSE: Final = " because "
"""Before the reason of a correction."""
_ANSWERS: Final = {"yes": True, "no": False}


@dataclass
class _Reading:
    """A command as it is read, word by word."""

    game: Game
    names: Names
    player: Player
    words: list[str]

    def next(self, what: str) -> str:
        if not self.words:
            raise BadCommand(f"{what} is missing")
        return self.words.pop(0)

    def number(self, what: str) -> int:
        return amount(self.next(what))

    def company(self) -> Company:
        return self.names.company(self.next("the railroad"))

    def private(self) -> Private:
        return self.names.private(self.next("the private company"))

    def takes(self, word: str) -> bool:
        """Whether the next word is this one, which is then read."""
        if self.words[:1] != [word]:
            return False
        self.words.pop(0)
        return True

    @property
    def operating(self) -> Company:
        company = self.game.state.operating
        if company == NONE:
            raise BadCommand("no railroad is operating")
        return company

    def place(self) -> tuple[Hex, int]:
        hex = self.names.hex(self.next("the hex"))
        return hex, self.number("the city") if self.words and is_amount(self.words[0]) else 0

    def a_private_power(self) -> Private:
        return self.private() if self.words else NO_PRIVATE


def read_command(game: Game, names: Names, line: str) -> Action:
    """One command as an action of the player it speaks for: one who is named first, else the one who is asked."""
    words = line.lower().split()
    if not words:
        raise BadCommand("nothing was typed")
    player = game.question.player
    if names.is_player(words[0]) and len(words) > 1:
        player = names.player(words.pop(0))
    verb = words.pop(0)
    reader = _READERS.get(verb)
    if reader is None:
        raise BadCommand(f"there is no command “{verb}”; type ? for all of them")
    if game.actors == (CHANCE,) and reader not in (_seats, _draw):
        raise BadCommand(_first_draw(game))
    reading = _Reading(game, names, player, words)
    action = reader(reading)
    if reading.words:
        raise BadCommand(f"“{' '.join(reading.words)}” is too much in this command")
    return action


def _first_draw(game: Game) -> str:
    """How to go on where something is drawn before anybody acts."""
    if game.question.kind == "seating":
        return "first the seats: type “seats” and the names in the order drawn, or “draw”"
    return "first something is drawn: type “draw” and the number drawn, or only “draw”"


def split_line(line: str) -> Iterator[str]:
    """The commands of a line: separated by commas, and a run with its dividend are two. A reason ends the line."""
    for command in line.lower().split(","):
        words = command.split()
        if len(words) > 1 and words[0] in ("r", "run") and words[-1] in PAYOUTS:
            yield " ".join(words[:-1])
            yield words[-1]
        elif words:
            yield " ".join(words)


def asks_for_track(game: Game) -> bool:
    """Whether a president is asked what track has cost: no track is then what a pass is elsewhere."""
    offers = [offer for player in game.actors for offer in game.legal_for(player).offers()]
    return any(isinstance(offer.action, act.DeclareTrack) and offer.lo == 0 for offer in offers)


def _pass(reading: _Reading) -> Action:
    if asks_for_track(reading.game):
        return act.DeclareTrack(reading.player, reading.operating, 0)
    return act.Pass(reading.player)


def _buy(reading: _Reading) -> Action:
    """What is bought follows from the round: private companies, then shares, then trains."""
    round = reading.game.state.round
    if round <= RoundKind.AUCTION:
        return act.BuyFromBank(reading.player, reading.private())
    return _buy_share(reading) if round == RoundKind.STOCK else _buy_train(reading)


def _buy_share(reading: _Reading) -> Action:
    count = reading.number("the number of shares") if reading.words and is_amount(reading.words[0]) else 1
    company = reading.company()
    if reading.words and is_amount(reading.words[0]):
        return act.StartCompany(reading.player, company, reading.number("the par price"))
    source = POOL if reading.takes("pool") else BANK
    return act.BuyShare(reading.player, company, source, count, reading.takes("big"))


def _buy_train(reading: _Reading) -> Action:
    train = reading.names.train(reading.next("the train"))
    source, trade_in = BANK, NO_TRAIN
    if reading.takes("pool"):
        source = POOL
    elif reading.words and reading.names.is_company(reading.words[0]):
        source = treasury(reading.company())
        return act.BuyTrain(reading.player, reading.operating, train, source, reading.number("the price"))
    if reading.takes("for"):
        trade_in = reading.names.train(reading.next("the train given in exchange"))
    price = _price_of_bank(reading, train, source, trade_in)
    return act.BuyTrain(reading.player, reading.operating, train, source, price, trade_in)


def _price_of_bank(reading: _Reading, train: int, source: Holder, trade_in: int) -> int:
    """What the bank asks now, or the price on the card if the train cannot be bought."""
    for found in reading.game.legal_for(reading.player):
        if isinstance(found, act.BuyTrain) and (found.train, found.source, found.trade_in) == (train, source, trade_in):
            return found.price
    return reading.game.setup.title.trains[train].price


def _sell(reading: _Reading) -> Action:
    count = reading.number("the number of shares") if reading.words and is_amount(reading.words[0]) else 1
    company = reading.company()
    return act.SellShares(reading.player, company, count, reading.takes("big"))


def _bid(reading: _Reading) -> Action:
    """`bid cs 45` or `bid 45 cs`; where groups are chosen, `bid 45`."""
    words = reading.words
    sums = [word for word in words if is_amount(word) and plain(word) not in reading.names.privates]
    named = [word for word in words if word not in sums[:1]]
    if not sums:
        raise BadCommand("the amount is missing")
    reading.words = []
    if not named:
        return act.BidForChoice(reading.player, amount(sums[0]))
    if len(named) > 1:
        raise BadCommand(f"“{' '.join(named[1:])}” is too much in this command")
    return act.Bid(reading.player, reading.names.private(named[0]), amount(sums[0]))


def _exchange(reading: _Reading) -> Action:
    private = reading.private()
    return act.ExchangePrivate(reading.player, private, POOL if reading.takes("pool") else BANK)


def _track(reading: _Reading) -> Action:
    if len(reading.words) == 1 and is_amount(reading.words[0]):
        return act.DeclareTrack(reading.player, reading.operating, reading.number("the cost"))
    hex = reading.names.hex(reading.next("the hex"))
    tile = reading.names.tile(reading.next("the tile"))
    rotation = reading.number("the rotation") if reading.words and is_amount(reading.words[0]) else 0
    return act.LayTile(reading.player, reading.operating, hex, tile, rotation, reading.a_private_power())


def _station(reading: _Reading) -> Action:
    company = reading.operating
    if reading.words and is_amount(reading.words[0]):
        cost = reading.number("the cost")
        return act.DeclareStation(reading.player, company, cost, reading.a_private_power())
    hex, stop = reading.place()
    return act.PlaceToken(reading.player, company, hex, stop, reading.a_private_power())


def _run(reading: _Reading) -> Action:
    company = reading.operating
    if not reading.words:
        return act.RunTrains(reading.player, company)
    if reading.takes("none"):
        return act.RunTrains(reading.player, company, ())
    earned = tuple([amount(word) for word in reading.words])
    reading.words = []
    return act.DeclareRun(reading.player, company, earned)


def _route(reading: _Reading) -> Action:
    answer = reading.next("yes or no")
    if answer not in _ANSWERS:
        raise BadCommand(f"“{answer}” is neither yes nor no")
    return act.DeclareRoute(reading.player, reading.operating, _ANSWERS[answer])


def _payout(payout: Payout) -> "_Reader":
    return lambda reading: act.PayDividend(reading.player, reading.operating, payout)


def _owner(reading: _Reading) -> Holder:
    word = reading.next("the new owner")
    return treasury(reading.names.company(word)) if reading.names.is_company(word) else reading.names.player(word)


def _buy_private(reading: _Reading) -> Action:
    private, buyer = reading.private(), _owner(reading)
    return act.BuyPrivate(reading.player, buyer, private, reading.number("the price"))


def _offer_private(reading: _Reading) -> Action:
    private, buyer = reading.private(), reading.names.player(reading.next("the buyer"))
    return act.SellPrivate(reading.player, private, buyer, reading.number("the price"))


def _discard(reading: _Reading) -> Action:
    asked = reading.game.question.company
    company = reading.company() if len(reading.words) > 1 else asked if asked != NONE else reading.operating
    return act.DiscardTrain(reading.player, company, reading.names.train(reading.next("the train")))


def _holder(reading: _Reading, what: str) -> Holder:
    """The bank, the pool, a railroad or a player."""
    word = reading.next(what)
    if word in HOLDERS:
        return HOLDERS[word]
    return treasury(reading.names.company(word)) if reading.names.is_company(word) else reading.names.player(word)


def _fix(reading: _Reading) -> Action:
    """A correction: of money three words, of shares four; trains and prices have a word of their own."""
    player = reading.player
    if reading.takes("train"):
        train = reading.names.train(reading.next("the train"))
        return act.CorrectTrain(player, train, _holder(reading, "the old owner"), _holder(reading, "the new owner"))
    if reading.takes("price"):
        return act.CorrectPrice(player, reading.company(), _cell(reading))
    count = reading.number("the amount, or the number of shares")
    if len(reading.words) < len(("railroad", "seller", "buyer")):
        return act.CorrectMoney(player, _holder(reading, "who pays"), _holder(reading, "who gets it"), count)
    company = reading.company()
    return act.CorrectShares(player, company, _holder(reading, "the old owner"), _holder(reading, "the new owner"), count)


def _cell(reading: _Reading) -> int:
    """The box of the market with a price, or that in a row and column, both counted from 1."""
    market = reading.game.setup.title.market
    number = reading.number("the price, or row and column")
    if reading.words:
        column = reading.number("the column")
        if not 1 <= column <= market.columns:
            raise BadCommand(f"the market has {market.columns} columns")
        return (number - 1) * market.columns + column - 1
    boxes = [cell for cell, price in enumerate(market.prices) if price == number]
    if len(boxes) == 1:
        return boxes[0]
    if not boxes:
        raise BadCommand(f"no box of the market has the price {number}")
    places = [divmod(cell, market.columns) for cell in boxes]
    shown = ", ".join(f"{row + 1} {column + 1}" for row, column in places)
    raise BadCommand(f"{len(boxes)} boxes have the price {number}; type row and column: {shown}")


def next_words(names: Names, words: list[str]) -> list[str]:
    """What may follow these words of a correction; amounts are typed."""
    railroads, owners = list(names.companies), [*HOLDERS, *names.companies]
    if not words:
        return ["train", "price"]
    if words[0] == "price":
        return railroads if len(words) == 1 else []
    if words[0] == "train":
        return [list(names.trains), owners, owners][len(words) - 1] if len(words) <= 3 else []
    return [*HOLDERS, *names.players, *railroads] if len(words) <= 3 else []


def _home(reading: _Reading) -> Action:
    hex, stop = reading.place()
    return act.ChooseHome(reading.player, reading.game.question.company, hex, stop)


def _city(reading: _Reading) -> Action:
    company = reading.company()
    hex, stop = reading.place()
    return act.ChooseCity(reading.player, company, hex, stop)


def _seats(reading: _Reading) -> Action:
    seats = tuple([reading.names.player(word) for word in reading.words])
    reading.words = []
    return act.DrawSeats(seats)


def _draw(reading: _Reading) -> Action:
    """What the cardboard showed, as one of the possible draws by number; without a number the program draws."""
    game = reading.game
    if game.actors != (CHANCE,):
        raise BadCommand("nothing is to be drawn")
    if not reading.words:
        return draw(game, Random())
    number = reading.number("the number drawn")
    fitting = [found for found in game.legal_for(CHANCE) if number_drawn(found) == number]
    if not fitting:
        raise BadCommand(f"“{number}” cannot be drawn now")
    return fitting[0]


def number_drawn(action: Action) -> int:
    """The number on a token or marker; NONE for other draws."""
    if isinstance(action, act.DrawToken):
        return action.kind
    return action.number if isinstance(action, act.DrawRevenue) else NONE


_Reader = Callable[[_Reading], Action]
_READERS: Final[dict[str, _Reader]] = {
    **dict.fromkeys(("p", "pass", "done", "skip"), _pass),
    **dict.fromkeys(("b", "buy"), _buy),
    **dict.fromkeys(("s", "sell"), _sell),
    **dict.fromkeys(("t", "track", "tile"), _track),
    **dict.fromkeys(("st", "station"), _station),
    **dict.fromkeys(("r", "run"), _run),
    **dict.fromkeys(("x", "exchange"), _exchange),
    "bid": _bid,
    "route": _route,
    **{word: _payout(payout) for word, payout in PAYOUTS.items()},
    "par": lambda reading: act.SetPar(reading.player, reading.company(), reading.number("the par price")),
    "private": _buy_private,
    "offer": _offer_private,
    "yes": lambda reading: act.Accept(reading.player),
    "no": lambda reading: act.Decline(reading.player),
    "back": lambda reading: act.Withdraw(reading.player),
    "discard": _discard,
    "home": _home,
    "city": _city,
    "seats": _seats,
    "draw": _draw,
    "unbid": lambda reading: act.WithdrawBid(reading.player, reading.private()),
    "close": lambda reading: act.ClosePrivate(reading.player, reading.private()),
    "redeem": lambda reading: act.Redeem(reading.player, reading.company(), reading.number("the notes")),
    "licence": lambda reading: act.BuyLicence(reading.player, reading.operating),
    "group": lambda reading: act.ChooseGroup(reading.player, reading.number("the number of the group") - 1),
    "loan": lambda reading: act.ChooseLoan(reading.player, reading.company()),
    "contest": lambda reading: act.ContestRun(reading.player, reading.company()),
    "bankrupt": lambda reading: act.DeclareBankruptcy(reading.player),
    "fix": _fix,
}
