"""`python -m goldenspike.text` lists missing and unused messages with their languages.

With `--merge` it first adds an empty entry for each missing message to the files of the languages that lack it.
"""

import sys

from goldenspike.text.catalogue import FOLDER
from goldenspike.text.merge import merge
from goldenspike.text.required import obsolete, report

if __name__ == "__main__":
    for file in merge() if "--merge" in sys.argv[1:] else ():
        print(f"added to {file.relative_to(FOLDER)}")
    found = report()
    print(f"Missing:\n{found}" if found else "Every language has every message.")
    if unused := obsolete():
        print(f"Nothing asks for:\n{unused}")
    sys.exit(1 if found else 0)
