"""`python -m goldenspike` is the command `goldenspike`."""

import sys

from goldenspike.cli.main import main

if __name__ == "__main__":
    sys.exit(main())
