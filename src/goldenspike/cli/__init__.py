"""The goldenspike command.

Parse, call, print. No rule of any game lives here. With --json the answer goes to standard output as
JSON and everything else to standard error. Exit 0 only on success; bad input is one clear line, exit 2, and
nothing is written.
"""
