"""`python -m goldenspike.text` lists the messages that are missing, with the languages that lack them."""

import sys

from goldenspike.text.required import report

if __name__ == "__main__":
    found = report()
    print(found or "Every language has every message.")
    sys.exit(1 if found else 0)
