"""The goldenspike command.

Parse, call, print; no game rules here. With --json the result goes to standard output as JSON and everything else to standard
error. The exit status is 0 only on success; bad input prints one line, exits with 2, and writes nothing.
"""
