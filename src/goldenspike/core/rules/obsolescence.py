"""Retiring obsolete trains (3.0, 7.6.1, V-3)."""

from goldenspike.core import events
from goldenspike.core.holders import BANK, POOL, treasury
from goldenspike.core.ids import Company, Train
from goldenspike.core.ledger import Ledger
from goldenspike.core.rules.train_card import count_at
from goldenspike.core.state import State
from goldenspike.core.title import Setup


def is_obsolete(setup: Setup, s: State, train: Train) -> bool:
    """Whether the train that retires this type has been bought: the first of it, or the last (V-3.0, 4+4)."""
    card = setup.title.trains[train]
    if not card.obsolete or card.obsolete not in setup.train_index:
        return False
    retirer = setup.train_index[card.obsolete]
    if card.obsolete_by_last:
        return count_at(setup, s, BANK, retirer) == 0
    phase = setup.title.trains[retirer].phase
    if phase:
        return setup.phase_index[phase] <= s.phase
    return count_at(setup, s, BANK, retirer) < setup.title.trains[retirer].count


def retire_obsolete_trains(ledger: Ledger) -> None:
    """Retire all trains of a type, those in the open market too; with V-3 those of railroads run once more."""
    setup, s = ledger.setup, ledger.state
    for train in setup.all_trains:
        if not is_obsolete(setup, s, train):
            continue
        if not setup.options.delayed_obsolescence:
            for company in setup.all_companies:
                _retire_trains_of(ledger, company, train)
        retired = sum(ledger.retire_trains(train, h) for h in (BANK, POOL) if count_at(setup, s, h, train))
        if retired:
            ledger.emit(events.TrainsRetired(train, retired))


def retire_after_last_run(ledger: Ledger, company: Company) -> None:
    """With delayed obsolescence, retire trains that have run once more (V-3)."""
    setup, s = ledger.setup, ledger.state
    for train in setup.all_trains:
        if is_obsolete(setup, s, train):
            _retire_trains_of(ledger, company, train)


def _retire_trains_of(ledger: Ledger, company: Company, train: Train) -> None:
    if count_at(ledger.setup, ledger.state, treasury(company), train):
        ledger.emit(events.TrainsRetired(train, ledger.retire_trains(train, treasury(company)), company))
