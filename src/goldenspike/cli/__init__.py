"""The goldenspike command.

Law: parse, call, print. No rule of any game lives here. The server is a room beside this one and is never
imported: the command that serves hands its name to uvicorn. With --json the answer goes to standard output as
JSON and everything else to standard error. Exit 0 only on success; bad input is one clear line, exit 2, and
nothing is written.
"""
