"""Errors of the database. But for the last one they are not the fault of the request."""


class DatabaseBusy(Exception):
    """The database was locked, or other writers took too long."""


class DatabaseUnusable(Exception):
    """The database is damaged, or can only be read."""


class UnfitValue(Exception):
    """The database cannot hold a value of the request."""
