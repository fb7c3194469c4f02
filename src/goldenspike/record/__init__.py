"""Records: games as files.

A record is the format version, the title and version, the options, the players, the actions and the latest snapshot.
Actions are the permanent record and use names (PRR, E19, 57), not the engine's indices; a snapshot lets a running game continue
even after a rule has been fixed. Bad input raises `RecordError`, which says what is wrong and where.
"""
