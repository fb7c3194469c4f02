"""The panel: what a seat may do now, as buttons and forms in a sensible order.

A form field holds each action as API JSON, so the page works without scripts.
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace

import msgspec

from goldenspike.core import actions
from goldenspike.core.actions import Action
from goldenspike.core.frozen import frozen
from goldenspike.core.game import player_of
from goldenspike.core.holders import FIRST_COMPANY, is_company, is_player, treasury
from goldenspike.core.ids import NONE, Hex, Holder, Place, Player
from goldenspike.core.rules.declared import most_of_each
from goldenspike.core.rules.tile_lay import terrain_cost
from goldenspike.core.rules.train_card import owned_trains
from goldenspike.core.state import State, place_of
from goldenspike.core.steps.base import Offer, Priced
from goldenspike.core.title import Setup
from goldenspike.record.wire import Wire, to_wire
from goldenspike.server.table.effects import HEAVY, effect_of, effect_of_power
from goldenspike.server.words import Words
from goldenspike.text import Context, name_train
from goldenspike.view import Choices

_MAIN = (
    actions.Pass,
    actions.Accept,
    actions.Decline,
    actions.Withdraw,
    actions.RunTrains,
    actions.PayDividend,
    actions.BuyFromBank,
    actions.DeclareBankruptcy,
    actions.SetPar,
    actions.ChooseHome,
    actions.ChooseCity,
    actions.DiscardTrain,
    actions.PlaceToken,
    actions.DeclareStation,
    actions.DeclareRoute,
)
"""Answers with a large button."""

_RARE = (actions.ClosePrivate, actions.ExchangePrivate)
"""Rarely used actions that are always legal: one click away."""

_DECLARED = {"DeclareTrack": "step.declared_track", "DeclareRun": "step.declared_run"}
"""What is declared on the real table, by the name of its step."""

_AT_A_CITY = actions.PlaceToken | actions.ChooseHome | actions.ChooseCity
"""Answers given by clicking a city."""


@frozen
class Button:
    label: str
    action: str
    """JSON of the API."""
    kind: str
    company: str = ""
    private: str = ""
    hex: str = ""
    short: str = ""
    """A short label for use under a heading: a tile and its rotation, a par price."""
    place: Place | None = None
    """The city on the board that represents this answer."""
    effect: str = ""
    """Consequences that are easily overlooked."""
    cost: str = ""
    """What the terrain below a tile costs."""
    leads: str = ""
    """Where the track of a tile leads, for screen readers."""
    power: str = ""
    """The private company whose power is used, and what happens to it."""


@frozen
class Transfer:
    """Who pays whom, with what both have now."""

    payer: str
    payee: str
    payer_money: int
    payee_money: int


@frozen
class TrainField:
    """What one train earned on the real table."""

    label: str
    most: int
    default: int | None


@frozen
class AmountForm:
    label: str
    """The full sentence, with the lowest amount."""
    name: str
    """What it is about."""
    action: str
    field: str
    kind: str
    least: int
    most: int
    step: int
    default: int | None
    """The initial value of the field; None if any amount would favor one side."""
    partner: int | None = None
    """The player whose consent is needed, None if nobody's is."""
    transfer: Transfer | None = None
    """Money moved between funds that the same player controls."""
    private: str = ""
    trains: tuple[TrainField, ...] = ()
    """The trains of a run that is declared train by train."""


@frozen
class HexGroup:
    """All tiles that may be laid on one hex."""

    hex: str
    name: str
    buttons: tuple[Button, ...]


@frozen
class Panel:
    main: tuple[Button, ...]
    shares: tuple[Button, ...]
    trains: tuple[Button, ...]
    others: tuple[Button, ...]
    rare: tuple[Button, ...]
    lays: tuple[HexGroup, ...]
    amounts: tuple[AmountForm, ...]
    hexes: tuple[Hex, ...]
    """Hexes to mark on the board."""
    places: tuple[Place, ...]
    """Cities to mark on the board."""

    @property
    def is_empty(self) -> bool:
        return not (self.main or self.shares or self.trains or self.others or self.rare or self.lays or self.amounts)


