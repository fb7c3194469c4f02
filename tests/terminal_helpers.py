"""A real terminal, without anybody before it: tmux."""

import shlex
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from uuid import uuid4

from server_helpers import need


class Terminal:
    """Types into a program and reads what stands on its screen."""

    def __init__(self, server: str) -> None:
        self._server = server

    def type(self, line: str) -> None:
        """A line and the Enter key."""
        self._tmux("send-keys", "-l", line)
        self._tmux("send-keys", "Enter")

    def press(self, *keys: str) -> None:
        self._tmux("send-keys", *keys)

    @property
    def screen(self) -> str:
        return self._tmux("capture-pane", "-p")

    def _tmux(self, *words: str) -> str:
        done = subprocess.run([need("tmux"), "-L", self._server, *words], check=True, capture_output=True, text=True)
        return done.stdout


@contextmanager
def terminal(command: Sequence[str], width: int = 100, height: int = 40) -> Iterator[Terminal]:
    """A program in a terminal of its own; the terminal stays when the program ends, so that its last words can be read."""
    server = f"spike-{uuid4().hex[:12]}"
    tmux = [need("tmux"), "-L", server, "-f", "/dev/null"]
    size = ["-x", str(width), "-y", str(height)]
    subprocess.run([*tmux, "new-session", "-d", *size, f"{shlex.join(command)}; exec cat"], check=True)
    try:
        yield Terminal(server)
    finally:
        subprocess.run([*tmux, "kill-server"], check=False, capture_output=True)
