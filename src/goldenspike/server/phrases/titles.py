"""Phrases of the pages that the book of a title words in its own way: they go before the others at its tables."""

from typing import Final

PHRASES_OF_TITLES: Final[dict[tuple[str, str], dict[str, str]]] = {
    ("1862", "de"): {
        "table.priority": "Priority-Deal",
        "table.certificates": "Papiere",
        "table.privates": "Privatbahnen",
        "table.companies": "Aktiengesellschaften",
        "table.bankrupt": "ausgeschieden",
        "goal.title": "Bonusrouten",
        "goal.home": "Heimatstadt",
        "goal.target": "Zielstadt",
        "run.bonus": "Bonus {name}",
        "picture.treasury": "Kapital",
        "picture.revenue": "Letztes Ergebnis",
        "picture.income": "Dividende",
        "picture.market": "Aktienkurstafel",
        "picture.obsolete": "Verschrottet durch",
    },
}
"""By title and language; a key that is not here has the phrase of all tables."""
