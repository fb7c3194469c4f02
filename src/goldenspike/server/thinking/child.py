"""A bot process: reads requests, one per line, and writes responses.

It exits at the end of its input, so it never outlives the server, and runs at a lower priority.
"""

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


def main() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # The server handles Ctrl+C and then closes our input.
    with suppress(OSError):
        os.nice(COURTESY)
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # Other output must not be taken for a response.
    thinker = Thinker()
    for line in sys.stdin.buffer:
        asked = msgspec.json.decode(line, type=Asked)
        try:
            answer = Answer(asked.number, msgspec.Raw(msgspec.json.encode(thinker.answer(asked.question))))
        except Exception as error:
            _log.exception("no answer to %s", type(asked.question).__name__)
            answer = Answer(asked.number, failed=f"{type(error).__name__}: {error}"[:300])
        answers.write(msgspec.json.encode(answer) + b"\n")
        answers.flush()
    thinker.close()


if __name__ == "__main__":
    main()
