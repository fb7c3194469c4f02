"""Writes one PDF: pages as JSON on standard input, the file on standard output. The server starts it as a process."""

import sys
from typing import Final

import msgspec

from goldenspike.printing import MissingFont, Page, pdf_of

MISSING_FONT: Final = 3
"""The exit status if no font of this machine has the letters."""


class Job(msgspec.Struct):
    title: str
    pages: list[Page]


def main() -> int:
    job = msgspec.json.decode(sys.stdin.buffer.read(), type=Job)
    try:
        sys.stdout.buffer.write(pdf_of(job.pages, job.title))
    except MissingFont:
        return MISSING_FONT
    return 0


if __name__ == "__main__":
    sys.exit(main())