NO_PANEL = Panel((), (), (), (), (), (), (), (), ())
"""Of whoever is not asked."""


def make_panel(
    setup: Setup,
    state: State,
    seen: State,
    choices: Choices,
    words: Words,
    context: Context,
    beside: Sequence[Action] = (),
    last_run: tuple[int, ...] = (),
) -> Panel:
    """`beside` are actions that other seats on the same screen may take out of turn, `last_run` what the trains earned last."""
    if not choices and not beside:
        return NO_PANEL
    powers: dict[int, str] = {}

    def button(action: Action) -> Button:
        wire = to_wire(setup, action)
        short = power = cost = ""
        if isinstance(action, actions.LayTile):
            paid = terrain_cost(setup, state, action.company, action.hex, action.private)
            cost = words.money(paid) if paid else ""
            short = f"{setup.title.tiles[action.tile].old} · {action.rotation}"
            if action.private != NONE:
                if action.private not in powers:
                    powers[action.private] = effect_of_power(setup, state, action, words, context)
                power = powers[action.private]
                short += f" · {setup.title.privates[action.private].id}"
        elif isinstance(action, actions.StartCompany | actions.SetPar):
            short = words.money(action.price)
        elif isinstance(action, actions.Redeem):
            short = words.money(action.notes)
        return Button(
            label=words.label(action, seen, context),
            action=encode(wire),
            kind=type(action).__name__,
            company=str(wire.get("company", "")),
            private=str(wire.get("private", "")),
            hex=str(wire.get("hex", "")),
            short=short,
            cost=cost,
            leads=words.track(action.hex, setup.faces[setup.face_of_tile(action.tile, action.rotation)], context)
            if isinstance(action, actions.LayTile)
            else "",
            place=place_of(action.hex, action.stop) if isinstance(action, _AT_A_CITY) else None,
            effect=_effect(setup, state, action, words, context),
            power=power,
        )

    def buttons(*kinds: type) -> tuple[Button, ...]:
        return tuple(button(action) for action in choices.actions if isinstance(action, kinds))

    shares = (actions.StartCompany, actions.BuyShare, actions.SellShares)
    trains = (actions.BuyTrain,)
    shown = (*_MAIN, *shares, *trains, *_RARE, actions.LayTile)
    lays = [action for action in choices.actions if isinstance(action, actions.LayTile)]
    return Panel(
        main=(
            *sorted(buttons(*_MAIN), key=lambda one: one.kind == "Pass"),
            *(button(action) for offer in choices.offers for action in usual_track(setup, offer)),
        ),
        shares=buttons(*shares),
        trains=buttons(*trains),
        others=tuple(button(action) for action in choices.actions if not isinstance(action, shown)),
        rare=(*buttons(*_RARE), *(_signed(button(action), context.players[player_of(action)]) for action in beside)),
        lays=tuple(_group(setup, [(lay.hex, button(lay)) for lay in lays])),
        amounts=tuple(
            declared_run(setup, seen, offer, last_run, words, context)
            if isinstance(offer.action, actions.DeclareRun)
            else _amount(setup, seen, offer, words, context)
            for offer in choices.offers
        ),
        hexes=tuple(sorted({lay.hex for lay in lays})),
        places=tuple(place_of(action.hex, action.stop) for action in choices.actions if isinstance(action, _AT_A_CITY)),
    )


def _effect(setup: Setup, state: State, action: Action, words: Words, context: Context) -> str:
    if isinstance(action, actions.ExchangePrivate):
        return setup.title.privates[action.private].company
    return effect_of(setup, state, action, words, context) if isinstance(action, HEAVY) else ""


def _signed(button: Button, name: str) -> Button:
    """Label a button of another seat on the same screen with the player's name."""
    return replace(button, label=f"{name}: {button.label}")


def _group(setup: Setup, lays: list[tuple[int, Button]]) -> Iterable[HexGroup]:
    for hex in sorted({hex for hex, _ in lays}, key=lambda hex: setup.title.hexes[hex].id):
        printed = setup.title.hexes[hex]
        yield HexGroup(printed.id, printed.name, tuple(button for other, button in lays if other == hex))


