"""The address of this machine in the local network."""

import socket

from goldenspike.cli.output import BadInput

ELSEWHERE = ("192.0.2.1", 9)
"""An address of nobody, reserved for documentation: no packet is sent there, only the way out is looked up."""


def lan_address() -> str:
    """The address under which phones in the same network reach this machine."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(ELSEWHERE)
        except OSError:
            raise BadInput("this machine is in no network; connect it to one, or give its address with --host") from None
        return str(probe.getsockname()[0])
