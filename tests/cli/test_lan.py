"""`goldenspike serve --lan`: the address of the machine in the local network, with a QR code."""

import socket
from collections.abc import Callable

import pytest

from goldenspike.cli import lan, serve
from goldenspike.cli.main import main
from goldenspike.cli.output import BadInput
from goldenspike.server.qr import letters_of, picture_of
from goldenspike.server.settings import Settings


def test_the_server_listens_in_the_local_network_and_shows_a_code(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    started: list[str] = []

    def start(settings: Settings, open_browser: bool, announce: Callable[[str], None]) -> None:
        started.append(f"{settings.host}:{settings.port}")
        announce("Golden Spike")

    monkeypatch.setattr(serve, "lan_address", lambda: "192.0.2.7")
    monkeypatch.setattr(serve, "serve", start)
    assert main(["serve", "--lan", "--port", "1999"]) == 0
    assert main(["serve", "--lan", "--port", "1999", "--host", "192.0.2.8"]) == 0
    assert main(["serve", "--port", "1999"]) == 0
    assert started == ["192.0.2.7:1999", "192.0.2.8:1999", "127.0.0.1:1999"]
    shown = capsys.readouterr().err
    codes = [letters_of(f"http://192.0.2.{number}:1999/") for number in (7, 8)]
    assert all(code and code in shown for code in codes) and codes[0] != codes[1]


def test_a_machine_without_a_network_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    class Unplugged(socket.socket):
        def connect(self, address: object) -> None:
            raise OSError("unreachable")

    monkeypatch.setattr(socket, "socket", Unplugged)
    with pytest.raises(BadInput, match="no network"):
        lan.lan_address()


def test_a_code_is_a_picture_too() -> None:
    assert picture_of("http://192.0.2.7:1830/t/abc/join/xyz").startswith("<svg")
