"""Buttons that make several moves at once."""

from goldenspike.core.actions import Payout
from goldenspike.core.title import Setup
from goldenspike.record.wire import to_wire
from goldenspike.server.table.effects import effect_of
from goldenspike.server.table.panel import Button, encode_all
from goldenspike.server.words import Words
from goldenspike.text import Context
from goldenspike.view.shortcuts import Shortcut

_KINDS = {Payout.PAY: "RunAndPay", Payout.WITHHOLD: "RunAndWithhold", Payout.SPLIT: "RunAndSplit"}


def shortcut_buttons(setup: Setup, shortcuts: tuple[Shortcut, ...], words: Words, context: Context) -> tuple[Button, ...]:
    return tuple(_button(setup, shortcut, words, context) for shortcut in shortcuts)


def _button(setup: Setup, shortcut: Shortcut, words: Words, context: Context) -> Button:
    kind = "RunPayAndEnd" if shortcut.ends_turn else _KINDS[shortcut.payout]
    return Button(
        label=words(f"shortcut.{kind}", amount=words.money(shortcut.revenue)),
        action=encode_all([to_wire(setup, action) for action in shortcut.actions]),
        kind=kind,
        effect=effect_of(setup, shortcut.at_dividend, shortcut.dividend, words, context),
    )
