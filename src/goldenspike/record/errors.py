"""The error for bad records: what is wrong, and where."""


class RecordError(Exception):
    """A record cannot be read or replayed; `where` is the position in it, such as "action 17" or "$.players"."""

    def __init__(self, message: str, where: str = "") -> None:
        super().__init__(message, where)
        self.message = message
        self.where = where

    def __str__(self) -> str:
        return f"{self.where}: {self.message}" if self.where else self.message
