"""The log: one record per line, as text for people or as JSON for programs.

All records go through `logging`, including those of other packages. structlog renders them and adds the request during which
they were made.
"""

import logging
import sys
from typing import Literal, TextIO

import structlog
from structlog.typing import EventDict, Processor, WrappedLogger

from goldenspike.server.operation.current_request import CURRENT
from goldenspike.server.rare_log import RareWarnings

LogFormat = Literal["text", "json"]
LogLevel = Literal["debug", "info", "warning", "error"]


def configure_logging(form: LogFormat, level: LogLevel, stream: TextIO | None = None) -> None:
    """Send all records of this process to standard error; of other packages only warnings."""
    handler = logging.StreamHandler(stream if stream is not None else sys.stderr)
    handler.setFormatter(make_formatter(form))
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(logging.WARNING)
    logging.getLogger("goldenspike").setLevel(level.upper())
    # It warns of each request that is malformed or wants a WebSocket.
    logging.getLogger("uvicorn.error").filters[:] = [RareWarnings()]


def make_formatter(form: LogFormat) -> logging.Formatter:
    common: list[Processor] = [
        structlog.stdlib.add_log_level,
        structlog.stdlib.add_logger_name,
        structlog.stdlib.ExtraAdder(),
        structlog.processors.TimeStamper(fmt="iso", key="time"),
        _add_request,
    ]
    if form == "json":
        rendering: list[Processor] = [
            structlog.processors.format_exc_info,
            structlog.processors.EventRenamer("message"),
            structlog.processors.JSONRenderer(ensure_ascii=False, default=str),
        ]
    else:
        rendering = [
            structlog.processors.format_exc_info,
            _render_text,
        ]
    return structlog.stdlib.ProcessorFormatter(
        foreign_pre_chain=common,
        processors=[structlog.stdlib.ProcessorFormatter.remove_processors_meta, *rendering],
    )


def _add_request(logger: WrappedLogger, method: str, record: EventDict) -> EventDict:
    """Add the request, its person and its table."""
    current = CURRENT.get()
    if current is not None and not current.is_over:
        for name, value in current.facts().items():
            record.setdefault(name, value)
    return record


def _render_text(logger: WrappedLogger, method: str, record: EventDict) -> str:
    """`time level logger: message name=value …`, and the traceback in further lines."""
    traceback = record.pop("exception", None)
    head = f"{record.pop('time')} {record.pop('level')} {record.pop('logger')}: {_escape(str(record.pop('event')))}"
    facts = "".join(f" {name}={_escape(str(value))}" for name, value in record.items() if value is not None)
    return head + facts + (f"\n{traceback}" if traceback else "")


def _escape(text: str) -> str:
    """Text from outside cannot forge a line."""
    return "".join(letter if letter.isprintable() else letter.encode("unicode_escape").decode() for letter in text)
