"""Options of records that were written before an option was renamed or split.

Values are never reused for something else, so an old name is never ambiguous.
"""

from collections.abc import Mapping
from typing import Final

_REPLACED: Final[Mapping[str, Mapping[str, Mapping[str, str]]]] = {
    # V-1.7: the third 6-train and the plus trains were values of one option and could not be chosen together.
    "trains": {"standard": {}, "third_six": {"third_six": "on"}, "plus": {"plus_trains": "on"}},
}
"""By old option and value: the equivalent options."""


def current_options(options: Mapping[str, str]) -> dict[str, str]:
    """The options of a record by their current names. Unknown ones are kept; making the setup will refuse them."""
    found: dict[str, str] = {}
    for name, value in options.items():
        today = _REPLACED.get(name, {}).get(value)
        found.update({name: value} if today is None else today)
    return found
