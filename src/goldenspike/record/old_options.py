"""Options of records that were written before an option was renamed or split.

Values are never reused for something else, so what an old name meant can always be told.
"""

from collections.abc import Mapping
from typing import Final

_REPLACED: Final[Mapping[str, Mapping[str, Mapping[str, str]]]] = {
    # V-1.7: the third 6-train and the plus trains were values of one option and could not be chosen together.
    "trains": {"standard": {}, "third_six": {"third_six": "on"}, "plus": {"plus_trains": "on"}},
}
"""By option and value: the options that mean the same today."""


def current_options(options: Mapping[str, str]) -> dict[str, str]:
    """The options of a record by today's names; an unknown one stays as it is and is refused where the setup is made."""
    found: dict[str, str] = {}
    for name, value in options.items():
        today = _REPLACED.get(name, {}).get(value)
        found.update({name: value} if today is None else today)
    return found