def _amount(setup: Setup, seen: State, offer: Offer, words: Words, context: Context) -> AmountForm:
    wire = to_wire(setup, offer.action)
    label = words.label(offer.action, seen, context)
    partner = _partner(seen, offer.action)
    transfer = _transfer(setup, seen, offer.action, context) if partner is None else None
    default = offer.lo if transfer is None else None
    if transfer is not None and isinstance(offer.action, actions.BuyPrivate) and is_player(seen.privates[offer.action.private]):
        # From his own railroad a player usually takes as much as he may.
        default = offer.hi
    if partner is not None and isinstance(offer.action, actions.BuyPrivate | actions.SellPrivate):
        default = min(max(offer.lo, setup.title.privates[offer.action.private].price), offer.hi)
    return AmountForm(
        label,
        words(_DECLARED[offer.kind]) if offer.kind in _DECLARED else _subject(setup, offer.action, words, context),
        encode(wire),
        offer.field,
        offer.kind,
        offer.lo,
        offer.hi,
        offer.step,
        default,
        partner,
        transfer,
        str(wire.get("private", "")),
    )


def usual_track(setup: Setup, offer: Offer) -> list[Action]:
    """What track usually costs on the real table: nothing, or the terrain of one hex."""
    if not isinstance(offer.action, actions.DeclareTrack):
        return []
    costs = sorted({0, *(printed.cost for printed in setup.title.hexes)})
    return [offer.at(cost) for cost in costs if offer.lo <= cost <= offer.hi]


def declared_run(setup: Setup, seen: State, offer: Offer, last: tuple[int, ...], words: Words, context: Context) -> AmountForm:
    """A run on the real table: a field for each train, with what it earned last time."""
    company = seen.operating
    trains = owned_trains(setup, seen, company)
    earned = last if len(last) == len(trains) else (None,) * len(trains)
    bonus = setup.plan.flow.most_bonus(setup, seen, company)
    fields = tuple(
        TrainField(words.train(train, context), (most + bonus) // offer.step * offer.step, amount)
        for train, most, amount in zip(trains, most_of_each(setup, seen, company), earned, strict=True)
    )
    form = _amount(setup, seen, offer, words, context)
    return replace(form, default=sum(last) if last else None, trains=fields if len(fields) > 1 else ())


def _transfer(setup: Setup, seen: State, action: Priced, context: Context) -> Transfer | None:
    """A purchase that needs no consent because the player controls both sides (4.1, 7.6)."""
    if isinstance(action, actions.BuyPrivate):
        payer, payee = action.buyer, seen.privates[action.private]
    elif isinstance(action, actions.BuyTrain) and is_company(action.source):
        payer, payee = treasury(action.company), action.source
    else:
        return None

    def name(holder: Holder) -> str:
        return setup.title.companies[holder - FIRST_COMPANY].id if is_company(holder) else context.players[holder]

    return Transfer(name(payer), name(payee), seen.money[payer], seen.money[payee])


def _partner(seen: State, action: Priced) -> Player | None:
    """The player whose consent a purchase or sale needs (4.1, 7.6)."""
    other: Holder
    if isinstance(action, actions.SellPrivate):
        other = action.buyer
    elif isinstance(action, actions.BuyPrivate):
        other = seen.privates[action.private]
    elif isinstance(action, actions.BuyTrain) and is_company(action.source):
        other = seen.presidents[action.source - FIRST_COMPANY]
    else:
        return None
    return other if is_player(other) and other != action.player else None


def _subject(setup: Setup, action: Priced, words: Words, context: Context) -> str:
    """What an amount is offered for: a private company by its name, a train with its owner."""
    if isinstance(action, actions.BuyTrain):
        train = str(name_train(action.train, context, words.language))
        return f"{train} · {setup.title.companies[action.source - FIRST_COMPANY].id}" if is_company(action.source) else train
    wire = to_wire(setup, action)
    private = next((one for one in setup.title.privates if one.id == wire.get("private")), None)
    return f"{private.name} ({private.id})" if private is not None else str(wire.get("company") or "")


def encode(wire: Wire) -> str:
    return msgspec.json.encode(wire).decode()


def encode_all(wires: Sequence[Wire]) -> str:
    return msgspec.json.encode(wires).decode()
