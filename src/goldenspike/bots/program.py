"""An external program that answers line by line.

Blocking I/O (a program that does not read, does not answer, or leaves children that keep its pipes open) happens in a separate
thread. The program and its children form a process group that is terminated as a whole.
"""

import os
import shlex
import signal
import subprocess
from contextlib import suppress
from queue import Empty, Queue
from threading import Thread

MOST_BYTES = 1 << 20
"""The maximum length of an answer; the rest stays in the pipe."""
CHUNK = 1 << 16
GRACE = 0.2
"""Seconds that a program has to exit on its own."""


class ProgramError(Exception):
    """Why a program gave no answer."""


class Program:
    """One running program. OSError or ValueError if it cannot be started."""

    def __init__(self, command: str) -> None:
        self._process = subprocess.Popen(
            shlex.split(command),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        self._questions: Queue[bytes | None] = Queue()
        self._answers: Queue[bytes | ProgramError] = Queue()
        Thread(target=self._converse, daemon=True).start()

    def ask(self, line: str, seconds: float) -> str:
        """The line that the program answers; ProgramError if it does not, in time or at all."""
        self._questions.put(line.encode() + b"\n")
        try:
            answer = self._answers.get(timeout=seconds)
        except Empty:
            raise ProgramError(f"no answer within {seconds:g} s") from None
        if isinstance(answer, ProgramError):
            raise answer
        try:
            return answer.decode()
        except UnicodeDecodeError:
            raise ProgramError("the answer is not in UTF-8") from None

    def close(self) -> None:
        """End the program, which is told by the end of its input, and whatever it has started."""
        self._questions.put(None)
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(GRACE)
        with suppress(ProcessLookupError, PermissionError):
            if os.name == "posix":
                os.killpg(self._process.pid, signal.SIGKILL)
            else:
                self._process.kill()
        self._process.wait()

    def _converse(self) -> None:
        """The thread: one question after the other until it is told to stop or something goes wrong."""
        assert self._process.stdin is not None and self._process.stdout is not None
        with suppress(OSError), self._process.stdin, self._process.stdout:
            rest = b""
            while (question := self._questions.get()) is not None:
                try:
                    if rest:
                        raise ProgramError("more than one line for one question")
                    line, rest = self._exchange(question)
                except (ProgramError, OSError) as error:
                    self._answers.put(error if isinstance(error, ProgramError) else ProgramError("the program has ended"))
                    return
                self._answers.put(line)

    def _exchange(self, question: bytes) -> tuple[bytes, bytes]:
        """Send a line and read one; with it what came after it."""
        assert self._process.stdin is not None and self._process.stdout is not None
        self._process.stdin.write(question)
        self._process.stdin.flush()
        found = b""
        while b"\n" not in found:
            if len(found) > MOST_BYTES:
                raise ProgramError(f"an answer of more than {MOST_BYTES} bytes")
            chunk = os.read(self._process.stdout.fileno(), CHUNK)
            if not chunk:
                raise ProgramError("the program has ended")
            found += chunk
        line, _, rest = found.partition(b"\n")
        return line, rest
