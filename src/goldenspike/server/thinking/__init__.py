"""Bots, hints and the analysis of finished games, computed in separate processes.

Pages never wait for them. Requests and responses are plain data, one per line. A process that dies or does not respond is
replaced, and the request fails. A process knows the whole position, but each bot gets only what its seat may know.
"""
