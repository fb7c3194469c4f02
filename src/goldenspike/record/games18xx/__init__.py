"""Import games recorded on 18xx.games.

`read_export` reads the JSON file that the site exports, `Importer` replays it with every rule checked.
Imported games follow the site's readings of the rules, listed in `readings.py`.
"""

from goldenspike.record.games18xx.importer import Importer, ReplayedAction
from goldenspike.record.games18xx.source import Export, read_export

__all__ = ["Export", "Importer", "ReplayedAction", "read_export"]
