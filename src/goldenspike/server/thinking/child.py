"""A bot process: reads requests, one per line, and writes responses.

It exits at the end of its input, so it never outlives the server, and runs at a lower priority. Full garbage collections, which
take as long as a short limit for a decision allows, wait until an answer has been sent.
"""

import gc
import logging
import os
import signal
import sys
from contextlib import suppress

import msgspec

from goldenspike.server.thinking.questions import Answer, Asked
from goldenspike.server.thinking.thinker import Thinker

_log = logging.getLogger(__name__)
COURTESY = 5
"""The niceness of the process."""
COLLECTIONS = 10
"""How many collections of young objects there are before a full one."""
NEVER = 1_000_000


def put_off_collections() -> None:
    """Exclude what exists from garbage collection, and run full collections only when asked (`collect_if_due`)."""
    gc.collect()
    gc.freeze()
    young, middle, _ = gc.get_threshold()
    gc.set_threshold(young, middle, NEVER)


def collect_if_due() -> None:
    if gc.get_count()[2] >= COLLECTIONS:
        gc.collect()


def main() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # The server handles Ctrl+C and then closes our input.
    with suppress(OSError):
        os.nice(COURTESY)
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # Other output must not be taken for a response.
    thinker = Thinker()
    put_off_collections()
    for line in sys.stdin.buffer:
        asked = msgspec.json.decode(line, type=Asked)
        try:
            answer = Answer(asked.number, msgspec.Raw(msgspec.json.encode(thinker.answer(asked.question))))
        except Exception as error:
            _log.exception("no answer to %s", type(asked.question).__name__)
            answer = Answer(asked.number, failed=f"{type(error).__name__}: {error}"[:300])
        answers.write(msgspec.json.encode(answer) + b"\n")
        answers.flush()
        collect_if_due()
    thinker.close()


if __name__ == "__main__":
    main()
