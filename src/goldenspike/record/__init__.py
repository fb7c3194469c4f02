"""Records: games as files.

A record is the format version, the title and version, the options, the players, the actions and the latest snapshot.
Actions are the permanent truth and are written with names (PRR, E19, 57), not with the engine's numbers; a snapshot lets a
running game go on even when a rule has been mended since. Bad input raises `RecordError`, which says what and where.
"""
