"""Tables of player aids and phase charts: they stay within their columns, in every language."""

import pytest

from goldenspike.printing.aids import GAP
from goldenspike.printing.blocks import SIZE, UNITS, fit_table
from goldenspike.printing.sheets import A4, MARGIN
from goldenspike.text import LANGUAGES, Wording
from goldenspike.text.rules.figures import standard_setup
from goldenspike.text.rules.tables import ONE_BOX, table_of
from goldenspike.titles.catalogue import CATALOGUE

WHOLE = (A4.width - 2 * MARGIN) * UNITS
"""The narrower of the papers."""
HALF = (WHOLE - GAP) / 2
PLACES = [("phases", WHOLE, SIZE), ("trains", WHOLE, SIZE), ("money", HALF, SIZE), ("limits", HALF, SIZE)]
PLACES += [(name, WHOLE, 10.0) for name in ("phases", "trains", "railroads", f"privates:{ONE_BOX}")]


@pytest.mark.parametrize("language", LANGUAGES)
def test_tables_stay_within_their_columns(language: str) -> None:
    seen = 0
    for entry in CATALOGUE:
        for version in entry.versions:
            setup = standard_setup(entry.name, version.name)
            words = Wording(language, setup.title.name)
            for name, most, size in PLACES:
                table = table_of(name, setup, words)
                if table is None or (name == "limits" and not setup.title.has_shares):
                    continue
                fitted, widths = fit_table(table, most, size)
                assert sum(widths) <= most + 0.1 and fitted > 6, (entry.name, version.name, name)
                seen += 1
    assert seen > 60
