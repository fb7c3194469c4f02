"""Errors of the database that are not the fault of the request."""


class DatabaseBusy(Exception):
    """The database was locked, or other writers took too long."""


class DatabaseUnusable(Exception):
    """The database is damaged, or can only be read."""
